"""Render throws of dice on random boards, many of them cocked: material for the reader of the dice.

Needs the renderer's own environment (``bpy``); run it with that Python:

    python throws.py --renderer ../shared/render --out FOLDER --seed 31 --styles 128

A board is rendered whole once; for every throw only the part where its dice lie is rendered anew, more
finely, which costs a tenth.  On boards that are learned from five dice lie together, each in colours of
its own.  On every eighth board, which is held out, it is a pair as in play, three times out of four with
one die cocked: leaning on a checker, a stack, the bar or the frame, or lying on a checker.  Truth and
instance masks are as the renderer writes them.  The same seed gives the same pictures, and what is there
already is not rendered again.
"""

from __future__ import annotations

import argparse
import importlib
import math
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

EVERY, HELD_OUT = 8, 7  # boards whose number leaves 7 when divided by 8 are only measured on
BOARDS = 2  # so often is a style set up, lit and looked at
STEEPEST = math.radians(44)


class Wall(NamedTuple):
    """Something upright that a die may lean on: a place of its foot, the way off it, its height in cm."""

    foot: np.ndarray
    away: np.ndarray
    height: float


class Floor:
    """What stands on a board, and where dice still find room.  Lengths in cm."""

    def __init__(self, table: Any, geo: Any) -> None:
        self.geo = geo
        self.side = float(geo["die"])
        self.radius, self.thick = geo["d"] / 2, geo["t"]
        self.checkers = [c for c in table.ch if not c["edge"] and c["where"] in ("point", "bar")]
        self.middles: list[np.ndarray] = []

    def room(self, xy: np.ndarray, but: Any = None) -> float:
        """How far it is from a place to the next checker or die; ``but``: a checker that does not count."""
        near = [
            math.dist(xy, c["xyz"][:2]) - self.radius
            for c in self.checkers
            if but is None or math.dist(c["xyz"][:2], but["xyz"][:2]) > 0.5 * self.radius
        ]
        return min(near + [math.dist(xy, m) - 0.72 * self.side for m in self.middles], default=99.0)

    def holds(self, xy: np.ndarray, margin: float) -> bool:
        """Whether a place is on the playing field, so far from the bar and the frame."""
        geo = self.geo
        beside_bar = abs(xy[0]) - geo["bar"] / 2
        return bool(min(beside_bar, geo["W"] / 2 - abs(xy[0]), geo["D"] / 2 - abs(xy[1])) > margin)

    def top(self, checker: Any) -> float:
        """How high the checkers are stacked where this one lies."""
        here = [c for c in self.checkers if math.dist(c["xyz"][:2], checker["xyz"][:2]) < 0.8 * self.radius]
        return float(max(c["xyz"][2] for c in here) + self.thick)


def flat(floor: Floor, rng: Any, around: np.ndarray | None) -> tuple[np.ndarray, np.ndarray] | None:
    """A die lying on the field: anywhere, beside a checker, beside the bar or the frame; (middle, turn)."""
    kind, side = rng.random(), floor.side
    for _ in range(200):
        xy = _somewhere(floor, rng, around)
        closest = 0.5 * side
        if kind < 0.45 and floor.checkers:
            c = floor.checkers[int(rng.integers(len(floor.checkers)))]
            xy = np.array(c["xyz"][:2]) + (floor.radius + side * rng.uniform(0.5, 0.85)) * _way(rng)
        elif kind < 0.6:
            closest = 0.72 * side
            wall = _edge(floor, rng)
            xy = wall.foot + wall.away * side * rng.uniform(0.72, 0.9)
        if around is not None and math.dist(xy, around) > 5 * side:
            continue
        yaw = rng.uniform(0, 2 * math.pi)
        reach = side / 2 * (abs(math.cos(yaw)) + abs(math.sin(yaw)))  # no checker is nearer than the die's edges
        if floor.holds(xy, 0.71 * side) and floor.room(xy) > max(closest, reach if kind < 0.45 else 0.72 * side):
            return np.array([*xy, side / 2]), _about(np.array([0, 0, 1.0]), yaw)
    return None


def on_top(floor: Floor, rng: Any, around: np.ndarray | None) -> tuple[np.ndarray, np.ndarray] | None:
    """A die lying flat on a checker or a stack."""
    for _ in range(60 if floor.checkers else 0):
        c = floor.checkers[int(rng.integers(len(floor.checkers)))]
        xy = np.array(c["xyz"][:2]) + rng.normal(0, 0.3 * floor.radius, 2)
        if c["lean"] or (around is not None and math.dist(xy, around) > 5 * floor.side):
            continue
        taller = [o for o in floor.checkers if o["xyz"][2] + 0.5 * floor.thick > floor.top(c)]
        free = floor.room(xy, c) > 0 or all(
            math.dist(o["xyz"][:2], xy) > floor.radius + 0.7 * floor.side for o in taller
        )
        if free and all(math.dist(xy, m) > 1.5 * floor.side for m in floor.middles):
            return np.array([*xy, floor.top(c) + floor.side / 2]), _about(np.array([0, 0, 1.0]), rng.uniform(0, 7))
    return None


def leaning(floor: Floor, rng: Any, around: np.ndarray | None) -> tuple[np.ndarray, np.ndarray] | None:
    """A die with one edge on the field that leans on a checker, a stack, the bar or the frame.

    It rests on the upper edge of what is lower than it, and touches what is higher with its own edge.
    """
    side, low = floor.side, [c for c in floor.checkers if c["layer"] == 0 and c["where"] == "point" and not c["lean"]]
    for _ in range(400):
        c = None
        if low and rng.random() < 0.75:
            c = low[int(rng.integers(len(low)))]
            way = _way(rng)
            wall = Wall(np.array(c["xyz"][:2]) + way * floor.radius, way, floor.top(c))
        else:
            wall = _edge(floor, rng)
        least = math.asin(min(1.0, wall.height / side))
        on_edge = least + 0.01 < STEEPEST
        if wall.height < 0.15 * side or (not on_edge and rng.random() < 0.7):
            continue
        tilt = rng.uniform(least + 0.01, STEEPEST) if on_edge else rng.uniform(math.radians(18), STEEPEST)
        far = wall.height / math.tan(tilt) if on_edge else side * math.cos(tilt)
        up, away = np.array([0, 0, 1.0]), np.array([*wall.away, 0.0])
        foot = np.array([*wall.foot, 0.0]) + away * far
        middle = foot + (up * math.sin(tilt) - away * math.cos(tilt)) * side / 2
        middle += (away * math.sin(tilt) + up * math.cos(tilt)) * side / 2
        if around is not None and math.dist(middle[:2], around) > 5 * side:
            continue
        clear = floor.room(foot[:2], c) > 0.45 * side and floor.room(middle[:2], c) > 0.45 * side
        if clear and floor.holds(foot[:2], 0.5 * side) and (c is None or floor.holds(middle[:2], 0.7 * side)):
            turn = _about(np.cross(up, away), tilt) @ _about(up, math.atan2(away[1], away[0]))
            return middle, turn
    return None


def _somewhere(floor: Floor, rng: Any, around: np.ndarray | None) -> np.ndarray:
    if around is None:
        return np.array(rng.uniform(-0.5, 0.5, 2) * (floor.geo["W"], floor.geo["D"]))
    return np.array(around + rng.uniform(-4, 4, 2) * floor.side)


def _edge(floor: Floor, rng: Any) -> Wall:
    """A place along the bar or the frame."""
    geo, kind, sign = floor.geo, rng.random(), rng.choice([-1.0, 1.0])
    if kind < 0.4:
        return Wall(
            np.array([sign * geo["bar"] / 2, rng.uniform(-0.5, 0.5) * geo["D"]]), np.array([sign, 0]), geo["bar_h"]
        )
    if kind < 0.7:
        return Wall(
            np.array([sign * geo["W"] / 2, rng.uniform(-0.5, 0.5) * geo["D"]]), np.array([-sign, 0]), geo["rim"]
        )
    return Wall(np.array([rng.uniform(-0.5, 0.5) * geo["W"], sign * geo["D"] / 2]), np.array([0, -sign]), geo["rim"])


def _way(rng: Any) -> np.ndarray:
    angle = rng.uniform(0, 2 * math.pi)
    return np.array([math.cos(angle), math.sin(angle)])


def _about(axis: np.ndarray, angle: float) -> np.ndarray:
    return np.asarray(cv2.Rodrigues(np.asarray(axis, float) / np.linalg.norm(axis) * angle)[0])


def throw(floor: Floor, rng: Any, layout: Any, kinds: list[bool]) -> list[dict[str, Any]]:
    """Dice that lie close together, True in ``kinds`` for a cocked one; those that find no room are left out."""
    dice: list[dict[str, Any]] = []
    floor.middles = []
    for k, cocked in enumerate(kinds):
        around = floor.middles[0] if floor.middles else None
        on_checker = cocked and rng.random() < 0.4
        pose = (on_top if on_checker else leaning if cocked else flat)(floor, rng, around)
        if cocked and pose is None:
            on_checker = not on_checker
            pose = (on_top if on_checker else leaning)(floor, rng, around)
        if pose is None:
            continue
        middle, turn = pose
        value = int(rng.integers(1, 7))
        rot = turn @ layout.bring_up(layout.DN[value])
        tilt = math.degrees(math.acos(min(1.0, turn[2, 2])))
        dice.append(
            {"value": value, "xyz": middle.tolist(), "rot": rot.tolist(), "cocked": cocked, "on_checker": on_checker}
            | {"tilt_deg": tilt, "yaw": 0.0, "player": "WB"[k % 2], "half": "right" if middle[0] > 0 else "left"}
        )
        floor.middles.append(middle[:2])
    return dice


def box_round(dice: list[dict[str, Any]], side: float, camera: Any) -> tuple[float, float, float, float]:
    """The part of the rendered picture (0 to 1; left, top, right, bottom) that dice and their shadows take."""
    reach = np.array([1.9, 1.9, 0.7]) * side
    ends = [np.array(die["xyz"]) + (2 * np.array(c) - 1) * reach for die in dice for c in np.ndindex(2, 2, 2)]
    seen = np.array(ends) @ camera.R.T + camera.t
    xy = seen[:, :2] / seen[:, 2:] * camera.fr / (camera.Wp, camera.Hp) + 0.5
    (left, top), (right, bottom) = np.clip(xy.min(0), 0, 1), np.clip(xy.max(0), 0, 1)
    return float(left), float(top), float(right), float(bottom)


class Stage:
    """A board with the renderer's scene of it, rendered once without dice."""

    def __init__(self, spec: dict[str, Any], parts: Any, spp: int, finer: float) -> None:
        self.spec, self.parts = spec, parts
        self.rng = np.random.default_rng([spec["seed"], 17])
        self.geo = parts.layout.geometry(parts.styles.STYLES[spec["style"]], spec["home"])
        self.table = parts.render.plan_still(spec, self.geo, self.rng)
        self.camera = parts.camera.Camera(spec["camera"], self.geo, parts.render.SIZE)
        self.maps = self.camera.remap_maps(finer)
        snapshot = self.table.snapshot()
        if snapshot["cube"]:
            spec["cube_xy"] = snapshot["cube"]["xyz"]
        self.scene = parts.scene.Scene(spec, self.geo, self.camera, spp)
        self.post = parts.render.post_params(spec, self.scene, np.random.default_rng([spec["seed"], 5]))
        self._add_dice()
        self.scene.set_frame(snapshot)
        light, ids = self.scene.render()
        size = (round(self.camera.Wp * finer), round(self.camera.Hp * finer))
        self.light = cv2.resize(light, size, interpolation=cv2.INTER_CUBIC)
        self.ids = cv2.resize(ids.astype(np.float32), size, interpolation=cv2.INTER_NEAREST).astype(np.int32)
        self.gain = parts.post.auto_exposure(self.light * np.array(self.post["wb"], np.float32), bias=self.post["bias"])
        settings = self.scene.sc.render
        settings.resolution_x, settings.resolution_y = size

    def _add_dice(self) -> None:
        """Six dice, every one with a shape of its own; the renderer has four of two shapes."""
        bpy, meshes, scene = self.parts.scene.bpy, self.parts.meshes, self.parts.scene
        for die in self.scene.dice.values():
            bpy.data.objects.remove(die)
        self.scene.dice = {}
        for number in range(6):
            shape = meshes.die(
                self.geo["die"], self.rng.uniform(0.12, 0.5), self.rng.uniform(0.14, 0.24),
                big_one=self.rng.random() < 0.35,
            )  # fmt: skip
            thing = scene.add_mesh("die", shape, [scene.flat_mat("#ffffff"), scene.flat_mat("#000000")], sharp=None)
            thing.pass_index = 31 + number
            thing.location = scene.FAR
            self.scene.dice["WB"[number % 2], number // 2] = thing

    def paint(self, looks: list[dict[str, Any]]) -> None:
        """Give the dice their colours, one look after the other in turn."""
        flat_mat = self.parts.scene.flat_mat
        for number in range(6):
            look, mesh = looks[number % len(looks)], self.scene.dice["WB"[number % 2], number // 2].data
            mesh.materials[0] = flat_mat(look["body"], look["rough"], 0.3, trans=look.get("trans", 0))
            mesh.materials[1] = flat_mat(look["pip"], 0.4)

    def shoot(self, name: str, out: Path, seed: int) -> None:
        """The picture with the dice that lie on the table now: rendered where they lie, the rest as it was."""
        snapshot = self.table.snapshot()
        self.scene.set_frame(snapshot)
        settings = self.scene.sc.render
        left, top, right, bottom = box_round(snapshot["dice"], self.geo["die"], self.camera)
        settings.use_border = True
        settings.border_min_x, settings.border_max_x = left, right
        settings.border_min_y, settings.border_max_y = 1 - bottom, 1 - top
        light, ids = self.scene.render()
        settings.use_border = False
        high, wide = ids.shape
        rows = slice(math.ceil(top * high) + 1, math.floor(bottom * high) - 1)
        columns = slice(math.ceil(left * wide) + 1, math.floor(right * wide) - 1)
        whole, labels = self.light.copy(), self.ids.copy()
        whole[rows, columns], labels[rows, columns] = light[rows, columns], ids[rows, columns]
        picture, labels = self.parts.post.develop(whole, self.maps, labels, self.post, self.gain, [seed, 0])
        extra = {"kind": "still", "stable": True, "hand": None, "image": name + ".jpg", "frame_id": name}
        render = self.parts.render
        truth = render.ground_truth(
            self.spec, self.geo, self.camera, snapshot, self.table.position(), labels, self.scene, extra
        )
        cv2.imwrite(str(out / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, self.post["quality"]])
        cv2.imwrite(str(out / f"{name}.mask.png"), labels.astype(np.uint8))
        (out / f"{name}.json").write_text(render.json.dumps(truth))


def looks(rng: random.Random, scenes: Any, *, pair: bool) -> list[dict[str, Any]]:
    """Colours of dice: of a pair mostly the same."""
    some: list[dict[str, Any]] = [scenes.die(rng) for _ in range(6)]
    for look in some:
        if rng.random() < 0.1:  # pips of nearly the body's lightness
            look["pip"] = scenes.any_colour(rng)
    return some[:1] if pair and rng.random() < 0.6 else some


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--renderer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--styles", type=int, default=128)
    parser.add_argument("--first", type=int, default=0, help="the number of the first style")
    parser.add_argument("--step", type=int, default=1, help="every how many-th style is rendered")
    parser.add_argument("--throws", type=int, default=8, help="on each board")
    parser.add_argument("--spp", type=int, default=6)
    parser.add_argument("--finer", type=float, default=0.75, help="size at which dice are rendered, 1 = 1280 x 960")
    options = parser.parse_args()
    sys.path.insert(0, str(options.renderer.resolve()))
    sys.path.insert(0, str(Path(__file__).parent))
    names = ("camera", "layout", "make_shots", "meshes", "post", "render", "scene", "scenes", "styles")
    parts = argparse.Namespace(**{name: importlib.import_module(name) for name in names})
    scenes, styles = parts.scenes, parts.styles
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.styles, options.step):
        rng = random.Random(options.seed * 100003 + number)
        style = f"t{options.seed:02d}_{number:04d}"
        styles.STYLES[style] = scenes.board_style(rng)
        pair = number % EVERY == HELD_OUT
        for board in range(BOARDS):
            spec = scenes.shot(rng, parts.make_shots, f"{style}_{board}", style, list(styles.TABLES))
            spec["dice"], spec["variant"] = None, 0
            spec.pop("hand", None)
            if (options.out / f"{style}_{board}{options.throws - 1}.json").exists():
                continue
            stage = Stage(spec, parts, options.spp, options.finer)
            for n in range(options.throws):
                chance = np.random.default_rng([spec["seed"], n])
                cocked = int(n % 4 < 3) if pair else int(chance.binomial(5, 0.5))
                kinds = [k < cocked for k in range(2 if pair else 5)]
                stage.table.dice = throw(Floor(stage.table, stage.geo), chance, parts.layout, kinds)
                if not stage.table.dice:
                    continue
                stage.paint(looks(random.Random(spec["seed"] + n), scenes, pair=pair))
                stage.shoot(f"{style}_{board}{n}", options.out, spec["seed"] + n)


if __name__ == "__main__":
    main()
