"""A club's own special hands: how they are written, what they mean, and which of them a hand is."""
