"""Matches of other people's files in the archive: the same match, or none, and marked as what they are."""

from __future__ import annotations

import random
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

import pytest

from companion.errors import InputError, StorageError
from companion.games.rules import Side
from companion.record import Journal, Match, Mode
from companion.record.backup import backup, restore
from companion.record.draughts import DraughtsMatch
from companion.record.draughts_files import written_games
from companion.record.exporting import export_text, session_matches
from companion.record.files.any_game import read_file
from companion.record.files.document import json_text, match_from_json
from companion.record.files.mat import mat_text
from companion.record.files.pdn import draughts_json_text, pdn_text
from companion.record.files.pdn_reading import ReadGames, read_pdn
from companion.record.files.sgf import sgf_text
from companion.record.files.short import short_text
from companion.record.header import Header, Origin
from companion.record.importing import ForeignMatch, Importer, fingerprint, foreign_matches
from companion.record.match import (
    Accept,
    Cause,
    Double,
    Game,
    Placed,
    Refuse,
    Resign,
    Roll,
    Take,
    Win,
)
from companion.record.pack.page import Program
from companion.record.pack.writing import pack
from companion.record.players import played_matches, players_of
from companion.record.recorded import AnyMatch, recorded_match
from companion.record.replaying import rules_of, turns
from companion.record.reports.recap import minutes_of
from companion.record.reports.review import is_silent, reviewed
from companion.record.reports.transcripts import transcript_lines
from tests.archived import entries_of_match, fill
from tests.record.files.test_pdn import GAME, random_game
from tests.record.playing import game_of, random_match

NOW: Final = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
CORPUS: Final = Path(__file__).parents[3] / "shared" / "data" / "oracle" / "corpus_raw.tar.gz"
SAMPLE: Final = 5
BROKEN_FILES: Final = 1
"""At most so many of them hold what the entries of a journal cannot tell."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "data") as opened:
        yield opened


def written(tmp_path: Path, name: str, text: str) -> Path:
    (path := tmp_path / name).write_text(text, encoding="utf-8")
    return path


def taken_in(journal: Journal, path: Path) -> list[Header]:
    importer = Importer(journal)
    return [importer.take_in(one, path, NOW).header for one in foreign_matches(read_file(path).found)]


def kept(journal: Journal, header: Header) -> AnyMatch:
    return recorded_match(header, journal.entries(header.id))


def told(match: Match) -> list[object]:
    """What was rolled, where each play led to, what was done with the cube, the scores and the results."""
    games: list[object] = []
    for game in match.games:
        ends = {turn.index: turn.after for turn in turns(game, rules_of(match))}
        acts = [
            (one.side, one.dice, one.standing, ends.get(n)) if isinstance(one, Roll) else one
            for n, one in enumerate(game.actions)
        ]
        games.append((game.score, acts, game.win, game.crawford, game.start, game.cube))
    return games


# --- the same match --------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["mat", "sgf", "json", "code"])
@pytest.mark.parametrize("length", [0, 5])
def test_a_match_of_a_file_is_the_same_in_the_archive_and_when_it_is_exported(
    ending: str, length: int, tmp_path: Path, journal: Journal
) -> None:
    match = random_match(11, length, games=2)
    writer = {"mat": mat_text, "sgf": sgf_text, "json": json_text, "code": short_text}[ending]
    path = written(tmp_path, f"match.{ending}", writer(match))
    (header,) = taken_in(journal, path)
    back = kept(journal, header)
    assert isinstance(back, Match)
    assert told(back) == told(match)
    assert (back.names, back.length, back.header.get("EventDate")) == (match.names, length, "2026.11.20")
    again = match_from_json(export_text("json", back, journal.entries(header.id), header))
    assert told(again) == told(match)


def test_everything_that_a_match_file_can_tell_is_kept(tmp_path: Path, journal: Journal) -> None:
    game = game_of(
        "light 31 8/5 6/5", "dark resign gammon", "light refuse", "dark 64 24/18 13/9", "light double 2", "dark take",
        "light 21 13/10", "dark resign single", "light accept", win=Win(Side.LIGHT, 2),
    )  # fmt: skip
    beaver = game_of("dark 31 8/5 6/5", "light double 2", "dark double 4", "light take", "light 11 8/7(2) 6/5(2)")
    illegal = game_of("light 31 8/5 6/5", "dark 64 24/18 13/8", "light 21")
    matches = {
        "resigned": Match(("Anna", "Ben"), 3, (game,)),
        "beaver": Match(("Anna", "Ben"), 0, (beaver,), "tournament beavers=true"),
        "illegal": Match(("Anna", "Ben"), 5, (illegal,)),
        "on time": Match(("Anna", "Ben"), 5, (Game(actions=game.actions[:1], win=Win(Side.DARK, 5, Cause.TIME)),)),
        "awarded": Match(("Anna", "Ben"), 5, (Game(actions=game.actions[:1], win=Win(Side.DARK, 2, Cause.AWARDED)),)),
    }
    kinds = {type(one) for match in matches.values() for one in match.games[0].actions}
    assert {Roll, Resign, Refuse, Accept, Double, Take} <= kinds
    for name, match in matches.items():
        (header,) = taken_in(journal, written(tmp_path, f"{name}.json", json_text(match)))
        back = kept(journal, header)
        assert isinstance(back, Match)
        assert told(back) == told(match_from_json(json_text(match))), name
    assert len(journal.matches()) == len(matches)


def test_an_illegal_play_stands_as_the_file_has_it_and_says_which_rule_it_breaks(
    tmp_path: Path, journal: Journal
) -> None:
    text = " 5 point match\n\n Game 1\n Anna : 0   Ben : 0\n  1) 31: 8/5 6/5   64: 24/14*/8\n  2) 21: 13/10\n"
    (header,) = taken_in(journal, written(tmp_path, "match.mat", text))
    lines = list(transcript_lines(header, journal.entries(header.id)))
    assert lines[4].strip() == "Ben's play is condoned (wrong-distance): 24/14*/8"
    (game,) = reviewed(header, journal.entries(header.id))
    assert [mark.value for mark in game.turns[1].marks] == ["illegal", "stood"]


def test_the_files_of_other_people_are_the_same_when_they_are_exported(tmp_path: Path, journal: Journal) -> None:
    if not CORPUS.exists():
        pytest.skip(f"the match files of other people are not here: {CORPUS.name}")
    with tarfile.open(CORPUS) as corpus:
        members = sorted((one for one in corpus if one.isfile()), key=lambda one: one.name)
        paths = []
        for member in random.Random(7).sample(members, SAMPLE):
            content = corpus.extractfile(member)
            assert content is not None
            paths.append(tmp_path / Path(member.name).name)
            paths[-1].write_bytes(content.read())
    importer, refused = Importer(journal), []
    for path in paths:
        for one in foreign_matches(read_file(path).found):
            try:
                header = importer.take_in(one, path, NOW).header
            except InputError as error:
                refused.append(f"{path.name}: {error}")
                continue
            assert isinstance(one.match, Match)
            text = export_text("json", kept(journal, header), journal.entries(header.id), header)
            assert told(match_from_json(text)) == told(one.match), path.name
            assert match_from_json(text).header == one.match.header
    assert len(refused) <= BROKEN_FILES, refused
    assert len(journal.matches()) >= SAMPLE - BROKEN_FILES


# --- draughts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("writer", [pdn_text, draughts_json_text])
def test_games_of_draughts_are_the_same(seed: int, writer: object, tmp_path: Path, journal: Journal) -> None:
    rng = random.Random(seed)
    games = [replace(game, result="1-0") for _ in range(3) if (game := random_game(rng)).acts]
    text = writer(games)  # type: ignore[operator]
    headers = taken_in(journal, written(tmp_path, "games.txt", text))
    back = [one for header in headers for one in written_games(kept(journal, header))]  # type: ignore[arg-type]
    assert [game.start for game in back] == [game.start for game in games]
    assert [[replace(act, comment="") for act in game.acts] for game in games] == [list(game.acts) for game in back]
    assert [game.result for game in back] == [game.result for game in games]


def test_games_in_a_row_by_the_same_two_at_one_event_are_a_match(tmp_path: Path, journal: Journal) -> None:
    (first,) = read_pdn(GAME).games
    second = replace(first, names=first.names[::-1], result="1/2-1/2")
    other = replace(first, names=("Anna", "Zoë"), header={**first.header, "Round": "7", "Termination": "time forfeit"})
    later = replace(other, header={"Event": "Club", "Date": "2026.05.08"})
    path = written(tmp_path, "evening.pdn", pdn_text([first, second, other, later]))
    match, alone, _ = (kept(journal, header) for header in taken_in(journal, path))
    assert isinstance(match, DraughtsMatch)
    assert (match.names, match.points, [game.exchanged for game in match.games]) == (
        ("Anna", 'Jan "Kowal"'), (3, 1), [False, True],
    )  # fmt: skip
    assert isinstance(alone, DraughtsMatch)
    assert [game.outcome.why for game in alone.games if game.outcome] == ["time"]
    (exported,) = written_games(alone)
    assert exported.header == other.header
    assert [header.imported.day for header in journal.matches() if header.imported] == [
        date(2026, 5, 1), date(2026, 5, 1), date(2026, 5, 8),
    ]  # fmt: skip


def test_a_game_of_draughts_that_is_not_read_to_its_end_is_refused_with_the_line(
    tmp_path: Path, journal: Journal
) -> None:
    broken = GAME.replace("b2-c3!", "b2-b3").replace("Anna", "Eva")
    path = written(tmp_path, "games.pdn", f"{broken}\n{GAME}")
    reading = read_file(path).found
    assert isinstance(reading, ReadGames)
    bad, good = foreign_matches(reading)
    with pytest.raises(InputError, match=r"^game 1, line 8: 'b2-b3'"):
        Importer(journal).take_in(bad, path, NOW)
    assert Importer(journal).take_in(good, path, NOW).new
    assert len(journal.matches()) == 1


def test_a_game_that_both_lose_is_refused(journal: Journal) -> None:
    (one,) = foreign_matches(read_pdn(GAME.replace("1-0", "0-0")))
    with pytest.raises(InputError, match="ends 0-0, expected one who wins it, or a draw"):
        Importer(journal).take_in(one, Path("games.pdn"), NOW)


# --- what it is ------------------------------------------------------------------------------------


def test_the_header_says_where_it_comes_from(tmp_path: Path, journal: Journal) -> None:
    match = random_match(2, 3, games=1)
    (header,) = taken_in(journal, written(tmp_path, "Anna 1.txt", mat_text(match)))
    assert header.imported == Origin("Anna 1.txt", fingerprint(match), date(2026, 11, 20), match.header)
    assert (header.mode, header.started, header.clock_doubtful, header.boot) == (
        Mode.RECORDED, "2026-11-20T00:00:00+00:00", True, None,
    )  # fmt: skip
    assert header.terms == {}
    assert journal.header(header.id) == header


@pytest.mark.parametrize("day", ["", "?", "2026.13.40", "0001.01.01", "2031.01.01", "the first of May"])
def test_without_a_day_in_the_file_nobody_claims_to_know_it(day: str, tmp_path: Path, journal: Journal) -> None:
    match = replace(random_match(2, 3, games=1), header={"EventDate": day} if day else {})
    (header,) = taken_in(journal, written(tmp_path, "match.json", json_text(match)))
    assert header.imported is not None
    assert (header.imported.day, header.clock_doubtful) == (None, True)
    assert header.began == NOW
    assert kept(journal, header).header == match.header


def test_an_imported_match_makes_no_clock_doubtful(tmp_path: Path, journal: Journal) -> None:
    fill(journal, 1, began=NOW)
    doubtful = journal.matches()[-1].clock_doubtful
    taken_in(journal, written(tmp_path, "match.mat", mat_text(random_match(2, 3, games=1))))
    fill(journal, 2, began=NOW)
    assert journal.matches()[-1].clock_doubtful is doubtful


def test_an_imported_match_is_of_no_session_and_no_player(tmp_path: Path, journal: Journal) -> None:
    mine = fill(journal, 1, names=("Anna", "Łukasz"))
    match = replace(random_match(2, 3, games=1), names=("Anna", "Łukasz"), header={"EventDate": mine.started[:10]})
    (header,) = taken_in(journal, written(tmp_path, "match.json", json_text(match)))
    assert header.began.date() == mine.began.date()
    assert session_matches(mine, journal.matches()) == (mine,)
    assert session_matches(header, journal.matches()) == (header,)
    assert [len(player.matches) for player in players_of(played_matches(journal, {})).values()] == [1, 1]


def test_an_unfinished_imported_match_may_be_reviewed_with_its_rulings_and_has_no_minutes(
    tmp_path: Path, journal: Journal
) -> None:
    match = random_match(2, 3, games=1)
    (header,) = taken_in(journal, written(tmp_path, "match.mat", mat_text(match)))
    assert not is_silent(header, over=False)
    assert is_silent(replace(header, imported=None), over=False)
    assert minutes_of(journal.entries(header.id), 1) is None
    assert all(
        line.startswith("  ") and " 0.0 s" not in line for line in transcript_lines(header, entries_of_match(match))
    )


# --- once, or not at all ---------------------------------------------------------------------------


def test_the_same_match_is_taken_in_once_whatever_file_it_comes_in(tmp_path: Path, journal: Journal) -> None:
    match = random_match(11, 0, games=4)  # in which the formats spell plays in different ways
    headers = [
        taken_in(journal, written(tmp_path, name, text))[0]
        for name, text in (("a.mat", mat_text(match)), ("b.sgf", sgf_text(match)), ("c.json", json_text(match)))
    ]
    assert {header.id for header in headers} == {1}
    taken_in(journal, written(tmp_path, "d.mat", mat_text(random_match(6, 3, games=1))))
    assert len(journal.matches()) == 2


def test_a_match_that_was_played_here_is_not_imported_again(tmp_path: Path, journal: Journal) -> None:
    fill(journal, 3)
    mine = fill(journal, 4)
    path = written(tmp_path, "mine.mat", export_text("mat", kept(journal, mine), journal.entries(mine.id), mine))
    (header,) = taken_in(journal, path)
    assert header.id == mine.id
    assert len(journal.matches()) == 2


def test_what_the_journal_cannot_tell_is_refused_with_the_game_and_nothing_is_written(
    tmp_path: Path, journal: Journal
) -> None:
    game = game_of("light 31 8/5 6/5", "dark 64 24/18 13/9", score=(2, 1))
    late = Match(("Anna", "Ben"), 5, (game,))
    with pytest.raises(InputError, match=r"^game 1: its score, its start or its end does not follow"):
        taken_in(journal, written(tmp_path, "late.json", json_text(late)))
    unplayed = Roll(Side.LIGHT, game.actions[0].dice, None)  # type: ignore[union-attr]
    placed = Placed(replace(game.start, on_roll=Side.DARK))
    set_up = Match(("Anna", "Ben"), 5, (Game(actions=(unplayed, placed, *game.actions[1:])),))
    with pytest.raises(InputError, match=r"^game 1: cannot be kept as it is written"):
        taken_in(journal, written(tmp_path, "placed.json", json_text(set_up)))
    with pytest.raises(InputError, match="nothing was played in it"):
        taken_in(journal, written(tmp_path, "empty.json", json_text(Match(games=(Game(),)))))
    with pytest.raises(InputError, match="a name in it has 201 characters, expected at most 200"):
        taken_in(
            journal,
            written(tmp_path, "long.json", json_text(replace(random_match(1, 3, games=1), names=("Anna", "B" * 201)))),
        )
    with pytest.raises(InputError, match="its header has 30005 characters, expected at most 20000"):
        taken_in(
            journal,
            written(
                tmp_path, "told.json", json_text(replace(random_match(1, 3, games=1), header={"Event": "E" * 30_000}))
            ),
        )
    with pytest.raises(InputError, match="it holds no game"):
        taken_in(journal, written(tmp_path, "none.json", json_text(Match())))
    assert journal.matches() == ()


def test_a_full_disk_leaves_nothing_of_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: Journal
) -> None:
    path = written(tmp_path, "match.mat", mat_text(random_match(5, 3, games=1)))
    fill(journal, 1)
    before, add = journal.entries(1), Journal._add

    def full(self: Journal, match: int, entry: object) -> None:
        if entry.n > 5:  # type: ignore[attr-defined]
            raise StorageError("the disk is full")
        add(self, match, entry)  # type: ignore[arg-type]

    monkeypatch.setattr(Journal, "_add", full)
    with pytest.raises(StorageError, match="the disk is full"):
        taken_in(journal, path)
    monkeypatch.undo()
    assert [header.id for header in journal.matches()] == [1]
    assert journal.entries(1) == before
    assert taken_in(journal, path)[0].imported is not None


def test_a_match_at_the_table_goes_on_while_another_is_imported(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as table:
        played = entries_of_match(random_match(1, 3, games=1))
        table.begin()
        table.append_all(played[:10])
        with Journal(tmp_path / "data") as other:
            taken_in(other, written(tmp_path, "match.mat", mat_text(random_match(5, 3, games=1))))
        table.append_all(played[10:20])
        assert table.missing_entries() == ()
    with Journal(tmp_path / "data") as again:
        assert (len(again.entries(1)), again.missing) == (20, ())


# --- kept like any other ---------------------------------------------------------------------------


def test_a_damaged_journal_keeps_where_a_match_comes_from(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Journal(tmp_path) as journal:
        for seed in range(6):
            taken_in(journal, written(tmp_path, "match.mat", mat_text(random_match(seed, 5, games=1))))
        before = [header.imported for header in journal.matches()]
    path = tmp_path / "journal.sqlite3"
    content = path.read_bytes()
    page = len(content) * 3 // 4 // 4096 * 4096
    path.write_bytes(content[:page] + bytes(4096) + content[page + 4096 :])
    with Journal(tmp_path) as journal:
        assert [header.imported for header in journal.matches()] == before
        assert all(header.clock_doubtful for header in journal.matches())
    assert "was damaged" in caplog.text


def test_backup_and_restore_keep_where_it_comes_from(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        (header,) = taken_in(journal, written(tmp_path, "match.mat", mat_text(random_match(5, 3, games=1))))
        match = kept(journal, header)
    backup(tmp_path / "data", tmp_path / "all.zip")
    restore(tmp_path / "there", tmp_path / "all.zip")
    with Journal(tmp_path / "there") as journal:
        (restored,) = journal.matches()
        assert (restored.imported, kept(journal, restored)) == (header.imported, match)


def test_a_pack_says_that_it_was_imported_and_claims_no_times(tmp_path: Path, journal: Journal) -> None:
    (header,) = taken_in(journal, written(tmp_path, "club.mat", mat_text(random_match(5, 3, games=1))))
    pack(header, journal.rows(header.id), (), out := tmp_path / "match.zip", program=Program("0", {}))
    with zipfile.ZipFile(out) as packed:
        page, about, turns_told = (packed.read(name).decode() for name in ("index.html", "about.json", "turns.json"))
    assert "20 Nov 2026 · Imported from club.mat: no times, no pictures" in page
    assert "00:00:00" not in page + turns_told
    assert '"file": "club.mat"' in about


def test_an_origin_that_nobody_here_has_written_is_no_origin() -> None:
    origin = Origin("a.mat", "00", date(2026, 5, 1), {"Event": "Club"})
    assert Origin.from_values(origin.values()) == origin
    for key, value in (("file", 1), ("day", "May"), ("facts", {"Event": 1})):
        with pytest.raises(ValueError, match=r"."):
            Origin.from_values({**origin.values(), key: value})


def test_a_title_names_the_players_and_the_length() -> None:
    assert ForeignMatch(random_match(1, 3, games=1)).title == "Anna 1 - Łukasz O'Neill, to 3"
    assert ForeignMatch(DraughtsMatch(("Anna", "Jan"))).title == "Anna - Jan"
