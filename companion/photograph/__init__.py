"""A position from one picture: its content, what it leaves open, and the IDs that fit.

A value of :mod:`.backgammon` or :mod:`.draughts` has ``questions()``, takes answers by key, and gives all positions
that still fit.  The terminal and the screen show the same value.
"""
