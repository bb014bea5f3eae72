"""The reading of a board in a match, with a confirmed earlier look: games and films."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Final

from companion.lab.bench.figure import Figure
from companion.lab.bench.filmed import Film, Projection
from companion.lab.bench.looks import learned, of_game, on_board
from companion.lab.bench.marking import RowMark, Wanted, marked
from companion.lab.bench.misreadings import SPOTS, SURE, is_clear
from companion.lab.bench.misreadings import figures as facts_of
from companion.lab.bench.rendered import TruthFrame, with_truth
from companion.lab.simulation.scoring import ActOutcome, SimulationScore, scored
from companion.lab.simulation.session import SeenLook
from vision.calibration import Calibration
from vision.observation import BAR, POINTS, Counts, Observation, Spot
from vision.pictures import load_picture
from vision.reader import BoardReader

_TURNS: Final = 96
"""The limits of the session's figures are for so many turns."""
_TRIALS: Final = 6
"""Of each game so many layouts are made wrong by a checker, and as many by a play."""


@dataclass(frozen=True, slots=True)
class GameMarks:
    """A game read as in a match.  ``believed``: of spots of wrong layouts, (was the error read, surely)."""

    name: str
    marks: list[RowMark] = field(default_factory=list)
    believed: list[tuple[bool, bool]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class FilmMarks:
    """A film shown to the session while a person answers: its looks, and what came of it."""

    name: str
    looks: Sequence[SeenLook]
    score: SimulationScore


def film_marks(film: Film) -> FilmMarks:
    projection = Projection(film, keeps_looks=True)
    played = projection.show()
    return FilmMarks(film.name, played.seen, scored(played))


def game_marks(name: str, frames: Sequence[TruthFrame]) -> GameMarks:
    """A game, its board learned from its first picture; raises InputError where that shows no start position."""
    known = learned(frames[0])
    marks = [_marked(name, frame, look) for frame, look in zip(frames, of_game(frames, known), strict=True)]
    return GameMarks(name, marks, list(_believed(name, known, frames)))


def _marked(name: str, frame: TruthFrame, look: SeenLook) -> RowMark:
    """The content that the referee gets, in the reader's own numbering, without the bear-off tray."""
    seen: Observation = replace(look.observation, evidence=look.observation.unbiased)
    wanted = Wanted(
        board=name,
        picture=frame.picture,
        corners_px=frame.corners(),
        point_width=frame.point_width,
        cells={seen.orientation.cell(point): look.counts[point] for point in POINTS},
        bar=look.counts[BAR],
        dice=tuple(frame.dice),
        cocked=frame.is_cocked,
        cube=frame.cube,
        hand=frame.hand_over_field(),
        clear=frame.is_clear,
    )
    return marked(seen, wanted)


# --- wrong layouts beside right pictures --------------------------------------------------------------


def _believed(name: str, known: Calibration, frames: Sequence[TruthFrame]) -> Iterator[tuple[bool, bool]]:
    """Confirm a turn with one checker on another spot, or one more or less, and read on."""
    clear = [frame for frame in frames if frame.is_clear]
    pairs = [pair for pair in pairwise(clear) if pair[0].truth.get("kind") == "after_move"]
    chance, reader = Random(zlib.crc32(name.encode())), BoardReader(known)
    for trial, (before, now) in enumerate(chance.sample(pairs, min(len(pairs), 2 * _TRIALS))):
        reader.forget()
        true_counts = with_truth(before, reader.look(load_picture(before.picture), seen_at_s=0.0)).counts
        wrong = _by_a_play(true_counts, chance) if trial % 2 else _by_a_checker(true_counts, chance)
        reader.settle(0.0)
        reader.confirm(0.0, on_board({**true_counts, **wrong}))
        look = with_truth(now, reader.look(load_picture(now.picture), seen_at_s=1.0))
        for spot, seen_again in wrong.items():
            evidence = look.observation.unbiased[spot]
            if look.counts[spot] == true_counts[spot]:
                yield evidence.seen and evidence.best == seen_again, evidence.confidence >= SURE


def _by_a_checker(true_counts: Mapping[Spot, Counts], chance: Random) -> dict[Spot, Counts]:
    """A point with one checker more or less of the side that holds it."""
    point = chance.choice([point for point in POINTS if sum(true_counts[point])])
    return {point: _with(true_counts[point], 0 if true_counts[point][0] else 1, chance.choice((-1, 1)))}


def _by_a_play(true_counts: Mapping[Spot, Counts], chance: Random) -> dict[Spot, Counts]:
    point = chance.choice([point for point in POINTS if sum(true_counts[point])])
    side = 0 if true_counts[point][0] else 1
    other = chance.choice([other for other in POINTS if other != point and not true_counts[other][1 - side]])
    return {point: _with(true_counts[point], side, -1), other: _with(true_counts[other], side, 1)}


def _with(pair: Counts, side: int, by: int) -> Counts:
    light, dark = pair
    return (light + by, dark) if side == 0 else (light, dark + by)


# --- figures --------------------------------------------------------------------------------------------


def of_wrong_layouts(games: Sequence[GameMarks]) -> Iterator[Figure]:
    """How often an error in a confirmed board is read again from a picture that shows otherwise."""
    believed = [one for game in games for one in game.believed]
    if believed:
        name = "shown a wrong layout: errors"
        yield Figure.unlimited(f"{name} told", len(believed), "spots")
        yield Figure.unlimited(
            f"{name} read again", 100 * sum(seen_again for seen_again, _ in believed) / len(believed), "%"
        )
        surely = sum(seen_again and sure for seen_again, sure in believed)
        yield Figure.unlimited(f"{name} read again surely", 100 * surely / len(believed), "%")


def of_films(films: Sequence[FilmMarks]) -> Iterator[Figure]:
    """The table's rows of films of odd boards, and a grid by film."""
    if not films:
        return
    for film in films:
        seen_again, name = facts_of({film.name: film.looks}), f"films, {film.name}"
        for column, fact in (("misread", "spots: misread"), ("for sure", "spots: misread for sure"),
                             ("unseen", "spots: unseen"), ("dice unseen", "dice: unseen"),
                             ("dice misread", "dice: misread")):  # fmt: skip
            yield Figure.unlimited(f"{name}: {column}", 100 * seen_again.get(fact, 0.0), "%")
        for column, n in _outcomes(film.score).items():
            yield Figure.unlimited(f"{name}: {column}", n, "")
    seen_again, total = facts_of({film.name: film.looks for film in films}), SimulationScore()
    for film in films:
        total.add(film.score)
    for what, fact, most in (("spots misread", "spots: misread", 0.4),
                             ("spots misread for sure", "spots: misread for sure", 0.02),
                             ("dice unseen", "dice: unseen", 2), ("dice misread", "dice: misread", 0.3)):  # fmt: skip
        yield Figure.at_most(f"odd films: {what}", 100 * seen_again.get(fact, 0.0), "%", most)
    for column, n in _outcomes(total).items():
        name = f"odd films: {column} in {total.turns} turns"
        wrong = column == "wrong records"
        yield Figure.at_most(name, n, "", 6 * total.turns / _TURNS) if wrong else Figure.unlimited(name, n, "")


def _outcomes(score: SimulationScore) -> dict[str, int]:
    return {
        "wrong records": sum(score.count(kind) for kind in ("wrong-record", "lost", "crash")),
        "false accusations": score.count("false-accusation"),
        "acts missed": sum(n for (_, outcome), n in score.planted.items() if outcome is ActOutcome.MISSED),
        "questions": score.questions,
    }


def stated(films: Sequence[FilmMarks]) -> list[tuple[float, bool]]:
    """(stated, right) of every spot that is seen in the clear looks of films."""
    return [
        (evidence.confidence, evidence.best == look.counts[spot])
        for film in films
        for look in film.looks
        if is_clear(look)
        for spot in SPOTS
        if (evidence := look.observation.unbiased[spot]).seen
    ]
