"""The coach: the equity of plays, the reasons for it, and lessons for the player.

Pure but for two rooms: :mod:`companion.coach.engines` computes (numpy, processes), and
:mod:`companion.coach.worker` is the process in which that is done.
"""
