"""The table that screen, button, camera and commands share: events in, views out."""

from __future__ import annotations

import json
import logging
import os
import select
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.app.announcer import Announcer
from companion.app.board_vision import BOARD_VISION
from companion.app.camera_reader import CameraReader
from companion.app.confirmed_turns import ConfirmedTurns
from companion.app.console_words import Order
from companion.app.current_match import CurrentMatch
from companion.app.games import AnyState, AnyView, TableGame, at_table
from companion.app.inbox import Inbox
from companion.errors import CompanionError
from companion.games.catalogue import Game, game_of
from companion.games.rules import Side
from companion.match.consent import YES
from companion.match.events import (
    Answered,
    BoardSeen,
    ButtonPressed,
    CameraBack,
    Event,
    NextGame,
    PutBackAsked,
    Resumed,
    Ticked,
)
from companion.match.message import Message
from companion.match.phases import Phase
from companion.screen.camera_service import CameraService
from companion.screen.closing import AfterClosing
from hardware.watchdog import notify

log = logging.getLogger(__name__)

_WATCHDOG_S: Final = 5.0
_TICK_S: Final = 1.0
_PROVED_S: Final = 60.0
"""A release that has run for this long is no longer on trial."""
_MOST_AT_ONCE: Final = 65_536
"""The most bytes that are read at once, so that a flood of lines does not delay the table."""
_LONGEST_LINE: Final = 4096


class Console:
    """Reads commands from a file descriptor, a line each, without blocking; end of file counts as ``quit``.

    ``as_json``: the state is printed as a JSON object, without the screen's words.  ``command``: the name of the
    running command, which heads its errors.
    """

    def __init__(self, descriptor: int, *, as_json: bool = False, command: str = "run") -> None:
        self._descriptor: Final = descriptor
        self._as_json: Final = as_json
        self._command: Final = command
        self._begun = b""
        self._ended = False
        self._said: tuple[list[str], float] = [], 0.0

    def lines(self) -> list[str]:
        """Return the lines that came in since the last call, without empty ones."""
        if not self._ended and select.select([self._descriptor], [], [], 0)[0]:
            came = os.read(self._descriptor, _MOST_AT_ONCE)
            self._ended = not came
            self._begun += came or b"\nquit\n"
        *lines, rest = self._begun.split(b"\n")
        self._begun = rest[-_LONGEST_LINE:]
        return [text for line in lines if (text := line.decode(errors="replace").strip())]

    def wait(self, seconds: float) -> None:
        """Wait until something comes in, for so long at most."""
        if self._ended:
            time.sleep(seconds)
        else:
            select.select([self._descriptor], [], [], seconds)

    def show(self, game: TableGame, match_id: int, trouble: str | None) -> None:
        """Print the state of the match."""
        if self._as_json:
            facts = game.shown(match_id, trouble=trouble)
            print(json.dumps(facts, ensure_ascii=False), flush=True)
        else:
            print("\n".join(game.shown_lines(match_id, trouble=trouble)), flush=True)
            self._said = game.said_lines(), game.state.shown.said_t

    def say(self, game: TableGame) -> None:
        """Print what the screen would say, if it is new, or said again."""
        said = game.said_lines(), game.state.shown.said_t
        if said != self._said and said[0] and not self._as_json:
            print("\n".join(said[0]), flush=True)
        self._said = said

    def help(self, game: TableGame) -> None:
        if not self._as_json:
            print(game.HELP, flush=True)

    def refuse(self, error: CompanionError) -> None:
        """Print why a line is refused."""
        print(f"companion {self._command}: {error}", file=sys.stderr, flush=True)


class TableSource:
    """The table behind the screen: drains the inbox, takes touches and commands, and advances the time.

    ``sight``: the preview, and learning the board by a press.  ``board_file``: the calibration file of a game.
    ``follow``: called after each event, and at each poll.
    """

    def __init__(
        self,
        session: CurrentMatch,
        camera_reader: CameraReader,
        inbox: Inbox,
        *,
        console: Console | None = None,
        sight: CameraService | None = None,
        announcer: Announcer | None = None,
        clock: Callable[[], float] = time.monotonic,
        proved: Callable[[], None] = lambda: None,
        board_file: Callable[[Game], Path | None] = lambda _: None,
        follow: Callable[[], None] = lambda: None,
    ) -> None:
        self.inbox: Final = inbox
        self.after_closing: AfterClosing | None = None
        self.has_window = True
        """Whether a window shows what is asked; a console prints it too."""
        self.sight: Final = sight or CameraService()
        self.announcer: Final = announcer
        self.at_bottom = Side.LIGHT
        """The side at the lower edge of the picture, if known."""
        self._session: Final = session
        self._camera_reader: Final = camera_reader
        self._turns = ConfirmedTurns(camera_reader)
        self._watched = Game.BACKGAMMON
        """The game whose board the camera reader reads."""
        self._board_file: Final = board_file
        self._follow: Final = follow
        self._console: Final = console
        self._clock: Final = clock
        self._viewed: tuple[AnyState, tuple[object, ...], AnyView] | None = None
        self._stopping = False
        self._proved: Callable[[], None] | None = proved
        self._began_s: Final = clock()
        self._alive_s = self._ticked_s = self._began_s

    def poll(self) -> AnyView:
        """Process everything that was posted or reported, and return the view of the table after it."""
        for posted in self.inbox.drained():
            self._happen(posted.event, posted.began_s)
        self.watch_game()
        if self._console is not None and not self.finished():
            self._obey(self._console)
        self._let_time_pass()
        self._follow()
        view = self._view()
        self.at_bottom = view.at_bottom
        if self.announcer is not None:
            self.announcer.report(view)
        return view

    def happen(self, event: Event) -> None:
        """Take a touch; it is processed in its turn."""
        self.inbox.post(event)

    def now_s(self) -> float:
        return self._clock()

    def finished(self) -> bool:
        return self._stopping

    def stop(self) -> None:
        """Stop; any thread or signal handler may call: it takes no lock that the interrupted code may hold."""
        self._stopping = True

    def leave(self, what: AfterClosing) -> None:
        """End as :meth:`stop` does, then do this once the match is written and the record is closed.

        Only the thread that polls may call; earlier reports are still processed.
        """
        for posted in self.inbox.drained():
            self._happen(posted.event, posted.began_s)
        self.after_closing = what
        self.stop()

    def wait(self, seconds: float) -> None:
        """Wait for so long at most; not while commands come in."""
        if self._console is None:
            time.sleep(seconds)
        else:
            self._console.wait(seconds)

    def board_file(self) -> Path:
        """Return where what is known of the board that is read is kept; any thread may call."""
        file = self._board_file(self._watched)
        assert file is not None
        return file

    def watch_game(self) -> None:
        """Read the board of the game that is on the table by now."""
        game = game_of(self._session.state.terms.rules)
        if game is not self._watched:
            self._watched, self._turns = game, ConfirmedTurns(self._camera_reader)
            self._camera_reader.turn_to(BOARD_VISION.get(game), self._board_file(game))

    # --- what happens ------------------------------------------------------------------------------

    def _happen(self, event: Event, began_s: float | None = None) -> None:
        is_over = self._session.state.phase is Phase.MATCH_OVER and not self._session.practises
        if isinstance(event, NextGame) and is_over:
            self._rematch()
            return
        if isinstance(event, BoardSeen | CameraBack) and game_of(self._session.state.terms.rules) not in BOARD_VISION:
            return  # nobody reads this board
        if isinstance(event, BoardSeen) and game_of(self._session.state.terms.rules) is not self._watched:
            return  # it is still of the board before
        if isinstance(event, BoardSeen) and self._session.to_compare:
            self._compare(event)
        before = self._session.state
        self._session.recorder.take(event, began_s=began_s)
        if isinstance(event, ButtonPressed) and event.side is None and not self.has_window and self._console is None:
            self._agree(event.at_s)
        if not self._session.practises:
            self._turns.follow(before, event, self._session.state)
        self._follow()

    def _agree(self, at_s: float) -> None:
        """Without a screen, the press of a shared button speaks for both players: it ends a pause, or a game."""
        question = self._session.state.shown.question
        if question is None or not isinstance(question.wanted, Resumed | NextGame):
            return
        yes = next(number for number, answer in enumerate(question.answers) if answer.text == YES)
        self._session.recorder.take(Answered(yes, at_s))

    def _rematch(self) -> None:
        try:
            self._session.again()
        except CompanionError as error:
            log.warning("%s", error)

    def _compare(self, event: BoardSeen) -> None:
        """Compare the first clear reading of a resumed game: a board that differs is restored to the record."""
        differs = self._session.recorder.weighed(event, lambda now: at_table(now).compared(event), None)
        if differs is None:
            return
        self._session.to_compare = False
        if differs:
            self._session.recorder.take(PutBackAsked(event.at_s, seen=True))

    def _obey(self, console: Console) -> None:
        for line in console.lines():
            try:
                said = self._session.game.command(line, self._clock())
                if said is Order.NEW:
                    self._session.again()
            except CompanionError as error:
                console.refuse(error)
                continue
            match said:
                case Order.SHOW:
                    trouble = self._session.recorder.trouble
                    console.show(self._session.game, self._session.number, trouble)
                case Order.HELP:
                    console.help(self._session.game)
                case Order.QUIT:
                    self.stop()
                    return
                case Order.NEW:
                    pass
                case _:
                    self._happen(said)
            console.say(self._session.game)

    def _let_time_pass(self) -> None:
        now_s = self._clock()
        if now_s - self._ticked_s >= _TICK_S:
            self._ticked_s = now_s
            self._session.recorder.take(Ticked(now_s))
            self._session.tick()
        if now_s - self._alive_s > _WATCHDOG_S:
            self._alive_s = now_s
            notify("WATCHDOG=1")
        if self._proved is not None and now_s - self._began_s > _PROVED_S:
            self._proved()
            self._proved = None
        if self._console is not None and not self.finished():
            self._console.say(self._session.game)

    def _view(self) -> AnyView:
        """The view; the same object as long as nothing visible has changed, so that the screen does not redraw it."""
        session = self._session
        state, rest = session.state, (self._camera_reader.checker_bgr, session.recorder.trouble, self.sight.other)
        if self._viewed is None or state is not self._viewed[0] or rest != self._viewed[1]:
            view: AnyView = session.game.view(rest[0], trouble=rest[1])
            if rest[2] and view.question is None:
                view = replace(view, message=Message(f"notice.other-board.{rest[2]}", alarm=False))
            before = self._viewed[2] if self._viewed is not None else None
            self._viewed = (state, rest, before if before is not None and view == before else view)
        return self._viewed[2]
