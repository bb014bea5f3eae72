"""Make sets of pictures of one board, as the reader learns from them: the start position, then others.

    python -m vision.training.sets --renderer ../shared/render --out build/sets --seed 11 --count 4000

A set is one board under one camera: the start position first, then positions that differ by some checkers, with dice,
cube, hands and things on the board, the light changing a little.  It is kept as one .npz in the canonical view; the
same seed and number give the same set, and what is there is not made again.  Some half a second of processor a picture.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.training.canvas import Row, Truth, sample, save
from vision.training.raster import looks
from vision.training.raster.developing import settings
from vision.training.raster.make import Studio, disturbed
from vision.training.raster.scene import Scene
from vision.training.throws import Floor, throw

POSES = ("pinch", "reach", "point", "roll", "flat")
EMPTY = 0.04
"""Of the positions: a bare board."""
NOTHING: dict[str, Any] = {"points": [0] * 24, "bar": {"W": 0, "B": 0}, "off": {"W": 15, "B": 15}}
KINDS = ("cup", "mug", "sheet", "phone", "pen", "block", "coin")


# --- boards and positions -------------------------------------------------------------------------------


def board_style(rng: random.Random) -> dict[str, Any]:
    """A random board, of every proportion: from 4 to 7.2 points deep a side, with a wide bar or none."""
    style = looks.board_style(rng)
    pitch = style["pw"]
    if rng.random() < 0.35:
        style["D"] = pitch * 2 * rng.uniform(4.0, 7.2)
    if rng.random() < 0.12:
        style["bar"], style["bar_h"] = 0.02, 0.0
    elif rng.random() < 0.1:
        style["bar"] = pitch * rng.uniform(1.6, 2.4)
    return style


def shot_of(rng: random.Random, name: str, style: dict[str, Any]) -> dict[str, Any]:
    """A camera, a light and a table: cameras over the table more often than in :func:`looks.shot`, a few very low."""
    shot = looks.shot(rng, name, name)
    camera = shot["camera"]
    low = rng.random()
    if low < 0.55:
        camera["tilt"] = round(rng.uniform(0, 48), 1)
    elif low > 0.9:
        camera["tilt"] = round(rng.uniform(60, 74), 1)
    if rng.random() < 0.6:
        camera["az"] = round(rng.choice((0, 180)) + rng.gauss(0, 10), 1)
    if rng.random() < 0.7:
        camera["fill"] = round(rng.uniform(0.78, 1.0), 3)
    if rng.random() < 0.12:  # the wide lens of a cheap camera
        camera["hfov"], camera["k1"] = round(rng.uniform(80, 102), 1), round(rng.uniform(-0.3, -0.1), 3)
    fitting = int(style["D"] / 2 / style["chk"]["d"])
    shot["layout"]["cap"] = min(shot["layout"]["cap"], fitting) if rng.random() < 0.8 else shot["layout"]["cap"]
    return shot


class Hand:
    """Sets a table of the renderer: fresh positions, and ones that differ from the last by some checkers."""

    def __init__(self, studio: Studio, geo: dict[str, Any], shot: dict[str, Any], rng: random.Random) -> None:
        self.parts, self.geo, self.shot, self.chance = studio.parts, geo, shot, rng
        self.rng = np.random.default_rng([shot["seed"], 17])

    def start(self) -> Any:
        layout = {**self.shot["layout"], "lean": 0}
        table = self.parts.layout.Table(self.geo, self.rng, self.shot["mess"], layout)
        table = table.setup(self.parts.game.new())
        table.set_cube(1, "bar" if self.geo["bar_h"] else "side_right")
        return table

    def fresh(self) -> Any:
        chosen = looks.position(self.chance) if self.chance.random() > EMPTY else NOTHING
        if chosen == "start":
            state = self.parts.game.new()
        elif "points" in chosen:
            state = self.parts.render.norm_pos(chosen)
        else:
            state = self.parts.game.random_position(int(chosen["random"]), chosen.get("phase"))[0]
        table = self.parts.layout.Table(self.geo, self.rng, self.shot["mess"], self.shot["layout"]).setup(state)
        cube = self.shot["cube"]
        if cube:
            table.set_cube(cube.get("value", 1), cube.get("place"), cube.get("owner"))
        if self.chance.random() < 0.4:
            for _ in range(self.chance.choice((1, 1, 2, 2, 3, 4, 5, 6))):
                self._onto_bar(table, table.ch[int(self.rng.integers(len(table.ch)))])
        return table

    def _onto_bar(self, table: Any, checker: Any) -> None:
        """Take a checker off its point, as if it had been hit."""
        if checker["where"] != "point":
            return
        there = sorted(table.at("point", checker["point"]), key=lambda c: (c["layer"], c["slot"]))
        if len(table.at("bar", None, there[-1]["color"])) < 6:
            self._bar(table, there[-1])

    def _bar(self, table: Any, checker: Any) -> None:
        table.ch.remove(checker)
        taken, slot = {c["slot"] for c in table.at("bar", None, checker["color"])}, 0
        while slot in taken:
            slot += 1
        checker.update(where="bar", point=None, slot=slot)
        table._place(checker)
        table.ch.append(checker)

    def shuffle(self, table: Any) -> None:
        """Move some single checkers, legally or not; a blot that is met is mostly hit."""
        rng = self.rng
        for _ in range(int(rng.integers(1, 6))):
            side = "WB"[rng.integers(2)]
            places: list[Any] = sorted({c["point"] for c in table.at("point", None, side)})
            places += ["bar"] if table.at("bar", None, side) else []
            if not places:
                continue
            place = places[int(rng.integers(len(places)))]
            origin = 25 if place == "bar" else place if side == "W" else 25 - place
            if origin < 25:
                there = sorted(table.at("point", place), key=lambda c: (c["layer"], c["slot"]))
                if there[-1]["color"] != side:
                    continue
            checker = table.take(side, origin)
            step = rng.integers(1, 7) if rng.random() < 0.85 else -rng.integers(1, 5)
            to = 0 if rng.random() < 0.06 else int(np.clip(origin - step, 1, 24))
            if to:
                point = to if side == "W" else 25 - to
                foes = [c for c in table.at("point", point) if c["color"] != side]
                if len(foes) == 1 and rng.random() < 0.8:
                    self._bar(table, foes[0])
                elif len(foes) > 1 or len(table.at("point", point)) > 9:
                    to = origin if origin < 25 else 24
                if len(table.at("point", to if side == "W" else 25 - to)) > 11:
                    to = 0
            table.put(side, checker, to)

    def roll(self, table: Any) -> None:
        rng, chance = self.rng, self.chance
        table.dice = []
        values = [[int(v) for v in rng.integers(1, 7, 2)] for _ in range(2)]
        if rng.random() < 0.8:
            table.roll("WB"[rng.integers(2)], values[0], cocked=rng.random() < 0.1)
        if rng.random() < 0.3:
            first = list(table.dice)
            half = "left" if first and first[0]["half"] == "right" else "right"
            table.dice = first + table.roll("B", values[1], half)
        if rng.random() < 0.25:
            strewn = [chance.random() < 0.6 for _ in range(chance.randint(2, 6))]
            table.dice = throw(Floor(table, self.geo), rng, self.parts.layout, strewn)

    def mixed(self, snap: dict[str, Any]) -> None:
        """Some points hold both sides, as in the middle of a hit."""
        light, dark = ([c for c in snap["checkers"] if c["where"] == "point" and c["color"] == side] for side in "WB")
        pairs = list(zip(self.rng.permutation(light), self.rng.permutation(dark), strict=False))[:2]
        for one, other in pairs:
            one["id"], other["id"] = other["id"], one["id"]
            one["color"], other["color"] = other["color"], one["color"]

    def reach(self, table: Any) -> Any:
        rng = self.rng
        at = [rng.uniform(-0.35, 0.35) * self.geo[k] for k in "WD"]
        pose, height = str(rng.choice(POSES)), float(rng.uniform(0.5, 6))
        return self.parts.render.hand_spec(table, self.geo, "WB"[rng.integers(2)], at, rng, pose, height)

    def pictures(self, frames: int) -> list[tuple[Any, Any, Any, list[tuple[str, float, float]]]]:
        """What lies where in each picture, the position, a hand, and things on the board."""
        table = self.start()
        made: list[tuple[Any, Any, Any, list[tuple[str, float, float]]]] = [
            (table.snapshot(), table.position(), None, [])
        ]
        table = self.fresh()
        for k in range(1, frames):
            if k == frames // 2:
                table = self.fresh()
            elif k > 1:
                self.shuffle(table)
            self.roll(table)
            snap, position = table.snapshot(), table.position()
            if self.rng.random() < 0.06:
                self.mixed(snap)
            hand = self.reach(table) if self.rng.random() < 0.18 else None
            things = []
            if self.rng.random() < 0.12:
                for _ in range(int(self.rng.integers(1, 3))):
                    x, y = (float(self.rng.uniform(-0.5, 0.5)) * self.geo[side] for side in "WD")
                    things.append((str(self.rng.choice(KINDS)), x, y))
            made.append((snap, position, hand, things))
        return made


def make(studio: Studio, name: str, rng: random.Random, frames: int) -> tuple[list[Row], list[tuple[Any, Truth]]]:
    """The set of that name, and its pictures with their truth."""
    style = board_style(rng)
    shot = shot_of(rng, name, style)
    geo = studio.geometry(shot, style)
    if not geo["trays"]:
        shot["camera"]["include_off"] = 2.2 * geo["d"] + 0.6
    plans = Hand(studio, geo, shot, rng).pictures(frames)
    camera = studio.parts.camera.Camera(shot["camera"], geo, studio.size)
    spec = {**shot["camera"], "dist": camera.dist_cm}
    cubes = [snap["cube"]["xyz"] for snap, *_ in plans if snap["cube"]]
    shot["cube_xy"] = cubes[0] if cubes else None
    scene = Scene(studio._board(name, shot["home"], style, geo), shot, camera, studio.hands)
    made = settings(shot, scene.noise_k, scene.ill, np.random.default_rng([shot["seed"], 5]))
    chance = np.random.default_rng([shot["seed"], 6])
    rows, pictures = [], []
    for number, (snap, position, hand, things) in enumerate(plans):
        spec = disturbed(scene, spec, made, chance)
        scene.camera = camera = studio.parts.camera.Camera(spec, geo, studio.size)
        if number and chance.random() < 0.4:
            made["bias"] += chance.normal(0, 0.15)
        scene.set_frame(snap, hand, things)
        picture, ids = studio.developed(scene, made, [shot["seed"], number])
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(made["quality"])])[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
        extra = {"frame_id": name, "image": name}
        truth = studio.parts.render.ground_truth(shot, geo, camera, snap, position, ids, scene, extra)
        rows.append(sample(picture, ids, truth))
        pictures.append((picture, truth))
    return rows, pictures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--renderer", type=Path, required=True, help="the path tracer's folder")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=int, default=1, help="every how many-th set is made: one maker a processor")
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--frames", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=1e9, help="make none after so long")
    parser.add_argument("--size", default="880x660")
    parser.add_argument("--dice", type=Path, help="where patches of dice go, to learn their values from")
    parser.add_argument("--jpg", action="store_true", help="keep the pictures, too")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    width, height = (int(v) for v in options.size.split("x"))
    studio = Studio(options.renderer, (width, height))
    options.out.mkdir(parents=True, exist_ok=True)
    begun, number_made = time.monotonic(), 0
    for number in range(options.first, options.count, options.step):
        name = f"q{options.seed}_{number:05d}"
        path = options.out / f"{name}.npz"
        if time.monotonic() - begun > options.seconds:
            break
        if path.exists():
            continue
        try:
            rows, pictures = make(studio, name, random.Random(options.seed * 100003 + number), options.frames)
        except (ValueError, IndexError, KeyError, cv2.error, np.linalg.LinAlgError) as error:
            print(f"{name}: left out ({type(error).__name__}: {error})", flush=True)  # the board has no room for it
            continue
        save(rows, path)
        number_made += 1
        if options.dice:
            keep_dice(pictures, options.dice, name, np.random.default_rng([options.seed, number]))
        for k, (picture, _) in enumerate(pictures if options.jpg else []):
            cv2.imwrite(str(options.out / f"{name}_{k}.jpg"), picture)
    print(f"{number_made} sets in {time.monotonic() - begun:.0f} s", flush=True)


def keep_dice(pictures: list[tuple[Any, Truth]], folder: Path, name: str, rng: np.random.Generator) -> None:
    """Write the patches of a set's dice: see :func:`vision.training.dice_patches.cut_out`."""
    from vision.training.dice_patches import cut_out

    folder.mkdir(parents=True, exist_ok=True)
    found = [patches for picture, truth in pictures if (patches := cut_out(picture, truth, rng)) is not None]
    if found:
        draft = folder / f"{name}.tmp"
        with draft.open("wb") as file:
            np.savez(file, patches=np.concatenate([f[0] for f in found]), labels=np.concatenate([f[1] for f in found]))
        os.replace(draft, folder / f"{name}.npz")


if __name__ == "__main__":
    main()
