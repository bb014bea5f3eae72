"""The fields of a turn that is being entered: beside the game's board, and on a page of its own.  No Kivy here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.backgammon.play_entry import PlayEntry
from companion.games.rules import Side
from companion.match.events import Event, PlayEntered
from companion.screen.board.entering import entered_on
from companion.screen.source import TableView
from companion.screen.widgets.fields import Chair, Entry, Field, Page, Say

ToEvent = Callable[[str], Callable[[float], Event]]
"""The event that tells the session of a play in standard notation."""


def tell_play(side: Side, play: str) -> Callable[[float], Event]:
    """Tell from a side's chair that the current roll was played so."""
    return partial(PlayEntered, play, by=side)


def back_fields(say: Say, entry: Entry | None) -> dict[str, Field]:
    """The fields that undo the last touch, and all, in a half; none where nothing is entered."""
    if entry is None or not entry.touches:
        return {}
    fields = {"back": Field(say("button.undo"), entry=entry.undone())}
    if len(entry.touches) > 1:
        fields["back-all"] = Field(say("button.undo-all"), entry=entry.cleared())
    return fields


def done_field(chair: Chair, entry: PlayEntry, to_event: ToEvent | None = None) -> Field:
    """The field that ends the turn with the entered play; it cannot be used before that is complete."""
    to_event, play = to_event or partial(tell_play, chair.side), entry.play
    if play is None:
        return Field(chair.say("button.done"))
    return Field(chair.say("button.done" if play.steps else "play.none"), event=to_event(play.text()), main=True)


def entry_page(chair: Chair, entry: PlayEntry, *, title: str, to_event: ToEvent, also: tuple[Field, ...]) -> Page:
    """The page on which a play is entered on a large board; ``also``: its further fields before the first touch."""
    again = partial(entry_page, chair, title=title, to_event=to_event, also=also)
    done, board = done_field(chair, entry, to_event), entered_on(chair.bare(), entry)
    return page_of_entry(chair.say, entry, again, done=done, board=board, title=title, also=also)


def page_of_entry(
    say: Say, entry: Entry, again: Callable[[Any], Page], *, done: Field, board: TableView, title: str,
    also: tuple[Field, ...] = (),
) -> Page:  # fmt: skip
    """The page on which a turn of any game is entered; ``again``: the page of another entry; ``done`` ends the turn."""
    fields = (done, *also) if done.alive else also
    if entry.touches:
        undo = Field(say("button.undo"), page=partial(again, entry.undone()))
        clear = Field(say("button.undo-all"), page=partial(again, entry.cleared()))
        fields = (undo, clear, done)
    return Page(title, (), columns=1, rows=1, also=fields, board=board, entry=entry, entered=again)
