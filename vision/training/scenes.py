"""Render random boards for training: every few pictures a new board, new dice, new light.

Needs the renderer's own environment (``bpy``); run it with that Python:

    python scenes.py --renderer ../shared/render --out FOLDER --seed 1 --styles 100 --shots 3

The boards are drawn from a wide family (sizes, materials, point shapes, checker
profiles, colours), so that no board of the measuring sets is among them.  Each
picture gets its truth beside it as JSON and an instance mask as PNG.  The same
seed gives the same pictures, and what is already there is not rendered again.
"""

from __future__ import annotations

import argparse
import colorsys
import random
import sys
from pathlib import Path
from typing import Any

SHAPES = ("tri", "tri", "tri", "ogee", "concave", "round", "blunt")
PROFILES = ("plain", "groove", "rings", "rimmed", "dish")


def hsv(rng: random.Random, hue: tuple[float, float], sat: tuple[float, float], val: tuple[float, float]) -> str:
    red, green, blue = colorsys.hsv_to_rgb(rng.uniform(*hue) % 1.0, rng.uniform(*sat), rng.uniform(*val))
    return f"#{int(red * 255):02x}{int(green * 255):02x}{int(blue * 255):02x}"


def any_colour(rng: random.Random) -> str:
    return hsv(rng, (0, 1), (0.05, 0.85), (0.06, 0.95))


def wood(rng: random.Random, value: float) -> dict[str, Any]:
    hue, sat = rng.uniform(0.04, 0.11), rng.uniform(0.35, 0.75)
    spread = rng.uniform(0.05, 0.14)

    def shade(level: float) -> str:
        return hsv(rng, (hue, hue), (sat, sat), (min(0.97, level), min(0.97, level)))

    return {
        "type": "wood",
        "c1": shade(max(0.05, value - spread)),
        "c2": shade(value + spread),
        "contrast": rng.uniform(0.4, 1.0),
    }


def surface(rng: random.Random, colour: str) -> dict[str, Any]:
    kind = rng.choice(("plain", "plain", "felt", "leather", "cork"))
    return {"type": kind, "c": colour}


def light_checker(rng: random.Random) -> dict[str, Any]:
    choice = rng.random()
    if choice < 0.4:
        texture = wood(rng, rng.uniform(0.55, 0.9))
    elif choice < 0.75:
        texture = {"type": "plain", "c": hsv(rng, (0.05, 0.17), (0.0, 0.25), (0.8, 0.97))}
    elif choice < 0.87:
        texture = {"type": "marble", "c1": hsv(rng, (0.05, 0.15), (0.05, 0.25), (0.75, 0.9)), "c2": "#f1ebda"}
    else:
        texture = {"type": "plain", "c": hsv(rng, (0, 1), (0.2, 0.6), (0.75, 0.95))}
    return {"tex": texture, "rough": rng.uniform(0.08, 0.6), "coat": rng.uniform(0, 0.7)}


def dark_checker(rng: random.Random) -> dict[str, Any]:
    choice = rng.random()
    if choice < 0.35:
        texture = wood(rng, rng.uniform(0.1, 0.4))
    elif choice < 0.6:
        texture = {"type": "plain", "c": hsv(rng, (0, 1), (0.0, 0.2), (0.03, 0.2))}
    elif choice < 0.7:
        dark = hsv(rng, (0.0, 0.1), (0.3, 0.7), (0.15, 0.35))
        texture = {"type": "marble", "c1": dark, "c2": hsv(rng, (0.0, 0.1), (0.3, 0.7), (0.25, 0.45))}
    else:
        texture = {"type": "plain", "c": hsv(rng, (0, 1), (0.6, 0.95), (0.25, 0.75))}
    return {"tex": texture, "rough": rng.uniform(0.08, 0.6), "coat": rng.uniform(0, 0.9)}


def die(rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.45:
        body, pip = hsv(rng, (0.05, 0.17), (0, 0.3), (0.8, 0.97)), hsv(rng, (0, 1), (0, 0.9), (0.02, 0.3))
    else:
        body, pip = hsv(rng, (0, 1), (0.0, 0.95), (0.04, 0.8)), "#f4f2ea"
    spec = {"body": body, "pip": pip, "rough": rng.uniform(0.05, 0.5)}
    if rng.random() < 0.15:
        spec["trans"] = rng.uniform(0.5, 0.8)
    return spec


def field(rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.12:  # printed on paper: points of the ground's own colour, drawn as outlines
        ground = hsv(rng, (0, 1), (0.0, 0.3), (0.5, 0.97))
        base = point_a = {"type": "plain", "c": ground, "var": 0.03}
        point_b = {"type": "plain", "c": any_colour(rng)}
    elif rng.random() < 0.4:
        levels = rng.sample([0.12, 0.3, 0.45, 0.6, 0.8], 3)
        base, point_a, point_b = (wood(rng, level) for level in levels)
    else:
        base = surface(rng, any_colour(rng)) if rng.random() < 0.8 else wood(rng, rng.uniform(0.3, 0.85))
        kind = base["type"] if base["type"] != "wood" else "plain"
        bright = hsv(rng, (0, 1), (0.0, 0.4), (0.7, 0.97))
        point_a = {"type": kind, "c": bright if rng.random() < 0.5 else any_colour(rng)}
        point_b = {"type": kind, "c": any_colour(rng)}
    spec: dict[str, Any] = {
        "base": base,
        "ptA": point_a,
        "ptB": point_b,
        "shape": rng.choice(SHAPES),
        "len": rng.uniform(0.36, 0.46),
        "wfrac": rng.uniform(0.66, 0.97),
        "rough": rng.uniform(0.25, 0.9),
        "coat": rng.choice((0, 0, 0.2)),
        "bump": rng.uniform(0, 0.2),
        "scratch": rng.randint(0, 12),
    }
    if point_a is base or rng.random() < 0.3:
        spec["outline"] = {"c": any_colour(rng), "w": rng.uniform(0.03, 0.08)}
    if rng.random() < 0.25:
        spec["inset"] = rng.uniform(0.1, 0.5)
    if rng.random() < 0.2:
        spec["deco"] = {"kind": rng.choice(("star", "diamond", "disc")), "c": any_colour(rng), "r": rng.uniform(1, 2.5)}
    return spec


def board_style(rng: random.Random) -> dict[str, Any]:
    """A random board in the renderer's style schema (sizes in cm)."""
    pitch = rng.uniform(2.3, 4.8)
    depth = pitch * rng.uniform(10.6, 12.3)
    bar_h = rng.choice((0.0, rng.uniform(0.8, 2.0), rng.uniform(0.8, 2.0)))
    no_bar = rng.random() < 0.1
    if no_bar:
        bar_h = 0.0
    rim = max(0.02, bar_h) if rng.random() < 0.8 else rng.uniform(0.4, 2.0)
    tray = rng.choice((None, "right", "both"))
    style: dict[str, Any] = {
        "pw": pitch,
        "D": depth,
        "bar": 0.02 if no_bar else pitch * rng.uniform(0.45, 1.4),
        "bar_h": bar_h,
        "fw": rng.uniform(0.9, 3.2),
        "rim": rim,
        "base": rng.uniform(0.3, 3.0),
        "tray": tray,
        "hinge": rng.random() < 0.4 and bar_h > 0,
        "frame": {
            "tex": wood(rng, rng.uniform(0.12, 0.8)) if rng.random() < 0.6 else surface(rng, any_colour(rng)),
            "rough": rng.uniform(0.1, 0.6),
            "coat": 0.1,
        },
        "field": field(rng),
        "chk": {
            "d": pitch * rng.uniform(0.82, 0.965),
            "t": pitch * rng.uniform(0.19, 0.29),
            "prof": rng.choice(PROFILES),
            "W": light_checker(rng),
            "B": dark_checker(rng),
        },
        "dice": [die(rng), die(rng)],
        "die": pitch * rng.uniform(0.32, 0.44),
        "cube": [
            {"bg": "#eee9dc", "fg": "#101010", "rough": 0.25},
            {"bg": any_colour(rng), "fg": "#f4f0e6", "rough": 0.3},
        ],
        "cube_s": pitch * rng.uniform(0.5, 0.75),
    }
    if tray:
        style["tray_w"] = pitch * rng.uniform(1.1, 1.4)
    if bar_h == 0 and not no_bar:
        style["field"]["barc"] = any_colour(rng)
    return style


def scattered_position(rng: random.Random) -> dict[str, Any]:
    """Any placement of up to 15 a side: tall columns and bar checkers far oftener than in play."""
    points = [0] * 24
    bar, off = {"W": 0, "B": 0}, {"W": 0, "B": 0}
    spots = list(range(24))
    rng.shuffle(spots)
    for side, sign in (("W", 1), ("B", -1)):
        left = 15
        off[side] = rng.choice((0, 0, 0, rng.randint(0, 9)))
        bar[side] = rng.choice((0, 0, 1, 1, 2, 3))
        left -= off[side] + bar[side]
        mine = [spots.pop() for _ in range(rng.choice((3, 3, 4, 5, 6, 8)))]
        while left > 0:
            stack = min(left, rng.choice((1, 1, 2, 2, 3, 4, 5, 6)))
            points[rng.choice([p for p in mine if abs(points[p]) + stack <= 9] or mine)] += sign * stack
            left -= stack
    return {"points": points, "bar": bar, "off": off}


def shot(
    rng: random.Random, make_shots: Any, name: str, style: str, tables: list[str], *, played: bool = False
) -> dict[str, Any]:
    """A random picture of a board; ``played``: to measure with, its position from a game, laid out as players do."""
    camera = make_shots.camera(rng)
    camera["fill"] = round(rng.uniform(0.8, 1.02), 3)
    kind = rng.random()
    position: Any
    if kind < 0.25:
        position = {"random": rng.randint(0, 99999)}
    elif kind < 0.5:  # late in a game: crowded homes, high stacks, checkers borne off
        position = {"random": rng.randint(0, 99999), "phase": rng.randint(40, 75)}
    else:
        position = "start" if kind < 0.6 else scattered_position(rng)
    spec: dict[str, Any] = {
        "id": name,
        "style": style,
        "seed": rng.randint(0, 10**8),
        "home": rng.choice(("right", "left")),
        "light": rng.choice(make_shots.LIGHTS),
        "table": rng.choice(tables),
        "camera": camera,
        "position": position,
        "cube": make_shots.cube(rng),
        "mess": round(rng.uniform(0.3, 1.5), 2),
        "layout": {
            "cap": rng.choice((5, 5, 5, 5, 4, 3)),
            "squeeze": rng.random() < 0.4,
            "bar_stack": rng.random() < 0.5,
            "lean": rng.choice((0.03, 0.03, 0.2)),
        },
        "mixed": rng.random() < 0.12,
        "dice": {
            "values": [rng.randint(1, 6), rng.randint(1, 6)],
            "second": [rng.randint(1, 6), rng.randint(1, 6)],
            "player": "W",
            "cocked": rng.random() < 0.12,
        },
    }
    if played:
        spec |= {"position": {"random": rng.randint(0, 99999)}, "mixed": False}
        spec["layout"] = {"cap": 5, "squeeze": rng.random() < 0.4, "bar_stack": rng.random() < 0.5}
    if rng.random() < 0.15:
        spec["hand"] = {
            "pose": rng.choice(("pinch", "reach", "point", "roll", "flat")),
            "player": rng.choice("WB"),
        }
    return spec


def widen_plans(render: Any) -> None:
    """Let a still show a pair of dice of each player, and checkers of both sides on one point."""
    plain = render.plan_still

    def plan(spec: dict[str, Any], geo: Any, rng: Any) -> Any:
        table = plain(spec, geo, rng)
        if spec.get("mixed"):
            light, dark = ([c for c in table.ch if c["where"] == "point" and c["color"] == s] for s in "WB")
            for one, other in list(zip(rng.permutation(light), rng.permutation(dark), strict=False))[:2]:
                one["id"], other["id"] = other["id"], one["id"]
                one["color"], other["color"] = other["color"], one["color"]
        second = (spec.get("dice") or {}).get("second")
        if second:
            first = list(table.dice)
            half = "left" if first and first[0]["half"] == "right" else "right"
            table.dice = first + table.roll("B", second, half)
        return table

    render.plan_still = plan


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--renderer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--styles", type=int, default=50)
    parser.add_argument("--shots", type=int, default=6)
    parser.add_argument("--spp", type=int, default=6)
    parser.add_argument("--played", action="store_true", help="positions as in play, to measure with")
    options = parser.parse_args()
    sys.path.insert(0, str(options.renderer.resolve()))
    import make_shots
    import render
    import styles

    widen_plans(render)
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.styles):
        rng = random.Random(options.seed * 100003 + number)
        name = f"r{options.seed:02d}_{number:04d}"
        styles.STYLES[name] = board_style(rng)
        for k in range(options.shots):
            spec = shot(rng, make_shots, f"{name}_{k}", name, list(styles.TABLES), played=options.played)
            render.run_shot(spec, str(options.out), options.spp, masks=True, resume=True)


if __name__ == "__main__":
    main()
