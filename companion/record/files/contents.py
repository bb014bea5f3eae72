"""Recognises a file by its content: one of our formats, or another one and how its match can be exported.

The ending of a name only decides where the content does not: of ``.txt`` files alone there are Jellyfish's match texts,
SGF, PDN and the text of a match's QR code.

Sources of the signatures: PKWARE's APPNOTE 4.3.7 (ZIP), RFC 1952 (gzip), and the first bytes of the files that these
programs write (eXtreme Gammon ``RGMH``, BGBlitz a line of JSON with ``"format":"BGF"``).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.record.files.decoding import Decoded, recognised
from companion.record.files.limits import MOST_BYTES


class Form(Enum):
    """A format that can be read; the values are endings, if it has one of its own."""

    MAT = ".mat"
    SGF = ".sgf"
    JSON = ".json"
    PDN = ".pdn"
    DRAUGHTS_JSON = "draughts .json"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Content:
    """The text of a file and its format.  ``note``: a sentence about a name that says another format, else None."""

    form: Form
    decoded: Decoded
    note: str | None = None


LOOKED_AT_BYTES: Final = 2**16
"""The bytes of a file that decide its format."""

ENDINGS: Final = tuple(form.value for form in (Form.MAT, Form.SGF, Form.JSON, Form.PDN))
"""The endings that say a format."""

_DRAUGHTS: Final = frozenset({Form.PDN, Form.DRAUGHTS_JSON})
_SAME: Final[Mapping[Form, str]] = {form: form.value for form in Form} | {Form.DRAUGHTS_JSON: Form.JSON.value}

# --- files that hold no text -----------------------------------------------------------------------

_UNPACK: Final = "expected a match file; unpack it, and name the match files in it"
_EXPORT: Final = "expected a match file; open it there, export the match as .mat (Jellyfish), and name that file"
_PICTURE: Final = "is a picture, expected a match file; 'companion read' reads pictures of boards"
_BYTES: Final[Mapping[bytes, str]] = {
    b"RGMH": f"is a file of eXtreme Gammon in its own format, {_EXPORT}",
    b"PK\x03\x04": f"is a ZIP archive, {_UNPACK}",
    b"PK\x05\x06": "is an empty ZIP archive",
    b"\x1f\x8b": f"is packed with gzip, {_UNPACK}",
    b"7z\xbc\xaf": f"is a 7-Zip archive, {_UNPACK}",
    b"Rar!": f"is a RAR archive, {_UNPACK}",
    b"%PDF": "is a PDF document, expected a match file; save the match as .mat where it comes from",
    b"SQLite format 3": "is a database; matches of a companion's journal are written with 'companion archive export'",
    b"\x89PNG": _PICTURE,
    b"\xff\xd8\xff": _PICTURE,
    b"GIF8": _PICTURE,
    b"RIFF": "is a picture, sound or film",
    b"\xd0\xcf\x11\xe0": "is a document of an office program, expected a match file; save the match as text from there",
    b"{\\rtf": "is a document (RTF), expected a match file; save it as plain text",
}
_PACK: Final = b"manifest.json"
_IS_PACK: Final = (
    "is a pack of a match, which 'companion archive check' checks; unpack it, and name the match file in it"
)

_OF_OTHERS: Final = frozenset({".sgg", ".tmg", ".gam", ".bkg", ".bgf", ".xg", ".xgp"})
"""Endings of other programs: GamesGrid, TrueMoneyGames, PartyGammon, BKG, BGBlitz, eXtreme Gammon."""

# --- texts -------------------------------------------------------------------------------------------

_HTML: Final = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!doctype|html|head|body|svg|script)\b",
                          re.IGNORECASE | re.DOTALL)  # fmt: skip
_SGF: Final = re.compile(r"[^;(\[]{0,400}\(\s*;")
_BGF: Final = re.compile(r'\s*\{\s*"format"\s*:\s*"BGF"')
_OURS: Final = re.compile(r'"format"\s*:\s*"companion-(match|draughts)"')
_CODE: Final = re.compile(r"\s*COMPANION-MATCH-", re.IGNORECASE)
_MAT: Final = re.compile(
    r"^[ \t]*(?:\d{1,6}[ \t]+points?[ \t]+match|(?:money|unlimited)[ \t]+(?:match|session|game))\b",
    re.IGNORECASE | re.MULTILINE,
)
_MAT_LIKE: Final = re.compile(
    r"""^[ \t]*(?:[;#][ \t]*\[[A-Za-z][^"\]\n]{0,40}"|\d{1,3}\)[ \t]+[1-6][1-6]:)""", re.MULTILINE
)
"""Signs of a match, even if the line with its length is missing."""
_SHOWN: Final = re.compile(r"Position ID\s*:\s*[A-Za-z0-9+/]{14}|\bXGID=")
_MOVE: Final = r"(?:[a-h][1-8](?:\s?[-–x:]\s?)?[a-h][1-8]|\d{1,2}\s?[-–x:]\s?\d{1,2})(?!\w)"
_TAG: Final = re.compile(r'^\s*\[\s*[A-Za-z]\w{0,40}\s*"', re.MULTILINE)
_FIRST_MOVE: Final = re.compile(rf"(?<![\w.])1\.+\s*{_MOVE}", re.IGNORECASE)
_CHESS: Final = re.compile(r"(?<![\w.])1\.\s*(?:[a-h][1-8](?![\w:-])|[NBRQK][a-h]?[1-8]?x?[a-h][1-8]|O-O)")
_NUL: Final = "\0"
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def content_of(path: Path) -> bytes:
    """Return the bytes of a match file.  Raises :class:`InputError` for more than one may have."""
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise InputError(f"longer than {MOST_BYTES // 2**20} MB, expected a match file")
    return content


def opened(path: Path, *, encoding: str | None = None) -> Content:
    """Return the text of a file and its format.

    ``encoding``: of the text, by its name in Python; None to recognise it.  Raises :class:`InputError`, naming the
    file, if it is missing or unreadable, with its format and how to export a match from it.
    """
    try:
        content = content_of(path)
        form = _expected(content, path.suffix, encoding)
        decoded = recognised(content, charset_within=form is Form.SGF, encoding=encoding)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    said = path.suffix.lower()
    other = said in ENDINGS and said != _SAME[form]
    return Content(form, decoded, f"the name ends in {said}, and the content is {_named(form)}" if other else None)


def _expected(content: bytes, ending: str, encoding: str | None) -> Form:
    try:
        return form_of(content[:LOOKED_AT_BYTES], ending, encoding=encoding)
    except InputError as error:
        what = "" if "expected" in str(error) else f", expected {', '.join(ENDINGS)} or the same as text"
        raise InputError(f"{error}{what}") from None


def is_draughts(form: Form) -> bool:
    """Whether a file of a format other than a code holds games of draughts."""
    return form in _DRAUGHTS


def form_of(head: bytes, ending: str = "", *, encoding: str | None = None) -> Form:
    """Return the format of a file by its first bytes, or else by the ending of its name.

    Raises :class:`InputError` with a phrase that says what the file is instead.

    >>> form_of(b" 7 point match")
    <Form.MAT: '.mat'>
    >>> form_of(b"(;GM[6]", ".txt")
    <Form.SGF: '.sgf'>
    """
    for signature, says in _BYTES.items():
        if head.startswith(signature):
            raise InputError(_IS_PACK if signature.startswith(b"PK") and _PACK in head else says)
    text = _signs_in(head, encoding)
    if (form := _form_of_text(text)) is not None:
        return form
    known_format = _ENDING.get(ending.lower())
    if known_format is not None:
        return known_format  # its reader says what is wrong with it
    if _SHOWN.search(text):
        raise InputError("shows positions or an analysis, expected a match file; export the match as .mat (Jellyfish)")
    if not text.strip():
        raise InputError("is empty")
    if _NUL in text:
        raise InputError("is no text")
    if ending.lower() in _OF_OTHERS:
        raise InputError(
            f"is in a format that is not read here ({ending.lower()}), expected a match file; GNU Backgammon opens "
            "more of them and exports .mat"
        )
    raise InputError("holds no match")


_ENDING: Final[Mapping[str, Form]] = {form.value: form for form in Form if form.value in ENDINGS}


def _signs_in(head: bytes, encoding: str | None) -> str:
    """The text of the first bytes; which letters those of a code page are makes no difference to the format."""
    if encoding is not None or _NUL.encode() in head or head.startswith((codecs.BOM_UTF8, *_UTF_16)):
        return recognised(head, encoding=encoding).text
    return head.decode("utf-8", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def _form_of_text(text: str) -> Form | None:
    """The certain format of a text, or None.  Raises as :func:`form_of`."""
    if _HTML.match(text):
        raise InputError("is a web page, expected a match file; save the text of the match, not the page that shows it")
    if _CODE.match(text):
        return Form.CODE
    if text.lstrip()[:1] in ("{", "["):
        if (found := _OURS.search(text)) is not None:
            return Form.JSON if found[1] == "match" else Form.DRAUGHTS_JSON
        if _BGF.match(text):
            raise InputError(f"is a file of BGBlitz in its own format, {_EXPORT}")
    if _SGF.match(text):
        return Form.SGF
    if _MAT.search(text):
        return Form.MAT
    if _FIRST_MOVE.search(text):
        return Form.PDN
    if _CHESS.search(text):
        raise InputError("is a game of chess (PGN), expected a match of backgammon or games of draughts")
    if _TAG.search(text):
        return Form.PDN
    return Form.MAT if _MAT_LIKE.search(text) else None


def _named(form: Form) -> str:
    match form:
        case Form.CODE:
            return "the code of a match"
        case Form.DRAUGHTS_JSON:
            return "games of draughts as JSON"
        case _:
            return f"that of a {form.value} file"
