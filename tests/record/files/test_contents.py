"""What a file is, told by its content: ours by any name, and what else in a sentence."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.record import read_match
from companion.record.files.any_game import Opened, read_file
from companion.record.files.contents import Form, form_of, opened
from companion.record.files.document import json_text
from companion.record.files.draughts_document import games_from_json
from companion.record.files.draughts_formats import read_games
from companion.record.files.mat import mat_text
from companion.record.files.pdn import draughts_json_text, pdn_text
from companion.record.files.pdn_reading import ReadGames
from companion.record.files.sgf import sgf_text
from companion.record.files.short import short_text
from tests.record.files.test_pdn import GAME, OF_LIDRAUGHTS, OF_PY_DRAUGHTS, OF_PYDRAUGHTS, games_for_others
from tests.record.files.test_short import draughts_match
from tests.record.playing import random_match

MATCH = random_match(4, 3)
GAMES = tuple(game for game, _, _ in games_for_others())
JELLYFISH = (
    " 3 point match\n\n Game 1\n Anna : 0                       Ben : 0\n  1) 31: 8/5 6/5                42: 8/4 6/4\n"
)

TEXTS: Mapping[Form, tuple[str, ...]] = {
    Form.MAT: (mat_text(MATCH), JELLYFISH, "; [Site \"XG\"]\n\n" + JELLYFISH, "Money session\n" + JELLYFISH[15:]),
    Form.SGF: (sgf_text(MATCH), "\n\n" + sgf_text(MATCH)),
    Form.JSON: (json_text(MATCH),),
    Form.PDN: (GAME, OF_LIDRAUGHTS, OF_PY_DRAUGHTS, OF_PYDRAUGHTS, pdn_text(GAMES), "1. 22-18 11-15 *"),
    Form.DRAUGHTS_JSON: (draughts_json_text(GAMES),),
    Form.CODE: (short_text(MATCH), f"\n {short_text(draughts_match(1)).lower()}\n"),
}  # fmt: skip
CASES = [(form, text) for form, texts in TEXTS.items() for text in texts]


@pytest.mark.parametrize(("form", "text"), CASES)
@pytest.mark.parametrize("name", ["match.txt", "match", "match.mat", "match.sgf", "match.pdn", "match.json", "a.xg"])
def test_a_file_is_what_its_content_says(form: Form, text: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8-sig")
    found = opened(path)
    assert found.form is form
    ending = ".json" if form is Form.DRAUGHTS_JSON else form.value
    assert (found.note is not None) == (path.suffix not in ("", ".txt", ".xg", ending))


def read_as(path: Path, content: str | bytes, encoding: str | None = None) -> Opened:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_file(path, encoding=encoding)


def test_a_match_is_read_by_any_name(tmp_path: Path) -> None:
    for text in (mat_text(MATCH), sgf_text(MATCH), json_text(MATCH), short_text(MATCH)):
        (path := tmp_path / "match.txt").write_text(text, encoding="utf-8")
        assert [game.win for game in read_match(path).games] == [game.win for game in MATCH.games]
        found = read_file(path).found
        assert isinstance(found, tuple)
        assert [problem.kind for reading in found for problem in reading.problems] == []


def test_games_of_draughts_are_read_by_any_name(tmp_path: Path) -> None:
    for text in (pdn_text(GAMES), draughts_json_text(GAMES)):
        (path := tmp_path / "games").write_text(text, encoding="utf-8")
        assert [game.acts for game in read_games(path).games] == [game.acts for game in GAMES]
        assert isinstance(read_file(path).found, ReadGames)


def test_the_wrong_game_is_named(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    for text in (GAME, draughts_json_text(GAMES), short_text(draughts_match(1))):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="holds games of draughts, expected a match of backgammon"):
            read_match(path)
    for text in (mat_text(MATCH), sgf_text(MATCH), json_text(MATCH), short_text(MATCH)):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="holds a match of backgammon, expected games of draughts"):
            read_games(path)


def test_a_name_that_says_another_format_is_noted(tmp_path: Path) -> None:
    found = read_as(tmp_path / "match.mat", sgf_text(MATCH)).found
    assert isinstance(found, tuple)
    assert [(problem.kind, problem.reason) for problem in found[0].problems] == [
        ("note", "the name ends in .mat, and the content is that of a .sgf file")
    ]
    games = read_as(tmp_path / "match.sgf", GAME).found
    assert isinstance(games, ReadGames)
    assert "that of a .pdn file" in games.problems[0].reason


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"RGMH\x01\0\0\0", "is a file of eXtreme Gammon in its own format"),
        (b'{ "format":"BGF", "version":"1.0", "compress":true }\n\x1f\x8b', "is a file of BGBlitz in its own format"),
        (b"PK\x03\x04\x14\0", "is a ZIP archive"),
        (b"\x1f\x8b\x08\0", "is packed with gzip"),
        (b"%PDF-1.7\n%\xe2\xe3", "is a PDF document"),
        (b"\xef\xbb\xbf<!DOCTYPE html>\n<html>", "is a web page"),
        (b"<html><body><pre> 7 point match\n", "is a web page"),
        (b"\x89PNG\r\n\x1a\n", "is a picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "is a picture"),
        (b"SQLite format 3\0", "archive export"),
        (b"{\\rtf1\\ansi 7 point match}", "is a document (RTF)"),
        (b'[Event "x"]\n[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 *', "is a game of chess"),
        (b"1. d4 d5 2. c4 e6 1-0", "is a game of chess"),
        (b" GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n", "shows positions or an analysis"),
        (b"buy milk\n1) eggs\n", "holds no match, expected .mat, .sgf, .json, .pdn or the same as text"),
        (b'{"a": 1}', "holds no match"),
        (b"\0\1\2\3", "is no text"),
        (b"", "is empty"),
        (b" \r\n\t", "is empty"),
    ],
)  # fmt: skip
def test_what_holds_no_match_is_told_in_a_sentence(content: bytes, says: str, tmp_path: Path) -> None:
    (path := tmp_path / "some.txt").write_bytes(content)
    for read in (opened, read_file, read_match, read_games):
        reading: Callable[[Path], object] = read
        with pytest.raises(InputError) as refused:
            reading(path)
        assert str(refused.value).startswith(f"{path}: ")
        assert says in str(refused.value)
        assert "expected" in str(refused.value)
        assert "\n" not in str(refused.value)


def test_formats_of_other_programs_are_known_by_their_endings(tmp_path: Path) -> None:
    (path := tmp_path / "game.TMG").write_text("MatchID: 12\nPlayer1: A\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"not read here \(.tmg\), expected a match file; GNU Backgammon opens more"):
        read_file(path)


def test_a_pack_says_how_its_match_gets_out(tmp_path: Path) -> None:
    with zipfile.ZipFile(path := tmp_path / "pack.zip", "w") as pack:
        pack.writestr("manifest.json", "{}")
    with pytest.raises(InputError, match="is a pack of a match, which 'companion archive check' checks; unpack it"):
        read_file(path)


def test_only_the_ending_decides_where_the_content_does_not() -> None:
    assert form_of(b"nothing", ".MAT") is Form.MAT
    assert form_of(b"nothing", ".pdn") is Form.PDN
    with pytest.raises(InputError, match="holds no match"):
        form_of(b"nothing", ".txt")


def test_a_document_of_draughts_that_does_not_fit_is_refused_with_its_place() -> None:
    text = draughts_json_text(GAMES)
    assert games_from_json(text) == GAMES
    for old, new, says in (
        ('"version": 1', '"version": 2', "version 2"),
        ('"format": "companion-draughts"', '"format": "x"', "companion-draughts"),
        ('"result": "', '"result": "9', r"games\[0\].result"),
        ('"start": "', '"start": "Z', r"games\[0\].start"),
        ('"move": "', '"move": "z', r"games\[0\].acts\[0\].move"),
        ('"names": [', '"names": ["x",', "two names"),
    ):
        with pytest.raises(InputError, match=says):
            games_from_json(text.replace(old, new, 1))
    for broken in ("", "[]", "[" * 100_000, '{"format": "companion-draughts"}'):
        with pytest.raises(InputError):
            games_from_json(broken)
