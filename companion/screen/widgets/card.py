"""The parts of a recap: the game, the dice, a code to scan; and the whole card as one picture.

Sizes are multiplied by ``scale``, so that the same parts serve the screen and a picture of any size.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, Final

from kivy.core.image import ImageLoader
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle, Scale, SmoothLine, Translate
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.games.rules import Side
from companion.record.reports.dice_statistics import DiceStatistics, StatisticKind
from companion.record.reports.event_words import Narrator
from companion.screen import qr
from companion.screen.board.boards import board_kind
from companion.screen.cards import Card
from companion.screen.match_history import dice_words, tally_words
from companion.screen.source import TableView
from companion.screen.theme import THEME, Colour
from companion.screen.widgets import signs
from companion.screen.widgets.fitting import height_of
from companion.screen.widgets.words import NOTE, Words

PICTURE_PX: Final = (1080, 720)
_PICTURE_SCALE: Final = 1.2
_WHITE: Final = (1.0, 1.0, 1.0, 1.0)
_BESIDE: Final = 560
"""How wide a card is at least that has the board beside the names, which may be long."""
_ROW: Final = 31
_TABLE: Final = 110
"""How high the names and the score above the rows of a card are, with the gaps around them."""
_LEAST_BOARD: Final = 90
"""How high the board is at least, where it lies above the names."""

Checkers = Mapping[Side, Colour]


class _Scaled(FloatLayout):  # type: ignore[misc]
    """A part whose sizes are those of the 800 x 480 screen, multiplied by ``scale``."""

    def __init__(self, *, scale: float, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self._scale: Final = scale
        self.bind(pos=self._again, size=self._again)

    def px(self, size: float) -> float:
        return size * self._scale

    def words(self, text: str, *, most: float, least: float = 20.0, **kwargs: Any) -> Words:
        """Words in letters of this part's scale, in its ``ink`` unless told otherwise."""
        share = self._scale / THEME.scale
        made = Words(text=text, most=most * share, least=least * share, **kwargs)
        self.add_widget(made)
        return made

    def _again(self, *_: object) -> None:
        if self.width > 1 and self.height > 1:
            self.lay()

    def lay(self) -> None:
        """Give everything its place."""
        raise NotImplementedError


def _place(widget: Widget, x: float, y: float, width: float, height: float) -> None:
    widget.size = (max(width, 1), max(height, 1))
    widget.pos = (x, y)


class GameFacts(_Scaled):
    """The board at the end, the score, and how the game went."""

    def __init__(
        self, card: Card, speaker: Narrator, like: TableView | None, checkers: Checkers, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._card: Final = card
        self._checkers: Final = checkers
        shown = card.board(like, speaker)
        self._aspect: Final = board_kind(shown).aspect
        self._board = board_kind(shown).drawn(view=shown, size_hint=(None, None))
        self.add_widget(self._board)
        self._columns = [self._column(side, speaker) for side in Side]
        self._rows: list[tuple[Words, tuple[Words, Words]]] = []
        self._chart: Chart | None = None
        self._lines = [self.words(card.about(speaker), most=22, color=THEME.ink_quiet)]
        for key, counts in card.counts():
            light, dark = (self.words(str(number), most=26, bold=True) for number in counts)
            words = self.words(speaker.say(key), most=22, color=THEME.ink_quiet, halign="center")
            self._rows.append((words, (light, dark)))
        if self._rows:
            self._chart = Chart(card, checkers, like)
            self.add_widget(self._chart)
        self._lines += [self.words(words, most=22) for words in card.course(speaker)]

    def _column(self, side: Side, speaker: Narrator) -> tuple[Words, Words]:
        name = self.words(self._card.player(side, speaker), most=28, bold=True)
        before, after = self._card.points(side)
        return name, self.words(str(after) if before == after else f"{before} › {after}", most=40, bold=True)

    def lay(self) -> None:
        y, beside = self.y, self.width > 1.15 * self.height and self.width >= self.px(_BESIDE)
        for words in reversed(self._lines_with_room(beside=beside)):
            line = height_of(words.text, self.px(22), self.width)
            _place(words, self.x, y, self.width, line)
            y += line
        y += self.px(6)
        gap, room = self.px(10), self.top - y
        if beside:
            left = min(self.width * 0.47, room * self._aspect)
            self._lay_board(self.x, self.top, left)
            self._lay_table(self.x + left + 2 * gap, y, self.width - left - 2 * gap, room)
        else:
            width = min(self.width, room * 0.4 * self._aspect)
            used = self._lay_board(self.center_x - width / 2, self.top, width)
            self._lay_table(self.x, y, self.width, room - used - gap)

    def _lines_with_room(self, *, beside: bool) -> list[Words]:
        """The lines below board and score, the first ones where not all have room there."""
        rest = self.height - self.px(_TABLE + _ROW * len(self._rows) + (0 if beside else _LEAST_BOARD))
        shown: list[Words] = []
        for words in self._lines:
            rest -= height_of(words.text, self.px(22), self.width)
            fits = not shown or rest >= 0
            if fits:
                shown.append(words)
            if fits != (words.parent is self):
                (self.add_widget if fits else self.remove_widget)(words)
        return shown

    def _lay_board(self, x: float, top: float, width: float) -> float:
        height = width / self._aspect
        _place(self._board, x, top - height, width, height)
        return height

    def _lay_table(self, x: float, y: float, width: float, height: float) -> None:
        """Lay out a half for each player, a row for each count with its words in the middle, and below who led."""
        sign, count_px = self.px(34), self.px(40)
        column = width / 2
        room = column - sign - self.px(8)
        score, row = self.px(48), self.px(_ROW)
        name = max(self.px(38), *(height_of(who.text, self.px(NOTE), room, bold=True) for who, _ in self._columns))
        top = y + height
        for place, (who, points) in enumerate(self._columns):
            left = x + place * column + sign
            _place(who, left, top - name, room, name)
            _place(points, left, top - name - score, room, score)
        line = top - name - score
        for words, counts in self._rows:
            line -= row
            _place(words, x + sign + count_px, line, column - count_px - self.px(8), row)
            for place, count in enumerate(counts):
                _place(count, x + place * column + sign, line, count_px, row)
        if self._chart is not None:
            _place(self._chart, x, y, width, line - self.px(6) - y)
        self.canvas.after.clear()
        with self.canvas.after:
            for place, side in enumerate(Side):
                center = (x + place * column + sign / 2, top - name / 2)
                signs.checker(center, self.px(12), self._checkers[side], side)


class Chart(Widget):  # type: ignore[misc]
    """The lead after each turn: a bar towards the leader's side, the largest swing marked."""

    def __init__(self, card: Card, checkers: Checkers, like: TableView | None, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self._card: Final = card
        self._checkers: Final = checkers
        self._light_up: Final = like is not None and not like.light_at_bottom
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        leads = self._card.leads
        if not leads or self.height < 2:
            return
        most = max(1, *(abs(lead) for lead in leads))
        width, half = self.width / len(leads), self.height / 2
        with self.canvas:
            Color(*THEME.field)
            Rectangle(pos=self.pos, size=self.size)
            for place, lead in enumerate(leads):
                side = Side.LIGHT if lead > 0 else Side.DARK
                up = (side is Side.LIGHT) == self._light_up
                long = abs(lead) / most * half * 0.94
                Color(*self._checkers[side])
                y = self.center_y if up else self.center_y - long
                Rectangle(pos=(self.x + place * width, y), size=(max(width - 1, 1), long))
            Color(*THEME.rim)
            Rectangle(pos=(self.x, self.center_y - 0.75), size=(self.width, 1.5))
            if self._card.swing is not None:
                x = self.x + (self._card.swing - 0.5) * width
                Color(*THEME.arrow)
                SmoothLine(points=(x, self.y, x, self.top), width=1.4)


class DiceFacts(_Scaled):
    """The dice statistics of the session: a row for each count, a column for each player, and what is unusual."""

    def __init__(self, dice: tuple[DiceStatistics, ...], speaker: Narrator, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._title = self.words(speaker.say("dice.evening"), most=24, bold=True)
        self._heads = [
            (
                self.words(speaker.name(one.name), most=24, bold=True, halign="center"),
                self.words(speaker.say("dice.rolls", n=one.rolls), most=20, color=THEME.ink_quiet, halign="center"),
            )
            for one in dice
        ]
        self._rows = [self._row(what, place, dice, speaker) for place, what in enumerate(StatisticKind)]
        said = "\n".join(dice_words(dice, speaker)[:4])
        self._said = self.words(said, most=24, least=16, valign="top")

    def _row(
        self, what: StatisticKind, place: int, dice: tuple[DiceStatistics, ...], speaker: Narrator
    ) -> tuple[Words, list[tuple[Words, Words]]]:
        cells = []
        for one in dice:
            got, usual = tally_words(one.tallies[place], speaker) if one.tallies else ("–", "")
            odd = bool(one.tallies) and one.tallies[place].rare is not None
            cells.append(
                (
                    self.words(got, most=28, bold=True, halign="right", color=THEME.notice if odd else THEME.ink),
                    self.words(usual, most=20, least=15, color=THEME.ink_quiet),
                )
            )
        return self.words(speaker.say(f"dice.{what.value}"), most=24), cells

    def lay(self) -> None:
        label = min(self.px(150), self.width * 0.28)
        column = (self.width - label) / max(1, len(self._heads))
        name = max(self.px(32), *(height_of(who.text, self.px(NOTE), column, bold=True) for who, _ in self._heads))
        head = name + self.px(26)
        narrow = column < self.px(220)
        row = min(self.px(62 if narrow else 40), (self.height - head) / (6 if narrow else 7))
        _place(self._title, self.x, self.top - head, label, head)
        for place, (who, rolls) in enumerate(self._heads):
            left = self.x + label + place * column
            _place(who, left, self.top - name, column, name)
            _place(rolls, left, self.top - head, column, self.px(26))
        for line, (words, cells) in enumerate(self._rows):
            y = self.top - head - (line + 1) * row
            _place(words, self.x, y, label, row)
            for place, (got, usual) in enumerate(cells):
                left = self.x + label + place * column
                if narrow:
                    got.halign = usual.halign = "center"
                    _place(got, left, y + row * 0.42, column, row * 0.56)
                    _place(usual, left, y + row * 0.04, column, row * 0.4)
                else:
                    _place(got, left, y, column * 0.34, row)
                    _place(usual, left + column * 0.34 + self.px(10), y, column * 0.66 - self.px(10), row)
        rest = self.height - head - len(self._rows) * row - self.px(8)
        _place(self._said, self.x, self.y, self.width, rest)


class QrCode(Widget):  # type: ignore[misc]
    """A code to scan: dark modules on white in every theme, each of them a whole number of pixels.

    ``error``: as of :func:`companion.screen.qr.modules`.
    """

    text = ObjectProperty("")
    error = ObjectProperty("m")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.bind(pos=self._draw, size=self._draw, text=self._draw, error=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.text or min(self.size) < 1:
            return
        rows = qr.modules(self.text, error=self.error)
        side = len(rows) * max(1, int(min(self.size) // len(rows)))
        with self.canvas:
            Color(*_WHITE)
            Rectangle(
                texture=_texture(rows),
                pos=(round(self.center_x - side / 2), round(self.center_y - side / 2)),
                size=(side, side),
            )


def _texture(rows: tuple[tuple[bool, ...], ...]) -> Texture:
    texture = Texture.create(size=(len(rows), len(rows)), colorfmt="luminance")
    texture.mag_filter = texture.min_filter = "nearest"
    pixels = bytes(0 if dark else 255 for row in reversed(rows) for dark in row)
    texture.blit_buffer(pixels, colorfmt="luminance", bufferfmt="ubyte")
    return texture


class CodeFacts(_Scaled):
    """A code with its caption; ``spelled``: also with its text."""

    def __init__(self, text: str, said: str, *, spelled: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.code: Final = QrCode(text=text)
        self.add_widget(self.code)
        self._said = self.words(said, most=26, bold=True)
        self._text = self.words(_in_lines(text) if spelled else "", most=20, least=13, color=THEME.ink_quiet)

    def lay(self) -> None:
        gap = self.px(14)
        side = min(self.height, self.width * 0.52) if self.width > self.height else min(self.width, self.height * 0.58)
        if self.width > self.height:
            _place(self.code, self.x, self.center_y - side / 2, side, side)
            room = self.width - side - gap
            _place(self._said, self.x + side + gap, self.center_y, room, self.height / 2)
            _place(self._text, self.x + side + gap, self.y, room, self.height / 2)
        else:
            _place(self.code, self.center_x - side / 2, self.top - side, side, side)
            room = self.height - side - gap
            _place(self._said, self.x, self.y + room / 2, self.width, room / 2)
            _place(self._text, self.x, self.y, self.width, room / 2)


def _in_lines(xgid: str) -> str:
    """The text broken after its board: it contains no blank at which it could break."""
    board, colon, rest = xgid.partition(":")
    half = len(board) // 2 + 3
    return f"{board[:half]}\n{board[half:]}{colon}\n{rest}"


# --- the picture -----------------------------------------------------------------------------------


class CardPicture(_Scaled):
    """The whole card as one picture of a fixed size, to be saved and sent."""

    def __init__(self, card: Card, speaker: Narrator, like: TableView | None, checkers: Checkers) -> None:
        super().__init__(scale=_PICTURE_SCALE, pos=(0, 0), size=PICTURE_PX)
        self._won: Final = self._checker(card, checkers)
        self._title = self.words(card.result(speaker), most=44, bold=True)
        self._date = self.words(card.header.started[:10], most=20, color=THEME.ink_quiet, halign="right")
        self._game = GameFacts(card, speaker, like, checkers, scale=_PICTURE_SCALE)
        self.add_widget(self._game)
        self._dice: DiceFacts | None = None
        self._code: CodeFacts | None = None
        if card.dice:
            self._dice = DiceFacts(card.dice, speaker, scale=_PICTURE_SCALE * 0.85)
            self.add_widget(self._dice)
        if self._dice is not None and card.code is not None:
            xgid, turn = card.code
            said = speaker.say("review.turn", turn=turn)
            self._code = CodeFacts(xgid, said, spelled=False, scale=_PICTURE_SCALE * 0.8)
            self.add_widget(self._code)
        self.lay()

    def _checker(self, card: Card, checkers: Checkers) -> tuple[Colour, Side] | None:
        return None if card.won is None else (checkers[card.won], card.won)

    def lay(self) -> None:
        margin, head = self.px(18), self.px(64)
        foot = 0.0 if self._dice is None else self.px(188)
        room = self.width - 2 * margin
        _place(self._title, margin + self.px(44), self.height - head - self.px(6), room * 0.75, head)
        _place(self._date, margin + room * 0.8, self.height - head - self.px(6), room * 0.2, head)
        _place(self._game, margin, foot + margin, room, self.height - head - foot - 2 * margin)
        if self._dice is not None:
            code = foot if self._code is not None else 0.0
            _place(self._dice, margin, margin / 2, room - code - margin, foot)
        if self._code is not None:
            _place(self._code, self.width - margin - foot * 0.78, margin / 2, foot * 0.78, foot)
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*THEME.background)
            Rectangle(pos=(0, 0), size=self.size)
            if self._won is not None:
                colour, side = self._won
                signs.checker((margin + self.px(18), self.height - head / 2 - self.px(6)), self.px(17), colour, side)


def pixels_of(picture: Widget) -> bytes:
    """The pixels of a widget that is in no window: red, green, blue, opacity, the lowest row first.

    Call it on the window's thread, after Kivy's clock has ticked since the widget was laid out.
    """
    width, height = (int(length) for length in picture.size)
    fbo = Fbo(size=(width, height), with_stencilbuffer=True)
    with fbo:
        ClearColor(0, 0, 0, 1)
        ClearBuffers()
        Scale(1, -1, 1)
        Translate(0, -height, 0)
    fbo.add(picture.canvas)
    fbo.draw()
    pixels = bytes(fbo.texture.pixels)
    fbo.remove(picture.canvas)
    return pixels


def png(pixels: bytes, size: tuple[int, int] = PICTURE_PX) -> bytes:
    """The picture as a PNG file; may be called on any thread."""
    written = BytesIO()
    loader = next(loader for loader in ImageLoader.loaders if loader.can_save("png", is_bytesio=True))
    loader.save(written, size[0], size[1], "rgba", pixels, False, "png")
    return written.getvalue()
