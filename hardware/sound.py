"""Short soft sounds and spoken words through a loudspeaker, off the caller's thread.

The sounds are made here, note by note, and played by a program of the system.  Kivy's audio is not used.
"""

from __future__ import annotations

import io
import logging
import math
import shutil
import subprocess
import tempfile
import threading
import wave
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self, TypeAlias

log = logging.getLogger(__name__)

Melody: TypeAlias = tuple[tuple[float, float, float], ...]
"""Notes one after the other, each as (frequency in Hz, seconds, loudness 0..1); 0 Hz is a rest."""
Render: TypeAlias = Callable[[str, Path, float, str], bool]
"""Writes words as a WAV file: (words, file, volume 0..1, language); False where that cannot be done."""

RATE_HZ: Final = 22_050
_ATTACK_S: Final = 0.005
_PARTIALS: Final = ((1.0, 0.75), (2.0, 0.18), (4.0, 0.07))
"""Of a struck bar of wood: (multiple of the frequency, share of the loudness)."""
_PLAYERS: Final = MappingProxyType({"pw-play": (), "paplay": (), "aplay": ("-q",)})
"""Programs that play a WAV file, with their options; the first that can play it does."""
_LONGEST_S: Final = 30.0
"""A player that takes longer hangs."""


def players() -> tuple[tuple[str, ...], ...]:
    """The commands of this machine that play a file whose name is added to them."""
    found = ((shutil.which(name), options) for name, options in _PLAYERS.items())
    return tuple((path, *options) for path, options in found if path is not None)


def wav(melody: Melody, volume: float) -> bytes:
    """A melody as a WAV file: one channel, 16 bits.  ``volume``: 0..1."""
    highest = 32_767 * min(max(volume, 0.0), 1.0)
    samples = array("h", (round(highest * value) for note in melody for value in _note(*note)))
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE_HZ)
        out.writeframes(samples.tobytes())
    return file.getvalue()


def _note(frequency_hz: float, seconds: float, loudness: float) -> Sequence[float]:
    """A struck note that dies away; it begins and ends at silence, so that nothing clicks."""
    return [
        loudness * min(1.0, t / _ATTACK_S) * math.exp(-5.0 * t / seconds) * (1.0 - t / seconds) * _wave(frequency_hz, t)
        for t in (sample / RATE_HZ for sample in range(round(seconds * RATE_HZ)))
    ]


def _wave(frequency_hz: float, t: float) -> float:
    return sum(share * math.sin(2.0 * math.pi * frequency_hz * multiple * t) for multiple, share in _PARTIALS)


@dataclass(frozen=True, slots=True)
class _Wanted:
    melody: Melody
    words: str
    volume: float
    language: str


class Loudspeaker:
    """Plays one thing at a time, as a context manager; ``close`` may be called twice.

    ``play`` never waits: what is wanted while something sounds waits in its place, and what is wanted
    still later takes that place, so that nothing piles up.  ``commands``: see :func:`players`.
    ``render``: makes words audible, None where nothing can.  A failure to play is silent; it is logged
    once, and once more when sound works again.
    """

    def __init__(self, commands: Sequence[Sequence[str]], render: Render | None = None) -> None:
        self._commands: Final = tuple(tuple(command) for command in commands)
        self._render: Final = render
        self._changed: Final = threading.Condition()
        self._waiting: _Wanted | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = 0  # which demand for silence is the last; what began before it falls silent
        self._closed = False
        self._mute = False
        self._thread: Final = threading.Thread(target=self._work, name="loudspeaker", daemon=True)
        self._thread.start()

    def play(self, melody: Melody, words: str = "", *, volume: float = 1.0, language: str = "en") -> None:
        """Have a melody played, and then words said; either may be empty."""
        with self._changed:
            self._waiting = _Wanted(melody, words, volume, language)
            self._changed.notify()

    def silence(self) -> None:
        """End what sounds, and forget what waits."""
        with self._changed:
            self._turn += 1
            self._waiting = None
            if self._process is not None:
                self._process.terminate()

    def close(self) -> None:
        self.silence()
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(timeout=2.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()

    # --- on the thread of its own ------------------------------------------------------------------

    def _work(self) -> None:
        try:
            with tempfile.TemporaryDirectory(prefix="companion-sound-") as folder:
                while (next_one := self._next()) is not None:
                    self._sound(*next_one, Path(folder))
        except Exception:
            log.exception("the loudspeaker has failed; there is no sound any more")

    def _next(self) -> tuple[_Wanted, int] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._waiting is not None)
            if self._closed or self._waiting is None:
                return None
            wanted, self._waiting = self._waiting, None
            return wanted, self._turn

    def _sound(self, wanted: _Wanted, turn: int, folder: Path) -> None:
        if wanted.melody:
            file = folder / f"{abs(hash((wanted.melody, wanted.volume))):x}.wav"
            if not file.exists():
                file.write_bytes(wav(wanted.melody, wanted.volume))
            self._play(file, turn)
        if wanted.words and self._render is not None and turn == self._turn:
            file = folder / "words.wav"
            if self._render(wanted.words, file, wanted.volume, wanted.language):
                self._play(file, turn)

    def _play(self, file: Path, turn: int) -> None:
        failures: list[str] = []
        for command in self._commands:
            failure = self._failure(command, file, turn)
            if failure is None:
                self._heard()
                return
            failures.append(failure)
        if not self._mute:
            self._mute = True
            log.warning("no sound: %s", "; ".join(failures) or f"none of {', '.join(_PLAYERS)} is installed")

    def _heard(self) -> None:
        if self._mute:
            self._mute = False
            log.info("there is sound again")

    def _failure(self, command: Sequence[str], file: Path, turn: int) -> str | None:
        """Play a file by one program; why it could not, or None.  What was silenced has not failed."""
        name = Path(command[0]).name
        try:
            process = subprocess.Popen(
                [*command, str(file)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        except OSError as error:
            return f"{name}: {error.strerror}"
        with self._changed:
            self._process = process
            if turn != self._turn:  # silenced meanwhile
                process.terminate()
        try:
            _, said = process.communicate(timeout=_LONGEST_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return f"{name}: did not end within {_LONGEST_S:g} s"
        finally:
            with self._changed:
                self._process = None
        if process.returncode == 0 or turn != self._turn:
            return None
        lines = [line.strip() for line in said.decode(errors="replace").splitlines() if line.strip()]
        return f"{name}: {lines[-1] if lines else f'ended with {process.returncode}'}"
