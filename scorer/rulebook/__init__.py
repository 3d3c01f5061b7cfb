"""What a ruleset declares, checked, and the edition that scores by it."""
