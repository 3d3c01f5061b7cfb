"""A card of hands: how it is written, what it means, and which of its hands some tiles are."""
