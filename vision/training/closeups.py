"""Render close-ups of random boards with many dice and a few cubes: material for the dice and cube readers.

Needs the renderer's own environment (``bpy``); run it with that Python:

    python closeups.py --renderer ../shared/render --out FOLDER --seed 1 --styles 40 --shots 5

Each picture shows about a quarter of a board with up to eight dice, each in colours of its own: flat, beside
a checker, leaning on one, on top of one, on the bar; and two cubes that show random values.  Truth and
instance masks are as the renderer writes them; ``cubes`` holds all cubes.  Same seed, same pictures.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

DICE, CUBES = 8, 3
FACES = (2, 4, 8, 16, 32, 64)


def shot(rng: random.Random, scenes: Any, make_shots: Any, name: str, style: str, tables: list[str]) -> dict[str, Any]:
    spec: dict[str, Any] = scenes.shot(rng, make_shots, name, style, tables)
    spec.pop("hand", None)
    spec["dice"] = None
    spec["cube"] = None
    zoom = rng.uniform(1.7, 2.5)  # the middle of a picture that shows the whole board, not a camera close by
    camera = spec["camera"]
    wide = math.tan(math.radians(camera["hfov"] / 2))
    camera["hfov"] = math.degrees(2 * math.atan(wide / zoom))
    camera["fill"], camera["k1"], camera["k2"] = 0.92 * zoom, 0.0, 0.0
    spec["closeup"] = [rng.uniform(-0.25, 0.25), rng.uniform(-0.24, 0.24)]
    spec["camera"]["include_off"] = 0.0
    spec["layout"]["lean"] = 0.03
    spec["clutter"] = rng.random() < 0.3
    if rng.random() < 0.1:
        spec["post"] = {"motion": [rng.uniform(2, 7), rng.uniform(0, math.pi)]}
    return spec


def place(table: Any, geo: Any, rng: Any, at: tuple[float, float], layout: Any) -> None:
    """Dice and cubes round a place ``at`` of the field."""
    reach = (0.26 * geo["W"], 0.3 * geo["D"])
    die, radius, thick = geo["die"], geo["d"] / 2, geo["t"]
    flat = [c for c in table.ch if not c["edge"] and c["where"] in ("point", "bar")]
    near = [c for c in flat if abs(c["xyz"][0] - at[0]) < reach[0] and abs(c["xyz"][1] - at[1]) < reach[1]]
    table.dice = []
    table.cubes = []

    def on_field(x: float, y: float, r: float) -> bool:
        return geo["bar"] / 2 + r < abs(x) < geo["W"] / 2 - r and abs(y) < geo["D"] / 2 - r

    def clear(x: float, y: float, r: float, but: Any = None) -> float:
        gaps = [math.hypot(x - c["xyz"][0], y - c["xyz"][1]) - radius - r for c in flat if c is not but]
        gaps += [math.hypot(x - d["xyz"][0], y - d["xyz"][1]) - die * 0.72 - r for d in table.dice]
        gaps += [math.hypot(x - c["xyz"][0], y - c["xyz"][1]) - geo["cube"] * 0.72 - r for c in table.cubes]
        return min(gaps, default=9.0)

    def spot(r: float, lo: float, hi: float, *, bar: bool = False) -> tuple[float, float] | None:
        for _ in range(300):
            x, y = at[0] + rng.uniform(-1, 1) * reach[0], at[1] + rng.uniform(-1, 1) * reach[1]
            if bar:
                x = rng.uniform(-1, 1) * max(0, geo["bar"] / 2 - r)
            if (abs(y) < geo["D"] / 2 - r if bar else on_field(x, y, r)) and lo < clear(x, y, r) < hi:
                return x, y
        return None

    def topmost(c: Any) -> bool:
        return not any(
            o["xyz"][2] > c["xyz"][2] + 0.1
            and math.hypot(o["xyz"][0] - c["xyz"][0], o["xyz"][1] - c["xyz"][1]) < 1.6 * radius
            for o in flat
        )

    def leaning(value: int) -> Any:
        lo, hi = math.asin(min(1.0, thick / die)) + 0.01, math.radians(44)
        low = [c for c in near if c["layer"] == 0 and c["where"] == "point" and not c["lean"]]
        for _ in range(200 if lo < hi and low else 0):
            c = low[int(rng.integers(len(low)))]
            a, th = rng.uniform(0, 2 * math.pi), rng.uniform(lo, hi)
            u = np.array([math.cos(a), math.sin(a), 0])
            far = np.array(c["xyz"]) * [1, 1, 0] + u * (radius + thick / math.tan(th))
            up = np.array([0, 0, 1.0])
            middle = (
                far
                + (-u * math.cos(th) + up * math.sin(th)) * die / 2
                + (u * math.sin(th) + up * math.cos(th)) * die / 2
            )
            if clear(far[0], far[1], 0.3 * die, c) < 0 or clear(middle[0], middle[1], 0.3 * die, c) < 0:
                continue
            if not on_field(far[0], far[1], die * 0.7):
                continue
            turn = layout.rot_axis(np.cross([0, 0, 1], u), th) @ layout.rotz(a) @ layout.bring_up(layout.DN[value])
            pose = table.die_pose(value, 0, 0, 0, 0)
            pose.update(xyz=middle.tolist(), rot=turn.tolist(), cocked=True, tilt_deg=math.degrees(th))
            return pose
        return None

    def on_top(value: int) -> Any:
        tops = [c for c in near if topmost(c) and clear(c["xyz"][0], c["xyz"][1], -radius, c) > -0.2 * radius]
        tops = [c for c in tops if all(math.dist(c["xyz"][:2], d["xyz"][:2]) > radius + die for d in table.dice)]
        if not tops:
            return None
        c = tops[int(rng.integers(len(tops)))]
        shift = rng.normal(0, 0.28 * radius, 2)
        pose = table.die_pose(
            value, c["xyz"][0] + shift[0], c["xyz"][1] + shift[1], c["xyz"][2] + thick, rng.uniform(0, 7)
        )
        pose.update(cocked=True, on_checker=True)
        return pose

    def lying(value: int, lo: float, hi: float, z: float = 0.0, *, bar: bool = False) -> Any:
        xy = spot(die * 0.72, lo, hi, bar=bar)
        if xy is None:
            return None
        pose = table.die_pose(value, xy[0], xy[1], z, rng.uniform(0, 7))
        pose["on_bar"] = bar
        return pose

    for k in range(CUBES):
        kind = rng.random()
        c = geo["cube"]
        xy = spot(c * 0.72, 0, 99, bar=kind < 0.4)
        if xy is None:
            continue
        z = geo["bar_h"] if kind < 0.4 else 0.0
        face = int(rng.integers(6))
        normal = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)][face]
        yaw = (
            rng.uniform(0, 2 * math.pi)
            if rng.random() < 0.6
            else rng.choice([0, 1.57, 3.14, -1.57]) + rng.normal(0, 0.2)
        )
        turn = layout.rotz(yaw) @ layout.bring_up(normal)
        table.cubes.append(
            {
                "value": FACES[face],
                "shows": FACES[face],
                "place": "bar" if kind < 0.4 else "offered",
                "owner": None,
                "xyz": [float(xy[0]), float(xy[1]), float(z + c / 2)],
                "rot": turn.tolist(),
                "yaw": float(yaw),
                "number": k,
            }
        )
    for n in range(DICE):
        value, kind = int(rng.integers(1, 7)), rng.random()
        if kind < 0.3:
            pose = leaning(value)
        elif kind < 0.54:
            pose = on_top(value)
        elif kind < 0.58 and geo["bar"] > 1.5 * die:
            pose = lying(value, 0, 99, geo["bar_h"], bar=True)
        elif kind < 0.78:
            pose = lying(value, 0, 0.15 * die)
        else:
            pose = lying(value, 0, 99)
        pose = pose or lying(value, 0, 99)
        if pose is None:
            continue
        pose.update(player="WB"[n % 2], half="right", kind=0)
        table.dice.append(pose)


def widen(render: Any, scene: Any, scenes: Any, layout: Any, meshes: Any, textures: Any) -> None:
    plain_plan, plain_pieces, plain_frame = render.plan_still, scene.Scene._pieces, scene.Scene.set_frame
    plain_truth, plain_snapshot = render.ground_truth, layout.Table.snapshot

    def plan(spec: dict[str, Any], geo: Any, rng: Any) -> Any:
        table = plain_plan(spec, geo, rng)
        dx, dy = spec["closeup"]
        at = (dx * geo["W"], dy * geo["D"])
        middle = (geo["outer"][0] + geo["outer"][1]) / 2
        spec["camera"]["off"] = [at[0] - middle, at[1]]
        place(table, geo, rng, at, layout)
        return table

    def snapshot(self: Any) -> Any:
        shot = plain_snapshot(self)
        shot["cubes"] = [dict(c) for c in self.cubes]
        return shot

    def pieces(self: Any) -> None:
        plain_pieces(self)
        rng = random.Random(self.shot["seed"])
        r2 = np.random.default_rng(self.shot["seed"])
        number = 0
        for player in "WB":
            first = self.dice[(player, 0)]
            for i in range(DICE // 2):
                look = scenes.die(rng)
                if rng.random() < 0.15:  # pips of nearly the body's lightness
                    look["pip"] = scenes.any_colour(rng)
                if i % 2:
                    thing = scene.add_mesh(
                        "die",
                        meshes.die(
                            self.g["die"], rng.uniform(0.12, 0.5), rng.uniform(0.14, 0.24), big_one=rng.random() < 0.4
                        ),
                        [scene.flat_mat(look["body"]), scene.flat_mat(look["pip"])],
                        sharp=None,
                    )
                else:
                    thing = scene.bpy.data.objects.new("die", first.data.copy())
                    self.sc.collection.objects.link(thing)
                mesh = thing.data
                mesh.materials[0] = scene.flat_mat(look["body"], look["rough"], 0.3, trans=look.get("trans", 0))
                mesh.materials[1] = scene.flat_mat(look["pip"], 0.4)
                thing.pass_index = 31 + number
                if (player, i) in self.dice:
                    self.dice[(player, i)].location = scene.FAR
                self.dice[(player, i)] = thing
                number += 1
        self.cubes = []
        for k in range(CUBES):
            if rng.random() < 0.5:
                back, ink = (
                    scenes.hsv(rng, (0.05, 0.17), (0, 0.3), (0.8, 0.97)),
                    scenes.hsv(rng, (0, 1), (0, 0.9), (0.02, 0.35)),
                )
            else:
                back, ink = (
                    scenes.hsv(rng, (0, 1), (0, 0.9), (0.03, 0.6)),
                    scenes.hsv(rng, (0, 1), (0, 0.3), (0.75, 0.97)),
                )
            font = rng.choice(scene.FONTS)
            turns = [int(r2.integers(0, 4)) for _ in FACES]
            prints = partial(textures.cube_atlas, list(FACES), back, ink, r2, font, rot=turns)
            path = scene.cached("cube", ["close", self.shot["seed"], k], prints)
            material = scene.image_mat(
                path[0], (1, 1), rng.uniform(0.1, 0.5), 0.2, unit=True, bump=path[1], bump_s=0.35
            )
            thing = scene.add_mesh(
                "cube", meshes.cube(self.g["cube"], rng.uniform(0.1, 0.4)), material, sharp=None, idx=40 + k
            )
            thing.location = scene.FAR
            self.cubes.append(thing)

    def frame(self: Any, snap: Any, hand: Any = None) -> None:
        full = snap["dice"]
        for thing in self.dice.values():
            thing.location = scene.FAR
        plain_frame(self, snap, hand)
        assert full is snap["dice"]
        for c in snap["cubes"]:
            matrix = np.eye(4)
            matrix[:3, :3], matrix[:3, 3] = c["rot"], c["xyz"]
            self.cubes[c["number"]].matrix_world = scene.Matrix(matrix.tolist())

    def truth(shot: Any, geo: Any, cam: Any, snap: Any, pos: Any, ids: Any, *rest: Any) -> Any:
        out = plain_truth(shot, geo, cam, snap, pos, ids, *rest)
        for seen, d in zip(out["dice"], snap["dice"], strict=True):
            seen["on_bar"] = bool(d.get("on_bar"))
            seen["rot"] = d["rot"]
        out["cubes"] = []
        for c in snap["cubes"]:
            one = plain_truth(shot, geo, cam, dict(snap, cube=c), pos, np.where(ids == 40 + c["number"], 40, 0), *rest)[
                "cube"
            ]
            out["cubes"].append(one | {"rot": c["rot"], "mask": 40 + c["number"]})
        return out

    render.plan_still, render.ground_truth = plan, truth
    scene.Scene._pieces, scene.Scene.set_frame = pieces, frame
    layout.Table.snapshot = snapshot


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--renderer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--styles", type=int, default=40)
    parser.add_argument("--shots", type=int, default=5)
    parser.add_argument("--spp", type=int, default=6)
    options = parser.parse_args()
    sys.path.insert(0, str(options.renderer.resolve()))
    sys.path.insert(0, str(Path(__file__).parent))
    import layout
    import make_shots
    import meshes
    import render
    import scene
    import scenes
    import styles
    import textures

    widen(render, scene, scenes, layout, meshes, textures)
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.styles):
        rng = random.Random(options.seed * 100003 + number)
        name = f"c{options.seed:02d}_{number:04d}"
        styles.STYLES[name] = scenes.board_style(rng)
        for k in range(options.shots):
            spec = shot(rng, scenes, make_shots, f"{name}_{k}", name, list(styles.TABLES))
            spec["variant"] = 0
            render.run_shot(spec, str(options.out), options.spp, masks=True, resume=True)


if __name__ == "__main__":
    main()
