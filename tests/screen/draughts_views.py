"""Views of a table of draughts, made by playing moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.coach.draughts.at_the_table import CoachedShown
from companion.coach.draughts.search import Limits
from companion.coach.draughts.teaching import Hint, advised, hint, remark
from companion.games.draughts import START, Position, after, legal_moves, picture_of
from companion.games.draughts.notation import parse, text
from companion.games.draughts.position import bits_of
from companion.games.draughts.squares import named
from companion.games.rules import Picture, Side, Stack
from companion.match.draughts.view import (
    DraughtsView,
    IllegalMoveShown,
    MoveAnswerShown,
    MoveDisputeShown,
    MoveQuestionShown,
    MoveShown,
)
from companion.match.message import Message
from companion.match.view import ClockShown
from companion.record.journal import Mode

NAMES: Final = ("Anna", "Boris")


def squares(words: str) -> tuple[int, ...]:
    return tuple(named(word) for word in words.split())


def board(light: str, dark: str, kings: str = "", to_move: Side = Side.LIGHT) -> Position:
    """A position by the squares of both sides; those of ``kings`` are in one of them."""
    return Position(bits_of(squares(light)), bits_of(squares(dark)), bits_of(squares(kings)), to_move)


def played(*moves: str, start: Position = START, **told: Any) -> DraughtsView:
    """The table after these moves."""
    position, shown = start, []
    for number, written in enumerate(moves):
        move = parse(written, position)
        end = after(position, move)
        shown.append(MoveShown(number, position.to_move, move, text(move), position, end))
        position = end
    view = DraughtsView(
        NAMES, position, "phase.play", position.to_move, shown[-1] if shown else None, moves=tuple(shown),
        legal=tuple(legal_moves(position)), length=3,
    )  # fmt: skip
    return replace(view, **told)


def lying(position: Position, **changed: Stack) -> Picture:
    """The picture of a position with other things on some squares."""
    return {**picture_of(position), **{named(square): stack for square, stack in changed.items()}}


LIGHT_MAN: Final = Stack(1, 0)
DARK_MAN: Final = Stack(0, 1)
NOTHING: Final = Stack(0, 0)

OPENING: Final = ("c3-d4", "b6-a5", "d4-c5")
BEGUN: Final = played("c3-d4", "f6-g5", "b2-c3", "g7-f6", "c3-b4")
FRESH: Final = played()
CAPTURED: Final = played("c3-d4", "f6-g5", "d4-c5", "b6xd4")
TWO_TAKEN: Final = played("c1xg5", start=board("c1 e1 g1 a3 h2", "d2 f4 b6 d6 c7 e7 h8"))
_MUST: Final = board("c3 e3 g1 h2 a1", "d4 f6 h6 c7 b8 d8 h8")
KINGS: Final = played("a1xe5", start=board("a1 g1 h2", "c3 g3 h4 b8 d8", "a1 d8"))
CROWNING: Final = played("g7-h8", start=board("g7 a1 c3 e3", "b8 d8 a5 c5"), crown=squares("h8"))
_FORKED: Final = board("a1 e1 g3", "b2 d4 d6 f6 h8 a7")
FORKED: Final = played(start=_FORKED, blind=True)
_BEFORE_ILLEGAL: Final = board("c3 f2 g1 h2 a1", "d4 d6 b6 g7 b8 d8 h8")
ILLEGAL: Final = played(
    start=_BEFORE_ILLEGAL,
    phase="phase.correct",
    illegal=IllegalMoveShown(
        lying(_BEFORE_ILLEGAL, f2=NOTHING, g3=LIGHT_MAN), Side.LIGHT, squares("f2 g3"), squares("c3 d4")
    ),
    message=Message("notice.differs.squares", alarm=True),
)
PUT_BACK: Final = replace(BEGUN, phase="phase.put-back", put_back=squares("c5 e3 g7"))
ASKED: Final = replace(
    BEGUN,
    question=MoveQuestionShown(
        "question.which-play",
        tuple(MoveAnswerShown(text(move), move, after(BEGUN.position, move)) for move in BEGUN.legal[:3]),
    ),
)
OFFERED: Final = replace(BEGUN, draw_offered_by=Side.LIGHT)
CLOCKED: Final = replace(BEGUN, clock=ClockShown((754, 48), 0, Side.DARK), games=(2, 1))
WON: Final = replace(BEGUN, phase="phase.over", to_move=None, winner=Side.LIGHT, result="2-0", games=(2, 0))
DRAWN: Final = replace(BEGUN, phase="phase.over", to_move=None, result="1-1", games=(1, 1))
HAND: Final = replace(BEGUN, hand=True)
LOST: Final = replace(BEGUN, camera_lost=True)
BLIND: Final = replace(BEGUN, blind=True, mode=Mode.TRAINING)
DISPUTED: Final = replace(BEGUN, phase="phase.paused", dispute=MoveDisputeShown(Side.DARK, BEGUN.position, BEGUN.last))
MIDDLE: Final = played(
    "e3-d4", "f6-e5", "d4xf6", "g7xe5", "f2-e3", "b6-a5", "e1-f2", "a7-b6", "e3-f4", "f8-g7", "c3-d4", "e5xc3xe1",
    clock=ClockShown((431, 388), 0, Side.LIGHT), games=(2, 1),
)  # fmt: skip

TAUGHT: Final = replace(BEGUN, mode=Mode.TRAINING, layers={CoachedShown: CoachedShown(learner=Side.DARK)})
_ADVICE: Final = advised(BEGUN.position, limits=Limits(depth=4))
_LIGHTS: Final = played("c3-d4", "b6-c5", "d4xb6", "a7xc5")
_BAD: Final = parse("a3-b4", _LIGHTS.position)
_REMARK: Final = remark(advised(_LIGHTS.position, limits=Limits(depth=5)).thought, _BAD)


def hinted(rung: Hint) -> DraughtsView:
    """The hint that Dark has asked for, up to a rung."""
    return replace(
        TAUGHT, layers={CoachedShown: CoachedShown(learner=Side.DARK, hint_level=rung, hint=hint(_ADVICE, rung))}
    )


WAITING: Final = replace(TAUGHT, layers={CoachedShown: CoachedShown(learner=Side.DARK, hint_level=1, waits=True)})
_NAMED: Final = replace(TAUGHT, names=("Anna", "Computer (Strong player)"))
THINKING: Final = replace(_NAMED, blind=True, layers={CoachedShown: CoachedShown(engine=Side.DARK, thinks=True)})
MEANT: Final = replace(
    _NAMED, layers={CoachedShown: CoachedShown(engine=Side.DARK, meant=_ADVICE.thought.best.move)}
)  # fmt: skip
REMARKED: Final = replace(
    played("c3-d4", "b6-c5", "d4xb6", "a7xc5", "a3-b4", "c5xa3"), mode=Mode.TRAINING, blind=True,
    layers={CoachedShown: CoachedShown(Side.DARK, learner=Side.LIGHT, remark=_REMARK, remark_to=Side.LIGHT)},
)  # fmt: skip

MOVED_OTHERWISE: Final = replace(
    TAUGHT, names=("Anna", "Computer (Strong player)"),
    layers={CoachedShown: CoachedShown(engine=Side.LIGHT, learner=Side.DARK)},
    question=MoveQuestionShown(
        "question.engine-meant", (MoveAnswerShown("answer.put-right"), MoveAnswerShown("answer.keep-move")),
        frozenset({Side.DARK}), {"play": "g3-h4"},
    ),
)  # fmt: skip
RESIGNED: Final = replace(
    MOVED_OTHERWISE,
    question=MoveQuestionShown(
        "question.engine-resigns", (MoveAnswerShown("answer.accept"), MoveAnswerShown("button.play-on")),
        frozenset({Side.DARK}),
    ),
)  # fmt: skip

ALL: Final[Mapping[str, DraughtsView]] = {
    "middle": MIDDLE, "fresh": FRESH, "begun": BEGUN, "captured": CAPTURED, "two-taken": TWO_TAKEN, "kings": KINGS,
    "crowning": CROWNING, "illegal": ILLEGAL, "put-back": PUT_BACK, "asked": ASKED, "offered": OFFERED,
    "clocked": CLOCKED, "won": WON, "drawn": DRAWN, "hand": HAND, "lost": LOST, "blind": BLIND, "disputed": DISPUTED,
    "taught": TAUGHT, "hint-where": hinted(Hint.WHERE), "hint-piece": hinted(Hint.PIECE),
    "hint-move": hinted(Hint.MOVE), "hint-why": hinted(Hint.WHY), "hint-list": hinted(Hint.LIST),
    "hint-waits": WAITING, "engine-thinks": THINKING, "engine-means": MEANT, "remark": REMARKED,
    "moved-otherwise": MOVED_OTHERWISE, "engine-resigns": RESIGNED,
}  # fmt: skip
"""The states of the table, by name."""
