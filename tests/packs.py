"""Matches as a film shows them, recorded with their pictures, to be packed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.app.camera_reader import CameraReader
from companion.app.games import AnyTerms
from companion.app.recorded_sequence import begin, looks_of, reader_for, recorder_of, take
from companion.app.snapshots import SnapshotLimits, SnapshotWriter
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.match.events import FramesEnded
from companion.match.terms import Terms
from companion.record import Header, Journal
from companion.record.entries import Entry, Kind
from companion.record.facts import Facts, KeptForDirector, TurnClaimed, TurnDisputed
from companion.record.machine import Machine

CLIP: Final = Path("companion/demo/clip")
BEGAN: Final = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
CLAIM: Final = "I <b>touched</b> it & said so"


def filmed(
    data_dir: Path, *, frames: Path = CLIP, terms: AnyTerms | None = None, game: Game = Game.BACKGAMMON
) -> Header:
    """Record a film as the table does, with its pictures; one turn of it is disputed at the end."""
    agreed = terms or Terms(names=("Anna", "Łukasz"), length=3, clock=True)
    reader: CameraReader = reader_for(None, None, game=game)
    machine = Machine(now=lambda: BEGAN)
    writer = SnapshotWriter(data_dir, SnapshotLimits(), free=lambda _: 10**12, machine=machine)
    with Journal(data_dir, machine=machine) as journal:
        header = begin(journal, agreed)
        writer.begin(header.id)
        recorder = recorder_of(agreed, journal, on_entry=writer.on_entry)
        at_s = 0.0
        for look in looks_of(str(frames), reader):
            assert reader.calibration is not None
            writer.shown(look.frame, reader.calibration.corners_px, looked=True)
            take(recorder, look)
            at_s = look.seen.at_s
        recorder.take(FramesEnded(at_s))
        last = len(journal.entries(header.id))
        said: tuple[Facts, ...] = (TurnDisputed(2), TurnClaimed(2, CLAIM), KeptForDirector(2))
        for n, facts in enumerate(said, start=last + 1):
            entry = Entry(
                n, at_s + n, Kind.NOTE, side=Side.DARK if isinstance(facts, TurnClaimed) else None, facts=facts
            )
            journal.append(entry)
            writer.on_entry(entry)
        return journal.header(header.id)
