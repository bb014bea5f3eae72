"""Writes a match as the entries of a journal: the inverse of :mod:`companion.record.folding`, for either game.

The times of the entries are all 0: a written match has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from typing import Final, assert_never

from companion.games.backgammon.explain import explain, picture_of
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side
from companion.record.draughts import DraughtsGame, DraughtsMatch, Played
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    ACCEPTED,
    REFUSED,
    CubeTurned,
    FinalScore,
    GameBegun,
    GameScored,
    OfferAnswered,
    Offered,
    PlayMade,
    PointsWon,
    Replaced,
)
from companion.record.match import (
    Accept,
    Action,
    Double,
    Drop,
    Game,
    Match,
    MatchScore,
    Pass,
    Placed,
    Refuse,
    Resign,
    Roll,
    Take,
)
from companion.record.recorded import AnyMatch
from companion.record.replaying import ReplayedTurn, rules_of, turns
from companion.record.scores import score_after, winner_after
from companion.record.table import tables

_DOES_NOT_FIT: Final = "does-not-fit"
"""The reason of an illegal play that cannot be carried out on the board."""


def entries_of(match: AnyMatch) -> tuple[Entry, ...]:
    """Return the entries that fold to a match, numbered from 1, as far as the journal can express it."""
    unfolded = _draughts(match) if isinstance(match, DraughtsMatch) else _backgammon(match)
    return tuple(replace(entry, n=n) for n, entry in enumerate(unfolded, start=1))


def _entry(event: Kind, side: Side | None = None, **said: object) -> Entry:
    return Entry(0, 0.0, event, side=side, **said)  # type: ignore[arg-type]


# --- backgammon ----------------------------------------------------------------------------------


def _backgammon(match: Match) -> Iterator[Entry]:
    rules = rules_of(match)
    for number, game in enumerate(match.games, start=1):
        yield _begun(number, game)
        known = {turn.index: turn for turn in turns(game, rules)}
        stood: ReplayedTurn | None = None
        for index, (action, table) in enumerate(zip(game.actions, tables(game), strict=False)):
            turn, after = known.get(index), game.actions[index + 1 : index + 2]
            if stood is not None and isinstance(action, Placed):
                stood = None  # written with the play before it
                continue
            stood = turn if turn is not None and turn.play is None and not turn.legal else None
            match action:
                case Roll():
                    yield from _rolled(action, turn, after, rules)
                case Double(side=side, value=value):
                    offer = table.cube.turn(side).offer
                    act = offer.act.value if offer is not None else ""
                    facts = CubeTurned(value, beaver=act == "beaver", raccoon=act == "raccoon")
                    yield _entry(Kind.DOUBLE, side, facts=facts)
                case _:
                    yield _acted(action)
        yield from _ended(match, game)


def _begun(number: int, game: Game) -> Entry:
    facts = GameBegun(number, game.score, game.crawford, cube=game.cube if game.cube != 1 else None)
    return _entry(Kind.START, game.start.on_roll, position=game.start.id(), facts=facts)


def _rolled(roll: Roll, turn: ReplayedTurn | None, after: tuple[Action, ...], rules: RuleSet) -> Iterator[Entry]:
    dice = (roll.dice.first, roll.dice.second)
    before = turn.before.id() if turn is not None else None
    yield _entry(Kind.ROLL, roll.side, dice=dice, position=before)
    end = turn.after.id() if turn is not None and turn.after is not None else None
    match roll.standing, roll.play, after:
        case MatchScore.ILLEGAL, None, (Placed(position=position),):
            yield _entry(Kind.STOOD, roll.side, dice=dice, position=position.id(), reason=_DOES_NOT_FIT)
        case MatchScore.ILLEGAL, play, _:
            text = play.text() if play is not None else None
            yield _entry(Kind.STOOD, roll.side, dice=dice, play=text, position=end, reason=_reason(turn, rules))
        case _, None, _:
            pass
        case standing, play, _:
            facts = PlayMade(uncertain=True) if standing is MatchScore.UNCERTAIN else None
            yield _entry(Kind.PLAY, roll.side, dice=dice, play=play.text(), position=end, facts=facts)


def _reason(turn: ReplayedTurn | None, rules: RuleSet) -> str:
    if turn is None or turn.after is None:
        return _DOES_NOT_FIT
    why = explain(turn.before, turn.roll.dice, picture_of(turn.after), rules)
    return why.reason.value if why is not None else _DOES_NOT_FIT


def _acted(action: Pass | Placed | Take | Drop | Resign | Accept | Refuse) -> Entry:
    match action:
        case Pass(side=side):
            return _entry(Kind.PLAY, side)
        case Placed(position=position):
            return _entry(Kind.EDIT, position.on_roll, position=position.id(), facts=Replaced(placed=True))
        case Take(side=side):
            return _entry(Kind.TAKE, side)
        case Drop(side=side):
            return _entry(Kind.DROP, side)
        case Resign(side=side, result=result):
            return _entry(Kind.RESIGN, side, facts=Offered(result))
        case Accept(side=side):
            return _entry(Kind.ANSWERED, side, facts=OfferAnswered(ACCEPTED))
        case Refuse(side=side):
            return _entry(Kind.ANSWERED, side, facts=OfferAnswered(REFUSED))
    assert_never(action)


def _ended(match: Match, game: Game) -> Iterator[Entry]:
    if game.win is None:
        return
    score = score_after(game)
    if game.win.cause.decides_match:
        yield _entry(Kind.MATCH_OVER, game.win.side, reason=game.win.cause.value, facts=FinalScore(score))
        return
    yield _entry(Kind.GAME_OVER, game.win.side, facts=PointsWon(game.win.points, score, cause=game.win.cause))
    if (winner := winner_after(match.length, game)) is not None:
        yield _entry(Kind.MATCH_OVER, winner, facts=FinalScore(score))


# --- draughts ------------------------------------------------------------------------------------


def _draughts(match: DraughtsMatch) -> Iterator[Entry]:
    points = accumulate((game.points for game in match.games), _added, initial=(0, 0))
    for number, (game, before) in enumerate(zip(match.games, points, strict=False), start=1):
        facts = GameBegun(number, before, swapped=game.exchanged)
        yield _entry(Kind.START, position=game.start.fen(), facts=facts)
        yield from _moved(game)
        if game.outcome is not None:
            scored = GameScored(game.outcome.why, _added(before, game.points))
            yield _entry(Kind.GAME_OVER, game.outcome.winner, facts=scored)


def _moved(game: DraughtsGame) -> Iterator[Entry]:
    for act in game.acts:
        if isinstance(act, Played):
            yield _entry(Kind.PLAY, act.side, play=act.text, position=act.after.fen())
        else:
            yield _entry(Kind.EDIT, act.after.to_move, position=act.after.fen(), facts=Replaced(placed=True))


def _added(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]
