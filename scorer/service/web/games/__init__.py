"""The pages of a game: an evening's score sheet, shared by the phones of a table."""
