"""Meshes in numpy (centimetres): triangles with positions, normals and places in a texture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Array = np.ndarray


@dataclass(frozen=True, slots=True)
class Mesh:
    """Corners of triangles, three rows each: ``vertices`` (n, 8) are position, normal and place in the texture."""

    vertices: Array

    def __add__(self, other: Mesh) -> Mesh:
        return Mesh(np.concatenate([self.vertices, other.vertices]))


def grid(positions: Array, normals: Array, uv: Array) -> Mesh:
    """The quads of a grid of points (rows, columns, 3), each as two triangles."""
    rows = np.concatenate([positions, normals, uv], axis=2)
    a, b, c, d = rows[:-1, :-1], rows[:-1, 1:], rows[1:, 1:], rows[1:, :-1]
    return Mesh(np.stack([a, b, c, a, c, d], axis=2).reshape(-1, 8))


def rectangle(x0: float, x1: float, y0: float, y1: float, z: float, *, scale: float = 0.0) -> Mesh:
    """A flat piece looking up; its texture once over all of it, or every ``scale`` centimetres."""
    x, y = np.meshgrid([x0, x1], [y0, y1])
    u, v = (x / scale, -y / scale) if scale else ((x - x0) / (x1 - x0), (y1 - y) / (y1 - y0))
    positions = np.stack([x, y, np.full_like(x, z)], axis=2)
    normals = np.broadcast_to([0.0, 0.0, 1.0], positions.shape)
    return grid(positions, normals, np.stack([u, v], axis=2))


def lathe(profile: Sequence[tuple[float, float]], segments: int = 44, *, face: float | None = None) -> Mesh:
    """A profile (radius, height), from the axis outwards and down, turned round the upright axis.

    ``face``: the radius that the texture's inscribed circle covers; farther out and down it goes on at its rim.
    """
    points = np.array(profile, float)
    angles = np.linspace(0, 2 * np.pi, segments + 1)
    steps = np.gradient(points, axis=0)
    across = np.stack([-steps[:, 1], steps[:, 0]], axis=1)
    across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-9
    turns = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    positions = np.concatenate(
        [points[:, None, :1] * turns, np.repeat(points[:, None, 1:], segments + 1, axis=1)], axis=2
    )
    normals = np.concatenate(
        [across[:, None, :1] * turns, np.repeat(across[:, None, 1:], segments + 1, axis=1)], axis=2
    )
    radius = face or points[:, 0].max()
    reach = np.minimum(positions[..., :2] / radius, 1.0)
    length = np.linalg.norm(reach, axis=2, keepdims=True)
    uv = 0.5 + 0.5 * reach / np.maximum(length / 0.985, 1.0)
    return grid(positions, normals, uv)


def checker(diameter: float, thickness: float, profile: str) -> Mesh:
    """A checker lying on z = 0, its edge rounded, its face flat, dished, grooved or rimmed."""
    radius, edge = diameter / 2, min(0.3 * thickness, 0.2)
    inner: dict[str, list[tuple[float, float]]] = {
        "dish": [(0, -0.2), (0.3, -0.17), (0.6, -0.08), (0.78, -0.01), (0.82, 0)],
        "rimmed": [(0, -0.12), (0.74, -0.12), (0.78, -0.02), (0.81, 0)],
        "groove": [(0, 0), (0.66, 0), (0.69, -0.08), (0.74, -0.08), (0.77, 0)],
        "rings": [(0, 0), (0.32, 0), (0.34, -0.06), (0.38, -0.06), (0.4, 0), (0.62, 0), (0.64, -0.06), (0.68, 0)],
        "dome": [(0, 0.12), (0.4, 0.1), (0.7, 0.04), (0.85, 0)],
    }
    face = [(r * radius, thickness + z * thickness) for r, z in inner.get(profile, [(0, 0)])]
    bend = np.linspace(0, np.pi / 2, 4)
    upper = [(radius - edge + edge * np.sin(a), thickness - edge + edge * np.cos(a)) for a in bend]
    lower = [(radius, edge), (radius - edge, 0.0)]
    return lathe([*face, *upper, *lower], face=radius)


def box(size: Array, rounded: float, rows: Sequence[int] = ()) -> Mesh:
    """A box with rounded edges round the origin.

    ``rows``: which of the six pictures in its texture, from top to bottom, the sides +z, -z, +x, -x, +y, -y show;
    without them every side shows the whole texture.
    """
    steps = 7
    at = np.concatenate([[-1.0], np.linspace(-1 + rounded, 1 - rounded, steps - 2), [1.0]])
    if rounded:
        bend = np.sin(np.linspace(0, np.pi / 2, 4))[:-1] * rounded
        at = np.concatenate([-1 + bend, np.linspace(-1 + rounded, 1 - rounded, 2), 1 - bend[::-1]])
    a, b = np.meshgrid(at, at)
    ways = [
        ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
        ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
        ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
        ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
        ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    ]
    parts = []
    for number, way in enumerate(ways):
        out, right, up = (np.array(v, float) for v in way)
        unit = out + a[..., None] * right + b[..., None] * up
        core = np.clip(unit, -(1 - rounded), 1 - rounded)
        normals = unit - core
        length = np.linalg.norm(normals, axis=2, keepdims=True)
        normals = np.where(length > 1e-6, normals / np.maximum(length, 1e-9), out)
        u, v = (a + 1) / 2, (1 - b) / 2
        if rows:
            v = (rows[number] + np.clip(v, 0.01, 0.99)) / 6
        positions = (core + rounded * normals) * np.asarray(size, float) / 2
        parts.append(grid(positions, normals, np.stack([u, v], axis=2)).vertices)
    return Mesh(np.concatenate(parts))


def ridge(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float, *, scale: float = 12.0) -> Mesh:
    """A block whose upper edges are rounded, for bars, dividers and rims; its texture repeats."""
    middle, size = np.array([(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2]), np.array([x1 - x0, y1 - y0, z1 - z0])
    mesh = box(np.maximum(size, 1e-3), min(0.5, 0.24 / max(size.min(), 0.24)))
    vertices = mesh.vertices.copy()
    vertices[:, :3] += middle
    along = 1 if size[1] > size[0] else 0
    vertices[:, 6] = vertices[:, along] / scale
    vertices[:, 7] = (vertices[:, 1 - along] + vertices[:, 2]) / scale
    return Mesh(vertices)


def loose(vertices: Array, faces: Array) -> Mesh:
    """Triangles of a free shape with smooth normals; its texture lies over it from above, a centimetre a unit."""
    v, f = np.asarray(vertices, float), np.asarray(faces, int)
    if f.shape[1] == 4:
        f = np.concatenate([f[:, [0, 1, 2]], f[:, [0, 2, 3]]])
    flat = np.cross(v[f[:, 1]] - v[f[:, 0]], v[f[:, 2]] - v[f[:, 0]])
    normals = np.zeros_like(v)
    for k in range(3):
        np.add.at(normals, f[:, k], flat)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
    return Mesh(np.concatenate([v, normals, v[:, :2] / 8], axis=1)[f.reshape(-1)])
