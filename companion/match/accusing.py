"""Names what is wrong with a finished turn, or early dice, once little else is possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.backgammon import Explanation, Reason, explain
from companion.games.backgammon.conduct import may_be_annulled
from companion.games.rules import TRAY, Picture, Stack
from companion.match import actions
from companion.match.anchoring import anchored_to, model_of
from companion.match.any_game import YES_OR_NO
from companion.match.message import Message
from companion.match.phases import PLAYING
from companion.match.state import Question, State, Step, asked
from companion.record.entries import Kind
from companion.record.facts import Annulled
from companion.referee.backgammon import Hypothesis, is_illegal_end, only_others_moved
from companion.referee.boards import ROLLS, as_picture
from companion.referee.course import Course, Rolled, Stage, Stood
from companion.referee.decide import Rest, is_asked_outside_turn, waits
from vision.observation import UNSEEN


def found_illegal(state: State, picture: Picture, why: Explanation, frame: int | None, p: float, margin: float) -> Step:
    """Reports a fault, or whose turn it is if only the other side's checkers were moved."""
    best = state.seen.belief.best if state.seen.belief is not None else None
    if why.reason is Reason.OPPONENT_MOVED and best is not None and only_others_moved(best):
        return state.saying("notice.out-of-turn", name=state.name_of(state.side)), []
    return actions.found_illegal(state, picture, why, frame, p, margin)


def is_against(hypothesis: Hypothesis, best: Hypothesis, state: State) -> bool:
    """Whether a hypothesis makes the current turn of the likeliest one a fault."""
    same = hypothesis.course.position.on_roll is best.course.position.on_roll and is_illegal_end(
        hypothesis.course, model_of(state)
    )
    return same or is_wrong(hypothesis, state)


def is_wrong(hypothesis: Hypothesis, state: State) -> bool:
    """Whether a hypothesis makes the unreported turn illegal, with any roll."""
    n = len(state.seen.recorded) - (1 if state.seen.recorded and isinstance(state.seen.recorded[-1], Rolled) else 0)
    if not hypothesis.starts_with(state.seen.recorded[:n]):
        return False
    later = [item for item in hypothesis.items[n : n + 2] if not isinstance(item, Rolled)]
    if later:
        return isinstance(later[0], Stood)
    if not hypothesis.items[n:]:
        return False
    return is_illegal_end(hypothesis.course, model_of(state)) or (
        hypothesis.course.over and hypothesis.course.stage is Stage.CORRECTING
    )


def fault(state: State, course: Course) -> tuple[Explanation | None, Picture]:
    """The fault of the current turn if this course is true, and the board with it."""
    picture = dict(as_picture(course.board))
    if state.record.turn is None:
        return None, picture
    tray = state.seen.look.observation.spot(TRAY) if state.seen.look is not None else UNSEEN
    if tray.seen:
        picture[TRAY] = Stack(*tray.best)
    before = replace(state.record.position, on_roll=course.position.on_roll)
    why = explain(before, state.record.turn.dice, picture, state.terms.rules.rules)
    return why, picture


def rolled_early(state: State, hypotheses: Sequence[Hypothesis], frame: int | None) -> Step:
    """Reports dice that came before the end of the turn; asks where the rules allow to annul them."""
    ahead = [
        hypothesis
        for hypothesis in hypotheses
        if hypothesis.course.stage is Stage.AHEAD and hypothesis.starts_with(state.seen.recorded)
    ]
    if not is_asked_outside_turn(sum(hypothesis.p for hypothesis in ahead), state.costs) or state.phase not in PLAYING:
        return state, []
    best = ahead[0]
    track_numbers = best.course.standing.track_numbers
    looks = state.seen.belief.looks_at(best.course) if state.seen.belief is not None else 0
    said = state.shown.question is not None or track_numbers == state.seen.said.get("premature")
    if said or waits(looks, Rest.TURN_OVER, state.costs):
        return state, []
    state = state.having_said("premature", track_numbers)
    if may_be_annulled(state.terms.rules.rules):
        question = Question("question.premature", YES_OR_NO, {"name": state.name_of(state.side.other)})
        return asked(state, question, frame)
    message = Message("notice.premature", {"name": state.name_of(state.side)}, alarm=False)
    return state.with_shown(message=state.shown.message or message), []


def annulled(state: State) -> Step:
    """Annuls the early dice on the board."""
    best = state.seen.belief.best if state.seen.belief is not None else None
    if best is None or best.stage is not Stage.AHEAD or best.standing.rolls is None:
        return state, []
    dice = ROLLS[int(best.standing.rolls.argmax())]
    numbers = dice.first, dice.second
    state, effects = actions.appended(state, Kind.PREMATURE, Annulled(), side=state.side.other, dice=numbers)
    return anchored_to(state), effects
