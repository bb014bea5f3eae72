"""What is on record, and awaited, after an entry: ``told(terms, record, entry) -> record``.

The games of the match, their scores and how they ended are told by :mod:`companion.record.folding`; here is what lies
on the board, and what the table waits for.  The running session folds each entry as it appends it, and so does a match
that is resumed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.errors import InputError
from companion.games.backgammon import Dice, Play, Position, RuleSet
from companion.games.backgammon.choices import Opening
from companion.games.backgammon.conduct import ConductOutcome, outcome_of_illegal_play, players_are_told
from companion.games.backgammon.cube import Act, Cube, Moment, refusal
from companion.games.backgammon.position import CHECKERS
from companion.games.backgammon.reading import literal_play, position_read
from companion.games.rules import Picture, Side, Stack
from companion.match.in_play import CurrentRoll, Finished, MatchInPlay, Wrong, brought_back, noted
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
    PlayMade,
    PointsWon,
    Replaced,
    RollOff,
    RollSource,
    RulingTold,
    TurnAmended,
    TurnWas,
)
from companion.record.journal import Mode
from companion.record.match import Game
from companion.record.replaying import legal_end
from companion.record.scores import match_winner

_GOES_ON: Final = (Kind.PLAY, Kind.CORRECTED, Kind.STOOD)
"""With these the game has gone on, and a resignation that nobody has answered is none any more."""
_NONE: Final = Stack(0, 0)
_EMPTY: Final[Picture] = dict.fromkeys(range(26), _NONE)


def told(
    terms: Terms, record: MatchInPlay, entry: Entry, after: Mapping[int, MatchInPlay] | None = None
) -> MatchInPlay:
    """Return the record after an entry; ``after``: records after earlier ones, by number, that may be restored.

    Raises :class:`InputError` if the entry does not follow.
    """
    if (back := brought_back(entry, after)) is not None:
        return _restored(back, record)
    resignation = None if entry.event in _GOES_ON else record.resignation
    record = replace(record, games=_games(terms, record, entry), resignation=resignation)
    match entry.event, entry.facts:
        case Kind.START, GameBegun(cube=int()):
            return record  # the same start again, for a higher stake: the tie before it has told
        case Kind.START, facts:
            return _begun(record, facts if isinstance(facts, GameBegun) else GameBegun())
        case Kind.ROLL, facts:
            return _rolled(terms, record, entry, drawn=isinstance(facts, RollSource) and facts.electronic)
        case Kind.PLAY, _ if entry.dice is None:
            position = replace(record.position, on_roll=_side(entry).other)
            return to_roll(terms, record, position=position, turn=None, moments=record.kept)
        case Kind.PLAY | Kind.CORRECTED, facts:
            return _played(terms, record, entry, sure=not (isinstance(facts, PlayMade) and facts.uncertain))
        case Kind.ILLEGAL, _:
            return _found_wrong(terms, record, entry)
        case Kind.STOOD, _:
            return _stood(terms, record, entry)
        case Kind.DOUBLE, _:
            return replace(record, phase=Phase.DOUBLED, cube=record.cube.turn(_side(entry)))
        case Kind.TAKE, _:
            return to_roll(terms, record, cube=record.cube.take())
        case Kind.DROP, _:
            return replace(record, cube=record.cube.drop())
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
            return _placed(terms, record, Position.from_id(str(entry.position), _side(entry)))
        case Kind.EDIT, TurnAmended(turn):
            dice = (entry.dice[0], entry.dice[1]) if entry.dice else None
            return amended(record, turn, dice, entry.play, terms.rules.rules).record
        case Kind.EDIT, _:
            return _reread(record, _dice(entry), _side(entry))
        case Kind.NOTE, facts:
            return _noted(terms, noted(record, entry), facts)
    return record


# --- the course of a game ------------------------------------------------------------------------


def _games(terms: Terms, record: MatchInPlay, entry: Entry) -> tuple[Game, ...]:
    return folding.told(record.games, entry, terms.length, terms.rules.rules)


def _begun(record: MatchInPlay, facts: GameBegun) -> MatchInPlay:
    seating = BoardOrientation(mirrored=facts.mirrored, swapped=facts.swapped)
    return MatchInPlay(Phase.OPENING, games=record.games, turns=record.turns, seating=seating)


def crawford_next(terms: Terms, record: MatchInPlay) -> bool:
    """Whether the game that begins now is the Crawford game."""
    return _games(terms, record, Entry(0, 0.0, Kind.START))[-1].crawford


def stake(terms: Terms, ties: int) -> Cube:
    """The cube at the start, after so many equal opening rolls."""
    return Cube.at_start(terms.rules.rules, ties=ties, money=terms.money)


def _rolled(terms: Terms, record: MatchInPlay, entry: Entry, *, drawn: bool) -> MatchInPlay:
    side, dice, (light, dark) = _side(entry), _dice(entry), record.rolls
    again = bool(record.reserved) and record.reserved[0].same_numbers(dice)
    return replace(
        record,
        phase=Phase.TRYING,
        position=replace(record.position, on_roll=side),
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


def _played(terms: Terms, record: MatchInPlay, entry: Entry, *, sure: bool) -> MatchInPlay:
    before, dice = record.position, _dice(entry)
    lies = Position.from_id(str(entry.position), before.on_roll.other)
    found = terms.rules.legal_ends(before, dice)
    end = next((one for one in found if one.points == lies.points and one.bar == lies.bar), None)
    if end is None:
        raise InputError(f"{entry.play} is no legal play of {entry.dice} there")
    play, written = found[end], Play.from_text(entry.play or "").text()
    if play.text() != written:  # the same end by other moves
        play, _ = legal_end(terms.rules.rules, before, dice, written)
    last = Finished(before, before.on_roll, dice, play, sure=sure)
    return to_roll(
        terms, record, position=end, turn=None, wrong=None, last=last, borne_off=borne_off(record, end),
        moments=record.kept,
    )  # fmt: skip


def _found_wrong(terms: Terms, record: MatchInPlay, entry: Entry) -> MatchInPlay:
    told = terms.mode is not Mode.RECORDED and players_are_told(terms.rules.rules, asked=False)
    wrong = Wrong.found(entry, told=told)
    lies = position_read(record.position, {**_EMPTY, **wrong.picture})
    return replace(record, phase=Phase.CORRECTING, wrong=replace(wrong, position=lies))


def _stood(terms: Terms, record: MatchInPlay, entry: Entry) -> MatchInPlay:
    before, side = record.position, record.position.on_roll
    end = Position.from_id(str(entry.position), side.other)
    play = literal_play(before, end, side) or Play()
    return to_roll(
        terms, record, position=end, turn=None, wrong=None, moments=record.kept,
        last=Finished(before, side, _dice(entry), play, legal=False),
    )  # fmt: skip


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


def _restored(before: MatchInPlay, record: MatchInPlay) -> MatchInPlay:
    """An earlier record again: what lies on the board may be another play of its roll by now."""
    phase = Phase.TRYING if before.phase in PLAYING else before.phase
    return replace(before, phase=phase, turns=record.turns)


def _placed(terms: Terms, record: MatchInPlay, position: Position) -> MatchInPlay:
    """The board was placed by hand; a turn that was being played is void."""
    was, turn = record.position, record.turn
    absent = (CHECKERS - was.checkers(side) - was.off.of(side) for side in Side)
    off = Stack(*(max(0, position.off.of(side) - gone) for side, gone in zip(Side, absent, strict=True)))
    return to_roll(
        terms, record, position=replace(position, off=off), turn=None, borne_off=off, wrong=None, last=None,
        resumes=None, cube=replace(record.cube, offer=None), moments=record.kept,
        reserved=(turn.dice, *record.reserved) if turn and was.on_roll is position.on_roll else (),
    )  # fmt: skip


def _reread(record: MatchInPlay, dice: Dice, side: Side) -> MatchInPlay:
    """The roll was misread: what was recorded of its play so far is void."""
    if record.turn is None:
        raise InputError("no roll is being played")
    phase = Phase.TRYING if record.phase in PLAYING | WRONG else record.phase
    position, turn = replace(record.position, on_roll=side), replace(record.turn, dice=dice, drawn=False)
    return replace(record, phase=phase, position=position, wrong=None, turn=turn)


# --- an earlier turn that was recorded wrongly ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Amendment:
    """The record after it, the turn as it should be, and as it was recorded until now."""

    record: MatchInPlay
    dice: Dice
    play: Play
    was: TurnWas


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


# --- what is noted -------------------------------------------------------------------------------


def _noted(terms: Terms, record: MatchInPlay, facts: object) -> MatchInPlay:
    match facts:
        case RollOff(number):
            ties = (*record.ties, number)
            return replace(record, ties=ties, cube=stake(terms, len(ties)))
        case PlayCame(so_far) if record.phase in PLAYING:
            phase = Phase(so_far)
            if phase not in PLAYING:
                raise InputError(f"a play that is {so_far}")
            return replace(record, phase=phase)
        case RulingTold() if record.wrong is not None:
            outcome = outcome_of_illegal_play(terms.rules.rules, opponent_acted=False)
            chosen = outcome is ConductOutcome.OPPONENT_CHOOSES and record.wrong.position is not None
            phase = Phase.RULED if chosen else Phase.CORRECTING
            return replace(record, phase=phase, wrong=replace(record.wrong, told=True))
        case CorrectionDemanded():
            return replace(record, phase=Phase.CORRECTING)
    return record


# --- a turn that begins --------------------------------------------------------------------------


def to_roll(terms: Terms, record: MatchInPlay, **changes: Any) -> MatchInPlay:
    """The record in which the side on roll is to throw, and may double first where the rules allow it."""
    thrown = replace(record, phase=Phase.ROLLING, **changes)
    doubles = refusal(Act.DOUBLE, thrown.position.on_roll, thrown.cube, moment_of(terms, thrown), terms.rules.rules)
    return thrown if doubles is not None else replace(thrown, phase=Phase.MAY_DOUBLE)


def moment_of(terms: Terms, record: MatchInPlay) -> Moment:
    """What an act with the cube depends on besides the cube."""
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
