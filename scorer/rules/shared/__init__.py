"""What rules of several rulesets share: patterns, circumstances, tables of points."""
