"""Tunes the evaluation of draughts by games of the engine against itself; docs/internals/draughts-engine.md."""
