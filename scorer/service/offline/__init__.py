"""The scorer kept on a phone: the same engine and the same pages, without a network."""
