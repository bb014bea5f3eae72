"""What the search has found stays mended: each input as short as it could be made."""

from __future__ import annotations

import json
import struct
import zlib

import pytest

from tests.fuzz.readers import READERS

HUGE = 10**400
CORNERS = [[10, 10], [400, 12], [398, 300], [8, 299]]


def _calibration(**changed: object) -> bytes:
    told = json.loads(READERS["calibration"].seeds()[0])
    return json.dumps({**told, **changed}).encode()


def _manifest(old: str, new: str) -> bytes:
    return READERS["manifest"].seeds()[0].decode().replace(old, new).encode()


def _unwritten(old: str, new: str) -> bytes:
    return READERS["unwritten"].seeds()[0].decode().replace(old, new).encode()


def _png(*, length: int) -> bytes:
    """A picture of a few pixels whose first piece of content says to be as long as this."""
    head = struct.pack(">IIBBBBB", 96, 72, 8, 2, 0, 0, 0)
    crc = struct.pack(">I", zlib.crc32(b"IHDR" + head))
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", 13)
        + b"IHDR"
        + head
        + crc
        + struct.pack(">I", length)
        + b"IDAT"
        + b"x" * 64
    )


@pytest.mark.parametrize(
    ("reader", "content", "sentence"),
    [
        ("calibration", _calibration(corners_px=[[HUGE, 10], *CORNERS[1:]]), "not a calibration file"),
        ("calibration", _calibration(geometry={"bar_fraction": HUGE, "warp": [0] * 5, "orientation": {}}), "not a calib"),  # noqa: E501
        ("draughts calibration", READERS["draughts calibration"].seeds()[0].replace(b"200", b"Infinity"), "not a calib"),  # noqa: E501
        ("manifest", _manifest("numpy>=2", "numpy\\ud800"), "release.json is damaged"),
        ("manifest", _manifest("wheels/a.whl", "wheels/\\udfff.whl"), "release.json is damaged"),
        ("picture", _png(length=909_000_000), "not a picture, or a broken one"),
        ("picture", b"P6 40000 40000 255\n" + bytes(99), "too large, 40000x40000 pixels"),
        ("picture", b"\x00\x00\x00\x0cjP  \r\n\x87\n" + bytes(99), "not a picture, or a broken one"),
        ("journal rows", b'{"matches": [{"started": "x", "light": "", "dark": "", "length": 0, "mode": "refereed", '
         b'"rules": "tournament"}]}', "its started is 'x'"),
        ("qr", b"companion:1?light=%ed%a0%80", ""),
        ("settings", b"match = 3\n", ""),
        ("settings", b"match = [1]\n", ""),
        ("settings", b"\xa3", ""),
        ("sgf", b"(;GM[6]XH[Variation:Nackgammon];W[31hefe])", "variation 'Nackgammon': expected a match of backgammon"),  # noqa: E501
        ("sgf", b"(;GM[6]RU[Crawford:Hypergammon3];W[31hefe])", "variation 'Hypergammon3': expected a match of"),
        ("unwritten", _unwritten("[3, 1]", "[Infinity, 1]"), "is no file of unwritten entries"),
        ("unwritten", _unwritten('"t": 4.0', f'"t": {HUGE}'), "is no file of unwritten entries"),
        ("unwritten", _unwritten('"t": 4.0', '"t": "soon"'), "is no file of unwritten entries"),
        ("sgf", b"(;GM[6]" + b"M" * 3_000 + b"[x", "a value of the property MMMMMMMMMMMMMMMMMMMM… is not closed"),
        ("play", b"8/5(2) 8/5(2) 8/5(2)", ""),
        ("http", b"", ""),
    ],
)  # fmt: skip
def test_what_was_found_stays_mended(reader: str, content: bytes, sentence: str) -> None:
    assert sentence in READERS[reader].read(content)
