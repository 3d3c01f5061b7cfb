"""How fast pages open and answer a tap, with and without a network."""
