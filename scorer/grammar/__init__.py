"""The ways of counting; each ruleset uses one."""
