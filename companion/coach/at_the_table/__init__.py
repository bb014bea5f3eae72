"""The coach at a match in training: its questions, its state, its view."""
