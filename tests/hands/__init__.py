"""A club's own special hands: typed, checked, found and scored."""
