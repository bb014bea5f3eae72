"""The referee that keeps one belief about the course of the game, beside the one that is shipped."""
