"""The positions of a match that can be searched for, and its openings."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import legal_plays
from companion.games.backgammon.position import START, Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.record.draughts import DraughtsMatch
from companion.record.match import Match
from companion.record.recorded import AnyMatch
from companion.record.replaying import rules_of, turns


def turns_of(match: AnyMatch) -> Iterator[tuple[str, str]]:
    """Yield the position after each turn as text, and for the first turn of a game the roll and the play.

    Backgammon: Position IDs of the side to play next; draughts: FEN, and the move.  Turns after which nobody knows the
    position are left out.
    """
    return _draughts(match) if isinstance(match, DraughtsMatch) else _backgammon(match)


def _backgammon(match: Match) -> Iterator[tuple[str, str]]:
    rules = rules_of(match)
    for game in match.games:
        for place, turn in enumerate(turns(game, rules)):
            if turn.after is None:
                continue
            is_opening = place == 0 and turn.legal and turn.play is not None and game.start.points == START.points
            yield turn.after.id(), opening_text(turn.before, turn.roll.dice, turn.after, rules) if is_opening else ""


def opening_text(before: Position, dice: Dice, after: Position, rules: RuleSet = STANDARD) -> str:
    """Return a roll and the play that leads to a position, the same text for all ways of writing the play."""
    larger, smaller = max(dice.first, dice.second), min(dice.first, dice.second)
    return f"{larger}{smaller} {legal_plays(before, dice, rules)[after].text()}"


def _draughts(match: DraughtsMatch) -> Iterator[tuple[str, str]]:
    for game in match.games:
        for place, move in enumerate(game.moves):
            yield move.after.fen(), move.text if place == 0 else ""
