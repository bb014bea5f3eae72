"""The outcome page: how an exercise ended and what to do next, with boards of the costliest play and a better one."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, SmoothEllipse
from kivy.uix.widget import Widget

from companion.match.events import NextGame, UndoAsked
from companion.match.view import View
from companion.practice.view import OutcomeShown, practice_shown
from companion.screen.board.board import BoardWidget
from companion.screen.board.numbering import play_shown
from companion.screen.hints import board_of_play, in_words, tip_words
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.theme import THEME
from companion.screen.widgets import signs
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, Framed, column, row
from companion.screen.widgets.fields import Chair
from companion.screen.widgets.words import Words

_SIGN_PX: Final = 60.0
_CAPTION_PX: Final = 34.0


class OutcomePage(AppPage):
    """The card after an exercise; it closes when the next exercise is on the board."""

    views = View
    title = "screen.outcome"
    keeps = True

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._outcome: OutcomeShown | None = None
        self.said: Final = Words(bold=True, most=38, least=20)
        self.boards: Final = (BoardWidget(), BoardWidget())
        self.captions: Final = (Words(bold=True, most=22, halign="center"), Words(bold=True, most=22, halign="center"))
        self.again: Final = self._field(lambda: self._tell(UndoAsked(self._now_s)), "outcome.again")
        self.next: Final = self._field(lambda: self._tell(NextGame(self._now_s)), "outcome.next")
        self.lessons: Final = self._field(self._leave, "exercise.lessons")
        self.sign: Final = Widget()
        self.sign.bind(pos=self._draw_sign, size=self._draw_sign)
        margin = THEME.margin_px
        self._head: Final = row((self.sign, _SIGN_PX), self.said, spacing=margin, padding=(margin, 0))
        compared = (
            column(Framed(board), (caption, _CAPTION_PX))
            for board, caption in zip(self.boards, self.captions, strict=True)
        )
        self._compared: Final = (column if THEME.upright else row)(*compared)
        self._foot: Final = Fields(self.lessons, self.again, self.next)
        self._page: Final = self._hold(self._head, self._foot)

    def show(self, view: View) -> None:
        """Take the newest view; leave the page when it has no outcome."""
        practice = practice_shown(view)
        outcome = None if practice is None else practice.outcome
        if practice is None or outcome is None:
            self._ways.back()
        elif outcome != self._outcome:
            self._outcome = outcome
            self._fill(Chair(view, practice.learner, self._language), outcome)

    @property
    def is_ticked(self) -> bool:
        """Whether the sign is a tick."""
        return self._outcome is not None and self._outcome.solved and not self._outcome.lost

    @property
    def _now_s(self) -> float:
        return self._services.table.now_s()

    def _fill(self, chair: Chair, outcome: OutcomeShown) -> None:
        tip = tip_words(chair)  # the strip that shows it is covered by this card
        why = "" if outcome.reason is None else in_words(chair, outcome.reason)
        self.said.text = "\n".join(filter(None, (in_words(chair, outcome.said), why, tip)))
        self.next.dead = not outcome.has_next
        self.next.main = outcome.solved and outcome.has_next
        self.again.main = not outcome.solved
        self.lessons.main = outcome.solved and not outcome.has_next
        if outcome.before is None:
            self._page.hold(self._head, self._foot)
        else:
            self._page.hold((self._head, 132 if THEME.upright else 84), self._compared, self._foot)
            plays = (("hint.mine-was", outcome.made, outcome.made_arrows),
                     ("hint.best-was", outcome.best, outcome.best_arrows))  # fmt: skip
            for board, caption, (key, play, arrows) in zip(self.boards, self.captions, plays, strict=True):
                board.view = board_of_play(chair, outcome.before, play, arrows)
                caption.text = chair.say(key, play=play_shown(chair.view, play, outcome.before.on_roll))
        self._draw_sign()

    def _tell(self, event: UndoAsked | NextGame) -> None:
        self._services.table.happen(event)

    def _leave(self) -> None:
        self._ways.back()
        self._ways.open(PageName.PRACTICE)

    def _draw_sign(self, *_: object) -> None:
        """Draw a tick, a lamp after a lost game, or two arrows for a new attempt: each differs in shape and colour."""
        solved, lost = self.is_ticked, self._outcome is not None and self._outcome.lost
        x, y = self.sign.x + self.sign.width / 2, self.sign.y + self.sign.height / 2
        center, size = (x, y), THEME.px(_SIGN_PX)
        self.sign.canvas.clear()
        with self.sign.canvas:
            Color(*(THEME.tick if solved else THEME.button))
            SmoothEllipse(pos=(x - size / 2, y - size / 2), size=(size, size))
            if solved:
                signs.tick(center, size * 0.56, THEME.die)
            elif lost:
                signs.lamp(center, size * 0.7, THEME.ink_button, THEME.button)
            else:
                signs.icon("turn", center, size * 0.44, THEME.ink_button)
