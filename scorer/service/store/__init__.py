"""Where games and classes are stored; it knows no rules."""
