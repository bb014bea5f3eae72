"""The dearest decisions of a match as the live page shows them: their boards, and the words of every language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.coach.analysis_text import GRADE_MARKS, ReportSpeaker
from companion.coach.cube_acts import CubeAct
from companion.coach.report import CubeJudged, JudgedDecision, MatchReport, PlayJudged
from companion.games.backgammon.arrows import Arrow, arrows_of
from companion.games.backgammon.cube import Act, Cube, Offer
from companion.games.backgammon.plays import Play
from companion.games.draughts import Position
from companion.games.rules import Side
from companion.live.backgammon import BackgammonBoard
from companion.live.draughts import DraughtsBoard
from companion.live.published import Decision, DecisionWords
from companion.record.draughts import DraughtsMatch
from companion.texts import Language, label, sentence

MOST: Final = 3
_PER_CENT: Final = 100


def dearest_of(report: MatchReport) -> tuple[Decision, ...]:
    """Return the decisions of backgammon that cost most, the dearest first."""
    speakers = {language.value: ReportSpeaker(report, language.value) for language in Language}
    return tuple(
        Decision(_board(one, report), report.names, {key: _words(one, speaker) for key, speaker in speakers.items()})
        for one in report.worst(MOST)
    )


def _words(decision: JudgedDecision, speaker: ReportSpeaker) -> DecisionWords:
    made = f"{speaker.say('made', what=speaker.made(decision))} {GRADE_MARKS[decision.grade]}".strip()
    return DecisionWords(
        where=f"{speaker.place(decision)} · {speaker.standing(decision)}",
        who=speaker.who(decision),
        made=made,
        best=speaker.say("best", what=speaker.best(decision)),
        cost=speaker.lost(decision),
        reason=speaker.reason(decision),
    )


def _board(decision: JudgedDecision, report: MatchReport) -> BackgammonBoard:
    position, state = decision.position, decision.situation.state
    dice = state.dice
    answers = isinstance(decision, CubeJudged) and decision.act in (CubeAct.TOOK, CubeAct.DROPPED)
    offer = Offer(Act.DOUBLE, decision.side.other, 2 * state.cube) if answers else None
    made, best = _arrows(decision)
    return BackgammonBoard(
        points=position.points,
        bar=(position.bar.light, position.bar.dark),
        off=(position.off.light, position.off.dark),
        dice=(dice.first, dice.second) if dice is not None else None,
        roller=position.on_roll,
        cube=Cube(state.cube, state.owner, offer) if report.rules.cube else None,
        crawford=state.crawford,
        arrows=made,
        moved=decision.side,
        rules=report.rules,
        better=best,
    )


def _arrows(decision: JudgedDecision) -> tuple[tuple[Arrow, ...], tuple[Arrow, ...]]:
    """The play that was made, and the best one; none about the cube."""
    if not isinstance(decision, PlayJudged):
        return (), ()
    made = decision.made.play if decision.made is not None else Play()
    return arrows_of(made, decision.side), arrows_of(decision.best.play, decision.side)


def dearest_moves(match: DraughtsMatch, moves: Sequence[Mapping[str, Any]]) -> tuple[Decision, ...]:
    """Return the costliest moves of draughts; ``moves``: rows of :mod:`companion.coach.draughts.judging`."""
    return tuple(_move(match, row) for row in moves[:MOST])


def _move(match: DraughtsMatch, row: Mapping[str, Any]) -> Decision:
    position = Position.from_fen(row["fen"])
    exchanged = match.games[row["game"] - 1].exchanged
    names = match.names[::-1] if exchanged else match.names
    board = DraughtsBoard(position, tuple(row["made_squares"]), tuple(row["best_squares"]))
    who = names[position.to_move is Side.DARK]
    return Decision(board, (names[0], names[1]), {one.value: _move_words(row, who, one.value) for one in Language})


def _move_words(row: Mapping[str, Any], who: str, language: str) -> DecisionWords:
    def say(key: str, **values: str) -> str:
        return sentence(key, values, language=language)

    return DecisionWords(
        where=say("analysis.place", game=str(row["game"]), turn=str(row["number"])),
        who=label(who, language=language),
        made=say("analysis.made", what=row["made"]),
        best=say("analysis.best", what=row["best"]),
        cost=say("draughts.said.cost", n=f"{row['loss'] * _PER_CENT:.0f}"),
        reason=say(row["reason"], **row["values"]),
    )
