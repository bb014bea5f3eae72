"""All readers of foreign bytes, with what their search begins with and the words that mean something to them."""

from __future__ import annotations

import functools
import gzip
import io
import json
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from nacl.signing import SigningKey

from companion.errors import CompanionError, StorageError
from companion.lab.bench.filmed import Film
from companion.lab.bench.wild import wild_match
from companion.record.files.short import match_of_short, short_text
from companion.record.match import Match
from companion.record.pack.checking import checked
from companion.record.rescue import take_in
from companion.settings.file import SettingsFile
from companion.settings.match_code import settings_in
from companion.settings.reading import changed, usable_settings
from companion.settings.tree import Settings, terms_of
from companion.updating.manifest import NAME, ListedFile, Manifest
from companion.updating.signing import Statement, sign, signature_of, statement_of
from companion.updating.unpacking import peeked, unpack
from tests.fuzz import http, journals
from tests.fuzz.search import Reader
from tests.fuzz.targets import SEEDS, TARGETS
from tests.record.pack.packing import packed, recorded
from vision import Calibration
from vision.draughts.calibration import DraughtsCalibration
from vision.errors import VisionError
from vision.pictures import open_picture
from vision.qr import codes_in

_MEMORY_DISK: Final = Path("/dev/shm")
_MOST_SEARCHED_PIXELS: Final = 200_000


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder in memory, where there is such a disk."""
    at = _MEMORY_DISK if _MEMORY_DISK.is_dir() else None
    folder = Path(tempfile.mkdtemp(prefix="companion-fuzz-", dir=at))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def answered(read: Callable[[bytes], object]) -> Callable[[bytes], str]:
    """Read, and return the sentence of a refusal by our own errors, which has to be one that can be written."""

    @functools.wraps(read)
    def answer(content: bytes) -> str:
        try:
            said = read(content)
        except (CompanionError, VisionError) as refused:
            said = str(refused)
            assert said, "a refusal without a word"
            assert len(said) < 5_000, said[:200]
            said.encode("utf-8")
            return said
        return said if isinstance(said, str) else ""

    return answer


def _in_file(name: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
    def target(content: bytes) -> object:
        with scratch() as folder:
            (folder / name).write_bytes(content)
            return read(folder / name)

    return target


def _settings(file: Path) -> None:
    settings, troubles = usable_settings(file, data_dir=file.parent)
    for trouble in troubles:
        trouble.encode("utf-8")
    terms_of(settings, asks=True)
    try:
        SettingsFile(settings, file).change({"match.length": 3 if settings.match.length != 3 else 5})
    except StorageError:
        if not troubles:  # only a file that is no settings file is not changed
            raise AssertionError("a usable settings file cannot be changed") from None
    else:
        usable_settings(file, data_dir=file.parent)


def _code(content: bytes) -> None:
    text = content.decode("utf-8", errors="replace")
    terms_of(changed(Settings(), settings_in(text), place="of the code"), asks=True)


def _match_code(content: bytes) -> None:
    found = match_of_short(content.decode("utf-8", errors="replace"))
    if isinstance(found, Match):
        match_of_short(short_text(found))


def _match_codes() -> Sequence[bytes]:
    return [short_text(wild_match(seed, games=1, most_turns=5)).encode() for seed in range(20)]


def _calibration(file: Path) -> None:
    known = Calibration.load(file)
    again = Calibration.from_json(known.to_json())
    assert repr(again) == repr(known)


def _draughts_calibration(file: Path) -> None:
    known = DraughtsCalibration.load(file)
    assert repr(DraughtsCalibration.from_json(known.to_json())) == repr(known)


def _qr_picture(file: Path) -> None:
    image = open_picture(file).image_bgr
    if image.shape[0] * image.shape[1] <= _MOST_SEARCHED_PIXELS:
        for text in codes_in(image):
            _code(text.encode("utf-8", errors="surrogateescape"))


def _manifest(content: bytes) -> None:
    found = Manifest.from_text(content.decode("utf-8", errors="surrogateescape"), "file")
    found.name()
    assert Manifest.from_text(found.text(), "file") == found
    found.text().encode()


def _signature(content: bytes) -> None:
    """A signature beside a release file: whatever else it says, it is what the maintainer has signed."""
    with scratch() as folder:
        file = folder / "companion-1.0.tar.gz"
        file.write_bytes(b"release")
        signature_of(file).write_bytes(content)
        assert statement_of(file, _keys()[1]) == _STATEMENT, "a changed statement is taken"


def _release(file: Path) -> None:
    peeked(file)
    (file.parent / "into").mkdir()
    unpack(file, file.parent / "into")
    assert not (file.parent / "outside").exists()


def _zipped_release(content: bytes) -> None:
    _in_file("companion-1.0.tar.gz", _release)(gzip.compress(content, 1))


def _unwritten(file: Path) -> None:
    with journals.opened(file.parent / "data") as journal:
        take_in(journal, file)
        journals.read_all(journal)


# --- what the search begins with ---------------------------------------------------------------------


def _of(*names: str) -> Callable[[], Sequence[bytes]]:
    return lambda: [seed for name, seed in SEEDS if name in names]


def _pictures() -> Sequence[bytes]:
    image = np.full((72, 96, 3), 200, np.uint8)
    cv2.circle(image, (40, 40), 20, (10, 60, 200), -1)
    found = [cv2.imencode(ending, image)[1].tobytes() for ending in (".jpg", ".png", ".bmp", ".webp", ".ppm", ".tiff")]
    exif = b"\xff\xe1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    return [*found, found[0][:2] + exif + found[0][2:]]


def _codes() -> Sequence[bytes]:
    code = cv2.QRCodeEncoder.create().encode("companion:1?light=Ann&length=7")
    large = cv2.resize(code, None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
    image = cv2.copyMakeBorder(large, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255)
    return [cv2.imencode(".png", image)[1].tobytes(), cv2.imencode(".bmp", image)[1].tobytes()]


def _manifests() -> Sequence[bytes]:
    files = {"run": ListedFile(4, "0" * 64, program=True), "wheels/a.whl": ListedFile(9, "f" * 64)}
    return [Manifest("1.2.3", 5, ("numpy>=2",), files).text().encode()]


_STATEMENT: Final = Statement("1.0", packages=False, size=7, sha256="ab" * 32)


@functools.cache
def _keys() -> tuple[bytes, Mapping[str, bytes]]:
    """The private key of a maintainer of these tests, and the public one by its name."""
    private = bytes(range(32))
    return private, {"maintainer": bytes(SigningKey(private).verify_key)}


def _signatures() -> Sequence[bytes]:
    private, public = _keys()
    return [sign(_STATEMENT, [private], public).encode()]


def _releases() -> Sequence[bytes]:
    contents = {"run": b"#!/bin/sh\n", "companion/x.py": b"x = 1\n"}
    sums = {path: ListedFile(len(content), sha256(content).hexdigest()) for path, content in contents.items()}
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in {NAME: Manifest("1.0", 5, (), sums).text().encode(), **contents}.items():
            member = tarfile.TarInfo(f"companion-1.0/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return [made.getvalue()]


def _calibrations() -> Sequence[bytes]:
    side = [{"x": 10.0, "y": 20.5, "colour": [80.0, 1.5, -2.0]}]
    told = {
        "schema": "companion-calibration-1",
        "corners_px": [[10, 10], [400, 12], [398, 300], [8, 299]],
        "geometry": {
            "bar_fraction": 0.07,
            "warp": [0.0, 0.1, 0.0, -0.2, 0.0],
            "orientation": {"home_at_right": True, "light_at_bottom": True},
        },
        "colours": {"light": side, "dark": side},
        "sides_known": True,
    }
    return [json.dumps(told).encode()]


def _draughts_calibrations() -> Sequence[bytes]:
    told = {
        "schema": "companion-draughts-calibration-1",
        "corners_px": [[10, 10], [400, 12], [398, 300], [8, 299]],
        "turns": 2,
        "colours": {"light": [200, 210, 220], "dark": [20, 30, 40]},
    }
    return [json.dumps(told).encode()]


def _films() -> Sequence[bytes]:
    turn = {
        "side": "light", "habit": "", "steps": [{"do": "carry"}], "dice": "31", "before": "4HPwATDgc/ABMA",
        "end": "4HPwATDgc/ABMA", "ended": "signal", "signal_s": 3.0, "clear_s": 4.0, "lies": [[1.0, True]], "act": "",
        "end_s": 5.0,
    }  # fmt: skip
    frames = [{"t": 0.5, "file": "0001.jpg", "turn": 0, "kind": "dice_lie"}]
    return [json.dumps({"frames": frames, "turns": [turn, {**turn, "habit": "cube", "side": "dark"}]}).encode()]


def _film(file: Path) -> None:
    film = Film.load(file.parent)
    film.exchanged().truth()


_SETTINGS_WORDS: Final = (
    b"[match]\n", b"[table]\n", b"[camera]\n", b"[live]\n", b"[broker]\n", b"[director]\n", b"[coach]\n", b"[lamps]\n",
    b"length = ", b"rules = ", b"data_dir = ", b"pin = ", b"true", b"inf", b"nan",
    b"1979-05-27T07:32:00Z", b'"""', b"'''",
    b"[[match]]\n", b"match.length = 3\n", b"0x7f", b"{a = 1}", b"on = true\n", b"port = ", b"calibration = ",
)  # fmt: skip
_MATCH_WORDS: Final = (
    b"Doubles => 2", b"Wins 1 point", b" Game 2\n", b"Takes", b"Drops", b"Beavers", b"bar/20*",
    b"6/off", b"Cannot Move",
    b"???", b"; [", b"AE[a:y]", b"AB[a]", b"W[66]", b"PL[B]", b"DI[11]", b"CV[64]", b"RE[", b"(;GM[6]", b"W[double]",
    b"MI[length:7]", b"[ws:0]", b"RU[Crawford]", b"RU[Tavla]", b"C[a\\]b]", b'"action":"roll"', b'"win":null', b"11: ",
    b'[FEN "W:W21:B12"]', b'[GameType "20"]', b"1-1", b"{x}", b"11-15", b"22x15x8", b"(1... ", b"1/2-1/2", b"$1", b"%",
)  # fmt: skip


def _match_file(name: str, weight: float) -> Reader:
    return Reader(answered(TARGETS[name]), _of(name), _MATCH_WORDS, weight=weight)


READERS: Final[Mapping[str, Reader]] = {
    "mat": _match_file("mat", 4),
    "sgf": _match_file("sgf", 6),
    "json": _match_file("json", 4),
    "pdn": _match_file("pdn", 5),
    "draughts json": _match_file("draughts json", 2),
    "any file": _match_file("any file", 4),
    **{
        name: Reader(answered(TARGETS[name]), _of(name), most=600, weight=4) for name in ("id", "board", "play", "dice")
    },
    **{name: Reader(answered(TARGETS[name]), _of(name), most=600, weight=4) for name in ("rules", "fen", "move")},
    "toml": Reader(answered(TARGETS["toml"]), _of("toml"), _SETTINGS_WORDS, weight=4),
    "settings": Reader(
        answered(_in_file("settings.toml", _settings)),
        lambda: [b"", b'# mine\n[match]\nlength = 7\nrules = "gamez"\n[table]\ndice = "both"\n[live]\non = true\n'],
        _SETTINGS_WORDS,
        weight=4,
    ),
    "qr": Reader(
        answered(_code),
        lambda: [b"companion:1?light=Ann%20B&dark=B&length=7&clock=1&rules=gamez&mode=recorded&dice=both&pictures=0"],
        (b"light=", b"younger=dark", b"event=", b"round=", b"board=", b"companion:", b"%ed%a0%80", b"%00"),
        most=1_200,
        weight=5,
    ),
    "match code": Reader(answered(_match_code), _match_codes, most=4_400, weight=4),
    "qr picture": Reader(answered(_in_file("code.png", _qr_picture)), _codes, weight=0.3, most=60_000),
    "picture": Reader(answered(_in_file("board.jpg", open_picture)), _pictures, weight=6, most=30_000),
    "manifest": Reader(answered(_manifest), _manifests, (b'"program": true', b'"files": {', b"wheels/"), weight=5),
    "signature": Reader(answered(_signature), _signatures, (b"version", b"sha256", b"packages", b"size"), weight=2),
    "release": Reader(answered(_zipped_release), _releases, weight=4, most=20_000),
    "release file": Reader(
        answered(_in_file("companion-1.0.tar.gz", _release)),
        lambda: [gzip.compress(seed) for seed in _releases()],
        weight=2,
    ),
    "backup": Reader(answered(journals.backup_file), journals.backups, weight=2, most=200_000),
    "journal": Reader(answered(journals.restored_file), journals.files, journals.WORDS, weight=1, most=200_000),
    "journal opened": Reader(answered(journals.opened_file), journals.files, journals.WORDS, weight=0.1, most=200_000),
    "journal rows": Reader(answered(journals.rows), journals.row_texts, journals.WORDS, weight=1.5, most=20_000),
    "unwritten": Reader(
        answered(_in_file("unwritten-1.jsonl", _unwritten)), journals.unwritten, journals.WORDS, weight=0.6
    ),
    "pack": Reader(answered(_in_file("match.zip", checked)), lambda: [_packed()], weight=3, most=60_000),
    "film": Reader(answered(_in_file("film.json", _film)), _films, weight=3),
    "calibration": Reader(answered(_in_file("calibration.json", _calibration)), _calibrations, weight=4),
    "draughts calibration": Reader(
        answered(_in_file("calibration.json", _draughts_calibration)), _draughts_calibrations, weight=3
    ),
    "http": Reader(answered(http.asked), http.requests, http.WORDS, weight=3, most=40_000),
}
"""By name; the weights make a run of an hour or two of a million inputs."""


def _packed() -> bytes:
    with scratch() as folder:
        recorded(folder)
        return packed(folder, folder / "whole.zip").path.read_bytes()
