"""Who pays whom, and how the winds move."""
