"""The pages, and what their scripts ask for."""
