"""The decisions at the table, as questions to an engine, and the choices made."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from companion.coach.at_the_table.state import AnsweredDouble, MadePlay
from companion.coach.teaching import Decision
from companion.games.backgammon import Dice
from companion.games.backgammon.cube import Act
from companion.games.backgammon.landings import Ways, all_landings
from companion.games.backgammon.reading import literal_play, position_read
from companion.games.backgammon.situation import Situation
from companion.games.backgammon.table import spot_of
from companion.games.rules import BAR, Spot, Stack
from companion.match.phases import INTERRUPTED, OVER, PLAYING, WRONG, Phase
from companion.match.state import State
from companion.record.entries import Kind
from vision.observation import POINTS


def due(state: State) -> Decision | None:
    """The current decision."""
    phase = state.record.resumes if state.phase in INTERRUPTED else state.phase
    rules, dice = state.terms.rules.rules, state.record.turn.dice if state.record.turn else None
    if phase in PLAYING | WRONG and dice is not None:
        return Decision(state.record.turns, _situation(state), dice, rules)
    if phase is Phase.MAY_DOUBLE:
        return Decision(state.record.turns, _situation(state), None, rules)
    if phase is Phase.DOUBLED and state.record.cube.offer is not None and state.record.cube.offer.act is Act.DOUBLE:
        return Decision(state.record.turns, _situation(state), None, rules, to_answer=True)
    return None


def standing(state: State) -> Decision:
    """The current decision, or the one on a double if the side on roll might double."""
    return due(state) or Decision(state.record.turns, _situation(state), None, state.terms.rules.rules)


def made_in(after: State) -> MadePlay | None:
    """The play that has just come on record, None where it was none of the legal ones, or none was sure."""
    moments, last = after.record.moments, after.record.last
    decision = due(replace(after, record=moments[-1])) if moments else None
    if decision is None or decision.dice is None or last is None or not last.play.steps or not last.sure:
        return None
    legal = after.terms.rules.legal_ends(decision.situation.position, decision.dice)
    end = next((end for end, play in legal.items() if play == last.play), None)
    return None if end is None else MadePlay(replace(decision, made=end), last.play, forced=len(legal) == 1)


def stands(state: State, made: MadePlay) -> bool:
    """Whether a play is still its side's last one on record: neither taken back nor corrected since."""
    for then in reversed(state.record.kept):
        last = then.last
        if last is None:
            return False
        if last.side is made.decision.side:
            decided = made.decision.situation.position, made.decision.dice, made.play
            return (last.before, last.dice, last.play) == decided
    return False


def answered_in(before: State, after: State, kinds: Collection[Kind]) -> AnsweredDouble | None:
    """The double that has just been taken or dropped, None where none was; of a beaver nothing is said."""
    acts = [act for kind, act in _ANSWERS.items() if kind in kinds]
    decision = due(before)
    if len(acts) != 1 or decision is None or not decision.to_answer:
        return None
    answered = AnsweredDouble(replace(decision, act=acts[0]))
    return answered if is_answered(after, answered) else None


def is_answered(state: State, answered: AnsweredDouble) -> bool:
    """Whether the answer to a double is still on record: not taken back, and no new double made since."""
    cube, decision = state.record.cube, answered.decision
    if decision.act is Act.DROP:
        return (state.record.resumes or state.phase) in OVER
    return cube.offer is None and cube.owner is decision.side


_ANSWERS: Final[Mapping[Kind, Act]] = {Kind.TAKE: Act.TAKE, Kind.DROP: Act.DROP}


def _situation(state: State) -> Situation:
    """The board with all that surrounds it, before a double that is on offer."""
    return Situation.in_play(
        state.record.position, state.terms.rules.rules, state.record.cube,
        length=state.terms.length, score=state.record.score, crawford=state.record.crawford,
    )  # fmt: skip


def landings_of(decision: Decision, dice: Dice, ways: Ways = ()) -> Mapping[Spot, tuple[Spot, ...]]:
    """The targets of each checker; empty if nothing can be played."""
    found = all_landings(decision.situation.position, dice, ways=ways, rules=decision.rules)
    return {start: tuple(sorted(found[start])) for start in sorted(found)}


def ways_in(state: State) -> Ways:
    """The steps that the side on roll seems to have moved by the last look; none if it is unclear."""
    if state.seen.look is None or state.phase not in PLAYING:
        return ()
    seen = {spot: state.seen.look.observation.spot(spot) for spot in (BAR, *POINTS)}
    if not all(seen[point].seen for point in POINTS):
        return ()
    standing = dict(state.terms.rules.picture(state.record.position))
    board = {spot: Stack(*evidence.best) if evidence.seen else standing[spot] for spot, evidence in seen.items()}
    position = position_read(state.record.position, board)
    play = literal_play(state.record.position, position, state.side) if position is not None else None
    return tuple((spot_of(start, state.side), spot_of(end, state.side)) for start, end in play.ways()) if play else ()
