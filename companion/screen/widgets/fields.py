"""Touch fields as data: fields, pages of them, and the chairs from which they are read.  No Kivy here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias

from companion.games.backgammon.play_entry import PlayEntry
from companion.games.draughts.move_entry import MoveEntry
from companion.games.rules import Side
from companion.match.view import View
from companion.screen.navigator import PageName
from companion.texts import label, sentence

Entry: TypeAlias = PlayEntry | MoveEntry
"""A turn that is being entered on a drawn board, in whatever game."""


class Say(Protocol):
    """Says a text key in the language of a chair."""

    def __call__(self, key: str, /, **values: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Field:
    """One touch field.

    ``words``: its words.  ``event`` makes the event that a touch sends to the session, one of its game; ``page``: the
    page it leads to; ``locked``: one behind the director's PIN, told whether there is any; ``opens``: the other screen
    it opens; ``entry``: the turn that it leaves entered on the drawn board; without any of them it is shown disabled.
    ``board`` (a view), ``dice``, ``side``: what is drawn on it.  ``cube``: the cube value that it accepts.  ``note``:
    words at its foot, with a padlock.  ``waits``: its result is being computed.
    """

    words: str
    event: Callable[[float], Any] | None = field(default=None, compare=False)
    page: Callable[[], Page] | None = field(default=None, compare=False)
    locked: Callable[[bool], Page] | None = field(default=None, compare=False)
    opens: PageName | None = None
    entry: Entry | None = field(default=None, compare=False)
    board: Any = None
    dice: tuple[int, ...] = ()
    side: Side | None = None
    cube: int | None = None
    note: str = ""
    waits: bool = False
    main: bool = False
    chosen: bool = False

    @property
    def alive(self) -> bool:
        leads = self.event, self.page, self.locked, self.opens, self.entry
        return any(way is not None for way in leads)


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the panel: fields in a grid, row by row, and the fields of the lowest row beside *Close*.

    ``first``: the first field shown, if there are more than the grid holds.  ``board``: drawn large in place of
    fields; ``entry``: the play that is entered on it, ``entered``: the page of what a touch there leaves entered.
    ``close``: the text key of the field that closes it.
    """

    title: str
    fields: tuple[Field, ...]
    columns: int
    rows: int
    also: tuple[Field, ...] = ()
    first: int = 0
    board: Any = None
    entry: Entry | None = None
    entered: Callable[[Any], Page] | None = field(default=None, compare=False)
    close: str = "button.close"

    @property
    def shown(self) -> tuple[Field, ...]:
        return self.fields[self.first : self.first + self.columns * self.rows]

    def more(self) -> Page | None:
        """The page with the next fields, after the last the first again; None if all are shown."""
        held = self.columns * self.rows
        if len(self.fields) <= held:
            return None
        following = self.first + held
        return replace(self, first=following if following < len(self.fields) else 0)


@dataclass(frozen=True, slots=True)
class Chair:
    """A player's chair: the view, the side, the language read there, and whether points have numbers.

    ``entry``: the play that is being entered on the game's board, None where none is.
    """

    view: View
    side: Side
    language: str = "en"
    point_numbers: bool = True
    entry: PlayEntry | None = None

    def say(self, key: str, /, **values: str) -> str:
        return sentence(key, values, language=self.language, terms=self.view.terms, point_numbers=self.point_numbers)

    def label(self, text: str) -> str:
        """The words of a key, or a text as it is."""
        return label(text, language=self.language, terms=self.view.terms)

    def name(self, side: Side) -> str:
        return label(self.view.names[0 if side is Side.LIGHT else 1], language=self.language)

    def bare(self) -> View:
        """The view as this reader sees the real board, with the board alone on it: nobody else reads its numbers."""
        view = self.view
        near = (self.side is Side.LIGHT) == view.light_at_bottom
        return replace(
            view.bare(),
            light_at_bottom=view.light_at_bottom == near,
            home_at_right=view.home_at_right == near,
            on_roll=None,
        )
