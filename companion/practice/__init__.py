"""Practice: lessons and games against an engine on the real board, in training only.

An exercise sets a position up, gives the roll where that is part of it, and says how well it was solved.  The
engine's checkers are moved by the player, who is shown how.
"""
