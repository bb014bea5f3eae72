"""The drawn board: its geometry, its checkers, and what is marked on it."""
