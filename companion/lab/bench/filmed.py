"""A rendered film of a game, shown to the reader and judged by the real session: vision in the loop.

A film is a folder with pictures and a ``film.json`` with the true events; see ``vision/training/filmed.py``.  Its
frames are shown at their times, each with new noise of the sensor, so that a picture shown for two seconds is ten
pictures of a camera.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import math
import pickle
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from companion.app.camera_reader import CameraReader, StillnessGate
from companion.app.confirmed_turns import ConfirmedTurns
from companion.app.guarded_step import GuardedStep
from companion.errors import InputError
from companion.games.backgammon import Dice, Play, Position, Reason
from companion.games.rules import Side
from companion.lab.bench.rendered import TruthFrame, with_truth
from companion.lab.simulation.answering import is_agreed, turn_meant, was_played
from companion.lab.simulation.playing import Played
from companion.lab.simulation.report import case_of
from companion.lab.simulation.scoring import SimulationScore, scored
from companion.lab.simulation.session import SeenLook, WrittenEntry
from companion.lab.simulation.truth import TrueAct, TrueCube, TrueTurn, Truth
from companion.match.events import Answered, BoardSeen, Event, PositionSet, Ticked
from companion.match.session import State, Terms, begun, step
from companion.match.state import Answer, Choice, EndOfTurn, Step
from companion.record.entries import Entry
from hardware.camera import Frame, read_picture
from hardware.pictures import Encoded, Grey, Image
from vision.errors import VisionError
from vision.observation import Observation

TERMS: Final = Terms(length=7, asks=True, end_of_turn=EndOfTurn.LIFTED)

NOISE: Final = 2.5
"""Standard deviation of a pixel from one frame to the next, in grey levels: a small camera's by lamplight."""
_CELL: Final = 64
"""A pixel of a glance is the mean of so many of the whole picture's."""

_TICK_S: Final = 1.0
_WRITTEN_S: Final = 1.2
"""Seconds after a turn until it should be recorded."""
_ANSWERED_S: Final = 1.5
"""Seconds for which a person reads a question."""
_ASKED_ABOUT: Final = 3
"""The last turns that may be asked about: two may have been seen together, and another roll comes meanwhile."""


@dataclass(frozen=True, slots=True, eq=False)
class Noisy:
    """A picture file with sensor noise: the same ``seed``, the same noise."""

    encoded: Encoded
    seed: int

    def whole(self) -> Image:
        return _noisy(self.encoded.whole(), NOISE, self.seed)

    def glance(self) -> Grey:
        return _noisy(self.encoded.glance(), NOISE / _CELL**0.5, self.seed)

    def small(self, widest_px: int) -> tuple[Image, int]:
        image, scale = self.encoded.small(widest_px)
        return _noisy(image, NOISE / scale, self.seed), scale


@dataclass(frozen=True)
class Film:
    """A folder with a film in it.  ``shown``: one row a frame; ``turns``: what truly happens."""

    folder: Path
    shown: Sequence[Mapping[str, Any]]
    turns: Sequence[Mapping[str, Any]]

    @classmethod
    def load(cls, folder: Path) -> Film:
        """Read a film, as far as its pictures are there.  Raises :class:`InputError` naming the folder."""
        try:
            values = json.loads((folder / "film.json").read_text(encoding="utf-8"))
            film = cls(folder, values["frames"], values["turns"])
            film.truth()
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise InputError(f"{folder}: expected a rendered film, pictures with a film.json ({error})") from error
        return film.until_missing()

    @property
    def name(self) -> str:
        return self.folder.name

    def until_missing(self) -> Film:
        """The film up to the first picture that has not been rendered, in whole turns."""
        there = {path.name for path in self.folder.glob("*.jpg")}
        missing = next((k for k, row in enumerate(self.shown) if row["file"] not in there), None)
        if missing is None:
            return self
        until_s = self.shown[missing]["t"]
        turns = [turn for turn in self.turns if turn["end_s"] < until_s]
        return Film(self.folder, self.shown[:missing], turns)

    def frames(self) -> Iterator[Frame]:
        """The frames of the film; raises a :class:`HardwareError` for a picture that cannot be read."""
        files: dict[str, Encoded] = {}
        for number, row in enumerate(self.shown):
            name = row["file"]
            if name not in files:
                files = {name: read_picture(self.folder / name)}
            seed = int.from_bytes(hashlib.blake2b(f"{self.name} {number}".encode(), digest_size=8).digest(), "big")
            yield Frame(Noisy(files[name], seed), float(row["t"]), number, name)

    def truth(self) -> Truth:
        """The true events as the simulated table has them."""
        return Truth([act for number in range(len(self.turns)) for act in self._acts(number)])

    def _acts(self, number: int) -> Iterator[TrueAct]:
        turn = self.turns[number]
        side = Side(turn["side"])
        if turn["habit"] == "cube":
            at_s = max(row["t"] for row in self.shown if row["turn"] == number and row["kind"] == "hand_at_cube")
            yield TrueCube(1, side, "double", 2, at_s)
            yield TrueCube(1, side.other, "take", 2, at_s)
        carries = [step for step in turn["steps"] if step["do"] == "carry"]
        signal_s = turn.get("signal_s")
        clear_s = turn.get("clear_s")
        yield TrueTurn(
            game=1,
            number=number + 1,
            side=side,
            dice=Dice.from_text(turn["dice"]),
            before=Position.from_id(turn["before"], side),
            rolled_s=self._rolled_s(number),
            dance=not carries,
            end=Position.from_id(turn["end"], side.other),
            stood=turn["ended"] == "stood",
            signal_s=signal_s,
            clear_s=clear_s,
            board_states=[(float(at_s), bool(legal)) for at_s, legal in turn["lies"]],
            planted=Reason(turn["act"]) if turn["act"] else None,
            corrected=turn["ended"] == "corrected",
            harmless=[turn["habit"]] if turn["habit"] else [],
        )

    def exchanged(self) -> Film:
        """The same film with the names of the sides exchanged; a Position ID is the same for both."""
        others = [{**turn, "side": Side(turn["side"]).other.value} for turn in self.turns]
        return Film(self.folder, self.shown, others)

    def as_named_by(self, seen: Observation) -> Film:
        """The film with the sides named as the camera reader names them: of two like colours either may be Light.

        ``seen``: its look at the start position, which is the same board with the colours exchanged.
        """
        with_truth = (self.folder / self.shown[0]["file"]).with_suffix(".json")
        if not with_truth.exists():
            return self
        truth = json.loads(with_truth.read_text(encoding="utf-8"))
        places = {one["point"]: one["center"] for one in truth["checkers"] if one["where"] == "point"}
        row, column = seen.orientation.cell(1)
        corner = seen.corners_px[(0 if row == "top" else 3) if column == 0 else (1 if row == "top" else 2)]
        return self if math.dist(corner, places[1]) < math.dist(corner, places[24]) else self.exchanged()

    def _rolled_s(self, number: int) -> float:
        """The time of its roll, perhaps before the end of the turn before."""
        own = [row["t"] for row in self.shown if row["turn"] == number and row["kind"] == "dice_lie"]
        early = [row["t"] for row in self.shown if row["turn"] == number - 1 and row["kind"] == "thrown_over"]
        return float((own or early or [0.0])[0])


class Glance(NamedTuple):
    """A frame of a film, and what was read of it: None where it was not looked at.  ``cost_s``: of reading it."""

    number: int
    at_s: float
    seen: BoardSeen | None
    cost_s: float


@dataclass
class Projection:
    """One showing of a film: the reader, the session and its entries.

    ``keeps_looks``: keep each look with its truth.  ``corrects``: where the record differs from the table for good, set
    the position by touch, so that later turns still count.  ``recorded``: the readings of an earlier showing, which are
    used again.
    """

    film: Film
    terms: Terms = TERMS
    keeps_looks: bool = False
    corrects: bool = False
    recorded: Sequence[Glance] | None = None
    glances: list[Glance] = field(default_factory=list)
    journal: list[WrittenEntry] = field(default_factory=list)
    seen: list[SeenLook] = field(default_factory=list)
    looks: int = 0
    corrected: set[int] = field(default_factory=set)
    _asked_since: float | None = None
    _turns: ConfirmedTurns | None = None

    @cached_property
    def truth(self) -> Truth:
        return self.film.truth()

    def show(self) -> Played:
        """The whole film; raises :class:`InputError` where the board cannot be learned from it."""
        self.state = begun(self.terms)
        self._guarded, self._turns, ticked_s = GuardedStep(), None, 0.0
        for glance in self._read() if self.recorded is None else self.recorded:
            self.glances.append(glance)
            if glance.at_s - ticked_s >= _TICK_S:
                ticked_s = glance.at_s
                self._happen(Ticked(glance.at_s), glance.at_s)
            if glance.seen is not None:
                self._look(glance, glance.seen)
            self._answer(glance.at_s)
            if self.corrects:
                self._correct(glance.at_s)
        finished = self.state.record.result is not None
        return Played(
            self.film.name, self.truth, self.journal, self.terms, self.looks, finished, self.seen, whole=False
        )  # fmt: skip

    def _read(self) -> Iterator[Glance]:
        """The reading of each frame, as at the table."""
        camera_reader, gate = CameraReader(), StillnessGate()
        self._turns = ConfirmedTurns(camera_reader)
        try:
            for frame in self.film.frames():
                began_s = time.monotonic()
                look = camera_reader.look(frame, unmoved=gate.unmoved) if gate.admits(frame) else None
                cost_s = time.monotonic() - began_s
                yield Glance(frame.number, frame.seen_at_s, look.seen if look is not None else None, cost_s)
        except VisionError as error:
            raise InputError(f"{self.film.folder}: {error}") from error

    def _look(self, glance: Glance, seen: BoardSeen) -> None:
        """A look, and what it cost from the frame to the entry."""
        if not self.looks:
            self.film = self.film.as_named_by(seen.observation)
        self.looks += 1
        self._happen(seen, glance.at_s, glance.cost_s)
        if self.keeps_looks:
            self._keep(seen, str(self.film.shown[glance.number]["file"]))

    def _happen(self, event: Event, at_s: float, cost_s: float = 0.0) -> None:
        before, began_s = self.state, time.monotonic()
        nothing: Step = (before, [])
        self.state, effects = self._guarded.weighed(event, before, lambda now: step(now, event), nothing)
        weighed_s = time.monotonic() - began_s
        if self._turns is not None:
            self._turns.follow(before, event, self.state)
        at_s += cost_s + (weighed_s if isinstance(event, BoardSeen) else 0.0)
        self.journal += [WrittenEntry(effect, at_s) for effect in effects if isinstance(effect, Entry)]

    def _keep(self, seen: BoardSeen, picture: str) -> None:
        frame = TruthFrame.of((self.film.folder / picture).with_suffix(".json"))
        look = with_truth(frame, seen.observation, unmoved=seen.unmoved)
        self.seen.append(replace(look, phase=self.state.phase.value))

    def _answer(self, at_s: float) -> None:
        """A person answers what is asked, truly, after a moment; or not yet, where nothing true can be said."""
        if self.state.shown.question is None:
            self._asked_since = None
            return
        if self._asked_since is None:
            self._asked_since = at_s
        if at_s - self._asked_since < _ANSWERED_S:
            return
        choice = true_choice(self.state, self.truth, at_s)
        if choice is not None:
            self.truth.touches += 1
            self._asked_since = None
            self._happen(Answered(choice, at_s), at_s)

    def _correct(self, at_s: float) -> None:
        """The turn that was over some time ago is put on record as it was, where it is not yet."""
        turns = self.truth.turns
        nexts = [*turns[1:], None]
        over = [one for one, after in zip(turns, nexts, strict=True) if _done_s(one, after) + _WRITTEN_S <= at_s]
        if not over or over[-1].number in self.corrected:
            return
        board = self.state.record.position.points, self.state.record.position.bar
        ends = [turn.end for turn in turns[len(over) - 1 : len(over) + 1] if turn.end is not None]
        if board not in [(end.points, end.bar) for end in ends]:
            self.corrected.add(over[-1].number)
            self.truth.touches += 1
            self._happen(PositionSet(ends[0].id(), over[-1].side.other, at_s), at_s)


def _done_s(turn: TrueTurn, after: TrueTurn | None) -> float:
    """When a turn was over, its mistake put right; one that stands does so from the next roll on."""
    if turn.clear_s is None or (turn.stood and after is None):
        return math.inf
    put_right_s = turn.board_states[-1][0] if turn.board_states else 0.0
    return max(turn.clear_s, put_right_s, after.rolled_s if turn.stood and after is not None else 0.0)


def true_choice(state: State, truth: Truth, at_s: float) -> int | None:
    """The number of the answer that is true at a moment, None where none is."""
    assert state.shown.question is not None
    if is_agreed(state, [act for act in truth.acts if not isinstance(act, TrueCube) or act.at_s <= at_s]):
        return 0
    rolled = [turn for turn in truth.turns if turn.rolled_s <= at_s]
    return next(
        (k for k, answer in enumerate(state.shown.question.answers) if _is_true(answer, state, rolled, at_s)), None
    )


def _is_true(answer: Answer, state: State, turns: Sequence[TrueTurn], at_s: float) -> bool:
    match answer.meaning:
        case Play() as play:
            end, meant = answer.end, turn_meant(state, turns)
            true_board = end is not None and any(_true_board(turn, end, at_s) for turn in turns[-_ASKED_ABOUT:])
            done = meant is not None and at_s >= _last_moved_s(meant)
            return true_board or (meant is not None and done and was_played(play, answer.dice, meant, state))
        case Dice() as roll:
            meant = turn_meant(state, turns)
            return meant is not None and meant.dice.same_numbers(roll)
        case Choice.NO:  # nobody sets the board back, turns it round or gives the game up
            return True
        case _:
            return False


def _true_board(turn: TrueTurn, end: Position, at_s: float) -> bool:
    """Whether a turn ended so, and had done so by then."""
    true = turn.end
    return true is not None and (true.points, true.bar) == (end.points, end.bar) and at_s >= _last_moved_s(turn)


def _last_moved_s(turn: TrueTurn) -> float:
    """When the board of a turn came to lie as it was left."""
    return (turn.board_states[-1][0] if turn.board_states else turn.signal_s) or 0.0


def films_in(folder: Path) -> list[Film]:
    """The film in a folder, or those in its folders; raises :class:`InputError` where there is none."""
    places = [folder] if (folder / "film.json").exists() else sorted(path.parent for path in folder.glob("*/film.json"))
    if not places:
        raise InputError(f"{folder}: no rendered film there, expected a film.json or folders with one")
    return [Film.load(place) for place in places]


def filmed(options: argparse.Namespace) -> int:
    """Show the films of ``options.frames`` and print the results; return 1 if a figure misses its limit.

    No planted act may be missed.
    """
    from companion.lab.simulation.results import as_json, as_text, figures_of

    total = SimulationScore()
    for film in films_in(options.frames):
        played = _shown(film, getattr(options, "recorded", None), keeps_looks=options.keep is not None,
                        corrects=getattr(options, "mend", False))[0]  # fmt: skip
        score = scored(played)
        total.add(score)
        if options.keep is not None:
            _write_cases(options.keep, played, score)
    figures = figures_of(total)
    print(as_json(total, figures) if options.json else as_text(total, figures))
    return 0 if all(figure.ok for figure in figures) and not total.count("missed") else 1


def glances_of(film: Film, recorded: Path | None) -> Sequence[Glance]:
    """The readings of a film; those of an earlier showing, if they are kept in the folder ``recorded``."""
    kept = _recorded(film, recorded)
    return _shown(film, recorded)[1] if kept is None else kept


def _shown(
    film: Film, recorded: Path | None, *, keeps_looks: bool = False, corrects: bool = False
) -> tuple[Played, Sequence[Glance]]:
    projection = Projection(film, keeps_looks=keeps_looks, corrects=corrects, recorded=_recorded(film, recorded))
    played = projection.show()
    if recorded is not None and projection.recorded is None:
        _place(film, recorded).write_bytes(gzip.compress(pickle.dumps([tuple(one) for one in projection.glances])))
    return played, projection.glances


def _recorded(film: Film, recorded: Path | None) -> Sequence[Glance] | None:
    """The readings of an earlier showing: a file that this program wrote on this machine."""
    if recorded is None or not _place(film, recorded).exists():
        return None
    return [Glance(*one) for one in pickle.loads(gzip.decompress(_place(film, recorded).read_bytes()))]


def _place(film: Film, recorded: Path) -> Path:
    return recorded / f"{film.name}.looks"


def _write_cases(folder: Path, played: Played, score: SimulationScore) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, failure in enumerate(score.failures, start=1):
            name = f"{failure.kind}-{played.seed}-{number:03}.txt"
            (folder / name).write_text(case_of(failure, played), encoding="utf-8")
    except OSError as error:
        raise InputError(f"--keep {str(folder)!r}: expected a folder that can be written ({error.strerror})") from error


def _noisy(image: Image | Grey, deviation: float, seed: int) -> Image:
    noise = np.random.default_rng(seed).standard_normal(image.shape, dtype=np.float32)
    return np.clip(np.rint(image + deviation * noise), 0, 255).astype(np.uint8)


def main() -> None:
    """``python -m companion.lab.bench.filmed FOLDER``: the same as ``companion simulate --frames FOLDER``."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("frames", type=Path)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write each failure there, as text")
    parser.add_argument("--mend", action="store_true", help="set the position by touch where the record has parted")
    parser.add_argument("--recorded", type=Path, metavar="DIR",
                        help="keep there what is read of each film, or show again what was kept")  # fmt: skip
    parser.add_argument("--json", action="store_true")
    raise SystemExit(filmed(parser.parse_args()))


if __name__ == "__main__":
    main()
