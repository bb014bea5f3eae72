"""The belief about the course of a game of draughts, as for backgammon, without dice."""
