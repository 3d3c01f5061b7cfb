"""Other people's scorers, and where they and this one differ."""
