"""Random boards and random shots of them, in the path tracer's schemas, from far wider families.

Keys that the path tracer does not know (rings and marks of checkers, ornaments and wear of fields, the table's
material) are read by :mod:`vision.training.raster.paint` alone.
"""

from __future__ import annotations

import colorsys
import random
from typing import Any, Final

Spec = dict[str, Any]

SHAPES: Final = ("tri", "tri", "tri", "tri", "ogee", "concave", "round", "blunt", "rhombus", "bar", "arch")
PROFILES: Final = ("plain", "plain", "groove", "rings", "rimmed", "dish", "dome")
LIGHTS: Final = (
    "window", "window", "ceiling", "warm_lamp", "mixed", "overcast", "sun_patch", "led_panel", "dim_evening",
)  # fmt: skip
LEAST_CONTRAST: Final = 1.3
"""Points and checkers differ at least so much from the field in luminance, or as plainly in hue."""


def hsv(rng: random.Random, hue: tuple[float, float], sat: tuple[float, float], val: tuple[float, float]) -> str:
    parts = colorsys.hsv_to_rgb(rng.uniform(*hue) % 1.0, rng.uniform(*sat), rng.uniform(*val))
    return "#{:02x}{:02x}{:02x}".format(*(int(v * 255) for v in parts))


def any_colour(rng: random.Random) -> str:
    """Any colour; muted ones, which boards and tables have, more often than bright ones."""
    kind = rng.random()
    return hsv(rng, (0, 1), (0.0, 0.08) if kind < 0.2 else (0.08, 0.55) if kind < 0.7 else (0.4, 0.95), (0.05, 0.97))


def _linear(colour: str) -> list[float]:
    return [(int(colour[k : k + 2], 16) / 255) ** 2.2 for k in (1, 3, 5)]


def unlike(one: str, other: str) -> float:
    """The contrast of two colours: the largest ratio among their luminance and their three channels."""
    a, b = _linear(one), _linear(other)
    a.append(0.2126 * a[0] + 0.7152 * a[1] + 0.0722 * a[2])
    b.append(0.2126 * b[0] + 0.7152 * b[1] + 0.0722 * b[2])
    light = max((max(x, y) + 0.05) / (min(x, y) + 0.05) for x, y in zip(a[3:], b[3:], strict=True))
    hue = max((max(x, y) + 0.05) / (min(x, y) + 0.05) for x, y in zip(a[:3], b[:3], strict=True))
    return max(light, hue / 1.4)


def colour_unlike(rng: random.Random, others: list[str], least: float) -> str:
    """A colour that differs from the others, as far as one is found."""
    tries = [any_colour(rng) for _ in range(12)]
    fit = [c for c in tries if all(unlike(c, other) >= least for other in others)]
    return fit[0] if fit else max(tries, key=lambda c: min(unlike(c, other) for other in others))


def main_colour(spec: Spec) -> str:
    return str(spec.get("c") or spec["c1"])


def wood(rng: random.Random, value: float | None = None) -> Spec:
    value = rng.uniform(0.1, 0.9) if value is None else value
    hue, sat, spread = rng.uniform(0.02, 0.12), rng.uniform(0.25, 0.8), rng.uniform(0.03, 0.14)

    def shade(level: float) -> str:
        return hsv(rng, (hue, hue), (sat, sat), (min(0.97, max(0.04, level)),) * 2)

    return {
        "type": rng.choice(("wood", "wood", "wood", "burl")),
        "c1": shade(value - spread),
        "c2": shade(value + spread),
        "contrast": rng.uniform(0.3, 1.0),
        "speck": shade(value * rng.choice((0.3, 0.5, 1.6))),
    }


def material(rng: random.Random, colour: str) -> Spec:
    kind = rng.choice(("plain", "plain", "felt", "leather", "cork", "marble", "burl"))
    return {"type": kind, "c": colour, "speck": any_colour(rng), "worn": rng.choice((0.03, 0.03, 0.15))} | (
        {"c1": colour, "c2": hsv(rng, (0, 1), (0, 0.3), (0.3, 0.95))} if kind == "marble" else {}
    )


def table(rng: random.Random) -> Spec:
    kind = rng.random()
    if kind < 0.35:
        return wood(rng)
    if kind < 0.5:
        return {"type": "check", "c1": any_colour(rng), "c2": any_colour(rng), "cell": rng.uniform(0.02, 0.12)}
    if kind < 0.6:
        return {"type": "print", "c": any_colour(rng), "fade": rng.uniform(0.3, 1)}
    return material(rng, any_colour(rng))


def field(rng: random.Random) -> Spec:
    kind = rng.random()
    if kind < 0.3:
        base = wood(rng)
    elif kind < 0.38:
        base = {"type": "print", "c": any_colour(rng), "fade": rng.uniform(0.2, 0.7)}
    else:
        base = material(rng, any_colour(rng))
    ground = main_colour(base)

    def point(others: list[str]) -> Spec:
        least = LEAST_CONTRAST if rng.random() < 0.3 else 1.8
        ink = colour_unlike(rng, others, least)
        if rng.random() < 0.3 and base["type"] in ("wood", "burl"):
            woods = [wood(rng) for _ in range(6)]
            return max(woods, key=lambda w: min(unlike(main_colour(w), o) for o in others))
        same = base["type"] if base["type"] in ("felt", "leather", "cork", "plain") else "plain"
        return {"type": rng.choice((same, same, "plain")), "c": ink, "var": rng.uniform(0.01, 0.08)}

    first = point([ground])
    second = dict(first) if rng.random() < 0.1 else point([ground, main_colour(first)])
    spec: Spec = {
        "base": base,
        "ptA": first,
        "ptB": second,
        "shape": rng.choice(SHAPES),
        "len": rng.uniform(0.3, 0.48),
        "wfrac": rng.uniform(0.5, 1.0),
        "cover": rng.choice((1.0, 1.0, 1.0, rng.uniform(0.5, 0.9))),
        "rough": rng.uniform(0.2, 0.9),
        "coat": 0.0,
        "bump": rng.uniform(0, 0.2),
        "scratch": rng.choice((0, 0, 4, 20)),
        "stains": rng.choice((0, 0, 0, 2, 5)),
        "worn": rng.choice((0.0, 0.0, rng.uniform(0.02, 0.12))),
        "ornaments": rng.choice((0, 0, 0, 0, 2, 8, 25)),
        "fold": rng.random() < 0.7,
    }
    if rng.random() < 0.12:  # outlines only
        spec["ptA"] = spec["ptB"] = dict(base)
        spec["outline"] = {"c": colour_unlike(rng, [ground], 1.8), "w": rng.uniform(0.04, 0.12)}
    elif rng.random() < 0.3:
        spec["outline"] = {"c": any_colour(rng), "w": rng.uniform(0.02, 0.1)}
    if rng.random() < 0.2:
        spec["tips"] = any_colour(rng)
    if rng.random() < 0.25:
        spec["inset"] = rng.uniform(0.1, 0.5)
    if rng.random() < 0.25:
        spec["deco"] = {"c": any_colour(rng), "r": rng.uniform(0.8, 4), "seed": rng.randint(0, 9999)}
    return spec


def checkers(rng: random.Random, ground: list[str]) -> tuple[Spec, Spec]:
    """Both sides' checkers, the lighter first: of any material, tellable from each other, seldom like the field."""
    kind = rng.random()
    best: tuple[float, str, str] = (0.0, "#ffffff", "#000000")
    for _ in range(12):
        if kind < 0.55:
            light, dark = hsv(rng, (0, 1), (0, 0.35), (0.7, 0.98)), hsv(rng, (0, 1), (0, 0.9), (0.03, 0.35))
        else:
            light, dark = any_colour(rng), any_colour(rng)
        between = min(unlike(light, dark), 3.0)
        from_field = min(unlike(c, g) for c in (light, dark) for g in ground)
        enough = min(between / 1.9, 1.0) * min(from_field / LEAST_CONTRAST, 1.0)
        best = max(best, (enough, light, dark))
    light, dark = best[1], best[2]
    if sum(_linear(light)) < sum(_linear(dark)):
        light, dark = dark, light
    rings = _rings(rng)
    mark = rng.randint(1, 9999) if rng.random() < 0.15 else 0
    rough, metal = rng.uniform(0.06, 0.7), rng.choice((0.0,) * 9 + (0.9,))

    def one(colour: str) -> Spec:
        chance = rng.random()
        if chance < 0.3:
            texture: Spec = {"type": rng.choice(("wood", "burl")), "c1": colour, "c2": _shifted(rng, colour)}
            texture["contrast"] = rng.uniform(0.2, 1.0)
        elif chance < 0.45:
            texture = {"type": "marble", "c1": colour, "c2": _shifted(rng, colour)}
        else:
            texture = {"type": "plain", "c": colour, "var": rng.choice((0.01, 0.03, 0.08))}
        return {
            "tex": texture,
            "rough": rough,
            "coat": 0.0,
            "metal": metal,
            "trans": rng.choice((0.0,) * 8 + (0.5,)),
            "rings": rings,
            "mark": mark,
        }

    return one(light), one(dark)


def _shifted(rng: random.Random, colour: str) -> str:
    gain = rng.choice((0.75, 0.88, 1.12, 1.25))
    return "#{:02x}{:02x}{:02x}".format(*(max(0, min(255, int(int(colour[k : k + 2], 16) * gain))) for k in (1, 3, 5)))


def _rings(rng: random.Random) -> list[Spec]:
    kind = rng.random()
    if kind < 0.5:
        return []
    rings: list[Spec] = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        ring: Spec = {"r": rng.uniform(0.2, 0.92), "w": rng.uniform(0.02, 0.16), "full": rng.random() < 0.2}
        ring |= {"c": any_colour(rng)} if rng.random() < 0.25 else {"tone": rng.choice((0.5, 0.75, 1.3, 1.8))}
        rings.append(ring)
    return sorted(rings, key=lambda r: -float(r["r"]))


def die(rng: random.Random) -> Spec:
    body = hsv(rng, (0.03, 0.17), (0, 0.35), (0.75, 0.98)) if rng.random() < 0.4 else any_colour(rng)
    pip = colour_unlike(rng, [body], 3.0)
    if rng.random() < 0.5:
        pip = "#f4f2ea" if unlike(body, "#f4f2ea") > 3 else "#101010"
    spec: Spec = {
        "body": body,
        "pip": pip,
        "rough": rng.uniform(0.06, 0.6),
        "dot": rng.uniform(0.06, 0.125),
        "spread": rng.uniform(0.2, 0.29),
        "big": rng.choice((1.0, 1.0, rng.uniform(1.2, 1.9))),
        "cloud": rng.choice((0.0, 0.0, 0.05, 0.15)),
        "trans": rng.choice((0.0,) * 5 + (0.4, 0.75)),
        "drilled": rng.random() < 0.7,
        "numerals": rng.random() < 0.02,
    }
    if rng.random() < 0.1 and unlike(body, "#b01018") > 2.0:
        spec["one"] = "#b01018"
    return spec


def board_style(rng: random.Random) -> Spec:
    """A random board (sizes in centimetres)."""
    pitch = rng.uniform(1.9, 5.2)
    bar_h = rng.choice((0.0, 0.0, rng.uniform(0.3, 2.4), rng.uniform(0.8, 2.0), rng.uniform(0.8, 2.0)))
    barless = rng.random() < 0.1
    mat = rng.random() < 0.12  # a printed mat or a flat board: no frame to speak of
    if barless or mat:
        bar_h = 0.0
    ground = field(rng)
    colours = [main_colour(ground[key]) for key in ("base", "ptA", "ptB")]
    light, dark = checkers(rng, colours)
    tray = None if mat else rng.choice((None, "right", "both"))
    style: Spec = {
        "pw": pitch,
        "D": pitch * rng.uniform(10.2, 12.8),
        "bar": 0.02 if barless else pitch * rng.uniform(0.3, 1.6),
        "bar_h": bar_h,
        "fw": rng.uniform(0.1, 1.0) if mat else rng.uniform(0.5, 3.6),
        "rim": 0.02 if mat else max(0.05, bar_h) if rng.random() < 0.7 else rng.uniform(0.2, 3.0),
        "base": 0.1 if mat else rng.uniform(0.3, 3.0),
        "tray": tray,
        "hinge": rng.random() < 0.4 and bar_h > 0,
        "frame": {
            "tex": wood(rng) if rng.random() < 0.55 else material(rng, any_colour(rng)),
            "rough": rng.uniform(0.1, 0.7),
            "coat": 0.0,
        },
        "field": ground,
        "chk": {
            "d": pitch * rng.uniform(0.76, 0.985),
            # Coins and discs of paper or leather lie nearly flat.
            "t": pitch * (rng.uniform(0.02, 0.12) if rng.random() < 0.2 else rng.uniform(0.12, 0.32)),
            "prof": rng.choice(PROFILES),
            "W": light,
            "B": dark,
        },
        "dice": [die(rng), die(rng), die(rng)],
        "die": pitch * rng.uniform(0.27, 0.5),
        "cube": [cube(rng), cube(rng)],
        "cube_s": pitch * rng.uniform(0.45, 0.85),
    }
    if mat and rng.random() < 0.5:
        style["frame"]["tex"] = dict(ground["base"])
    if tray:
        style["tray_w"] = pitch * rng.uniform(1.05, 1.5)
    if bar_h == 0 and not barless and rng.random() < 0.75:
        ground["barc"] = any_colour(rng)
    return style


def cube(rng: random.Random) -> Spec:
    ground = hsv(rng, (0.05, 0.15), (0, 0.3), (0.8, 0.97)) if rng.random() < 0.5 else any_colour(rng)
    return {
        "bg": ground,
        "fg": colour_unlike(rng, [ground], 3.5),
        "rough": rng.uniform(0.1, 0.6),
        "size": rng.uniform(0.7, 1.1),
    }


# --- shots ----------------------------------------------------------------------------------------------


def shot(rng: random.Random, name: str, style: str) -> Spec:
    """A random picture of a board: where the camera stands, what lies on the board, in what light."""
    empty = rng.random() < 0.08
    spec: Spec = {
        "id": name,
        "style": style,
        "seed": rng.randint(0, 10**8),
        "home": rng.choice(("right", "left")),
        "light": rng.choice(LIGHTS),
        "table": "any",
        "table_spec": table(rng),
        "camera": camera(rng),
        "position": {"points": [0] * 24, "bar": {"W": 0, "B": 0}, "off": _away(rng)} if empty else position(rng),
        "cube": _cube(rng),
        "mess": round(rng.uniform(0.2, 1.6), 2),
        "layout": {
            "cap": rng.choice((5, 5, 5, 5, 4, 3, 6)),
            "squeeze": rng.random() < 0.4,
            "bar_stack": rng.random() < 0.5,
            "lean": rng.choice((0.03, 0.03, 0.2)),
        },
        "mixed": rng.random() < 0.08,
        "dice": _dice(rng),
        "clutter": rng.random() < 0.8,
    }
    if empty and rng.random() < 0.5:
        spec["dice"] = None
    if rng.random() < 0.15:
        pose = rng.choice(("pinch", "reach", "point", "roll", "flat"))
        spec["hand"] = {"pose": pose, "player": rng.choice("WB"), "z": rng.uniform(0.5, 8)}
    if rng.random() < 0.1:
        spec["post"] = {"motion": (rng.uniform(2, 8), rng.uniform(0, 3.14))}
    elif rng.random() < 0.15:
        spec["post"] = {"blur": rng.uniform(0.9, 2.2), "quality": rng.randint(30, 60)}
    return spec


def played(rng: random.Random, name: str, style: str) -> Spec:
    """A random picture to measure with: a position from a game, laid out as players do; every other throw cocked."""
    spec = shot(rng, name, style)
    if rng.random() < 0.94:
        spec["position"] = {"random": rng.randint(0, 99999)}
    else:
        spec["position"] = {"points": [0] * 24, "bar": {"W": 0, "B": 0}, "off": _away(rng)}
    spec["layout"] = {"cap": rng.choice((5, 5, 5, 6)), "squeeze": rng.random() < 0.4, "bar_stack": rng.random() < 0.5}
    spec["mixed"] = False
    if spec["dice"]:
        spec["dice"]["cocked"] = rng.random() < 0.5
        spec["dice"].pop("strewn", None)
    return spec


def film(rng: random.Random, name: str, turns: int) -> Spec:
    """A part of a random game, filmed from a seat by a camera that hangs or stands where cameras do."""
    spec = shot(rng, name, name)
    spec["camera"] |= {
        "tilt": round(rng.uniform(0, 45), 1),
        "az": round(rng.choice((0, 180)) + rng.gauss(0, 8), 1),
        "roll": round(rng.gauss(0, 3), 1),
        "fill": round(rng.uniform(0.8, 0.97), 3),
    }
    begin = rng.choice((0, 0, rng.randint(0, 12)))
    for key in ("position", "dice", "hand", "cube", "mixed"):
        spec.pop(key, None)
    return spec | {
        "type": "sequence",
        "game_seed": rng.randint(0, 10**6),
        "turn_from": begin,
        "turn_to": begin + turns,
        "hands": {"roll": 0.3, "move": 0.6},
        "intermediate": True,
        "cocked": 0.1,
        "mess": round(rng.uniform(0.4, 1.2), 2),
        "layout": {"cap": rng.choice((5, 5, 5, 6)), "squeeze": rng.random() < 0.4, "bar_stack": rng.random() < 0.5},
        "post": {"quality": rng.randint(70, 95)},
    }


def camera(rng: random.Random) -> Spec:
    kind = rng.random()
    tilt = rng.uniform(0, 10) if kind < 0.25 else rng.uniform(10, 40) if kind < 0.66 else rng.uniform(40, 65)
    seat = rng.random()
    if seat < 0.5:
        azimuth = rng.choice((0, 180)) + rng.gauss(0, 12)
    elif seat < 0.75:
        azimuth = rng.choice((90, 270)) + rng.gauss(0, 12)
    else:
        azimuth = rng.uniform(0, 360)
    turned = rng.random()
    roll = rng.gauss(0, 3) if turned < 0.8 else rng.uniform(-180, 180) if tilt < 25 else rng.gauss(0, 12)
    return {
        "tilt": round(tilt, 1),
        "az": round(azimuth, 1),
        "roll": round(roll, 1),
        "hfov": round(rng.uniform(40, 80), 1),
        "k1": round(rng.uniform(-0.14, 0.04), 3),
        "k2": round(rng.uniform(0, 0.03), 3),
        "fill": round(rng.uniform(0.55, 0.8) if rng.random() < 0.25 else rng.uniform(0.8, 1.15), 3),
        "off": [round(rng.gauss(0, 1.8), 1), round(rng.gauss(0, 1.8), 1)],
    }


def position(rng: random.Random) -> Any:
    kind = rng.random()
    if kind < 0.22:
        return {"random": rng.randint(0, 99999)}
    if kind < 0.42:  # late in a game: crowded homes, high stacks, checkers borne off
        return {"random": rng.randint(0, 99999), "phase": rng.randint(40, 75)}
    if kind < 0.52:
        return "start"
    return scattered(rng, part=kind > 0.93)


def scattered(rng: random.Random, *, part: bool = False) -> Spec:
    """Any placement of up to 15 a side: tall columns and bar checkers far oftener than in play."""
    points, off, bar = [0] * 24, {"W": 0, "B": 0}, {"W": 0, "B": 0}
    spots = list(range(24))
    rng.shuffle(spots)
    for side, sign in (("W", 1), ("B", -1)):
        if not part:
            off[side] = rng.choice((0, 0, 0, rng.randint(0, 9)))
        bar[side] = rng.choice((0, 0, 1, 1, 2, 3))
        left = rng.randint(0, 8) if part else 15 - off[side] - bar[side]
        mine = [spots.pop() for _ in range(rng.choice((3, 3, 4, 5, 6, 8)))]
        while left > 0:
            room = [p for p in mine if abs(points[p]) < 9] or mine
            spot = rng.choice(room)
            stack = min(left, rng.choice((1, 1, 2, 2, 3, 4, 5, 6)), max(1, 9 - abs(points[spot])))
            points[spot] += sign * stack
            left -= stack
        if part:
            off[side] = rng.choice((0, 0, 15 - bar[side] - sum(max(0, sign * n) for n in points)))
    return {"points": points, "bar": bar, "off": off}


def _away(rng: random.Random) -> dict[str, int]:
    """Checkers that are not on the board: beside it, or not in sight at all."""
    return {side: rng.choice((0, 0, 15, rng.randint(1, 15))) for side in "WB"}


def _dice(rng: random.Random) -> Spec | None:
    kind = rng.random()
    if kind < 0.15:
        return None
    spec: Spec = {"values": [rng.randint(1, 6), rng.randint(1, 6)], "player": rng.choice("WB")}
    spec["cocked"] = rng.random() < 0.4
    if kind > 0.5:
        spec["second"] = [rng.randint(1, 6), rng.randint(1, 6)]
        spec["player"] = "W"
    if rng.random() < 0.35:  # strewn over the board, half of them cocked: on checkers, leaning on them, bar or frame
        spec["strewn"] = [rng.random() < 0.5 for _ in range(rng.randint(2, 6))]
    return spec


def _cube(rng: random.Random) -> Spec:
    value = rng.choice((1, 1, 1, 2, 2, 4, 8, 16, 32, 64))
    if value == 1:
        return {"value": 1, "place": rng.choice(("bar", "side_right", "side_left", "none"))}
    owner = rng.choice("WB")
    return {"value": value, "place": rng.choice((f"{owner}_side", f"{owner}_rail", "offered")), "owner": owner}
