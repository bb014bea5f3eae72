"""What may happen at a table of backgammon: mostly what people do there, now and then anything at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from companion.coach.at_the_table.events import CountsAsked, HelpAsked, HintReady, MineAsked
from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Ranking
from companion.coach.teaching import Decision
from companion.games.backgammon import START, Position, legal_plays, picture_of
from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.catalogue import BACKGAMMON
from companion.games.rules import Picture, Side, Stack
from companion.match.events import (
    Answered,
    BoardSeen,
    ButtonPressed,
    ChangeUndone,
    Claimed,
    Condoned,
    CubeActed,
    DiceRolled,
    Disputed,
    Edited,
    Ended,
    FramesEnded,
    LeftToDirector,
    NextGame,
    Paused,
    PlayEntered,
    PlayPrepared,
    PositionSet,
    PutBackAsked,
    Resigned,
    Resumed,
    RollEntered,
    RulingAsked,
    UndoAsked,
)
from companion.match.phases import INTERRUPTED, PLAYING, TO_ROLL, WRONG, Phase
from companion.match.state import DiceSource, EndOfTurn, State, Terms
from companion.match.terms import PlayerTraining, TrainingSettings
from companion.record.journal import Mode
from tests.table import LEFT, RIGHT, observed
from vision.observation import CubePlace

_CLAIMS: Final = ("claim.dice", "", "he moved my checker", "x" * 200)
_CHANCES: Final = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
_BEGINNINGS: Final = (Phase.SETTING_UP, Phase.BETWEEN_GAMES)


def terms(rng: Random) -> Terms:
    guarded = PlayerTraining(guard=rng.random() < 0.5)
    return Terms(
        length=rng.choice((0, 1, 2, 3, 7, 25)), rules=BACKGAMMON[rng.choice(tuple(BACKGAMMON))],
        mode=rng.choice(tuple(Mode)), end_of_turn=rng.choice(tuple(EndOfTurn)), dice=rng.choice(tuple(DiceSource)),
        clock=rng.random() < 0.5, asks=rng.random() < 0.9, younger=rng.choice(tuple(Side)),
        idle_s=rng.choice((30.0, 300.0)), teaching=TrainingSettings(guarded, guarded, threshold=0.05),
    )  # fmt: skip


def usual(state: State, rng: Random, at_s: float) -> Any:
    """What goes on with the game, by touch or by button."""
    if state.shown.question is not None and rng.random() < 0.8:
        return Answered(rng.randrange(len(state.shown.question.answers)), at_s)
    match state.phase:
        case phase if phase in INTERRUPTED:
            return rng.choice((Resumed(at_s), Resumed(at_s), PutBackAsked(at_s)))
        case Phase.GAME_OVER | Phase.BETWEEN_GAMES | Phase.MATCH_OVER:
            return NextGame(at_s)
        case Phase.DOUBLED if state.record.cube.offer is not None:
            return CubeActed(rng.choice((Act.TAKE, Act.TAKE, Act.DROP)), state.record.cube.offer.to, at_s)
        case phase if phase in TO_ROLL and rng.random() < 0.1:
            return CubeActed(Act.DOUBLE, state.side, at_s)
        case phase if phase in PLAYING | WRONG and state.record.turn is not None:
            plays = [play.text() for play in _ends(state).values()]
            if rng.random() < 0.2:
                return ButtonPressed(at_s)
            return rng.choice((PlayEntered, PlayEntered, PlayPrepared))(rng.choice(plays), at_s)
        case _ if rng.random() < 0.5:
            return ButtonPressed(at_s)
    return RollEntered(*_numbers(rng), at_s)


def anything(state: State, rng: Random, at_s: float) -> Any:
    """Any touch at all, whether it makes sense now or not."""
    side, by = rng.choice(tuple(Side)), rng.choice((None, *Side))
    choices: Sequence[Callable[[], Any]] = (
        lambda: ButtonPressed(at_s, by),
        lambda: DiceRolled(*_numbers(rng), at_s),
        lambda: UndoAsked(at_s, by),
        lambda: UndoAsked(at_s, by),
        lambda: ChangeUndone(at_s),
        lambda: ChangeUndone(at_s),
        lambda: Answered(rng.randrange(-1, 5), at_s),
        lambda: FramesEnded(at_s),
        lambda: Paused(at_s),
        lambda: Resumed(at_s),
        lambda: Disputed(at_s),
        lambda: Claimed(side, rng.choice(_CLAIMS), at_s),
        lambda: LeftToDirector(at_s),
        lambda: RollEntered(*_numbers(rng), at_s, by),
        lambda: PlayEntered(_some_play(rng), at_s),
        lambda: PlayPrepared(rng.choice((None, _some_play(rng))), at_s),
        lambda: PositionSet(_some_position(state, rng).id(), side, at_s),
        lambda: PositionSet("nonsense", side, at_s),
        lambda: Edited(rng.randint(0, 12), at_s, dice=rng.choice((None, _numbers(rng))),
                       play=rng.choice((None, _some_play(rng))), by=by),
        lambda: CubeActed(rng.choice(tuple(Act)), side, at_s),
        lambda: Resigned(side, rng.choice(tuple(Result)), at_s),
        lambda: Ended(side, rng.choice(tuple(Result)), at_s) if rng.random() < 0.3 else Paused(at_s),
        lambda: PutBackAsked(at_s),
        lambda: PutBackAsked(at_s),
        lambda: RulingAsked(at_s),
        lambda: Condoned(at_s),
        lambda: NextGame(at_s),
        lambda: HelpAsked(side, at_s),
        lambda: MineAsked(side, at_s),
        lambda: CountsAsked(side, at_s),
    )  # fmt: skip
    return rng.choice(choices)()


def look(state: State, rng: Random, at_s: float, frame: int) -> BoardSeen:
    """A look at the board: as on record, played on, half played, spilled, cleared, or any other."""
    board: Picture = picture_of(_some_position(state, rng) if rng.random() < 0.08 else state.record.position)
    dice = "".join(map(str, _numbers(rng))) if rng.random() < 0.4 else ""
    if state.phase in PLAYING | WRONG and state.record.turn is not None:
        dice = state.record.turn.dice.text().replace("-", "") if rng.random() < 0.7 else dice
        if rng.random() < 0.6:
            board = picture_of(rng.choice(tuple(_ends(state))))
    elif state.phase in (*_BEGINNINGS, Phase.OPENING):
        board = picture_of(START)
    draw = rng.random()
    if draw < 0.15:
        board = _moved_about(board, rng, rng.choice((1, 1, 2, 6)))
    elif draw < 0.18:
        board = {}
    board = {spot: board.get(spot, Stack(0, 0)) for spot in range(26)}
    cube = rng.choice((None, *CubePlace)) if rng.random() < 0.2 else CubePlace.MIDDLE
    seen = observed(
        board, dice, rng.choice((LEFT, RIGHT)), cube=cube, hand=rng.random() < 0.1, cocked=rng.random() < 0.02,
        at_s=at_s,
    )  # fmt: skip
    return BoardSeen(seen, frame, at_s, unmoved=rng.random() < 0.2)


def hint(decision: Decision, rng: Random, at_s: float) -> HintReady:
    """What an engine of no understanding answers, or that it cannot."""
    if rng.random() < 0.2:
        return HintReady(decision, at_s, failure="it has ended")
    if decision.dice is None:
        no_double, double_take, double_drop = (rng.uniform(-1, 1) for _ in range(3))
        advice = CubeAdvice("none", 0, no_double, double_take, double_drop, _CHANCES)
        return HintReady(decision, at_s, advice=advice)
    position = decision.situation.position
    ends = legal_plays(position, decision.dice, decision.rules)
    found = [Candidate(play, end, rng.uniform(-1, 1), _CHANCES) for end, play in ends.items()]
    best_first = sorted(found, key=lambda one: -one.equity)
    return HintReady(decision, at_s, ranking=Ranking(position, decision.dice, "none", 0, tuple(best_first)))


def _ends(state: State) -> Any:
    assert state.record.turn is not None
    return state.terms.rules.legal_ends(state.record.position, state.record.turn.dice)


def _numbers(rng: Random) -> tuple[int, int]:
    return rng.randint(1, 6), rng.randint(1, 6)


def _some_play(rng: Random) -> str:
    return rng.choice(("8/5 6/5", "13/7 24/20", "bar/20", "6/off 5/off", "24/18", "6/5", "", "nonsense", "13/8(4)"))


def _some_position(state: State, rng: Random) -> Position:
    """The start, one that was on the board before, or one near the end of a game."""
    earlier = [moment.position for moment in state.record.moments[-4:]]
    late = Position.from_id(rng.choice(("2x4AAPB3AQAAAA", "AwAAAAMAAAAAAA", "AQAAAAEAAAAAAA")), rng.choice(tuple(Side)))
    return rng.choice((START, late, *earlier))


def _moved_about(board: Picture, rng: Random, checkers: int) -> Picture:
    """Some checkers lie elsewhere, whosever and wherever."""
    spilled = {spot: board.get(spot, Stack(0, 0)) for spot in range(26)}
    for _ in range(checkers):
        start = rng.choice([spot for spot in range(25) if sum(spilled[spot])] or [0])
        side = Side.LIGHT if spilled[start].light else Side.DARK
        if not sum(spilled[start]):
            continue
        for spot, more in ((start, -1), (rng.randrange(25), 1)):
            light, dark = spilled[spot]
            spilled[spot] = Stack(light + more, dark) if side is Side.LIGHT else Stack(light, dark + more)
    return spilled
