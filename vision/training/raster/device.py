"""A graphics device that meshes and textures are put on, and the matrices of where things lie."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import moderngl
import numpy as np

from vision.training.raster import shaders, shapes

Array = np.ndarray
SHADOW_PX = 512
HEIGHTS_PX = 192
UP = np.eye(4)


@dataclass(slots=True)
class Look:
    """How a surface takes light."""

    texture: Any
    rough: float = 0.5
    metal: float = 0.0
    glow: float = 0.0
    relief: float = 0.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)


@dataclass(slots=True)
class Thing:
    """A mesh on the graphics card with its look, its label in the mask and where it stands."""

    mesh: Any
    look: Look
    label: int
    moved: Array
    casts: bool = True
    high: bool = True  # whether it takes light away from what lies beside it


class Device:
    """The graphics context, its programs and the memory that all scenes share."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.gl = moderngl.create_standalone_context(backend="egl")
        program = self.gl.program
        self.surface = program(vertex_shader=shaders.VERTEX, fragment_shader=shaders.SURFACE)
        self.depth = program(vertex_shader=shaders.VERTEX, fragment_shader=shaders.DEPTH)
        self.label = program(vertex_shader=shaders.VERTEX, fragment_shader=shaders.LABEL)
        self.height = program(vertex_shader=shaders.VERTEX, fragment_shader=shaders.HEIGHT)
        buffer, deep = self.gl.renderbuffer, self.gl.depth_renderbuffer
        self.shown = self.gl.framebuffer([buffer(size, 4, dtype="f2")], deep(size))
        self.labels = self.gl.framebuffer([buffer(size, 1, dtype="f1")], deep(size))
        self.shadows = self.gl.depth_texture((3 * SHADOW_PX, 2 * SHADOW_PX))
        self.shadows.compare_func = "<="
        self.shadows.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self.into_shadows = self.gl.framebuffer(depth_attachment=self.shadows)
        square = (HEIGHTS_PX, HEIGHTS_PX)
        self.from_above = self.gl.framebuffer([buffer(square, 1, dtype="f4")], deep(square))
        self.heights = self.gl.texture(square, 1, dtype="f4")
        self.heights.repeat_x = self.heights.repeat_y = False
        self.things: list[Any] = []

    def mesh(self, mesh: shapes.Mesh) -> Any:
        """A mesh on the card, for all programs."""
        buffer = self.gl.buffer(mesh.vertices.astype("f4").tobytes())
        self.things.append(buffer)
        parts: dict[str, Any] = {}
        for name, attributes in (
            ("surface", ("position", "normal", "uv")),
            ("depth", ("position",)),
            ("label", ("position",)),
            ("height", ("position",)),
        ):
            skipped = {1: "3f 20x", 3: "3f 3f 2f"}[len(attributes)]
            parts[name] = self.gl.vertex_array(getattr(self, name), [(buffer, skipped, *attributes)])
        self.things += parts.values()
        return parts

    def texture(self, picture: Array) -> Any:
        """A picture (h, w, 3), RGB bytes, as a texture whose first row is at v = 0."""
        height, width = picture.shape[:2]
        made = self.gl.texture((width, height), 3, np.ascontiguousarray(picture).tobytes(), alignment=1)
        made.build_mipmaps()
        made.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        self.things.append(made)
        return made

    def forget(self, since: int = 0) -> None:
        """Give back the memory of all that was made after the first ``since`` things."""
        for thing in self.things[since:]:
            thing.release()
        del self.things[since:]


def moved_to(place: Any, turn: Any = None) -> Array:
    matrix = np.eye(4)
    matrix[:3, 3] = place
    if turn is not None:
        matrix[:3, :3] = turn
    return matrix


def upright(angle: float) -> Array:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def perspective(focal: float, width: float, height: float, near: float, far: float) -> Array:
    """From camera axes (right, down, forward) to clip space, the picture's first row at the top."""
    return np.array(
        [
            [2 * focal / width, 0, 0, 0],
            [0, 2 * focal / height, 0, 0],
            [0, 0, (far + near) / (far - near), -2 * far * near / (far - near)],
            [0, 0, 1, 0],
        ]
    )


def facing(place: Array, way: Array) -> Array:
    """From the world to axes (right, down, forward) at a place that looks in a direction."""
    forward = way / np.linalg.norm(way)
    right = np.cross(forward, [0, 0, 1.0] if abs(forward[2]) < 0.95 else [0, 1.0, 0])
    right /= np.linalg.norm(right)
    turn = np.stack([right, np.cross(forward, right), forward])
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn, -turn @ place
    return matrix
