"""The engine at a table of draughts: it plays one side, gives hints in training, and speaks of a costly move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.coach.at_the_table.events import AskCoach
from companion.coach.draughts.at_the_table import (
    CoachedShown,
    MoveDecision,
    MoveHelpAsked,
    MoveReady,
    answer,
    coached_shown,
    shown,
    step,
    unanswered,
)
from companion.coach.draughts.teaching import COSTLY, Rung
from companion.games.draughts import START, legal_moves
from companion.games.draughts.notation import text
from companion.games.rules import Side
from companion.match.draughts.events import MoveEntered
from companion.match.draughts.opponent import EngineOpponent, Level
from companion.match.draughts.session import DraughtsState, DraughtsTerms, begun
from companion.match.draughts.showing import view_of
from companion.match.draughts.view import DraughtsView
from companion.match.events import Answered, CameraLost, NextGame, Paused, Resumed, UndoAsked
from companion.match.training import HintLevel, PlayerTraining, TrainingSettings
from companion.record.entries import Entry
from companion.record.facts import CoachHelped
from companion.record.journal import Mode
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.draughts_hints import hint_field

_OPENING = ("c3-d4", "b6-c5", "d4xb6", "a7xc5")
"""Light has just been taken back from; a3-b4 would give a man away for nothing."""


class Taught:
    """A table of training whose questions to the engine are answered by ``think``."""

    def __init__(self, *, blind: bool = True, level: Level | None = None, side: Side = Side.DARK, **terms: Any) -> None:
        opponent = None if level is None else EngineOpponent(side, level, seed=7)
        kept = {"length": 0, "asks": True, "mode": Mode.TRAINING, "opponent": opponent, **terms}
        self.state: DraughtsState = begun(DraughtsTerms(**kept)).with_seen(blind=blind)
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
        return view_of(self.state, beside=shown(self.state))

    @property
    def coach(self) -> CoachedShown:
        return coached_shown(self.view.beside)

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
    table.state = table.state.with_seen(blind=True)
    table.do(NextGame)
    table.state = table.state.with_seen(blind=False)
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
    table.state = table.state.with_seen(blind=False)
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

    assert opening(1) == opening(1)
    assert len({tuple(opening(seed)) for seed in range(6)}) > 1


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
    for _ in Rung:
        table.do(partial(MoveHelpAsked, Side.LIGHT))
        hint = table.coach.hint
        assert hint is not None
        seen.append((len(hint.squares), hint.move is not None, hint.reason is not None, bool(hint.rows)))
    assert seen == [
        (8, False, False, False), (1, False, False, False), (1, True, False, False), (1, True, True, False),
        (1, True, True, True),
    ]  # fmt: skip
    helped = [entry.facts for entry in table.entries if isinstance(entry.facts, CoachHelped)]
    assert helped == [CoachHelped(int(rung)) for rung in Rung]
    table.play("c3-d4")
    assert table.coach.hint is None


def test_only_who_is_to_move_gets_a_hint_and_one_that_is_not_known_waits() -> None:
    table = Taught()
    table.do(NextGame)
    table.do(partial(MoveHelpAsked, Side.DARK))
    assert table.coach.rung == 0
    table.do(partial(MoveHelpAsked, Side.LIGHT))
    assert table.coach.waits
    table.do(partial(MoveHelpAsked, Side.LIGHT))
    assert table.coach.rung == 1
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
    assert table.view.beside == {}
    assert table.moves == ["c3-d4"]
    assert not [entry for entry in table.entries if isinstance(entry.facts, CoachHelped)]


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
    for _ in Rung:
        table.do(partial(MoveHelpAsked, Side.LIGHT))
    assert table.coach.rung == most
    assert (table.coach.learner is Side.LIGHT) is bool(most)
    field = hint_field(DraughtsChair(table.view, Side.LIGHT))
    assert (field is None) is (most < Rung.LIST)


def test_a_coach_that_does_not_speak_unasked_is_silent() -> None:
    table = Taught(teaching=TrainingSettings(speaks=False))
    table.do(NextGame)
    table.play(*_OPENING)
    table.think()
    table.play("a3-b4")
    assert table.coach.remark is None
