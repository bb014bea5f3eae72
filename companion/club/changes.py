"""How the results of matches change, while they are derived."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.club.models import Match, Result, Turn


@dataclass(frozen=True, slots=True)
class Change:
    """A match with its result as it was and as it is now; None: it is not there.

    The table of the match is read already.  ``turns``, and the ``digest`` of what was played: of a match that is over.
    """

    match: Match
    before: Result | None
    after: Result | None
    turns: Sequence[Turn] = ()
    digest: str = ""
