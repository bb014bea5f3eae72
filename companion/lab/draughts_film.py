"""Renders films of games of draughts: boards, hands that move men and lift captured ones one by one, and the truth.

    python -m companion.lab.draughts_film --out build/draughts --kept
    python -m companion.lab.draughts_film --demo

A film is a folder with pictures, ``frames.jsonl`` (file and time, as a camera would know them) and ``film.json``: the
moves, and for each picture what lies on the board (rank 8 first, seen from Light), and whether a hand is over it.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from companion.games.draughts.moves import Move, after, legal_moves, quiet_moves
from companion.games.draughts.position import START, Position
from companion.games.draughts.squares import SIZE, Square, name
from companion.games.rules import Side
from vision.training.draughts.boards import Hand, Piece, Scene, camera, save
from vision.training.draughts.looks import random_look

KEPT_SEEDS: Final = (1002, 1005, 1008, 1011)
"""Boards that no training has seen: every third seed is kept apart."""
DEMO: Final = Path(__file__).parents[1] / "demo" / "draughts"
FRAME_S: Final = 0.25
_DEMO_SEED: Final = 5
_DEMO_MOVES: Final = 10


@dataclass(frozen=True, slots=True)
class Turn:
    """One move as it was carried out: ``wrong`` was played first, and then put right."""

    move: Move
    wrong: Move | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What a picture shows, and how long it is shown (seconds)."""

    pieces: tuple[Piece, ...]
    hand: Hand | None
    lasts_s: float
    turn: int
    """How many turns are over."""

    def counts(self) -> dict[Square, tuple[int, int]]:
        """What lies on the squares, as (light, dark); a man in a hand lies nowhere."""
        lying = [p for p in self.pieces if not p.lifted and 0 <= p.file < SIZE and 0 <= p.rank < SIZE]
        return {int(p.rank) * SIZE + int(p.file): (1, 0) if p.light else (0, 1) for p in lying}

    def rows(self) -> list[str]:
        counts = self.counts()
        letters = {(1, 0): "l", (0, 1): "d"}
        return [
            "".join(letters.get(counts.get(8 * rank + file, (0, 0)), ".") for file in range(SIZE))
            for rank in reversed(range(SIZE))
        ]


@dataclass(slots=True)
class Director:
    """Carries out turns on a board: the pieces by the squares that they lie on."""

    seed: int
    men: dict[Square, Piece] = field(default_factory=dict)
    beside: list[Piece] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    turns: int = 0
    _rng: Random = field(init=False)

    def __post_init__(self) -> None:
        self._rng = Random(self.seed)
        for square in range(64):
            side = START.side_at(square)
            if side is not None:
                self.men[square] = self._put(Piece(0, 0, side is Side.LIGHT, 1, self._rng.randrange(1 << 20)), square)
        self._still(2.0)

    def play(self, position: Position, turn: Turn) -> Position:
        """Show one turn; returns the position after it."""
        if turn.wrong is not None:
            self._carry(position, turn.wrong)
            self._still(3.0)
            back = Move((turn.wrong.end, turn.wrong.start))
            self._carry(position, back)
        self._carry(position, turn.move)
        for square in turn.move.captured:
            self._lift(square, position.to_move)
        there = after(position, turn.move)
        if there.is_king(turn.move.end) and self.men[turn.move.end].level == 1:
            self.men[turn.move.end] = replace(self.men[turn.move.end], level=2)
        self.turns += 1
        self._still(self._rng.uniform(1.5, 2.5))
        return there

    def _carry(self, position: Position, move: Move) -> None:
        man = self.men.pop(move.start)
        self._hand(position.to_move, man.file, man.rank, [*self.men.values(), man])
        for square in move.route[1:]:
            reached = self._put(man, square)
            middle = replace(man, file=(man.file + reached.file) / 2, rank=(man.rank + reached.rank) / 2, lifted=0.6)
            self._hand(position.to_move, middle.file, middle.rank, [*self.men.values(), middle])
            man = reached
        self._hand(position.to_move, man.file, man.rank, [*self.men.values(), man])
        self.men[move.end] = man

    def _lift(self, square: Square, side: Side) -> None:
        man = self.men.pop(square)
        self._hand(side, man.file, man.rank, [*self.men.values(), man])
        away = replace(
            man, file=9.8 if side is Side.LIGHT else -1.8, rank=0.5 + len(self.beside) * 0.95 % SIZE, level=1
        )
        raised = replace(away, lifted=0.8, file=(man.file + 2 * away.file) / 3, rank=(man.rank + away.rank) / 2)
        self._hand(side, raised.file, raised.rank, [*self.men.values(), raised])
        self.beside.append(away)

    def _hand(self, side: Side, file: float, rank: float, pieces: Sequence[Piece]) -> None:
        arm = (-math.pi / 2 if side is Side.LIGHT else math.pi / 2) + self._rng.uniform(-0.4, 0.4)
        hand = Hand(file + self._rng.uniform(-0.1, 0.1), rank, arm, self._rng.randrange(1 << 20))
        self.shown.append(Shown((*pieces, *self.beside), hand, FRAME_S, self.turns))

    def _still(self, lasts_s: float) -> None:
        self.shown.append(Shown((*self.men.values(), *self.beside), None, lasts_s, self.turns))

    def _put(self, man: Piece, square: Square) -> Piece:
        dx, dy = (min(0.3, max(-0.3, self._rng.gauss(0, 0.07))) for _ in range(2))
        return replace(man, file=square % SIZE + 0.5 + dx, rank=square // SIZE + 0.5 + dy, lifted=0.0)


def game(seed: int, most: int, wrong: int = 2) -> list[Turn]:
    """A game of chance with so many wrong moves: a capture that was not made."""
    rng = Random(seed)
    position, turns = START, list[Turn]()
    while len(turns) < most and (moves := legal_moves(position)):
        move = rng.choice(moves)
        quiet = quiet_moves(position)
        mistaken = move.captured and quiet and wrong > 0 and rng.random() < 0.5
        turns.append(Turn(move, rng.choice(quiet) if mistaken else None))
        wrong -= bool(mistaken)
        position = after(position, move)
    return turns


def demo_game() -> list[Turn]:
    """The first short game of chance with a double capture, two single ones and one wrong move that is put right."""
    for seed in range(100000):
        turns = game(seed, _DEMO_MOVES, wrong=1)
        taken = [len(turn.move.captured) for turn in turns]
        if taken.count(2) == 1 and taken.count(1) >= 2 and any(turn.wrong for turn in turns) and taken[-1] == 0:
            return turns
    raise AssertionError("no such game")


def directed(turns: Sequence[Turn], seed: int) -> list[Shown]:
    """All that the film of a game shows."""
    director = Director(seed)
    position = START
    for turn in turns:
        position = director.play(position, turn)
    return director.shown


def thinned(shown: Sequence[Shown]) -> list[Shown]:
    """The stills, and of the hands of each turn one: enough to follow a game."""
    kept: list[Shown] = []
    for one in shown:
        if one.hand is not None and kept and kept[-1].hand is not None:
            continue
        kept.append(replace(one, lasts_s=0.6 if one.hand else one.lasts_s))
    return kept


def demo_shown() -> list[Shown]:
    """What the pictures of the bundled clip show, one after another."""
    return thinned(directed(demo_game(), _DEMO_SEED))


def write(folder: Path, turns: Sequence[Turn], shown: Sequence[Shown], scene: Scene, *, truth: bool = True) -> None:
    """Render a film into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    frames, told = list[dict[str, Any]](), list[dict[str, Any]]()
    now_s = 0.0
    for number, one in enumerate(shown):
        file = f"{number:0{len(str(len(shown)))}d}.jpg"
        save(folder / file, scene.drawn(one.pieces, one.hand, seed=number), min(scene.look.quality, 80))
        frames += [{"file": file, "t": round(at_s, 2)} for at_s in _times(now_s, one.lasts_s, dense=truth)]
        told.append({"file": file, "rows": one.rows(), "hand": one.hand is not None, "turns": one.turn})
        now_s += one.lasts_s
    lines = "".join(json.dumps(frame) + "\n" for frame in frames)
    (folder / "frames.jsonl").write_text(lines, encoding="utf-8")
    if truth:
        film = {"moves": [_as_json(turn) for turn in turns], "corners": scene.corners_px().tolist(), "pictures": told}
        (folder / "film.json").write_text(json.dumps(film) + "\n", encoding="utf-8")


def _times(start_s: float, lasts_s: float, *, dense: bool) -> Iterator[float]:
    yield start_s
    if dense:
        for k in range(1, round(lasts_s / FRAME_S)):
            yield start_s + k * FRAME_S


def _as_json(turn: Turn) -> dict[str, Any]:
    return {"move": _text(turn.move), "wrong": _text(turn.wrong) if turn.wrong else None}


def _text(move: Move) -> str:
    return ("x" if move.captured else "-").join(map(name, move.route))


def kept_scene(seed: int) -> Scene:
    """A board of the share kept apart, as it lies before two players."""
    rng = np.random.default_rng([8, seed])
    look = random_look(rng)
    turned = float(rng.choice([0.0, 90.0, 180.0]) + rng.normal(0, 4))
    view = camera((960, 720), tilt_deg=float(rng.uniform(5, 40)), turned_deg=turned, fill=0.62)
    return Scene(look, view)


def demo_scene() -> Scene:
    look = random_look(np.random.default_rng(_DEMO_SEED))
    plain = replace(
        look, dark_square=(40.0, 66.0, 110.0), light_square=(150.0, 195.0, 228.0), light_piece=(190.0, 215.0, 230.0),
        dark_piece=(34.0, 36.0, 44.0), frame=((30.0, 50.0, 85.0),), frame_width=(0.7,), radius=0.39, height=0.2,
        rings=3, relief=0.25, grain=0.05, table=(120.0, 130.0, 135.0), table_grain=0.0, brightness=1.0, warmth=0.02,
        slope=(0.08, -0.08), bands=0, blur=0.6, noise=1.0, labels=True, line=0.02, shadow=0.35, shadow_length=0.8,
        skin=(130.0, 165.0, 215.0), sleeve=(120.0, 70.0, 50.0), quality=78,
    )  # fmt: skip
    return Scene(plain, camera((960, 720), tilt_deg=28, turned_deg=3, fill=0.7))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, default=Path("build/draughts"), metavar="FOLDER")
    parser.add_argument("--kept", action="store_true", help="four films on boards that are kept apart")
    parser.add_argument("--demo", action="store_true", help="the bundled clip, into companion/demo/draughts")
    parser.add_argument("--moves", type=int, default=60, metavar="N", help="at most so many (default: 60)")
    options = parser.parse_args(arguments)
    if options.demo:
        turns = demo_game()
        write(DEMO, turns, demo_shown(), demo_scene(), truth=False)
    if options.kept:
        for seed in KEPT_SEEDS:
            turns = game(seed, options.moves)
            write(options.out / str(seed), turns, directed(turns, seed), kept_scene(seed))


if __name__ == "__main__":
    main()
