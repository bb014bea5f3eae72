"""The texts of why a picture is not read, and of the page on which a phone has one read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "picture.broken": ("This is no picture, or it is broken. Send a JPEG or PNG.",),
    "picture.pdf": ("This is a PDF, not a picture. Send a JPEG or PNG.",),
    "picture.heic": ("This picture is of the kind HEIC, which is not read here. Send it as JPEG.",),
    "picture.avif": ("This picture is of the kind AVIF, which is not read here. Send it as JPEG.",),
    "picture.small": ("The picture is too small to show a board.",),
    "picture.large": ("The picture has too many pixels. Send it smaller, or as an ordinary JPEG.",),
    "picture.too-many": ("The file is too large: at most {n} MB.",),
    "picture.too-much": ("The picture takes too long to read, or too much memory. Send it smaller.",),
    "picture.no-board": (
        "No backgammon board is found in the picture. Take a photograph of a real board, the whole of it.",
    ),
    "picture.other-draughts": ("The picture shows a draughts board. Only backgammon is read here.",),
}
