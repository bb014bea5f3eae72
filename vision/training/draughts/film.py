"""Draws films of draughts games: still boards, hands that move men, captured men that are lifted one by one.

    python -m vision.training.draughts.film --out build/films/1 --seed 9001
    python -m vision.training.draughts.film --out companion/demo/draughts --clip

A film is a folder of ``NNNN.jpg`` with ``frames.jsonl`` (file, t in seconds) and ``truth.json``: for every frame
``rows`` of the board from row 8 down, as Light sees them, ``still``, and ``turn``, the number of the move that is
played or was played last (-1 before the first); and ``moves`` with ``wrong``, the squares from and to of a man that was
put there first and taken back, or null.  The same seed makes the same film; existing frames are not drawn again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.games.draughts import START as START_POSITION
from companion.games.draughts import Position, after, legal_moves
from companion.games.draughts.notation import parse, text
from companion.games.rules import Side
from vision.training.draughts.scene import Camera, Hand, Man, draw, stood, worn
from vision.training.draughts.styles import Look, look

RATE = 4.0
"""Frames a second."""


@dataclass(frozen=True, slots=True)
class Step:
    """What lies on the board for one frame or several, and what moves over it."""

    men: dict[int, Man]
    turn: int
    frames: int
    hand: Hand | None = None
    still: bool = True


@dataclass(frozen=True, slots=True)
class Turn:
    """A move, as its text, and what was done before it was right: squares from and to of an illegal one, taken back."""

    move: str
    wrong: tuple[int, int] | None = None


def square_xy(square: int) -> tuple[float, float]:
    return square % 8 + 0.5, square // 8 + 0.5


class Table:
    """The men on the board, where hands put them; kings are crowned as soon as they reach the far row."""

    def __init__(self, rng: np.random.Generator, mess: float) -> None:
        self.rng, self.mess = rng, mess
        self.men: dict[int, Man] = {}
        for square in range(64):
            side = START_POSITION.side_at(square)
            if side is not None:
                self.put(square, "l" if side is Side.LIGHT else "d")

    def put(self, square: int, kind: str, man: Man | None = None) -> None:
        x, y = square_xy(square)
        far, way = self.mess * self.rng.random() ** 1.5, self.rng.uniform(0, 2 * np.pi)
        x, y = x + far * np.cos(way), y + far * np.sin(way)
        self.men[square] = replace(man, x=x, y=y) if man is not None else stood(x, y, kind, self.rng)

    def hand(self, side: Side, *squares: int) -> Hand:
        """A side's hand over a square, or half-way between two."""
        x, y = np.mean([square_xy(square) for square in squares], axis=0)
        reach = 270.0 if side is Side.LIGHT else 90.0
        return Hand(x, y, reach + float(self.rng.normal(0, 12)), 0.9)

    def carried(self, start: int, end: int, side: Side, turn: int) -> Iterator[Step]:
        """A hand takes a man up and puts it down elsewhere."""
        yield Step(dict(self.men), turn, 1, self.hand(side, start), still=False)
        man = self.men.pop(start)
        yield Step(dict(self.men), turn, 1, self.hand(side, start, end), still=False)
        self.put(end, man.kind, man)
        yield Step(dict(self.men), turn, 1, self.hand(side, end), still=False)

    def lifted(self, square: int, side: Side, turn: int) -> Iterator[Step]:
        yield Step(dict(self.men), turn, 1, self.hand(side, square), still=False)
        del self.men[square]
        yield Step(dict(self.men), turn, 1, self.hand(side, square), still=False)


def played(turns: Sequence[Turn], rng: np.random.Generator, mess: float) -> Iterator[Step]:
    """The steps of a game; after each turn the board rests."""
    table, position = Table(rng, mess), START_POSITION
    yield Step(dict(table.men), -1, 4)
    for number, turn in enumerate(turns):
        side = position.to_move
        if turn.wrong is not None:
            start, end = turn.wrong
            yield from table.carried(start, end, side, number)
            yield Step(dict(table.men), number, 5)
            yield from table.carried(end, start, side, number)
            yield Step(dict(table.men), number, 4)
        move = parse(turn.move, position)
        position = after(position, move)
        for start, end in zip(move.route, move.route[1:], strict=False):
            yield from table.carried(start, end, side, number)
        for square in move.captured:
            yield from table.lifted(square, side, number)
            if rng.random() < 0.5:
                yield Step(dict(table.men), number, 2)
        if position.is_king(move.route[-1]):
            table.men[move.route[-1]] = replace(table.men[move.route[-1]], kind="L" if side is Side.LIGHT else "D")
        yield Step(dict(table.men), number, int(rng.integers(4, 7)))


def random_game(rng: np.random.Generator, longest: int) -> list[Turn]:
    """A game by chance that ends early where nobody can move; one turn in twelve begins with a man put wrong."""
    position, turns = START_POSITION, []
    while len(turns) < longest and (moves := legal_moves(position)):
        move = moves[int(rng.integers(len(moves)))]
        wrong = _wrong(position, rng) if rng.random() < 1 / 12 else None
        turns.append(Turn(text(move, moves), wrong))
        position = after(position, move)
    return turns


def _wrong(position: Position, rng: np.random.Generator) -> tuple[int, int] | None:
    """A man and a square that it may not go to."""
    own = [square for square in range(64) if position.side_at(square) is position.to_move]
    free = [square for square in range(64) if position.side_at(square) is None and (square % 8 + square // 8) % 2 == 0]
    legal = {(move.route[0], move.route[-1]) for move in legal_moves(position)}
    wrong = [(start, end) for start in own for end in free if (start, end) not in legal and abs(start - end) < 20]
    return wrong[int(rng.integers(len(wrong)))] if wrong else None


def film_camera(rng: np.random.Generator, wh: tuple[int, int]) -> Camera:
    side = float(rng.choice((0.0, 90.0, 180.0, 270.0)))
    return Camera(float(rng.uniform(3, 38)), side + float(rng.normal(0, 5)), float(rng.normal(0, 2)),
                  float(rng.uniform(50, 68)), float(rng.uniform(0.8, 1.0)), (0.0, 0.0), wh)  # fmt: skip


def rows_of(men: dict[int, Man]) -> list[str]:
    """The board from row 8 down, without ranks."""
    signs = {square: man.kind.lower() for square, man in men.items()}
    return ["".join(signs.get(8 * rank + file, ".") for file in range(8)) for rank in range(7, -1, -1)]


def write(
    steps: Iterable[Step], turns: Sequence[Turn], made: Look, eye: Camera, out: Path, rng: np.random.Generator, *,
    rate: float = RATE, quality: int = 88, sparse: bool = False,
) -> int:  # fmt: skip
    """Draw a film into a folder; ``sparse``: one frame a still step, none of hands.  Returns the number of frames."""
    out.mkdir(parents=True, exist_ok=True)
    frames, truths, number, now_s = [], [], 0, 0.0
    for step in steps:
        if sparse and not step.still:
            now_s += 0.9
            continue
        seed = int(rng.integers(1 << 31))
        fingers = np.random.default_rng(seed)
        steady = None
        for _ in range(1 if sparse else step.frames):
            name = f"{number:04}.jpg"
            if not (out / name).exists():
                if steady is None:
                    steady = draw(made, eye, list(step.men.values()), fingers, step.hand).image
                noisy = worn(steady, np.random.default_rng((seed, number)), 0.3)
                cv2.imwrite(str(out / name), noisy, [cv2.IMWRITE_JPEG_QUALITY, quality])
            frames.append({"file": name, "t": round(now_s, 2)})
            truths.append({"file": name, "rows": rows_of(step.men), "still": step.still, "turn": step.turn})
            now_s += 1.5 if sparse else 1 / rate
            number += 1
    (out / "frames.jsonl").write_text("".join(json.dumps(frame) + "\n" for frame in frames))
    moves = [{"move": turn.move, "wrong": turn.wrong} for turn in turns]
    (out / "truth.json").write_text(json.dumps({"moves": moves, "frames": truths}, indent=0) + "\n")
    return number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=9001)
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--clip", action="store_true", help="the clip of the demo: a given game, one frame a still")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    seed = CLIP_SEED if options.clip else options.seed
    rng = np.random.default_rng(seed)
    made = look(rng)
    eye = CLIP_CAMERA if options.clip else film_camera(rng, (960, 720))
    turns = list(CLIP) if options.clip else random_game(rng, options.moves)
    steps = played(turns, rng, 0.12 if options.clip else float(rng.uniform(0.05, 0.3)))
    quality = 80 if options.clip else 88
    print(write(steps, turns, made, eye, options.out, rng, sparse=options.clip, quality=quality), "frames")


CLIP_SEED = 117
CLIP_CAMERA = Camera(20.0, 4.0, 0.0, 58.0, 0.95, (0.0, 0.0), (800, 600))
CLIP: tuple[Turn, ...] = (
    Turn("g3-h4"), Turn("f6-e5"), Turn("h2-g3"), Turn("g7-f6"), Turn("e3-d4", wrong=(18, 34)), Turn("e5-f4"),
    Turn("g3xg7"), Turn("h8xf6"), Turn("d4-e5"), Turn("f6xd4"), Turn("c3xe5"), Turn("d6xf4"),
)  # fmt: skip
"""A game with a double capture, in which a man is first put straight ahead from c3 to c5, and taken back."""


if __name__ == "__main__":
    main()
