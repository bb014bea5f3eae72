"""Two people who agree: what comes from nobody's chair is wanted by both of them."""

from __future__ import annotations

from typing import Any

from companion.match.consent_table import BOTH
from companion.match.events import UndoAsked


def both_agree(state: Any) -> bool:
    """Whether it is asked whether both agree to what nobody in particular wants.

    Not to an undo: it is asked about in any match, and the tests answer.
    """
    question = state.shown.question
    if question is None or question.wanted is None or isinstance(question.wanted, UndoAsked):
        return False
    return bool(question.to == BOTH)
