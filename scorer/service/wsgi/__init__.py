"""Around the application: gunicorn's worker, and what every request passes."""
