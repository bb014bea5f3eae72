"""Runs one match after the other at one table: begins it, resumes it after a break, starts the next."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias

from companion.app.board_vision import BOARD_VISION
from companion.app.games import AnyRecorder, AnyState, AnyTerms, TableGame, at_table, begun, resumed
from companion.app.match_settings import terms_from
from companion.app.recorded_sequence import begin
from companion.app.recorder import Decide, Recorder, Roll, StateT
from companion.app.snapshots import SnapshotThread
from companion.app.unfinished import check_waiting, newest_unfinished
from companion.errors import CompanionError, InputError, StorageError
from companion.games.catalogue import Game, game_of
from companion.match.any_seen import Camera
from companion.match.clock import is_on_clock, was_cut_off
from companion.match.events import Paused, PutBackAsked, TakenUp
from companion.match.phases import BEFORE_PLAY, IN_GAME, INTERRUPTED, OVER, Phase
from companion.match.session import State
from companion.record import Header, Journal, Mode
from companion.record.entries import Entry, has_begun
from companion.record.exporting import forms_of, save_match
from companion.record.recorded import recorded_match
from companion.record.rescue import rescued, take_in
from companion.texts import sentence
from hardware.dice_source import fair_roll

log = logging.getLogger(__name__)


def _goes_on(match: AnyState) -> bool:
    """Whether something has happened in a match and it is not over; without a length every game counts by itself."""
    done = {Phase.MATCH_OVER} if match.terms.length else OVER
    return match.phase not in done and not match.is_untouched


EntryListener: TypeAlias = Callable[[Header, Sequence[Entry]], Callable[[Entry], None]]
"""Is called with a match and its entries so far, and returns what is called with each further one."""


class Coaches(Protocol):
    """The coach that answers decisions by events: :class:`companion.coach.worker.Coach`."""

    def wake(self) -> None: ...

    def ask(self, decision: Any) -> None: ...

    def rest(self) -> None: ...


class CurrentMatch:
    """The current match: its recorder, its snapshots, and the match that follows it.

    ``folders``: for entries that could not be written before the program ends.  ``entry_listener``: makes a function
    that takes each entry on disk.  ``announce``: called with the line that names the match.  ``blind``: there is no
    camera.  ``pictures``: whether they are kept if the match settings do not say.  ``at_table``: called with the number
    of the match, 0 while it has none.  ``coaches``: by game; one runs for a training match of its game, and rests in
    any other.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        folders: Sequence[Path],
        entry_listener: EntryListener | None = None,
        announce: Callable[[str], None] | None = None,
        roll: Roll = fair_roll,
        stills: SnapshotThread | None = None,
        pictures: bool = True,
        blind: bool = False,
        at_table: Callable[[int], None] = lambda _: None,
        coaches: Mapping[Game, Coaches] = MappingProxyType({}),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._journal: Final = journal
        self._folders: Final = folders
        self._entry_listener: Final = entry_listener
        self._on_entry: Callable[[Entry], None] | None = None
        self._announce: Final = announce
        self._roll: Final = roll
        self._stills: Final = stills
        self._pictures: Final = pictures
        self._blind: Final = blind
        self._at_table: Final = at_table
        self._coaches: Final = coaches
        self._clock: Final = clock
        self._recorder: AnyRecorder | None = None
        self._practice: Recorder[State] | None = None
        self._pictured: int | None = None
        self.to_compare = False
        """Whether the board is still to be compared with the resumed record."""
        self.not_resumed: Header | None = None
        """The last match that was to be resumed and whose record could not be followed."""

    @property
    def recorder(self) -> AnyRecorder:
        """The recorder of what is on the table: the match, or what is practised while it waits."""
        recorder = self._practice or self._recorder
        assert recorder is not None, "begin or take up a match first"
        return recorder

    @property
    def state(self) -> AnyState:
        """The state of what is on the table, of its :attr:`game`."""
        return self.recorder.state

    @property
    def game(self) -> TableGame:
        """The game that is on the table."""
        return at_table(self.state)

    @property
    def match(self) -> AnyState | None:
        """The state of the match that is played, or waits; None where none was begun."""
        return self._recorder.state if self._recorder is not None else None

    @property
    def number(self) -> int:
        """The number of the match at the table or in waiting; 0 if there is none, or if it could not be written yet."""
        return self.header.id if self._recorder is not None else 0

    @property
    def practises(self) -> bool:
        """Whether an exercise is on the table."""
        return self._practice is not None

    @property
    def unwritten(self) -> tuple[Entry, ...]:
        """The entries of the match that are not on disk yet."""
        return self._recorder.unwritten if self._recorder is not None else ()

    @property
    def on_disk(self) -> Sequence[Entry]:
        """The entries of the match that are on disk, in order; it grows until another match replaces it."""
        return self._recorder.written if self._recorder is not None else ()

    @property
    def header(self) -> Header:
        """The header of the match that is played; its number is 0 until it could be written."""
        header = self._journal.standing
        assert header is not None
        return header

    def take_in(self) -> None:
        """Write into the journal what an earlier run could not write."""
        for path in rescued(self._folders):
            try:
                header = take_in(self._journal, path)
            except Exception as error:  # whatever the file holds, the table starts
                is_known = isinstance(error, CompanionError)
                log.warning("%s is left as it is: %s", path, error, exc_info=not is_known)
            else:
                log.info("match %s: what could not be written before is on record now (%s)", header.id, path)

    def begin(self, terms: AnyTerms, facts: Mapping[str, object]) -> None:
        """Begin a match in place of the current one.

        ``facts``: further agreed settings, see :func:`companion.app.recorded_sequence.begin`.
        """
        before = self._untouched
        begin(self._journal, terms, facts)
        state = begun(terms)
        self._play(terms, state, (), goes_on=False)
        if state.shown.message is not None:
            log.info("%s", sentence(state.shown.message.key, state.shown.message.values))
        self._forget(before)

    def take_up(self, header: Header) -> None:
        """Resume a match where its record ends, in place of the current one.

        Raises :class:`InputError` if it cannot be read, and :class:`StorageError`; nothing has changed then.
        """
        terms, entries = terms_from(header), self._journal.entries(header.id)
        mark = self._journal.clock_mark(header.id)
        state, before = resumed(terms, entries, mark), self._untouched
        self._journal.resume(header.id)
        self._play(terms, state, entries, goes_on=True)
        if was_cut_off(state.clock):
            self.recorder.take(TakenUp(self._clock()))
        self._forget(before)

    def go_on(
        self, terms: AnyTerms, facts: Mapping[str, object], *, meant: Callable[[Header], bool] | None = None
    ) -> bool:
        """Resume the match of :func:`newest_unfinished`; return False if that fails, and :attr:`not_resumed` names it.

        The record of a match that cannot be resumed stays as it is.
        """
        self.not_resumed = None
        try:
            header = newest_unfinished(self._journal, terms, facts, meant=meant)
        except Exception as error:  # whatever the journal holds, the table starts
            log.warning("no match can be resumed: %s", error, exc_info=not isinstance(error, CompanionError))
            return False
        if header is None:
            return False
        try:
            self.take_up(header)
        except Exception as error:  # whatever is on record of a match, the table starts
            self.not_resumed, names = header, " - ".join(header.names)
            log.warning(
                "match %d (%s) cannot be resumed, and stays on record as it is: %s", header.id, names, error,
                exc_info=not isinstance(error, CompanionError),
            )  # fmt: skip
            return False
        return True

    def again(self) -> None:
        """Begin another match with the same settings.

        Raises :class:`InputError` during a game or an exercise, and :class:`StorageError` while the match before cannot
        be kept anywhere.
        """
        if self._practice is not None:
            raise InputError("new: an exercise is on the board; say next, or undo to begin it again")
        if self.state.phase not in OVER:
            raise InputError("new: the game is not over; end it, as with 'end light single'")
        self.leave()
        self.begin(self.state.terms, self.header.terms)

    @property
    def forbids_help(self) -> bool:
        """Whether a match in which no help is allowed is played, or waits.  Any thread may ask."""
        match = self.match
        return match is not None and match.terms.mode is not Mode.TRAINING and _goes_on(match)

    def check_practice(self, terms: AnyTerms, facts: Mapping[str, object]) -> None:
        """Refuse practice while a match without help is played, or waits to be resumed.

        ``terms`` and ``facts``: as for :meth:`go_on`, which would resume it.  Raises :class:`InputError`.
        """
        match = self.match
        if match is None:
            check_waiting(self._journal, terms, facts)
        elif self.forbids_help:
            raise InputError(f"practice: a {match.terms.mode.value} match is not over; end it first")

    def practise(self, state: State, journal: Journal, decide: Decide[State]) -> None:
        """Put an exercise on the table, recorded in a journal of its own; the match waits.

        :meth:`check_practice` first.  Raises :class:`StorageError`.
        """
        header = begin(journal, state.terms)
        if self._recorder is not None and is_on_clock(self._recorder.state.clock):
            self._recorder.take(Paused(self._clock()))  # nobody thinks about a match that waits
        self._practice = Recorder(
            state.with_seen(camera=Camera.NONE) if self._blind else state,
            journal,
            decide,
            on_entry=self._entry_listener(header, ()) if self._entry_listener is not None else None,
            roll=self._roll,
            clock=self._clock,
            goes_on=True,
            asks=self._coach_for(state.terms),
        )
        self.to_compare = False

    def stop_practising(self) -> None:
        """End practice: the match resumes once the board matches its record; without a match, nothing changes."""
        if self._practice is None or self._recorder is None:
            return
        self._practice, match = None, self._recorder.state
        asks = self._coach_for(match.terms)
        if asks is not None:
            for decision in at_table(match).unanswered():
                asks(decision)
        if match.phase in IN_GAME | INTERRUPTED:
            self._recorder.take(PutBackAsked(self._clock(), seen=True))

    def leave(self) -> None:
        """Keep all of this match before another one.  Raises :class:`StorageError` if that fails."""
        self.keep()
        try:
            self.write_file()
        except StorageError as error:
            log.warning("%s; the match is in the journal", error)

    def end(self) -> Path | None:
        """Do :meth:`keep` and :meth:`write_file` before the program ends; a match without a roll leaves no trace.

        Raises :class:`StorageError`.
        """
        self.keep()
        return None if self._forgotten(self._untouched) else self.write_file()

    def keep(self) -> None:
        """Keep what could not be written yet, before the match is left.  Raises :class:`StorageError`."""
        if self._recorder is None:
            return
        self._recorder.mark_clock()
        if self._recorder.unwritten:
            for folder in self._folders:
                with suppress(OSError):
                    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = self._recorder.rescued(self._folders)
        if kept is not None:
            log.warning("what could not be written is in %s; the next start takes it in", kept)

    def write_file(self) -> Path | None:
        """Write the match as a match file; return None if there is no match or the journal cannot be read.

        Raises :class:`StorageError`.
        """
        if self._recorder is None:
            return None
        header = self.header
        try:
            entries = self._journal.entries(header.id) if header.id else ()
        except StorageError:
            return None
        match = recorded_match(header, (*entries, *self._recorder.unwritten))
        out = self._folders[0] / "matches" / f"{header.id}.{forms_of(match)[0]}"
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"{out.parent}: cannot be made ({error.strerror})") from error
        save_match(match, out)
        return out

    def tick(self) -> None:
        """Do the work of about once a second: pictures are kept as soon as the match has a number."""
        self._at_table(self.number)
        if self._stills is None or self._recorder is None:
            return
        if self._pictured == self.header.id or not self.header.id:
            return
        try:
            entries = self._journal.entries(self.header.id)
        except StorageError:
            return
        self._pictured = self.header.id
        wanted = self.header.terms.get("pictures", self._pictures) is True
        self._stills.begin(self.header.id, entries, wanted=wanted)

    @property
    def _untouched(self) -> int:
        """The number of the current match if nothing has happened in it yet; else 0."""
        match = self.match
        return self.number if match is not None and match.is_untouched else 0

    def _forget(self, untouched: int) -> None:
        """Delete a match in which nothing has happened, once another one has replaced it."""
        if untouched != self.number:
            self._forgotten(untouched)

    def _forgotten(self, untouched: int) -> bool:
        """Whether it was deleted: it is not if the record holds more than its set-up."""
        try:
            if not untouched or has_begun(self._journal.entries(untouched)):
                return False
            self._journal.delete(untouched)
        except StorageError as error:
            log.warning("%s", error)
            return False
        return True

    def _play(self, terms: AnyTerms, state: AnyState, so_far: Sequence[Entry], *, goes_on: bool) -> None:
        is_blind = self._blind or game_of(terms.rules) not in BOARD_VISION
        self._on_entry = self._entry_listener(self.header, so_far) if self._entry_listener is not None else None
        asks = self._coach_for(terms)

        def made(state: StateT, decide: Decide[StateT]) -> Recorder[StateT]:
            return Recorder(
                state, self._journal, decide, so_far=so_far, on_entry=self._on_disk, roll=self._roll,
                clock=self._clock, goes_on=True, asks=asks,
            )  # fmt: skip

        self._recorder = at_table(state.with_seen(camera=Camera.NONE if is_blind else Camera.SEES)).recorder(made)
        self._practice = None
        self.to_compare = goes_on
        self.tick()
        if self._announce is not None:
            self._announce(match_line(self.state, self.header, goes_on=goes_on))

    def _coach_for(self, terms: AnyTerms) -> Callable[[Any], None] | None:
        """The coach of the game that is played; no engine runs unless the match is training."""
        asked = self._coaches.get(game_of(terms.rules)) if terms.mode is Mode.TRAINING else None
        for coach in self._coaches.values():
            if coach is not asked:
                coach.rest()
        if asked is None:
            return None
        asked.wake()
        return asked.ask

    def _on_disk(self, entry: Entry) -> None:
        if self._stills is not None:
            self._stills.on_entry(entry)
        if self._on_entry is not None:
            self._on_entry(entry)


def match_line(state: AnyState, header: Header, *, goes_on: bool) -> str:
    """Return one line that says which match it is."""
    light, dark = header.names
    number = f"match {header.id}" if header.id else "a match that is in memory only"
    length = at_table(state).length(header.length)
    verb = "is resumed" if goes_on else "begins"
    line = f"{number} {verb}: {light} - {dark}, {length}, {header.mode.value}, {header.rules}"
    if not goes_on:
        return line
    who = "" if state.phase in BEFORE_PLAY | OVER else f", {state.name_of(state.side)} to act"
    return f"{line}; score {state.record.score[0]}-{state.record.score[1]}, game {state.record.game}{who}"
