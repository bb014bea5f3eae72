"""What every camera gives, and what it may be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias, runtime_checkable

from hardware.pictures import Grey, Image, Picture

Clock: TypeAlias = Callable[[], float]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture and when it was taken.

    ``seen_at_s``: when it was taken, in seconds; monotonic for a live camera, from the start of the
    recording otherwise.  ``number``: its place in the sequence, from 0.  ``name``: its file, or the
    camera, ``#`` and the number.
    """

    picture: Picture
    seen_at_s: float
    number: int
    name: str

    @property
    def source(self) -> str:
        """The camera, as settings name it."""
        return self.name.partition("#")[0]

    @property
    def image_bgr(self) -> Image:
        """The whole picture, decoded at each call; raises :class:`FramesError` where it is broken."""
        return self.picture.whole()

    def glance(self) -> Grey:
        """The picture grey and small, to compare with another; raises :class:`FramesError` where it is broken."""
        return self.picture.glance()


@dataclass(frozen=True, slots=True)
class Format:
    """What is asked of a live camera: size in pixels, 0 = what suits its kind, and pictures a second."""

    width: int = 0
    height: int = 0
    rate: int = 30


USUAL: Final = Format()


class Camera(Protocol):
    """A source of frames; close it when done (``contextlib.closing`` fits)."""

    def read(self) -> Frame | None:
        """The next frame, None at the end of a recording; raises a :class:`HardwareError`."""

    def close(self) -> None:
        """Let go of the device or file; may be called twice."""


@runtime_checkable
class Lockable(Protocol):
    """A camera that can be kept from changing exposure, white balance and focus by itself."""

    def lock(self) -> bool:
        """Hold what the automatic has chosen; False if that is not known (yet)."""

    def unlock(self) -> None:
        """Let the automatic choose again."""
