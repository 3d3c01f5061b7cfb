"""Documents as text: JSON as it is read, sets as they are typed, answers for a terminal."""
