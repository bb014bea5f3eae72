"""A message across the screen: a warning, a notice or a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Message:
    """A full-width message: a warning with its reason, or a notice.

    ``key`` and ``values`` name a text of :mod:`companion.texts`; ``points`` are marked on the board
    (numbers from Light's seat).  ``alarm`` distinguishes a warning from a notice or question.
    ``choices``: the answers to a question, in the order of ``Answered.choice``: text keys, or words as
    they are (a play in standard notation).
    ``may_undo``: it reports a change of the record that one touch undoes.
    """

    key: str
    values: Mapping[str, str] = field(default_factory=dict)
    points: tuple[int, ...] = ()
    alarm: bool = True
    choices: tuple[str, ...] = ()
    may_undo: bool = False
