"""How gunicorn runs the application: the settings are in ``gunicorn.conf.py``."""
