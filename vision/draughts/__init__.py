"""Reading a draughts board of 8 x 8 squares: where it is, what lies on each square, and a board learned for a match."""
