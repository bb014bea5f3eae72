"""The coach's comments on a play, and before a turn is over; ``.simple`` for children and beginners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "question.guard": ("There is a much better play. End the turn anyway?",),
    "answer.my-play": ("End the turn",),
    "answer.look-again": ("Think again",),
    "coaching.waiting": ("One moment …",),
    "coaching.waiting.simple": ("One moment …",),
    "coaching.failed": ("The coach cannot answer now.",),
    "coaching.failed.simple": ("I cannot help right now.",),
    "coaching.forced": ("It was the only legal play.",),
    "coaching.forced.simple": ("There was no other play.",),
    "coaching.best": ("It is the best play.",),
    "coaching.best.simple": ("No play is better.",),
    "coaching.nearly": ("{play} is better by only {loss} (equity).", "Another play is better by only {loss} (equity)."),
    "coaching.nearly.simple": ("{play} is a tiny bit better.", "Another play is a tiny bit better."),
    "coaching.better": ("{play} is better by {loss} (equity).", "Another play is better by {loss} (equity)."),
    "coaching.better.simple": ("{play} is better.", "Another play is better."),
    "coaching.costly": ("{play} is better by {loss} (equity).", "Another play is better by {loss} (equity)."),
    "coaching.costly.simple": ("{play} is much better.", "Another play is much better."),
    "coaching.cube.double": ("The double is right.",),
    "coaching.cube.double.simple": ("The double is right.",),
    "coaching.cube.take": ("The take is right.",),
    "coaching.cube.take.simple": ("The take is right.",),
    "coaching.cube.drop": ("The drop is right.",),
    "coaching.cube.drop.simple": ("The drop is right.",),
    "coaching.cube.better.no-double": ("No double is better by {loss} (equity).",),
    "coaching.cube.better.no-double.simple": ("It is better to wait.",),
    "coaching.cube.better.take": ("A take is better by {loss} (equity).",),
    "coaching.cube.better.take.simple": ("A take is better.",),
    "coaching.cube.better.drop": ("A drop is better by {loss} (equity).",),
    "coaching.cube.better.drop.simple": ("A drop is better.",),
    "coaching.next-time": ("One thing to try next time:",),
    "coaching.next-time.simple": ("Next time try this:",),
}
