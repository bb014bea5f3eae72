"""Simulated people at a draughts board, before the real session."""
