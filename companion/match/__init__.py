"""A match in play, pure: events go in, the state after them and what is to be written come out."""
