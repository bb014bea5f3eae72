"""The composition root: threads, the main loop, the current match, and everything the screen is served by."""
