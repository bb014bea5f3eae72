"""A board on its table, drawn by OpenGL: the same calls as the path tracer's scene.

``moderngl`` (extra ``lab``) draws through EGL, in software where there is no graphics card.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import cv2
import moderngl
import numpy as np

from vision.training.raster import paint, shaders, shapes
from vision.training.raster.device import (
    HEIGHTS_PX,
    SHADOW_PX,
    UP,
    Array,
    Device,
    Look,
    Thing,
    facing,
    moved_to,
    perspective,
    upright,
)
from vision.training.raster.lights import Light, lit

FIELD, FRAME, TABLE, CLUTTER, CUBE, HAND, SLEEVE, DIE = 60, 61, 70, 80, 40, 50, 51, 31
SKIN = ((0.82, 0.66, 0.57), (0.74, 0.57, 0.47), (0.87, 0.73, 0.65), (0.52, 0.37, 0.28), (0.31, 0.21, 0.16))
# The sides +z, -z, +x, -x, +y, -y of a die and of the cube as the path tracer's layout turns them.
DIE_ROWS, CUBE_ROWS = (0, 5, 1, 4, 2, 3), (4, 5, 0, 1, 2, 3)


class Board:
    """A board with its checkers, dice and cube: made once, shown in many scenes."""

    def __init__(self, device: Device, style: dict[str, Any], geo: dict[str, Any], seed: int) -> None:
        device.forget()
        self.device, self.style, self.geo = device, style, geo
        self.rng = np.random.default_rng([seed, 3])
        self.parts: list[Thing] = []
        self._build_board()
        self._build_pieces()
        self.made = len(device.things)

    def _fix(self, mesh: shapes.Mesh, look: Look, label: int, **how: bool) -> None:
        self.parts.append(Thing(self.device.mesh(mesh), look, label, UP, **how))

    def _surface(self, spec: dict[str, Any], rough: float) -> Look:
        return surface(self.device, spec, rough, self.rng, 384)

    def _build_board(self) -> None:
        geo, style, fix = self.geo, self.style, self._fix
        wide, deep, rim, base = geo["W"], geo["D"], geo["rim"], geo["base"]
        ground = style["field"]
        painted = paint.field(style, geo, self.rng, 1150 / max(wide, deep))
        look = Look(self.device.texture(painted), ground.get("rough", 0.5), relief=min(ground.get("bump", 0.0), 0.3))
        fix(shapes.rectangle(-wide / 2, wide / 2, -deep / 2, deep / 2, 0), look, FIELD, casts=False)
        frame = self._surface(style["frame"]["tex"], style["frame"].get("rough", 0.4))
        (x0, x1), thick = geo["inner"], geo["fw"]
        for left, right, low, high in (
            (x0 - thick, x0, -deep / 2 - thick, deep / 2 + thick),
            (x1, x1 + thick, -deep / 2 - thick, deep / 2 + thick),
            (x0, x1, -deep / 2 - thick, -deep / 2),
            (x0, x1, deep / 2, deep / 2 + thick),
        ):
            fix(shapes.ridge(left, right, low, high, -base, rim), frame, FRAME)
        bar = geo["bar"] / 2
        if geo["bar_h"] > 0.05:
            split = [(-bar, -0.03), (0.03, bar)] if style.get("hinge") else [(-bar, bar)]
            for left, right in split:
                fix(shapes.ridge(left, right, -deep / 2, deep / 2, -0.1, geo["bar_h"]), frame, FRAME)
            if style.get("hinge"):
                brass = Look(self.device.texture(np.full((2, 2, 3), (176, 138, 60), np.uint8)), 0.3, metal=1.0)
                half = min(0.8, bar * 0.7)
                for side in (-1, 1):
                    y = side * 0.34 * deep
                    top = geo["bar_h"]
                    fix(shapes.ridge(-half, half, y - 1.5, y + 1.5, top - 0.05, top + 0.06), brass, FRAME)
        lining = self._surface(ground["base"], ground.get("rough", 0.5))
        for tray in geo["trays"]:
            left, right = sorted((tray["side"] * wide / 2, tray["side"] * (wide / 2 + geo["div"])))
            fix(shapes.ridge(left, right, -deep / 2, deep / 2, -0.35, rim), frame, FRAME)
            at = tray["x0"], tray["x1"]
            fix(shapes.rectangle(*at, -deep / 2, deep / 2, tray["z"], scale=20), lining, FRAME, casts=False)
            half = max(2.2, 0.85 * geo["cube"])
            fix(shapes.ridge(at[0] - 0.01, at[1] + 0.01, -half, half, -0.35, rim - 0.02), frame, FRAME)
        underneath = shapes.rectangle(x0 - thick, x1 + thick, -deep / 2 - thick, deep / 2 + thick, -base + 0.01)
        fix(underneath, frame, FRAME, casts=False, high=False)

    def _build_pieces(self) -> None:
        geo, style, device, rng = self.geo, self.style, self.device, self.rng
        made = style["chk"]
        self.checker_mesh = device.mesh(shapes.checker(made["d"], made["t"], made.get("prof", "plain")))
        self.checker_looks: dict[str, list[Look]] = {}
        for side in "WB":
            spec = made[side]
            grained = spec["tex"]["type"] in ("wood", "marble", "burl")
            pictures = [device.texture(paint.face(spec, rng)) for _ in range(3 if grained else 1)]
            self.checker_looks[side] = [
                Look(
                    pictures[int(rng.integers(len(pictures)))],
                    spec.get("rough", 0.4),
                    metal=spec.get("metal", 0.0),
                    glow=spec.get("trans", 0.0),
                    tint=tuple(np.full(3, rng.uniform(0.88, 1.12 if grained else 1.04))),
                )
                for _ in range(15)
            ]
        self.dice = []
        for spec in style["dice"]:
            mesh = device.mesh(shapes.box(np.full(3, geo["die"]), float(rng.uniform(0.12, 0.5)), DIE_ROWS))
            rough, glow = max(spec.get("rough", 0.3), 0.08), spec.get("trans", 0.0)
            self.dice.append((mesh, Look(device.texture(paint.die(spec, rng)), rough, glow=glow)))
        self.cubes = []
        for spec in style["cube"]:
            mesh = device.mesh(shapes.box(np.full(3, geo["cube"]), float(rng.uniform(0.12, 0.35)), CUBE_ROWS))
            self.cubes.append((mesh, Look(device.texture(paint.cube(spec, rng)), spec.get("rough", 0.3))))


def surface(device: Device, spec: dict[str, Any], rough: float, rng: np.random.Generator, size: int) -> Look:
    """The look of a material; soft and open-grained ones have some relief."""
    relief = {"leather": 0.25, "felt": 0.25, "cork": 0.25, "wood": 0.05, "check": 0.2}.get(spec["type"], 0.0)
    return Look(device.texture(paint.surface(spec, rng, size)), rough, relief=relief)


class Scene:
    """A board, its surroundings and its light; moved from frame to frame."""

    def __init__(self, board: Board, shot: dict[str, Any], camera: Any, hands: Any) -> None:
        self.device, self.geo = board.device, board.geo
        self.device.forget(board.made)
        self.board, self.shot, self.camera, self.hands = board, shot, camera, hands
        self.rng = np.random.default_rng([shot["seed"], 3])
        self.light = shot.get("light") or "window"
        self.table = str(shot.get("table") or "plain")
        self.fixed = list(board.parts)
        self.loose: list[Thing] = []
        self.lit: Light = lit(self.light, math.radians(shot.get("light_az", self.rng.uniform(0, 360))), self.rng)
        self.noise_k, self.ill = self.lit.noise, self.lit.colour
        self._build_table()
        self._choose_pieces()
        self._build_clutter()

    # --- what stands still ------------------------------------------------------------------------------

    def _fix(self, mesh: shapes.Mesh, look: Look, label: int, moved: Array = UP, **how: bool) -> None:
        self.fixed.append(Thing(self.device.mesh(mesh), look, label, moved, **how))

    def _build_table(self) -> None:
        z = -self.geo["base"]
        reach = self.rng.uniform(60, 130)
        spec = self.shot.get("table_spec") or {"type": "plain", "c": "#6d6f72"}
        look = surface(self.device, spec, float(self.rng.uniform(0.15, 0.9)), self.rng, 512)
        floor = Look(self.device.texture(np.full((4, 4, 3), self.rng.integers(30, 190, 3), np.uint8)), 0.6)
        shift = self.rng.uniform(-20, 20, 2)
        table = shapes.rectangle(-reach, reach, -62 + shift[1], 62 + shift[1], z, scale=self.rng.uniform(20, 60))
        self._fix(table, look, TABLE, casts=False, high=False)
        self._fix(shapes.rectangle(-600, 600, -600, 600, z - 74), floor, TABLE, casts=False, high=False)

    def _choose_pieces(self) -> None:
        """Of the board's kinds of dice and cubes those that lie here."""
        board, rng = self.board, self.rng
        kinds = self.shot.get("dice_kind") or rng.integers(0, len(board.dice), 2)
        self.dice = {side: board.dice[int(kind) % len(board.dice)] for side, kind in zip("WB", kinds, strict=True)}
        self.cube = board.cubes[int(rng.integers(len(board.cubes)))]

    def _build_clutter(self) -> None:
        if self.shot.get("clutter", True) is False:
            return
        rng, geo = self.rng, self.geo
        (x0, x1), y1, z = geo["outer"], geo["outer_y"], -geo["base"]
        for _ in range(int(rng.choice([0, 1, 2, 3, 5]))):
            kind = str(rng.choice(["cup", "mug", "sheet", "phone", "pen", "block", "coin"]))
            reach = {"cup": 4.2, "mug": 5.0, "sheet": 15.0, "phone": 8.0, "pen": 7.0, "block": 5.0, "coin": 1.5}[kind]
            gap = reach + rng.uniform(0.3, 9)
            side = int(rng.integers(4))
            x = (x0 - gap, x1 + gap)[side] if side < 2 else rng.uniform(x0, x1)
            y = rng.uniform(-y1, y1) if side < 2 else (-y1 - gap, y1 + gap)[side - 2]
            if not geo["trays"] and side < 2 and (x > 0) == (geo["hs"] > 0):
                continue  # borne-off checkers lie there
            cube = self.shot.get("cube_xy")
            if cube and math.dist(cube[:2], (x, y)) < reach + 3:
                continue
            self.fixed.append(self._object(kind, rng, (x, y, z)))

    def _object(self, kind: str, rng: np.random.Generator, place: tuple[float, float, float]) -> Thing:
        """A thing that people put down: a cup, a sheet of paper, a telephone …"""
        turn, device = upright(rng.uniform(0, 2 * math.pi)), self.device
        if kind in ("sheet", "phone"):
            w, h = (10.5, 14.5) if kind == "sheet" else (3.6, 7.6)
            look = Look(device.texture(paint.picture(rng, 220, 300)), 0.7 if kind == "sheet" else 0.1)
            mesh = shapes.rectangle(-w, w, -h, h, 0.0 if kind == "sheet" else 0.8)
            x, y, z = place
            return Thing(device.mesh(mesh), look, CLUTTER, moved_to((x, y, z + 0.05), turn), high=False)
        plain = Look(device.texture(np.full((2, 2, 3), rng.integers(10, 240, 3), np.uint8)), rng.uniform(0.1, 0.8))
        if kind in ("cup", "mug"):
            r, h = (3.6, 9.5) if kind == "cup" else (4.0, 9.0)
            mesh = shapes.lathe([(0, 0.5), (r - 0.5, 0.5), (r - 0.45, h), (r, h), (r * 0.95, 0)], 32)
        elif kind == "coin":
            mesh = shapes.checker(2 * rng.uniform(0.9, 1.4), 0.2, "plain")
        elif kind == "pen":
            mesh = shapes.ridge(-7, 7, -0.4, 0.4, 0, 0.8)
        else:
            w, h = rng.uniform(1, 6, 2)
            mesh = shapes.ridge(-w, w, -h, h, 0, rng.uniform(0.5, 6))
        return Thing(device.mesh(mesh), plain, CLUTTER, moved_to(place, turn))

    # --- what moves -------------------------------------------------------------------------------------

    def set_frame(
        self, snap: dict[str, Any], hand: dict[str, Any] | None = None, things: Sequence[tuple[str, float, float]] = ()
    ) -> None:
        """Put checkers, dice, cube, a hand and ``things`` (kind, x, y) where they lie; a die notes its label."""
        loose: list[Thing] = []
        for checker in snap["checkers"]:
            side, number = checker["id"][0], int(checker["id"][1:])
            turn = np.array(checker["rot"]) if checker["rot"] is not None else upright(checker["yaw"])
            place = np.array(checker["xyz"], float)
            if checker["edge"]:
                place = place - turn @ np.array([0, 0, self.geo["t"] / 2])
            label = 1 + number + (15 if side == "B" else 0)
            loose.append(
                Thing(self.board.checker_mesh, self.board.checker_looks[side][number], label, moved_to(place, turn))
            )
        for number, die in enumerate(snap["dice"]):
            mesh, look = self.dice[die["player"]]
            die["obj"] = DIE + number
            loose.append(Thing(mesh, look, DIE + number, moved_to(die["xyz"], np.array(die["rot"]))))
        if snap["cube"]:
            mesh, look = self.cube
            loose.append(Thing(mesh, look, CUBE, moved_to(snap["cube"]["xyz"], np.array(snap["cube"]["rot"]))))
        if hand:
            loose += self._hand(hand)
        for kind, x, y in things:
            # What is flat lies on the checkers, what stands on the field.
            height = 2 * self.geo["t"] if kind in ("sheet", "phone", "coin") else 0.0
            loose.append(self._object(kind, self.rng, (x, y, height)))
        self.loose = loose

    def _hand(self, spec: dict[str, Any]) -> list[Thing]:
        body, sleeve, grip, pitch = self.hands(spec["pose"], spec.get("seed", 0))
        rng = np.random.default_rng([self.shot["seed"], ord(spec["player"])])
        turn = upright(math.radians(spec.get("az", 0)) + (math.pi if spec["player"] == "B" else 0))
        roll, tip = math.radians(spec.get("roll", 0)), -math.radians(spec.get("pitch", pitch))
        about_y = np.array([[math.cos(roll), 0, math.sin(roll)], [0, 1, 0], [-math.sin(roll), 0, math.cos(roll)]])
        about_x = np.array([[1, 0, 0], [0, math.cos(tip), -math.sin(tip)], [0, math.sin(tip), math.cos(tip)]])
        turn = turn @ about_y @ about_x
        place = np.array(spec["at"], float) - turn @ grip
        low = float((body.vertices[:, :3] @ turn.T)[:, 2].min() + place[2])
        place[2] += max(spec.get("floor", 0.3) - low, 0.0)
        tone = np.array(SKIN[int(rng.integers(len(SKIN)))]) * rng.uniform(0.85, 1.1)
        skin = np.clip(tone * 255 + rng.normal(0, 5, (64, 64, 1)), 0, 255).astype(np.uint8)
        cloth = {"type": "felt", "c": "#{:02x}{:02x}{:02x}".format(*tuple(int(v) for v in rng.integers(10, 235, 3)))}
        worn = surface(self.device, cloth if rng.random() < 0.7 else {**cloth, "type": "plain"}, 0.9, rng, 128)
        moved = moved_to(place, turn)
        things = [Thing(self.device.mesh(body), Look(self.device.texture(skin), 0.55), HAND, moved)]
        if rng.random() < 0.85:
            things.append(Thing(self.device.mesh(sleeve), worn, SLEEVE, moved))
        return things

    # --- drawing ----------------------------------------------------------------------------------------

    def render(self) -> tuple[Array, Array]:
        """The picture, linear RGB float32 (h, w, 3), and what each pixel belongs to (h, w)."""
        device, gl, camera = self.device, self.device.gl, self.camera
        width, height = device.size
        eye = np.eye(4)
        eye[:3, :3], eye[:3, 3] = camera.R, camera.t
        focal = camera.fr * width / camera.Wp
        seen = perspective(focal, width, height, 2.0, 1500.0) @ eye
        gl.enable(moderngl.DEPTH_TEST)
        lit = self._cast_shadows()
        self._look_from_above()
        surface = device.surface
        lamps = self.lit.lamps[: shaders.LIGHTS]
        fill = [*lamps, *[(np.zeros(3), 0.0, np.zeros(3))] * (shaders.LIGHTS - len(lamps))]
        _set(surface, "seen", seen)
        surface["lit"].write(np.stack([m.T for m in lit]).astype("f4").tobytes())
        surface["lamp"].write(np.array([[*place, kind] for place, kind, _ in fill], "f4").tobytes())
        surface["power"].write(np.array([power for *_, power in fill], "f4").tobytes())
        sun = next((k for k, lamp in enumerate(lamps) if lamp[1] == 0.0), None)
        if sun is not None:
            _set(surface, "sun", facing(np.zeros(3), -lamps[sun][0]))
        values: dict[str, Any] = {
            "lamps": len(lamps), "pane": self.lit.pane, "sky": tuple(self.lit.sky), "ground": tuple(self.lit.ground),
            "eye": tuple(camera.pos), "around": self.around, "soft": self.lit.soft,
            "paint": 0, "heights": 1, "shadows": 2,
        }  # fmt: skip
        for name, value in values.items():
            surface[name].value = value
        device.heights.use(1)
        device.shadows.use(2)
        device.shown.use()
        device.shown.clear(0.02, 0.02, 0.02, 1.0)
        for thing in [*self.loose, *self.fixed[::-1]]:  # what lies above comes first: what it hides is not shaded
            look = thing.look
            look.texture.use(0)
            _set(surface, "moved", thing.moved)
            surface["rough"].value, surface["metal"].value, surface["glow"].value = look.rough, look.metal, look.glow
            surface["relief"].value, surface["tint"].value = look.relief, look.tint
            thing.mesh["surface"].render()
        picture = np.frombuffer(device.shown.read(components=4, dtype="f2"), np.float16).reshape(height, width, 4)
        device.labels.use()
        device.labels.clear()
        _set(device.label, "seen", seen)
        for thing in [*self.fixed, *self.loose]:
            _set(device.label, "moved", thing.moved)
            device.label["label"].value = thing.label
            thing.mesh["label"].render()
        marks = np.frombuffer(device.labels.read(components=1, alignment=1), np.uint8).reshape(height, width)
        return np.nan_to_num(picture[..., :3].astype(np.float32)), marks.astype(np.int32)

    def _cast_shadows(self) -> list[Array]:
        """Draw the depth that each lamp sees; returns the matrices that lead there, one a lamp."""
        device, geo = self.device, self.geo
        reach = 0.62 * math.hypot(geo["outer"][1] - geo["outer"][0], 2 * geo["outer_y"]) + 6
        device.into_shadows.use()
        device.into_shadows.clear(depth=1.0)
        matrices = []
        for number in range(shaders.LIGHTS):
            if number >= len(self.lit.lamps):
                matrices.append(np.eye(4))
                continue
            place, kind, _ = self.lit.lamps[number]
            if kind == 0.0:
                far = 200.0
                matrix = np.diag([1 / reach, 1 / reach, 1 / far, 1.0]) @ facing(np.zeros(3), -place)
            else:
                distance = float(np.linalg.norm(place))
                near = max(2.0, distance - reach - 20)
                focal = distance / reach if distance > reach * 1.1 else 0.6
                matrix = perspective(focal, 2, 2, near, distance + reach + 20) @ facing(place, -place)
            tile = (number % 3 * SHADOW_PX, number // 3 * SHADOW_PX, SHADOW_PX, SHADOW_PX)
            device.into_shadows.viewport = tile
            device.into_shadows.scissor = tile
            _set(device.depth, "seen", matrix)
            for thing in [*self.fixed, *self.loose]:
                if thing.casts:
                    _set(device.depth, "moved", thing.moved)
                    thing.mesh["depth"].render()
            matrices.append(matrix)
        device.into_shadows.scissor = None
        return matrices

    def _look_from_above(self) -> None:
        """Draw the heights of the scene from above and blur them: they tell how much of the sky a place sees."""
        device, geo = self.device, self.geo
        (x0, x1), y1 = geo["outer"], geo["outer_y"]
        x0, x1, y0, y1 = x0 - 8, x1 + 8, -y1 - 8, y1 + 8
        self.around = (x0, y0, x1 - x0, y1 - y0)
        device.from_above.use()
        device.from_above.clear(-geo["base"])
        seen = np.array(
            [
                [2 / (x1 - x0), 0, 0, -(x1 + x0) / (x1 - x0)],
                [0, 2 / (y1 - y0), 0, -(y1 + y0) / (y1 - y0)],
                [0, 0, -1 / 60, 0],
                [0, 0, 0, 1.0],
            ]
        )
        _set(device.height, "seen", seen)
        for thing in [*self.fixed, *self.loose]:
            if thing.high:
                _set(device.height, "moved", thing.moved)
                thing.mesh["height"].render()
        raw = np.frombuffer(device.from_above.read(components=1, dtype="f4"), np.float32)
        heights = raw.reshape(HEIGHTS_PX, HEIGHTS_PX)
        blurred = cv2.GaussianBlur(heights, (0, 0), 0.9 / (x1 - x0) * HEIGHTS_PX)
        device.heights.write(np.ascontiguousarray(blurred))


def _set(program: Any, name: str, matrix: Array) -> None:
    program[name].write(np.ascontiguousarray(matrix.T.astype("f4")).tobytes())
