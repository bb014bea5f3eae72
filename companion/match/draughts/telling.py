"""Brings the record in line with what the referee believes of the looks, and says what is wrong or undecided."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from companion.games.draughts import Move, Position, after, legal_moves, picture_of
from companion.games.draughts.explain import explain
from companion.games.draughts.notation import text
from companion.games.draughts.reason import Explanation, Reason
from companion.games.rules import Side
from companion.match.any_telling import Telling, choices, first_apart, waits, whose_turn
from companion.match.draughts import actions
from companion.match.draughts.state import Answer, DraughtsState, Question, Step
from companion.match.events import BoardSeen
from companion.match.phases import IN_GAME, Phase
from companion.match.terms import EndOfTurn
from companion.record.draughts import Played
from companion.record.entries import Entry
from companion.referee.belief import looked
from companion.referee.decide import Line, Rest, is_asked_about, is_told_of, is_written
from companion.referee.decide import waits as is_waited_for
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


def _accused(state: DraughtsState, told: Sequence[Story], frame: int | None) -> Step:
    """Says what is wrong with a turn that is over, once hardly anything else can have happened."""
    best, still = told[0], _is_still(state)
    if state.phase is Phase.CORRECTING and best.course.stage is Stage.TO_MOVE and best.items == state.seen.told:
        alarm = state.shown.alarm is not None
        state = state.with_seen(ended_t=None)  # put back to before the move
        return state.with_shown(message=None if alarm else state.shown.message), []
    if state.phase is not Phase.TRYING or best.items != state.seen.told or state.seen.belief is None:
        return state, []
    broken_off = _is_broken_off(state, best)
    wrong = sum(
        story.p for story in told
        if is_against_rules(story, state.seen.told, still=still)
        or (broken_off and story.course.stage is Stage.HALF_WAY)
    )  # fmt: skip
    # People lift captured men one by one.
    if not is_told_of(wrong, state.costs) or (not still and waits(state, best.course, Rest.UNDECIDED)):
        return state, []
    picture = as_picture(best.course.board)
    why = explain(state.record.position, picture, state.terms.rules.rules)
    if why is None or why.is_reminder or (why.is_question and not state.seen.rejected):
        return state, []
    return actions.found_illegal(state, picture, why, frame, wrong, odds(wrong))


def _unpressed(state: DraughtsState, best: Story) -> Step:
    """The state in which nobody waits for a turn that was said to be over, once looks show that nothing was moved."""
    idle = best.items == state.seen.told and best.course.stage in (Stage.TO_MOVE, Stage.MOVED)
    if not idle or state.phase is not Phase.TRYING or state.seen.belief is None:
        return state, []
    waited = is_waited_for(state.seen.belief.looks, Rest.UNDECIDED, state.costs)
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


def _asked(state: DraughtsState, told: Sequence[Story], frame: int | None) -> Step:
    """Asks about the turn that is undecided, once no clearer look is expected."""
    if not state.terms.asks or state.shown.question is not None or state.phase not in IN_GAME:
        return state, []
    best = told[0]
    if state.seen.belief is None or waits(state, best.course, Rest.UNDECIDED):
        return state, []
    items, so_far = best.items, state.seen.told
    if len(items) > len(so_far) and isinstance(items[len(so_far)], Gap):
        return _asked_whose_turn(state, best, frame)
    open_turn = len(items) > len(so_far) and items[: len(so_far)] == so_far
    ended = best.course.over or _is_still(state)
    if state.phase is Phase.CORRECTING or not (open_turn or (items == so_far and ended)):
        return state, []
    wrongs = [story for story in told if _is_wrong(story, state)]
    doubt = best if not open_turn else next(iter(wrongs), None)
    why = _question_about(state, doubt) if doubt is not None else None
    wrong = sum(story.p for story in wrongs)
    is_half = best.course.stage is Stage.HALF_WAY and (best.course.over or not waits(state, best.course, Rest.ADRIFT))
    if not (open_turn or is_half or is_asked_about(wrong, state.costs)):
        return state, []
    ends = _ends(state, told) or _nearest(state, best)
    ends = [pair for pair in ends if pair[1] not in state.seen.rejected]
    if not ends:
        return state, []
    answers = [Answer(text(move, state.record.position), move, end) for move, end in ends]
    key, values = ("question.which-play", {}) if why is None else (why.text_key, dict(why.values))
    question = Question(key, choices(answers), values, to=frozenset({state.side}))
    return actions.asked(state, question, frame)


def _question_about(state: DraughtsState, doubt: Story) -> Explanation | None:
    """What to ask of a board that a captured man left lying, or a wrong one removed, explains.

    Half-way no wrong one is removed: those that were lifted first are captured by a move that is possible.
    """
    why = explain(state.record.position, as_picture(doubt.course.board), state.terms.rules.rules)
    lifted = why is not None and why.reason is Reason.WRONG_REMOVED and doubt.course.stage is Stage.HALF_WAY
    return why if why is not None and why.is_question and not lifted else None


def _asked_whose_turn(state: DraughtsState, best: Story, frame: int | None) -> Step:
    if waits(state, best.course, Rest.ADRIFT):
        return state, []
    boards = [best.course.position._replace(to_move=side) for side in Side]
    return actions.asked(state, whose_turn(state, boards), frame)


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
    lambda state: Draughts(_is_still(state)), anchored_to, _line_of, _stands, _is_wrong, _written, _otherwise,
    _taken_back, (_withdrawn, _accused, _asked), _unpressed,
)  # fmt: skip
seen = _TELLING.seen
in_line = _TELLING.in_line
