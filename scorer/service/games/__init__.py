"""Games over HTTP: begun, opened, written to, imported and limited."""
