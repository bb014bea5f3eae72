"""The search finds what breaks a reader, goes on where it was, and a short one of all readers finds nothing."""

from __future__ import annotations

import argparse
import time
from itertools import count
from pathlib import Path

import pytest

from companion.errors import InputError
from tests.fuzz.__main__ import main
from tests.fuzz.readers import READERS, answered
from tests.fuzz.search import Count, Reader, Search
from tests.fuzz.seen_lines import SeenLines

SHORT_S = 1.0


def test_a_short_search_of_all_readers_finds_nothing(tmp_path: Path) -> None:
    each_s = SHORT_S / len(READERS)
    for name, reader in READERS.items():
        search = Search(name, reader, tmp_path / name)
        done = search.run(10_000, each_s)
        found = [path.read_text() for path in (tmp_path / name / "found").glob("*.txt")]
        assert found == [], f"{name}: python -m tests.fuzz one {name!r} FILE"
        assert done.inputs > 0


def _picky(content: bytes) -> None:
    """Breaks only on a text that has to be come to step by step."""
    if not content.startswith(b"("):
        raise InputError("expected a bracket")
    if content[1:2] != b"x":
        raise InputError("expected an x")
    if content[2:3] != b"9":
        raise InputError("expected a nine")
    raise ZeroDivisionError("broken")


def _reader() -> Reader:
    return Reader(answered(_picky), lambda: [b"(a"], (b"x", b"9"), most=8)


def test_what_breaks_a_reader_is_found_and_kept(tmp_path: Path) -> None:
    search = Search("picky", _reader(), tmp_path)
    done = search.run(3_000, 20.0)
    (found,) = [path for path in (tmp_path / "found").iterdir() if path.suffix != ".txt"]
    assert found.read_bytes().startswith(b"(x9")
    assert "ZeroDivisionError" in found.with_name(f"{found.name}.txt").read_text()
    assert done.crashes == 1, "one place, one finding"


def test_a_search_goes_on_where_it_was_and_is_the_same_from_the_same_seed(tmp_path: Path) -> None:
    counts = []
    for folder in ("once", "again"):
        counts += [Search("picky", _reader(), tmp_path / folder).run(until, 60.0).inputs for until in (300, 600)]
    assert counts == [300, 600, 300, 600]
    kept = [sorted(path.name for path in (tmp_path / folder / "corpus").iterdir()) for folder in ("once", "again")]
    assert kept[0] == kept[1]


def test_memory_and_time_are_findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(content: bytes) -> None:
        if content == b"m":
            bytearray(100 * 2**20)
        elif content == b"t":
            until_s = time.process_time() + 0.2
            while time.process_time() < until_s:
                pass

    monkeypatch.setattr("tests.fuzz.search.HANG_S", 0.1)
    monkeypatch.setattr("tests.fuzz.search.MOST_MEMORY", 50 * 2**20)
    bytearray(200 * 2**20)  # what this process held before is no finding, and hides none
    search = Search("greedy", Reader(answered(greedy), lambda: [b"a"]), tmp_path)
    for content in (b"m", b"t"):
        search.take(content, traced=False)
    assert (search.count.memory, search.count.hangs, search.count.crashes) == (1, 1, 0)


def test_it_waits_while_it_is_told_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now_s, slept_s = count(0.0, 0.01), list[float]()
    search = Search("picky", _reader(), tmp_path)
    monkeypatch.setattr("tests.fuzz.search.time.monotonic", lambda: next(now_s) + sum(slept_s))
    monkeypatch.setattr("tests.fuzz.search.time.sleep", slept_s.append)
    search.run(10**9, 60.0, waits=lambda: True)
    assert len(slept_s) > 50
    assert search.count.inputs < 50


def test_a_line_counts_once_and_what_is_not_ours_not_at_all() -> None:
    def read() -> None:
        answered(_picky)(b"(")

    lines = SeenLines((__file__,))
    assert lines.reached(read) > 1
    assert lines.reached(read) == 0
    assert SeenLines(("/nowhere/",)).reached(read) == 0


def test_each_reader_gets_its_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def sliced(options: argparse.Namespace, name: str, until: int, _: float) -> None:
        (options.folder / name).mkdir()
        Count(inputs=until).save(options.folder / name)

    monkeypatch.setattr("tests.fuzz.__main__._sliced", sliced)
    assert main(["run", str(tmp_path), "--inputs", "400", "--readers", "dice", "manifest"]) == 0
    shares = [Count.of(tmp_path / name).inputs for name in ("dice", "manifest")]
    assert sum(shares) >= 400
    assert shares[0] / READERS["dice"].weight == pytest.approx(shares[1] / READERS["manifest"].weight, rel=0.02)


def test_the_command_searches_reports_and_reads_findings_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(tmp_path), "--inputs", "200", "--readers", "dice"]) == 0
    assert Count.of(tmp_path / "dice").inputs >= 200
    (tmp_path / "dice" / "found" / "old").write_bytes(b"3-1")
    (tmp_path / "dice" / "found" / "old.txt").write_text("ValueError: was mended")
    assert main(["report", str(tmp_path)]) == 1
    assert "ValueError: was mended" in capsys.readouterr().out
    assert main(["again", str(tmp_path)]) == 0
