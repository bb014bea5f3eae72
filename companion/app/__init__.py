"""The composition root: threads, the main loop, the current match, and the services of the screen."""
