"""Classifies a look at the board: the current turn, the start position, or an earlier board."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.draughts import START, Position, after, legal_moves, picture_of
from companion.games.draughts.squares import DARK_SQUARES, SQUARES, Square, name
from companion.match import interruptions
from companion.match.any_record_sync import asked_to_set_back
from companion.match.any_seen import Odd
from companion.match.draughts import actions, record_sync
from companion.match.draughts.state import DraughtsState, Step
from companion.match.events import BoardSeen
from companion.match.message import Message
from companion.match.orientation import renumbered
from companion.match.phases import IN_GAME, INTERRUPTED
from companion.referee.belief import covered
from companion.referee.decide import Rest, waits
from vision.observation import Observation

_MOST_HIDDEN: Final = 4
"""Dark squares that may be out of sight in a look that is judged."""
_ASTRAY: Final = 1
"""A misread square does not keep a game from beginning once a player presses or moves."""
_SEVERAL: Final = 3
"""So many pieces on light squares are no mistake: it may be a game of chess."""
_NEARLY: Final = 6
"""With so few squares wrong the players may think that the board is set up; before that they are left in peace."""


def seen(state: DraughtsState, event: BoardSeen) -> Step:
    """Handles a look."""
    event = replace(event, observation=as_set_up(event.observation, turned=state.record.turned))
    if event.observation.hand:
        return _weighed_with_hand(state.with_seen(hand=True))
    state = state.with_seen(look=event, hand=False)
    if state.phase in INTERRUPTED:
        return interruptions.seen(state, event)
    if state.phase not in IN_GAME:
        return _before_game(state, event)
    if not is_in_sight(event.observation):
        belief = covered(state.seen.belief) if state.seen.belief is not None else None
        return state.with_seen(belief=belief), []
    if state.seen.unchecked:
        state, _ = interruptions.compared(state, event)
        if state.seen.unchecked:
            return state, []
        state = record_sync.anchored_to(state)
    state, entries = record_sync.seen(state, event)
    if state.phase in IN_GAME:
        state, more = _set_back(state, event)
        entries += more
    return state, entries


def as_set_up(look: Observation, *, turned: bool) -> Observation:
    """A look in the squares of the record; ``turned``: the board is set up the other way round than it was learned."""
    return renumbered(look, across) if turned else look


def start_astray(look: Observation) -> tuple[Square, ...]:
    """The few squares that keep a look from showing the start position, whichever way round; none where many do."""
    ways = [_differing(as_set_up(look, turned=turned), START) for turned in (False, True)]
    nearest = min(ways, key=len)
    return tuple(nearest) if len(nearest) <= _NEARLY else ()


def across(square: Square) -> Square:
    """The same square of a board that is set up the other way round; its own inverse."""
    return len(SQUARES) - 1 - square


def _weighed_with_hand(state: DraughtsState) -> Step:
    belief = covered(state.seen.belief) if state.seen.belief is not None else None
    return interruptions.hand_seen(state.with_seen(belief=belief))


def is_in_sight(look: Observation) -> bool:
    """Whether enough of the board is in sight for a look to be weighed."""
    return sum(not look.spot(square).seen for square in DARK_SQUARES) <= _MOST_HIDDEN


def _before_game(state: DraughtsState, event: BoardSeen) -> Step:
    """Begins a game once the start position is on the board, whichever way round."""
    if state.match_over:
        return state, []
    turned = state.record.turned
    wrong = {way: _differing(as_set_up(event.observation, turned=way is not turned), START) for way in (False, True)}
    way = min(wrong, key=lambda one: len(wrong[one]))
    left = wrong[way]
    if not left and is_in_sight(event.observation) and not _on_light_squares(event.observation):
        state, entries = actions.started(state, event.frame, turned=way)
        return record_sync.anchored_to(state), entries
    if len(left) > _ASTRAY and _has_begun(as_set_up(event.observation, turned=way is not turned)):
        state, entries = actions.started(state, event.frame, turned=way)
        state, more = seen(record_sync.anchored_to(state), event)
        return state, entries + more
    strays = _on_light_squares(event.observation)
    if (len(left) > _NEARLY and not strays) or not state.terms.asks:
        return state.counting(Odd.BOARD, shown=False), []
    state = state.counting(Odd.BOARD)
    if waits(state.seen.in_a_row[Odd.BOARD], Rest.LOST_TRACK, state.costs):
        return state, []
    if strays:
        message = Message("notice.light-squares", points=strays, alarm=False)
    else:
        message = Message("notice.men-astray", {"squares": ", ".join(map(name, left))}, left, alarm=False)
    return state.with_shown(message=message), []


def _on_light_squares(look: Observation) -> tuple[Square, ...]:
    """The light squares on which pieces are seen, where there are several; none where it may be a mistake."""
    found = tuple(
        square for square in SQUARES
        if square not in DARK_SQUARES and look.spot(square).seen and any(look.spot(square).best)
    )  # fmt: skip
    return found if len(found) >= _SEVERAL else ()


def _has_begun(look: Observation) -> bool:
    """Whether a look shows the first move of a game."""
    firsts = (after(START, move) for move in legal_moves(START))
    return is_in_sight(look) and any(len(_differing(look, first)) <= _ASTRAY for first in firsts)


def is_nearly_set_up(state: DraughtsState) -> bool:
    """Whether the last look shows the start position but for a square, which may be misread: a press begins then."""
    if state.seen.look is None or state.seen.hand:
        return False
    ways = (as_set_up(state.seen.look.observation, turned=way) for way in (False, True))
    return any(is_in_sight(look) and len(_differing(look, START)) <= _ASTRAY for look in ways)


def _differing(look: Observation, position: Position) -> tuple[Square, ...]:
    wanted = picture_of(position)
    evidence = {square: look.spot(square) for square in DARK_SQUARES}
    return tuple(square for square, one in evidence.items() if one.seen and one.best != tuple(wanted[square]))


def _set_back(state: DraughtsState, event: BoardSeen) -> Step:
    """Asks, when an earlier board of the game is set up, whether the moves since then are taken back."""
    may_ask = state.shown.question is None and state.record.may_undo
    declined = state.seen.said.get("question.set-back") == state.record.position
    if not may_ask or record_sync.is_sure_at_rest(state) or declined:
        return state, []
    back = _back_to(state, event.observation)
    return asked_to_set_back(state, back, float(back > 0), event.frame)


def _back_to(state: DraughtsState, look: Observation) -> int:
    """The number of moves between the record and the earlier board that is seen, 0 if there is none."""
    if not _differing(look, state.record.position):
        return 0
    earlier = reversed(state.record.games[-1].positions[:-1])
    return next((back for back, position in enumerate(earlier, start=1) if not _differing(look, position)), 0)
