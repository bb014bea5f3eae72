"""Cameras that stand in for real ones: the Pi's program, captures of USB cameras, the Python binding."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.pictures import Image

FAKE_RPICAM = Path(__file__).with_name("fake_rpicam.py")


def install_rpicam(folder: Path, monkeypatch: pytest.MonkeyPatch, **told: Any) -> Path:
    """Put programs that stand in for those of the Pi's camera on the path; answers where their runs are noted."""
    programs, log = folder / "bin", folder / "runs.jsonl"
    programs.mkdir(exist_ok=True)
    for name in ("rpicam-vid", "rpicam-hello"):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FAKE_RPICAM}" "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    tell_rpicam(monkeypatch, log=str(log), **told)
    return log


def tell_rpicam(monkeypatch: pytest.MonkeyPatch, **told: Any) -> None:
    """How the next run behaves."""
    monkeypatch.setenv("FAKE_RPICAM", json.dumps(told))


def films(log: Path) -> list[list[str]]:
    """The options of each run that was to give pictures."""
    runs = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return [run for run in runs if "--list-cameras" not in run]


def scene(shade: int, *, width: int = 128, height: int = 96, seed: int = 0) -> Image:
    """A grey picture with a sensor's noise."""
    noise = np.random.default_rng(seed).normal(0, 2, (height, width, 3))
    return np.asarray(np.clip(shade + noise, 0, 255), dtype=np.uint8)


def planes_of(image: Image) -> Image:
    """A picture as the Pi's camera gives it: I420 whose levels go from 0 to 255; height and width are even."""
    grey, red, blue = cv2.split(cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb))
    half = (image.shape[1] // 2, image.shape[0] // 2)
    colours = [cv2.resize(one, half, interpolation=cv2.INTER_AREA).reshape(-1, image.shape[1]) for one in (blue, red)]
    return np.asarray(np.vstack([grey, *colours]), dtype=np.uint8)


def compressed(image: Image) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """As a USB camera gives it where it is not converted: one row of bytes."""
    return np.frombuffer(cv2.imencode(".jpg", image)[1].tobytes(), np.uint8).reshape(1, -1)


class ScriptedCapture:
    """A device with the controls that it is given; it gives its pictures and then fails.

    ``size``: the only one that it has.  ``compresses`` False: it gives BGR.  What it chooses by itself it tells
    under ``chosen``; what it does not know is -1.
    """

    def __init__(
        self,
        pictures: list[Any],
        *,
        size: tuple[int, int] | None = None,
        compresses: bool = True,
        chosen: dict[int, float] | None = None,
    ) -> None:
        self.pictures = pictures
        self.settings: dict[int, float] = dict(chosen or {})
        self.compresses = compresses
        self.size = size
        self.released = False

    def read(self) -> tuple[bool, Any]:
        return (True, self.pictures.pop(0)) if self.pictures and not self.released else (False, None)

    def get(self, prop_id: int) -> float:
        if self.size is not None and prop_id in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            return self.size[prop_id == cv2.CAP_PROP_FRAME_HEIGHT]
        return self.settings.get(prop_id, -1.0)

    def set(self, prop_id: int, value: float) -> bool:
        if prop_id == cv2.CAP_PROP_FOURCC and not self.compresses:
            return False
        self.settings[prop_id] = value
        return True

    def release(self) -> None:
        self.released = True
