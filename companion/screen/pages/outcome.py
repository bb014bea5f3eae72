"""The outcome page: how an exercise ended and what to do next, with boards of the costliest play and a better one."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, SmoothEllipse

from companion.match.events import NextGame, UndoAsked
from companion.match.view import View
from companion.practice.view import OutcomeShown, practice_shown
from companion.screen.board.board import BoardWidget
from companion.screen.board.layout import Box, grid
from companion.screen.board.numbering import play_shown
from companion.screen.hints import board_of_play, in_words, tip_words
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.theme import THEME
from companion.screen.widgets import signs
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.fields import Chair
from companion.screen.widgets.words import Words

_ASPECT: Final = 1.62


class OutcomePage(AppPage):
    """The card after an exercise; it closes when the next exercise is on the board."""

    views = View
    title = "screen.outcome"
    keeps = True

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._outcome: OutcomeShown | None = None
        self.said: Final = Words(bold=True, most=38, least=20)
        self.boards: Final = (BoardWidget(size_hint=(None, None)), BoardWidget(size_hint=(None, None)))
        self.captions: Final = (Words(bold=True, most=22, halign="center"), Words(bold=True, most=22, halign="center"))
        self.again: Final = self._field(lambda: self._tell(UndoAsked(self._now_s)), "outcome.again")
        self.next: Final = self._field(lambda: self._tell(NextGame(self._now_s)), "outcome.next")
        self.lessons: Final = self._field(self._leave, "exercise.lessons")
        self._fill_with(self.said, self.again, self.next, self.lessons)

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
        for widget in (*self.boards, *self.captions):
            if widget.parent is not None:
                self.remove_widget(widget)
        if outcome.before is not None:
            plays = (("hint.mine-was", outcome.made, outcome.made_arrows),
                     ("hint.best-was", outcome.best, outcome.best_arrows))  # fmt: skip
            for board, caption, (key, play, arrows) in zip(self.boards, self.captions, plays, strict=True):
                board.view = board_of_play(chair, outcome.before, play, arrows)
                caption.text = chair.say(key, play=play_shown(chair.view, play, outcome.before.on_roll))
                self.add_widget(board)
                self.add_widget(caption)
        self._lay()

    def _tell(self, event: UndoAsked | NextGame) -> None:
        self._services.table.happen(event)

    def _leave(self) -> None:
        self._ways.back()
        self._ways.open(PageName.PRACTICE)

    def _lay(self, *_: object) -> None:
        outcome, margin = self._outcome, THEME.margin_px
        foot = THEME.touch_px + 2 * THEME.gap_px
        fields = (self.lessons, self.again, self.next)
        for field, place in zip(fields, grid(Box(self.x, self.y, self.width, foot), 3, 1), strict=True):
            field.pos, field.size = place[:2], place[2:]
        with_boards = outcome is not None and outcome.before is not None
        room = Box(self.x, self.y + foot, self.width, max(self.height - foot, 1))
        sign = THEME.px(60)
        lines_px = THEME.px(84 if room.width > room.height else 132)
        words = min(room.height, lines_px) if with_boards else room.height
        top = room.y + room.height
        left = room.x + margin + sign + margin
        width = max(room.x + room.width - margin - left, 1)
        self.said.pos, self.said.size = (left, top - words), (width, words)
        self._draw_sign((room.x + margin + sign / 2, top - words / 2), sign)
        if with_boards:
            self._lay_boards(room._replace(height=room.height - words))

    def _lay_boards(self, room: Box) -> None:
        caption = THEME.px(34)
        places = grid(room, 2, 1) if room.width > room.height * 1.1 else grid(room, 1, 2)
        for board, words, place in zip(self.boards, self.captions, places, strict=True):
            high = min(place.height - caption, place.width / _ASPECT)
            board.size = (high * _ASPECT, high)
            board.pos = (place.center[0] - high * _ASPECT / 2, place.y + place.height - high)
            words.pos, words.size = (place.x, board.y - caption), (place.width, caption)

    def _draw_sign(self, center: tuple[float, float], size: float) -> None:
        """Draw a tick, a lamp after a lost game, or two arrows for a new attempt: each differs in shape and colour."""
        solved, lost = self.is_ticked, self._outcome is not None and self._outcome.lost
        x, y = center
        self.canvas.after.clear()
        with self.canvas.after:
            Color(*(THEME.tick if solved else THEME.button))
            SmoothEllipse(pos=(x - size / 2, y - size / 2), size=(size, size))
            if solved:
                signs.tick(center, size * 0.56, THEME.die)
            elif lost:
                signs.lamp(center, size * 0.7, THEME.ink_button, THEME.button)
            else:
                signs.icon("turn", center, size * 0.44, THEME.ink_button)
