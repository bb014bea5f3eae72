"""The engine's words and field in a player's half at a table of draughts; none except in training.  No Kivy here."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.coach.draughts.at_the_table import CoachedShown, MoveHelpAsked, coached_shown
from companion.coach.draughts.reasons import MoveReason
from companion.coach.draughts.teaching import Hint, HintShown, RankedMove
from companion.games.draughts import after
from companion.games.draughts.notation import text
from companion.games.draughts.squares import Square
from companion.match.draughts.view import DraughtsView, MoveShown
from companion.record.journal import Mode
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.widgets.fields import Field, Page

_PER_CENT: Final = 100
_QUARTER: Final = "draughts.look.quarter"
_ASKS: Final = {
    Hint.WHERE: "hint.checkers",
    Hint.PIECE: "draughts.table.which",
    Hint.MOVE: "draughts.table.move",
    Hint.WHY: "hint.why",
    Hint.LIST: "draughts.table.list",
}
"""The words of the field that asks for a rung."""


def coached(view: DraughtsView) -> CoachedShown:
    """What the coach shows at a table: in training only, whatever the view contains."""
    return coached_shown(view.layers if view.mode is Mode.TRAINING else {})


def is_coached(view: DraughtsView) -> bool:
    """Whether there is a coach at the table."""
    return view.mode is Mode.TRAINING and bool(view.layers)


def is_engines_turn(view: DraughtsView) -> bool:
    """Whether the engine moves now, so that nobody enters a move for it."""
    shown = coached(view)
    return view.to_move is not None and view.to_move is shown.engine and (shown.thinks or shown.meant is not None)


def hint_field(chair: DraughtsChair) -> Field | None:
    """The coach's one field in a half: the next rung, or the list again."""
    shown = coached(chair.view)
    if shown.learner is not chair.side or chair.view.phase != "phase.play":
        return None
    if shown.waits:
        return Field(chair.say("hint.waiting"), waits=True)
    if shown.hint_level == Hint.LIST and shown.hint is not None:
        return Field(chair.say(_ASKS[Hint.LIST]), page=partial(list_page, chair, shown.hint))
    if shown.hint_level >= shown.most:
        return None
    return Field(chair.say(_ASKS[Hint(shown.hint_level + 1)]), event=partial(MoveHelpAsked, chair.side))


def coach_words(chair: DraughtsChair) -> str:
    """The coach's sentence in a player's strip: the engine's move, the hint, or the remark; empty if there is none."""
    view, shown = chair.view, coached(chair.view)
    if view.phase != "phase.play":
        return ""
    if shown.engine is not None and view.to_move is shown.engine and chair.side is not shown.engine:
        if shown.meant is not None:
            return chair.say("practice.stage.move-for-me", play=text(shown.meant, view.position))
        if not shown.thinks:
            return chair.say("practice.stage.play-for-me")
    if shown.hint is not None and shown.learner is chair.side:
        return _hint_words(chair, shown.hint)
    if shown.remark is not None and shown.remark_to is chair.side:
        lost = chair.say("draughts.said.cost", n=f"{shown.remark.loss * _PER_CENT:.0f}")
        return f"{lost} {_reason(chair, shown.remark.reason)}"
    if shown.thinks and chair.side is not shown.engine:
        return chair.say("practice.stage.thinking")
    return ""


def _hint_words(chair: DraughtsChair, hint: HintShown) -> str:
    if hint.reason is not None:
        return _reason(chair, hint.reason)
    is_marked = hint.look == _QUARTER and hint.hint_level is not Hint.WHERE  # the piece is marked by then
    return chair.say(hint.look) if hint.move is None and not is_marked else ""


def _reason(chair: DraughtsChair, reason: MoveReason) -> str:
    return chair.say(reason.key, **reason.values)


def list_page(chair: DraughtsChair, hint: HintShown) -> Page:
    """All moves, the best first, each on a board with what it loses."""
    rows = tuple(_row(chair, hint, row) for row in hint.rows)
    return Page(chair.say("draughts.table.list"), rows, columns=3, rows=2)


def _row(chair: DraughtsChair, hint: HintShown, row: RankedMove) -> Field:
    before = chair.view.position
    written, cost = text(row.move, before), round(row.loss * _PER_CENT)
    words = chair.say("draughts.table.row", move=written, n=str(cost)) if cost else written
    shown = MoveShown(0, before.to_move, row.move, written, before, after(before, row.move))
    return Field(words, page=partial(list_page, chair, hint), board=chair.board(before, shown))


def marked(view: DraughtsView) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """The squares that a hint marks, and the way of the move that it shows, or of the engine's."""
    shown = coached(view)
    if shown.meant is not None:
        return (), shown.meant.route
    if shown.hint is None:
        return (), ()
    return (shown.hint.squares, ()) if shown.hint.move is None else ((), shown.hint.move.route)
