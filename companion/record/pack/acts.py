"""Changes of the record of a match with their author, time, old and new values; rulings and disputes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.backgammon import Dice
from companion.games.rules import Side
from companion.record.archive import about_dispute
from companion.record.entries import Entry, Kind, decided_by, restored_to
from companion.record.facts import (
    ChangeWanted,
    ChoiceMade,
    ClockAdjusted,
    DirectorActed,
    Halted,
    MoveAmended,
    OfferAnswered,
    PointsWon,
    QuestionAsked,
    Replaced,
    RollReread,
    TurnAmended,
)

YES: Final = "answer.yes"

_PLAYED: Final = frozenset({Kind.PLAY, Kind.CORRECTED, Kind.STOOD})
_RULED: Final = frozenset(
    {Kind.ILLEGAL, Kind.CORRECTED, Kind.STOOD, Kind.ASKED, Kind.ANSWERED, Kind.PREMATURE, Kind.COCKED}
)


@dataclass(frozen=True, slots=True)
class Correction:
    """A change of the record.

    ``by``: the requesting side, None if unknown.  ``agreed``: the side that agreed.  ``before`` and ``after``: rolls
    with their plays, moves, positions or points, as texts; empty if there is nothing on record, as before the play of a
    turn.
    """

    entry: Entry
    by: Side | None
    agreed: Side | None
    before: str
    after: str


def corrections(entries: Sequence[Entry]) -> tuple[Correction, ...]:
    """Return the changes of a match's record, in order."""
    return tuple(_corrections(entries))


def _corrections(entries: Sequence[Entry]) -> Iterator[Correction]:
    played: tuple[str, ...] = ()
    points, faulty = "", ""
    asked: ChangeWanted | None = None
    wish: ChangeWanted | None = None  # that the other player has just agreed to
    after: dict[int, tuple[str, ...]] = {0: ()}
    for entry in entries:
        said = _said(entry)
        match entry.event, entry.facts:
            case Kind.START, _:
                played, points, faulty = (), "", ""
            case Kind.ASKED, QuestionAsked(wanted=wanted) if wanted is not None:
                asked = wanted
            case Kind.ANSWERED, ChoiceMade(choice=choice):
                asked, wish = None, (asked or wish) if choice == YES else None
            case Kind.ILLEGAL, _:
                faulty = " ".join(filter(None, (_roll(entry), str(entry.reason))))
            case Kind.CORRECTED, _ if faulty:
                yield Correction(entry, entry.side, None, faulty, said)
                faulty = ""
            case Kind.EDIT, RollReread(was):
                yield _wanted(entry, wish, str(Dice(*was)), _roll(entry))
            case Kind.EDIT, TurnAmended(was=turn):
                before = "" if turn is None else _turn(Dice(*turn.dice), turn.play)
                yield _wanted(entry, wish, before, said)
            case Kind.EDIT, MoveAmended(was=move):
                yield _wanted(entry, wish, move or "", said)
            case Kind.EDIT, Replaced(was=position):
                yield _wanted(entry, wish, position or "", entry.position or "")
            case Kind.UNDO, _:
                yield _wanted(entry, wish, played[-1] if played else entry.play or _roll(entry), "")
                played = played[:-1]
            case Kind.RESTORED, _:
                to = restored_to(entry) or 0
                before, played = played[-1] if played else "", after[max(n for n in after if n <= to)]
                yield _wanted(entry, wish, before, played[-1] if played else "")
            case Kind.GAME_OVER, PointsWon(points=won, said=True):
                yield _wanted(entry, wish, points, str(won))
        if entry.event is not Kind.ANSWERED:
            wish = None
        if isinstance(entry.facts, PointsWon):
            points = str(entry.facts.points)
        if entry.event in _PLAYED:
            played = (*played, said)
        after[entry.n] = played


def _wanted(entry: Entry, wish: ChangeWanted | None, before: str, after: str) -> Correction:
    by = wish.by if wish is not None else None
    return Correction(entry, by, None if by is None else by.other, before, after)


def _roll(entry: Entry) -> str:
    return str(Dice(*entry.dice)) if entry.dice else ""


def _said(entry: Entry) -> str:
    return _turn(Dice(*entry.dice), entry.play) if entry.dice else entry.play or ""


def _turn(dice: Dice, play: str | None) -> str:
    return f"{dice}: {play}" if play else str(dice)


def is_ruling(entry: Entry) -> bool:
    """Return whether an entry is about a rule, a question or a dispute."""
    if entry.event in _RULED:
        return not isinstance(entry.facts, OfferAnswered)
    if decided_by(entry) is not None:
        return True
    return about_dispute(entry) is not None or isinstance(entry.facts, Halted | ClockAdjusted | DirectorActed)
