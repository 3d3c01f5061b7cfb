"""Pictures of results and standings to send on, drawn on the server."""
