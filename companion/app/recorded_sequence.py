"""Processes a recorded sequence from its first frame to the written match, for replay, demo and bench."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.app.board_vision import BOARD_VISION
from companion.app.camera_reader import SETTLE_S, CameraReader, Look, StillnessGate, looks
from companion.app.confirmed_turns import ConfirmedTurns, ConfirmingReader
from companion.app.games import AnyRecorder, AnyTerms, at_table, begun
from companion.app.match_settings import agreement, in_force
from companion.app.recorder import Decide, Recorder, StateT
from companion.app.software import version
from companion.errors import DeviceError, InputError
from companion.games.catalogue import Game
from companion.match.events import FramesEnded
from companion.record import EventLog, Header, Journal
from companion.record.entries import Entry
from companion.record.recorded import AnyMatch, recorded_match
from hardware.camera import Camera, Frame, frames, length, open_camera
from hardware.errors import CameraError, HardwareError
from vision.errors import VisionError
from vision.observation import Corners

_NO_FACTS: Final[Mapping[str, object]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of a sequence."""

    header: Header
    entries: tuple[Entry, ...]
    match: AnyMatch
    looks: int


def reader_for(
    calibration: Path | None, corners_px: Corners | None, *, kept: bool = False, game: Game = Game.BACKGAMMON
) -> CameraReader:
    """Return a camera reader with the board options of the command line.   Raises :class:`InputError`."""
    vision = BOARD_VISION.get(game)
    if vision is None:
        raise InputError(f"--game {game}: its boards are not read here, expected {' or '.join(BOARD_VISION)}")
    if calibration is None:
        return CameraReader(corners_px=corners_px, vision=vision)
    try:
        known = vision.load(calibration)
    except VisionError as error:
        raise InputError(str(error)) from error
    return CameraReader(replace(known, corners_px=corners_px) if corners_px else known, kept=kept, vision=vision)


def looks_of(
    recording: str,
    camera_reader: CameraReader,
    *,
    settle_s: float = SETTLE_S,
    passed: Callable[[int, int], object] | None = None,
) -> Iterator[Look]:
    """Yield every reading of a folder or video.  Raises :class:`InputError` if it cannot be read or shows no start.

    ``passed``: called before each frame with the number done and the total, 0 if unknown.
    """
    try:
        with closing(open_camera(recording)) as camera:
            source = frames(camera) if passed is None else _counted(camera, passed)
            yield from looks(source, camera_reader, StillnessGate(settle_s))
    except CameraError as error:
        raise DeviceError(str(error)) from error
    except (HardwareError, VisionError) as error:
        raise InputError(_naming(recording, error)) from error
    if camera_reader.calibration is None:
        raise InputError(_naming(recording, camera_reader.trouble or "no picture in it"))


def _counted(camera: Camera, passed: Callable[[int, int], object]) -> Iterator[Frame]:
    done, of = 0, length(camera)
    passed(0, of)
    for frame in frames(camera):
        yield frame
        del frame
        done += 1  # noqa: SIM113 - enumerate would hold the frame
        passed(done, of)


def replayed(
    looks: Iterable[Look],
    terms: AnyTerms,
    data_dir: Path,
    *,
    reader: ConfirmingReader | None = None,
    events: Path | None = None,
    on_entry: Callable[[Entry], None] | None = None,
) -> Replayed:
    """Record the whole sequence and close its open turn.  ``reader``: of the looks, which settled turns are confirmed
    to.

    Raises :class:`companion.errors.StorageError` if the record cannot be kept.
    """
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(data_dir))
        log = stack.enter_context(EventLog(events)) if events else None
        header = begin(journal, terms)
        recorder = recorder_of(terms, journal, log=log, on_entry=on_entry)
        turns = ConfirmedTurns(reader) if reader is not None else None
        count, at_s = 0, 0.0
        for look in looks:
            take(recorder, look, turns)
            count, at_s = count + 1, look.seen.at_s
            del look  # its picture, before the next one is decoded
        recorder.take(FramesEnded(at_s))
        return finished(journal, header, count)


def recorder_of(
    terms: AnyTerms, journal: Journal, *, log: EventLog | None = None, on_entry: Callable[[Entry], None] | None = None
) -> AnyRecorder:
    """Return the recorder of a match of the game that the terms are of."""

    def made(state: StateT, decide: Decide[StateT]) -> Recorder[StateT]:
        return Recorder(state, journal, decide, log=log, on_entry=on_entry)

    return at_table(begun(terms)).recorder(made)


def begin(journal: Journal, terms: AnyTerms, facts: Mapping[str, object] = _NO_FACTS) -> Header:
    """Begin a match in the journal under these settings.  ``facts``: further agreed settings, as JSON values."""
    return journal.begin(
        names=terms.names,
        length=terms.length,
        mode=terms.mode,
        rules=terms.rules.rules.text(),
        terms={**agreement(terms), **facts},
        program=version(),
    )


def is_agreed(header: Header, terms: AnyTerms, facts: Mapping[str, object]) -> bool:
    """Return whether a match was begun with exactly these settings, without the random seed of its engine."""
    begun = (header.names, header.length, header.mode, header.rules, _without_luck(in_force(header)))
    now = _without_luck({**agreement(terms), **facts})
    return begun == (terms.names, terms.length, terms.mode, terms.rules.rules.text(), now)


def _without_luck(terms: Mapping[str, object]) -> dict[str, object]:
    opponent = terms.get("opponent")
    return {**terms, "opponent": {**opponent, "seed": 0} if isinstance(opponent, Mapping) else opponent}


def take(recorder: AnyRecorder, look: Look, turns: ConfirmedTurns | None = None) -> None:
    """Process a reading; the one that the board was learned from is recorded as such.

    ``turns``: confirms settled turns to the reader.
    """
    if look.calibration is not None:
        recorder.calibrated(look.seen.frame, [list(corner) for corner in look.calibration.corners_px])
    before = recorder.state
    recorder.take(look.seen, began_s=look.began_s)
    if turns is not None:
        turns.follow(before, look.seen, recorder.state)


def finished(journal: Journal, header: Header, count: int) -> Replayed:
    """Return the match as the journal has it."""
    entries = journal.entries(header.id)
    return Replayed(header, entries, recorded_match(header, entries), count)


def _naming(recording: str, error: object) -> str:
    text = str(error)
    return text if recording in text else f"{recording}: {text}"
