"""How films are watched for changes and read by a reader that learns: the films and the readers are made up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.lab.bench import changing, learning
from companion.lab.bench.learning import LearnedMarks
from companion.lab.bench.rendered import TruthFrame
from vision.errors import BoardNotFoundError
from vision.observation import BAR, POINTS, TRAY, UNSEEN, Changes, Counts, Evidence, Observation, SeenDie, Spot

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
Dice = list[tuple[int, float]]
"""(value, place from left to right) of some dice."""


def frame(
    kind: str, points: dict[int, int] | None = None, *, dice: Dice | None = None, hand: bool = False
) -> TruthFrame:
    """A picture that nobody opens, with its truth: counts of Light positive, of Dark negative."""
    none = {"W": 0, "B": 0}
    truth: dict[str, Any] = {
        "kind": kind,
        "hand": {"bbox": [0, 0, 1, 1]} if hand else None,
        "position": {"points": [(points or {}).get(point, 0) for point in POINTS], "bar": none, "off": none},
        "dice": [{"value": value, "center": [x, 0.0], "xyz": [x, 0.0, 0.0]} for value, x in dice or []],
        "field_corners": [list(corner) for corner in reversed(CORNERS)],
    }
    return TruthFrame(Path(f"{kind}.jpg"), truth)


@dataclass
class MadeUpReader:
    """Reads point 6 wrong until it has been told of a turn; says what it is told to say of changes."""

    said: list[Changes | None]
    dice: list[tuple[SeenDie, ...]]
    wrong: tuple[Spot, ...] = (6,)
    unseen: tuple[Spot, ...] = ()
    told: list[tuple[str, float]] = field(default_factory=list)
    learned: dict[Spot, Counts] = field(default_factory=dict)

    def look(self, _image: object, *, seen_at_s: float) -> Observation:
        self.told.append(("look", seen_at_s))
        evidence = {spot: Evidence({(0, 0): 1.0}) for spot in (*POINTS, BAR, TRAY)}
        evidence |= {spot: Evidence({(7, 0): 1.0}) for spot in self.wrong if spot not in self.learned}
        evidence |= dict.fromkeys(self.unseen, UNSEEN)
        dice = self.dice.pop(0) if self.dice else ()
        return Observation(
            evidence, dice, None, hand=False, seen_at_s=seen_at_s, corners_px=CORNERS,
            changes=self.said.pop(0) if self.said else None,
        )  # fmt: skip

    def compare(self, seen_at_s: float) -> None:
        self.told.append(("compare", seen_at_s))

    def settle(self, seen_at_s: float) -> None:
        self.told.append(("settle", seen_at_s))

    def confirm(self, seen_at_s: float, counts: dict[Spot, Counts]) -> None:
        self.told.append(("confirm", seen_at_s))
        self.learned |= counts


@dataclass
class Readers:
    """All readers that were asked for, in order."""

    made: list[MadeUpReader] = field(default_factory=list)
    said: list[Changes | None] = field(default_factory=list)
    dice: list[tuple[SeenDie, ...]] = field(default_factory=list)
    wrong: tuple[Spot, ...] = (6,)
    unseen: tuple[Spot, ...] = ()

    def __call__(self, _calibration: object) -> MadeUpReader:
        self.made.append(MadeUpReader(self.said, self.dice, self.wrong, self.unseen))
        return self.made[-1]


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch) -> Readers:
    made = Readers()
    for bench in (learning, changing):
        monkeypatch.setattr(bench, "BoardReader", made)
        monkeypatch.setattr(bench, "calibrate", lambda *_: "known")
        monkeypatch.setattr(bench, "load_picture", lambda path: path)
    return made


def said(changed: Iterable[Spot] = (), *, silent: Iterable[Spot] = (), dice: tuple[float, ...] = ()) -> Changes:
    left_out, likely = set(silent), set(changed)
    spots = {spot: 0.9 if spot in likely else 0.1 for spot in (*POINTS, BAR) if spot not in left_out}
    return Changes(spots, dice)


def seen_die(x: float) -> SeenDie:
    return SeenDie((x, 0.0), (0.5, 0.5), (1.0, 0.0, 0.0, 0.0, 0.0, 0.0))


def read(frames: list[TruthFrame]) -> LearnedMarks:
    (marks,) = learning.marks_of("film", frames)
    return marks


# --- a reader that learns ------------------------------------------------------------------------


def test_only_one_of_the_two_readers_is_told_of_turns(readers: Readers) -> None:
    read([frame("start"), frame("after_roll"), frame("after_move")])
    learner, plain = readers.made
    assert [word for word, _ in learner.told] == ["look", "settle", "confirm", "look", "look", "settle", "confirm"]
    assert plain.told == [("look", 0.0), ("look", 1.0), ("look", 2.0)]


def test_turns_are_settled_and_confirmed_on_the_very_look_that_showed_them(readers: Readers) -> None:
    read([frame("start"), frame("before_roll"), frame("after_move")])
    assert [when for word, when in readers.made[0].told if word != "look"] == [0.0, 0.0, 2.0, 2.0]


def test_the_tray_is_not_learned(readers: Readers) -> None:
    read([frame("start", {13: 5, 12: -5})])
    learned = readers.made[0].learned
    assert set(learned) == {*POINTS, BAR}
    assert (learned[13], learned[12]) == ((5, 0), (0, 5))


def test_a_look_counts_as_late_after_twenty_turns(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    assert learning.TURNS == 20
    monkeypatch.setattr(learning, "TURNS", 2)
    marks = read([frame("start"), frame("after_roll"), frame("after_move"), frame("after_roll"), frame("after_move")])
    assert readers.made
    assert marks == LearnedMarks("film", after=(0, 2), before=(1, 3), looks_after=2)


def test_looks_with_a_hand_over_the_board_are_neither_read_nor_learned_from(readers: Readers) -> None:
    marks = read([frame("start", hand=True), frame("hand_move", hand=True), frame("after_roll")])
    assert readers.made[0].told == [("look", 2.0)]
    assert marks.before == (1, 1)


def test_what_a_reader_does_not_see_is_not_misread(readers: Readers) -> None:
    readers.wrong, readers.unseen = (5,), (6,)
    assert read([frame("start", {6: 5})]).before == (1, 1)


def test_a_film_without_a_start_position_is_left_out(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object) -> None:
        raise BoardNotFoundError("no start position")

    for bench in (learning, changing):
        monkeypatch.setattr(bench, "calibrate", nowhere)
    assert [*learning.marks_of("film", [frame("start")])] == []
    assert changing.marks_of("film", [frame("start")]) is None
    assert readers.made == []


# --- what has changed ----------------------------------------------------------------------------


def watched(frames: list[TruthFrame]) -> changing.ChangeMarks:
    marks = changing.marks_of("film", frames)
    assert marks is not None
    return marks


def test_a_look_is_compared_with_the_last_settled_turn_and_not_with_the_look_before(readers: Readers) -> None:
    readers.said = [None, said({6, 5}), said({5})]
    start, moved = {6: 5}, {6: 4, 5: 1}
    marks = watched([frame("start", start), frame("partial_move", moved), frame("after_roll", moved)])
    assert len(marks.spots) == 50
    assert marks.spots.count((True, True)) == 3
    assert marks.spots.count((True, False)) == 1, "point 6 in the last look"
    assert marks.spots.count((False, True)) == 0


def test_a_settled_turn_is_what_the_next_looks_are_compared_with(readers: Readers) -> None:
    readers.said = [None, said({6, 5}), said()]
    start, moved = {6: 5}, {6: 4, 5: 1}
    marks = watched([frame("start", start), frame("after_move", moved), frame("after_roll", moved)])
    assert marks.spots.count((True, True)) == 2
    assert marks.spots.count((False, False)) == 48
    assert [when for word, when in readers.made[0].told if word == "compare"] == [0.0, 1.0]


def test_spots_of_which_nothing_is_said_are_counted_apart(readers: Readers) -> None:
    readers.said = [None, said(silent={1, BAR})]
    marks = watched([frame("start"), frame("after_roll")])
    assert (len(marks.spots), marks.silent) == (23, 2)


def test_a_die_is_the_same_only_where_it_lies_as_it_lay_and_shows_what_it_showed(readers: Readers) -> None:
    readers.said = [None, said(dice=(0.1, 0.9, 0.9, 0.1))]
    readers.dice = [(), tuple(seen_die(x) for x in (0.0, 100.0, 200.0, 900.0))]
    before: Dice = [(3, 0.0), (3, 100.0), (3, 240.0)]
    now: Dice = [(3, 0.0), (5, 100.0), (3, 200.0)]
    marks = watched([frame("start", dice=before), frame("after_roll", dice=now)])
    assert marks.dice == [(False, False), (True, True), (True, True)], "what is taken for a fourth die is none"
