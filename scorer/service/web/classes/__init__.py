"""The pages of classes: making one, answering in it, and looking at the results."""
