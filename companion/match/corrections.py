"""Corrects an earlier turn that was recorded wrongly; the turns since then stay as they were played."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import InputError
from companion.games.backgammon import Dice, Play, Position
from companion.games.rules import Stack
from companion.match import actions
from companion.match.events import Edited
from companion.match.message import Message
from companion.match.state import Finished, State
from companion.match.step import Step, as_effects
from companion.record.match import Game, Roll
from companion.record.replaying import turns


def edited(state: State, wanted: Edited) -> Step:
    """Changes the roll or the play of an earlier turn of this game.

    Refuses with a sentence if there is no such turn, if the play is not legal, or if a later play would
    not be legal any more: then the board is to be set back instead.
    """
    try:
        after, dice, play, was = _amended(state, wanted)
    except InputError as error:
        refused = replace(state, message=Message("notice.refused", {"why": str(error)}, alarm=False))
        return as_effects(actions.not_now(refused, "Edited", why=str(error)))
    return as_effects(actions.amended(after, wanted.turn, was, dice, play))


def refusal(state: State, wanted: Edited) -> str | None:
    """Why a turn cannot be changed like this, None where it can."""
    try:
        _amended(state, wanted)
    except InputError as error:
        return str(error)
    return None


def legal_end(state: State, before: Position, dice: Dice, text: str) -> tuple[Play, Position]:
    """The legal play that a text means, and its end.  Raises :class:`InputError` if it means none."""
    game = Game(start=before, actions=(Roll(before.on_roll, dice, Play.from_text(text)),))
    (turn,) = turns(game, state.terms.rules.rules)
    if not turn.legal or turn.after is None or turn.play is None:
        raise InputError(f"{text} is no legal play of {dice.text()} there")
    return turn.play, turn.after


def _amended(state: State, wanted: Edited) -> tuple[State, Dice, Play, dict[str, object]]:
    kept = _kept(state)
    played = (k for k, then in enumerate(kept[1:]) if then.last is not None and _turn_number(kept[k]) == wanted.turn)
    number = next(played, None)
    if number is None:
        raise InputError(f"there is no turn {wanted.turn} in this game that was played")
    first, then = kept[number], kept[number + 1]
    assert first.turn is not None
    assert then.last is not None
    was: dict[str, object] = {"dice": [first.turn.dice.first, first.turn.dice.second], "play": then.last.play.text()}
    dice = Dice(*wanted.dice) if wanted.dice else first.turn.dice
    if first.turn.drawn and not dice.same_numbers(first.turn.dice):
        raise InputError(f"turn {wanted.turn} has an electronic roll, which is final")
    play, end = legal_end(state, first.position, dice, wanted.play or then.last.play.text())
    if end.winner is not None:
        raise InputError(f"{play.text()} would have ended the game")
    changed = replace(first, turn=replace(first.turn, dice=dice))
    return _played_on(changed, dice, play, end, kept[number + 1 :]), dice, play, was


def _played_on(before: State, dice: Dice, play: Play, end: Position, later: list[State]) -> State:
    """The newest state, with each later turn played from the new end of the one before it."""
    after, *rest = later
    assert before.turn is not None
    after = replace(
        after,
        position=replace(end, on_roll=after.position.on_roll),
        earlier=before,
        last=Finished(before.position, before.position.on_roll, dice, play),
        borne_off=_borne_off(before, end),
    )
    if not rest:
        return after
    last = rest[0].last
    if last is None or after.turn is None or rest[0].position.on_roll is after.side:
        raise InputError("the board was placed by hand since then")
    number = _turn_number(after)
    try:
        next_play, next_end = legal_end(after, after.position, after.turn.dice, last.play.text())
    except InputError:
        raise InputError(f"turn {number} could not have been played as it was; set the board back instead") from None
    return _played_on(after, after.turn.dice, next_play, next_end, rest)


def _kept(state: State) -> list[State]:
    """The states before each play of this game, oldest first, and the present one."""
    kept = [state]
    while kept[-1].earlier is not None:
        kept.append(kept[-1].earlier)
    return kept[::-1]


def _turn_number(state: State) -> int | None:
    """The number, in the game, of the roll that a kept state was played with."""
    return sum(state.rolls) if state.turn is not None else None


def _borne_off(before: State, end: Position) -> Stack:
    light, dark = (
        borne + now - then for borne, now, then in zip(before.borne_off, end.off, before.position.off, strict=True)
    )
    return Stack(light, dark)
