"""What happened at a draughts board: the belief about the course of a game, as for backgammon, without dice."""
