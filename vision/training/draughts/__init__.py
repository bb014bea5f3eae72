"""A renderer of draughts boards, and the training of the net that reads their squares."""
