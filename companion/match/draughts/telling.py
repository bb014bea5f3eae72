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
from companion.match.any_telling import Telling, first_apart
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
from companion.referee.draughts.game import Draughts, Story, anchored, ended, is_against_rules, is_wrong
from companion.referee.story import odds

_LIKELY: Final = 0.01


def anchored_to(state: DraughtsState) -> DraughtsState:
    """The state whose belief is what is on record, and nothing else; the board may still lie as it did."""
    if state.phase not in IN_GAME and not state.in_game:
        return state.with_seen(belief=None, told=(), marks=(), rejected=())
    lies = state.seen.belief.best.board if state.seen.belief is not None else None
    last = state.record.games[-1].acts[-1:]
    told: tuple[Event, ...] = tuple(Moved(act.before, act.move, act.after) for act in last if isinstance(act, Played))
    past = Past(told[0], None) if told else None
    belief = anchored(state.record.position, past=past, lies=lies)
    return state.with_seen(belief=belief, told=told, marks=(None,) * len(told), rejected=())


def over(state: DraughtsState, *, if_whole: bool = False) -> DraughtsState:
    """The state once somebody has said that the turn is over; ``if_whole``: if it is a legal move."""
    belief = state.seen.belief
    return state.with_seen(belief=ended(belief, if_whole=if_whole)) if belief is not None else state


def is_begun(state: DraughtsState) -> bool:
    """Whether something may have been moved in this turn, as far as was seen."""
    belief = state.seen.belief
    return belief is None or any(course.stage is not Stage.TO_MOVE for course in belief.courses)


def is_told(state: DraughtsState) -> bool:
    """Whether each still look tells of a turn, and hardly anything else than the likeliest can lie there."""
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
    """The state of somebody who was told that the undecided turn ended in none of these ways."""
    state = state.with_seen(rejected=(*state.seen.rejected, *ends))
    if state.seen.belief is None:
        return state
    n, told = len(state.seen.told), _TELLING.stories(state)
    turns = [story.items[n] if len(story.items) > n else None for story in told]
    denied = [
        (turn.end if isinstance(turn, Moved) else story.course.end) in ends
        for turn, story in zip(turns, told, strict=True)
    ]
    return _TELLING.doubted(state, denied)


def lies_otherwise(state: DraughtsState, event: BoardSeen) -> bool:
    """Whether a first look shows a board that neither is on record nor can be the next move."""
    best = looked(anchored(state.record.position), event.observation, Draughts(), unmoved=False).best
    return best.stage is Stage.WRONG or best.past is not None


# --- what is told -----------------------------------------------------------------------------------------


def _is_still(state: DraughtsState) -> bool:
    return state.terms.end_of_turn is EndOfTurn.STILL


def _line_of(item: Event) -> Line:
    return Line.PLAY if isinstance(item, Moved) and item.move is not None else Line.OTHER


def _is_wrong(story: Story, state: DraughtsState) -> bool:
    return is_wrong(story, state.seen.told, still=_is_still(state))


def _stands(item: Event) -> bool:
    """Whether an item is a turn that broke a rule and stood."""
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


def _otherwise(items: tuple[Event, ...], told: tuple[Event, ...]) -> int | None:
    """From which turn on a story is to be told instead of what was told, or where it ends before that."""
    first = first_apart(items, told)
    return len(items) if first is None and len(items) < len(told) else first


def _taken_back(state: DraughtsState, story: Story, first: int, frame: int | None) -> Step:  # noqa: ARG001
    """Takes back what was told from a turn on."""
    entries: list[Entry] = []
    for _ in state.seen.told[first:]:
        if not state.record.may_undo:
            break
        state, more = actions.undone(state)
        entries += more
    kept, marks = state.seen.told[:first], state.seen.marks[:first]
    return state.with_seen(told=kept, marks=marks).with_shown(message=None), entries


# --- what is wrong, or undecided ----------------------------------------------------------------------------


def _is_against(story: Story, best: Story, state: DraughtsState) -> bool:
    """Whether what lies there is against the rules by a story."""
    broken_off = story.course.stage is Stage.HALF_WAY and _is_broken_off(state, best)
    return broken_off or is_against_rules(story, state.seen.told, still=_is_still(state))


def _fault(state: DraughtsState, course: Course) -> tuple[Explanation | None, Picture]:
    """What is wrong with the standing turn if this is what happened, and the board on which it is.

    Half-way no wrong piece is removed: those that were lifted first are captured by a move that is possible.
    """
    picture = as_picture(course.board)
    why = explain(state.record.position, picture, state.terms.rules.rules)
    lifted = why is not None and why.reason is Reason.WRONG_REMOVED and course.stage is Stage.HALF_WAY
    return None if why is not None and (why.is_reminder or lifted) else why, picture


def _unpressed(state: DraughtsState, best: Story) -> Step:
    """The state in which nobody waits for a turn that was said to be over, once looks show that nothing was moved."""
    idle = best.items == state.seen.told and best.course.stage in (Stage.TO_MOVE, Stage.MOVED)
    if not idle or state.phase is not Phase.TRYING or state.seen.belief is None:
        return state, []
    waited = waits(state.seen.belief.looks, Rest.UNDECIDED, state.costs)
    return state if waited else state.with_seen(ended_t=None), []


def _is_broken_off(state: DraughtsState, best: Story) -> bool:
    """Whether a turn that is half-way is over all the same: a person has said of every legal move that it was none."""
    if not state.seen.rejected or not (best.course.over or _is_still(state)):
        return False
    return all(end in state.seen.rejected for _, end in _ends(state))


def _withdrawn(state: DraughtsState, told: Sequence[Story], frame: int | None) -> Step:  # noqa: ARG001
    """A question about a move that the board does not show any more is not asked any longer."""
    question = state.shown.question
    ends = (
        {answer.end for answer in question.answers if isinstance(answer.meaning, Move)}
        if question is not None
        else set()
    )
    if not ends:
        return state, []
    n = len(state.seen.told)
    shown = [story for story in told if story.starts_with(state.seen.told) and story.p >= _LIKELY]
    meant = {
        item.end if isinstance(item := story.items[n] if len(story.items) > n else None, Moved) else story.course.end
        for story in shown
    }
    if meant & ends or told[0].course.stage in (Stage.HALF_WAY, Stage.WRONG):
        return state, []
    return state.with_shown(question=None, message=None), []


def _plays(state: DraughtsState, told: Sequence[Story], n: int) -> tuple[list[Answer], float]:
    """The moves that may have been made, the likeliest first, and how likely one of these was."""
    if n != len(state.seen.told) or state.phase is Phase.CORRECTING:
        return [], 0.0
    ends = _ends(state, told) or _nearest(state, told[0])
    answers = [Answer(text(move, state.record.position), move, end) for move, end in ends]
    later = (story for story in told if len(story.items) > n and story.starts_with(state.seen.told))
    likely = sum(story.p for story in later if not _stands(story.items[n]))
    return [answer for answer in answers if answer.end not in state.seen.rejected], likely


def _ends(state: DraughtsState, told: Sequence[Story] | None = None) -> list[tuple[Move, Position]]:
    """The moves that may have been made in the undecided turn, the likeliest first; all legal ones without stories."""
    if told is None:
        moves = legal_moves(state.record.position, state.terms.rules.rules)
        return [(move, after(state.record.position, move)) for move in moves]
    n = len(state.seen.told)
    found: dict[Position, Move] = {}
    for story in told:
        item = story.items[n] if len(story.items) > n and story.starts_with(state.seen.told) else None
        if isinstance(item, Moved) and item.move is not None and story.p >= _LIKELY:
            found.setdefault(item.end, item.move)
    return [(move, end) for end, move in found.items()]


def _nearest(state: DraughtsState, best: Story) -> list[tuple[Move, Position]]:
    """Where hardly any legal move can have been made: those that leave the board most like what lies there."""
    return sorted(_ends(state), key=lambda pair: int((packed(pair[1]) != best.course.board).sum()))


_TELLING: Final[Telling[DraughtsState, Course, Event]] = Telling(
    game=lambda state: Draughts(_is_still(state)), anchored_to=anchored_to, line_of=_line_of, stands=_stands,
    next_tells=lambda _state, _item: False, is_wrong=_is_wrong, is_against=_is_against,
    is_before=lambda course: course.stage is Stage.TO_MOVE,
    is_half_way=lambda course: course.stage is Stage.HALF_WAY, fault=_fault,
    with_turn=lambda course, side: course.position._replace(to_move=side), rolls=lambda _state, _told, _n: None,
    plays=_plays, written=_written, otherwise=_otherwise, taken_back=_taken_back, found_illegal=actions.found_illegal,
    beside=_withdrawn,
    in_phase=_unpressed,
)  # fmt: skip
seen = _TELLING.seen
in_line = _TELLING.in_line
