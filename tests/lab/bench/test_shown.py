"""Games and films read as in a match: when the reader is told of turns, and what wrong layouts are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.lab.bench import looks, shown
from companion.lab.bench.rendered import TruthFrame
from companion.lab.bench.shown import FilmMarks, GameMarks
from companion.lab.simulation.scoring import ActOutcome, Failure, SimulationScore
from companion.lab.simulation.session import SeenLook
from vision.observation import BAR, POINTS, TRAY, Counts, Evidence, Observation, Spot

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def frame(kind: str, points: dict[int, int]) -> TruthFrame:
    """A picture that nobody opens, with its truth: counts of Light positive, of Dark negative."""
    none = {"W": 0, "B": 0}
    truth: dict[str, Any] = {
        "kind": kind,
        "hand": None,
        "home": "right",
        "position": {"points": [points.get(point, 0) for point in POINTS], "bar": none, "off": none},
        "checkers": [],
        "dice": [],
        "cube": None,
        "field_corners": [list(corner) for corner in reversed(CORNERS)],
        "geometry": {"point_w": 4.0, "field_w": 52.0},
    }
    return TruthFrame(Path(f"{kind}.jpg"), truth)


@dataclass
class MadeUpReader:
    """Reads what it was told last, and before that nothing."""

    told: list[tuple[str, float]] = field(default_factory=list)
    lies: dict[Spot, Counts] = field(default_factory=dict)

    def look(self, _image: object, *, seen_at_s: float) -> Observation:
        self.told.append(("look", seen_at_s))
        evidence = {spot: Evidence({self.lies.get(spot, (0, 0)): 1.0}) for spot in (*POINTS, BAR, TRAY)}
        return Observation(evidence, (), None, hand=False, seen_at_s=seen_at_s, corners_px=CORNERS)

    def settle(self, seen_at_s: float) -> None:
        self.told.append(("settle", seen_at_s))

    def confirm(self, seen_at_s: float, counts: Mapping[Spot, Counts]) -> None:
        self.told.append(("confirm", seen_at_s))
        self.lies = dict(counts)

    def forget(self) -> None:
        self.lies = {}


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch) -> list[MadeUpReader]:
    made: list[MadeUpReader] = []

    def reader(_calibration: object) -> MadeUpReader:
        made.append(MadeUpReader())
        return made[-1]

    for bench in (looks, shown):
        monkeypatch.setattr(bench, "BoardReader", reader)
        monkeypatch.setattr(bench, "load_picture", lambda path: path)
    monkeypatch.setattr(looks, "calibrate", lambda *_: "known")
    return made


GAME = [frame("start", {6: 5}), *(frame("after_move", {6: 4, 5: 1}) for _ in range(3))]


def test_a_turn_is_confirmed_by_the_next_one_as_in_a_match(readers: list[MadeUpReader]) -> None:
    shown.game_marks("game", GAME)
    told = [one for one in readers[0].told if one[0] != "look"]
    assert told == [("settle", 1.0), ("confirm", 1.0), ("settle", 2.0), ("confirm", 2.0), ("settle", 3.0)]


def test_a_game_is_marked_spot_by_spot(readers: list[MadeUpReader]) -> None:
    marks = shown.game_marks("game", GAME).marks
    assert readers
    assert [mark.exact for mark in marks] == [False, False, False, True]
    assert len(marks[0].spots) == 25


def test_who_reads_what_it_was_told_believes_every_error(readers: list[MadeUpReader]) -> None:
    game = shown.game_marks("game", GAME)
    assert readers
    assert game.believed
    assert set(game.believed) == {(True, True)}
    rows = {row.name: row.value for row in shown.of_wrong_layouts([game, GameMarks("other")])}
    assert rows["shown a wrong layout: errors read again surely"] == 100


def test_a_wrong_layout_is_wrong_by_one_checker_or_by_a_play() -> None:
    lay: dict[Spot, Counts] = dict.fromkeys(POINTS, (0, 0)) | {6: (5, 0), 8: (0, 3)}
    for seed in range(20):
        (changed,) = shown._by_a_checker(lay, Random(seed)).items()
        assert abs(sum(changed[1]) - sum(lay[changed[0]])) == 1
        moved = shown._by_a_play(lay, Random(seed))
        assert sum(sum(pair) - sum(lay[point]) for point, pair in moved.items()) == 0


def test_the_limit_of_wrong_records_goes_by_the_number_of_turns() -> None:
    score = SimulationScore(turns=48, planted=Counter({("dice", ActOutcome.MISSED): 1}))
    score.failures += [Failure("wrong-record", "film", 1, ""), Failure("false-accusation", "film", 2, "")]
    evidence = {spot: Evidence({(0, 0): 1.0}) for spot in (*POINTS, BAR, TRAY)}
    seen = Observation(evidence, (), None, hand=False, seen_at_s=0.0, corners_px=CORNERS)
    lay: dict[Spot, Counts] = dict.fromkeys((*POINTS, BAR, TRAY), (0, 0)) | {6: (1, 0)}
    rows = {
        row.name: row for row in shown.of_films([FilmMarks("one", [SeenLook(0.0, seen, lay, (), "", False)], score)])
    }
    assert rows["odd films: wrong records in 48 turns"].limit == "<= 3"
    assert rows["films, one: acts missed"].value == 1
    assert rows["odd films: spots misread for sure"].value == pytest.approx(4)
    assert shown.stated([FilmMarks("one", [SeenLook(0.0, seen, lay, (), "", False)], score)]).count((1.0, False)) == 1
