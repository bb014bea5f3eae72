"""Stands in for the programs of the Pi's camera, ``rpicam-vid`` and ``rpicam-hello``: takes their options.

How it misbehaves is told as JSON in the environment variable ``FAKE_RPICAM``: ``size`` (it gives another than asked),
``frames`` (so many, then it fails), ``frames_held`` (the same, of a run that is told its exposure), ``runs`` (in so
many it gives pictures, in later ones none), ``cut`` (bytes that are missing of the last), ``period_s``, ``picture``
(``noise``, ``black``, ``frozen``), ``silent``, ``cameras`` (how many it lists).  Each run is noted in the file
``log``, its options as a JSON list.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
import threading
from typing import Any

import numpy as np

NOTE = """\
SensorTimestamp=775637527000
ExposureTime={exposure}
ColourGains=[ 1.500000, 2.250000 ]
DigitalGain=1.250000
AnalogueGain=4.000000
LensPosition=1.750000
Lux=217.636000

"""


def main() -> int:
    told: dict[str, Any] = json.loads(os.environ.get("FAKE_RPICAM", "{}"))
    if "log" in told:
        with open(told["log"], "a", encoding="utf-8") as log:
            log.write(json.dumps(sys.argv[1:]) + "\n")
    parser = argparse.ArgumentParser()
    for name in ("camera", "width", "height", "timeout", "verbose", "shutter"):
        parser.add_argument(f"--{name}", type=int)
    for name in ("framerate", "gain", "lens-position"):
        parser.add_argument(f"--{name}", type=float)
    for name in ("codec", "output", "metadata", "metadata-format", "awbgains", "autofocus-mode"):
        parser.add_argument(f"--{name}")
    for name in ("nopreview", "flush", "list-cameras"):
        parser.add_argument(f"--{name}", action="store_true")
    options = parser.parse_args()
    if options.list_cameras:
        return listed(told.get("cameras", 1))
    if "runs" in told and filmed(told["log"]) > told["runs"]:
        print("ERROR: *** the camera is unplugged ***", file=sys.stderr)
        return 255
    if options.camera >= told.get("cameras", 1):
        print("ERROR: *** no cameras available ***", file=sys.stderr)
        return 255
    assert (options.codec, options.output, options.metadata_format) == ("yuv420", "-", "txt")
    film(options, told)
    print("ERROR: *** the camera was unplugged ***", file=sys.stderr)
    return 255


def listed(cameras: int) -> int:
    print("Available cameras\n-----------------" if cameras else "No cameras available!")
    for number in range(cameras):
        print(f"{number} : imx708 [4608x2592 10-bit RGGB] (/base/axi/i2c@88000/imx708@1a)")
        print("    Modes: 'SRGGB10_CSI2P' : 1536x864 [120.13 fps - (768, 432)/3072x1728 crop]")
    return 0


def filmed(log: str) -> int:
    """How many runs were to give pictures, this one among them."""
    with open(log, encoding="utf-8") as runs:
        return sum("--list-cameras" not in json.loads(run) for run in runs)


def film(options: argparse.Namespace, told: dict[str, Any]) -> None:
    """Pictures of a smooth scene with a sensor's noise, and a note of each."""
    width, height = told.get("size") or (options.width, options.height)
    scene = np.add.outer(np.linspace(0, 120, height), np.linspace(0, 90, width)) + 20
    planes = np.full((height * 3 // 2, width), 128, np.uint8)
    clock = threading.Event()  # never set: its wait is the sensor's clock
    count = told.get("frames" if options.shutter is None else "frames_held")
    with open(options.metadata, "w", encoding="utf-8") as notes:
        for number in range(count) if isinstance(count, int) else itertools.count():
            noise = np.random.default_rng(0 if told.get("picture") == "frozen" else number).normal(0, 2, (height, 1))
            planes[:height] = 0 if told.get("picture") == "black" else scene + noise
            raw = planes.tobytes()
            if told.get("silent"):
                clock.wait()
            last = number + 1 == count
            try:
                sys.stdout.buffer.write(raw[: len(raw) - int(told.get("cut", 0))] if last else raw)
                sys.stdout.buffer.flush()
                notes.write(NOTE.format(exposure=options.shutter or 20_000))
                notes.flush()
            except BrokenPipeError:
                os._exit(1)
            clock.wait(float(told.get("period_s", 1 / options.framerate)))


if __name__ == "__main__":
    sys.exit(main())
