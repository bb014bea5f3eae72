"""Reviews a recorded match turn by turn: roll, play, board, and every entry about the turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.cube import CENTRED, Cube
from companion.games.backgammon.match_id import MOST_POINTS
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.record.archive import about_dispute, amended, disputed
from companion.record.entries import Entry, Kind
from companion.record.folding import folded, match_from_entries
from companion.record.journal import Header, Mode
from companion.record.match import Game, Match, MatchScore, Roll
from companion.record.replaying import rules_of, turns
from companion.record.table import tables


class ReviewMark(Enum):
    """The marks beside a turn, the most important first."""

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
_PLAYED: Final = frozenset({Kind.PLAY, Kind.CORRECTED, Kind.STOOD})
_ABOUT_A_ROLL: Final = _PLAYED | {Kind.ROLL, Kind.ILLEGAL, Kind.UNDO, Kind.EDIT, Kind.RESTORED}


@dataclass(frozen=True, slots=True)
class TurnTold:
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
class GameTold:
    """One game of a match: ``number`` from 1; ``opening``: the entries before its first roll."""

    number: int
    game: Game
    turns: tuple[TurnTold, ...]
    opening: tuple[Entry, ...]


def is_sealed(header: Header, *, over: bool) -> bool:
    """Return whether nothing that helps to play may be shown: the match is refereed and in play."""
    return not over and header.mode is Mode.REFEREED


def is_silent(header: Header, *, over: bool) -> bool:
    """Return whether only plays and dice of a turn may be shown: the match is in play, without help for the players.

    In a recorded match they do not even learn that a play was against the rules.
    """
    return not over and header.mode is not Mode.TRAINING


def reviewed(header: Header, entries: Sequence[Entry], *, silent: bool = False) -> tuple[GameTold, ...]:
    """Return all games of a match, turn by turn.

    ``silent``: see :func:`is_silent`.  Raises :class:`companion.errors.InputError` if the record cannot be read.
    """
    match = match_from_entries(header, entries)
    rules = rules_of(match)
    bins = _sorted_by_turn(header, entries)
    return tuple(
        GameTold(
            number, game, tuple(_turns_of(match, number, game, rules, bins, silent=silent)),
            tuple(bins.entries.get((number, 0), ())),
        )
        for number, game in enumerate(match.games, start=1)
    )  # fmt: skip


def _turns_of(
    match: Match, number: int, game: Game, rules: RuleSet, bins: _Bins, *, silent: bool
) -> Iterable[TurnTold]:
    played = {turn.index: turn for turn in turns(game, rules)}
    before = list(tables(game))
    rolls = [(index, action) for index, action in enumerate(game.actions) if isinstance(action, Roll)]
    for turn, (index, roll) in enumerate(rolls, start=1):
        found = played.get(index)
        entries = tuple(bins.entries.get((number, turn), ()))
        play = found.play if found is not None else roll.play
        position = found.before if found is not None else None
        marks = marks_of(
            entries, uncertain=roll.standing is MatchScore.UNCERTAIN, legal=found is None or found.legal, silent=silent
        )
        yield TurnTold(
            turn, tuple(bins.counted.get((number, turn), ())), roll.side, roll.dice,
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


# --- the entries of each turn -------------------------------------------------------------------------------


@dataclass(slots=True)
class _Bins:
    """The entries of each (game, turn), the turn 0 being what came before the first; and the rolls by number."""

    entries: dict[tuple[int, int], list[Entry]] = field(default_factory=dict)
    counted: dict[tuple[int, int], list[int]] = field(default_factory=dict)

    def add(self, at: tuple[int, int], *entries: Entry) -> None:
        self.entries.setdefault(at, []).extend(entries)

    def clear(self, game: int) -> None:
        for bins in (self.entries, self.counted):
            for at in [at for at in bins if at[0] == game]:
                del bins[at]

    def turn_counted(self, number: int) -> tuple[int, int] | None:
        return next((at for at, numbers in self.counted.items() if number in numbers), None)


def _sorted_by_turn(header: Header, entries: Iterable[Entry]) -> _Bins:
    """What follows a play belongs to the next roll; a later correction belongs to the turn that it corrects."""
    bins, waiting, rolls = _Bins(), list[Entry](), 0
    at, is_played = (0, 0), False
    for entry, games in folded(header, entries):
        game = len(games)
        turn = sum(isinstance(action, Roll) for action in games[-1].actions) if games else 0
        rolls += entry.event is Kind.ROLL
        corrected, about = amended(entry), about_dispute(entry)
        if about is not None:
            bins.add(bins.turn_counted(about) or at, entry)
        elif corrected is not None:
            bins.add((game, corrected), entry)
        elif entry.event is Kind.START:
            bins.add(at, *waiting)
            waiting, at, is_played = [], (game, 0), False
            bins.clear(game)  # set up again before the first roll
            bins.add(at, entry)
        elif entry.event in _ABOUT_A_ROLL and turn:
            at = (game, turn)
            if entry.event is Kind.ROLL:
                bins.counted.setdefault(at, []).append(rolls)
                bins.add(at, *waiting)
                waiting = []
            bins.add(at, entry)
            is_played = entry.event in _PLAYED or (entry.event is Kind.RESTORED and _has_play(games[-1]))
        elif is_played and entry.event not in (Kind.GAME_OVER, Kind.MATCH_OVER):
            waiting.append(entry)
        else:
            bins.add(at, *waiting, entry)
            waiting = []
    bins.add(at, *waiting)
    return bins


def _has_play(game: Game) -> bool:
    """Whether the last roll of a game was played."""
    last = next(action for action in reversed(game.actions) if isinstance(action, Roll))
    return last.play is not None or last.standing is MatchScore.ILLEGAL


def hits(play: str | None) -> int:
    """Return how many checkers a play has hit, as far as its notation says."""
    return 0 if play is None else sum(step.hit for step in Play.from_text(play).steps)
