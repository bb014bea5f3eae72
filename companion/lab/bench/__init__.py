"""Figures with their limits: one module for each bench, and how figures are printed."""
