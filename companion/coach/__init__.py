"""The coach: what a play is worth, why, and how a player learns from it.

Pure but for two rooms: :mod:`companion.coach.engines` computes (numpy, processes), and
:mod:`companion.coach.worker` is the process in which that is done.
"""
