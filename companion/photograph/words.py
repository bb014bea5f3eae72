"""The text keys of questions about a picture, and of their answers."""

from __future__ import annotations

import re
from typing import Any, Final

from companion.photograph.open_reading import Key, Question, Said

_EMPTY: Final = ("0", ".")
_SIDES: Final = {"l": "light", "d": "dark"}
_COUNTED: Final = re.compile(r"(\d+)([ld])", re.ASCII)
BY_BOARDS: Final = frozenset({Key.WAY, Key.COLOURS})
"""Questions that are shown with boards."""


def asked(question: Question) -> Said:
    """The question."""
    return f"picture.ask.{question.key}", question.values


def otherwise(question: Question) -> Said | None:
    """The offer to answer something else than the options; None where nothing else fits."""
    return (f"picture.other.{question.key}", {}) if question.example else None


def answer(key: Key, value: str) -> Said:
    """An option of a question."""
    match key:
        case Key.ON_ROLL:
            return f"side.{value}", {}
        case Key.LENGTH:
            return "match.money", {}
        case Key.SCORE:
            return "score.money", dict(zip(("own", "other"), value.split(","), strict=True))
        case Key.CRAWFORD:
            return f"answer.{value}", {}
        case Key.DICE:
            return "picture.no-roll", {}
        case Key.CUBE:
            number, _, place = value.partition(",")
            if place in _SIDES.values():
                return "picture.of-side", {"side": place, "n": number}
            return f"picture.cube-{place or 'middle'}", {"n": number}
        case Key.WAY | Key.COLOURS:
            return f"picture.{key}-{value.replace(' ', '-')}", {}
        case _:
            return f"picture.{value}", {}


def note(board: Any) -> Said:
    """A spot of the picture that a person should check."""
    if board.doubts:
        return "picture.unclear", {}
    if board.doubtful:
        return "picture.doubtful", {"n": str(len(board.doubtful))}
    return "picture.compare", {}


def there(told: str) -> tuple[Said, ...]:
    """The content of a spot in the words of a correction."""
    if told in _EMPTY:
        return (("picture.empty", {}),)
    if told.lower() in _SIDES:
        return (f"side.{_SIDES[told.lower()]}", {}), (f"piece.{'king' if told.isupper() else 'man'}", {})
    return tuple(("picture.of-side", {"n": n, "side": _SIDES[letter]}) for n, letter in _COUNTED.findall(told))
