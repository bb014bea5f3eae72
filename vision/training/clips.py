"""Render dense clips for measuring stillness: five frames a second, hands that come, rest and go, dice thrown.

Needs the renderer's own environment (``bpy``); run it with that Python:

    python clips.py --renderer ../shared/render --out FOLDER --seed 1 --clips 3

The renderer makes one picture a state, so a clip is a path: a hand on its way is put a little
further in every frame, dice in the air lie anywhere, and what rests stays where it is.  Each clip
is a folder of frames with ``frames.jsonl`` (file and time, as a camera would know them) and
``clip.jsonl``, its truth, one object a frame:

``state``: which arrangement of checkers and dice lies there, counted from 0; null while a piece is
in the air.  ``moving``: something is elsewhere than in the frame before.  ``hand``: a hand is in the
scene.  ``hand_share``: the share of the field that hand and sleeve cover.  ``kind``: what goes on.
The same seed gives the same clips, and what is already there is not rendered again.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from director import tumbling
from scenes import board_style

FPS = 5
AWAY_CM = 20.0
"""How far beyond the board's edge a hand is out of the picture."""
ENTERING = 3
"""Frames in which a hand comes from outside to where it works: two thirds of a second."""

Snapshot = dict[str, Any]
Frame = tuple[Snapshot, dict[str, Any], dict[str, Any]]


class Director:
    """Plays turns on a table and films them, one frame each fifth of a second."""

    def __init__(self, render: Any, geometry: Any, table: Any, rng: Any, name: str) -> None:
        self._render, self._geometry, self._table, self._rng, self._name = render, geometry, table, rng, name
        self._state = 0
        self._hand: dict[str, Any] | None = None
        self.frames: list[Frame] = []

    def rest(self, count: int, kind: str = "rest") -> None:
        """Nothing moves; a hand that is over the board stays there."""
        for _ in range(count):
            self._film(kind, moving=False)

    def throw(self, player: str, dice: list[int], lies: int) -> None:
        """A hand throws the dice and goes; they lie there ``lies`` frames without it."""
        half = "right" if player == "W" else "left"
        x = (1 if half == "right" else -1) * self._geometry["W"] * 0.25
        self._table.dice = []
        self._state += 1
        self._enter(player, (x, self._rng.normal(0, 3), 6.0), "roll", "hand_in")
        self._table.roll(player, dice, half)
        landed = self._table.dice
        out = list(self._way_out())
        for k, at in enumerate(out):
            self._table.dice = tumbling(landed, self._rng) if k < len(out) - 1 else landed
            self._hand = at
            self._film("dice_in_the_air" if k < len(out) - 1 else "dice_land", moving=True, flying=k < len(out) - 1)
        self._hand = None
        self._state += 1
        self._film("dice_lie", moving=True)
        self.rest(lies - 1, "dice_lie")

    def lift_dice(self, player: str) -> None:
        """A hand comes and takes the dice away."""
        self._enter(player, self._place(self._table.dice[0]["xyz"]), "pinch", "hand_in")
        self._table.dice = []
        self._state += 1
        self._leave("dice_lifted")

    def play(self, player: str, moves: list[Any], *, thinking: int = 0) -> None:
        """A hand takes one checker after the other to where it goes; it may rest on the last for a while."""
        for number, (start, end, hit) in enumerate(moves):
            lifted = copy.deepcopy(self._table)
            checker = lifted.take(player, start)
            source, target = self._place(checker["xyz"]), self._target(player, start, end, hit)
            if self._hand is None:
                self._enter(player, source, "pinch", "hand_in")
            else:
                self._go(self._path(self._at(), source, 2), "hand_to_checker")
            for at in self._path(source, target, 4):
                self._hand = dict(self._hand or {}, at=at)
                carried = dict(checker, where="hand", point=None, held=True, rot=None, edge=False, layer=0)
                carried["xyz"] = [at[0], at[1], at[2] - self._geometry["t"] / 2]
                lifted.ch = [c for c in lifted.ch if c["id"] != carried["id"]] + [carried]
                self._film("checker_carried", moving=True, table=lifted, flying=True)
            self._table.move(player, start, end, hit)
            self._state += 1
            self._film("checker_down", moving=True)
            if thinking and number == len(moves) - 1:
                self.rest(thinking, "hand_rests")
        self._leave("hand_out")

    def reach_across(self, player: str) -> None:
        """A hand goes over the board, rests and goes back; nothing is touched."""
        across = 0.2 * self._geometry["D"] * (1 if player == "W" else -1)
        self._enter(player, (self._rng.normal(0, 6), across, 4.0), "reach", "hand_in")
        self.rest(3, "hand_rests")
        self._leave("hand_out")

    def _target(self, player: str, start: int, end: int, hit: bool) -> list[float]:
        after = copy.deepcopy(self._table)
        return self._place(after.move(player, start, end, hit)["xyz"])

    def _place(self, xyz: Any) -> list[float]:
        return [float(xyz[0]), float(xyz[1]), 3.0]

    def _at(self) -> list[float]:
        assert self._hand is not None
        return list(self._hand["at"])

    def _enter(self, player: str, to: Any, pose: str, kind: str) -> None:
        side = -1 if player == "W" else 1
        spec = self._render.hand_spec(
            self._table, self._geometry, player, list(to), self._rng, self._rng.choice([pose]), to[2]
        )
        outside = [float(to[0]) - side * 4.0, side * (self._geometry["outer_y"] + AWAY_CM), 6.0]
        self._hand = dict(spec, at=outside)
        self._go(self._path(outside, list(to), ENTERING), kind)

    def _leave(self, kind: str) -> None:
        for at in self._way_out():
            self._hand = at
            self._film(kind, moving=True)
        self._hand = None
        self._film("rest", moving=True)

    def _way_out(self) -> Iterator[dict[str, Any]]:
        assert self._hand is not None
        hand, here = self._hand, self._at()
        side = -1 if hand["player"] == "W" else 1
        outside = [here[0], side * (self._geometry["outer_y"] + AWAY_CM), 7.0]
        for at in self._path(here, outside, ENTERING)[:-1]:
            yield dict(hand, at=at)

    def _go(self, path: list[list[float]], kind: str) -> None:
        for at in path:
            self._hand = dict(self._hand or {}, at=at)
            self._film(kind, moving=True)

    def _path(self, start: list[float], end: list[float], count: int) -> list[list[float]]:
        """Places on the way, the last one the end: slow at both ends, as hands are."""
        shares = [(3 - 2 * s) * s * s for s in np.linspace(0, 1, count + 1)[1:]]
        return [[a + (b - a) * float(s) for a, b in zip(start, end, strict=True)] for s in shares]

    def _film(self, kind: str, *, moving: bool, table: Any = None, flying: bool = False) -> None:
        number = len(self.frames)
        seen = table or self._table
        truth = {
            "kind": kind,
            "stable": self._hand is None,
            "t": round(number / FPS, 2),
            "frame": number,
            "sequence": self._name,
            "hand": copy.deepcopy(self._hand),
            "held": None,
            "state": None if flying else self._state,
            "moving": moving,
        }
        self.frames.append((seen.snapshot(), seen.position(), truth))


def directed(director: Director, turns: list[dict[str, Any]]) -> list[Frame]:
    """Two turns with everything that stillness must tell apart."""
    first, second = turns[0], turns[1]
    director.rest(6)
    director.throw(first["player"], first["dice"], lies=6)
    director.play(first["player"], first["moves"])
    director.rest(5)
    director.lift_dice(first["player"])
    director.throw(second["player"], second["dice"], lies=2)  # lies there for 0.4 s only
    director.lift_dice(second["player"])
    director.rest(3)
    director.throw(second["player"], second["dice"], lies=4)
    director.play(second["player"], second["moves"], thinking=5)
    director.rest(5)
    director.reach_across(first["player"])
    director.rest(5)
    return director.frames


def write_truth(folder: Path, frames: list[Frame]) -> None:
    """``clip.jsonl`` beside the frames; the hand's share is counted in the instance masks."""
    with (folder / "clip.jsonl").open("w") as out:
        for number, (_, _, truth) in enumerate(frames):
            name = f"{number:04d}"
            mask = cv2.imread(str(folder / f"{name}.mask.png"), cv2.IMREAD_UNCHANGED)
            corners = np.array(json.loads((folder / f"{name}.json").read_text())["field_corners"])
            field = cv2.fillConvexPoly(np.zeros(mask.shape, np.uint8), np.round(corners).astype(np.int32), 1) > 0
            share = float(((mask == 50) | (mask == 51))[field].mean())
            line = {key: truth[key] for key in ("t", "state", "moving", "kind")}
            line |= {"file": f"{name}.jpg", "hand": truth["hand"] is not None, "hand_share": round(share, 4)}
            out.write(json.dumps(line) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--renderer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clips", type=int, default=3)
    parser.add_argument("--spp", type=int, default=5)
    options = parser.parse_args()
    sys.path.insert(0, str(options.renderer.resolve()))
    import game
    import layout
    import make_shots
    import render
    import styles

    for number in range(options.clips):
        rng = random.Random(options.seed * 200003 + number)
        name = f"c{options.seed:02d}_{number:04d}"
        styles.STYLES[name] = board_style(rng)
        kept: list[Frame] = []

        def sequence(shot: Any, geometry: Any, generator: Any, kept: list[Frame] = kept) -> list[Frame]:
            table = layout.Table(geometry, generator, shot["mess"], {"lean": 0})
            table.setup(game.new())
            table.set_cube(1, "bar" if geometry["bar_h"] else "side_right")
            turns = [t for t in game.turn_list(shot["game_seed"]) if t["moves"] and not t.get("cube")]
            kept.extend(directed(Director(render, geometry, table, generator, shot["id"]), turns))
            return kept

        render.sequence_frames = sequence
        shot = {
            "id": name,
            "type": "sequence",
            "style": name,
            "seed": rng.randint(0, 10**8),
            "home": rng.choice(("right", "left")),
            "light": rng.choice(make_shots.LIGHTS),
            "table": rng.choice(list(styles.TABLES)),
            "camera": make_shots.camera(rng),
            "mess": round(rng.uniform(0.3, 1.2), 2),
            "game_seed": rng.randint(0, 9999),
        }
        render.run_shot(shot, str(options.out), options.spp, masks=True, resume=True)
        if kept:
            write_truth(options.out / name, kept)


if __name__ == "__main__":
    main()
