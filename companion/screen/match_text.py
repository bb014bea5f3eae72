"""The words for a match in one line, and for what the table waits for.  No Kivy here."""

from __future__ import annotations

from companion.games.backgammon import RULE_SETS
from companion.match.view import View
from companion.settings.tree import MatchSettings
from companion.texts import sentence


def rules_words(rules: str, language: str) -> str:
    """The name of a rule set, also of one with changed fields."""
    name = rules.split(" ", 1)[0]
    return sentence(f"rules.{name}" if name in RULE_SETS else "rules.own", language=language)


def match_words(match: MatchSettings, language: str) -> str:
    """Length, mode and rules of a match.

    >>> match_words(MatchSettings(length=7), "en")
    '7 points, Refereed, Tournament rules'
    """
    values = {
        "length": length_words(match.length, language),
        "mode": sentence(f"mode.{match.mode.value}", language=language),
        "rules": sentence("match.rules", {"name": rules_words(match.rules, language)}, language=language),
    }
    return sentence("match.is", values, language=language)


def length_words(length: int, language: str) -> str:
    """How long a match is.

    >>> length_words(0, "en"), length_words(1, "en")
    ('Money play', '1 point')
    """
    if not length:
        return sentence("match.money", language=language)
    return sentence("match.points", {"n": str(length)}, language=language)


def waits_for(view: View | None, *, calibrated: bool) -> tuple[str, bool]:
    """What the table waits for, as a text key, and whether somebody has to act."""
    if view is None:
        return "welcome.ready", False
    if view.blind:
        return "welcome.waits-touch", False
    if view.camera_lost:
        return "welcome.waits-camera", True
    if view.phase == "phase.start":
        return ("welcome.waits-board", False) if calibrated else ("welcome.waits-learn", True)
    if view.phase == "phase.paused":
        return "welcome.paused", False
    return "welcome.ready", False
