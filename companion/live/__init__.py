"""Shows the match to spectators: a page for phones, an overlay for a stream, read only, off by default."""
