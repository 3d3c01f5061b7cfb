"""The learning pages: first lessons, exercises, exercise sets, the trainer."""
