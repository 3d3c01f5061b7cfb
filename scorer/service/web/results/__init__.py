"""What the page of a result shows."""
