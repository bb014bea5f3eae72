"""The words for a game, or a match, that did not end by play, in one place for screen, voice, archive and live page."""

from __future__ import annotations

from companion.record.match import Cause


def ending_key(cause: Cause, *, match_over: bool) -> str | None:
    """Return the text key of the end of a game, None if it ended by play; ``match_over``: of the match, too.

    Its blanks are the winner's ``name``, the ``loser``, and the ``points``, which may be left out.
    """
    match cause:
        case Cause.PLAY:
            return None
        case Cause.TIME:
            return "result.time-match" if match_over else "result.time"
        case Cause.AWARDED | Cause.FORFEITED:
            return "result.awarded-match" if match_over or cause is Cause.FORFEITED else "result.awarded"
