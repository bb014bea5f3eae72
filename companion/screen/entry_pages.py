"""The fields of a play that is being entered: beside the game's board, and on a page of its own.  No Kivy here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.match.events import Event, PlayEntered
from companion.match.play_entry import PlayEntry
from companion.screen.board.entering import entered_on
from companion.screen.widgets.fields import Chair, Field, Page

Told = Callable[[str], Callable[[float], Event]]
"""The event that tells the session of a play in standard notation."""


def tell_play(play: str) -> Callable[[float], Event]:
    """Tell that the current roll was played so."""
    return partial(PlayEntered, play)


def back_fields(chair: Chair) -> dict[str, Field]:
    """The fields that undo the last touch, and all, in a half; none where nothing is entered."""
    entry = chair.entry
    if entry is None or not entry.touches:
        return {}
    fields = {"back": Field(chair.say("button.undo"), entry=entry.undone())}
    if len(entry.touches) > 1:
        fields["back-all"] = Field(chair.say("button.undo-all"), entry=entry.cleared())
    return fields


def done_field(chair: Chair, entry: PlayEntry, told: Told = tell_play) -> Field:
    """The field that ends the turn with the entered play; it cannot be used before that is complete."""
    play = entry.play
    if play is None:
        return Field(chair.say("button.done"))
    return Field(chair.say("button.done" if play.steps else "play.none"), event=told(play.text()), main=True)


def entry_page(chair: Chair, entry: PlayEntry, *, title: str, told: Told, also: tuple[Field, ...]) -> Page:
    """The page on which a play is entered on a large board; ``also``: its further fields before the first touch."""
    again = partial(entry_page, chair, title=title, told=told, also=also)
    fields = also if entry.play is None else (done_field(chair, entry, told), *also)
    if entry.touches:
        undo = Field(chair.say("button.undo"), page=partial(again, entry.undone()))
        clear = Field(chair.say("button.undo-all"), page=partial(again, entry.cleared()))
        fields = (undo, clear, done_field(chair, entry, told))
    return Page(
        title, (), columns=1, rows=1, also=fields, board=entered_on(chair.bare(), entry), entry=entry, entered=again
    )
