"""Corrects an earlier turn that was recorded wrongly; the turns since then stay as they were played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.errors import InputError
from companion.games.backgammon import Dice, Play, Position
from companion.games.rules import Stack
from companion.match import actions
from companion.match.events import Edited
from companion.match.in_play import Finished, MatchInPlay
from companion.match.message import Message
from companion.match.state import State
from companion.match.step import Step, as_effects
from companion.record.match import Game, Roll
from companion.record.replaying import turns


def edited(state: State, wanted: Edited) -> Step:
    """Changes the roll or the play of an earlier turn of this game.

    Refuses with a sentence if there is no such turn, if the play is not legal, or if a later play would
    not be legal any more: then the board is to be set back instead.
    """
    try:
        record, dice, play, was = _amended(state, wanted)
    except InputError as error:
        refused = state.with_shown(message=Message("notice.refused", {"why": str(error)}, alarm=False))
        return as_effects(actions.not_now(refused, "Edited", why=str(error)))
    return as_effects(actions.amended(replace(state, record=record), wanted.turn, was, dice, play))


def legal_end(state: State, before: Position, dice: Dice, text: str) -> tuple[Play, Position]:
    """The legal play that a text means, and its end.  Raises :class:`InputError` if it means none."""
    game = Game(start=before, actions=(Roll(before.on_roll, dice, Play.from_text(text)),))
    (turn,) = turns(game, state.terms.rules.rules)
    if not turn.legal or turn.after is None or turn.play is None:
        raise InputError(f"{text} is no legal play of {dice.text()} there")
    return turn.play, turn.after


def _amended(state: State, wanted: Edited) -> tuple[MatchInPlay, Dice, Play, dict[str, object]]:
    kept = state.record.kept
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
    changed = replace(first, turn=replace(first.turn, dice=dice), moments=kept[:number])
    return _played_on(state, changed, dice, play, end, kept[number + 1 :]), dice, play, was


def _played_on(
    state: State, before: MatchInPlay, dice: Dice, play: Play, end: Position, later: Sequence[MatchInPlay]
) -> MatchInPlay:
    """The newest record, with each later turn played from the new end of the one before it."""
    after, *rest = later
    after = replace(
        after,
        position=replace(end, on_roll=after.position.on_roll),
        moments=before.kept,
        last=Finished(before.position, before.position.on_roll, dice, play),
        borne_off=_borne_off(before, end),
    )
    if not rest:
        return after
    last = rest[0].last
    if last is None or after.turn is None or rest[0].position.on_roll is after.position.on_roll:
        raise InputError("the board was placed by hand since then")
    number = _turn_number(after)
    try:
        next_play, next_end = legal_end(state, after.position, after.turn.dice, last.play.text())
    except InputError:
        raise InputError(f"turn {number} could not have been played as it was; set the board back instead") from None
    return _played_on(state, after, after.turn.dice, next_play, next_end, rest)


def _turn_number(record: MatchInPlay) -> int | None:
    """The number, in the game, of the roll that is being played then."""
    return sum(record.rolls) if record.turn is not None else None


def _borne_off(before: MatchInPlay, end: Position) -> Stack:
    light, dark = (
        borne + now - then for borne, now, then in zip(before.borne_off, end.off, before.position.off, strict=True)
    )
    return Stack(light, dark)
