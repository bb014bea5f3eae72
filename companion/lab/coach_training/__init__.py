"""Makes the weights of the built-in evaluator: positions, labels, training.  Never imported at play.

docs/internals/evaluator.md gives the command lines.  GNU Backgammon (labels) and torch (training) are needed only here.
"""
