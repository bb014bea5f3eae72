"""A match in play, pure: takes events, and returns the next state and the effects to carry out."""
