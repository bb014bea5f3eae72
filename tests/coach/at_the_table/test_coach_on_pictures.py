"""The coach over pictures of a real game: the referee rules as without it, and what it says follows the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from companion.app.camera_reader import Look
from companion.app.recorded_sequence import looks_of, reader_for
from companion.app.recorder import Recorder
from companion.coach.answering import answer
from companion.coach.at_the_table import coaching
from companion.coach.at_the_table.events import HelpAsked
from companion.coach.at_the_table.shown import coach_shown
from companion.coach.teaching import Decision, Occasion
from companion.lab.bench.rendered import TruthFrame
from companion.match.phases import PLAYING
from companion.match.session import Terms, begun
from companion.match.view import View, view_of
from companion.record import Journal, Mode
from companion.record.entries import Entry, Kind
from tests.coach.fakes import ByNotation
from tests.truth import RENDERS, truths

GAME = "dev4"
LOOKS = 15


@pytest.fixture(scope="module")
def seen() -> tuple[Look, ...]:
    """The first looks at a rendered game, read by the eyes that read every board."""
    folder = RENDERS / GAME
    if not folder.is_dir():
        pytest.skip(f"the rendered games are not here: {RENDERS}")
    corners = TruthFrame(folder / "0000.jpg", truths(GAME)[0]).corners()
    return tuple(islice(looks_of(str(folder), reader_for(None, corners)), LOOKS))


def attended(seen: tuple[Look, ...], mode: Mode, folder: Path) -> tuple[list[Entry], list[View]]:
    """The record of these looks, and what was shown after each; in each turn two hints are asked for."""
    asked: list[Decision] = []
    views = []
    terms = Terms(mode=mode)
    with Journal(folder) as journal:
        journal.begin(names=terms.names, length=0, mode=mode, rules="tournament")
        recorder = Recorder(begun(terms), journal, coaching.step, asks=asked.append)
        for look in seen:
            recorder.take(look.seen)
            while asked:
                recorder.take(replace(answer(asked.pop(0), ByNotation()), at_s=look.seen.at_s))
            if recorder.state.phase in PLAYING:
                for _ in range(2):
                    recorder.take(HelpAsked(recorder.state.side, look.seen.at_s))
            views.append(view_of(recorder.state, layer=coaching))
        return list(journal.entries(journal.matches()[0].id)), views


def rulings(entries: list[Entry]) -> Iterator[tuple[object, ...]]:
    for entry in entries:
        if entry.event is not Kind.NOTE:
            yield entry.event, entry.side, entry.dice, entry.play, entry.position, entry.reason, entry.frame


@pytest.mark.slow
def test_the_referee_rules_as_it_does_without_a_coach(seen: tuple[Look, ...], tmp_path: Path) -> None:
    coached, _ = attended(seen, Mode.TRAINING, tmp_path / "training")
    alone, views = attended(seen, Mode.REFEREED, tmp_path / "refereed")
    assert list(rulings(coached)) == list(rulings(alone))
    assert len([entry for entry in alone if entry.event is Kind.PLAY]) > 3
    assert all(view.layers == {} for view in views)
    assert not any("help" in (entry.details or {}) or "graded" in (entry.details or {}) for entry in alone)


@pytest.mark.slow
def test_what_the_coach_says_follows_the_board(seen: tuple[Look, ...], tmp_path: Path) -> None:
    entries, views = attended(seen, Mode.TRAINING, tmp_path)
    helped = [view for view in views if coach_shown(view).help is not None]
    assert helped
    for view in helped:
        help_ = coach_shown(view).help
        assert help_ is not None
        assert (help_.side, view.rolled) == (view.on_roll, True)
        assert {arrow.start for arrow in help_.arrows} >= set(help_.spots)
    spoken = [remark for view in views for remark in coach_shown(view).remarks if remark.occasion is Occasion.UNASKED]
    spoken = [remark for remark in spoken if remark.before is not None]  # the others are about a double
    assert {remark.made for remark in spoken} <= {entry.play for entry in entries}
    assert len([entry for entry in entries if "spoken" in (entry.details or {})]) <= 3
