"""What developers run: makers of shipped files, and pictures."""
