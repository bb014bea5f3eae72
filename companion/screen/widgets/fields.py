"""What a screen between two chairs is made of: fields to touch, pages of them, and who reads them.  No Kivy here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.games.rules import Side, Spot
from companion.match.events import Event
from companion.match.view import View
from companion.screen.navigator import Place
from companion.texts import label, sentence


@dataclass(frozen=True, slots=True)
class Field:
    """One field to touch.

    ``words``: what it says.  ``event`` makes what a touch tells the session, ``page`` where it leads;
    ``opens`` which other screen; without any of them it is shown, and dead.  ``board``, ``dice``, ``side``:
    what is drawn on it.  ``cube``: the stake that it agrees to.  ``note``: said at its foot, with a padlock.
    ``waits``: what it stands for is being computed.
    """

    words: str
    event: Callable[[float], Event] | None = field(default=None, compare=False)
    page: Callable[[], Page] | None = field(default=None, compare=False)
    opens: Place | None = None
    board: View | None = None
    dice: tuple[int, ...] = ()
    side: Side | None = None
    cube: int | None = None
    note: str = ""
    waits: bool = False
    main: bool = False
    chosen: bool = False

    @property
    def alive(self) -> bool:
        return self.event is not None or self.page is not None or self.opens is not None


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the panel: fields in a grid, row by row, and those of the lowest row beside *Close*.

    ``first``: the field shown first, where they are more than the grid holds.  ``board``: drawn large in place of
    fields; ``touch``: the page after a touch of a spot of it.
    """

    title: str
    fields: tuple[Field, ...]
    columns: int
    rows: int
    also: tuple[Field, ...] = ()
    first: int = 0
    board: View | None = None
    touch: Callable[[Spot], Page] | None = field(default=None, compare=False)

    @property
    def shown(self) -> tuple[Field, ...]:
        return self.fields[self.first : self.first + self.columns * self.rows]

    def more(self) -> Page | None:
        """The next fields, after the last ones the first again; None where all are shown."""
        held = self.columns * self.rows
        if len(self.fields) <= held:
            return None
        following = self.first + held
        return replace(self, first=following if following < len(self.fields) else 0)


@dataclass(frozen=True, slots=True)
class Chair:
    """Where a player sits before a view, the language read there, and whether points have numbers there."""

    view: View
    side: Side
    language: str = "en"
    point_numbers: bool = True

    def say(self, key: str, /, **values: str) -> str:
        return sentence(key, values, language=self.language, terms=self.view.terms, point_numbers=self.point_numbers)

    def name(self, side: Side) -> str:
        return label(self.view.names[0 if side is Side.LIGHT else 1], language=self.language)

    def bare(self) -> View:
        """The view as this reader sees the real board, with nothing on it that is not the board's."""
        view = self.view
        near = (self.side is Side.LIGHT) == view.light_at_bottom
        return replace(
            view.bare(),
            light_at_bottom=view.light_at_bottom == near,
            home_at_right=view.home_at_right == near,
        )
