"""Measures how fast boards are read on one thread, and in how much memory, in a process of its own."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Final, TypeVar

from companion.lab.bench.figure import Figure
from companion.lab.bench.rendered import TruthFrame, games, stills
from hardware.pictures import Encoded
from vision.calibration import calibrate
from vision.corners import find_board
from vision.observation import BAR, POINTS
from vision.pictures import load_picture
from vision.reader import BoardReader, read_still
from vision.stillness import Grey, moved

# The libraries take these when they are loaded, which is why the measuring needs a process of its own.
_THREADS: Final = ("OPENCV_FOR_THREADS_NUM", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
_FRAMES: Final = 60
_STILLS: Final = 30
# Names of times, what they are on the page, and the most they may be (milliseconds) on one thread and on two.
_TIMED: Final = (
    ("idle", "idle frame (decode, stillness), median", 3, None),
    ("read", "whole read in a match from the file on, median", 70, 40),
    ("finding", "finding the board in a picture, median", None, None),
    ("unknown", "whole read of an unknown board from the file on, median", 600, None),
)
_SETTLING: Final = 20  # looks after which everything is loaded that will ever be

_Item = TypeVar("_Item")


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """Times of one frame, and the memory of the process that reads; ``options.looks``: over how many looks it grows."""
    found, faster = (_measured_in_a_process(options, threads) for threads in (1, 2))
    for name, what, most, most_of_two in _TIMED:
        yield Figure.at_most(what, found[name], "ms", most) if most else Figure.unlimited(what, found[name], "ms")
        yield Figure.unlimited(f"{what}, processor", found[f"{name} processor"], "ms")
        if most_of_two:
            yield Figure.at_most(f"{what}, on two threads", faster[name], "ms", most_of_two)
    yield Figure.at_most("memory of the process that reads", found["memory"], "MB", 250)
    yield Figure.at_most(f"memory: growth over {options.looks} looks", found["growth"], "MB", 2)


def _measured_in_a_process(options: argparse.Namespace, threads: int) -> dict[str, float]:
    words = [sys.executable, "-m", "companion.lab.bench.pace", str(options.shared), str(options.looks)]
    surroundings = os.environ | dict.fromkeys(_THREADS, str(threads))
    done = subprocess.run(words, env=surroundings, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measured(frames: Sequence[TruthFrame], pictures: Sequence[TruthFrame], looks: int) -> dict[str, float]:
    """Medians in milliseconds over frames of one game and over single pictures; memory in megabytes."""
    reader = BoardReader(calibrate(load_picture(frames[0].picture), frames[0].corners()))
    before = _glance(frames[0].picture)
    paths, single = [frame.picture for frame in frames], [picture.picture for picture in pictures]
    moments = {path: float(k) for k, path in enumerate(paths)}

    def read(frame: TruthFrame) -> None:
        reader.look(load_picture(frame.picture), seen_at_s=moments[frame.picture])

    def read_unknown(path: Path) -> None:
        image = load_picture(path)
        read_still(image, find_board(image).corners_px)

    for frame in _played(reader, frames):  # all nets are loaded, and the board is learned
        read(frame)
    found = _median_ms("idle", lambda path: moved(before, _glance(path)), paths)
    found |= _median_ms("read", read, _played(reader, frames))
    found |= _median_ms("finding", find_board, (load_picture(path) for path in single))  # in memory one at a time
    found |= _median_ms("unknown", read_unknown, single)
    return found | _memory(read, frames, looks)


def _played(reader: BoardReader, frames: Sequence[TruthFrame]) -> Iterator[TruthFrame]:
    """The frames of a game, each to be read before the next: then its turn is settled and confirmed."""
    for moment, frame in enumerate(frames):
        yield frame
        if frame.truth.get("kind") in ("start", "after_move"):
            reader.settle(float(moment))
            reader.confirm(float(moment), {spot: frame.counts()[spot] for spot in (*POINTS, BAR)})


def _glance(path: Path) -> Grey:
    """A frame as far as it must be decoded to see whether anything moved."""
    return Encoded(path.read_bytes(), path.name).glance()


def _median_ms(name: str, work: Callable[[_Item], object], items: Iterable[_Item]) -> dict[str, float]:
    """The time that one item takes, by the clock and by the processor: on a busy machine the two differ."""
    times = []
    for item in items:
        begun = time.perf_counter(), time.process_time()
        work(item)
        times.append((time.perf_counter() - begun[0], time.process_time() - begun[1]))
    clock_s, processor_s = (statistics.median(column) for column in zip(*times, strict=True))
    return {name: clock_s * 1000, f"{name} processor": processor_s * 1000}


def _memory(read: Callable[[TruthFrame], None], frames: Sequence[TruthFrame], looks: int) -> dict[str, float]:
    """The most memory so far, and by how much it grows over some looks."""
    for frame in islice(cycle(frames), _SETTLING):
        read(frame)
    before_mb = _resident_mb("VmRSS")
    for frame in islice(cycle(frames), looks):
        read(frame)
    return {"memory": _resident_mb("VmHWM"), "growth": _resident_mb("VmRSS") - before_mb}


def _resident_mb(line: str) -> float:
    """Memory held now (VmRSS) or at most so far (VmHWM), by Linux.

    ``resource.getrusage`` would include the parent process.
    """
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split(f"{line}:")[1].split()[0]) / 1024


def _main(shared: Path, looks: int) -> None:
    _, frames = next(games(shared))
    clear = [frame for frame in frames if frame.is_clear]
    print(json.dumps(measured(clear[:_FRAMES], stills(shared)[:_STILLS], looks)))


if __name__ == "__main__":
    _main(Path(sys.argv[1]), int(sys.argv[2]))
