"""Brings the record in line with what the referee believes of the looks, and says what is wrong or undecided."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from companion.games.draughts import Move, Position, after, legal_moves, picture_of
from companion.games.draughts.explain import explain
from companion.games.draughts.notation import text
from companion.games.draughts.reason import Explanation, Reason
from companion.games.rules import Picture
from companion.match.any_record_sync import RecordSync, first_apart
from companion.match.draughts import actions
from companion.match.draughts.state import Answer, DraughtsState, Step
from companion.match.events import BoardSeen
from companion.match.phases import IN_GAME, Phase
from companion.match.terms import EndOfTurn
from companion.record.draughts import Played
from companion.record.entries import Entry
from companion.referee.belief import looked
from companion.referee.decide import Line, Rest, is_written, waits
from companion.referee.draughts.boards import as_picture, packed
from companion.referee.draughts.course import Course, Event, Gap, Moved, Past, Stage
from companion.referee.draughts.game import Draughts, Hypothesis, anchored, ended, is_against_rules, is_wrong
from companion.referee.hypothesis import odds

_LIKELY: Final = 0.01


def anchored_to(state: DraughtsState) -> DraughtsState:
    """The state whose belief equals the record; looks may still show the board before."""
    if state.phase not in IN_GAME and not state.in_game:
        return state.with_seen(belief=None, recorded=(), marks=(), rejected=())
    on_board = state.seen.belief.best.board if state.seen.belief is not None else None
    last = state.record.games[-1].acts[-1:]
    recorded: tuple[Event, ...] = tuple(
        Moved(act.before, act.move, act.after) for act in last if isinstance(act, Played)
    )
    past = Past(recorded[0], None) if recorded else None
    belief = anchored(state.record.position, past=past, shown_instead=on_board)
    return state.with_seen(belief=belief, recorded=recorded, marks=(None,) * len(recorded), rejected=())


def over(state: DraughtsState, *, if_whole: bool = False) -> DraughtsState:
    """The state after a person has ended the turn; ``if_whole``: only a legal move ends."""
    belief = state.seen.belief
    return state.with_seen(belief=ended(belief, if_whole=if_whole)) if belief is not None else state


def is_begun(state: DraughtsState) -> bool:
    """Whether something may have been moved in this turn, as far as was seen."""
    belief = state.seen.belief
    return belief is None or any(course.stage is not Stage.TO_MOVE for course in belief.courses)


def is_sure_at_rest(state: DraughtsState) -> bool:
    """Whether each still picture shows a finished turn and the likeliest course is nearly certain."""
    belief = state.seen.belief
    sure = belief is not None and is_written(math.exp(belief.best.weight), Line.PLAY, state.costs)
    return _is_still(state) and sure


def choose(state: DraughtsState, end: Position) -> Step:
    """Goes on from a person's answer that the undecided turn ended so; the record has it in any case."""
    move = next((move for move, there in _ends(state) if there == end), None)
    if move is None:
        return state, []
    return actions.moved(state, move)


def none_of(state: DraughtsState, ends: Sequence[Position]) -> DraughtsState:
    """The state after the answer that the undecided turn ended in none of these positions."""
    state = state.with_seen(rejected=(*state.seen.rejected, *ends))
    if state.seen.belief is None:
        return state
    n, hypotheses = len(state.seen.recorded), _SYNC.hypotheses(state)
    turns = [hypothesis.items[n] if len(hypothesis.items) > n else None for hypothesis in hypotheses]
    rejected = [
        (turn.end if isinstance(turn, Moved) else hypothesis.course.end) in ends
        for turn, hypothesis in zip(turns, hypotheses, strict=True)
    ]
    return _SYNC.reject(state, rejected)


def shows_another_board(state: DraughtsState, event: BoardSeen) -> bool:
    """Whether a first look shows neither the recorded board nor the next move."""
    best = looked(anchored(state.record.position), event.observation, Draughts(), unmoved=False).best
    return best.stage is Stage.WRONG or best.past is not None


# --- what is recorded ---------------------------------------------------------------------------------------


def _is_still(state: DraughtsState) -> bool:
    return state.terms.end_of_turn is EndOfTurn.STILL


def _line_of(item: Event) -> Line:
    return Line.PLAY if isinstance(item, Moved) and item.move is not None else Line.OTHER


def _is_wrong(hypothesis: Hypothesis, state: DraughtsState) -> bool:
    return is_wrong(hypothesis, state.seen.recorded, still=_is_still(state))


def _stands(item: Event) -> bool:
    return isinstance(item, Moved) and item.move is None


def _written(state: DraughtsState, item: Event, frame: int | None, p: float) -> Step:
    entries: list[Entry] = []
    match item:
        case Moved(before=before, move=Move() as move):
            if before != state.record.position:
                state, entries = actions.placed(state, before)
            state, more = actions.moved(
                state, move, frame, confidence=p, margin=odds(p), sure=is_written(p, Line.PLAY, state.costs)
            )
            return state, entries + more
        case Moved(end=end):
            why = explain(state.record.position, picture_of(end), state.terms.rules.rules)
            if state.phase is not Phase.CORRECTING and why is not None:
                state, entries = actions.found_illegal(state, picture_of(end), why, frame, p, odds(p))
            state, more = actions.stood(state, end, frame)
            return state, entries + more
        case Gap(position=position):
            return actions.placed(state, position)
    return state, entries


def _otherwise(items: tuple[Event, ...], recorded: tuple[Event, ...]) -> int | None:
    """The first turn that is to be revised, or the end of a shorter hypothesis."""
    first = first_apart(items, recorded)
    return len(items) if first is None and len(items) < len(recorded) else first


def _taken_back(state: DraughtsState, hypothesis: Hypothesis, first: int, frame: int | None) -> Step:  # noqa: ARG001
    entries: list[Entry] = []
    for _ in state.seen.recorded[first:]:
        if not state.record.may_undo:
            break
        state, more = actions.undone(state)
        entries += more
    kept, marks = state.seen.recorded[:first], state.seen.marks[:first]
    return state.with_seen(recorded=kept, marks=marks).with_shown(message=None), entries


# --- what is wrong, or undecided ----------------------------------------------------------------------------


def _is_against(hypothesis: Hypothesis, best: Hypothesis, state: DraughtsState) -> bool:
    """Whether the board breaks a rule by a hypothesis."""
    broken_off = hypothesis.course.stage is Stage.HALF_WAY and _is_broken_off(state, best)
    return broken_off or is_against_rules(hypothesis, state.seen.recorded, still=_is_still(state))


def _fault(state: DraughtsState, course: Course) -> tuple[Explanation | None, Picture]:
    """The fault of the current turn if this course is true, and the board with it.

    Half-way, pieces that were lifted first count as captured by a possible move.
    """
    picture = as_picture(course.board)
    why = explain(state.record.position, picture, state.terms.rules.rules)
    lifted = why is not None and why.reason is Reason.WRONG_REMOVED and course.stage is Stage.HALF_WAY
    return None if why is not None and (why.is_reminder or lifted) else why, picture


def _unpressed(state: DraughtsState, best: Hypothesis) -> Step:
    """The state in which no turn is over once looks show that nothing was moved."""
    idle = best.items == state.seen.recorded and best.course.stage in (Stage.TO_MOVE, Stage.MOVED)
    if not idle or state.phase is not Phase.TRYING or state.seen.belief is None:
        return state, []
    waited = waits(state.seen.belief.looks, Rest.UNDECIDED, state.costs)
    return state if waited else state.with_seen(ended_t=None), []


def _is_broken_off(state: DraughtsState, best: Hypothesis) -> bool:
    """Whether a turn that is half-way is over all the same: a person has said of every legal move that it was none."""
    if not state.seen.rejected or not (best.course.over or _is_still(state)):
        return False
    return all(end in state.seen.rejected for _, end in _ends(state))


def _withdrawn(state: DraughtsState, hypotheses: Sequence[Hypothesis], frame: int | None) -> Step:  # noqa: ARG001
    """Withdraws a question about a move that the board does not show any more."""
    question = state.shown.question
    ends = (
        {answer.end for answer in question.answers if isinstance(answer.meaning, Move)}
        if question is not None
        else set()
    )
    if not ends:
        return state, []
    n = len(state.seen.recorded)
    shown = [
        hypothesis
        for hypothesis in hypotheses
        if hypothesis.starts_with(state.seen.recorded) and hypothesis.p >= _LIKELY
    ]
    meant = {
        item.end
        if isinstance(item := hypothesis.items[n] if len(hypothesis.items) > n else None, Moved)
        else hypothesis.course.end
        for hypothesis in shown
    }
    if meant & ends or hypotheses[0].course.stage in (Stage.HALF_WAY, Stage.WRONG):
        return state, []
    return state.with_shown(question=None, message=None), []


def _plays(state: DraughtsState, hypotheses: Sequence[Hypothesis], n: int) -> tuple[list[Answer], float]:
    """The possible moves, the likeliest first, and the probability that one of them was made."""
    if n != len(state.seen.recorded) or state.phase is Phase.CORRECTING:
        return [], 0.0
    ends = _ends(state, hypotheses) or _nearest(state, hypotheses[0])
    answers = [Answer(text(move, state.record.position), move, end) for move, end in ends]
    later = (
        hypothesis
        for hypothesis in hypotheses
        if len(hypothesis.items) > n and hypothesis.starts_with(state.seen.recorded)
    )
    likely = sum(hypothesis.p for hypothesis in later if not _stands(hypothesis.items[n]))
    return [answer for answer in answers if answer.end not in state.seen.rejected], likely


def _ends(state: DraughtsState, hypotheses: Sequence[Hypothesis] | None = None) -> list[tuple[Move, Position]]:
    """The possible moves of the undecided turn, the likeliest first; all legal ones without hypotheses."""
    if hypotheses is None:
        moves = legal_moves(state.record.position, state.terms.rules.rules)
        return [(move, after(state.record.position, move)) for move in moves]
    n = len(state.seen.recorded)
    found: dict[Position, Move] = {}
    for hypothesis in hypotheses:
        item = (
            hypothesis.items[n] if len(hypothesis.items) > n and hypothesis.starts_with(state.seen.recorded) else None
        )
        if isinstance(item, Moved) and item.move is not None and hypothesis.p >= _LIKELY:
            found.setdefault(item.end, item.move)
    return [(move, end) for end, move in found.items()]


def _nearest(state: DraughtsState, best: Hypothesis) -> list[tuple[Move, Position]]:
    """The legal moves by the number of squares that differ from the board."""
    return sorted(_ends(state), key=lambda pair: int((packed(pair[1]) != best.course.board).sum()))


_SYNC: Final[RecordSync[DraughtsState, Course, Event]] = RecordSync(
    game=lambda state: Draughts(_is_still(state)), anchored_to=anchored_to, line_of=_line_of, stands=_stands,
    next_decides=lambda _state, _item: False, is_wrong=_is_wrong, is_against=_is_against,
    is_before=lambda course: course.stage is Stage.TO_MOVE,
    is_half_way=lambda course: course.stage is Stage.HALF_WAY, fault=_fault,
    with_turn=lambda course, side: course.position._replace(to_move=side), rolls=lambda _state, _hypotheses, _n: None,
    plays=_plays, written=_written, otherwise=_otherwise, taken_back=_taken_back, found_illegal=actions.found_illegal,
    outside_turn=_withdrawn,
    in_phase=_unpressed,
)  # fmt: skip
seen = _SYNC.seen
in_line = _SYNC.in_line
