"""Reviews a recorded match turn by turn: roll, play, board, and every entry about the turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.cube import CENTRED, Cube
from companion.games.backgammon.match_id import MOST_POINTS
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.record.archive import disputed
from companion.record.entries import Entry, Kind
from companion.record.journal import Header, Mode
from companion.record.match import Game, Match, MatchScore, Roll
from companion.record.places import Place, Places
from companion.record.recorded import match_from_entries
from companion.record.replaying import rules_of, turns
from companion.record.table import tables


class ReviewMark(Enum):
    """The marks of a turn, the most important first."""

    DISPUTED = "disputed"
    ILLEGAL = "illegal"
    STOOD = "stood"
    CORRECTED = "corrected"
    EDITED = "edited"
    UNCERTAIN = "uncertain"
    UNDONE = "undone"
    ASKED = "asked"
    EARLY = "early"
    DOUBLED = "doubled"


_MARKS: Final[Mapping[Kind, ReviewMark]] = {
    Kind.ILLEGAL: ReviewMark.ILLEGAL,
    Kind.STOOD: ReviewMark.STOOD,
    Kind.CORRECTED: ReviewMark.CORRECTED,
    Kind.EDIT: ReviewMark.EDITED,
    Kind.UNDO: ReviewMark.UNDONE,
    Kind.RESTORED: ReviewMark.UNDONE,
    Kind.ASKED: ReviewMark.ASKED,
    Kind.PREMATURE: ReviewMark.EARLY,
    Kind.DOUBLE: ReviewMark.DOUBLED,
}
_RULINGS: Final = frozenset(
    {ReviewMark.ILLEGAL, ReviewMark.STOOD, ReviewMark.CORRECTED, ReviewMark.ASKED, ReviewMark.UNCERTAIN}
)
"""Marks that show the referee's ruling on a play."""
_PLAIN: Final = frozenset(
    {Kind.ROLL, Kind.PLAY, Kind.DOUBLE, Kind.TAKE, Kind.DROP, Kind.EDIT, Kind.UNDO, Kind.RESTORED}
)


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One turn of a game.

    ``number``: counted by rolls in the game, from 1; ``counted``: the same by rolls over the match, several if a
    roll was reported again; they name the pictures.  ``play``: in standard notation, None if none is on record.
    ``before`` and ``after``: None if the position is unknown.  ``xgid``: the position with its roll.
    ``cube``: before the roll.
    ``entries``: everything about it, in order.
    """

    number: int
    counted: tuple[int, ...]
    side: Side
    dice: Dice
    play: str | None
    before: Position | None
    after: Position | None
    marks: tuple[ReviewMark, ...]
    entries: tuple[Entry, ...]
    cube: Cube = CENTRED
    xgid: str | None = None


@dataclass(frozen=True, slots=True)
class GameReview:
    """One game of a match: ``number`` from 1; ``opening``: the entries before its first roll."""

    number: int
    game: Game
    turns: tuple[TurnReview, ...]
    opening: tuple[Entry, ...]


def is_sealed(header: Header, *, over: bool) -> bool:
    """Return whether nothing that helps to play may be shown: the match is refereed and in play."""
    return not over and header.mode is Mode.REFEREED


def is_silent(header: Header, *, over: bool) -> bool:
    """Return whether only plays and dice of a turn may be shown: the match is in play, without help for the players.

    A recorded match in play does not even show faults.  An imported match is not in play.
    """
    return not over and header.mode is not Mode.TRAINING and header.imported is None


def reviewed(header: Header, entries: Sequence[Entry], *, silent: bool = False) -> tuple[GameReview, ...]:
    """Return all games of a match, turn by turn.

    ``silent``: see :func:`is_silent`.  Raises :class:`companion.errors.InputError` if the record cannot be read.
    """
    match = match_from_entries(header, entries)
    rules = rules_of(match)
    places = Places(header)
    by_turn = entries_by_turn(places, entries)
    counted = counted_by_turn(places)
    return tuple(
        GameReview(
            number, game, tuple(_turns_of(match, number, game, rules, by_turn, counted, silent=silent)),
            tuple(by_turn.get(Place(number, 0), ())),
        )
        for number, game in enumerate(match.games, start=1)
    )  # fmt: skip


def _turns_of(
    match: Match, number: int, game: Game, rules: RuleSet, by_turn: Mapping[Place, Sequence[Entry]],
    counted: Mapping[Place, tuple[int, ...]], *, silent: bool,
) -> Iterable[TurnReview]:  # fmt: skip
    played = {turn.index: turn for turn in turns(game, rules)}
    before = list(tables(game))
    rolls = [(index, action) for index, action in enumerate(game.actions) if isinstance(action, Roll)]
    for turn, (index, roll) in enumerate(rolls, start=1):
        found = played.get(index)
        entries = tuple(by_turn.get(Place(number, turn), ()))
        play = found.play if found is not None else roll.play
        position = found.before if found is not None else None
        marks = marks_of(
            entries, uncertain=roll.standing is MatchScore.UNCERTAIN, legal=found is None or found.legal, silent=silent
        )
        yield TurnReview(
            turn, counted.get(Place(number, turn), ()), roll.side, roll.dice,
            None if play is None else play.text(), position, found.after if found is not None else None, marks,
            plain(entries, silent=silent), before[index].cube,
            None if position is None else xgid_of(match, game, position, before[index].cube.value,
                                                  before[index].cube.owner, roll.dice, rules),
        )  # fmt: skip


def marks_of(entries: Sequence[Entry], *, uncertain: bool, legal: bool, silent: bool) -> tuple[ReviewMark, ...]:
    """Return the marks of a turn of any game by its entries; ``silent``: see :func:`is_silent`."""
    found = {mark for entry in entries if (mark := _MARKS.get(entry.event))}
    if any(disputed(entry) is not None for entry in entries):
        found.add(ReviewMark.DISPUTED)
    if uncertain:
        found.add(ReviewMark.UNCERTAIN)
    if not legal:
        found.add(ReviewMark.ILLEGAL)
    return tuple(mark for mark in ReviewMark if mark in found and not (silent and mark in _RULINGS))


def plain(entries: Sequence[Entry], *, silent: bool) -> tuple[Entry, ...]:
    """Return the entries of a turn, if ``silent`` those only that say what was rolled and played."""
    return tuple(entry for entry in entries if not silent or entry.event in _PLAIN)


def xgid_of(
    match: Match, game: Game, position: Position, cube: int, owner: Side | None, dice: Dice | None, rules: RuleSet,
    *, doubled: bool = False,
) -> str | None:  # fmt: skip
    """Return a position of a game with cube and score, as XGID; None for a score that XGID cannot hold."""
    score, length = game.score, match.length
    if max(score) > MOST_POINTS or (length and max(score) > length):
        return None
    at = Situation.in_play(
        position, rules, Cube(cube, owner), length=length, score=score, crawford=game.crawford, dice=dice
    )
    to_act = position.on_roll.other if doubled else position.on_roll
    return replace(at, state=replace(at.state, to_act=to_act, doubled=doubled)).xgid()


def entries_by_turn(places: Places, entries: Iterable[Entry]) -> dict[Place, list[Entry]]:
    """Return the entries about each turn of a match, in order.

    Entries about a turn that was not played, or is undone, are with the last one of its game.  Raises
    :class:`companion.errors.InputError` if an entry does not follow.
    """
    by_turn: dict[Place, list[Entry]] = {}
    for entry in entries:
        place = places.tell(entry)
        if entry.event is Kind.START:  # set up again before the first turn
            by_turn = {at: by_turn for at, by_turn in by_turn.items() if at.game != place.game}
        by_turn.setdefault(place, []).append(entry)
    for place in [at for at in by_turn if at.turn > places.turns(at.game)]:
        by_turn.setdefault(Place(place.game, places.turns(place.game)), []).extend(by_turn.pop(place))
    return {place: sorted(by_turn, key=lambda entry: entry.n) for place, by_turn in by_turn.items()}


def counted_by_turn(places: Places) -> dict[Place, tuple[int, ...]]:
    """Return the numbers of each turn over the match: several if it was reported again."""
    found: dict[Place, tuple[int, ...]] = {}
    for number, place in enumerate(places.counted, start=1):
        found[place] = (*found.get(place, ()), number)
    return found


def hits(play: str | None) -> int:
    """Return how many checkers a play has hit, as far as its notation says."""
    return 0 if play is None else sum(step.hit for step in Play.from_text(play).steps)
