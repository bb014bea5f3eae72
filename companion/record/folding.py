"""What an entry of a journal does to the games of a match: the journal defines the match.

The entries of a turn, in order:

* ``start``: a game begins; ``position`` is where it begins from.  :class:`GameBegun` with ``cube``: the stake,
  after equal opening rolls have doubled it.  A start that follows a start replaces it.
* ``roll`` (side, dice), rolled again if it follows an unplayed one of the same side, then ``play``
  (side, dice, play).  A dance is the play ``Cannot Move`` or an empty one.  :class:`PlayMade`:
  whether it is the likeliest play, because nobody could tell.
* ``illegal`` (side, dice, reason), then either ``corrected`` (side, dice, play), which is the play
  that counts, or ``stood`` (side, dice, play as it was done, legal or not).  If the moves of the checkers
  are unknown, ``stood`` has no play, and its ``position`` gives the board.
* ``play`` with neither dice nor play: the player is closed out and has not rolled; an unplayed roll before
  it does not count.
* ``edit`` (side, dice): the current roll was misread and is corrected.  :class:`TurnAmended`: it corrects
  the roll of that number in the game, and its play.  Neither dice nor play: the board was placed by
  hand as ``position`` says, ``side`` to play; a roll that was not played is void.
* ``asked``, then ``answered``, then the ``play`` that follows from it.
* ``double`` (side, :class:`CubeTurned`), then ``take`` or ``drop`` (side of the one who answers);
  a double of the other side instead is a beaver.
* ``resign`` (side, :class:`Offered`), then ``answered`` (side of who answers, :class:`OfferAnswered`).
* ``game_over`` (side of the winner, :class:`PointsWon`).  One that follows another counts
  instead: the players have changed the result that was proposed.
* ``match_over`` (side of the winner, the score).  With a ``reason`` (:func:`decided_by`) it ends the game too: the
  match is decided otherwise than by points.
* ``undo``: the last play, and the end of the game if it brought that, is taken back; its roll
  is current again, and whatever was rolled since is reported again when its turn comes.  A board that was
  placed by hand since is taken back instead.
* ``restored`` (:class:`RestoredTo` an entry): a change of the record is undone, whatever it was:
  the match is again as it was after that entry.

All other entries do not affect the written match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import CHECKERS, START, Position
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.record.entries import Entry, Kind, decided_by
from companion.record.facts import (
    CubeTurned,
    GameBegun,
    OfferAnswered,
    Offered,
    PlayMade,
    PointsWon,
    TurnAmended,
    TurnWas,
)
from companion.record.match import (
    Accept,
    Action,
    Cause,
    Double,
    Drop,
    Game,
    MatchScore,
    Pass,
    Placed,
    Refuse,
    Resign,
    Roll,
    Take,
    Win,
)
from companion.record.scores import is_crawford, score_after, win_of_match
from companion.record.table import table_of

_NONE: Final = Stack(0, 0)


def folded(games: tuple[Game, ...], entry: Entry, length: int, rules: RuleSet) -> tuple[Game, ...]:
    """Return the games after one more entry; what is restored comes back in :class:`companion.record.recorded.Fold`."""
    match entry.event:
        case Kind.START:
            return _begun(games, entry, length, rules)
        case Kind.ROLL | Kind.PLAY | Kind.CORRECTED | Kind.STOOD | Kind.DOUBLE | Kind.TAKE | Kind.DROP | Kind.RESIGN:
            # A record without a start begins from the usual position.
            games = games if games and games[-1].win is None else _begun(games, entry, length, rules)
        case Kind.UNDO if len(games) > 1 and games[-1].is_decided_before_play:
            games = games[:-1]
        case Kind.EDIT | Kind.UNDO | Kind.GAME_OVER | Kind.ANSWERED if games:
            pass
        case Kind.MATCH_OVER if (cause := decided_by(entry)) is not None:
            return _decided(games, entry, cause, length, rules)
        case _:
            return games
    return (*games[:-1], _acted(games[-1], entry))


def _begun(games: tuple[Game, ...], entry: Entry, length: int, rules: RuleSet) -> tuple[Game, ...]:
    if games and games[-1].untouched:
        games = games[:-1]  # set up again before the first roll
    score = score_after(games[-1]) if games else (0, 0)
    crawford = rules.crawford and is_crawford(length, score, [game.score for game in games])
    start, cube = START, 1
    if entry.event is Kind.START:
        cube = (isinstance(entry.facts, GameBegun) and entry.facts.cube) or cube
        if entry.position is not None:
            # Nobody has borne off a checker before the game begins: a player with fewer than 15 plays with fewer.
            start = replace(Position.from_id(entry.position, entry.side or Side.LIGHT), off=_NONE)
    return (*games, Game(score, crawford=crawford, start=start, cube=cube))


def _decided(games: tuple[Game, ...], entry: Entry, cause: Cause, length: int, rules: RuleSet) -> tuple[Game, ...]:
    """The match is decided otherwise than by points: in the game that is played, or before another one has begun."""
    games = games if games and games[-1].win is None else _begun(games, entry, length, rules)
    *earlier, last = games
    return (*earlier, replace(last, win=win_of_match(length, last.score, _side(entry), cause)))


def _acted(game: Game, entry: Entry) -> Game:
    facts = entry.facts
    match entry.event:
        case Kind.ROLL:
            return _played(game, Roll(_side(entry), _dice(entry), None))
        case Kind.PLAY if entry.dice is None:
            return _played(game, Pass(_side(entry)))
        case Kind.PLAY | Kind.CORRECTED:
            uncertain = isinstance(facts, PlayMade) and facts.uncertain
            standing = MatchScore.UNCERTAIN if uncertain else MatchScore.LEGAL
            return _played(game, Roll(_side(entry), _dice(entry), Play.from_text(entry.play or ""), standing))
        case Kind.STOOD:
            return _stood(game, entry)
        case Kind.DOUBLE:
            offer = table_of(game).cube.turn(_side(entry)).offer
            assert offer is not None
            return _with(game, Double(_side(entry), facts.value if isinstance(facts, CubeTurned) else offer.value))
        case Kind.TAKE:
            return _with(game, Take(_side(entry)))
        case Kind.DROP:
            return _with(game, Drop(_side(entry)))
        case Kind.RESIGN:
            return _with(game, Resign(_side(entry), facts.result if isinstance(facts, Offered) else Result.SINGLE))
        case Kind.ANSWERED if isinstance(facts, OfferAnswered):
            side = _side(entry)
            return _with(game, Accept(side) if facts.accepted else Refuse(side))
        case Kind.GAME_OVER:
            won = facts if isinstance(facts, PointsWon) else PointsWon(table_of(game).cube.value)
            return replace(game, win=Win(_side(entry), won.points, won.cause))
        case Kind.EDIT if isinstance(facts, TurnAmended):
            return with_turn_amended(game, facts, _dice(entry), Play.from_text(entry.play or ""))[0]
        case Kind.EDIT if entry.dice is None:
            return _placed(game, entry)
        case Kind.EDIT:
            return _roll_corrected(game, entry)
        case Kind.UNDO:
            return _taken_back(game, entry)
    return game


def _with(game: Game, action: Action) -> Game:
    return replace(game, actions=(*game.actions, action))


def _played(game: Game, played: Roll | Pass) -> Game:
    match game.actions:
        case (*before, Roll(side=side, play=None)) if side is played.side:
            return replace(game, actions=(*before, played))
        case (*before, Roll(side=side, play=None), Resign() as offered, Refuse() as refused) if side is played.side:
            # Offered between the roll and its play, and refused: the turn is written as one.
            return replace(game, actions=(*before, offered, refused, played))
    return _with(game, played)


def _stood(game: Game, entry: Entry) -> Game:
    side, dice = _side(entry), _dice(entry)
    if entry.play is not None or entry.position is None:
        play = None if entry.play is None else Play.from_text(entry.play)
        return _played(game, Roll(side, dice, play, MatchScore.ILLEGAL))
    position = _in_play(game, Position.from_id(entry.position, side.other))
    return _with(_played(game, Roll(side, dice, None, MatchScore.ILLEGAL)), Placed(position))


def _roll_corrected(game: Game, entry: Entry) -> Game:
    match game.actions:
        case (*before, Roll(play=None) as roll):
            return replace(game, actions=(*before, replace(roll, side=_side(entry), dice=_dice(entry))))
    return game


def with_turn_amended(game: Game, meant: TurnAmended, dice: Dice, play: Play) -> tuple[Game, int]:
    """Return the game with another roll and play of the turn of that number, from 1, and its place among the actions.

    Where there is no such turn the game stays as it is, and the place is its end.  Void rolls, which count, are not
    written, so the turn may stand before.
    """
    rolls = [(place, action) for place, action in enumerate(game.actions) if isinstance(action, Roll)]
    counted = rolls[: max(meant.turn, 0)]
    found = [one for one in counted if _is_as_recorded(one[1], meant.was)] or counted[meant.turn - 1 :]
    if not found:
        return game, len(game.actions)
    place, roll = found[-1]
    actions = (*game.actions[:place], Roll(roll.side, dice, play), *game.actions[place + 1 :])
    return replace(game, actions=actions), place


def _is_as_recorded(roll: Roll, was: TurnWas | None) -> bool:
    if was is None or was.play is None:
        return False
    return roll.dice.same_numbers(Dice(*was.dice)) and roll.play == Play.from_text(was.play)


def _placed(game: Game, entry: Entry) -> Game:
    """The board was placed by hand; a roll that was not played is void."""
    assert entry.position is not None
    match game.actions:
        case (*before, Roll(play=None, standing=MatchScore.LEGAL)):
            game = replace(game, actions=tuple(before))
    return _with(game, Placed(_in_play(game, Position.from_id(entry.position, _side(entry)))))


def _in_play(game: Game, position: Position) -> Position:
    """A position of a game in which a side may play with fewer than fifteen checkers."""
    missing = [CHECKERS - game.start.checkers(one) for one in Side]
    return replace(position, off=Stack(position.off.light - missing[0], position.off.dark - missing[1]))


def _taken_back(game: Game, entry: Entry) -> Game:
    actions = list(game.actions)
    while actions and not _is_played(actions[-1]) and not _is_by_hand(actions):
        actions.pop()
    match actions:
        case [*before, Placed()]:
            roll = () if entry.dice is None else (Roll(_side(entry), _dice(entry), None),)
            actions = [*before, *roll]
        case [*_, Roll() as last]:
            actions[-1] = replace(last, play=None, standing=MatchScore.LEGAL)
        case [*_, Pass()]:
            actions.pop()
    return replace(game, actions=tuple(actions), win=None)


def _is_played(action: Action) -> bool:
    if isinstance(action, Roll):
        return action.play is not None or action.standing is MatchScore.ILLEGAL
    return isinstance(action, Pass)


def _is_by_hand(actions: Sequence[Action]) -> bool:
    """Whether the last action is a position set by hand, not the board after an illegal play that stood."""
    match actions:
        case [*_, Roll(play=None, standing=MatchScore.ILLEGAL), Placed()]:
            return False
        case [*_, Placed()]:
            return True
    return False


def _side(entry: Entry) -> Side:
    assert entry.side is not None, f"entry {entry.n} ({entry.event.value}) has no side"
    return entry.side


def _dice(entry: Entry) -> Dice:
    assert entry.dice is not None, f"entry {entry.n} ({entry.event.value}) has no dice"
    return Dice(*entry.dice)
