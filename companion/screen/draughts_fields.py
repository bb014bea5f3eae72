"""The touch fields of a player's half at a table of draughts, and of the panel's pages.  No Kivy here.

A field leads to an event for the session or to another page.  The session decides what is allowed, and answers what is
not with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.games.draughts.move_entry import MoveEntry
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView, MoveAnswerShown, MoveShown
from companion.match.events import (
    Answered,
    ButtonPressed,
    ChangeUndone,
    Disputed,
    DrawOffered,
    GameResigned,
    MoveEdited,
    MoveEntered,
    NextGame,
    Paused,
    PutBackAsked,
    Resumed,
    UndoAsked,
)
from companion.screen.director import director_field
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.draughts_hints import coached, hint_field, is_coached, is_engines_turn
from companion.screen.entry_pages import back_fields, page_of_entry
from companion.screen.navigator import PageName
from companion.screen.source import TableEvent
from companion.screen.widgets.fields import Field, Page

ToEvent = Callable[[str], Callable[[float], TableEvent]]
"""The event that tells the session of a move as PDN writes it."""

_IN_PLAY: Final = frozenset({"phase.play", "phase.correct", "phase.put-back"})
_STANDING_STILL: Final = frozenset({"phase.paused", "phase.cleared"})
_AGREED_UPON: Final = frozenset({"phase.paused", "phase.put-back", "phase.over"})
"""The phases that both end: while one waits for the other's answer, nobody says it once more."""
_CORRECTABLE: Final = _IN_PLAY | {"phase.paused"}


# --- a player's half -----------------------------------------------------------------------------


def entry_of(view: DraughtsView, entered: MoveEntry | None = None) -> MoveEntry | None:
    """The entry on the game's own board: without a camera the move is made there.

    ``entered``: what was entered so far, which stays as long as the position is the same.
    """
    if not view.blind or view.phase != "phase.play" or view.to_move is None or is_engines_turn(view):
        return None
    return entered if entered is not None and entered.before == view.position else MoveEntry.of(view.position)


def half_fields(chair: DraughtsChair) -> Mapping[str, Field]:
    """A player's fields beside the board, by place: action, draw, menu, pause, dispute, undo, last, answers.

    While an illegal move is put right the place of the draw has the field that shows how the board was before it.
    While a move is entered on the board, fields that undo its touches take the place of pause and dispute.  With a
    coach at the table its field takes that place, and pause and dispute move into the menu.
    """
    view, fields = chair.view, dict[str, Field]()
    answers = answers_of(chair)
    if answers:
        fields |= {f"answer-{number}": answer for number, answer in enumerate(answers)}
    elif action := _action(chair):
        fields["action"] = action
    if not answers and view.question is None and (beside := _draw(chair) or _put_back(chair)):
        fields["draw"] = beside
    if not answers and (hint := hint_field(chair)):
        fields["coach"] = hint
    fields["menu"] = Field(
        chair.say("button.menu"),
        page=partial(menu, chair),
        note=chair.say("seal.refereed") if view.sealed else "",
    )
    if view.question is None or not view.question.with_boards:
        if view.phase in _IN_PLAY and not answers and not is_coached(view):
            fields["pause"] = Field(chair.say("button.pause"), event=partial(Paused, by=chair.side))
        if (view.moves or view.dispute is not None) and not is_coached(view):
            fields["dispute"] = _dispute(chair)
    if view.question is None and view.to_move is chair.side and (back := back_fields(chair.say, chair.entry)):
        fields = {place: field for place, field in fields.items() if place not in ("pause", "dispute", "coach")} | back
    if view.trouble is not None:
        fields["last"] = Field(chair.say("trouble.storage"), page=partial(_trouble, chair))
    elif view.may_undo and not (view.question and view.question.of_consent):
        fields["undo"] = Field(chair.say("button.undo"), event=partial(ChangeUndone, by=chair.side))
    elif view.last is not None and view.message is None and view.phase in _CORRECTABLE:
        fields["last"] = Field(view.last.text, page=partial(_move_page, chair, view.last))
    return fields


def _dispute(chair: DraughtsChair) -> Field:
    """The field that stops the clock and opens the page of the disputed move, or opens it again."""
    event = Disputed if chair.view.dispute is None else None
    return Field(chair.say("button.dispute"), event=event, opens=PageName.DISPUTE)


def _draw(chair: DraughtsChair) -> Field | None:
    """The field that offers a draw, or agrees to the one that the other side offers; the engine has none."""
    view, side = chair.view, chair.side
    if view.phase != "phase.play" or view.draw_offered_by is side or coached(view).engine is side:
        return None
    offer = partial(DrawOffered, side)
    if view.draw_offered_by is None:
        return Field(chair.say("button.draw"), event=offer)
    return Field(chair.say("button.agree-draw"), event=offer, main=True)


def _put_back(chair: DraughtsChair) -> Field | None:
    """The field that shows which squares to restore, until an illegal move is taken back."""
    view = chair.view
    if view.phase != "phase.correct" or view.blind or view.illegal is None or not chair.acts:
        return None
    return Field(chair.say("button.restore"), event=partial(PutBackAsked, by=chair.side))


def answers_of(chair: DraughtsChair) -> tuple[Field, ...]:
    """The answers that a player may give now."""
    question = chair.view.question
    if question is None or chair.side not in question.to:
        return ()
    return tuple(
        Field(
            chair.label(answer.text),
            event=partial(Answered, number, by=chair.side),
            main=True,
            board=_board_of(chair, answer),
        )
        for number, answer in enumerate(question.answers)
    )


def _board_of(chair: DraughtsChair, answer: MoveAnswerShown) -> DraughtsView | None:
    if answer.end is None:
        return None
    if answer.move is None:
        return chair.board(answer.end)
    mover = answer.end.to_move.other
    return chair.board(answer.end, MoveShown(0, mover, answer.move, answer.text, chair.view.position, answer.end))


def _action(chair: DraughtsChair) -> Field | None:
    """The large field: what the game waits for, if a touch can do it."""
    view = chair.view
    if view.question is not None and view.phase in _AGREED_UPON:
        return None
    match view.phase:
        case "phase.paused":
            return Field(chair.say("button.resume"), event=partial(Resumed, by=chair.side), main=True)
        case "phase.put-back" | "phase.cleared":
            return Field(chair.say("button.go-on"), event=partial(Resumed, by=chair.side), main=True)
        case "phase.over":
            return Field(chair.say("button.agreed"), event=partial(NextGame, by=chair.side), main=True)
        case "phase.start" if view.blind:
            return Field(chair.say("new.begin"), event=partial(NextGame, by=chair.side), main=True)
        case "phase.next-game" if view.blind:
            return Field(chair.say("button.next-game"), event=partial(NextGame, by=chair.side), main=True)
        case "phase.match-over":
            return Field(chair.say("button.rematch"), event=partial(NextGame, by=chair.side))
    if not chair.acts:
        return None
    match view.phase:
        case "phase.play" if chair.entry is not None:
            return _done(chair, chair.entry, partial(_entered, chair.side))
        case "phase.play" if view.blind and is_engines_turn(view):
            return None
        case "phase.play" if view.awaits_look:
            return Field(chair.say("button.done"), waits=True)
        case "phase.play":
            return Field(chair.say("button.done"), event=ButtonPressed, main=True)
        case "phase.correct" if view.blind:
            return Field(chair.say("button.enter-move"), page=partial(enter_page, chair), main=True)
        case "phase.correct":
            return Field(chair.say("button.done"), event=ButtonPressed, main=True)
    return None


def _done(chair: DraughtsChair, entry: MoveEntry, to_event: ToEvent) -> Field:
    """The field that ends the turn with the entered move; it cannot be used before that is whole."""
    text = entry.text
    return Field(chair.say("button.done"), event=None if text is None else to_event(text), main=text is not None)


def _entered(side: Side, move: str) -> Callable[[float], TableEvent]:
    return partial(MoveEntered, move, by=side)


# --- the menu ------------------------------------------------------------------------------------


def menu(chair: DraughtsChair) -> Page:
    """The menu of everything that is done seldom.  A field that cannot be used now is shown disabled."""
    view, side = chair.view, chair.side
    in_play = view.phase in _IN_PLAY
    stands = in_play or view.phase in _STANDING_STILL
    may_correct = view.moves and view.phase in _CORRECTABLE
    undo_asked = view.question is not None and view.question.key in ("question.undo", "question.take-back")
    may_enter = in_play and view.to_move is not None and not (view.blind and is_engines_turn(view))
    fields: tuple[Field, ...] = (
        Field(chair.say("button.undo"), event=partial(UndoAsked, by=side) if may_correct and not undo_asked else None),
        Field(chair.say("button.correct-move"), page=partial(moves_page, chair) if may_correct else None),
        Field(
            chair.say("button.enter-move"),
            page=partial(enter_page, chair) if may_enter else None,
        ),
        Field(chair.say("button.draw"), event=_draw_event(chair)),
        Field(chair.say("button.resign"), page=partial(_resign, chair) if in_play else None),
        Field(chair.say("button.put-back"), page=partial(_spilled, chair) if stands else None),
    )
    if is_coached(view):
        fields += (
            Field(chair.say("button.pause"), event=partial(Paused, by=side) if in_play else None),
            _dispute(chair) if view.moves or view.dispute is not None else Field(chair.say("button.dispute")),
        )
    if view.sealed:
        fields += (director_field(chair),)
    placed = Field(chair.say("button.position"), opens=PageName.DRAUGHTS_POSITION if stands else None)
    elsewhere = Field(chair.say("button.other-screens"), opens=PageName.WELCOME)
    help_ = Field(chair.say("button.help"), opens=PageName.HELP)
    return Page(
        chair.say("title.menu", name=chair.name(side)),
        fields,
        columns=3,
        rows=-(-len(fields) // 3),
        also=(placed, elsewhere, help_),
    )


def _draw_event(chair: DraughtsChair) -> Callable[[float], TableEvent] | None:
    draw = _draw(chair)
    return None if draw is None or chair.view.question is not None else draw.event


def _spilled(chair: DraughtsChair) -> Page:
    """The fields after a spilled board: restore the board to the record, or change the record to the board."""
    asked = partial(PutBackAsked, by=chair.side)
    back = Field(chair.say("answer.put-back"), event=None if chair.view.phase == "phase.put-back" else asked)
    placed = Field(chair.say("button.position"), opens=PageName.DRAUGHTS_POSITION)
    return Page(chair.say("title.spilled"), (back, placed), columns=2, rows=1)


def _resign(chair: DraughtsChair) -> Page:
    """The page that asks once more, at another place, so that no slip of a finger ends a game."""
    fields = (
        Field(chair.say("answer.not-over"), page=partial(menu, chair)),
        Field(chair.say("button.resign"), event=partial(GameResigned, chair.side), side=chair.side, main=True),
    )
    return Page(chair.say("title.resign-game"), fields, columns=2, rows=2)


def _trouble(chair: DraughtsChair) -> Page:
    return Page(chair.say("title.trouble"), (Field(chair.view.trouble or ""),), columns=1, rows=1)


# --- moves ---------------------------------------------------------------------------------------


def enter_page(chair: DraughtsChair, entry: MoveEntry | None = None) -> Page:
    """The page on which the move of the side to move is entered on a large board."""
    entry = entry or MoveEntry.of(chair.view.position)
    title = chair.say("title.enter-move", name=chair.name(entry.side))
    return _entry_page(chair, entry, title, partial(_entered, chair.side), partial(enter_page, chair))


def moves_page(chair: DraughtsChair) -> Page:
    """The page of the moves of this game, the newest first."""
    fields = tuple(
        Field(f"{_numbered(shown)}   {shown.text}", page=partial(_move_page, chair, shown), side=shown.side)
        for shown in reversed(chair.view.moves)
    )
    return Page(chair.say("title.moves"), fields, columns=3, rows=3)


def correction(chair: DraughtsChair, number: int) -> Page | None:
    """The page on which a move of this game is corrected; None if it cannot be corrected now."""
    view = chair.view
    shown = next((shown for shown in view.moves if shown.number == number), None)
    return None if shown is None or view.phase not in _CORRECTABLE else _move_page(chair, shown)


def _move_page(chair: DraughtsChair, shown: MoveShown, entry: MoveEntry | None = None) -> Page:
    """The page that corrects a move: another one is entered on the board before it."""
    entry = entry or MoveEntry.of(shown.before)
    title = chair.say("title.move", number=_numbered(shown), name=chair.name(shown.side), move=shown.text)
    earlier = tuple(
        Field(chair.say("button.earlier-move"), page=partial(_move_page, chair, before))
        for before in chair.view.moves
        if before.number == shown.number - 1
    )
    return _entry_page(
        chair, entry, title, partial(_edited, chair, shown), partial(_move_page, chair, shown), also=earlier
    )


def _edited(chair: DraughtsChair, shown: MoveShown, move: str) -> Callable[[float], TableEvent]:
    return lambda at_s: MoveEdited(shown.number, move, at_s, by=chair.side)


def _entry_page(
    chair: DraughtsChair, entry: MoveEntry, title: str, to_event: ToEvent, again: Callable[[MoveEntry], Page],
    also: tuple[Field, ...] = (),
) -> Page:  # fmt: skip
    done = _done(chair, entry, to_event)
    return page_of_entry(chair.say, entry, again, done=done, board=chair.board(entry.before), title=title, also=also)


def _numbered(shown: MoveShown) -> str:
    """The number of a move as scores write it: those of both sides share one."""
    return f"{shown.number // 2 + 1}{'.' if shown.number % 2 == 0 else '…'}"
