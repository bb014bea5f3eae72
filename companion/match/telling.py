"""Brings the record in line with what the referee believes: tells what is sure, revises, accuses, and asks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from companion.games.backgammon import Dice, Explanation, Play, Position, Reason, explain
from companion.games.backgammon.conduct import may_be_annulled, throws_in_roll
from companion.games.backgammon.cube import Act, Cube, refusal
from companion.games.rules import TRAY, Picture, Side, Stack
from companion.match import actions
from companion.match.events import BoardSeen
from companion.match.message import Message
from companion.match.phases import OVER, PLAYING, TO_ROLL, WRONG, Phase
from companion.match.questions import YES_OR_NO, name_of, number_of_roll, take_or_drop
from companion.match.state import Answer, Change, Choice, Effect, EndOfTurn, Question, State, may_double, moment_of
from companion.match.step import Step, as_effects, asked
from companion.record.entries import Entry, Kind
from companion.record.facts import Annulled
from companion.referee.belief import anchored, doubted, ended, looked
from companion.referee.boards import ROLLS, as_picture, as_position, ends_of, number_of, only
from companion.referee.course import Course, Past, Stage, Standing
from companion.referee.happening import Model
from companion.referee.story import (
    Doubled,
    Item,
    LostTrack,
    Passed,
    Played,
    Rolled,
    Stood,
    Story,
    Tied,
    is_supported,
    lies_wrong,
    only_others_moved,
    stories,
    sureness,
)
from vision.observation import UNSEEN, Observation

_SURE: Final = 0.85
"""A play is told that is so likely: a false one costs a revision, a late one silence."""
_SURE_OTHERWISE: Final = 0.9
"""What is no play, or was told otherwise before, is told from here on."""
_SURE_OF_ROLL: Final = 0.7
"""A roll is told sooner: until it is played it is corrected in a word."""
_REVISED: Final = 0.02
"""What was told is taken back when it is less likely."""
_OUTWEIGHED: Final = 2.0
"""... or, once the next turn is over, when something else is so many times likelier."""
_ACCUSED: Final = 0.97
"""A false accusation costs thirty times a question: 300 to 10."""
_ACCUSED_UNASKED: Final = 0.91
"""Where nobody answers, ten times a missed act: 300 to 30."""
_UNACCUSED: Final = 0.1
"""A story in which a play stood that nobody was told of is so much less welcome: as a missed act, 30 to 300."""
_LOOKS: Final = 2
_DOUBTED: Final = 0.3
"""A missed act costs three times a question: 30 to 10."""
_UNDECIDED: Final = 3
"""Looks at a board at rest after which no clearer one is expected."""
_LOOKS_ADRIFT: Final = 5
"""Looks at rest before it is asked whose turn it is: who is still moving so much is not interrupted."""
_LOOKS_OF_THOUGHT: Final = 8
"""Looks for which the next player may think before it is asked what the last one has played: 3 s at rest; judged."""
_AGAIN_S: Final = 3.0
"""For so long dice that were taken up before anything was moved may be thrown again."""
_OPEN_EVENTS: Final = 3
"""Turns, doubles and takes that may still be told otherwise."""
_SETTLED: Final = 0.999
_EARLY: Final = 0.5
_LIKELY: Final = 0.03
_WORTH_ASKING: Final = 0.01
_ANSWERABLE: Final = 0.1
"""Nobody is asked where hardly any of the answers can be true: a wrong record costs ten times a question."""
_MOST_CHOICES: Final = 3


def model_of(state: State) -> Model:
    """What the referee knows of the match."""
    by = state.ends_by
    rules = state.terms.rules

    def allowed(side: Side, cube: Cube) -> bool:
        moment = replace(moment_of(state), on_roll=side, rolled=False, over=False)
        return refusal(Act.DOUBLE, side, cube, moment, rules.rules) is None

    return Model(
        rules, lifting_ends=by is EndOfTurn.LIFTED, still=by is EndOfTurn.STILL,
        dance_ends=state.terms.end_of_turn is not EndOfTurn.LIFTED, one_die=throws_in_roll(rules.rules) > 1,
        may_double=allowed,
    )  # fmt: skip


def anchored_to(state: State, *, thrown: bool = False) -> State:
    """The state whose belief is what is on record, and nothing else.

    ``thrown``: dice that lie there and show another roll than the recorded one are the next.
    """
    if state.phase in (Phase.SETTING_UP, *OVER):
        return state.with_seen(belief=None, told=(), marks=(), settled=None)
    looks = state.seen.belief.gathered if state.seen.belief is not None else None
    recorded = state.record.turn.dice if state.record.turn is not None else None
    throw: tuple[int, ...] = ()
    if looks is not None and looks.epoch is not None:
        lying = [track for n in looks.epoch.lying if (track := looks.track(n)) is not None]
        own = recorded is not None and sorted(t.value for t in lying) == sorted((recorded.first, recorded.second))
        throw = () if thrown and not own else tuple(track.number for track in lying[:2])
        others = [track for track in lying if track.number not in throw] if thrown else []
        looks = looks.without(others)  # they are seen anew at the next look, as thrown
    standing, stage = Standing(state.record.position), Stage.TO_ROLL
    told: tuple[Item, ...] = ()
    if state.phase is Phase.OPENING:
        stage = Stage.OPENING
    elif state.phase is Phase.DOUBLED:
        stage = Stage.DOUBLED
    elif state.record.turn is not None:
        roll = number_of(state.record.turn.dice)
        throw = () if state.record.turn.drawn else throw
        standing, told = Standing(state.record.position, throw, only(roll)), (Rolled(state.record.position, roll),)
        over = not throw and state.ends_by is EndOfTurn.LIFTED and state.record.turn.seen
        stage = Stage.MENDING if over else Stage.ROLLED  # the dice are up, and another play is to be made of them
    belief = anchored(state.record.position, stage=stage, standing=standing, cube=state.record.cube, gathered=looks)
    return state.with_seen(belief=belief, told=told, marks=(None,) * len(told), settled=None)


def seen(state: State, event: BoardSeen) -> Step:
    """Weighs a look, and tells what has become sure by it."""
    if state.seen.belief is None:
        state = anchored_to(state)
    assert state.seen.belief is not None
    belief = looked(state.seen.belief, event.observation, model_of(state), unmoved=event.unmoved)
    return in_line(state.with_seen(belief=belief), event.frame)


def lies_otherwise(state: State, look: Observation) -> bool:
    """Whether a first look shows a board that neither is on record nor can be the play of the current roll."""
    state = anchored_to(state)
    if state.seen.belief is None:
        return False
    best = looked(state.seen.belief, look, model_of(state), unmoved=False).best
    played = best.stage in (Stage.PLAYED, Stage.HALF_WAY) and best.past is None
    return not played and as_position(best.board, state.side) != replace(state.record.position, on_roll=state.side)


def over(state: State, frame: int | None) -> Step:
    """Brings the record in line once somebody has said that the standing turn is over."""
    if state.seen.belief is not None:
        state = state.with_seen(belief=ended(state.seen.belief))
    return in_line(state, frame)


def in_line(state: State, frame: int | None, *, closing: bool = False, answered: bool = False) -> Step:
    """Brings record and screen in line with the belief.

    ``closing``: no other look will come; ``answered``: a person has said all that there is to say of the next item.
    """
    if state.seen.belief is None:  # nothing was seen yet since a person changed the record
        state = anchored_to(state)
    if state.seen.belief is None:
        return state, []
    told = stories(state.seen.belief, state.seen.settled, model_of(state))
    so_far = len(state.seen.told)
    state, effects = _revised(state, told, frame)
    state, more = _told_on(state, told, frame, closing=closing, answered=answered, anew=so_far)
    effects += more
    if state.phase in OVER:
        return anchored_to(state), effects
    if state.seen.hand and not closing:
        return _settled(_in_phase(state, told[0]), told), effects
    state, more = _accused(state, told, frame)
    effects += more
    state, more = _early(state, told, frame)
    effects += more
    state, more = _asked(state, told, frame)
    effects += more
    return _settled(_in_phase(state, told[0]), told), effects


# --- what is sure ----------------------------------------------------------------------------------------


def _told_on(
    state: State, told: Sequence[Story], frame: int | None, *, closing: bool, answered: bool, anew: int
) -> Step:
    """Tells what is sure; ``anew``: so many items were told before, and nobody is accused of them once more."""
    effects: list[Effect] = []
    items, start = _followed(state, told).items, len(state.seen.told)
    while (
        len(state.seen.told) < len(items)
        and items[: len(state.seen.told)] == state.seen.told
        and state.phase not in OVER
    ):
        item = items[len(state.seen.told)]
        sure = sureness(told, items[: len(state.seen.told) + 1])
        if not state.terms.asks:  # what is on record may be a guess, and nobody is there to say so
            sure /= max(sureness(told, state.seen.told), 1e-6)
        behind = len(items) - len(state.seen.told)
        forced = (
            closing
            or behind > 3
            or (answered and len(state.seen.told) < start + 2)
            or (not state.terms.asks and behind > 1)
        )
        needed = _SURE_OF_ROLL if isinstance(item, Rolled) else _SURE if isinstance(item, Played) else _SURE_OTHERWISE
        if isinstance(item, Stood) and state.phase not in WRONG:
            sure = sum(story.p for story in told if _is_wrong(story, state, model_of(state)))
        if sure < needed and (not forced or isinstance(item, LostTrack)):
            break
        rolled = state.seen.told[-1] if state.seen.told else None
        certain = sure >= _SURE and (not isinstance(rolled, Rolled) or rolled.seen)
        again = len(state.seen.told) < anew
        mark = Change(state.n, state.t, state.record, state.clock)
        state, more = _written(state, item, frame, sure, certain=certain)
        effects += [one for one in more if not (again and isinstance(one, Entry) and one.event is Kind.ILLEGAL)]
        state = state.with_seen(told=(*state.seen.told, item), marks=(*state.seen.marks, mark))
    return state, effects


def _followed(state: State, told: Sequence[Story]) -> Story:
    """The story that the record follows: the likeliest, but nobody is accused whom a likely one does not accuse."""
    accused = sum(isinstance(item, Stood) for item in state.seen.told) + (state.phase in WRONG)

    def worth(story: Story) -> float:
        more = sum(isinstance(item, Stood) for item in story.items) - accused
        return story.p * _UNACCUSED ** max(more, 0)

    return max(told, key=worth)


def _written(state: State, item: Item, frame: int | None, p: float, *, certain: bool) -> Step:
    margin = _odds(p)
    effects: list[Effect] = []
    side = _before_roll(item)
    if side is not None and (state.phase not in TO_ROLL or state.side is not side):
        # What was taken for this turn's roll came after it, or was none.
        state, effects = as_effects(actions.placed(state, replace(state.record.position, on_roll=side)))
    state, more = _item_written(state, item, frame, p, margin, certain=certain)
    return state, effects + more


def _before_roll(item: Item) -> Side | None:
    """Whose turn it is where an item comes before the roll, None of others."""
    if isinstance(item, Doubled) and item.act is not Act.DOUBLE:
        return None
    return item.side if isinstance(item, Doubled | Passed) else None


def _item_written(state: State, item: Item, frame: int | None, p: float, margin: float, *, certain: bool) -> Step:
    match item:
        case Rolled():
            return _roll_written(state, item, frame, p)
        case Played(end=end):
            play, legal_end = _play_to(state, item)
            return as_effects(actions.played(state, play, legal_end, frame, p, margin, sure=certain))
        case Stood(end=end):
            return _stood(state, end, frame, p)
        case Doubled(act=Act.DOUBLE) if not may_double(state):
            return state, []  # the record has the cube elsewhere; if it stays there, that is asked about
        case Doubled(act=Act.DOUBLE):
            state, effects = as_effects(actions.doubled(state, frame, p))
            return state.with_shown(question=take_or_drop(state) if state.terms.asks else None), effects
        case Doubled() if state.record.cube.offer is None:
            return state, []
        case Doubled():
            return as_effects(actions.taken(state, frame, p, sure=certain))
        case Passed():
            return as_effects(actions.passed(state))
        case Tied(number=number):
            return as_effects(actions.tied(state, number, frame, p))
        case LostTrack(position=position):
            return as_effects(actions.placed(state, position))


def _roll_written(state: State, item: Rolled, frame: int | None, p: float) -> Step:
    effects: list[Effect] = []
    if item.early:
        state, effects = as_effects(actions.rolled_early(state, item.side, item.dice, frame))
    if (state.record.position.points, state.record.position.bar) != (item.before.points, item.before.bar):
        state, more = as_effects(actions.placed(state, item.before))
        effects += more
    recorded = state.record.turn.dice if state.record.turn is not None and state.phase in PLAYING | WRONG else None
    if recorded is not None and state.side is not item.side:
        state, more = as_effects(actions.placed(state, item.before))
        effects, recorded = effects + more, None
    if recorded is not None and recorded.same_numbers(item.dice):
        return state, effects
    if recorded is not None:
        state, more = as_effects(actions.roll_corrected(state, item.dice, frame, seen=True, confidence=p))
    else:
        told = actions.rolled(
            state, item.dice, frame, passes=False, side=item.side, seen=True, blind=not item.seen, confidence=p,
            margin=_odds(p),
        )  # fmt: skip
        state, more = as_effects(told)
    return state, effects + more


def _play_to(state: State, item: Played) -> tuple[Play, Position]:
    ends = state.terms.rules.legal_ends(item.before, ROLLS[item.roll])
    found = next(one for one in ends if _places(one) == _places(item.end))
    return ends[found], found


def _places(position: Position) -> tuple[object, ...]:
    return position.points, position.bar


def _stood(state: State, end: Position, frame: int | None, p: float) -> Step:
    effects: list[Effect] = []
    if state.phase not in WRONG:
        why = _why(state, end)
        if why is None:
            return state, []
        picture = state.terms.rules.picture(end)
        state, effects = as_effects(actions.found_illegal(state, picture, why, frame, p, _odds(p)))
    state, more = as_effects(actions.stood(state, frame, lies=replace(end, on_roll=state.side)))
    return state, effects + more


def _why(state: State, end: Position) -> Explanation | None:
    assert state.record.turn is not None
    return explain(
        state.record.position, state.record.turn.dice, state.terms.rules.picture(end), state.terms.rules.rules
    )


def _odds(p: float) -> float:
    return math.log(max(p, 1e-6) / max(1.0 - p, 1e-6))


# --- what was told otherwise -----------------------------------------------------------------------------


def _revised(state: State, told: Sequence[Story], frame: int | None) -> Step:
    """Takes back what was told, where the belief says otherwise by now."""
    items = _followed(state, told).items
    common = next((k for k, (a, b) in enumerate(zip(items, state.seen.told, strict=False)) if a != b), None)
    if common is None:
        return state, []
    was, now = sureness(told, state.seen.told[: common + 1]), sureness(told, items[: common + 1])
    may_change = isinstance(state.seen.told[common], Played) and len(items) == common + 1  # nobody has thrown since
    sure = now >= _SURE_OTHERWISE and was <= _REVISED and not may_change
    late = len(items) > common + 2 and now > _OUTWEIGHED * was
    if not (sure or late):
        return state, []
    mark = state.seen.marks[common]
    effects: list[Effect] = []
    if mark is not None and any(isinstance(item, _BESIDE_TURNS) for item in state.seen.told[common:]):
        state, effects = as_effects(actions.restored(state, mark))
        kept, marks = state.seen.told[:common], state.seen.marks[:common]
        return state.with_seen(told=kept, marks=marks).with_shown(message=None), effects
    kept = state.seen.told[:common]
    # Only the ends of turns can be taken back; what came before their roll stands.
    while kept and not isinstance(kept[-1], Played | Stood | Passed | Doubled):
        kept = kept[:-1]
    back = sum(_may_be_undone(item, before) for before, item in pairwise((None, *state.seen.told)))
    back -= sum(_may_be_undone(item, before) for before, item in pairwise((None, *kept)))
    if back == 0:
        rolled, was_told = items[common], state.seen.told[common]
        if isinstance(was_told, Rolled) and isinstance(rolled, Rolled):
            state, effects = _roll_written(state, rolled, frame, told[0].p)
            state = state.with_seen(told=(*state.seen.told[:common], rolled))
        elif isinstance(was_told, Rolled):  # something else came before the roll, or there was none
            state, effects = as_effects(actions.placed(state, was_told.before))
            state = state.with_seen(told=state.seen.told[:common], marks=state.seen.marks[:common])
        return state, effects
    for _ in range(back):
        if not state.record.moments:
            break
        state, more = as_effects(actions.undone(state))
        effects += more
    return state.with_seen(told=kept, marks=state.seen.marks[: len(kept)]).with_shown(message=None), effects


_BESIDE_TURNS: Final = (Doubled, Tied, LostTrack)
"""What no undo of a play takes back."""


def _may_be_undone(item: Item | None, before: Item | None) -> bool:
    """Whether an undo takes back an item that was told; ``before``: the one before it."""
    if isinstance(item, Rolled) and isinstance(before, Played | Stood):
        return _places(item.before) != _places(before.end)  # the board was set right first
    return isinstance(item, Played | Stood | Passed | LostTrack)


# --- what is against the rules ----------------------------------------------------------------------------


def _accused(state: State, told: Sequence[Story], frame: int | None) -> Step:
    """Says what is wrong with a turn that is over, once hardly anything else can have happened."""
    best, model = told[0], model_of(state)
    told_of = state.record.wrong is not None and state.record.wrong.position is not None
    unplayed = told_of and state.record.wrong is not None and state.record.wrong.position == state.record.position
    if state.phase in WRONG and best.course.stage is Stage.ROLLED and best.items == state.seen.told and not unplayed:
        alarm = state.shown.message is not None and state.shown.message.alarm
        return state.with_shown(
            message=None if alarm else state.shown.message
        ), []  # put back to before the illegal play: nothing on the board is wrong
    if best.items != state.seen.told or state.phase not in PLAYING or not lies_wrong(best.course, model):
        return state, []
    lawful = sum(story.p for story in told if not _is_fault(story, best, state, model))
    needed = 1 if state.terms.end_of_turn is EndOfTurn.STILL else _LOOKS
    least = _ACCUSED if state.terms.asks else _ACCUSED_UNASKED
    if (
        1.0 - lawful < least
        or not (state.seen.rejected or is_supported(told))
        or _looks_at(state, best.course) < needed
    ):
        return state, []
    why, picture = _fault(state, best.course)
    if why is not None and why.reason is Reason.OPPONENT_MOVED and only_others_moved(best.course):
        out_of_turn = Message("notice.out-of-turn", {"name": name_of(state, state.side)}, alarm=False)
        return state.with_shown(message=out_of_turn), []
    if why is None or (why.reason.is_question and state.terms.asks and not state.seen.rejected):
        return state, []
    soon = state.seen.ended_t is None or state.t - state.seen.ended_t < _AGAIN_S
    unplayed = best.course.stage is Stage.ROLLED and not best.course.standing.ended
    if unplayed and (soon or not best.course.standing.throw):
        return state, []
    return as_effects(actions.found_illegal(state, picture, why, frame, 1.0 - lawful, _odds(1.0 - lawful)))


def _is_fault(story: Story, best: Story, state: State, model: Model) -> bool:
    """Whether the standing turn of the likeliest story is a fault by another one, however it came to that turn."""
    same = story.course.position.on_roll is best.course.position.on_roll and lies_wrong(story.course, model)
    return same or _is_wrong(story, state, model)


def _is_wrong(story: Story, state: State, model: Model) -> bool:
    """Whether the turn that is not told of was played illegally, whichever roll it has."""
    n = len(state.seen.told) - (1 if state.seen.told and isinstance(state.seen.told[-1], Rolled) else 0)
    if not story.starts_with(state.seen.told[:n]):
        return False
    later = [item for item in story.items[n : n + 2] if not isinstance(item, Rolled)]
    if later:
        return isinstance(later[0], Stood)
    if not story.items[n:]:
        return False
    return lies_wrong(story.course, model) or (story.course.over and story.course.stage is Stage.MENDING)


def _fault(state: State, course: Course) -> tuple[Explanation | None, Picture]:
    assert state.record.turn is not None
    picture = dict(as_picture(course.board))
    tray = state.seen.look.observation.spot(TRAY) if state.seen.look is not None else UNSEEN
    if tray.seen:
        picture[TRAY] = Stack(*tray.best)
    before = replace(state.record.position, on_roll=course.position.on_roll)
    why = explain(before, state.record.turn.dice, picture, state.terms.rules.rules)
    return why, picture


def _looks_at(state: State, course: Course) -> int:
    """For how many looks a course has been as it is."""
    epoch = state.seen.belief.gathered.epoch if state.seen.belief is not None else None
    return course.rested + (epoch.looks if epoch is not None else 0)


# --- what comes too soon ------------------------------------------------------------------------------------


def _early(state: State, told: Sequence[Story], frame: int | None) -> Step:
    """Says that dice were thrown before the turn was over; where the rules let them be annulled, asks."""
    best = told[0]
    early = sum(story.p for story in told if story.course.stage is Stage.AHEAD and story.starts_with(state.seen.told))
    if early < _EARLY or best.course.stage is not Stage.AHEAD or state.phase not in PLAYING or not state.terms.asks:
        return state, []
    thrown = best.course.standing.throw
    if state.shown.question is not None or thrown == state.seen.early_throw or _looks_at(state, best.course) < _LOOKS:
        return state, []
    state = state.with_seen(early_throw=thrown)
    if may_be_annulled(state.terms.rules.rules):
        question = Question("question.premature", YES_OR_NO, {"name": name_of(state, state.side.other)})
        return asked(state, question, frame)
    message = Message("notice.premature", {"name": name_of(state, state.side)}, alarm=False)
    return state.with_shown(message=state.shown.message or message), []


def annulled(state: State) -> Step:
    """Annuls the dice that came too soon: they lie there, and are nobody's roll."""
    best = state.seen.belief.best if state.seen.belief is not None else None
    if best is None or best.stage is not Stage.AHEAD or best.standing.rolls is None:
        return state, []
    dice = ROLLS[int(best.standing.rolls.argmax())]
    numbers = dice.first, dice.second
    told = actions.appended(state, Kind.PREMATURE, Annulled(), side=state.side.other, dice=numbers)
    state, effects = as_effects(told)
    return anchored_to(state), effects


# --- what is not sure ---------------------------------------------------------------------------------------


def _asked(state: State, told: Sequence[Story], frame: int | None) -> Step:
    """Asks about the turn that is undecided, once no clearer look is expected."""
    if state.shown.question is not None and state.shown.question.key in _OURS:
        return state, []
    best = told[0]
    thrown = (
        len(best.items) > len(state.seen.told) + 1
    )  # who mends what was wrong is left in peace until the next throw
    may_ask = state.phase in PLAYING | TO_ROLL | {Phase.OPENING} or (state.phase in WRONG and thrown)
    if not state.terms.asks or state.shown.question is not None or not may_ask:
        return state, []
    course, model = best.course, model_of(state)
    if _looks_at(state, course) < _UNDECIDED:
        return state, []
    adrift = _adrift(state, told)
    if adrift is not None and _looks_at(state, course) >= _LOOKS_ADRIFT:
        return asked(state, adrift, frame)
    n = _first_open(state, best)
    if n == len(best.items) < len(state.seen.told):
        return state, []  # it has not got as far as the record
    ahead = len(best.items) - max(n, len(state.seen.told))
    wrong = sum(story.p for story in told if _is_wrong(story, state, model))
    waits = ahead == 1 and state.ends_by is not EndOfTurn.BUTTON and not _ends_game(best.items[-1])
    thinks = ahead > 1 and course.stage is Stage.ROLLED and _looks_at(state, course) < _LOOKS_OF_THOUGHT
    agreed = n == len(state.seen.told)
    if agreed and (((ahead == 0 or waits) and (wrong < _DOUBTED or not course.over)) or (thinks and wrong < _DOUBTED)):
        return state, []  # what comes next tells more
    if not agreed and not course.over:
        return state, []  # who is still at it may clear it up
    rolls = _rolls_in_question(state, told, n)
    if rolls:
        answers = tuple(Answer(roll.text(), roll) for roll in rolls[:_MOST_CHOICES])
        return asked(state, Question("question.which-roll", answers, turn=number_of_roll(state)), frame)
    plays = _ends(state, told, n) or (_nearest(state, course) if ahead == 0 and agreed else [])
    if not plays or all(play.end in state.seen.rejected for play in plays[: _MOST_CHOICES - 1]):
        return state, []
    choices = [*plays[: _MOST_CHOICES - 1], Answer("answer.other", Choice.NO)]
    key, values = "question.which-play", {}
    if state.record.turn is not None and agreed:
        faults = (story.course for story in told if story.p > _LIKELY and _is_wrong(story, state, model))
        whys = (why for course in faults if (why := _fault(state, course)[0]) is not None)
        gone = next((why for why in whys if why.reason is Reason.CHECKER_COUNT), None)
        if gone is not None:
            key, values = gone.text_key, dict(gone.values)
    return asked(state, Question(key, tuple(choices), values), frame)


def _first_open(state: State, best: Story) -> int:
    """The number of the first item that the likeliest story has otherwise than the record, or has not got there."""
    pairs = enumerate(zip(best.items, state.seen.told, strict=False))
    return next((k for k, (a, b) in pairs if a != b), min(len(best.items), len(state.seen.told)))


def _ends_game(item: Item) -> bool:
    return isinstance(item, Played | Stood) and item.end.winner is not None


def _adrift(state: State, told: Sequence[Story]) -> Question | None:
    """Asks whose turn it is, where the board lies as nothing that is known of can have left it."""
    n = len(state.seen.told) - (bool(state.seen.told) and isinstance(state.seen.told[-1], Rolled))
    later = [story for story in told if len(story.items) > n and story.starts_with(state.seen.told[:n])]
    lost = [story for story in later if isinstance(story.items[n], LostTrack)]
    if sum(story.p for story in lost) < _SURE:
        return None
    position = lost[0].course.position
    names = zip(state.terms.names, Side, strict=True)
    sides = tuple(Answer(name, side, replace(position, on_roll=side)) for name, side in names)
    return Question("question.adrift", (*sides, Answer("answer.put-back", Choice.NO)))


def _rolls_in_question(state: State, told: Sequence[Story], n: int) -> list[Dice]:
    """The rolls of which the undecided turn may have one, the likeliest first; none where that is not the question."""
    before = n > 0 and isinstance(state.seen.told[n - 1], Rolled)
    known = before or (n < len(state.seen.told) and isinstance(state.seen.told[n], Rolled))
    n -= before
    likely: dict[int, float] = {}
    for story in told:
        item = story.items[n] if len(story.items) > n else None
        if not isinstance(item, Rolled) or not story.starts_with(state.seen.told[:n]):
            continue
        alone = len(story.items) == n + 1 and story.course.stage is not Stage.PLAYED
        shows = enumerate(story.course.rolls) if alone else ((item.roll, 0.0),)
        for roll, share in shows:
            likely[roll] = likely.get(roll, 0.0) + story.p * math.exp(share)
    ranked = sorted(likely, key=lambda roll: -likely[roll])
    total = sum(likely.values())
    settled = 1.0 - _ANSWERABLE if known else _SURE_OF_ROLL
    if total < _SURE_OF_ROLL or likely[ranked[0]] > settled * total:
        return []
    found = [ROLLS[roll] for roll in ranked if likely[roll] > _WORTH_ASKING]
    return found if len(found) > 1 else []


def _nearest(state: State, course: Course) -> list[Answer]:
    """Where hardly any legal play can have been made: those that leave the board most like what lies there."""
    if state.phase not in PLAYING or course.standing.rolls is None:
        return []
    ends = ends_of(state.terms.rules, course.position, course.likeliest)
    apart = (ends.boards != course.board).sum(axis=1)
    nearest = sorted(range(len(ends.plays)), key=lambda k: int(apart[k]))
    return [Answer(ends.plays[k].text(), ends.plays[k], ends.positions[k]) for k in nearest]


def _ends(state: State, told: Sequence[Story], n: int) -> list[Answer]:
    """The plays that may have been made, the likeliest first."""
    answers: dict[tuple[object, ...], Answer] = {}
    likely = 0.0
    recorded = state.record.turn.dice if state.record.turn is not None and n == len(state.seen.told) else None
    for story in told:
        item = next((one for one in story.items[n:] if not isinstance(one, Rolled)), None)
        unlikely = story.p < _WORTH_ASKING or story.course.stage is Stage.AHEAD
        if not isinstance(item, Played) or not story.starts_with(state.seen.told[:n]) or unlikely:
            continue
        likely += story.p
        dice = ROLLS[item.roll]
        play, end = _play_to(state, item)
        said = recorded is not None and recorded.same_numbers(dice)
        text = play.text() if said else f"{dice.text()}: {play.text()}"
        answers.setdefault((item.roll, *_places(end)), Answer(text, play, end, None if said else dice))
    return list(answers.values()) if likely > _ANSWERABLE else []


_OURS: Final = frozenset({"question.which-play", "question.which-roll", "checker-count", "question.adrift"})


# --- what is settled ----------------------------------------------------------------------------------------


def _settled(state: State, told: Sequence[Story]) -> State:
    """Forgets how it came to what no likely course denies any more: what lies more than two turns back."""
    best = told[0]
    past = best.course.past
    for _ in range(_OPEN_EVENTS):
        if past is None or past is state.seen.settled:
            return state
        past = past.before
    if past is None or past is state.seen.settled or state.seen.belief is None or not best.starts_with(state.seen.told):
        return state
    agreed = [story for story in told if _leads_from(story.course, past)]
    if sum(story.p for story in agreed) < _SETTLED:
        return state
    left = stories(state.seen.belief, past, model_of(state))[0].items
    kept = len(state.seen.told) - (len(best.items) - len(left))
    if kept < 0:
        return state
    courses = tuple(story.course for story in agreed)
    return state.with_seen(
        belief=replace(state.seen.belief, courses=courses), settled=past, told=left[:kept],
        marks=state.seen.marks[len(state.seen.told) - kept :],
    )  # fmt: skip


def _leads_from(course: Course, past: Past) -> bool:
    node = course.past
    while node is not None and node is not past:
        node = node.before
    return node is past


def _in_phase(state: State, best: Story) -> State:
    """The phase of a standing turn, by what lies there."""
    if state.phase not in PLAYING:
        return state
    whole = best.course.stage is Stage.PLAYED
    phase = Phase.ENDED if best.course.over else Phase.COMPLETE if whole else Phase.TRYING
    ended_t = None if not best.course.over else state.t if state.seen.ended_t is None else state.seen.ended_t
    return state.entering(phase).with_seen(ended_t=ended_t)


def choose(state: State, end: Position, dice: Dice | None) -> State | None:
    """The state of somebody who was told how an undecided turn ended; None where no course has it so."""
    roll = number_of(dice) if dice is not None else None
    return _told_by_a_person(state, lambda item: _places(item.end) == _places(end) and roll in (None, item.roll))


def none_of(state: State, ends: Sequence[Position]) -> Step:
    """Goes on from the answer that an undecided turn ended in none of these ways."""
    boards = {_places(end) for end in ends}
    told = _told_by_a_person(state, lambda item: _places(item.end) in boards, denied=True)
    state = (told or state).with_seen(rejected=(*state.seen.rejected, *ends))
    return state, []  # what lies there by now, the next look shows


def roll_known(state: State, roll: Dice) -> Step:
    """Goes on from the answer which roll the turn has that is undecided, or is being played."""
    if state.seen.belief is not None:
        told = stories(state.seen.belief, state.seen.settled, model_of(state))
        n, number = _first_open(state, told[0]), number_of(roll)
        n -= n > 0 and isinstance(state.seen.told[n - 1], Rolled)
        weighed = [_with_roll(story, number, n) if story.starts_with(state.seen.told[:n]) else None for story in told]
        if any(course is not None for course in weighed):
            denied = [course is None for course in weighed]
            courses = tuple(new or old for new, old in zip(weighed, state.seen.belief.courses, strict=True))
            belief = doubted(replace(state.seen.belief, courses=courses), denied)
            return in_line(state.with_seen(belief=belief), None)
    return as_effects(actions.roll_entered_anew(state, roll)) if state.record.turn is not None else (state, [])


def _with_roll(story: Story, number: int, n: int) -> Course | None:
    """The course of a story if the roll that it has in that place is known; None where it has another one."""
    item = story.items[n] if len(story.items) > n else None
    course = story.course
    if not isinstance(item, Rolled):
        return None
    if course.position == item.before and course.stage is not Stage.PLAYED and course.standing.rolls is not None:
        return replace(course, standing=course.standing._replace(rolls=only(number)))
    return course if item.roll == number else None


def _told_by_a_person(state: State, fits: Callable[[Played], bool], *, denied: bool = False) -> State | None:
    """The state after a person has said that a turn ended so, or not; None where no course has it as is said."""
    if state.seen.belief is None:
        return None
    told = stories(state.seen.belief, state.seen.settled, model_of(state))
    asked_after = state.seen.told[: _first_open(state, told[0])]
    true = [
        any(isinstance(item, Played) and fits(item) for item in story.items) is not denied
        and story.starts_with(asked_after)
        for story in told
    ]
    return state.with_seen(belief=doubted(state.seen.belief, [not one for one in true])) if any(true) else None
