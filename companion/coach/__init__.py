"""The coach: the equity of plays, the reasons for it, and lessons for the player.

Pure but for :mod:`companion.coach.engines` (numpy, processes) and :mod:`companion.coach.worker`, its process.
"""
