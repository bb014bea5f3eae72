"""The engine at a table of draughts, in training only: it plays one side, gives hints, and comments on costly moves.

:func:`step` wraps the step of the match.  Computations are requested by :class:`AskCoach` effects, and answered by
:class:`MoveReady`; stale answers are dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Final, Literal

from companion.coach.at_the_table.events import AskCoach
from companion.coach.draughts.agreeing import agrees_to_draw, gives_up, lost_at
from companion.coach.draughts.evaluation import Value
from companion.coach.draughts.levels import SKILLS, choose
from companion.coach.draughts.search import think
from companion.coach.draughts.teaching import Advice, Hint, HintShown, MoveRemark, advised, hint, remark
from companion.games.draughts import Move, Position
from companion.games.draughts import after as made
from companion.games.draughts.notation import text
from companion.games.rules import Side
from companion.match.any_session import said, said_of_layer, value_of
from companion.match.draughts import actions, port, record_sync, session
from companion.match.draughts.state import Answer, Choice, DraughtsState, Question
from companion.match.events import Answered, DrawOffered, Event, GameResigned, LayerEvent, MoveEntered
from companion.match.message import Message
from companion.match.phases import Phase
from companion.match.terms import Level
from companion.record.entries import Entry, Kind
from companion.record.facts import CoachHelped
from companion.record.journal import Mode

Effects = list[Entry | AskCoach]


@dataclass(frozen=True, slots=True)
class MoveDecision:
    """A move to be chosen; ``history``: the positions before this one, oldest first.

    ``level``: of the engine that makes the move, with a ``seed`` of its luck; None for a person's move.  ``is_judged``:
    never, see :class:`companion.coach.worker.Coach`.
    """

    position: Position
    history: tuple[Position, ...]
    level: Level | None = None
    seed: str = ""
    is_judged: Literal[False] = False


@dataclass(frozen=True, slots=True)
class MoveReady(LayerEvent):
    """The answer to a decision: the engine's ``move``, ``advice``, or the reason of a ``failure``.

    ``value``: of the game for the engine that makes the move, at full strength.
    """

    decision: MoveDecision
    at_s: float
    move: Move | None = None
    advice: Advice | None = None
    failure: str = ""
    refined: bool = True
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class MoveHelpAsked(LayerEvent):
    """By touch, in training: the side to move wants the next level of the hint."""

    side: Side
    at_s: float


@dataclass(frozen=True, slots=True)
class Coached:
    """The coach's state: the asked ``decision`` and its answer; ``hint_level``: the hint level shown, 0 none.

    ``meant``: the engine's move, not yet recorded, and ``value``: of the game for it then.  ``remark``: on the move
    with ``number`` of the game.  ``lost_at``: see :func:`.agreeing.lost_at`; ``refused``: the number of the game that
    the person continues though the engine resigned.  ``declined``: the engine has declined the recorded offer of a
    draw.
    """

    decision: MoveDecision | None = None
    advice: Advice | None = None
    meant: Move | None = None
    value: Value | None = None
    failed: bool = False
    hint_level: int = 0
    remark: MoveRemark | None = None
    number: int = -1
    lost_at: tuple[int, ...] = ()
    refused: int = 0
    declined: bool = False


@dataclass(frozen=True, slots=True)
class CoachedShown:
    """The coach on the screen: ``engine``: the side of the engine, ``thinks``: it has not decided yet.

    ``meant``: its move, to be made on the board.  ``learner``: the side that may request the next hint level, or None;
    ``most``: the highest level; ``waits``: a level was requested and is not ready.  ``remark``: on the last move of
    ``remark_to``.
    """

    engine: Side | None = None
    thinks: bool = False
    meant: Move | None = None
    learner: Side | None = None
    hint_level: int = 0
    most: int = max(Hint)
    waits: bool = False
    hint: HintShown | None = None
    remark: MoveRemark | None = None
    remark_to: Side | None = None


_RESIGNS: Final = "question.engine-resigns"
_MEANT: Final = "question.engine-meant"
_ACCEPT_OR_NOT: Final = (Answer("answer.accept", Choice.YES), Answer("button.play-on", Choice.NO))
_RIGHT_OR_KEPT: Final = (Answer("answer.put-right", Choice.YES), Answer("answer.keep-move", Choice.NO))
_NOTHING: Final[Mapping[type, object]] = MappingProxyType({})
_SILENT: Final = CoachedShown()


def answer(decision: MoveDecision) -> MoveReady:
    """Compute the answer to a decision, in a quarter of a second or so."""
    position, history = decision.position, decision.history
    if decision.level is None:
        return MoveReady(decision, 0.0, advice=advised(position, history))
    move = choose(position, history, decision.level, Random(decision.seed))
    thought = think(position, SKILLS[Level.FULL].limits, history=history)
    return MoveReady(decision, 0.0, move=move, value=thought.best.value)


def step(state: DraughtsState, event: Event) -> tuple[DraughtsState, Effects]:
    """The step of a match, in training with the engine."""
    if state.terms.mode is not Mode.TRAINING:
        after, entries = session.step(state, event)
        return after, [*entries]
    before = state.at(event.at_s)
    after, effects = _with_engine(before, event)
    if isinstance(event, MoveHelpAsked):
        return said_of_layer(before, after, effects, "refused.help", port), effects
    return said(before, after, event, effects, port), effects


def _with_engine(state: DraughtsState, event: Event) -> tuple[DraughtsState, Effects]:
    coached = coached_in(state)
    match event:
        case MoveReady(decision=decision) if decision == coached.decision:
            return _acted(_with(state, _known(coached, event)), event.at_s)
        case MoveReady():
            return state, []
        case MoveHelpAsked(side):
            return _help_asked(state, coached, side)
    after, entries = session.step(state, event)
    asked = state.shown.question.key if isinstance(event, Answered) and state.shown.question is not None else ""
    if isinstance(event, Answered) and asked == _RESIGNS:
        after, more = _resignation_answered(after, event)
        entries += more
    elif asked == _MEANT and len(after.record.moves) < len(state.record.moves):
        # The board still shows the move that is to be corrected, which is not asked about again.
        after = record_sync.none_of(after, (state.record.moves[len(after.record.moves)].after,))
    after, more = _made_otherwise(state, after, coached)
    return _followed(after, [*entries, *more], event.at_s)


def shown(state: DraughtsState) -> Mapping[type, object]:
    """The coach's part of a view; empty outside training."""
    if state.terms.mode is not Mode.TRAINING:
        return _NOTHING
    coached = coached_in(state)
    decision, advice = coached.decision, coached.advice
    asks = decision is not None and decision.level is None and not coached.failed and most_of(state, state.side)
    learner = state.side if asks else None
    hint_shown = hint(advice, Hint(coached.hint_level)) if advice is not None and coached.hint_level else None
    thinks = decision is not None and decision.level is not None and not coached.failed and coached.meant is None
    costly = state.terms.teaching.speaks and coached.remark is not None and coached.remark.is_costly
    spoken = coached.remark if costly and most_of(state, state.record.moves[coached.number].side) >= Hint.MOVE else None
    return {
        CoachedShown: CoachedShown(
            state.engine,
            thinks,
            coached.meant,
            learner,
            coached.hint_level,
            most_of(state, state.side),
            bool(coached.hint_level) and advice is None,
            hint_shown,
            spoken,
            None if spoken is None else state.record.moves[coached.number].side,
        )
    }


def coached_shown(layers: Mapping[type, object]) -> CoachedShown:
    """The coach's part of a view, empty if there is none."""
    return value_of(layers, CoachedShown) or _SILENT


def unanswered(state: DraughtsState) -> tuple[MoveDecision, ...]:
    """The open questions, to be asked again if the answers were lost."""
    coached = coached_in(state)
    if coached.decision is None or coached.failed or coached.advice is not None or coached.meant is not None:
        return ()
    return (coached.decision,)


def coached_in(state: DraughtsState) -> Coached:
    return value_of(state.layers, Coached) or Coached()


def most_of(state: DraughtsState, side: Side) -> int:
    """The highest hint level that a player has agreed to, 0 none."""
    level = state.terms.teaching.of(side).help
    return level + 1 if level else 0


def due(state: DraughtsState) -> MoveDecision | None:
    """The current decision; None while no move is awaited."""
    if state.phase is not Phase.TRYING:
        return None
    moves, opponent = state.record.moves, state.terms.opponent
    decision = MoveDecision(state.record.position, tuple(move.before for move in moves))
    if opponent is None or state.engine is not state.side:
        return decision
    return replace(decision, level=opponent.level, seed=f"{opponent.seed} {state.record.game} {len(moves)}")


def _with(state: DraughtsState, coached: Coached) -> DraughtsState:
    return replace(state, layers={**state.layers, Coached: coached})


def _help_asked(state: DraughtsState, coached: Coached, side: Side) -> tuple[DraughtsState, Effects]:
    decision = coached.decision
    is_known = not coached.hint_level or coached.advice is not None
    if decision is None or decision.level is not None or side is not state.side or not is_known:
        return state, []
    hint_level = min(coached.hint_level + 1, most_of(state, side))
    if hint_level == coached.hint_level:
        return state, []
    state = _with(state, replace(coached, hint_level=hint_level))
    state, entries = actions.appended(state, Kind.NOTE, CoachHelped(hint_level), side=side)
    return state, [*entries]


def _followed(after: DraughtsState, effects: Effects, at_s: float) -> tuple[DraughtsState, Effects]:
    """The coach takes note of what has happened, asks about what is to be decided now, and moves where it can."""
    coached = _commented(coached_in(after), after)
    decision = due(after)
    if after.record.offer is None:
        coached = replace(coached, declined=False)
    if decision != coached.decision:
        coached = replace(coached, decision=decision, advice=None, meant=None, value=None, failed=False, hint_level=0)
        effects = effects if decision is None else [*effects, AskCoach(decision)]
    after, more = _acted(_with(after, coached), at_s)
    return after, [*effects, *more]


def _commented(coached: Coached, after: DraughtsState) -> Coached:
    """With a remark on the move that has just been made; without one on a move that is no longer the player's last."""
    moves, decision, advice = after.record.moves, coached.decision, coached.advice
    if decision is not None and advice is not None and len(moves) == len(decision.history) + 1:
        last = moves[-1]
        if last.before == decision.position and advice.thought.of(last.move) is not None:
            return replace(coached, remark=remark(advice.thought, last.move), number=len(moves) - 1)
    said, number = coached.remark, coached.number
    stands = said is not None and number < len(moves) <= number + 2 and moves[number].move == said.made
    return coached if stands else replace(coached, remark=None, number=-1)


# --- the engine as an opponent ----------------------------------------------------------------------------


def _known(coached: Coached, event: MoveReady) -> Coached:
    lost = coached.lost_at
    if event.value is not None:
        lost = lost_at(lost, event.value, len(event.decision.history))
    known = replace(coached, advice=event.advice, meant=event.move, value=event.value, failed=bool(event.failure))
    return replace(known, lost_at=lost)


def _acted(state: DraughtsState, at_s: float) -> tuple[DraughtsState, Effects]:
    """The engine answers an offer of a draw, gives the game up, or moves."""
    effects: Effects = []
    for act in (_draw_answered, _given_up, _moved):
        state, more = act(state, at_s)
        effects += more
    return state, effects


def _draw_answered(state: DraughtsState, at_s: float) -> tuple[DraughtsState, Effects]:
    """Agrees to the person's offer of a draw or says that the engine plays on, once it knows what the game is worth."""
    coached, engine = coached_in(state), state.engine
    if engine is None or state.record.offer is not engine.other or state.phase is not Phase.TRYING:
        return state, []
    value = _worth(coached)
    if value is None or coached.declined:
        return state, []
    if agrees_to_draw(value, len(state.record.moves)):
        after, entries = session.step(state, DrawOffered(engine, at_s))
        return _followed(after, [*entries], at_s)
    state = _with(state, replace(coached, declined=True))
    return state.with_shown(message=Message("practice.plays-on", alarm=False)), []


def _worth(coached: Coached) -> Value | None:
    """The value of the game for the engine now, or None."""
    if coached.advice is not None:
        return -coached.advice.thought.best.value
    return coached.value


def _given_up(state: DraughtsState, at_s: float) -> tuple[DraughtsState, Effects]:
    """Asks the person whether the game is over, once the engine has found it lost for long enough."""
    del at_s
    coached, engine = coached_in(state), state.engine
    may_ask = state.terms.asks and state.shown.question is None and state.phase is Phase.TRYING
    if engine is None or not may_ask or coached.value is None or coached.refused == state.record.game:
        return state, []
    if not gives_up(coached.lost_at):
        return state, []
    state, entries = actions.asked(state, Question(_RESIGNS, _ACCEPT_OR_NOT, to=frozenset({engine.other})))
    return state, [*entries]


def _resignation_answered(after: DraughtsState, event: Answered) -> tuple[DraughtsState, list[Entry]]:
    """The game is over, or is played on and not given up again."""
    engine = after.engine
    if engine is None or after.shown.question is not None:
        return after, []  # it was no answer
    if _ACCEPT_OR_NOT[event.choice].meaning is Choice.YES:
        return session.step(after, GameResigned(engine, event.at_s))
    return _with(after, replace(coached_in(after), refused=after.record.game)), []


def _made_otherwise(before: DraughtsState, after: DraughtsState, coached: Coached) -> tuple[DraughtsState, list[Entry]]:
    """Asks whether another legal move than the engine meant, made for it on the board, is put right."""
    decision, moves = coached.decision, after.record.moves
    if decision is None or coached.meant is None or before.record.game != after.record.game:
        return after, []
    number = len(decision.history)
    is_new = len(before.record.moves) == number < len(moves) and moves[number].before == decision.position
    if not is_new or moves[number].after == made(decision.position, coached.meant):
        return after, []
    if after.phase is not Phase.TRYING or after.shown.question is not None or not after.terms.asks:
        return after, []
    values = {"play": text(coached.meant, decision.position)}
    side = decision.position.to_move.other
    question = Question(_MEANT, _RIGHT_OR_KEPT, values, back=len(moves) - number, to=frozenset({side}))
    return actions.asked(after, question)


def _moved(state: DraughtsState, at_s: float) -> tuple[DraughtsState, Effects]:
    """Puts the engine's move on record where no camera will see it made; while something is asked it waits."""
    meant = coached_in(state).meant
    if meant is None or not state.seen.blind or state.shown.question is not None or state.phase is not Phase.TRYING:
        return state, []
    after, entries = session.step(state, MoveEntered(text(meant, state.record.position), at_s))
    return _followed(after, [*entries], at_s)
