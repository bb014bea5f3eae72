"""Reads an 8x8 draughts board: empty, light or dark for each of its 64 squares."""
