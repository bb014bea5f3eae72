"""A position from one picture: what the picture tells, what it leaves open, and the IDs that fit.

A value of :mod:`.backgammon` or :mod:`.draughts` is asked for its ``questions()``, told an answer by its key, and gives
all that still fits.  Whoever asks a person, in a terminal or on a screen, shows the same value.
"""
