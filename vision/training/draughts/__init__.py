"""Drawn draughts boards to learn from and to measure on: random boards, films of games, and the training of the net."""
