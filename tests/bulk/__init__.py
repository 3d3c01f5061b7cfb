"""Many hands: iterables, tables, folders of files."""
