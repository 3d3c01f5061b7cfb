"""Fan added up: how Chinese Official (MCR) hands are counted."""
