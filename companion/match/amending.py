"""Replaces an earlier turn that was recorded wrongly; the turns since then stay as they were played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.errors import InputError
from companion.games.backgammon import Dice, Play, Position, RuleSet
from companion.games.rules import Stack
from companion.match.in_play import Finished, MatchInPlay
from companion.record.facts import TurnWas
from companion.record.match import Game, Roll
from companion.record.replaying import turns


@dataclass(frozen=True, slots=True)
class Amendment:
    """The record after it, the turn as it should be, and as it was recorded until now."""

    record: MatchInPlay
    dice: Dice
    play: Play
    was: TurnWas


def legal_end(rules: RuleSet, before: Position, dice: Dice, text: str) -> tuple[Play, Position]:
    """The legal play that a text means, and its end.  Raises :class:`InputError` if it means none."""
    game = Game(start=before, actions=(Roll(before.on_roll, dice, Play.from_text(text)),))
    (turn,) = turns(game, rules)
    if not turn.legal or turn.after is None or turn.play is None:
        raise InputError(f"{text} is no legal play of {dice.text()} there")
    return turn.play, turn.after


def amended(
    record: MatchInPlay, turn: int, numbers: tuple[int, int] | None, text: str | None, rules: RuleSet
) -> Amendment:
    """Return the record with another roll or play of a turn of this game, and all later turns played on from it.

    Raises :class:`InputError` with a sentence where that cannot be.
    """
    kept = record.kept
    played = (k for k, then in enumerate(kept[1:]) if then.last is not None and _turn_number(kept[k]) == turn)
    number = next(played, None)
    if number is None:
        raise InputError(f"there is no turn {turn} in this game that was played")
    first, then = kept[number], kept[number + 1]
    assert first.turn is not None
    assert then.last is not None
    was = TurnWas((first.turn.dice.first, first.turn.dice.second), then.last.play.text())
    dice = Dice(*numbers) if numbers else first.turn.dice
    if first.turn.drawn and not dice.same_numbers(first.turn.dice):
        raise InputError(f"turn {turn} has an electronic roll, which is final")
    play, end = legal_end(rules, first.position, dice, text or then.last.play.text())
    if end.winner is not None:
        raise InputError(f"{play.text()} would have ended the game")
    changed = replace(first, turn=replace(first.turn, dice=dice), moments=kept[:number])
    return Amendment(_played_on(rules, changed, dice, play, end, kept[number + 1 :]), dice, play, was)


def _played_on(
    rules: RuleSet, before: MatchInPlay, dice: Dice, play: Play, end: Position, later: Sequence[MatchInPlay]
) -> MatchInPlay:
    """The newest record, with each later turn played from the new end of the one before it."""
    after, *rest = later
    after = replace(
        after,
        position=replace(end, on_roll=after.position.on_roll),
        moments=before.kept,
        last=Finished(before.position, before.position.on_roll, dice, play),
        borne_off=borne_off(before, end),
    )
    if not rest:
        return after
    last = rest[0].last
    if last is None or after.turn is None or rest[0].position.on_roll is after.position.on_roll:
        raise InputError("the board was placed by hand since then")
    number = _turn_number(after)
    try:
        next_play, next_end = legal_end(rules, after.position, after.turn.dice, last.play.text())
    except InputError:
        raise InputError(f"turn {number} could not have been played as it was; set the board back instead") from None
    return _played_on(rules, after, after.turn.dice, next_play, next_end, rest)


def _turn_number(record: MatchInPlay) -> int | None:
    """The number, in the game, of the roll that is being played then."""
    return sum(record.rolls) if record.turn is not None else None


def borne_off(before: MatchInPlay, end: Position) -> Stack:
    """The checkers legally borne off after a legal play has led to ``end``."""
    light, dark = (
        borne + now - then for borne, now, then in zip(before.borne_off, end.off, before.position.off, strict=True)
    )
    return Stack(light, dark)
