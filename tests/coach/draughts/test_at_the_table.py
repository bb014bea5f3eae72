"""The engine at a table of draughts: it plays one side, gives hints in training, and speaks of a costly move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest

from companion.coach.at_the_table.events import AskCoach
from companion.coach.draughts.agreeing import agrees_to_draw, gives_up, lost_at
from companion.coach.draughts.at_the_table import (
    Coached,
    CoachedShown,
    MoveDecision,
    MoveHelpAsked,
    MoveReady,
    _made_otherwise,
    answer,
    coached_in,
    coached_shown,
    shown,
    step,
    unanswered,
)
from companion.coach.draughts.teaching import COSTLY, Hint
from companion.games.draughts import START, Position, after, legal_moves
from companion.games.draughts.notation import text
from companion.games.rules import Side
from companion.match.any_seen import Camera
from companion.match.draughts.session import DraughtsState, DraughtsTerms, begun
from companion.match.draughts.view import DraughtsView, view_of
from companion.match.events import (
    Answered,
    BoardSeen,
    CameraLost,
    DrawOffered,
    MoveEntered,
    NextGame,
    Paused,
    PositionEntered,
    Resumed,
    UndoAsked,
)
from companion.match.terms import EngineOpponent, HintLevel, Level, PlayerTraining, TrainingSettings
from companion.record.entries import Entry
from companion.record.facts import CoachHelped
from companion.record.journal import Mode
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.draughts_hints import hint_field
from tests.match.draughts.board import look_at

_OPENING = ("c3-d4", "b6-c5", "d4xb6", "a7xc5")
"""Light has just been taken back from; a3-b4 would give a man away for nothing."""


class Taught:
    """A table of training whose questions to the engine are answered by ``think``."""

    def __init__(self, *, blind: bool = True, level: Level | None = None, side: Side = Side.DARK, **terms: Any) -> None:
        opponent = None if level is None else EngineOpponent(side, level, seed=7)
        kept = {"length": 0, "asks": True, "mode": Mode.TRAINING, "opponent": opponent, **terms}
        self.state: DraughtsState = begun(DraughtsTerms(**kept)).with_seen(camera=Camera.NONE if blind else Camera.SEES)
        self.asked: list[MoveDecision] = []
        self.entries: list[Entry] = []
        self.now_s = 100.0

    def do(self, event: Callable[[float], Any]) -> DraughtsView:
        self.now_s += 1.0
        self.state, effects = step(self.state, event(self.now_s))
        self.asked += [effect.decision for effect in effects if isinstance(effect, AskCoach)]
        self.entries += [effect for effect in effects if isinstance(effect, Entry)]
        return self.view

    def play(self, *moves: str) -> None:
        for move in moves:
            self.do(partial(MoveEntered, move))

    def think(self) -> MoveReady:
        ready = answer(self.asked[-1])
        self.do(lambda at_s: replace(ready, at_s=at_s))
        return ready

    @property
    def view(self) -> DraughtsView:
        return view_of(self.state, layers=shown(self.state))

    @property
    def coach(self) -> CoachedShown:
        return coached_shown(self.view.layers)

    @property
    def moves(self) -> list[str]:
        return [move.text for move in self.view.moves]


def test_without_a_camera_the_engines_move_is_on_record_at_once() -> None:
    table = Taught(level=Level.CASUAL)
    table.do(NextGame)
    assert table.asked[-1].level is None  # the person moves first, and may want a hint
    table.play("c3-d4")
    assert table.asked[-1].level is Level.CASUAL
    assert table.coach.thinks
    ready = table.think()
    assert ready.move is not None
    assert table.moves == ["c3-d4", text(ready.move)]
    assert table.view.to_move is Side.LIGHT
    assert table.asked[-1].level is None


def test_with_a_camera_the_engines_move_is_shown_until_it_lies_on_the_board() -> None:
    table = Taught(blind=False, level=Level.STRONG, side=Side.LIGHT)
    table.state = table.state.with_seen(camera=Camera.NONE)
    table.do(NextGame)
    table.state = table.state.with_seen(camera=Camera.SEES)
    ready = table.think()
    assert ready.move is not None
    assert table.moves == []
    assert table.coach.meant == ready.move
    table.play(text(ready.move))  # as the referee records it once the camera has seen it
    assert table.moves == [text(ready.move)]
    assert table.coach.meant is None
    assert table.coach.learner is Side.DARK


def test_a_move_that_is_shown_is_put_on_record_when_the_camera_is_lost() -> None:
    table = Taught(level=Level.CHILD, side=Side.LIGHT)
    table.do(NextGame)
    table.state = table.state.with_seen(camera=Camera.SEES)
    ready = table.think()
    assert table.moves == []
    table.do(lambda at_s: CameraLost("unplugged", at_s))
    assert ready.move is not None
    assert table.moves == [text(ready.move)]


def test_the_engine_has_the_other_men_in_the_next_game() -> None:
    table = Taught(level=Level.CHILD)
    table.do(NextGame)
    assert table.state.engine is Side.DARK
    table.state = table.state.with_record(games=(replace(table.state.record.games[-1], exchanged=True),))
    assert table.state.engine is Side.LIGHT


def test_one_seed_plays_one_game_and_another_seed_another() -> None:
    def opening(seed: int) -> list[str]:
        table = Taught(level=Level.CHILD, opponent=EngineOpponent(Side.DARK, Level.CHILD, seed))
        table.do(NextGame)
        for _ in range(4):
            table.play(text(legal_moves(table.state.record.position)[0]))
            table.think()
        return table.moves

    first = opening(1)
    assert opening(1) == first
    assert any(opening(seed) != first for seed in range(2, 7))


def test_an_undo_takes_the_engines_move_back_with_ones_own() -> None:
    table = Taught(level=Level.CASUAL)
    table.do(NextGame)
    table.play("c3-d4")
    table.think()
    table.do(partial(UndoAsked, by=Side.LIGHT))
    question = table.view.question
    assert question is not None
    assert question.values == {"play": "c3-d4"}
    table.do(partial(Answered, 0))
    assert table.moves == []
    assert table.view.to_move is Side.LIGHT


def test_while_something_is_asked_the_engine_waits() -> None:
    table = Taught(level=Level.CASUAL)
    table.do(NextGame)
    table.play("c3-d4")
    table.do(partial(UndoAsked, by=Side.LIGHT))
    table.think()
    assert table.moves == ["c3-d4"]
    table.do(partial(Answered, 1))
    assert len(table.moves) == 2


def test_an_answer_that_comes_too_late_is_dropped() -> None:
    table = Taught(level=Level.CASUAL)
    table.do(NextGame)
    table.play("c3-d4")
    late = answer(table.asked[-1])
    table.do(partial(UndoAsked, by=Side.LIGHT))
    table.do(partial(Answered, 0))
    table.do(lambda at_s: replace(late, at_s=at_s))
    assert table.moves == []


def test_what_was_asked_is_asked_again_after_a_pause() -> None:
    table = Taught(level=Level.CASUAL)
    table.do(NextGame)
    table.play("c3-d4")
    assert unanswered(table.state) == (table.asked[-1],)
    table.do(Paused)
    assert unanswered(table.state) == ()
    before = len(table.asked)
    table.do(Resumed)
    assert len(table.asked) == before + 1
    table.think()
    assert len(table.moves) == 2


def test_where_the_engine_fails_a_person_moves_for_it() -> None:
    table = Taught(level=Level.CASUAL)
    table.do(NextGame)
    table.play("c3-d4")
    decision = table.asked[-1]
    table.do(lambda at_s: MoveReady(decision, at_s, failure="it has stopped"))
    assert not table.coach.thinks
    table.play("f6-e5")
    assert table.moves == ["c3-d4", "f6-e5"]


def test_a_hint_shows_one_rung_after_the_other_and_each_is_noted() -> None:
    table = Taught()
    table.do(NextGame)
    table.think()
    assert table.coach.hint is None
    seen: list[tuple[int, bool, bool, bool]] = []
    for _ in Hint:
        table.do(partial(MoveHelpAsked, Side.LIGHT))
        hint = table.coach.hint
        assert hint is not None
        seen.append((len(hint.squares), hint.move is not None, hint.reason is not None, bool(hint.rows)))
    assert seen == [
        (8, False, False, False), (1, False, False, False), (1, True, False, False), (1, True, True, False),
        (1, True, True, True),
    ]  # fmt: skip
    helped = [entry.facts for entry in table.entries if isinstance(entry.facts, CoachHelped)]
    assert helped == [CoachHelped(int(rung)) for rung in Hint]
    table.play("c3-d4")
    assert table.coach.hint is None


def test_only_who_is_to_move_gets_a_hint_and_one_that_is_not_known_waits() -> None:
    table = Taught()
    table.do(NextGame)
    table.do(partial(MoveHelpAsked, Side.DARK))
    assert table.coach.hint_level == 0
    table.do(partial(MoveHelpAsked, Side.LIGHT))
    assert table.coach.waits
    table.do(partial(MoveHelpAsked, Side.LIGHT))
    assert table.coach.hint_level == 1
    table.think()
    assert table.coach.hint is not None


@pytest.mark.parametrize("mode", [Mode.REFEREED, Mode.RECORDED])
def test_outside_training_there_is_no_engine_and_no_hint(mode: Mode) -> None:
    table = Taught(level=Level.CHILD, mode=mode)
    table.do(NextGame)
    table.play("c3-d4")
    table.do(partial(MoveHelpAsked, Side.DARK))
    decision = MoveDecision(table.state.record.position, (START,), Level.CHILD)
    table.do(lambda at_s: replace(answer(decision), at_s=at_s))
    assert table.asked == []
    assert table.view.layers == {}
    assert table.moves == ["c3-d4"]
    assert not [entry for entry in table.entries if isinstance(entry.facts, CoachHelped)]


def _moved_for(table: Taught) -> tuple[str, str]:
    """The engine's move as it meant it, and another one that the person has made for it on the board."""
    ready = table.think()
    assert ready.move is not None
    position = table.state.record.position
    meant = text(ready.move, position)
    other = next(text(move, position) for move in legal_moves(position) if text(move, position) != meant)
    table.play(other)
    return meant, other


@pytest.fixture
def moved_otherwise() -> tuple[Taught, str, str]:
    table = Taught(level=Level.STRONG)
    table.do(NextGame)
    table.play("c3-d4")
    table.state = table.state.with_seen(camera=Camera.SEES)
    return table, *_moved_for(table)


def test_another_move_than_the_engine_meant_is_asked_about(moved_otherwise: tuple[Taught, str, str]) -> None:
    table, meant, other = moved_otherwise
    question = table.view.question
    assert question is not None
    assert (question.key, question.to) == ("question.engine-meant", frozenset({Side.LIGHT}))
    assert question.values == {"play": meant}
    assert table.moves == ["c3-d4", other]


def test_it_is_put_right_or_kept(moved_otherwise: tuple[Taught, str, str]) -> None:
    table, meant, other = moved_otherwise
    state = table.state
    table.do(partial(Answered, 1))
    assert (table.moves, table.view.question, table.view.to_move) == (["c3-d4", other], None, Side.LIGHT)
    table.state = state
    table.do(partial(Answered, 0))
    assert table.moves == ["c3-d4"]
    assert text(table.think().move, table.state.record.position) == meant, "it means the same again"  # type: ignore[arg-type]
    table.play(meant)
    assert (table.moves, table.view.question) == (["c3-d4", meant], None)


@pytest.mark.parametrize("straight", [False, True], ids=["by the position before", "straight"])
def test_a_camera_sees_the_other_move_until_it_is_put_right(straight: bool) -> None:
    table = Taught(level=Level.STRONG)
    table.do(NextGame)
    table.play("c3-d4")
    table.state = table.state.with_seen(camera=Camera.SEES)
    ready = table.think()
    assert ready.move is not None
    position = table.state.record.position
    meant, other = ready.move, next(move for move in legal_moves(position) if move != ready.move)
    frames = count(1)

    def look(board: Position, times: int) -> None:
        for number in range(times):
            seen = look_at(board, table.now_s)
            table.do(partial(BoardSeen, seen, next(frames), unmoved=number > 0))

    look(position, 2)
    look(after(position, other), 3)
    question = table.view.question
    assert question is not None
    assert question.key == "question.engine-meant"
    table.do(partial(Answered, 0))
    table.think()
    look(after(position, other), 4)
    assert (table.moves, table.view.question) == (["c3-d4"], None), "it lies there until it is put right"
    look(position, 0 if straight else 2)
    look(after(position, meant), 3)
    assert (table.moves, table.view.question) == (["c3-d4", text(meant, position)], None)


def test_a_move_that_the_person_has_played_on_from_is_taken_back_with_the_persons_own() -> None:
    table = Taught(level=Level.STRONG)
    table.do(NextGame)
    table.play("c3-d4")
    table.state = table.state.with_seen(camera=Camera.SEES)
    before = table.state
    _, other = _moved_for(table)
    table.do(partial(Answered, 1))
    table.play(text(legal_moves(table.state.record.position)[0]))
    assert table.view.question is None, "it is asked about once"
    asking, _ = _made_otherwise(before, table.state, coached_in(replace(before, layers=_knowing(before))))
    assert asking.shown.question is not None
    assert (asking.shown.question.back, table.moves[1]) == (2, other)


def _knowing(state: DraughtsState) -> dict[type, object]:
    decision = coached_in(state).decision
    assert decision is not None
    return {Coached: replace(coached_in(state), meant=answer(decision).move)}


@pytest.mark.parametrize(
    ("fen", "agrees"),
    [
        ("W:Wc1,e1,g1,b2:Bb8", True),  # the engine, with one man, is far behind
        ("W:Wc1:Bb8,d8,f8,h8,c7", False),
        (None, False),  # about even, and everything is still to be played
    ],
)
def test_the_engine_agrees_to_a_draw_by_what_the_game_is_worth(fen: str | None, agrees: bool) -> None:
    table = Taught(level=Level.CHILD)
    table.do(NextGame)
    if fen is not None:
        table.do(partial(PositionEntered, fen))
    table.do(partial(DrawOffered, Side.LIGHT))
    assert table.view.phase == "phase.play", "it does not know yet"
    table.think()
    assert (table.view.phase == "phase.over") is agrees
    assert (table.view.result == "1/2-1/2") is agrees
    if not agrees:
        assert table.view.message is not None
        assert table.view.message.key == "practice.plays-on"


def test_an_even_game_is_drawn_late_only() -> None:
    assert [agrees_to_draw(value, moves) for value, moves in ((20, 39), (20, 40), (21, 60), (-100, 0), (-99, 39))] == [
        False, True, False, True, False,
    ]  # fmt: skip


def test_a_game_is_given_up_that_was_lost_three_times_in_a_row() -> None:
    lost: tuple[int, ...] = ()
    for moves, value in ((11, -700), (13, -599), (15, -600), (17, -900), (17, -900), (19, -800)):
        assert not gives_up(lost)
        lost = lost_at(lost, value, moves)
    assert lost == (15, 17, 19)
    assert gives_up(lost)


def _hopeless() -> Taught:
    """A table at which the engine, with a man against eight, has been asked for its third move."""
    table = Taught(level=Level.CHILD, side=Side.DARK)
    table.do(NextGame)
    table.do(partial(PositionEntered, "W:WKc1,Ke1,Kg1,Kd2,Kf2,Ka1,Kh2:BKa7"))
    while table.view.question is None and table.view.phase == "phase.play":
        if table.state.side is Side.DARK:
            table.think()
        else:
            quiet = next(move for move in legal_moves(table.state.record.position))
            table.play(text(quiet, table.state.record.position))
    return table


def test_the_engine_gives_up_a_lost_game_if_the_person_accepts() -> None:
    table = _hopeless()
    question = table.view.question
    assert question is not None
    assert (question.key, question.to) == ("question.engine-resigns", frozenset({Side.LIGHT}))
    refused = table.state
    table.do(partial(Answered, 0))
    assert (table.view.phase, table.view.winner) == ("phase.over", Side.LIGHT)
    table.state = refused
    before = len(table.moves)
    table.do(partial(Answered, 1))
    assert (table.view.phase, table.view.question, len(table.moves)) == ("phase.play", None, before + 1), "it moves"


def test_a_costly_move_is_remarked_on_until_it_is_taken_back() -> None:
    table = Taught()
    table.do(NextGame)
    table.play(*_OPENING)
    ready = table.think()
    assert ready.advice is not None
    table.play("a3-b4")
    said = table.coach
    assert said.remark is not None
    assert said.remark.loss >= COSTLY
    assert said.remark.made == table.view.moves[-1].move
    assert (said.remark.best, said.remark_to) == (ready.advice.moves[0].move, Side.LIGHT)
    table.do(partial(UndoAsked, by=Side.LIGHT))
    table.do(partial(Answered, 0))
    assert table.coach.remark is None


def test_nothing_is_said_of_the_best_move() -> None:
    table = Taught()
    table.do(NextGame)
    table.play(*_OPENING)
    ready = table.think()
    assert ready.advice is not None
    table.play(text(ready.advice.moves[0].move))
    assert table.coach.remark is None


@pytest.mark.parametrize(("level", "most"), [(HintLevel.LANDINGS, 0), (HintLevel.CHECKERS, 2), (HintLevel.LIST, 5)])
def test_a_hint_goes_as_far_as_the_player_has_agreed_to(level: HintLevel, most: int) -> None:
    table = Taught(teaching=TrainingSettings(light=PlayerTraining(help=level)))
    table.do(NextGame)
    table.think()
    for _ in Hint:
        table.do(partial(MoveHelpAsked, Side.LIGHT))
    assert table.coach.hint_level == most
    assert (table.coach.learner is Side.LIGHT) is bool(most)
    field = hint_field(DraughtsChair(table.view, Side.LIGHT))
    assert (field is None) is (most < Hint.LIST)


def test_a_coach_that_does_not_speak_unasked_is_silent() -> None:
    table = Taught(teaching=TrainingSettings(speaks=False))
    table.do(NextGame)
    table.play(*_OPENING)
    table.think()
    table.play("a3-b4")
    assert table.coach.remark is None
