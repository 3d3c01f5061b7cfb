"""A card as it is written: read, checked, and said in words."""
