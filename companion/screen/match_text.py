"""The words for a match in one line, and for what the table waits for.  No Kivy here."""

from __future__ import annotations

from typing import Final

from companion.screen.games import game_of, rules_words
from companion.screen.source import TableView
from companion.settings.tree import MatchSettings
from companion.texts import sentence


def match_words(match: MatchSettings, language: str) -> str:
    """Length, mode and rules of a match.

    >>> match_words(MatchSettings(length=7), "en")
    '7 points, Refereed, Tournament rules'
    """
    values = {
        "length": length_words(match.length, language, match.rules),
        "mode": sentence(f"mode.{match.mode.value}", language=language),
        "rules": sentence("match.rules", {"name": rules_words(match.rules, language)}, language=language),
    }
    return sentence("match.is", values, language=language)


def length_words(length: int, language: str, rules: str = "") -> str:
    """How long a match is: in points or games, as its rules count.

    >>> length_words(0, "en"), length_words(1, "en")
    ('Money play', '1 point')
    """
    game = game_of(rules)
    if not length:
        return sentence(game.endless, language=language)
    return sentence(game.length, {"n": str(length)}, language=language)


_RESTARTED: Final = "notice.taken-up"


def waits_for(view: TableView | None, *, calibrated: bool) -> tuple[str, bool]:
    """What the table waits for, as a text key, and whether somebody has to act."""
    if view is None:
        return "welcome.ready", False
    if view.phase == "phase.paused" and view.message is not None and view.message.key == _RESTARTED:
        return _RESTARTED, True
    if view.blind:
        return "welcome.waits-touch", False
    if view.camera_lost:
        return "welcome.waits-camera", True
    if view.phase == "phase.start":
        return ("welcome.waits-board", False) if calibrated else ("welcome.waits-learn", True)
    if view.phase == "phase.paused":
        return "welcome.paused", False
    return "welcome.ready", False
