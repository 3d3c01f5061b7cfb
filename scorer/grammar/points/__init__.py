"""Points times doubles: how classical and British hands are counted."""
