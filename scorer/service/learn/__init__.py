"""The pages to learn from: first lessons, exercises, sets of them, the trainer."""
