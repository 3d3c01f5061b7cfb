"""The rulebook as pages: a page for each rule, patterns across rulesets, cheat sheets, glossary."""
