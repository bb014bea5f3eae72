"""A session that was interrupted goes on from what is on record, in the state in which it had written it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.errors import InputError
from companion.games.backgammon import START, Position, legal_plays
from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.match.any_seen import Camera
from companion.match.draughts import session as draughts
from companion.match.draughts.session import resumed as draughts_resumed
from companion.match.events import (
    Answered,
    ButtonPressed,
    ChangeUndone,
    CubeActed,
    DiceRolled,
    Disputed,
    Edited,
    Ended,
    Event,
    MoveEntered,
    NextGame,
    Paused,
    PlayEntered,
    PositionSet,
    PutBackAsked,
    Resigned,
    Resumed,
    RollEntered,
    UndoAsked,
)
from companion.match.in_play import MatchInPlay
from companion.match.phases import PLAYING, TO_ROLL, WRONG, Phase
from companion.match.session import State, Terms, begun, resumed, step
from companion.match.state import DiceSource, EndOfTurn
from companion.match.terms import DraughtsTerms
from companion.record import Header, match_from_entries
from companion.record.entries import Entry, Kind
from companion.record.facts import PlayCame
from companion.record.files.mat import mat_text
from companion.record.journal import Mode
from companion.record.lines import entry_from_line
from companion.record.match import Roll
from companion.record.recorded import Fold
from companion.record.replaying import turns
from tests.table import LEFT, Table, after, opened

EVENING = Path(__file__).with_name("evening_of_schema_3.jsonl")
BLIND = Terms(length=25, end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.BOTH, asks=True, clock=True)
ON_RECORD = (
    "position", "cube", "rolls", "borne_off", "ties", "resignation", "score", "crawford", "crawford_played", "game",
    "turns", "reserved", "result", "seating", "resumes",
)  # fmt: skip


def on_record(state: State) -> dict[str, object]:
    """What of a state must come back."""
    known = {name: getattr(state.record, name) for name in ON_RECORD}
    known["n"] = state.n
    known["phase"] = state.phase
    known["roll"] = state.record.turn.dice if state.record.turn else None
    known["wrong"] = (state.record.wrong.position, state.record.wrong.reason) if state.record.wrong else None
    known["back"] = len(state.record.moments)
    return known


class Evening:
    """Two people who tell everything by touch, at random, and what was written of it step by step."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.state = begun(BLIND)
        self.entries: list[Entry] = []
        self.marks: list[tuple[int, State]] = []

    def happen(self, event: Event) -> None:
        self.state, effects = step(self.state, event)
        self.entries += [effect for effect in effects if isinstance(effect, Entry)]
        self.marks.append((len(self.entries), self.state))

    def go_on(self) -> None:
        state, at_s, roll = self.state, self.state.t + 1.5, self.rng.random()
        if state.shown.question is not None and roll < 0.9:
            self.happen(Answered(self.rng.randrange(len(state.shown.question.answers)), at_s))
        elif state.phase in (Phase.PAUSED, Phase.CLEARED):
            self.happen(Resumed(at_s))
        elif state.shown.before_change is not None and roll < 0.3:
            self.happen(ChangeUndone(at_s))
        elif roll < 0.25:
            self.happen(self.rng.choice(self._interruptions(at_s)))
        elif state.phase in TO_ROLL and roll < 0.4:
            self.happen(CubeActed(Act.DOUBLE, state.side, at_s))
        elif state.phase in TO_ROLL and roll < 0.55:
            self.happen(ButtonPressed(at_s))
            if self.state.shown.awaiting_dice:
                self.happen(DiceRolled(self.rng.randint(1, 6), self.rng.randint(1, 6), at_s))
        elif state.phase in PLAYING and state.record.turn is not None and state.record.turn.dice is not None:
            plays = list(legal_plays(state.record.position, state.record.turn.dice).values())
            self.happen(PlayEntered(self.rng.choice(plays).text(), at_s))
        elif state.phase is Phase.GAME_OVER:
            self.happen(NextGame(at_s))
        else:
            self.happen(RollEntered(self.rng.randint(1, 6), self.rng.randint(1, 6), at_s))

    def _interruptions(self, at_s: float) -> list[Event]:
        side, by = self.rng.choice(list(Side)), self.rng.choice((None, *Side))
        choices: list[Callable[[], Event]] = [
            lambda: Paused(at_s),
            lambda: Disputed(at_s),
            lambda: UndoAsked(at_s, by),
            lambda: Resigned(side, self.rng.choice(list(Result)), at_s),
            lambda: PositionSet(START.id(), side, at_s),
            lambda: Edited(self.rng.randint(1, 9), at_s, dice=self._numbers(), by=by),
            lambda: RollEntered(*self._numbers(), at_s, by),
        ]
        if self.rng.random() < 0.1:
            choices.append(lambda: Ended(side, self.rng.choice(list(Result)), at_s))
        return [choose() for choose in choices]

    def _numbers(self) -> tuple[int, int]:
        return self.rng.randint(1, 6), self.rng.randint(1, 6)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_at_every_step_of_an_evening_the_journal_brings_back_the_session(seed: int) -> None:
    session = Evening(seed)
    for _ in range(90):
        session.go_on()
        if session.state.phase is Phase.MATCH_OVER:
            break
    assert session.state.record.turns > 5, "an evening in which nothing happens proves nothing"
    fold = Fold(Header(1, "2026-11-20T19:30:00+00:00", length=BLIND.length))
    games = [(), *(fold.tell(entry) for entry in session.entries)]
    for written, live in session.marks[::4]:
        assert live.record.games == games[written], f"seed {seed}, after entry {written}"
        again = resumed(BLIND, session.entries[:written])
        assert on_record(again) == on_record(live), f"seed {seed}, after entry {written}"
        found = _board_of(session.entries[:written])
        if found is not None and live.phase in TO_ROLL | PLAYING:
            assert found == (live.record.position.points, live.record.position.bar), (
                f"seed {seed}, after entry {written}"
            )


def _board_of(entries: Sequence[Entry]) -> tuple[tuple[int, ...], Stack] | None:
    """The board to which the written match leads, None where its last action is no roll."""
    games = match_from_entries(Header(1, "2026-11-20T19:30:00+00:00", length=BLIND.length), entries).games
    if not games or not games[-1].actions or not isinstance(games[-1].actions[-1], Roll):
        return None
    *_, last = turns(games[-1])
    board = last.before if last.roll.play is None else last.after
    return None if board is None else (board.points, board.bar)


def test_a_game_that_is_resumed_goes_on_as_if_nothing_had_happened() -> None:
    session = Evening(5)
    for _ in range(40):
        session.go_on()
    again = Evening(5)
    again.state = resumed(BLIND, session.entries)
    again.rng.setstate(session.rng.getstate())
    before = len(session.entries)
    for _ in range(40):
        session.go_on()
        again.go_on()
    told = [replace(entry, t=0.0, facts=None, clock=None) for entry in session.entries[before:]]
    assert [replace(entry, t=0.0, facts=None, clock=None) for entry in again.entries] == told


def test_an_illegal_play_that_lies_there_is_still_known_after_a_restart() -> None:
    from tests.match.test_session import moved

    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(moved(board, (12, 16), (12, 17), side=Side.DARK), "65", LEFT)
    again = Table(table.terms)
    again.state = resumed(table.terms, table.journal)
    assert again.state.phase in WRONG
    again.see(after(board, "65", "24/13"), "65", LEFT)
    assert again.recorded() == ["dark corrected 65 24/13"]


def _at_the_end_of_a_turn(end_of_turn: EndOfTurn, *, pressed: bool) -> tuple[Table, Position]:
    """A table at which Dark has played 65 and, ``pressed``, ended the turn before a look showed the play clearly."""
    table, board = opened(Terms(asks=True, end_of_turn=end_of_turn, dice=DiceSource.BOTH))
    if end_of_turn is EndOfTurn.BUTTON:
        table.press()
    table.see(board, "65", LEFT)
    end = after(board, "65", "24/13")
    table.see(end, "65", LEFT)
    if pressed:
        table.happen(ButtonPressed(table.state.t + 2.0))
    return table, end


def test_a_whole_play_is_still_complete_after_a_restart() -> None:
    table, _ = _at_the_end_of_a_turn(EndOfTurn.LIFTED, pressed=False)
    assert table.state.phase is Phase.COMPLETE
    assert resumed(table.terms, table.journal).phase is Phase.COMPLETE


def test_a_turn_that_was_ended_by_the_button_is_still_ended_after_a_restart() -> None:
    table, end = _at_the_end_of_a_turn(EndOfTurn.BUTTON, pressed=True)
    assert table.state.phase is Phase.ENDED
    again = Table(table.terms)
    again.state = resumed(table.terms, table.journal)
    assert again.state.phase is Phase.ENDED
    again.see(end, "65", LEFT)
    assert again.recorded() == ["dark play 65 24/13"], "nobody has to press again"


def test_a_wish_outlasts_a_break_and_a_restart() -> None:
    table, board = opened(Terms(asks=True, mode=Mode.REFEREED))
    table.happen(PutBackAsked(3.0))
    table.happen(UndoAsked(4.0, Side.LIGHT))
    table.see(board)
    assert [entry.event for entry in table.journal][-2:] == [Kind.ASKED, Kind.NOTE]
    assert table.state.phase in TO_ROLL
    assert table.state.shown.question is not None
    assert table.state.shown.question.to == {Side.DARK}
    again = resumed(table.terms, table.journal).shown.question
    assert again is not None
    assert (again.key, again.to) == ("question.take-back", frozenset({Side.DARK}))


def test_a_wish_at_a_board_of_draughts_outlasts_a_pause_and_a_restart() -> None:
    terms, entries = DraughtsTerms(asks=True, mode=Mode.REFEREED), list[Entry]()
    state = draughts.begun(terms).with_seen(camera=Camera.NONE)
    for event in (
        NextGame(1.0), ButtonPressed(2.0), MoveEntered("c3-d4", 3.0), UndoAsked(4.0, Side.LIGHT), Paused(5.0),
    ):  # fmt: skip
        state, new = draughts.step(state, event)
        entries += new
    again = draughts_resumed(terms, entries)
    for question in (state.shown.question, again.shown.question):
        assert question is not None
        assert (question.key, question.to) == ("question.take-back", frozenset({Side.DARK}))
    assert (state.phase, again.phase) == (Phase.PAUSED, Phase.PAUSED)
    assert [entry.event for entry in entries].count(Kind.ASKED) == 1


def test_a_play_that_has_come_nowhere_near_is_refused() -> None:
    table, _ = _at_the_end_of_a_turn(EndOfTurn.LIFTED, pressed=False)
    wrong = Entry(len(table.journal) + 1, 9.0, Kind.NOTE, facts=PlayCame("match-over"))
    with pytest.raises(InputError, match="does not follow: a play that is match-over"):
        resumed(table.terms, [*table.journal, wrong])


def test_everything_that_must_come_back_is_on_record() -> None:
    assert [name for name in ON_RECORD if not hasattr(MatchInPlay(), name)] == []


def told_of(state: State) -> dict[str, object]:
    """What of a state stands beside the journal of an earlier program."""
    record = state.record
    return {
        "phase": "playing" if state.phase in PLAYING else state.phase.value,
        "position": record.position.id(),
        "on_roll": state.side.value,
        "off": list(record.position.off),
        "cube": [record.cube.value, record.cube.owner.value if record.cube.owner else None],
        "score": list(record.score),
        "game": record.game,
        "rolls": list(record.rolls),
        "turns": record.turns,
        "roll": record.turn.dice.text() if record.turn else None,
        "reserved": [roll.text() for roll in record.reserved],
        "result": [record.result.side.value, record.result.points] if record.result else None,
    }


def test_a_journal_of_an_earlier_program_leads_to_the_table_and_to_the_file_to_which_it_led_then() -> None:
    """The first line says to which; the others are rows of a journal whose tables had version 3."""
    first, *rows = (json.loads(text) for text in EVENING.read_text(encoding="utf-8").splitlines())
    entries = [entry_from_line(row, row["details"]) for row in rows]
    found = {number: told_of(resumed(BLIND, entries[: int(number)])) for number in first["marks"]}
    assert found == first["marks"]
    header = Header(1, "2026-11-20T19:30:00+00:00", ("Anna", "Łukasz"), BLIND.length)
    assert mat_text(match_from_entries(header, entries)) == first["mat"]
