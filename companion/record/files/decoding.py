"""Decodes the bytes of a match file from any program, system and year."""

from __future__ import annotations

import codecs
import re
from typing import Final

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


def decoded(content: bytes, *, charset_within: bool = False) -> str:
    """Return the text of a file, every line ended by a line feed alone.

    A byte order mark gives the encoding, else, with ``charset_within``, the charset that the SGF
    property ``CA`` names; without either, or if that does not fit, the text is UTF-8, or code
    page 1252, in which no byte is lost.
    """
    named = _with_charset(content) if charset_within else None
    text = _with_mark(content) or named or _guessed(content)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _with_mark(content: bytes) -> str | None:
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, errors="replace")
    return None


def _with_charset(content: bytes) -> str | None:
    named = _CHARSET.search(content[:_LOOKED_AT])
    if not named:
        return None
    try:
        codec = codecs.lookup(named[1].decode("ascii"))
        return codec.decode(content)[0] if codec.name in _CHARSETS else None
    except (LookupError, UnicodeDecodeError):
        return None


def _guessed(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1").translate(_CP1252)
