"""The plays page: all plays of a roll by equity, or the cube actions, beside a board that shows the touched play."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from companion.coach.at_the_table.shown import coach_shown
from companion.games.rules import Side
from companion.match.view import View
from companion.screen.board.board import BoardWidget
from companion.screen.hints import HintLine, board_before, help_of, lines_of, per_cent, points_words
from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Framed, WithBoard, column
from companion.screen.widgets.fields import Chair
from companion.screen.widgets.play_row import PLAY_ROW
from companion.screen.widgets.progress import Progress
from companion.screen.widgets.rows import Rows
from companion.settings.tree import language_of

_ROW: Final = 62.0
_BELOW: Final = 0.57
"""The share of the list in an upright window."""


class PlaysPage(AppPage):
    """The list that a player has asked for in training; a deeper analysis replaces the first one in place.

    ``view``: of another position than that at the table, with what a coach says of it.
    """

    views = View
    title = "screen.plays"

    def __init__(
        self, services: Services, ways: Navigator, *, language: str, view: View | None = None, **kwargs: Any
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._opened_with: Final = view
        self._settings: Final = services.settings
        del language  # of the header; what stands below is read in the player's own
        self._view: View | None = None
        self._chosen = ""
        self.lines: tuple[HintLine, ...] = ()
        self.board: Final = BoardWidget()
        self.rows: Final = Rows(row=_ROW)
        self.rows.viewclass = PLAY_ROW
        self.waits: Final = Progress()
        self._list: Final = column(self.rows)
        self._hold(WithBoard(Framed(self.board), self._list, least=0.5, below=_BELOW))

    def show(self, view: View) -> None:
        """Take the newest view; leave the page when the turn is over."""
        view = view if self._opened_with is None else self._opened_with
        seen, self._view = self._seen, view
        if coach_shown(view).help is None:
            self._ways.back()
        elif seen != self._seen:
            self._again()

    @property
    def _seen(self) -> tuple[object, ...] | None:
        view = self._view
        coach = None if view is None else coach_shown(view)
        return None if view is None or coach is None else (coach.help, view.points, coach.tutored)

    def _again(self, *_: object) -> None:
        view = self._view
        help_ = None if view is None else coach_shown(view).help
        if view is None or help_ is None:
            return
        chair = Chair(view, help_.side, self._language_of(help_.side))
        self.lines = lines_of(chair)
        if self._chosen not in [line.words for line in self.lines]:
            self._chosen = self.lines[0].words if self.lines else ""
        self._fill(chair)
        failed = help_.failed
        self.waits.words.text, self.waits.share = chair.say(failed or "hint.nothing"), 0.0 if failed else -1.0
        self._list.hold(self.waits if not self.lines and help_of(chair) is not None else self.rows)

    def _language_of(self, side: Side) -> str:
        return language_of(self._settings.now(), side)

    def _fill(self, chair: Chair) -> None:
        self.rows.data = [
            {
                "line": line,
                "place": place,
                "lit": line.words == self._chosen,
                "worth": points_words(chair, line.equity),
                "wins": "" if line.win is None else chair.say("hint.wins", n=per_cent(line.win)),
                "then": partial(self._choose, line.words),
            }
            for place, line in enumerate(self.lines, start=1)
        ]
        chosen = next((line for line in self.lines if line.words == self._chosen), None)
        self.board.view = board_before(chair, () if chosen is None else chosen.arrows)

    def _choose(self, words: str) -> None:
        self._chosen = words
        self._again()
