"""Measuring, simulating and training: uses every room, and no room needs it."""
