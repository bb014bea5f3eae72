"""Decodes the bytes of a match file from any program, system and year."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from companion.errors import InputError, quoted
from companion.record.files.codepages import decoded_in, recognised_page

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
_UTF_8_SIGN: Final = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|\xe0[\xa0-\xbf][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{3}"
)
_LATIN_1: Final = frozenset({"iso8859-1", "cp1252"})
_MOST_SIGNS_COUNTED: Final = 2_000


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

    ``encoding`` decides, if it is given.  Else a byte order mark, or with ``charset_within`` the charset that
    the SGF property ``CA`` names; without either, or if that does not fit, the text is UTF-8, UTF-16, or in the
    code page in which its words are likeliest to be names: :mod:`.codepages`.  No byte is lost.  Raises
    :class:`InputError` for an encoding that Python does not know.
    """
    if encoding is not None:
        return _asked_for(content, encoding)
    named = _with_charset(content) if charset_within else None
    found = _with_mark(content) or (named and _unless_it_contradicts(named, content)) or _guessed(content)
    return replace(found, text=found.text.replace("\r\n", "\n").replace("\r", "\n"))


def decoded(content: bytes, *, charset_within: bool = False) -> str:
    """Return the text of a file as :func:`recognised` reads it."""
    return recognised(content, charset_within=charset_within).text


def _asked_for(content: bytes, encoding: str) -> Decoded:
    try:
        name = codecs.lookup(encoding).name
        text = content.decode(name, errors="replace")
    except (LookupError, ValueError):
        raise InputError(f"encoding {quoted(encoding)}: expected a name such as utf-8, cp1250 or iso8859-2") from None
    lost = text.count("\ufffd")
    note = f"{lost} sign{'s' * (lost != 1)} of the file {'are' if lost != 1 else 'is'} none in {name}" if lost else None
    return Decoded(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), name, note)


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


def _unless_it_contradicts(named: Decoded, content: bytes) -> Decoded:
    """The text in the charset that its file names, or if it cannot be that one, in the right one with a note."""
    other = None if named.encoding == "utf-8" or content.isascii() else _guessed(content)
    if other is None or other.text == named.text:
        return named
    if other.encoding == "utf-8":
        return replace(other, note=f"the file says that it is in {named.encoding}, and it is in UTF-8")
    # Latin 1 is what SGF is in if nothing is said, and what many programs say without a thought.
    if named.encoding in _LATIN_1 and other.encoding not in _LATIN_1 and not recognised_page(content).others:
        return replace(other, note=f"the file says that it is in {named.encoding}; {other.note}")
    return named


def _guessed(content: bytes) -> Decoded:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return _without_bom_of_utf_16(content) or _in_a_code_page(content)
    return (_without_bom_of_utf_16(content) if "\x00" in text[:_LOOKED_AT] else None) or Decoded(text, "utf-8")


def _without_bom_of_utf_16(content: bytes) -> Decoded | None:
    """The text of a file of which every other byte is 0, as of the Latin letters in UTF-16."""
    start = content[:_LOOKED_AT]
    for encoding, zeros, others in (
        ("utf-16-le", start[1::2], start[::2]),
        ("utf-16-be", start[::2], start[1::2]),
    ):
        if len(zeros) > 1 and zeros.count(0) > 0.7 * len(zeros) and not others.count(0):
            return Decoded(content.decode(encoding, errors="replace"), encoding)
    return None


def _in_a_code_page(content: bytes) -> Decoded:
    mixed = _mostly_utf_8(content)
    rest = _UTF_8_SIGN.sub(b"", content) if mixed else content
    found = recognised_page(rest)
    if mixed:
        parts = zip([*_UTF_8_SIGN.split(content)], [*_UTF_8_SIGN.findall(content), b""], strict=True)
        text = "".join(decoded_in(part, found.page) + sign.decode("utf-8", errors="replace") for part, sign in parts)
    else:
        text = decoded_in(content, found.page)
    notice = f"the file does not say how its letters are written; they are read as {found.page}"
    notice += f", so that {quoted(found.word)} is a word in it" if found.word else ""
    if mixed:
        notice = f"the file is in UTF-8 only in part; its other letters are read as {found.page}"
    if found.others:
        others = " or ".join(f"{quoted(word)} ({page})" for page, word in found.others)
        notice += f", but it may also be {others}: say which with --encoding"
    return Decoded(text, found.page, notice)


def _mostly_utf_8(content: bytes) -> bool:
    """Whether a file in several encodings is in UTF-8 for the most part, as after a line was added elsewhere."""
    signs = sum(1 for _ in islice(_UTF_8_SIGN.finditer(content), _MOST_SIGNS_COUNTED))
    if not signs or signs == _MOST_SIGNS_COUNTED:
        return bool(signs)
    return signs > len(re.findall(rb"[\x80-\xff]", _UTF_8_SIGN.sub(b"", content)))
