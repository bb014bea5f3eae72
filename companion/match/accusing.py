"""Says what is wrong with a turn that is over, or that dice came too soon, once hardly anything else can be so."""

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
from companion.referee.backgammon import Story, lies_wrong, only_others_moved
from companion.referee.boards import ROLLS, as_picture
from companion.referee.course import Course, Rolled, Stage, Stood
from companion.referee.decide import Rest, is_asked_beside, waits
from vision.observation import UNSEEN


def found_illegal(state: State, picture: Picture, why: Explanation, frame: int | None, p: float, margin: float) -> Step:
    """Tells of a fault; where only the other side's checkers were moved, whose turn it is."""
    best = state.seen.belief.best if state.seen.belief is not None else None
    if why.reason is Reason.OPPONENT_MOVED and best is not None and only_others_moved(best):
        return state.saying("notice.out-of-turn", name=state.name_of(state.side)), []
    return actions.found_illegal(state, picture, why, frame, p, margin)


def is_against(story: Story, best: Story, state: State) -> bool:
    """Whether the standing turn of the likeliest story is a fault by another one, however it came to that turn."""
    same = story.course.position.on_roll is best.course.position.on_roll and lies_wrong(story.course, model_of(state))
    return same or is_wrong(story, state)


def is_wrong(story: Story, state: State) -> bool:
    """Whether the turn that is not told of was played illegally, whichever roll it has."""
    n = len(state.seen.told) - (1 if state.seen.told and isinstance(state.seen.told[-1], Rolled) else 0)
    if not story.starts_with(state.seen.told[:n]):
        return False
    later = [item for item in story.items[n : n + 2] if not isinstance(item, Rolled)]
    if later:
        return isinstance(later[0], Stood)
    if not story.items[n:]:
        return False
    return lies_wrong(story.course, model_of(state)) or (story.course.over and story.course.stage is Stage.MENDING)


def fault(state: State, course: Course) -> tuple[Explanation | None, Picture]:
    """What is wrong with the standing turn if this is what happened, and the board on which it is."""
    picture = dict(as_picture(course.board))
    if state.record.turn is None:
        return None, picture
    tray = state.seen.look.observation.spot(TRAY) if state.seen.look is not None else UNSEEN
    if tray.seen:
        picture[TRAY] = Stack(*tray.best)
    before = replace(state.record.position, on_roll=course.position.on_roll)
    why = explain(before, state.record.turn.dice, picture, state.terms.rules.rules)
    return why, picture


def thrown_early(state: State, told: Sequence[Story], frame: int | None) -> Step:
    """Says that dice were thrown before the turn was over; where the rules let them be annulled, asks."""
    ahead = [story for story in told if story.course.stage is Stage.AHEAD and story.starts_with(state.seen.told)]
    if not is_asked_beside(sum(story.p for story in ahead), state.costs) or state.phase not in PLAYING:
        return state, []
    best = ahead[0]
    thrown = best.course.standing.throw
    looks = state.seen.belief.looks_at(best.course) if state.seen.belief is not None else 0
    said = state.shown.question is not None or thrown == state.seen.said.get("premature")
    if said or waits(looks, Rest.TURN_OVER, state.costs):
        return state, []
    state = state.having_said("premature", thrown)
    if may_be_annulled(state.terms.rules.rules):
        question = Question("question.premature", YES_OR_NO, {"name": state.name_of(state.side.other)})
        return asked(state, question, frame)
    message = Message("notice.premature", {"name": state.name_of(state.side)}, alarm=False)
    return state.with_shown(message=state.shown.message or message), []


def annulled(state: State) -> Step:
    """Annuls the dice that came too soon: they lie there, and are nobody's roll."""
    best = state.seen.belief.best if state.seen.belief is not None else None
    if best is None or best.stage is not Stage.AHEAD or best.standing.rolls is None:
        return state, []
    dice = ROLLS[int(best.standing.rolls.argmax())]
    numbers = dice.first, dice.second
    state, effects = actions.appended(state, Kind.PREMATURE, Annulled(), side=state.side.other, dice=numbers)
    return anchored_to(state), effects
