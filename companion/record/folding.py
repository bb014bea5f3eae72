"""Folds a journal into the match it tells: what the journal says is the match.

How the entries of a turn come, in order:

* ``start``: a game begins; ``position`` is where it begins from.
* ``roll`` (side, dice), thrown again where it follows an unplayed one of the same side, then ``play``
  (side, dice, play).  A dance is the play ``Cannot Move`` or an empty one.  ``details`` with
  ``uncertain`` true: the likeliest play, because nobody could tell.
* ``illegal`` (side, dice, reason), then either ``corrected`` (side, dice, play), which is the play
  that counts, or ``stood`` (side, dice, play as it was done, legal or not; no play where the checkers'
  ways cannot be told).
* ``edit`` (side, dice): the standing roll was misread and reads so.
* ``asked``, then ``answered``, then the ``play`` that follows from it.
* ``double`` (side, ``details`` with the value offered), then ``take`` or ``drop`` (side of who answers).
* ``game_over`` (side of the winner, ``details`` with the points).
* ``undo``: the last play, and the end of the game where it brought that, is taken back; its roll
  stands, and whatever was rolled since is told again when its turn comes.

All other entries tell nothing about the written match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.events import Entry, Kind
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import START, Position
from companion.games.rules import Side
from companion.record.journal import Header
from companion.record.match import Double, Drop, Game, Match, Roll, Standing, Take, Win
from companion.record.scores import is_crawford, score_after


def match_from_entries(header: Header, entries: Iterable[Entry]) -> Match:
    """The match that a journal tells.

    Raises :class:`companion.errors.InputError` where an entry's dice, play or position cannot be read.
    """
    games: tuple[Game, ...] = ()
    for entry in entries:
        games = _told(header.length, games, entry)
    if len(games) > 1 and not games[-1].actions:
        games = games[:-1]  # set up for another game that was never begun
    date = header.started[:10].replace("-", ".")
    return Match(header.names, header.length, games, header.rules, {"EventDate": date})


def _told(length: int, games: tuple[Game, ...], entry: Entry) -> tuple[Game, ...]:
    match entry.event:
        case Kind.START:
            return _begun(length, games, entry)
        case Kind.ROLL | Kind.PLAY | Kind.CORRECTED | Kind.STOOD | Kind.DOUBLE | Kind.TAKE | Kind.DROP:
            # A record that opens without a start is one from the usual position.
            games = games if games and games[-1].win is None else _begun(length, games, entry)
        case Kind.EDIT | Kind.UNDO | Kind.GAME_OVER if games:
            pass
        case _:
            return games
    return (*games[:-1], _acted(games[-1], entry))


def _begun(length: int, games: tuple[Game, ...], entry: Entry) -> tuple[Game, ...]:
    if games and not games[-1].actions and games[-1].win is None:
        games = games[:-1]  # set up anew before the first roll
    score = score_after(games[-1]) if games else (0, 0)
    crawford = is_crawford(length, score, [game.score for game in games])
    start = START
    if entry.event is Kind.START and entry.position is not None:
        start = Position.from_id(entry.position, entry.side or Side.LIGHT)
    return (*games, Game(score, crawford=crawford, start=start))


def _acted(game: Game, entry: Entry) -> Game:
    details = entry.details or {}
    match entry.event:
        case Kind.ROLL:
            return _played(game, Roll(_side(entry), _dice(entry), None))
        case Kind.PLAY | Kind.CORRECTED:
            standing = Standing.UNCERTAIN if details.get("uncertain") else Standing.LEGAL
            return _played(game, Roll(_side(entry), _dice(entry), Play.from_text(entry.play or ""), standing))
        case Kind.STOOD:
            play = None if entry.play is None else Play.from_text(entry.play)
            return _played(game, Roll(_side(entry), _dice(entry), play, Standing.ILLEGAL))
        case Kind.DOUBLE:
            return _with(game, Double(_side(entry), _number(details, "value", 2 * _cube(game))))
        case Kind.TAKE:
            return _with(game, Take(_side(entry)))
        case Kind.DROP:
            return _with(game, Drop(_side(entry)))
        case Kind.GAME_OVER:
            return replace(game, win=Win(_side(entry), _number(details, "points", _cube(game))))
        case Kind.EDIT:
            return _roll_read_anew(game, entry)
        case Kind.UNDO:
            return _taken_back(game)
    return game


def _with(game: Game, action: Roll | Double | Take | Drop) -> Game:
    return replace(game, actions=(*game.actions, action))


def _played(game: Game, played: Roll) -> Game:
    match game.actions:
        case (*before, Roll(side=side, play=None)) if side is played.side:
            return replace(game, actions=(*before, played))
    return _with(game, played)


def _roll_read_anew(game: Game, entry: Entry) -> Game:
    match game.actions:
        case (*before, Roll(play=None) as roll) if entry.dice is not None and entry.side is roll.side:
            return replace(game, actions=(*before, replace(roll, dice=_dice(entry))))
    return game


def _taken_back(game: Game) -> Game:
    actions = list(game.actions)
    while actions and not _is_played(actions[-1]):
        actions.pop()
    if actions and isinstance(last := actions[-1], Roll):
        actions[-1] = replace(last, play=None, standing=Standing.LEGAL)
    return replace(game, actions=tuple(actions), win=None)


def _is_played(action: Roll | Double | Take | Drop) -> bool:
    return isinstance(action, Roll) and (action.play is not None or action.standing is Standing.ILLEGAL)


def _cube(game: Game) -> int:
    offered = [action.value for action in game.actions if isinstance(action, Double)]
    dropped = any(isinstance(action, Drop) for action in game.actions)
    return offered[-1] // (1 + dropped) if offered else 1


def _side(entry: Entry) -> Side:
    assert entry.side is not None, f"entry {entry.n} ({entry.event.value}) has no side"
    return entry.side


def _dice(entry: Entry) -> Dice:
    assert entry.dice is not None, f"entry {entry.n} ({entry.event.value}) has no dice"
    return Dice(*entry.dice)


def _number(details: Mapping[str, object], key: str, otherwise: int) -> int:
    value = details.get(key, otherwise)
    return value if isinstance(value, int) else otherwise
