"""The output of the field net for a rectified view: maps of a quarter of its size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision import net
from vision.parallax import lean, lean_maps
from vision.peaks import STRIDE as STRIDE
from vision.peaks import Map as Map
from vision.peaks import Peak as Peak
from vision.peaks import peaks as peaks
from vision.rectify import Image, Points, rectified

_MIRRORS: Final = ((1, 1), (-1, 1), (1, -1), (-1, -1))
_SHIFT: Final = 3  # the first of the two maps of the net that tell a direction


@dataclass(frozen=True, slots=True, eq=False)
class FieldMaps:
    """Maps (104, 128) of probabilities; ``shift_x`` and ``shift_y`` in pixels of the view.

    ``checker``: a checker (or the lowest of a stack) stands here, at the middle of its foot.
    ``tall``, ``taller``: where one stands, at least two lie on each other; if two, then three.
    ``shift_x``, ``shift_y``: from the foot to the middle of the uppermost face.  ``light``: where one
    stands or borne-off ones lie, they are Light's rather than Dark's; where the two sides are alike in
    lightness, it tells them apart but may name them the wrong way round.  ``die``, ``cube``: the
    middle of the upper face.  ``hand``, ``off``, ``bar``, ``cover``: covered by a hand or sleeve, by
    a borne-off checker, part of the bar, covered by another thing that lies there.  ``corner``: the
    corners of the playing field.
    """

    checker: Map
    tall: Map
    taller: Map
    shift_x: Map
    shift_y: Map
    light: Map
    die: Map
    cube: Map
    hand: Map
    off: Map
    bar: Map
    corner: Map
    cover: Map


def seen_field(image_bgr: Image, homography: Points, *, thoroughly: bool = False) -> tuple[Image, FieldMaps]:
    """The rectified view (416, 512, 3) of a picture and what the field net sees in it.

    ``homography`` (3, 3): from pixels of the picture to pixels of the view.  ``thoroughly``: the mean of four sights,
    three of them in mirrors, which takes four times as long; of rasterised boards that nothing learned from (seed 603,
    the two thirds to tune on) 64 % were then exact, else 59 %.
    """
    view = rectified(image_bgr, homography)
    height, width = image_bgr.shape[:2]
    leans = lean_maps(lean(homography, (width, height)), STRIDE)
    sights = [_sight(view, leans, *way) for way in (_MIRRORS if thoroughly else _MIRRORS[:1])]
    return view, _field_maps(sum(sights[1:], start=sights[0]) / np.float32(len(sights)))


def _sight(view: Image, leans: Map, across: int, along: int) -> Map:
    """The net's maps (13, 104, 128) of a view; ``across``, ``along``: -1 where it is looked at in a mirror."""
    facing = np.ascontiguousarray(view[::along, ::across])
    seen = net.run("field", facing[None], lean=_mirrored(leans, across, along, 0)[None])[0]
    return _mirrored(seen, across, along, _SHIFT)


def _mirrored(maps: Map, across: int, along: int, directed: int) -> Map:
    """Maps (n, h, w) as in a mirror; two from ``directed`` on are the right and down parts of a direction."""
    turned = np.array(maps[:, ::along, ::across], dtype=np.float32, order="C")
    turned[directed] *= across
    turned[directed + 1] *= along
    return turned


def _field_maps(maps: npt.NDArray[np.float32]) -> FieldMaps:
    # OpenCV's exponential is several times as fast as NumPy's.
    likely = 1.0 / (1.0 + cv2.exp(-maps.reshape(len(maps), -1)).reshape(maps.shape))
    checker, tall, taller, _, _, light, die, cube, hand, off, bar, corner, cover = likely
    shift_x, shift_y = maps[3] * STRIDE, maps[4] * STRIDE
    return FieldMaps(checker, tall, taller, shift_x, shift_y, light, die, cube, hand, off, bar, corner, cover)
