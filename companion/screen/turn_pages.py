"""The pages on which a roll or a play is entered, or a turn of this game corrected.  No Kivy here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement
from typing import Final

from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.play_entry import PlayEntry
from companion.games.rules import Side
from companion.match.events import (
    Edited,
    Event,
    RollEntered,
)
from companion.match.view import Arrow, TurnShown, View, arrows_of
from companion.screen.board.entering import fresh_entry, roll_of
from companion.screen.board.numbering import is_numbered_for, play_shown
from companion.screen.entry_pages import entry_page, tell_play
from companion.screen.widgets.fields import Chair, Field, Page

IN_PLAY: Final = frozenset(
    {"phase.opening", "phase.roll", "phase.play", "phase.take-or-drop", "phase.correct", "phase.put-back"}
)
CORRECTABLE: Final = IN_PLAY | {"phase.paused"}
BEFORE_PLAY: Final = frozenset({"phase.start", "phase.opening", "phase.next-game"})


# --- rolls ---------------------------------------------------------------------------------------


def roll_page(chair: Chair) -> Page:
    """The page of the current roll; in the opening one die of each player, Light's in the upper row."""
    return _first_dice(chair) if chair.view.phase in BEFORE_PLAY else rolls_page(chair, enters_roll(chair))


def enters_roll(chair: Chair) -> Callable[[tuple[int, int], float], Event]:
    return lambda roll, at_s: RollEntered(*roll, at_s, by=chair.side)


def rolls_page(chair: Chair, to_event: Callable[[tuple[int, int], float], Event]) -> Page:
    """The 21 rolls, one touch each."""
    now = tuple(sorted(chair.view.dice or ()))
    fields = tuple(
        Field("", event=partial(to_event, roll), dice=roll, chosen=roll == now)
        for roll in combinations_with_replacement(range(1, 7), 2)
    )
    return Page(chair.say("title.roll"), fields, columns=7, rows=3)


def _first_dice(chair: Chair, light: int | None = None, dark: int | None = None) -> Page:
    """Two rows of dice, Light's and Dark's: the player with the higher die begins."""

    def field_of(side: Side, face: int) -> Field:
        first, second = (face, dark) if side is Side.LIGHT else (light, face)
        chosen = face == (light if side is Side.LIGHT else dark)
        if first is not None and second is not None:
            return Field(
                "", event=partial(RollEntered, first, second, by=chair.side), dice=(face,), side=side, chosen=chosen
            )
        page = partial(_first_dice, chair, first, second)
        return Field("", page=page, dice=(face,), side=side, chosen=chosen)

    fields = tuple(field_of(side, face) for side in Side for face in range(1, 7))
    return Page(chair.say("title.opening"), fields, columns=6, rows=2)


# --- plays ---------------------------------------------------------------------------------------


def play_page(chair: Chair) -> Page:
    """The page on which the play of the current roll is entered on a board."""
    entry = fresh_entry(chair.view)
    also = () if chair.view.sealed else (Field(chair.say("button.list"), page=partial(plays_page, chair)),)
    title = chair.say("title.enter", name=chair.name(entry.side), dice=str(entry.turn.dice))
    return entry_page(
        chair,
        entry,
        title=title,
        to_event=partial(tell_play, chair.side),
        also=(*also, *_other_roll(chair, enters_roll(chair))),
    )


def plays_page(chair: Chair) -> Page:
    """The page of the plays of the current roll, the likeliest first by what is on the board.

    There is none in a refereed match, since a list of all plays would help the player.
    """
    view = chair.view
    dice, before = roll_of(view)
    fields = _play_fields(chair, before, dice, _seen(view), partial(tell_play, chair.side))
    columns, rows = _grid_of(fields)
    also = (
        Field(chair.say("button.on-board"), page=partial(play_page, chair)),
        *_other_roll(chair, enters_roll(chair)),
    )
    title = chair.say("title.play", name=chair.name(before.on_roll), dice=str(dice))
    return Page(title, fields, columns, rows, also=also)


def _grid_of(fields: tuple[Field, ...]) -> tuple[int, int]:
    return (3, 2) if any(each.board is not None for each in fields) else (3, 6)


def turns_page(chair: Chair) -> Page:
    """The page of the turns of this game, the newest first."""
    fields = tuple(
        Field(
            f"{turn.number}   {played(chair, turn.play, turn.side)}",
            page=partial(turn_page, chair, turn),
            dice=(turn.dice.first, turn.dice.second),
            side=turn.side,
        )
        for turn in reversed(chair.view.history)
    )
    return Page(chair.say("title.turns"), fields, columns=2, rows=4)


def correction(chair: Chair, number: int) -> Page | None:
    """The page on which a turn of this game is corrected; None if it cannot be corrected now.

    Of the turn that is being played it is the page of its roll.
    """
    view = chair.view
    if view.phase not in CORRECTABLE:
        return None
    if view.dispute is not None and view.dispute.after is None and view.dispute.turn == number:
        return None if view.dispute.is_final else rolls_page(chair, enters_roll(chair))
    turn = next((turn for turn in view.history if turn.number == number), None)
    return None if turn is None else turn_page(chair, turn)


def turn_page(chair: Chair, turn: TurnShown, dice: Dice | None = None) -> Page:
    """The page that corrects a turn: how its roll was played, or another roll than the recorded one.

    The likeliest plays come first where a camera reads the board, else the board on which one is entered.
    """
    return _turn_on_board(chair, turn, dice) if chair.view.blind else _plays_of_turn(chair, turn, dice)


def _turn_on_board(chair: Chair, turn: TurnShown, dice: Dice | None = None) -> Page:
    roll = dice or turn.dice
    entry = PlayEntry.of(turn.before, roll, chair.view.rules.rules)
    listed = Field(chair.say("button.list"), page=partial(_plays_of_turn, chair, turn, dice))
    also = (listed, *_other_turns(chair, turn))
    return entry_page(
        chair, entry, title=_title_of(chair, turn, roll), to_event=partial(_edited, chair, turn, dice), also=also
    )


def _plays_of_turn(chair: Chair, turn: TurnShown, dice: Dice | None = None) -> Page:
    """The legal plays of a turn's roll, those first that differ least from what is on the board or on record."""
    view = chair.view
    newest = turn == view.history[-1] and view.phase in ("phase.roll", "phase.take-or-drop")
    lies = _seen(view) if newest else None
    like = lies if lies is not None else _board(turn.after)
    roll = dice or turn.dice
    known = () if dice is not None else (turn.play,)
    fields = _play_fields(chair, turn.before, roll, like, partial(_edited, chair, turn, dice), known)
    on_board = Field(chair.say("button.on-board"), page=partial(_turn_on_board, chair, turn, dice))
    columns, rows = _grid_of(fields)
    also = (*_other_turns(chair, turn), on_board)
    return Page(_title_of(chair, turn, roll), fields, columns, rows, also=also)


def _title_of(chair: Chair, turn: TurnShown, roll: Dice) -> str:
    return chair.say("title.turn", turn=str(turn.number), name=chair.name(turn.side), dice=str(roll))


def _edited(chair: Chair, turn: TurnShown, dice: Dice | None, play: str) -> Callable[[float], Event]:
    numbers = None if dice is None else (dice.first, dice.second)
    return lambda at_s: Edited(turn.number, at_s, numbers, play, by=chair.side)


def _other_turns(chair: Chair, turn: TurnShown) -> tuple[Field, ...]:
    """The fields that lead to the turn before, and to another roll of this one."""
    place, roll = chair.view.history.index(turn), partial(_rolls_of_turn, chair, turn)
    earlier = (
        Field(chair.say("button.earlier"), page=partial(turn_page, chair, before))
        for before in chair.view.history[place - 1 : place]
    )
    if turn.is_final:
        return tuple(earlier)
    return (*earlier, Field(chair.say("button.another-roll"), page=roll))


def _rolls_of_turn(chair: Chair, turn: TurnShown) -> Page:
    shown = replace(chair.view, dice=(turn.dice.first, turn.dice.second))
    page = rolls_page(replace(chair, view=shown), enters_roll(chair))
    fields = tuple(
        replace(each, event=None, page=partial(turn_page, chair, turn, Dice(*each.dice))) for each in page.fields
    )
    return replace(page, fields=fields)


def _other_roll(chair: Chair, to_event: Callable[[tuple[int, int], float], Event]) -> tuple[Field, ...]:
    if not may_be_another(chair.view):
        return ()
    return (Field(chair.say("button.another-roll"), page=partial(rolls_page, chair, to_event)),)


def may_be_another(view: View) -> bool:
    """Whether the roll on record may be corrected: not where it was drawn here."""
    return view.dice_seen and not view.roll_is_final


def _play_fields(
    chair: Chair,
    before: Position,
    dice: Dice,
    like: _Board | None,
    to_event: Callable[[str], Callable[[float], Event]],
    known: tuple[str, ...] = (),
) -> tuple[Field, ...]:
    """The legal plays, first those whose final position differs least from a board; ``known`` ones are left out.

    Without a board to compare with, plays of the farthest checkers come first and are shown in words only,
    so that nearly always all of them fit on one page.
    """
    ends, bare = chair.view.rules.legal_ends(before, dice), chair.bare()
    ranked = sorted(
        ((_difference(_board(end), like), _from_the_back(play), play.text(), end, play) for end, play in ends.items()),
        key=lambda found: found[:3],
    )
    return tuple(
        Field(
            played(chair, text, before.on_roll),
            event=to_event(text),
            board=board_after(bare, end, arrows_of(play, before.on_roll)) if like is not None else None,
        )
        for _, _, text, end, play in ranked
        if text not in known
    )


def _from_the_back(play: Play) -> list[tuple[int, int]]:
    return [(-start, -end) for start, end in play.ways()]


_Board = tuple[tuple[int, int] | None, ...]
"""(light, dark) on the bar and the points 1 to 24; None for a spot that was not seen."""


def _board(position: Position) -> _Board:
    points = ((max(count, 0), max(-count, 0)) for count in position.points)
    return ((position.bar.light, position.bar.dark), *points)


def _seen(view: View) -> _Board | None:
    return None if view.board_read is None or view.blind else view.board_read


def _difference(board: _Board, like: _Board | None) -> int:
    """The number of checkers by which two boards differ, as far as both are known."""
    return sum(
        abs(one[0] - other[0]) + abs(one[1] - other[1])
        for one, other in zip(board, like or (), strict=False)
        if one is not None and other is not None
    )


def played(chair: Chair, play: str, side: Side) -> str:
    """A side's play as the screen writes it."""
    return play_shown(chair.view, play, side) if Play.from_text(play).steps else chair.say("play.none")


def last_words(chair: Chair) -> str:
    """The last play; only its roll while the points are numbered as the other player counts."""
    view = chair.view
    if view.last_side is None:
        return ""
    if is_numbered_for(view, view.last_side) or not Play.from_text(view.last_play).steps:
        return played(chair, view.last_play, view.last_side)
    return str(view.history[-1].dice) if view.history else ""


def board_after(bare: View, end: Position, arrows: tuple[Arrow, ...]) -> View:
    """A position to be drawn small, with the play that leads to it; ``bare``: as :meth:`Chair.bare` has it."""
    return replace(
        bare,
        points=end.points,
        bar=(end.bar.light, end.bar.dark),
        off=(end.off.light, end.off.dark),
        arrows=arrows,
        last_side=end.on_roll.other,
    )
