"""Tiles, hands and everything that can be found in them, whatever the ruleset."""
