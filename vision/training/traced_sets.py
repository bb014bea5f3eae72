"""Path-traced sets of pictures of one board, in the form of :mod:`vision.training.sets`: few, slow and lifelike.

    BGSCALE=.5 python -m vision.training.traced_sets render --renderer ../shared/render --out build/traced --seed 1
    python -m vision.training.traced_sets unpack ../shared/reader/path_traced_sets.pkl build/traced

Rendering needs the path tracer's own environment (bpy; see the renderer's notes) and minutes a set.  ``unpack`` lays
out sets that were packed small: pictures as JPEG and PNG in views whose rows are stretched to fit.
"""

from __future__ import annotations

import argparse
import importlib
import pickle
import random
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.board import BoardGeometry
from vision.training import scenes
from vision.training.canvas import CANVAS_WH, PAD, Row, sample, save
from vision.view import FIELD_XYXY, field_y, view_y

LEFT, TOP, RIGHT, BOTTOM = FIELD_XYXY


def unpack(packed: Path, out: Path) -> None:
    """Lay out packed sets, each in the proportions of its own board, which its name tells."""
    out.mkdir(parents=True, exist_ok=True)
    for name, rows in pickle.loads(packed.read_bytes()):
        seed, number = (int(part) for part in name[1:].split("_"))
        style = scenes.board_style(random.Random(seed * 100003 + number))
        depth = style["D"] / 2 / style["pw"]
        save([_laid_out(row, depth) for row in rows], out / f"{name}.npz")


def _laid_out(row: Row, depth: float) -> Row:
    board = BoardGeometry(float(row["barf"]), depth=depth)
    rows = TOP + field_y(np.arange(CANVAS_WH[1]) - PAD, board) * (BOTTOM - TOP) - 0.5 + PAD
    x, y = np.meshgrid(np.arange(CANVAS_WH[0], dtype=np.float32), rows.astype(np.float32))
    canvas, ids = (cv2.imdecode(np.frombuffer(row[key], np.uint8), cv2.IMREAD_UNCHANGED) for key in ("canvas", "ids"))

    def moved(places: np.ndarray) -> np.ndarray:
        """Rows of the view for rows of one that is stretched to fit."""
        return view_y((places + 0.5 - TOP) / (BOTTOM - TOP), board)

    dice, cube = row["dice"].copy(), row["cube"].copy()
    dice[:, 1] = np.where(dice[:, 4] > 0, moved(dice[:, 1]), 0)
    cube[1] = moved(cube[1:2])[0] if cube[3] > 0 else 0
    right, down, nearer = row["rising"]  # in pixels of the stretched view
    rising = right - (LEFT - 0.5) * nearer, (down - (TOP - 0.5) * nearer) * (RIGHT - LEFT) / (BOTTOM - TOP)
    return {
        **row,
        "canvas": cv2.remap(canvas, x, y, cv2.INTER_LINEAR),
        "ids": cv2.remap(ids, x, y, cv2.INTER_NEAREST),
        "bar_hidden": np.zeros(1, np.float32),
        "rising": np.array([*rising, nearer * (RIGHT - LEFT)], np.float32),
        "dice": dice,
        "cube": cube,
        "board": np.array([row["barf"], depth], np.float32),
        "small": cv2.imdecode(np.frombuffer(row["small"], np.uint8), cv2.IMREAD_COLOR),
    }


def render(options: argparse.Namespace) -> None:
    """Render sets of some pictures; what is there is not made again."""
    sys.path.insert(0, str(options.renderer.resolve()))
    parts: Any = argparse.Namespace(
        **{
            m: importlib.import_module(m)
            for m in ("render", "styles", "layout", "camera", "make_shots", "game", "scene")
        }
    )
    parts.render.SIZE = (1280, 960)
    for number in range(options.first, options.first + options.count):
        name = f"p{options.seed}_{number:04d}"
        path = options.out / f"{name}.npz"
        if path.exists():
            continue
        try:
            save(_rendered(parts, options, name, random.Random(options.seed * 100003 + number)), path)
        except (ValueError, IndexError) as error:  # the board has no room for the plan
            print(f"{name}: left out ({error})", flush=True)


def _rendered(parts: Any, options: argparse.Namespace, name: str, rng: random.Random) -> list[Row]:
    from vision.training.sets import Hand

    style = scenes.board_style(rng)
    parts.styles.STYLES[name] = style
    shot = scenes.shot(rng, parts.make_shots, name, name, list(parts.styles.TABLES))
    shot.pop("hand", None)
    geo = parts.layout.geometry(style, shot["home"])
    if not geo["trays"]:
        shot["camera"] = dict(shot["camera"], include_off=2.4 * geo["d"] + 0.6)
    studio: Any = argparse.Namespace(parts=parts)
    plans = Hand(studio, geo, shot, rng).pictures(options.frames)
    camera = parts.camera.Camera(shot["camera"], geo, parts.render.SIZE)
    cubes = [snap["cube"]["xyz"] for snap, *_ in plans if snap["cube"]]
    scene = parts.scene.Scene(dict(shot, cube_xy=cubes[0] if cubes else None), geo, camera, options.samples)
    made, gain = parts.render.post_params(shot, scene, np.random.default_rng([shot["seed"], 5])), None
    rows = []
    for number, (snap, position, hand, _) in enumerate(plans):
        scene.set_frame(snap, hand)
        extra = {"kind": "state", "stable": hand is None, "hand": hand, "frame_id": f"{name}/{number}"}
        folder = options.out / name
        truth, gain = parts.render.finish(
            scene, shot, geo, camera, camera.remap_maps(1.0), made, gain, snap, position, extra, str(options.out),
            f"{name}/{number}", [shot["seed"], number], True, True,
        )  # fmt: skip
        picture = cv2.imread(str(folder / f"{number}.jpg"))
        rows.append(sample(picture, cv2.imread(str(folder / f"{number}.mask.png"), cv2.IMREAD_UNCHANGED), truth))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    commands = parser.add_subparsers(dest="command", required=True)
    unpacking = commands.add_parser("unpack", help="lay out packed sets")
    unpacking.add_argument("packed", type=Path)
    unpacking.add_argument("out", type=Path)
    rendering = commands.add_parser("render", help="render sets")
    rendering.add_argument("--renderer", type=Path, required=True, help="the path tracer's folder")
    rendering.add_argument("--out", type=Path, required=True)
    rendering.add_argument("--seed", type=int, default=1)
    rendering.add_argument("--first", type=int, default=0)
    rendering.add_argument("--count", type=int, default=400)
    rendering.add_argument("--frames", type=int, default=4)
    rendering.add_argument("--samples", type=int, default=6, help="rays a pixel")
    options = parser.parse_args()
    if options.command == "unpack":
        unpack(options.packed, options.out)
    else:
        options.out.mkdir(parents=True, exist_ok=True)
        render(options)


if __name__ == "__main__":
    main()
