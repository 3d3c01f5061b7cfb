"""Han and fu: a hand's yaku add up to han, its sets to fu, and both together to points."""
