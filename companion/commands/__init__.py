"""The commands of the console script, one module for each, thin.

A command module has ``add(subparsers)``, which declares its arguments and sets
``run=`` to a function ``(arguments) -> exit status``.  It may raise
:class:`companion.errors.InputError`; the caller prints the sentence and ends with 2.
"""
