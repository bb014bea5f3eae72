"""Decodes the bytes of a match file from any program, system and year."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from typing import Final

from companion.errors import InputError, quoted

_MARKS: Final = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_CHARSET: Final = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([A-Za-z0-9_:. -]{1,40}?)\s*\]")
_LOOKED_AT: Final = 4096
# SGF comes from the game of go: its files are also written in the code pages of East Asia.
_CHARSETS: Final = frozenset({
    *("ascii", "utf-8", "iso8859-1", "iso8859-2", "iso8859-3", "iso8859-4", "iso8859-5", "iso8859-6", "iso8859-7"),
    *("iso8859-8", "iso8859-9", "iso8859-10", "iso8859-13", "iso8859-14", "iso8859-15", "iso8859-16"),
    *("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp437", "cp850"),
    *("cp852", "koi8-r", "koi8-u", "mac-roman", "shift_jis", "euc_jp", "gb2312", "gbk", "gb18030", "big5", "euc_kr"),
})  # fmt: skip
# As browsers read it: the five bytes undefined in code page 1252 are control characters.
_CP1252: Final = {byte: bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in range(0x80, 0xA0)}


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, every line ended by a line feed alone.

    ``encoding``: how it was read, by its name in Python.  ``note``: a sentence about that choice if
    another reading was possible, else None.
    """

    text: str
    encoding: str
    note: str | None = None


def recognised(content: bytes, *, charset_within: bool = False, encoding: str | None = None) -> Decoded:
    """Return the text of a file and how it was read.

    ``encoding`` decides, if it is given: every other choice is a note then.  Else a byte order mark, or with
    ``charset_within`` the charset that the SGF property ``CA`` names; without either, or if that does
    not fit, the text is UTF-8, or code page 1252, in which no byte is lost.  Raises
    :class:`InputError` for an encoding that Python does not know.
    """
    if encoding is not None:
        return _asked_for(content, encoding)
    named = _with_charset(content) if charset_within else None
    found = _with_mark(content) or named or _guessed(content)
    return replace(found, text=found.text.replace("\r\n", "\n").replace("\r", "\n"))


def decoded(content: bytes, *, charset_within: bool = False) -> str:
    """Return the text of a file as :func:`recognised` reads it."""
    return recognised(content, charset_within=charset_within).text


def _asked_for(content: bytes, encoding: str) -> Decoded:
    try:
        name = codecs.lookup(encoding).name
        text = content.decode(name, errors="replace")
    except LookupError:
        raise InputError(f"encoding {quoted(encoding)}: expected a name such as utf-8, cp1250 or iso8859-2") from None
    return Decoded(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), name)


def _with_mark(content: bytes) -> Decoded | None:
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return Decoded(content[len(mark) :].decode(encoding, errors="replace"), encoding)
    return None


def _with_charset(content: bytes) -> Decoded | None:
    named = _CHARSET.search(content[:_LOOKED_AT])
    if not named:
        return None
    try:
        codec = codecs.lookup(named[1].decode("ascii"))
        return Decoded(codec.decode(content)[0], codec.name) if codec.name in _CHARSETS else None
    except (LookupError, UnicodeDecodeError):
        return None


def _guessed(content: bytes) -> Decoded:
    try:
        return Decoded(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return Decoded(content.decode("latin-1").translate(_CP1252), "cp1252")
