"""Measures how correctly whole recorded games are read: every roll, play and illegal play, against known truth."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.app.recorded_sequence import looks_of, reader_for, replayed
from companion.games.backgammon import Position
from companion.games.rules import Side, Stack
from companion.lab.bench.figure import Figure
from companion.lab.bench.rendered import TruthFrame, games
from companion.match.session import Terms
from companion.record.entries import Entry, Kind
from companion.record.facts import CubeTurned, PlayMade

_PLAYED: Final = (Kind.PLAY, Kind.CORRECTED, Kind.STOOD)


@dataclass(frozen=True, slots=True)
class FilmTurn:
    """A turn as it ended: who, the numbers rolled (larger first), and where the checkers stood then."""

    side: Side
    dice: tuple[int, int]
    points: tuple[int, ...]
    bar: Stack


def figures(options: argparse.Namespace) -> list[Figure]:
    """Rolls, plays and illegal plays right in each development game; ``options.shared``: the data's folder.

    Errors go to standard error, turn by turn.
    """
    return [figure for name, frames in games(options.shared) for figure in _figures(name, frames)]


def _figures(game: str, frames: Sequence[TruthFrame]) -> Iterator[Figure]:
    truths = [frame.truth for frame in frames]
    begun_s = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        reader = reader_for(None, frames[0].corners())
        looks = looks_of(str(frames[0].picture.parent), reader)
        found = replayed(looks, Terms(), Path(scratch), reader=reader)
    took_s = time.perf_counter() - begun_s
    wanted, got = true_turns(truths), recorded_turns(found.entries)
    unlawful, accused = set(true_illegal(truths)), illegal_found(found.entries)
    _report_differences(game, wanted, got, unlawful, set(accused))
    rolls = sum((a.side, a.dice) == (b.side, b.dice) for a, b in zip(wanted, got, strict=False))
    plays = sum(a == b for a, b in zip(wanted, got, strict=False))
    length = max(len(wanted), len(got))
    yield _all(f"{game}: rolls right", rolls, length)
    yield _all(f"{game}: plays right", plays, length)
    cube, seen = true_cube(truths), recorded_cube(found.entries)
    if cube or seen:
        right = sum(a == b for a, b in zip(cube, seen, strict=False))
        yield _all(f"{game}: cube actions right", right, max(len(cube), len(seen)))
    yield Figure.exactly(f"{game}: false accusations", len(set(accused) - unlawful), "", 0)
    if unlawful:
        yield _all(f"{game}: illegal plays found", len(unlawful & set(accused)), len(unlawful))
    yield Figure.unlimited(f"{game}: uncertain plays", _uncertain(found.entries), "")
    yield Figure.unlimited(f"{game}: time a frame", took_s / len(truths), "s")


def _all(name: str, right: int, of: int) -> Figure:
    return Figure.at_least(f"{name} ({right} of {of})", 100 * right / of, "%", 100)


def true_turns(truths: Sequence[dict[str, Any]]) -> list[FilmTurn]:
    """Every turn as it ended; what the players put right counts as part of the turn it belongs to."""
    turns: dict[int, FilmTurn] = {}
    for truth in truths:
        if truth["kind"] == "after_move":
            turn, position = truth["turn"], truth["position"]
            bar = Stack(position["bar"]["W"], position["bar"]["B"])
            index = turn["index"] - bool(turn.get("correction"))
            side = Side.LIGHT if turn["player"] == "W" else Side.DARK
            turns[index] = FilmTurn(side, _larger_first(turn["dice"]), tuple(position["points"]), bar)
    return [turns[index] for index in sorted(turns)]


def true_illegal(truths: Sequence[dict[str, Any]]) -> list[tuple[int, str]]:
    """(frame, reason) of every illegal play."""
    return [
        (truth["frame"], truth["turn"]["illegal"])
        for truth in truths
        if truth["kind"] == "after_move" and truth["turn"].get("illegal")
    ]


def true_cube(truths: Sequence[dict[str, Any]]) -> list[tuple[str, Side, int]]:
    """Every double and take, who did it, and what the cube shows then."""
    acts: dict[str, tuple[str, bool]] = {"cube_offered": ("double", False), "cube_taken": ("take", True)}
    found = []
    for truth in truths:
        if truth["kind"] in acts:
            act, answers = acts[truth["kind"]]
            doubler = Side.LIGHT if truth["turn"]["player"] == "W" else Side.DARK
            found.append((act, doubler.other if answers else doubler, int(truth["turn"]["cube"]["value"])))
    return found


def recorded_cube(entries: Sequence[Entry]) -> list[tuple[str, Side, int]]:
    """Every double and take as the journal has it."""
    return [
        (entry.event.value, entry.side, entry.facts.value)
        for entry in entries
        if isinstance(entry.facts, CubeTurned) and entry.side is not None
    ]


def recorded_turns(entries: Sequence[Entry]) -> list[FilmTurn]:
    """Every turn as the journal has it."""
    return [_recorded(entry) for entry in _standing(entries)]


def illegal_found(entries: Sequence[Entry]) -> list[tuple[int | None, str | None]]:
    return [(entry.frame, entry.reason) for entry in entries if entry.event is Kind.ILLEGAL]


def _standing(entries: Sequence[Entry]) -> list[Entry]:
    played: list[Entry] = []
    for entry in entries:
        if entry.event is Kind.UNDO:
            played.pop()
        elif entry.event in _PLAYED:
            played.append(entry)
    return played


def _recorded(entry: Entry) -> FilmTurn:
    assert entry.side is not None
    assert entry.dice is not None
    assert entry.position is not None
    after = Position.from_id(entry.position, entry.side.other)
    return FilmTurn(entry.side, _larger_first(entry.dice), after.points, after.bar)


def _larger_first(dice: Sequence[int]) -> tuple[int, int]:
    low, high = sorted(dice)
    return high, low


def _uncertain(entries: Sequence[Entry]) -> int:
    return sum(isinstance(entry.facts, PlayMade) and entry.facts.uncertain for entry in _standing(entries))


def _report_differences(
    game: str,
    wanted: Sequence[FilmTurn],
    got: Sequence[FilmTurn],
    unlawful: set[tuple[int, str]],
    accused: set[tuple[int | None, str | None]],
) -> None:
    for number, (want, have) in enumerate(zip(wanted, got, strict=False), start=1):
        if want != have:
            what = "play" if (want.side, want.dice) == (have.side, have.dice) else "roll"
            print(
                f"{game}: turn {number}: {what} wrong: {want.side.value} {want.dice}, "
                f"recorded as {have.side.value} {have.dice}",
                file=sys.stderr,
            )
    if len(wanted) != len(got):
        print(f"{game}: {len(got)} turns recorded, {len(wanted)} played", file=sys.stderr)
    for frame, reason in sorted(accused - unlawful, key=str):
        print(f"{game}: frame {frame}: false accusation: {reason}", file=sys.stderr)
    for frame, reason in sorted(unlawful - accused):
        print(f"{game}: frame {frame}: not found: {reason}", file=sys.stderr)
