"""A match of draughts in play, pure: events in, the state and its view out."""
