"""The server of a club: it gets the journals of all tables, and shows who plays, who has won, and who beats whom."""
