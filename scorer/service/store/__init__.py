"""Where games are stored; it knows no rules."""
