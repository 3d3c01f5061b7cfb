"""Every concrete hand of a card, and which of them some tiles are."""
