"""``companion demo``: the bundled pictures are really read."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from companion.app.recorded_sequence import looks_of, reader_for
from companion.app.recorder import Recorder
from companion.cli import main
from companion.commands.demo import PacedSource
from companion.games.rules import Side
from companion.match.events import ButtonPressed, Paused
from companion.match.session import Terms, begun, step
from companion.match.view import View
from companion.record import Journal, read_match
from tests.clips import quicker

CLIP: Final = Path(str(files("companion") / "demo" / "clip"))


def transcript(clip: Path | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    words = ["demo", "--headless", "--data-dir", str(tmp_path / "data")]
    assert main([*words, "--clip", str(clip)] if clip else words) == 0
    return capsys.readouterr().out.splitlines()


def test_the_demo_tells_a_whole_game_and_saves_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    *told, saved = transcript(None, tmp_path, capsys)
    assert sum("against the rules" in text for text in told) == 1
    assert sum("corrects it" in text for text in told) == 1
    assert any("wins" in text for text in told)
    match = read_match(saved.removeprefix("saved: "))
    assert match.games[0].win is not None


def test_another_picture_makes_another_transcript(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clip = quicker(CLIP, tmp_path / "clip", most=14)
    before = transcript(clip, tmp_path, capsys)
    (illegal,) = [int(text.split("s", 1)[1].split()[0]) for text in before if "against the rules" in text]
    pictures = sorted(clip.glob("*.jpg"))
    shutil.copy(pictures[illegal - 1], pictures[illegal])
    after = transcript(clip, tmp_path, capsys)
    assert not [text for text in after if "against the rules" in text]
    assert [text for text in after if "plays" in text] != [text for text in before if "plays" in text]


def test_the_demo_on_the_screen_shows_what_is_on_record_at_its_own_pace(tmp_path: Path) -> None:
    now_s, clip = [0.0], quicker(CLIP, tmp_path / "clip", most=14)
    camera_reader = reader_for(None, None)
    with Journal(tmp_path / "data") as journal:
        header = journal.begin()
        recorder = Recorder(begun(Terms()), journal, step)
        source = PacedSource(
            looks_of(str(clip), camera_reader), camera_reader, recorder, pace_s=1.0, clock=lambda: now_s[0]
        )
        views: list[View] = []
        while not source.over:
            view = source.poll()
            assert isinstance(view, View)
            views.append(view)
            now_s[0] += 0.5
        now_s[0] += 3600.0
        assert source.poll() == views[-1], "the last picture stays"
        assert not source.finished()
        source.happen(Paused(now_s[0]))
        assert not source.finished()
        source.happen(ButtonPressed(now_s[0]))
        assert source.finished()
        source.stop()
        entries = journal.entries(header.id)
    assert views[0].phase in ("phase.start", "phase.opening")
    assert any(view.message is not None and view.message.alarm for view in views)
    assert views[-1].last_play == [entry.play for entry in entries if entry.play][-1]
    assert {view.on_roll for view in views} >= {Side.LIGHT, Side.DARK}
    assert views[-1].checker_bgr != views[0].checker_bgr, "the colours are learned from the pictures"
