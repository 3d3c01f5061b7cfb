"""The API over HTTP, and the documents that describe it."""
