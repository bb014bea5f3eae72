"""Match files in the encodings and with the line ends of whatever program wrote them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.record import Match, read_match, write_match
from companion.record.files.decoding import decoded, recognised
from companion.record.files.document import json_text
from companion.record.files.formats import ENDINGS, read, read_matches
from companion.record.files.limits import MOST_BYTES
from companion.record.files.mat import mat_text
from companion.record.files.sgf import sgf_text
from tests.record.playing import game_of

WRITERS: Final = {".mat": mat_text, ".sgf": sgf_text, ".json": json_text}


def match_of(*names: str) -> Match:
    left, right = names
    return Match((left, right), 7, (game_of("light 31 8/5 6/5", "dark 52 13/8 13/11"),), header={"Event": "Klubabend"})


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_names_survive_every_encoding_and_line_end(ending: str, encoding: str, newline: str, tmp_path: Path) -> None:
    match = match_of("Müller, Jörg", "Zoë “Ace” Šimek")
    path, again = tmp_path / f"m{ending}", tmp_path / f"again{ending}"
    # Who writes in an old encoding does not claim another one.
    text = WRITERS[ending](match).replace("CA[UTF-8]", "")
    path.write_bytes(text.replace("\n", newline).encode(encoding))
    assert read_match(path).names == match.names
    write_match(read_match(path), again)
    assert read_match(again) == read_match(path)
    assert read_match(again).names == match.names


@pytest.mark.parametrize(
    ("charset", "name"),
    [
        ("ISO-8859-1", "Jörg"),
        ("iso-8859-2", "Źdźbło Šimek"),
        ("windows-1252", "Zoë “Ace”"),
        ("CP1250", "Łukasz"),
        ("koi8-r", "Иван"),
        ("Big5", "名人功"),  # whose second bytes look like brackets and backslashes
        ("Shift_JIS", "表ソ"),
        ("UTF-8", "名人"),
    ],
)
def test_the_charset_that_an_sgf_file_names_is_its_encoding(charset: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "m.sgf"
    path.write_bytes(sgf_text(match_of(name, "Ben")).replace("UTF-8", charset).encode(charset))
    assert read_match(path).names == (name, "Ben")


@pytest.mark.parametrize("charset", ["", "no-such-charset", "rot13", "zip", "unicode_escape", "utf-7", "x" * 100])
def test_a_charset_that_is_none_is_passed_over(charset: str, tmp_path: Path) -> None:
    path = tmp_path / "m.sgf"
    path.write_bytes(sgf_text(match_of("Jörg", "Ben")).replace("UTF-8", charset).encode())
    assert read_match(path).names == ("Jörg", "Ben")


def test_a_charset_that_cannot_be_so_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "m.sgf"
    path.write_bytes(sgf_text(match_of("Jörg", "Ben")).encode("cp1252"))
    assert read_match(path).names == ("Jörg", "Ben")


@given(st.binary(max_size=60))
def test_no_byte_is_lost_whatever_the_encoding(content: bytes) -> None:
    text = decoded(content, charset_within=True)
    assert "\r" not in text
    assert text or not content.removeprefix(b"\xef\xbb\xbf")[:2].strip(b"\xff\xfe")


def test_in_code_page_1252_every_byte_is_a_character_of_its_own() -> None:
    content = bytes(byte for byte in range(256) if byte not in b"\r")
    assert len(set(decoded(content))) == 255


@pytest.mark.parametrize("ending", [".mat", ".sgf"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_an_editor_counts_them(ending: str, newline: str, tmp_path: Path) -> None:
    # Other characters that Python takes for line ends are none: here in a comment or a header.
    odd = "a\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029b"
    text = {
        ".mat": f'; [Event "{odd}"]\n\n 7 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n',
        ".sgf": f"(;GM[6]PW[A]PB[B]\nEV[{odd}]\n\n\n\n\n;W[31hefe]\n;B[42qusu])",
    }[ending]
    path = tmp_path / f"m{ending}"
    path.write_bytes(text.replace("\n", newline).encode())
    reading = read(path)
    assert reading.line(0, 0) == 7
    assert reading.match.header["Event"].startswith("a")


def test_a_file_that_is_too_long_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "m.mat"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(InputError, match=r"m\.mat: longer than 64 MB"):
        read_match(path)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_folder_is_no_match_file(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"folder{ending}"
    path.mkdir()
    with pytest.raises(InputError, match="cannot be read"):
        read_match(path)


# --- code pages of names ---------------------------------------------------------------------------------------

NAMES: Final = {
    "cp1250": ("Łukasz Śliwa", "Jędrzej", "Żółw", "Ćwikła", "Šimek", "Ľubomír Kováč", "Dvořák", "Jiří", "Marić",
               "Přemysl", "Zdeněk Věra", "Erdős", "Božena", "Michał Żuk", "Ondrejčák", "Müller"),
    "iso8859-2": ("Łukasz Śliwa", "Ľubomír Šimek", "Žižka", "Źdźbło", "Ťapák"),
    "cp1251": ("Иван", "Пётр Сидоров", "Ян", "Дмитрий Щукин", "ИВАН", "Ольга"),
    "koi8-r": ("Иван", "Пётр Сидоров", "Юрий"),
    "mac-cyrillic": ("Иван", "Пётр Сидоров"),
    "cp866": ("Иван", "Пётр Сидоров"),
    "cp1252": ("Müller", "François", "Søren Kjær", "Muñoz", "João", "Håkan", "Geneviève", "Zoë “Ace” Šimek", "Þór"),
    "cp1254": ("Yılmaz", "Doğan", "Ayşe Şükrü", "İbrahim"),
    "cp1253": ("Γιώργος Παπαδόπουλος",),
    "mac-roman": ("Müller", "René", "François"),
    "mac-latin2": ("Łukasz Żółw", "Tomáš Novák"),
    "cp852": ("Łukasz Śliwa", "Šimek"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "name"), [(page, name) for page, names in NAMES.items() for name in names])
def test_a_code_page_is_recognised_by_a_single_name(page: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "m.mat"
    path.write_bytes(mat_text(match_of(name, "Ben")).encode(page))
    (found,) = read_matches(path)
    assert found.match.names == (name, "Ben")
    (note,) = found.problems
    assert (note.kind, note.game, note.line) == ("note", None, None)
    assert "does not say how its letters are written" in note.reason


def test_where_two_readings_may_be_meant_the_note_names_both(tmp_path: Path) -> None:
    path = tmp_path / "m.mat"
    path.write_bytes(mat_text(match_of("Tomáž", "Ben")).encode("iso8859-2"))
    (found,) = read_matches(path)
    (note,) = found.problems
    assert "'Tomáž'" in note.reason
    assert "'Tomáľ'" in note.reason
    assert "--encoding" in note.reason


@pytest.mark.parametrize("page", ["iso8859-2", "latin2", "ISO-8859-2"])
def test_an_encoding_that_is_asked_for_is_used_without_a_word(page: str, tmp_path: Path) -> None:
    path = tmp_path / "m.mat"
    path.write_bytes(mat_text(match_of("Tomáž", "Ben")).encode("iso8859-2"))
    (found,) = read_matches(path, encoding=page)
    assert found.match.names == ("Tomáž", "Ben")
    assert found.problems == ()


@pytest.mark.parametrize("page", ["no-such", "", "rot13", "utf-99", "base64", "x" * 100])
def test_an_encoding_that_is_none_is_refused(page: str, tmp_path: Path) -> None:
    path = tmp_path / "m.mat"
    path.write_text(mat_text(match_of("Ann", "Ben")))
    with pytest.raises(InputError, match="expected a name such as utf-8"):
        read_matches(path, encoding=page)


def test_signs_that_an_encoding_does_not_have_are_told(tmp_path: Path) -> None:
    path = tmp_path / "m.mat"
    path.write_bytes(mat_text(match_of("Jörg", "Ben")).encode("cp1252"))
    (found,) = read_matches(path, encoding="utf-8")
    assert [problem.reason for problem in found.problems] == ["1 sign of the file is none in utf-8"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_needs_no_mark(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "m.mat"
    path.write_bytes(mat_text(match_of("Müller", "Šimek")).encode(encoding))
    assert read_match(path).names == ("Müller", "Šimek")


def test_a_file_in_utf_8_and_another_encoding_keeps_both_names(tmp_path: Path) -> None:
    path = tmp_path / "m.mat"
    path.write_bytes(mat_text(match_of("Łukasz Śliwa", "Xy")).encode().replace(b"Xy", "Jörg".encode("cp1252")))
    (found,) = read_matches(path)
    assert found.match.names == ("Łukasz Śliwa", "Jörg")
    assert "in UTF-8 only in part" in found.problems[0].reason


def test_recognising_a_code_page_takes_no_longer_for_a_long_file() -> None:
    content = ("Łukasz Śliwa " * 60_000).encode("cp1250")
    assert recognised(content).encoding == "cp1250"
    assert recognised(bytes(range(0x80, 0x100)) * 6_000).text


@pytest.mark.parametrize(("said", "page", "name"), [
    ("ISO-8859-1", "utf-8", "Jörg"), ("ISO-8859-1", "cp1250", "Łukasz Śliwa"),
    ("ISO-8859-1", "cp1251", "Иван Сидоров"), ("UTF-8", "cp1250", "Łukasz Śliwa"),
])  # fmt: skip
def test_a_charset_that_the_letters_contradict_is_noted(said: str, page: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "m.sgf"
    path.write_bytes(sgf_text(match_of(name, "Ben")).replace("CA[UTF-8]", f"CA[{said}]").encode(page))
    (found,) = read_matches(path)
    assert found.match.names == (name, "Ben")
    assert [problem.kind for problem in found.problems] == ["note"]
