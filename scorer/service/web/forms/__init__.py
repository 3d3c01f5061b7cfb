"""A form as a document, both ways."""
