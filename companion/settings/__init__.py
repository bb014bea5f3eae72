"""What a person may change: the tree of settings, its file, and what a club locks."""
