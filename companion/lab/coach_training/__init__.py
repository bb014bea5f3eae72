"""How the weights of the built-in evaluator are made: positions, labels, training.  Never imported at play.

docs/internals/evaluator.md gives the command lines.  GNU Backgammon (labels) and torch (training) are needed only here.
"""
