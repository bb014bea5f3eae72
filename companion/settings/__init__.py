"""The settings that a person may change: their tree, their file, and what a club locks."""
