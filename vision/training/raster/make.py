"""Make pictures of random boards by the thousand, with their truth: the rasteriser's command.

    python -m vision.training.raster.make --renderer ../shared/render --out FOLDER --seed 501 --styles 3000 --shots 7

Every style is a board of its own, drawn from the seed and its number; the same numbers give the same pictures, and
what is already there is not drawn again.  Pictures, truth and masks are as the path tracer writes them.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.training.director import Picture
from vision.training.raster import looks
from vision.training.raster.developing import developed, settings
from vision.training.raster.device import Device
from vision.training.raster.scene import Board, Scene
from vision.training.raster.shapes import Mesh, loose
from vision.training.throws import Floor, throw

Hands = Callable[[str, int], tuple[Mesh, Mesh, np.ndarray, float]]
FINER = 1.2
"""By how much more finely is drawn than shown: the lens then smooths the edges, at a third of what samples cost."""
MODULES = ("camera", "game", "layout", "meshes", "render", "styles")


class Studio:
    """The path tracer's plans and truth with the rasteriser's pictures, all of one size."""

    def __init__(self, renderer: Path, size: tuple[int, int]) -> None:
        sys.path.insert(0, str(renderer.resolve()))
        self.parts = argparse.Namespace(**{name: importlib.import_module(name) for name in MODULES})
        self.size = size
        self.parts.render.SIZE = size
        self.device = Device((round(FINER * size[0]), round(FINER * size[1])))
        self._last: tuple[tuple[str, str], Board] | None = None

        @lru_cache(maxsize=32)
        def hand(pose: str, kind: int) -> tuple[Mesh, np.ndarray, float]:
            made = self.parts.meshes.hand(pose, np.random.default_rng(kind), vox=0.32)
            return loose(made["v"], made["f"]), np.asarray(made["grip"]), float(made["pitch"])

        def hands(pose: str, seed: int) -> tuple[Mesh, Mesh, np.ndarray, float]:
            body, grip, pitch = hand(pose, seed % 3)
            rng = np.random.default_rng([seed, 4])
            arm = self.parts.meshes.sleeve(rng, y1=float(rng.uniform(-13, -3)), seg=24, n=30)
            return body, loose(arm["v"], arm["f"]), grip, pitch

        self.hands: Hands = hands

    def geometry(self, shot: dict[str, Any], style: dict[str, Any]) -> dict[str, Any]:
        """The measures of a shot's board, whose style the path tracer knows from now on."""
        self.parts.styles.STYLES[shot["style"]] = style
        measures: dict[str, Any] = self.parts.layout.geometry(style, shot["home"])
        return measures

    def still(self, shot: dict[str, Any], style: dict[str, Any], out: Path) -> None:
        """Draw one picture; writes it, its mask and its truth unless they are there."""
        name = shot["id"]
        if (out / f"{name}.json").exists():
            return
        render, layout = self.parts.render, self.parts.layout
        geo = self.geometry(shot, style)
        table = planned(render, layout, shot, geo, np.random.default_rng([shot["seed"], 17]))
        camera = self.parts.camera.Camera(shot["camera"], geo, self.size)
        board = self._board(shot["style"], shot["home"], style, geo)
        snap = table.snapshot()
        if snap["cube"]:
            shot = {**shot, "cube_xy": snap["cube"]["xyz"]}
        scene = Scene(board, shot, camera, self.hands)
        hand = None
        if shot.get("hand"):
            chance = np.random.default_rng([shot["seed"], 9])
            at = shot["hand"].get("at") or [chance.uniform(-0.3, 0.3) * geo[k] for k in "WD"]
            player, pose = shot["hand"].get("player", "W"), shot["hand"].get("pose", "reach")
            hand = render.hand_spec(table, geo, player, at, chance, pose, shot["hand"].get("z", 3.0))
        scene.set_frame(snap, hand)
        made = settings(shot, scene.noise_k, scene.ill, np.random.default_rng([shot["seed"], 5]))
        picture, labels = self.developed(scene, made, [shot["seed"], 0])
        extra = {"kind": "still", "stable": hand is None, "hand": hand, "image": name + ".jpg", "frame_id": name}
        truth = render.ground_truth(shot, geo, camera, snap, table.position(), labels, scene, extra)
        write(out / name, picture, labels, truth, made["quality"])

    def film(self, shot: dict[str, Any], style: dict[str, Any], out: Path) -> None:
        """Draw a game as the path tracer's sequences have it: a folder of frames; what is whole is not drawn again."""
        folder = out / shot["id"]
        if (folder / "frames.jsonl").exists():
            return
        geo = self.geometry(shot, style)
        rng = np.random.default_rng([shot["seed"], 17])
        frames = list(self.parts.render.sequence_frames(shot, geo, rng))
        self.frames(shot, style, frames, folder)
        lines = [json.dumps({"file": f"{k:04d}.jpg", "t": extra["t"]}) for k, (*_, extra) in enumerate(frames)]
        (folder / "frames.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def frames(self, shot: dict[str, Any], style: dict[str, Any], frames: Sequence[Picture], folder: Path) -> None:
        """Draw frames one after the other with their truth and masks.

        From frame to frame lamps are dimmed or turned up, the camera is bumped by a hair, and exposure drifts.
        """
        folder.mkdir(parents=True, exist_ok=True)
        geo = self.geometry(shot, style)
        camera = self.parts.camera.Camera(shot["camera"], geo, self.size)
        spec = {**shot["camera"], "dist": camera.dist_cm}
        cubes = [snap["cube"]["xyz"] for snap, _, _ in frames if snap["cube"]]
        shot = {**shot, "cube_xy": cubes[0] if cubes else None}
        scene = Scene(self._board(shot["style"], shot["home"], style, geo), shot, camera, self.hands)
        made = settings(shot, scene.noise_k, scene.ill, np.random.default_rng([shot["seed"], 5]))
        chance = np.random.default_rng([shot["seed"], 6])
        for number, (snap, position, extra) in enumerate(frames):
            spec = disturbed(scene, spec, made, chance)
            scene.camera = camera = self.parts.camera.Camera(spec, geo, self.size)
            scene.set_frame(snap, extra.get("hand"))
            picture, labels = self.developed(scene, made, [shot["seed"], number])
            name = f"{number:04d}"
            extra |= {"frame_id": f"{shot['id']}/{name}", "image": name + ".jpg"}
            truth = self.parts.render.ground_truth(shot, geo, camera, snap, position, labels, scene, extra)
            write(folder / name, picture, labels, truth, made["quality"])

    def _board(self, name: str, home: str, style: dict[str, Any], geo: dict[str, Any]) -> Board:
        """The board of a style; that of the last one is kept, for shots of a board come one after the other."""
        if self._last is None or self._last[0] != (name, home):
            self._last = (name, home), Board(self.device, style, geo, zlib.crc32(name.encode()))
        return self._last[1]

    def developed(self, scene: Scene, made: dict[str, Any], seed: list[int]) -> tuple[np.ndarray, np.ndarray]:
        """Draw a scene as it stands and develop it: the picture (BGR) and what each of its pixels belongs to."""
        light, labels = scene.render()
        return developed(light, labels, lens(scene.camera, light.shape[1]), made, np.random.default_rng(seed))


def lens(camera: Any, drawn: int) -> tuple[np.ndarray, np.ndarray]:
    """Where every pixel of the picture comes from in what is drawn without a lens, ``drawn`` pixels wide."""
    width, height = camera.Wp, camera.Hp
    columns, rows = np.linspace(0, width - 1, 65), np.linspace(0, height - 1, 49)
    x, y = np.meshgrid((columns - camera.cx) / camera.f, (rows - camera.cy) / camera.f)
    bent = (camera.undistort(np.stack([x, y], axis=-1)) * camera.fr + [width / 2, height / 2]) * drawn / width - 0.5
    onto = np.array([[64 / (width - 1), 0, 0], [0, 48 / (height - 1), 0]])
    both = cv2.warpAffine(
        bent.astype(np.float32), onto, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return both[..., 0], both[..., 1]


def disturbed(scene: Scene, spec: dict[str, Any], made: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Change light and exposure a little, now and then much; returns where the camera stands now."""
    made["bias"] += rng.normal(0, 0.03)
    made["balance"] = made["balance"] * (1 + rng.normal(0, 0.006, 3))
    if rng.random() < 0.12:
        lamps = scene.lit.lamps
        k = int(rng.integers(len(lamps)))
        place, kind, power = lamps[k]
        lamps[k] = place, kind, power * float(np.exp(rng.normal(0, 0.35)))
    if rng.random() < 0.12:
        off = [v + rng.normal(0, 0.08) for v in spec["off"]]
        spec = {
            **spec,
            "off": off,
            "roll": spec["roll"] + rng.normal(0, 0.08),
            "dist": spec["dist"] + rng.normal(0, 0.1),
        }
    return spec


def planned(render: Any, layout: Any, shot: dict[str, Any], geo: dict[str, Any], rng: np.random.Generator) -> Any:
    """Where everything lies: the path tracer's plan, with more dice than it knows of and points of both colours."""
    table = render.plan_still(shot, geo, rng)
    if shot.get("mixed"):
        light, dark = ([c for c in table.ch if c["where"] == "point" and c["color"] == side] for side in "WB")
        for one, other in list(zip(rng.permutation(light), rng.permutation(dark), strict=False))[:2]:
            one["id"], other["id"] = other["id"], one["id"]
            one["color"], other["color"] = other["color"], one["color"]
    second = (shot.get("dice") or {}).get("second")
    if second:
        first = list(table.dice)
        half = "left" if first and first[0]["half"] == "right" else "right"
        table.dice = first + table.roll("B", second, half)
    strewn = (shot.get("dice") or {}).get("strewn")
    if strewn:
        table.dice = throw(Floor(table, geo), rng, layout, strewn)
    return table


def write(path: Path, picture: np.ndarray, labels: np.ndarray, truth: dict[str, Any], quality: int) -> None:
    """Write a picture, its mask and, last, its truth: what has a truth is whole."""
    cv2.imwrite(f"{path}.jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    cv2.imwrite(f"{path}.mask.png", labels.astype(np.uint8), [cv2.IMWRITE_PNG_COMPRESSION, 1])
    path.with_name(path.name + ".json").write_text(json.dumps(truth), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--renderer", type=Path, required=True, help="the path tracer's folder")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--styles", type=int, default=50, help="how many boards")
    parser.add_argument("--first", type=int, default=0, help="the number of the first board")
    parser.add_argument("--step", type=int, default=1, help="every how many-th board is drawn")
    parser.add_argument("--shots", type=int, default=7, help="of each board")
    parser.add_argument("--size", default="800x600")
    parser.add_argument("--films", type=int, metavar="TURNS", help="games of so many turns in the place of pictures")
    parser.add_argument("--played", action="store_true", help="positions as in play, to measure with")
    options = parser.parse_args()
    width, height = (int(v) for v in options.size.split("x"))
    studio = Studio(options.renderer, (width, height))
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.styles, options.step):
        rng = random.Random(options.seed * 100003 + number)
        name = f"q{options.seed}_{number:04d}"
        style = looks.board_style(rng)
        if options.films:
            studio.film(looks.film(rng, name, options.films), style, options.out)
            continue
        shot_of = looks.played if options.played else looks.shot
        shots = [shot_of(rng, f"{name}_{k}", name) for k in range(options.shots)]
        for shot in sorted(shots, key=lambda shot: str(shot["home"])):  # a board turned is built anew
            try:
                studio.still(shot, style, options.out)
            except (ValueError, IndexError) as error:  # a plan for which the board has no room
                print(f"{shot['id']}: left out ({error})", flush=True)


if __name__ == "__main__":
    main()
