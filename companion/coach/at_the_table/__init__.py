"""The coach beside a match in training: what it is asked, what it knows, what it shows."""
