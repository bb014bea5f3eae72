"""The Pi's own camera through the pipe of ``rpicam-vid``, so that no Python binding is needed."""

from __future__ import annotations

import fcntl
import logging
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from hardware.cameras.frame import USUAL, Clock, Format, Frame
from hardware.errors import CameraError, FramesError
from hardware.pictures import Grey, Planes, is_torn

log = logging.getLogger(__name__)

PROGRAMS: Final = ("rpicam-vid", "libcamera-vid")
"""The second is the same program before its renaming."""
USUAL_WH: Final = (1536, 864)

_PIPE_BYTES: Final = 1 << 20
"""The most that an unprivileged program may ask for, unless the system says otherwise."""
_CHECKED_EACH: Final = 30
_STOPPING_S: Final = 2.0
_LONGEST_NOTE: Final = 1 << 16
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")


def checked_size(name: str, wanted: Format) -> tuple[int, int]:
    """The size to ask of the Pi's camera; raises :class:`FramesError` for one whose rows would be padded."""
    width, height = wanted.width or USUAL_WH[0], wanted.height or USUAL_WH[1]
    if width % 64 or height % 2 or width <= 0 or height <= 0:
        raise FramesError(f"{name}: {width}x{height} expected as a width in multiples of 64 and an even height")
    return width, height


class PiCamera:
    """The Pi's own camera: raw frames from ``rpicam-vid`` through a pipe.

    The width has to be a multiple of 64 and the height even, or the rows of the raw picture are
    padded and the picture is garbled.  ``command`` replaces the program, for tests.
    """

    def __init__(
        self,
        index: int,
        *,
        wanted: Format = USUAL,
        command: Sequence[str] | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._name: Final = f"pi:{index}"
        width, height = checked_size(self._name, wanted)
        self._shape: Final = (height * 3 // 2, width)
        self._clock: Final = clock
        self._next = 0
        self._closed = False
        self._command: Final = list(command or _rpicam(index, width, height, wanted.rate))
        self._held: Held | None = None
        self._program = _Program(self._command)

    def read(self) -> Frame:
        raw = self._program.read(self._shape[0] * self._shape[1])
        if raw is None:
            raise CameraError(f"{self._name}: the camera gives no more pictures{self._program.last_complaint()}")
        seen_at_s = self._clock()
        planes = Planes(np.frombuffer(raw, dtype=np.uint8).reshape(self._shape))
        number = self._next
        self._next += 1
        if number % _CHECKED_EACH == 0:
            self._raise_if_torn(planes.grey)
        return Frame(planes, seen_at_s, number, f"{self._name}#{number}")

    def _raise_if_torn(self, grey: Grey) -> None:
        if is_torn(grey):
            raise CameraError(
                f"{self._name}: the rows of the picture do not fit together, so it is not {grey.shape[1]}x"
                f"{grey.shape[0]} as asked; name a size that the camera has in the settings"
            )

    def lock(self) -> bool:
        """Start the program again with what its automatic has chosen: it takes no other orders."""
        held = Held.told(self._program.note())
        if held is None:
            return False
        log.info("%s: holds %s", self._name, held)
        self._restart(held)
        return True

    def unlock(self) -> None:
        if self._held is not None:
            self._restart(None)

    def _restart(self, held: Held | None) -> None:
        self._program.close()
        self._held = held
        self._program = _Program([*self._command, *(held.options() if held is not None else ())])
        if self._closed:  # meanwhile, by another thread
            self._program.close()

    def close(self) -> None:
        self._closed = True
        self._program.close()


@dataclass(frozen=True, slots=True)
class Held:
    """What the automatic of the Pi's camera has chosen.

    ``exposure_us``: microseconds.  ``gain``: analogue and digital together.  ``red``, ``blue``: gains of
    the white balance.  ``lens``: one over the distance in metres, None for a lens that does not move.
    """

    exposure_us: int
    gain: float
    red: float
    blue: float
    lens: float | None

    @classmethod
    def told(cls, note: str) -> Self | None:
        """From what ``rpicam-vid --metadata-format txt`` writes of a picture, ``Name=value`` a line; None without."""
        values = {name: _NUMBER.findall(rest) for name, _, rest in (line.partition("=") for line in note.splitlines())}
        try:
            (exposure_us,), (gain,), (red, blue) = (values[name] for name in _NEEDED)
        except (KeyError, ValueError):
            return None
        digital, lens = values.get("DigitalGain") or ["1"], values.get("LensPosition")
        return cls(
            round(float(exposure_us)),
            float(gain) * float(digital[0]),
            float(red),
            float(blue),
            float(lens[0]) if lens else None,
        )

    def options(self) -> list[str]:
        """As options of ``rpicam-vid``."""
        focus = [] if self.lens is None else ["--autofocus-mode", "manual", "--lens-position", f"{self.lens:.4f}"]
        return [
            "--shutter", str(self.exposure_us), "--gain", f"{self.gain:.4f}",
            "--awbgains", f"{self.red:.4f},{self.blue:.4f}", *focus,
        ]  # fmt: skip

    def __str__(self) -> str:
        focus = "" if self.lens is None else f", focus {self.lens:.2f}"
        return f"exposure {self.exposure_us} us, gain {self.gain:.2f}, white {self.red:.2f} {self.blue:.2f}{focus}"


_NEEDED: Final = ("ExposureTime", "AnalogueGain", "ColourGains")


class _Program:
    """One run of the camera's program: its pictures, its complaints, and what it notes of each picture."""

    def __init__(self, command: Sequence[str]) -> None:
        reading, writing = os.pipe()
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the program)
        try:
            self._process = subprocess.Popen(
                [*command, "--metadata", f"/dev/fd/{writing}", "--metadata-format", "txt"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                pass_fds=(writing,),
            )
        except OSError as error:
            os.close(reading)
            self._complaints.close()
            raise CameraError(f"{command[0]}: cannot be started ({error.strerror})") from error
        finally:
            os.close(writing)
        assert self._process.stdout is not None
        self._pictures = self._process.stdout
        with suppress(OSError):
            fcntl.fcntl(self._pictures.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        self._notes = _Notes(reading)

    def read(self, size: int) -> bytes | None:
        """So many bytes of the pictures, None where the program has no more to give."""
        try:
            raw = self._pictures.read(size)
            self._notes.take()
        except ValueError:  # closed by another thread
            return None
        return raw if len(raw) == size else None

    def note(self) -> str:
        """What it noted of the newest picture that was read, "" where it has noted nothing."""
        return self._notes.newest

    def last_complaint(self) -> str:
        if self._complaints.closed:
            return ""
        self._complaints.seek(0)
        lines = self._complaints.read().decode(errors="replace").split("\n")
        return next((f": {line.strip()}" for line in reversed(lines) if line.strip()), "")

    def close(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=_STOPPING_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._pictures.close()
        self._notes.close()
        self._complaints.close()


class _Notes:
    """What the program notes of each picture: some lines, then an empty one.  The newest are kept.

    It writes line by line and would wait where nobody reads, so they are taken with each picture.
    """

    def __init__(self, descriptor: int) -> None:
        os.set_blocking(descriptor, False)
        self._file: Final = os.fdopen(descriptor, "rb", buffering=0)
        self._begun = b""
        self.newest = ""

    def take(self) -> None:
        while came := self._file.read(_LONGEST_NOTE):  # None where nothing waits, empty at the end
            *whole, begun = (self._begun + came).split(b"\n\n")
            if whole:
                self.newest = whole[-1].decode(errors="replace")
            self._begun = begun[-_LONGEST_NOTE:]

    def close(self) -> None:
        self._file.close()


def _rpicam(index: int, width: int, height: int, rate: int) -> list[str]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise CameraError(f"pi:{index}: rpicam-vid is not installed; expected the package rpicam-apps")
    # verbose 0: a line for each frame would fill the file that keeps its complaints.
    return [
        program, "--camera", str(index), "--nopreview", "--timeout", "0", "--verbose", "0", "--flush",
        "--width", str(width), "--height", str(height), "--framerate", str(rate),
        "--codec", "yuv420", "--output", "-",
    ]  # fmt: skip
