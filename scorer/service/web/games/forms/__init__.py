"""The forms of a game: its players, a hand, points between hands."""
