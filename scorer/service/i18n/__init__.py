"""The languages of the pages: which one is asked for, and what is said in it."""
