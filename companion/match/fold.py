"""The only fold of a match of backgammon: ``folded(terms, record, entry) -> record``.

:mod:`companion.record.folding` and :mod:`companion.record.replaying` fold the games, the board and the cube; this
module folds what the table waits for.  Running and resumed sessions use it alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import Dice, Play, RuleSet
from companion.games.backgammon.choices import Opening
from companion.games.backgammon.conduct import ConductOutcome, outcome_of_illegal_play, players_are_told
from companion.games.backgammon.cube import Act, Moment, refusal
from companion.games.backgammon.reading import position_read
from companion.games.rules import Picture, Side, Stack
from companion.match.in_play import CurrentRoll, Finished, MatchInPlay, Wrong, brought_back, with_note
from companion.match.orientation import BoardOrientation
from companion.match.phases import BEFORE_PLAY, OVER, PLAYING, WRONG, Phase
from companion.match.terms import Terms
from companion.record import folding
from companion.record.entries import Entry, Kind, decided_by
from companion.record.facts import (
    CorrectionDemanded,
    GameBegun,
    OfferAnswered,
    Offered,
    PlayCame,
    PointsWon,
    Replaced,
    RollOff,
    RollSource,
    RulingTold,
    TurnAmended,
    TurnWas,
)
from companion.record.folding import with_turn_amended
from companion.record.header import Mode
from companion.record.match import Game, Pass, Placed, Roll
from companion.record.replaying import legal_end, turns
from companion.record.scores import match_winner

_NONE: Final = Stack(0, 0)
_EMPTY: Final[Picture] = dict.fromkeys(range(26), _NONE)


def folded(
    terms: Terms, before: MatchInPlay, entry: Entry, after: Mapping[int, MatchInPlay] | None = None
) -> MatchInPlay:
    """The record after an entry; ``after``: earlier records by entry number, which it may restore.

    Raises :class:`InputError` if the entry does not follow.
    """
    if (back := brought_back(entry, after)) is not None:
        phase = Phase.TRYING if back.phase in PLAYING else back.phase  # it may be another play of the roll by now
        return replace(back, phase=phase, turns=before.turns)
    record = _with_games(terms, before, entry)
    match entry.event, entry.facts:
        case Kind.START, GameBegun(cube=int()):
            return record  # the same start again for a higher stake, after a tie
        case Kind.START, facts:
            return _begun(record, facts if isinstance(facts, GameBegun) else GameBegun())
        case Kind.ROLL, facts:
            return _rolled(terms, record, entry, drawn=isinstance(facts, RollSource) and facts.electronic)
        case Kind.PLAY | Kind.CORRECTED | Kind.STOOD as kind, _:
            last = record.last
            if kind is not Kind.STOOD and entry.dice is not None and (last is None or not last.legal):
                raise InputError(f"{entry.play} is no legal play of {entry.dice} there")
            return to_roll(terms, replace(record, turn=None, wrong=None, resignation=None, moments=before.kept))
        case Kind.ILLEGAL, _:
            return _found_wrong(terms, record, entry)
        case Kind.DOUBLE, _:
            return replace(record, phase=Phase.DOUBLED)
        case Kind.TAKE, _ if before.cube.offer is None:
            raise InputError("nobody has doubled")
        case Kind.TAKE, _:
            return to_roll(terms, record)
        case Kind.RESIGN, Offered(result):
            return replace(record, resignation=(_side(entry), result))
        case Kind.ANSWERED, OfferAnswered():
            return replace(record, resignation=None)
        case Kind.GAME_OVER, PointsWon():
            over = match_winner(terms.length, record.score) is not None
            return replace(record, phase=Phase.MATCH_OVER if over else Phase.GAME_OVER, turn=None, resumes=None)
        case Kind.MATCH_OVER, _ if decided_by(entry) is not None:
            return replace(record, phase=Phase.MATCH_OVER, resumes=None)
        case Kind.UNDO, _:
            return _undone(record)
        case Kind.EDIT, Replaced():
            return _placed(terms, before, record)
        case Kind.EDIT, TurnAmended(turn):
            return _amended(terms, before, record, entry, turn)
        case Kind.EDIT, _:
            return _reread(record, _dice(entry))
        case Kind.NOTE, facts:
            return _with_note(terms, with_note(record, entry), facts)
    return record


# --- the course of a game ------------------------------------------------------------------------


def _with_games(terms: Terms, record: MatchInPlay, entry: Entry) -> MatchInPlay:
    return record.with_games(folding.folded(record.games, entry, terms.length, terms.rules.rules), terms.rules)


def _begun(record: MatchInPlay, facts: GameBegun) -> MatchInPlay:
    seating = BoardOrientation(mirrored=facts.mirrored, swapped=facts.swapped)
    return MatchInPlay(
        Phase.OPENING, games=record.games, position=record.position, cube=record.cube, turns=record.turns,
        seating=seating,
    )  # fmt: skip


def crawford_next(terms: Terms, record: MatchInPlay) -> bool:
    """Whether the game that begins now is the Crawford game."""
    return _with_games(terms, record, Entry(0, 0.0, Kind.START)).crawford


def _rolled(terms: Terms, record: MatchInPlay, entry: Entry, *, drawn: bool) -> MatchInPlay:
    dice, (light, dark) = _dice(entry), record.rolls
    side = record.position.on_roll
    again = bool(record.reserved) and record.reserved[0].same_numbers(dice)
    return replace(
        record,
        phase=Phase.TRYING,
        turn=CurrentRoll(dice, drawn=drawn, t=entry.t, opening=_is_opening(terms, record)),
        wrong=None,
        rolls=Stack(light + (side is Side.LIGHT), dark + (side is Side.DARK)),
        turns=record.turns + 1,
        reserved=record.reserved[1:] if again else record.reserved,
    )


def _is_opening(terms: Terms, record: MatchInPlay) -> bool:
    """Whether the next roll is one die of each player; rolled again in one turn it stays so."""
    if record.turn is not None:
        return record.turn.opening
    return record.phase is Phase.OPENING and terms.rules.rules.opening is Opening.HIGHER_DIE


def _found_wrong(terms: Terms, record: MatchInPlay, entry: Entry) -> MatchInPlay:
    reported = terms.mode is not Mode.RECORDED and players_are_told(terms.rules.rules, asked=False)
    wrong = Wrong.found(entry, reported=reported)
    position = position_read(record.position, {**_EMPTY, **wrong.picture})
    return replace(record, phase=Phase.CORRECTING, wrong=replace(wrong, position=position))


# --- corrections ---------------------------------------------------------------------------------


def _undone(record: MatchInPlay) -> MatchInPlay:
    """The last play is dropped: its roll stands, and so does a roll made since, which is made again."""
    if not record.moments:
        raise InputError("there is no play to take back")
    *earlier, before = record.moments
    phase = before.resumes or before.phase
    return replace(
        before,
        phase=Phase.TRYING if phase in PLAYING | WRONG else phase,
        resumes=None,
        wrong=None,
        games=record.games,
        turns=record.turns,
        reserved=(record.turn.dice, *record.reserved) if record.turn else record.reserved,
        moments=tuple(earlier),
    )


def _placed(terms: Terms, before: MatchInPlay, record: MatchInPlay) -> MatchInPlay:
    """The board was placed by hand; a turn that was being played is void."""
    turn, is_same = record.turn, before.side is record.side
    reserved = (turn.dice, *record.reserved) if turn and is_same else ()
    return to_roll(terms, replace(record, turn=None, wrong=None, resumes=None, moments=before.kept, reserved=reserved))


def _reread(record: MatchInPlay, dice: Dice) -> MatchInPlay:
    """The roll was misread: what was recorded of its play so far is void."""
    if record.turn is None:
        raise InputError("no roll is being played")
    phase = Phase.TRYING if record.phase in PLAYING | WRONG else record.phase
    return replace(record, phase=phase, wrong=None, turn=replace(record.turn, dice=dice, drawn=False))


# --- an earlier turn that was recorded wrongly ----------------------------------------------------


def amended(
    terms: Terms, record: MatchInPlay, turn: int, numbers: tuple[int, int] | None, text: str | None
) -> tuple[TurnAmended, Dice, Play]:
    """An earlier turn of this game as recorded, and its roll and play with another roll or play.

    Raises :class:`InputError` with a sentence if the turn is impossible.
    """
    _, first, last = _moment(record, turn)
    rules = terms.rules.rules
    dice = Dice(*numbers) if numbers else last.dice
    if first.turn is not None and first.turn.drawn and not dice.same_numbers(last.dice):
        raise InputError(f"turn {turn} has an electronic roll, which is final")
    play, end = legal_end(rules, last.before, dice, text or last.play.text())
    if end.winner is not None:
        raise InputError(f"{play.text()} would have ended the game")
    facts = TurnAmended(turn, TurnWas((last.dice.first, last.dice.second), last.play.text()))
    game, place = with_turn_amended(record.games[-1], facts, dice, play)
    _refuse_unplayable(game, place, turn, rules)
    return facts, dice, play


def _moment(record: MatchInPlay, turn: int) -> tuple[int, MatchInPlay, Finished]:
    """The record before a turn of this game was played, by its place among the moments, and what was played."""
    for place, (then, after) in enumerate(pairwise(record.kept)):
        if then.turn is not None and after.last is not None and sum(then.rolls) == turn:
            return place, then, after.last
    raise InputError(f"there is no turn {turn} in this game that was played")


def _refuse_unplayable(game: Game, place: int, turn: int, rules: RuleSet) -> None:
    """Refuses a game in which a turn after the one at that place could not have been played as it was."""
    replayed = {one.index: one for one in turns(game, rules)}
    for index, action in enumerate(game.actions[place + 1 :], place + 1):
        if isinstance(action, Placed | Pass):
            raise InputError("the board was placed by hand since then")
        turn += isinstance(action, Roll)
        if isinstance(action, Roll) and not replayed[index].legal:
            raise InputError(f"turn {turn} could not have been played as it was; set the board back instead")


def _amended(terms: Terms, before: MatchInPlay, record: MatchInPlay, entry: Entry, turn: int) -> MatchInPlay:
    """The record with another roll or play of an earlier turn, and all later turns played on from it."""
    place, first, _ = _moment(before, turn)
    assert first.turn is not None
    first = replace(first, turn=replace(first.turn, dice=_dice(entry)))
    later = (_with_games(terms, one, entry) for one in before.moments[place + 1 :])
    return replace(record, moments=(*before.moments[:place], first, *later))


# --- what is noted -------------------------------------------------------------------------------


def _with_note(terms: Terms, record: MatchInPlay, facts: object) -> MatchInPlay:
    match facts:
        case RollOff(number):
            return replace(record, ties=(*record.ties, number))
        case PlayCame(so_far) if record.phase in PLAYING:
            phase = Phase(so_far)
            if phase not in PLAYING:
                raise InputError(f"a play that is {so_far}")
            return replace(record, phase=phase)
        case RulingTold() if record.wrong is not None:
            outcome = outcome_of_illegal_play(terms.rules.rules, opponent_acted=False)
            chosen = outcome is ConductOutcome.OPPONENT_CHOOSES and record.wrong.position is not None
            phase = Phase.RULED if chosen else Phase.CORRECTING
            return replace(record, phase=phase, wrong=replace(record.wrong, reported=True))
        case CorrectionDemanded():
            return replace(record, phase=Phase.CORRECTING)
    return record


# --- a turn that begins --------------------------------------------------------------------------


def to_roll(terms: Terms, record: MatchInPlay) -> MatchInPlay:
    """The record in which the side on roll is to roll, and may double first where the rules allow it."""
    rolling = replace(record, phase=Phase.ROLLING)
    doubles = refusal(Act.DOUBLE, rolling.position.on_roll, rolling.cube, moment_of(terms, rolling), terms.rules.rules)
    return rolling if doubles is not None else replace(rolling, phase=Phase.MAY_DOUBLE)


def moment_of(terms: Terms, record: MatchInPlay) -> Moment:
    """The conditions of a cube action besides the cube."""
    return Moment(
        on_roll=None if record.phase in BEFORE_PLAY else record.position.on_roll,
        rolled=record.phase in PLAYING | WRONG,
        rolls=record.rolls,
        money=terms.money,
        crawford=record.crawford,
        post_crawford=record.crawford_played and not record.crawford,
        over=record.phase in OVER,
    )


def _dice(entry: Entry) -> Dice:
    assert entry.dice is not None, "it has no dice"
    return Dice(*entry.dice)


def _side(entry: Entry) -> Side:
    assert entry.side is not None, "it has no side"
    return entry.side
