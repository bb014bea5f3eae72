"""Corrects an earlier turn that was recorded wrongly; the turns since then stay as they were played."""

from __future__ import annotations

from companion.errors import InputError
from companion.match import actions
from companion.match.amending import amended
from companion.match.events import Edited
from companion.match.message import Message
from companion.match.state import State
from companion.match.step import Step, as_effects


def edited(state: State, wanted: Edited) -> Step:
    """Changes the roll or the play of an earlier turn of this game.

    Refuses with a sentence if there is no such turn, if the play is not legal, or if a later play would
    not be legal any more: then the board is to be set back instead.
    """
    try:
        amendment = amended(state.record, wanted.turn, wanted.dice, wanted.play, state.terms.rules.rules)
    except InputError as error:
        refused = state.with_shown(message=Message("notice.refused", {"why": str(error)}, alarm=False))
        return as_effects(actions.not_now(refused, "Edited", why=str(error)))
    return as_effects(actions.amended(state, wanted.turn, amendment))
