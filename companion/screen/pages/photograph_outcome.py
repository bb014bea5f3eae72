"""What comes of a position from a picture: hints, cube advice, a puzzle, a game from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from companion.coach.draughts.teaching import Advice
from companion.coach.teaching import HelpShown
from companion.errors import CompanionError
from companion.match.draughts.view import DraughtsView
from companion.match.view import View
from companion.photograph.draughts import PicturedSquares
from companion.screen.board.pictured import best_words, with_help, with_move
from companion.screen.hints import coach_words
from companion.screen.navigator import Navigator, PageName
from companion.screen.pages.photograph_places import Wait
from companion.screen.services import PracticePort
from companion.screen.source import TableView
from companion.screen.widgets.fields import Chair
from companion.texts import sentence


class Outcome:
    """``view``: the board as it is drawn.  All methods but :meth:`forget` need a board that just one position fits."""

    def __init__(
        self, practice: PracticePort, ways: Navigator, *, language: str, wait: Wait, view: Callable[[Any], TableView]
    ) -> None:
        self._practice: Final = practice
        self._ways: Final = ways
        self._language: Final = language
        self._wait: Final = wait
        self._view: Final = view
        self._help: HelpShown | None = None
        self._advice: Advice | None = None

    def forget(self) -> None:
        """Forget what was said of another position."""
        self._help = self._advice = None

    def hint(self, board: Any) -> None:
        (fits,) = board.fitting()
        if isinstance(board, PicturedSquares):
            position = fits.position
            self._wait(
                "photograph.asks", lambda: self._practice.advice_in(position), lambda found: self._advised(board, found)
            )
        else:
            self._ask(board, fits.situation)

    def advise_cube(self, board: Any) -> None:
        (fits,) = board.fitting()
        self._ask(board, replace(fits.situation, state=replace(fits.situation.state, dice=None)))

    def keep(self, board: Any) -> None:
        (fits,) = board.fitting()
        self._wait("photograph.asks", lambda: self._practice.keep_puzzle(fits.situation), self._kept)

    def play_on(self, board: Any) -> None:
        (fits,) = board.fitting()
        try:
            self._practice.play_on(fits.situation)
        except CompanionError as error:
            self._ways.tell(str(error))
        else:
            self._ways.home()

    def words(self, board: Any) -> str:
        """What was said of the position; empty where nothing was asked."""
        if self._help is not None:
            return coach_words(Chair(self._helped_view(board, self._help), self._help.side, self._language))
        if self._advice is not None:
            (fits,) = board.fitting()
            move, reason = best_words(fits.position, self._advice)
            return f"{move}  {sentence(reason.key, reason.values, language=self._language)}"
        return ""

    def drawn(self, view: DraughtsView) -> DraughtsView:
        """The view with the best move, where it was asked for."""
        return view if self._advice is None else with_move(view, self._advice)

    def _ask(self, board: Any, situation: Any) -> None:
        self._wait(
            "photograph.asks", lambda: self._practice.help_in(situation), lambda found: self._helped(board, found)
        )

    def _helped(self, board: Any, found: HelpShown) -> None:
        self._help = found
        self._ways.open(PageName.PLAYS, view=self._helped_view(board, found))

    def _helped_view(self, board: Any, found: HelpShown) -> View:
        view = self._view(board)
        assert isinstance(view, View)
        return with_help(view, found)

    def _advised(self, board: Any, advice: Advice | None) -> None:
        self._advice = advice
        if advice is None:
            (fits,) = board.fitting()
            self._tell("picture.no-move", side=fits.position.to_move.value)

    def _kept(self, kept: object) -> None:
        self._tell("picture.kept" if kept else "picture.no-puzzle")

    def _tell(self, key: str, **values: str) -> None:
        self._ways.tell(sentence(key, values, language=self._language))
