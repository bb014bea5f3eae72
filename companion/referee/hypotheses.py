"""The hypotheses of what may have happened at the table since the last recorded entry.

One look may show a turn half done, done, or done with the next roll already made: frames may be
covered or missed.  Each possibility is an :class:`CourseOfPlay`, a hypothesis for the referee to weigh.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.conduct import has_to_roll, may_open
from companion.games.backgammon.notation import resolve
from companion.games.rules import Picture, Side, Stack
from companion.match.phases import BEFORE_PLAY, OVER, PLAYING, TO_ROLL, WRONG, Phase
from companion.match.state import EndOfTurn, State
from companion.referee.dice_on_board import lies_there
from companion.referee.roll_evidence import ALL_ROLLS, RollEvidence, any_roll
from companion.referee.roller import weight as weight_of_thrower
from companion.referee.ruling import Hypothesis, turn_stories
from vision.observation import POINTS

# The prior likelihood of a course of events (natural logarithms), by judgement:
_THROWN_AGAIN: Final = -3.4
_ROLL_MISSED: Final = -4.0
_CHANGED_ONES_MIND: Final = -4.0
_TAKEN_WRONGLY: Final = -1.0
_STOOD: Final = -2.0
_LEFT_UNPLAYED: Final = -3.0
_SAME_NUMBERS: Final = -3.0
_DANCED_UNSEEN: Final = -4.0
# Rolls that are less likely than the best one by more than this are not tried: e^-7 is one in a thousand.
_PLAUSIBLE: Final = 7.0
# Of two turns at once there are hundreds for each roll: no more rolls are tried, and none less likely than this.
_MOST_ROLLS: Final = 8
_PLAUSIBLE_TWICE: Final = 6.0
# A first turn is not followed up where what it must have left behind is seen to be otherwise, by this much.
_CANNOT_BE: Final = 12.0
_SAFE: Final = 2


@dataclass(frozen=True, slots=True)
class TurnSeen:
    """A roll and what became of it.  ``throw`` None: the roll itself was not seen.

    ``side`` None: unplayed, and nobody knows whose the first roll is.  ``play`` None: not played yet.
    """

    side: Side | None
    throw: RollEvidence | None
    roll: Dice
    play: Play | None
    end: Position


@dataclass(frozen=True, slots=True)
class CourseOfPlay:
    """What happened, in order.  No turns: nothing.

    ``stood``: first of all, the illegal play on the board was condoned.  ``wrong``: it is still on the
    board.  ``redone``: the first turn replaces the one played last.  ``passed``: before the first
    turn the side to play, being closed out, passed without a roll.  ``thrown_again``: the first turn's
    roll replaces the current one.  ``premature``: the second turn's dice were rolled before the first
    turn was over.  ``unplayed``: before the first turn, the current roll was not played though it could be.
    ``missed``: before the first turn, the side to play danced on an unseen roll, such as this one.
    """

    turns: tuple[TurnSeen, ...] = ()
    stood: bool = False
    wrong: bool = False
    redone: bool = False
    passed: bool = False
    thrown_again: bool = False
    premature: bool = False
    unplayed: bool = False
    missed: Dice | None = None


def courses_of_play(
    state: State, fresh: RollEvidence | None, *, farfetched: bool = False
) -> list[Hypothesis[CourseOfPlay]]:
    """The hypotheses for one look; ``fresh`` is a roll that was not there before.

    ``farfetched``: includes two plays between two looks, which takes long to compute.  There is always one
    hypothesis: if nothing else can have led to this look, that nothing has happened.
    """
    return _all(state, fresh, farfetched=farfetched) or [still(state)]


def _all(state: State, fresh: RollEvidence | None, *, farfetched: bool) -> list[Hypothesis[CourseOfPlay]]:
    if state.phase in BEFORE_PLAY | OVER:
        return list(_opening(state, fresh))
    if state.phase in TO_ROLL:
        return list(_rolling(state, fresh, farfetched=farfetched))
    if state.phase in PLAYING:
        return list(_playing(state, fresh, farfetched=farfetched))
    if state.phase in WRONG:
        return list(_correcting(state, fresh, farfetched=farfetched))
    return []


def still(state: State) -> Hypothesis[CourseOfPlay]:
    """The hypothesis that nothing has happened."""
    return Hypothesis(CourseOfPlay(), state.terms.rules.picture(state.position))


def _opening(state: State, fresh: RollEvidence | None) -> Iterator[Hypothesis[CourseOfPlay]]:
    yield still(state)
    lying = state.turn.throw if state.turn else None
    fresh = fresh or (state.early if lying is not None else None)
    for side in Side:
        position = replace(state.position, on_roll=side)
        for throws, prior in _opening_throws(state, lying, fresh):
            last_played = len(throws) == 1 or state.early is not None
            for hypothesis in _chains(state, position, throws, prior, last_played=last_played):
                first = hypothesis.meaning.turns[0]
                if first.play is not None and may_open(first.roll, state.terms.rules.rules):
                    yield hypothesis


def _opening_throws(
    state: State, lying: RollEvidence | None, fresh: RollEvidence | None
) -> Iterator[tuple[Sequence[RollEvidence | None], float]]:
    if lying and fresh:
        yield (lying, fresh), 0.0
        yield (fresh,), _THROWN_AGAIN
    elif lying or fresh:
        yield (lying or fresh,), 0.0
        if state.lone_face is not None and state.terms.asks:
            yield (None, fresh), _ROLL_MISSED


def _rolling(state: State, fresh: RollEvidence | None, *, farfetched: bool) -> Iterator[Hypothesis[CourseOfPlay]]:
    if fresh is not None:
        yield from _chains(state, state.position, (fresh,), 0.0)
        yield from _passed(state, state.position, fresh)
        # Checkers were moved, or there was a die with which these dice were not rolled.
        if (state.moved_unrolled or state.lone_face is not None) and not fresh.one_by_one:
            yield from _chains(state, state.position, (None, fresh), _ROLL_MISSED, last_played=farfetched)
        if state.last is not None and state.last.throw is not None and not state.last.sure:
            throws = (state.last.throw, fresh)
            for hypothesis in _chains(state, state.last.before, throws, _TAKEN_WRONGLY, last_played=farfetched):
                if hypothesis.meaning.turns[0].end.points != state.position.points:
                    yield replace(hypothesis, meaning=replace(hypothesis.meaning, redone=True))
        return
    yield still(state)
    # Until the opponent rolls, a player may still be correcting a play, whether or not the dice are up.
    if state.last is not None and state.last.throw is not None and (state.last.corrects or not state.lifted):
        for hypothesis in _chains(state, state.last.before, (state.last.throw,), _CHANGED_ONES_MIND):
            (turn,) = hypothesis.meaning.turns
            # A dance may have been a misread die; otherwise only the play can be another one.
            may_be = turn.roll.same_numbers(state.last.dice) or not state.last.play.steps
            if turn.play is not None and turn.end.points != state.position.points and may_be:
                yield replace(hypothesis, meaning=replace(hypothesis.meaning, redone=True))
        for hypothesis in _passed(state, state.last.before, state.last.throw):
            yield replace(hypothesis, meaning=replace(hypothesis.meaning, redone=True))


def _passed(state: State, before: Position, throw: RollEvidence) -> Iterator[Hypothesis[CourseOfPlay]]:
    """The hypotheses that a closed-out player did not roll: the roll is the opponent's, who has played it.

    As long as nothing is moved, only the half in which the dice are can show whose roll it is; otherwise it
    counts as the roll of the side to play.
    """
    if has_to_roll(before, before.on_roll, state.terms.rules.rules):
        return
    told_by_half = state.terms.end_of_turn is not EndOfTurn.STILL and any(map(sum, state.throwing.values()))
    for hypothesis in _chains(state, replace(before, on_roll=before.on_roll.other), (throw,), 0.0):
        (turn,) = hypothesis.meaning.turns
        if turn.play.steps if turn.play is not None else told_by_half:
            yield replace(hypothesis, meaning=replace(hypothesis.meaning, passed=True))


def _playing(state: State, fresh: RollEvidence | None, *, farfetched: bool) -> Iterator[Hypothesis[CourseOfPlay]]:
    assert state.turn is not None
    later = [throw for throw in (state.early, fresh) if throw is not None]
    if not later:
        yield from _chains(state, state.position, (state.turn.evidence,), 0.0)
        yield from _after_unseen_dance(state, state.turn.evidence)
        yield from _run_together(state)
        if state.lone_die and state.phase is Phase.ENDED:
            yield from _chains(state, state.position, (state.turn.evidence, None), _ROLL_MISSED)
        return
    last_played = (farfetched or fresh is None) and len(later) == 1
    if state.terms.asks and not has_to_roll(state.position, state.side, state.terms.rules.rules):
        others = replace(state.position, on_roll=state.side.other)
        for hypothesis in _chains(state, others, (state.turn.evidence, *later), 0.0, last_played=last_played):
            yield replace(hypothesis, meaning=replace(hypothesis.meaning, passed=True))
    shown = _moved_aside(state)
    if shown is not None:
        only = (state.turn.evidence,) if fresh is None else (state.turn.evidence, fresh)
        put = weight_of_thrower(state.throwing, state.side, state.early)
        yield from _chains(state, state.position, only, put, last_played=farfetched or fresh is None, dice=shown)
    aside = shown == 0.0
    prior = 0.0 if shown is None else _SAME_NUMBERS
    for hypothesis in _chains(state, state.position, (state.turn.evidence, *later), prior, last_played=last_played):
        yield replace(hypothesis, meaning=replace(hypothesis.meaning, premature=state.premature and not aside))
    either_played = len(later) == 1 or farfetched or fresh is None
    again = (
        () if state.dice_confirmed or aside else _chains(state, state.position, later, 0.0, last_played=either_played)
    )
    for hypothesis in again:
        yield replace(hypothesis, meaning=replace(hypothesis.meaning, thrown_again=True), irregular=_THROWN_AGAIN)
    if state.terms.end_of_turn is not EndOfTurn.STILL and can_be_played(state, state.side, state.turn.dice):
        passed_on = replace(state.position, on_roll=state.side.other)
        for hypothesis in _chains(state, passed_on, later, 0.0, last_played=either_played):
            yield replace(hypothesis, meaning=replace(hypothesis.meaning, unplayed=True), irregular=_LEFT_UNPLAYED)


def can_be_played(state: State, side: Side | None, roll: Dice | None) -> bool:
    """Whether a roll has a legal play; one without passes at once and accuses nobody."""
    if side is None or roll is None:
        return False
    ends = state.terms.rules.legal_ends(replace(state.position, on_roll=side), roll)
    return any(play.steps for play in ends.values())


def _moved_aside(state: State) -> float | None:
    """How well the dice on the board show the current roll (natural logarithm, 0 for best of all).

    None if they can hardly be the current dice moved aside, since those were still beside them.
    """
    turn, early = state.turn, state.early
    if turn is None or early is None:
        return None
    standing = turn.throw.best
    shown = next((weight for roll, weight in early.rolls(_PLAUSIBLE).items() if roll.same_numbers(standing)), None)
    beside = state.at_early is not None and lies_there(state, turn.throw, state.at_early)
    return None if shown is None or (shown and beside) else shown


def _run_together(state: State) -> Iterator[Hypothesis[CourseOfPlay]]:
    """The hypotheses of two plays between two looks, where the first was taken for another play."""
    last, turn = state.last, state.turn
    if state.phase is not Phase.ENDED or last is None or turn is None or turn.dice is None or last.t != state.rolled_t:
        return
    rules = state.terms.rules
    for first in turn_stories(rules, last.before, {last.dice: 0.0}, prior=_TAKEN_WRONGLY):
        one = TurnSeen(last.side, last.throw, last.dice, first.meaning.play, first.meaning.end)
        if one.play is None or one.end == state.position:
            continue
        for hypothesis in turn_stories(rules, one.end, {turn.dice: 0.0}, prior=_TAKEN_WRONGLY):
            if hypothesis.meaning.play is not None:
                two = TurnSeen(last.side.other, turn.throw, turn.dice, hypothesis.meaning.play, hypothesis.meaning.end)
                yield Hypothesis(CourseOfPlay((one, two), redone=True), hypothesis.board, hypothesis.prior)


def _after_unseen_dance(state: State, throw: RollEvidence) -> Iterator[Hypothesis[CourseOfPlay]]:
    """The hypotheses that the side to play danced on an unseen roll: the dice are the opponent's, who has played."""
    if state.terms.end_of_turn is EndOfTurn.STILL or not sum(state.position.bar):
        return
    rules = state.terms.rules
    if not has_to_roll(state.position, state.side, rules.rules):
        yield from _passed(state, state.position, throw)
        return
    dance = next(
        (roll for roll in ALL_ROLLS if not any(p.steps for p in rules.legal_ends(state.position, roll).values())), None
    )
    if dance is None:
        return
    for hypothesis in _chains(state, replace(state.position, on_roll=state.side.other), (throw,), _DANCED_UNSEEN):
        (turn,) = hypothesis.meaning.turns
        if turn.play is not None and turn.play.steps:
            yield replace(hypothesis, meaning=replace(hypothesis.meaning, missed=dance))


def half_played(state: State, fresh: RollEvidence) -> list[Hypothesis[CourseOfPlay]]:
    """The hypotheses that the current turn is played and the next one in part: the opponent was quick."""
    if state.turn is None:
        return []
    rules = state.terms.rules
    found: dict[tuple[tuple[int, ...], Stack], Hypothesis[CourseOfPlay]] = {}
    for first in _chains(state, state.position, (state.turn.evidence,), 0.0):
        (turn,) = first.meaning.turns
        if turn.play is None:
            continue
        for roll, weight in fresh.rolls(_PLAUSIBLE).items():
            seen = TurnSeen(turn.end.on_roll, fresh, roll, None, turn.end)
            for board in _on_the_way(turn.end, rules.legal_ends(turn.end, roll).values()):
                hypothesis = Hypothesis(CourseOfPlay((turn, seen)), rules.picture(board), 0.0, first.dice + weight)
                known = found.get((board.points, board.bar))
                if known is None or known.dice < hypothesis.dice:
                    found[board.points, board.bar] = hypothesis
    return list(found.values())


def _on_the_way(before: Position, plays: Iterable[Play]) -> Iterator[Position]:
    """The boards between the steps of plays, whichever number was played first."""
    for play in plays:
        for steps in {play.steps, play.steps[::-1]}:
            for count in range(1, len(steps)):
                with suppress(InputError):
                    yield resolve(before, Play(steps[:count]))


def _correcting(state: State, fresh: RollEvidence | None, *, farfetched: bool) -> Iterator[Hypothesis[CourseOfPlay]]:
    assert state.turn is not None
    assert state.wrong is not None
    later = fresh or (state.early if state.opponent_has_thrown else None)
    if later is None:
        yield from _chains(state, state.position, (state.turn.evidence,), 0.0)
        yield Hypothesis(CourseOfPlay(wrong=True), state.wrong.picture)
        return
    last_played = farfetched or fresh is None
    yield from _chains(state, state.position, (state.turn.evidence, later), 0.0, last_played=last_played)
    if state.wrong.position is not None:
        lies = replace(state.wrong.position, on_roll=state.side.other)
        for hypothesis in _chains(state, lies, (later,), _STOOD):
            yield replace(hypothesis, meaning=replace(hypothesis.meaning, stood=True))


def _may_be(state: State, mover: Side, board: Picture) -> bool:
    """Whether a turn may have ended like this, judged by the points that the opponent cannot have changed since."""
    if state.look is None or not state.terms.asks:
        return True
    seen, behind = state.look.observation, 0.0
    evidence = seen.unbiased
    for point in POINTS:
        stack = board[point]
        if stack.of(mover) >= _SAFE and point in evidence:
            spot = evidence[point]
            behind += spot.log_likelihood(*spot.best) - spot.log_likelihood(*stack)
    return behind <= _CANNOT_BE


def _rolls(state: State, throw: RollEvidence, most: int) -> Mapping[Dice, float]:
    """The rolls that the dice may show, at most ``most``; a roll confirmed by a person is the only one."""
    turn = state.turn
    if state.dice_confirmed and turn is not None and turn.dice is not None and throw.at_s == turn.throw.at_s:
        return {turn.dice: 0.0}
    # If nobody can be asked, dice that looked the same twice have to be believed.
    if not state.terms.asks:
        return throw.rolls(_PLAUSIBLE, looks_that_count=2)
    within = _PLAUSIBLE if most > _MOST_ROLLS else _PLAUSIBLE_TWICE
    return dict(islice(throw.rolls(within).items(), most))


def _chains(
    state: State, before: Position, throws: Sequence[RollEvidence | None], prior: float, *, last_played: bool = True,
    dice: float = 0.0, second: bool = False,
) -> Iterator[Hypothesis[CourseOfPlay]]:  # fmt: skip
    """Every sequence of this many turns, all but the last of them played; the last perhaps, if ``last_played``."""
    throw, *later = throws
    most = _MOST_ROLLS if state.terms.asks and (later or second) else len(ALL_ROLLS)
    rolls = any_roll(state.lone_face) if throw is None else _rolls(state, throw, most)
    prior += weight_of_thrower(state.throwing, before.on_roll, throw)
    if not later and not last_played:
        board = state.terms.rules.picture(before)
        for roll, weight in rolls.items():
            seen = TurnSeen(before.on_roll, throw, roll, None, before)
            yield Hypothesis(CourseOfPlay((seen,)), board, prior, dice + weight, lay=board)
        return
    lay = state.terms.rules.picture(before)
    for hypothesis in turn_stories(state.terms.rules, before, rolls, prior=prior):
        turn = TurnSeen(before.on_roll, throw, hypothesis.meaning.roll, hypothesis.meaning.play, hypothesis.meaning.end)
        if not later:
            yield Hypothesis(CourseOfPlay((turn,)), hypothesis.board, prior, dice + hypothesis.dice, lay=lay)
        elif turn.play is not None and _may_be(state, before.on_roll, hypothesis.board):
            more = _chains(
                state, turn.end, later, prior, last_played=last_played, dice=dice + hypothesis.dice, second=True
            )
            for rest in more:
                yield replace(rest, meaning=CourseOfPlay((turn, *rest.meaning.turns)))
