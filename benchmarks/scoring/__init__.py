"""How fast hands are scored, beside other scorers."""
