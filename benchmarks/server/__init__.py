"""How fast and how surely the service answers, also where clients, disks and databases fail."""
