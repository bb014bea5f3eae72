"""The rules in the header of a file; contradictions become notes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon.ruleset import RuleSet

_MOST_WORDS: Final = 100


def possible_rules(text: str, note: Callable[[str], None]) -> RuleSet:
    """Return the rules of a text without changes that contradict earlier ones, which become notes.

    Raises :class:`InputError` if its first word names no rule set.
    """
    named, *changes = text.split()[:_MOST_WORDS] or [""]
    rules = RuleSet.from_text(named)
    with suppress(InputError):  # changes may only go together
        return RuleSet.from_text(" ".join([named, *changes]))
    kept = [named]
    for change in changes:
        try:
            rules = RuleSet.from_text(" ".join([*kept, change]))
        except InputError as error:
            note(f"{quoted(change)} of the rules is passed over: {error}")
        else:
            kept.append(change)
    return rules
