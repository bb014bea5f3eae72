"""The table as plain values and text keys.

``view_of`` turns the session's state into a :class:`View`; screens read nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from companion.games.backgammon import BackgammonRules, Dice, Play, Position
from companion.games.backgammon.arrows import Arrow as Arrow
from companion.games.backgammon.arrows import arrows_between, arrows_of_opponent
from companion.games.backgammon.arrows import arrows_of as arrows_of
from companion.games.backgammon.conduct import players_are_told
from companion.games.backgammon.cube import Act
from companion.games.rules import BAR, TRAY, Picture, Side, Stack
from companion.match import actions
from companion.match.any_session import Layer
from companion.match.any_view import LIKELY, AnyQuestionShown, AnyView, at_any_board
from companion.match.any_view import Bgr as Bgr
from companion.match.any_view import ClockShown as ClockShown
from companion.match.cube import may_double_next
from companion.match.events import PlayEntered
from companion.match.phases import BEFORE_PLAY, INTERRUPTED, OVER, TO_ROLL, WRONG, Phase
from companion.match.state import Answer, State, double_back, may_double, may_stand
from companion.record.header import Mode
from companion.record.match import Cause
from vision.observation import POINTS, Observation


@dataclass(frozen=True, slots=True)
class AnswerShown:
    """One answer to a question: a text key or words, its board and its roll, if any."""

    text: str
    end: Position | None = None
    arrows: tuple[Arrow, ...] = ()
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class IllegalShown:
    """The board on which an illegal play is to be corrected, perhaps with both sides on one point.

    ``picture``: each spot with checkers.  ``ways``: of the mover's checkers; ``others``: of the opponent's that were
    moved or taken off, without hits; ``against``: those of the warning, if it names any.
    """

    picture: Picture
    side: Side
    ways: tuple[Arrow, ...]
    against: tuple[Arrow, ...]
    others: tuple[Arrow, ...] = ()


class QuestionShown(AnyQuestionShown[AnswerShown]):
    """A question in backgammon."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TurnShown:
    """One turn of this game: ``number`` as ``Edited.turn`` counts, ``before`` and ``after`` as recorded.

    ``is_final``: its roll was drawn here and cannot be another one.
    """

    number: int
    side: Side
    dice: Dice
    play: str
    before: Position
    after: Position
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class DisputeShown:
    """A turn in dispute: ``number`` counts rolls over the match; ``turn``: as ``Edited.turn`` counts.

    ``play``: empty and ``after`` None during the turn.  ``is_final``: its roll was drawn here and cannot be another
    one.  ``claims``: of (light, dark), text keys or words, empty if there is none yet.
    """

    number: int
    turn: int
    side: Side
    dice: Dice
    before: Position
    play: str = ""
    after: Position | None = None
    is_final: bool = False
    claims: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class PutBackShown:
    """Spots that do not lie as on record yet, and those that do by now; 0 is the bar."""

    left: tuple[int, ...] = ()
    ticked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class View(AnyView):
    """The table at one moment.

    ``points``: 24 signed counts from Light's seat, + Light, - Dark.  ``bar`` and ``off``: (light, dark).
    ``confidence``: per point 0..1 in steps of a tenth, None before the first look.  ``phase``: text key of what is
    awaited.  ``length`` 0 = money play.  ``home_at_right``: as seen from the camera.  ``with_cube``: the rules know
    one.  ``points_won``: of the last game, see :class:`companion.record.match.Win`.  ``tick``: the last turn was legal.
    ``electronic``: a press rolls.  ``history``: the turns of this game that can be corrected, oldest first.
    ``dispute``: the turn in dispute.  ``board_read``: the last look, (light, dark) for the bar and the points 1 to 24,
    None for an unseen spot.  ``may_double_next``: the opponent may double next and so ends the turn.  ``double_back``:
    the doubled player's further options.  ``lifted``: the spot (0 the bar) of a checker lifted on the screen;
    ``landings``: its possible targets.  ``may_stand``: the opponent may condone the illegal play.  ``dice_seen``: real
    dice are used.  ``rulings_on_request``: the players may ask whether a play was legal.  ``rolled``: a roll is
    recorded and its turn is not over; ``roll_is_final``: it was drawn here.  ``is_decided``: the match ended otherwise
    than by points; ``is_resigned``: an offer to resign waits.  ``opening``: the die of (light, dark) while the opening
    roll is played or repeated.
    """

    score: tuple[int, int]
    length: int
    crawford: bool
    points: tuple[int, ...]
    bar: tuple[int, int]
    off: tuple[int, int]
    phase: str
    on_roll: Side | None = None
    dice: tuple[int, int] | None = None
    with_cube: bool = True
    cube_value: int = 1
    cube_owner: Side | None = None
    cube_offered_by: Side | None = None
    cube_act: Act | None = None
    last_side: Side | None = None
    last_play: str = ""
    arrows: tuple[Arrow, ...] = ()
    illegal: IllegalShown | None = None
    confidence: tuple[float, ...] | None = None
    home_at_right: bool = True
    points_won: int = 0
    question: QuestionShown | None = None
    tick: bool = False
    electronic: bool = True
    history: tuple[TurnShown, ...] = ()
    dispute: DisputeShown | None = None
    put_back: PutBackShown | None = None
    board_read: tuple[Stack | None, ...] | None = None
    may_double: bool = False
    may_double_next: bool = False
    double_back: Act | None = None
    may_stand: bool = False
    dice_seen: bool = True
    opening: tuple[int, int] | None = None
    rulings_on_request: bool = False
    rolled: bool = False
    roll_is_final: bool = False
    is_decided: bool = False
    is_resigned: bool = False
    lifted: int | None = None
    landings: tuple[int, ...] = ()
    rules: BackgammonRules = field(default_factory=BackgammonRules)

    @property
    def terms(self) -> str:
        """The rule set whose words are used, see :func:`companion.texts.sentence`."""
        return self.rules.rules.terms

    @property
    def awaited(self) -> frozenset[Side]:
        """The sides that may act: both while no side is on roll."""
        if self.question is not None:
            return self.question.to
        if self.phase in _STANDING_STILL:
            return frozenset()
        if self.phase == "phase.take-or-drop" and self.cube_offered_by is not None:
            return frozenset({self.cube_offered_by.other})
        return frozenset(Side) if self.on_roll is None else frozenset({self.on_roll})

    def bare(self) -> View:
        """The board alone: nothing of what is said, asked, offered, or read of it at the moment."""
        return replace(
            self, illegal=None, message=None, confidence=None, hand=False, camera_lost=False, put_back=None,
            question=None, cube_offered_by=None, cube_act=None, history=(), dispute=None, board_read=None, layers={},
        )  # fmt: skip


def view_of(
    state: State, checker_bgr: tuple[Bgr, Bgr] | None = None, *, trouble: str | None = None, layer: Layer | None = None
) -> View:
    """The view of a session's state.

    ``checker_bgr``: the learned colours of Light and Dark, if known.  ``trouble``: see
    :attr:`companion.app.recorder.Recorder.trouble`.  ``layer``: what surrounds the match.
    """
    state = _as_the_players_know_it(state)
    position, last = state.record.position, state.record.last
    look = state.seen.look.observation if state.seen.look else None
    won = state.record.result
    return View(
        **at_any_board(state, checker_bgr, trouble),
        score=state.record.score,
        length=state.terms.length,
        crawford=state.record.crawford,
        points=position.points,
        bar=(position.bar.light, position.bar.dark),
        off=(position.off.light, position.off.dark),
        phase=_PHASES[state.phase],
        on_roll=None if state.phase in _NOBODYS else state.side,
        dice=_dice(state),
        opening=_opening(state),
        with_cube=state.terms.rules.rules.cube,
        cube_value=state.record.cube.value,
        cube_owner=state.record.cube.owner,
        cube_offered_by=state.record.cube.offer.by if state.record.cube.offer else None,
        cube_act=state.record.cube.offer.act if state.record.cube.offer else None,
        last_side=last.side if last else None,
        last_play=last.play.text() if last else "",
        arrows=arrows_of(last.play, last.side) if last else (),
        illegal=_illegal(state),
        confidence=tuple(round(look.spot(point).confidence, 1) for point in POINTS) if look else None,
        light_at_bottom=look.orientation.light_at_bottom if look else True,
        home_at_right=look.orientation.home_at_right if look else True,
        winner=won.side if won is not None else None,
        points_won=won.points if won is not None else 0,
        cause=won.cause if won is not None else Cause.PLAY,
        question=_question(state),
        tick=_was_legal(state),
        electronic=state.terms.dice.electronic,
        history=tuple(_history(state)),
        dispute=_dispute(state),
        put_back=PutBackShown(state.shown.back.left, state.shown.back.ticked) if state.shown.back else None,
        board_read=_board_read(look) if look else None,
        may_double=state.phase in TO_ROLL and may_double(state),
        may_double_next=may_double_next(state),
        double_back=double_back(state),
        may_stand=may_stand(state) and state.shown.question is None,
        dice_seen=state.terms.dice.seen,
        rulings_on_request=_reports_faults(state, asked=True) and not _reports_faults(state, asked=False),
        rolled=state.rolled,
        roll_is_final=state.rolled and state.record.turn is not None and state.record.turn.drawn,
        is_decided=state.is_decided,
        is_resigned=state.record.resignation is not None,
        awaits_look=state.phase is Phase.ENDED and state.seen.pressed,
        rules=state.terms.rules,
        layers=layer.shown(state) if layer is not None else {},
    )


def _as_the_players_know_it(state: State) -> State:
    """The state in which an unreported illegal play looks like one that stood."""
    wrong = state.record.wrong
    if wrong is None or wrong.reported or wrong.position is None or state.phase not in WRONG:
        return state
    return replace(actions.stood(state, None)[0], clock=state.clock).with_shown(message=state.shown.message)


def _illegal(state: State) -> IllegalShown | None:
    """The subject of the shown warning, if its board is possible."""
    wrong, turn, message = state.record.wrong, state.record.turn, state.shown.alarm
    if state.phase not in WRONG or wrong is None or not wrong.picture or turn is None:
        return None
    if message is None:
        return None
    picture = _as_read(state, wrong.picture)
    ways, others = _ways(state, turn.dice, picture, message.points)
    ruled_ways, ruled_others = _ways(state, turn.dice, wrong.picture, message.points)
    blamed = _named(ruled_others, message.points) or _named(ruled_ways, message.points)
    return IllegalShown(picture, state.side, ways, tuple(way for way in (*ways, *others) if way in blamed), others)


def _ways(
    state: State, dice: Dice, picture: Picture, points: tuple[int, ...]
) -> tuple[tuple[Arrow, ...], tuple[Arrow, ...]]:
    """The ways of the mover's checkers, and of the opponent's: a hit checker's only where its point is named."""
    before = replace(state.record.position, on_roll=state.side)
    others = arrows_of_opponent(before, picture)
    return arrows_between(before, picture, dice), tuple(w for w in others if w.end != BAR or w.start in points)


def _as_read(state: State, ruled: Picture) -> Picture:
    """The board by the last look where it is certain, else as it was ruled on."""
    if state.seen.look is None or state.seen.blind:
        return ruled
    seen = {spot: state.seen.look.observation.spot(spot) for spot in (BAR, TRAY, *POINTS)}
    sure = {spot: Stack(*evidence.best) for spot, evidence in seen.items() if evidence.confidence > LIKELY}
    return {spot: stack for spot, stack in {**ruled, **sure}.items() if sum(stack)}


def _named(ways: tuple[Arrow, ...], points: tuple[int, ...]) -> tuple[Arrow, ...]:
    """The ways that touch most of these points, those that end on one before those that begin there."""
    touched = [(way.start in points) + 2 * (way.end in points) for way in ways]
    return tuple(way for way, touches in zip(ways, touched, strict=True) if touches == max(touched) > 0)


_PHASES: Final = {
    Phase.SETTING_UP: "phase.start",
    Phase.OPENING: "phase.opening",
    Phase.MAY_DOUBLE: "phase.roll",
    Phase.ROLLING: "phase.roll",
    Phase.DOUBLED: "phase.take-or-drop",
    Phase.TRYING: "phase.play",
    Phase.COMPLETE: "phase.play",
    Phase.ENDED: "phase.play",
    Phase.RULED: "phase.correct",
    Phase.CORRECTING: "phase.correct",
    Phase.CLEARED: "phase.cleared",
    Phase.GAME_OVER: "phase.over",
    Phase.BETWEEN_GAMES: "phase.next-game",
    Phase.MATCH_OVER: "phase.match-over",
    Phase.PAUSED: "phase.paused",
    Phase.PUTTING_BACK: "phase.put-back",
}
_NOBODYS: Final = BEFORE_PLAY | OVER | INTERRUPTED
_STANDING_STILL: Final = frozenset(_PHASES[phase] for phase in OVER | INTERRUPTED)


def _dice(state: State) -> tuple[int, int] | None:
    """The roll on record: the standing one, or the one that ended the game, until the next is being set up."""
    ended = state.phase in OVER - {Phase.BETWEEN_GAMES}
    dice = (
        state.record.turn.dice if state.record.turn else state.record.last.dice if state.record.last and ended else None
    )
    return (dice.first, dice.second) if dice else None


def _opening(state: State) -> tuple[int, int] | None:
    """The die of (light, dark): the larger one is of the side that begins."""
    record = state.record
    if state.phase is Phase.OPENING:
        return (record.ties[-1], record.ties[-1]) if record.ties else None
    if record.turn is None or not record.turn.opening or state.phase in OVER:
        return None
    larger, smaller = sorted((record.turn.dice.first, record.turn.dice.second), reverse=True)
    return (larger, smaller) if record.position.on_roll is Side.LIGHT else (smaller, larger)


def _question(state: State) -> QuestionShown | None:
    if state.shown.question is None:
        return None
    question = state.shown.question
    answers = tuple(_answer(answer) for answer in question.answers)
    about = state.side if isinstance(question.wanted, PlayEntered) else None
    return QuestionShown(
        question.key, answers, state.asked_of(question), question.values, about, of_consent=question.wanted is not None
    )


def _answer(answer: Answer) -> AnswerShown:
    match answer.meaning:
        case Play() as play if answer.end is not None:
            return AnswerShown(answer.text, answer.end, arrows_of(play, answer.end.on_roll.other), answer.dice)
        case Dice() as roll:
            return AnswerShown(answer.text, answer.end, (), roll)
    return AnswerShown(answer.text, answer.end)


def _was_legal(state: State) -> bool:
    """Whether the last turn was legal, where an illegal one would be reported at once."""
    reported = state.terms.mode is not Mode.RECORDED and _reports_faults(state, asked=False)
    last = state.record.last
    return reported and state.phase in TO_ROLL and last is not None and last.legal and last.sure


def _history(state: State) -> Iterator[TurnShown]:
    """The turns of this game, oldest first."""
    for before, after in pairwise(state.record.kept):
        if after.last is not None and before.turn is not None:
            side, play = after.last.side, after.last.play.text()
            number, turn = sum(before.rolls), before.turn
            yield TurnShown(number, side, turn.dice, play, before.position, after.position, turn.drawn)


def _dispute(state: State) -> DisputeShown | None:
    """The turn in dispute: the one that is being played, else the last one of this game."""
    dispute, record = state.record.dispute, state.record
    if dispute is None or dispute.turn != record.turns:
        return None
    turn, claims = record.turn, dispute.claims
    if turn is not None:
        before = replace(record.position, on_roll=state.side)
        return DisputeShown(
            dispute.turn, sum(record.rolls), state.side, turn.dice, before, is_final=turn.drawn, claims=claims
        )
    last = next(reversed(tuple(_history(state))), None)
    if last is None:
        return None
    return DisputeShown(
        dispute.turn, last.number, last.side, last.dice, last.before, last.play, last.after, claims=claims
    )


def _board_read(look: Observation) -> tuple[Stack | None, ...]:
    spots = [look.spot(spot) for spot in (BAR, *POINTS)]
    return tuple(Stack(*evidence.best) if evidence.seen else None for evidence in spots)


def _reports_faults(state: State, *, asked: bool) -> bool:
    return players_are_told(state.terms.rules.rules, asked=asked)
