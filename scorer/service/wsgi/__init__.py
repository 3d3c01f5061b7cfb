"""What every request passes, around the application."""
