"""Views of a table with a coach, rung by rung, as no engine has valued them: what is drawn is what counts here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.coach.evaluation import Doubling, PlayReason
from companion.coach.teaching import CountsShown, CubeShown, HelpShown, Occasion, RankedShown, Remark
from companion.games.backgammon import START as BOARD
from companion.games.backgammon import Dice, legal_plays
from companion.games.rules import Side
from companion.match.terms import HintLevel, PlayerTraining
from companion.match.view import AnswerShown, Arrow, QuestionShown, TurnShown, View, arrows_of
from companion.record.journal import Mode
from tests.screen.views import DOUBLED, OVER, START, showing

DICE: Final = Dice(3, 1)
BEFORE: Final = replace(BOARD, on_roll=Side.LIGHT)
PLAYS: Final = tuple(
    RankedShown(play.text(), arrows_of(play, Side.LIGHT), 0.16 - 0.02 * place, 0.02 * place, 0.55 - 0.006 * place)
    for place, play in enumerate(sorted(legal_plays(BEFORE, DICE).values(), key=lambda play: play.text() != "8/5 6/5"))
)
WHY: Final = PlayReason("coach.why.make-home", {"point": "5"}, (5,))
WHY_NOT: Final = PlayReason("coach.not.make-home", {"point": "5"}, (5,))
BETTER: Final = PlayReason("coaching.better", {"play": "bar/20 24/22* 13/11* 6/4*", "loss": "0.161"})
TAUGHT: Final = showing(
    START,
    mode=Mode.TRAINING,
    phase="phase.play",
    points=BEFORE.points,
    on_roll=Side.LIGHT,
    dice=(3, 1),
    rolled=True,
    tutored=(PlayerTraining(), PlayerTraining()),
    may_ask=frozenset({Side.LIGHT}),
    landings={6: (5, 3, 2), 8: (7, 5, 4), 13: (10, 9), 24: (23, 21, 20)},
)
"""Light is to play 3-1."""


def helped(hint_level: HintLevel, *, said: PlayReason = WHY, **more: object) -> View:
    """The help that Light has asked for, up to a rung."""
    arrows = (Arrow(8, 5), Arrow(6, 5))
    shown = HelpShown(
        Side.LIGHT,
        hint_level,
        spots=(8, 6),
        play="8/5 6/5" if hint_level >= HintLevel.PLAY else "",
        arrows=arrows if hint_level >= HintLevel.PLAY else (),
        reason=said if hint_level >= HintLevel.WHY else None,
        rows=PLAYS if hint_level >= HintLevel.LIST else (),
    )
    may_ask = frozenset({Side.LIGHT}) if hint_level < HintLevel.LIST else frozenset[Side]()
    return showing(TAUGHT, help=replace(shown, **more), may_ask=may_ask, helped=(3, 0))  # type: ignore[arg-type]


PLAYED: Final = showing(
    TAUGHT,
    phase="phase.roll",
    on_roll=Side.DARK,
    dice=None,
    rolled=False,
    landings={},
    may_ask=frozenset(),
    may_compare=frozenset({Side.LIGHT}),
    last_side=Side.LIGHT,
    last_play="24/20",
    arrows=(Arrow(24, 20),),
    points=(-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 1, 0, 0, 0, 1),
    history=(TurnShown(1, Side.LIGHT, DICE, "24/20", BEFORE, BEFORE),),
    helped=(3, 1),
)
"""Light has played; Dark is to roll."""

DARK_MUST_DECIDE: Final = showing(
    DOUBLED, mode=Mode.TRAINING, tutored=(PlayerTraining(), PlayerTraining()), may_ask=frozenset({Side.DARK})
)


def remarked(said: PlayReason = BETTER, reason: PlayReason | None = WHY_NOT) -> View:
    """Light has asked why, and is told."""
    remark = Remark(
        Occasion.ASKED, Side.LIGHT, said, reason, before=BEFORE, made="24/20", made_arrows=(Arrow(24, 20),),
        best="8/5 6/5", best_arrows=(Arrow(8, 5), Arrow(6, 5)), loss=0.161,
    )  # fmt: skip
    return showing(PLAYED, remarks=(remark,), may_compare=frozenset())


_OF_DOUBLE: Final = {
    Side.LIGHT: (PlayReason("coaching.cube.double"), PlayReason("coach.cube.race", {"n": "9"})),
    Side.DARK: (
        PlayReason("coaching.cube.better.drop", {"loss": "0.13"}), PlayReason("coach.cube.drop", {"n": "18", "m": "22"})
    ),
}  # fmt: skip


def taught() -> Mapping[str, View]:
    """One of each."""
    cube = CubeShown(to_answer=False, win=0.72)
    advised = replace(cube, doubling=Doubling.DOUBLE, takes=True)
    figures = replace(advised, no_double=0.61, double_take=0.74, double_drop=1.0)
    before = showing(TAUGHT, phase="phase.roll", dice=None, rolled=False, landings={}, may_double=True)

    def of_cube(shown: CubeShown, hint_level: HintLevel) -> View:
        return showing(before, help=HelpShown(Side.LIGHT, hint_level, cube=shown), helped=(1, 0))

    answers = (AnswerShown("answer.my-play"), AnswerShown("answer.look-again"))
    next_time = Remark(Occasion.AFTER_GAME, Side.LIGHT, PlayReason("coaching.next-time"), WHY_NOT)

    return {
        "nothing asked": TAUGHT,
        "guard": replace(TAUGHT, question=QuestionShown("question.guard", answers, frozenset({Side.LIGHT}))),
        "next time": showing(
            OVER, mode=Mode.TRAINING, tutored=(PlayerTraining(), PlayerTraining()), remarks=(next_time,), helped=(3, 1)
        ),
        "waiting": helped(HintLevel.CHECKERS, waiting=True, spots=()),
        "checkers": helped(HintLevel.CHECKERS),
        "play": helped(HintLevel.PLAY),
        "why": helped(HintLevel.WHY),
        "list": helped(HintLevel.LIST),
        "lifted": showing(TAUGHT, in_hand=24),
        "played": PLAYED,
        "told": remarked(),
        "counts": showing(PLAYED, counts=CountsShown((159, 167), {24: 11, 20: 15}, (22, 0))),
        "pips always": showing(TAUGHT, pips=(159, 167)),
        "double answered": showing(
            replace(before, cube_value=2, cube_owner=Side.DARK),
            pips=(159, 167),
            remarks=tuple(Remark(Occasion.UNASKED, side, *said) for side, said in _OF_DOUBLE.items()),
        ),
        "cube chances": of_cube(cube, HintLevel.CHECKERS),
        "cube advice": of_cube(advised, HintLevel.PLAY),
        "cube figures": of_cube(figures, HintLevel.LIST),
        "doubled": DARK_MUST_DECIDE,
        "doubled, advised": showing(
            DARK_MUST_DECIDE,
            help=HelpShown(Side.DARK, HintLevel.WHY, reason=WHY, cube=CubeShown(to_answer=True, win=0.31, takes=True)),
            helped=(0, 1),
        ),
    }
