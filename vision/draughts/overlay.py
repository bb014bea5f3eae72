"""Draws a reading of a draughts board on its picture, so that a person can check it."""

from __future__ import annotations

from vision.draughts.numbering import SPOTS, place_of
from vision.draughts.squares import picture_from_board
from vision.observation import Observation
from vision.overlay import draw_banner, draw_counts, draw_outline, ring_of
from vision.rectify import Image, lengths, transformed


def squares_overlaid(image_bgr: Image, seen: Observation, turns: int) -> Image:
    """A copy of the picture with the outline of the squares, and a chip on each piece and each doubtful square."""
    canvas = image_bgr.copy()
    draw_outline(canvas, seen)
    radius = 0.16 * float(lengths(seen.corners_px).min()) / 8
    home = picture_from_board(seen.corners_px)
    for square in SPOTS:
        evidence = seen.spot(square)
        ring, width = ring_of(evidence)
        row, column = place_of(square, turns)
        place = transformed([(column + 0.5, row + 0.5)], home)[0]
        if evidence.seen and (any(evidence.best) or evidence.confidence < 0.8):
            draw_counts(canvas, evidence.best, place, max(radius, 5.0), ring, width=width)
    if seen.hand:
        draw_banner(canvas, "a hand is over the board", 3 * radius)
    return canvas
