"""The review page: a recorded match turn by turn, with the board before and after, pictures, and events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from kivy.core.image import Image as CoreImage
from kivy.uix.widget import Widget

from companion.errors import CompanionError, StorageError
from companion.games.rules import Side
from companion.record.archived_match import ArchivedMatch
from companion.record.reports.event_words import Narrator, mark_words
from companion.record.reports.review import is_sealed, is_silent
from companion.record.snapshot_files import TIMES_FILE, Kept
from companion.record.snapshot_files import SnapshotKind as Shown
from companion.screen.board.boards import BOARDS
from companion.screen.board.layout import WIDEST_BOARD
from companion.screen.board.legible import checker_colours
from companion.screen.navigator import Navigator, PageName
from companion.screen.reviewing import Reviewed, ToldGame, ToldTurn, reviewed_match
from companion.screen.services import Services
from companion.screen.source import TableView
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME, Colour
from companion.screen.widgets import card
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, Framed, column, row
from companion.screen.widgets.editors import Stepper
from companion.screen.widgets.fitting import height_of
from companion.screen.widgets.rows import Rows, Sheet
from companion.screen.widgets.sign_field import SignField
from companion.screen.widgets.turn_row import BAD, Photo
from companion.screen.widgets.words import WordField, Words

_ROW: Final = 64.0
_SAYS_PX: Final = 64.0
_STEPPER_PX: Final = 54.0
_UPPER: Final = 4
"""Of an upright window, the number of fields in the upper row."""


class ReviewPage(AppPage):
    """The turns of a game in a list, and one of them shown.

    ``match``: its number, by default that of the one at the table.  ``game`` and ``turn``: where to begin, by default
    the last.  In an unfinished match that is not for training, only plays and dice are shown.
    """

    title = "screen.review"

    def __init__(
        self,
        services: Services,
        ways: Navigator,
        *,
        language: str,
        match: int | None = None,
        game: int | None = None,
        turn: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.archive is not None
        self._archive: Final = services.archive
        self._speaker = Narrator(language)
        self._view: TableView | None = None
        self._record: ArchivedMatch | None = None
        self._reviewed: Reviewed | None = None
        self._games: Sequence[ToldGame] = ()
        self._game = game or 0
        self._turn = turn or 0
        self._after = True
        self._page = "board"
        self._photo_at = 0
        self._photos: tuple[tuple[Shown, Path], ...] = ()
        self.rows: Final = Rows(row=_ROW)
        self.rows.viewclass = "TurnRow"
        self.head: Final = Words(bold=True, most=26)
        self.marks: Final = Words(most=22, least=16, color=THEME.notice)
        self.nothing: Final = Words(most=31, halign="center", color=THEME.ink_quiet)
        self.board: Any = None
        self._board: Framed | None = None
        self._foot: tuple[Fields, ...]
        self.photo: Final = Photo()
        self.photo.bind(on_touched=lambda _: self._next_photo())
        self.stepper: Stepper | None = None
        say = self._speaker.say
        self.back: Final = SignField(sign="left")
        self.on: Final = SignField(sign="right")
        self.fields: Final = {
            name: WordField(text=say(f"review.{name}"), most=24)
            for name in ("before", "pictures", "events", "code", "analyse", "phone", "correct")
        }
        self.back.bind(on_touched=lambda _: self._go(self._turn - 1))
        self.on.bind(on_touched=lambda _: self._go(self._turn + 1))
        for name, field in self.fields.items():
            field.bind(on_touched=partial(self._touched, name))
        self._place: Final = column(margin=True)
        self._list: Final = column(self.rows)
        says = column((self.head, 0.56), (self.marks, 0.44), margin=True)
        main, fields = column((says, _SAYS_PX), self._place), tuple(self.fields.values())
        if THEME.upright:
            body = column((main, 0.62), (self._list, 0.38))
            self._foot = (Fields(*fields[:_UPPER]), Fields(self.back, *fields[_UPPER:], self.on))
        else:
            body = row((self._list, 0.375), (main, 0.625))
            self._foot = (Fields(self.back, *fields, self.on),)
        self._whole: Final = self._hold(body, *self._foot)
        self.tasks: Final = Tasks(self._failed)
        self.tasks.run(lambda: self._reading(match), self._read)

    def show(self, view: TableView) -> None:
        """Take the newest view: boards are drawn with the colours and orientation of the board on the table."""
        first, self._view = self._view is None, view
        if first and self._games:
            self._fill()
            self._say()

    def closed(self) -> None:
        self.tasks.drop()

    # --- the record --------------------------------------------------------------------------------

    def _reading(self, match: int | None) -> tuple[ArchivedMatch, Reviewed]:
        record = self._archive.record(match)
        return record, reviewed_match(record, self._speaker)

    def _read(self, found: tuple[ArchivedMatch, Reviewed]) -> None:
        self._record, self._reviewed = found
        self._games, self._speaker = self._reviewed.games, self._reviewed.speaker
        kind = BOARDS[self._reviewed.views]
        self.board = kind.drawn()
        self._board = Framed(self.board, widest=min(kind.aspect, WIDEST_BOARD))
        if not any(game.turns for game in self._games):
            self._tell_nothing(self._speaker.say("review.nothing"))
            self._games = ()
            self._say()
            return
        count = len(self._games)
        last = next(game.number for game in reversed(self._games) if game.turns)
        self._game = self._game if 1 <= self._game <= count else last
        self.stepper = Stepper(
            self._game, least=1, most=count,
            says=lambda number: self._speaker.say("review.game", n=int(number), all=count),
        )  # fmt: skip
        self.stepper.bind(on_changed=lambda _, number: self._open(int(number)))
        self._list.hold(Fields(self.stepper, high=_STEPPER_PX), self.rows)
        self._open(self._game, self._turn or None)

    def _open(self, game: int, turn: int | None = None) -> None:
        self._game = game
        turns = self.game.turns
        self._turn = min(turn or 1, len(turns)) if turns else 0
        self._after = True
        self._fill()
        self._go(self._turn)

    @property
    def game(self) -> ToldGame:
        """The game that is shown."""
        return self._games[self._game - 1]

    @property
    def turn(self) -> ToldTurn | None:
        """The turn that is shown; None in a game without turns."""
        return self.game.turns[self._turn - 1] if self._games and self._turn else None

    def _fill(self) -> None:
        reviewed = self._reviewed
        assert reviewed is not None
        self.rows.data = [
            {
                "turn": turn,
                "dice": reviewed.dice(turn),
                "play": reviewed.play(turn),
                "marks": mark_words(turn.marks, self._speaker),
                "lit": turn.number == self._turn,
                "checker": self._checkers[turn.side],
                "then": partial(self._go, turn.number),
            }
            for turn in self.game.turns
        ]

    @property
    def _checkers(self) -> dict[Side, Colour]:
        bgr = ((200, 225, 240), (40, 35, 35)) if self._view is None else self._view.checker_bgr
        return checker_colours(bgr)

    # --- one turn ----------------------------------------------------------------------------------

    def _go(self, turn: int) -> None:
        """Go to a turn; beyond the ends of a game, to the game before or after it."""
        if not self._games:
            return
        if turn > len(self.game.turns):
            if self._game < len(self._games):
                self._step(self._game + 1, 1)
            return
        if turn < 1:
            if self._game > 1 and turn == 0 and self._turn:
                self._step(self._game - 1, len(self._games[self._game - 2].turns))
            else:
                self._say()
            return
        self._turn, self._photo_at = turn, 0
        for line in self.rows.data:
            line["lit"] = line["turn"].number == turn
        self.rows.refresh_from_data()
        self._see_row(turn)
        self._say()

    def _step(self, game: int, turn: int) -> None:
        assert self.stepper is not None
        self.stepper.value = game
        self._open(game, turn)

    def _see_row(self, turn: int) -> None:
        """Scroll just enough to show the row of a turn."""
        row, seen = THEME.px(_ROW) + THEME.gap_px, self.rows.height
        beyond = len(self.rows.data) * row + THEME.gap_px - seen
        if beyond <= 0 or seen <= row:
            return
        above = (1 - min(max(self.rows.scroll_y, 0), 1)) * beyond
        least, most = turn * row - seen + THEME.gap_px, (turn - 1) * row
        self.rows.scroll_y = 1 - min(max(above, least, 0), most, beyond) / beyond

    def _say(self) -> None:
        turn, record, reviewed, say = self.turn, self._record, self._reviewed, self._speaker.say
        sealed = record is not None and is_sealed(record.header, over=record.over)
        self._photos = () if turn is None or record is None else _photos(record.pictures, turn)
        code = None if turn is None or reviewed is None else reviewed.code(turn)
        if turn is not None and reviewed is not None:
            dice = reviewed.dice(turn)
            words = (
                str(turn.number),
                reviewed.name(self.game, turn),
                "" if dice is None else str(dice),
                reviewed.play(turn),
            )
            self.head.text = "   ".join(filter(None, words))
            self.marks.text = mark_words(turn.marks, self._speaker)
            self.marks.color = THEME.warning if BAD & set(turn.marks) else THEME.notice
            self.board.view = reviewed.board(turn, self._view, after=self._after)
        dead = {
            "before": turn is None,
            "pictures": not self._photos,
            "events": turn is None,
            "code": code is None or sealed,
            "analyse": record is None
            or reviewed is None
            or not reviewed.analysed
            or is_silent(record.header, over=record.over)
            or not self._ways.offers(PageName.ANALYSIS),
            "phone": record is None
            or is_silent(record.header, over=record.over)
            or not self._ways.offers(PageName.PHONE),
            "correct": not self._can_correct(),
        }
        if dead.get(self._page):
            self._page = "board"
        for name, field in self.fields.items():
            field.dead = dead[name]
            key = "board" if name == self._page else name
            field.text = say(f"review.{key}")
        self.fields["before"].text = say("review.before" if self._after or self._page != "board" else "review.after")
        if not self._photos:
            self.fields["pictures"].text = say("review.no-pictures")
        self.back.dead = turn is None or (self._turn <= 1 and self._game <= 1)
        self.on.dead = turn is None or (self._turn >= len(self.game.turns) and self._game >= len(self._games))
        self._show_page()

    def _can_correct(self) -> bool:
        record = self._record
        at_table = record is not None and record.at_table and not record.over
        return bool(at_table and self.turn is not None and self._game == len(self._games))

    def _tell_nothing(self, words: str) -> None:
        self.nothing.text = words
        self._whole.hold(self.nothing, *self._foot)

    def _show_page(self) -> None:
        self._place.hold(*([] if self.turn is None else [self._shown(self.turn)]))

    def _shown(self, turn: ToldTurn) -> Widget | None:
        match self._page:
            case "pictures":
                self._load_photo()
                return self.photo
            case "events":
                return self._events(turn)
            case "code" if self._reviewed is not None and (code := self._reviewed.code(turn)) is not None:
                said = self._speaker.say("recap.code-says", turn=turn.number)
                return card.CodeFacts(code, said, scale=THEME.scale)
        return self._board

    def _events(self, turn: ToldTurn) -> Sheet:
        record, reviewed = self._record, self._reviewed
        assert record is not None
        assert reviewed is not None
        opening = self.game.opening if turn.number == 1 else ()
        lines = [reviewed.event(self.game, entry) for entry in (*opening, *turn.entries)]
        sheet = Sheet()
        said = [line for line in lines if line]
        if is_silent(record.header, over=record.over):
            said.append(self._speaker.say("review.silent"))
        for line in said:
            sheet.column.add_widget(_Line(line, quiet=line is said[-1] and len(said) > len([x for x in lines if x])))
        return sheet

    # --- pictures ----------------------------------------------------------------------------------

    def _load_photo(self) -> None:
        _, path = self._photos[self._photo_at % len(self._photos)]
        self.tasks.run(lambda: _bytes_of(path), partial(self._loaded, path))

    def _loaded(self, path: Path, content: bytes) -> None:
        if self._page != "pictures" or path not in [one for _, one in self._photos]:
            return
        self.photo.texture_shown = CoreImage(BytesIO(content), ext="jpg", nocache=True).texture
        what, _ = self._photos[self._photo_at % len(self._photos)]
        caption = self._speaker.say(f"review.picture-{what.value}")
        self.marks.text = f"{caption}   {self._photo_at % len(self._photos) + 1} / {len(self._photos)}"
        self.marks.color = THEME.ink_quiet

    def _next_photo(self) -> None:
        if self._photos:
            self._photo_at += 1
            self._load_photo()

    # --- touches -----------------------------------------------------------------------------------

    def _touched(self, name: str, _: Any) -> None:
        if name == "correct":
            number = None if self.turn is None or self._reviewed is None else self._reviewed.correctable(self.turn)
            if number is None or not self._ways.correct(number):
                self._ways.tell(self._speaker.say("notice.refused"))
            return
        if name == "analyse":
            match = None if self._record is None else self._record.header.id
            self._ways.open(PageName.ANALYSIS, match=match, game=self._game, turn=self._turn or None)
            return
        if name == "phone":
            self._ways.open(PageName.PHONE, match=None if self._record is None else self._record.header.id)
            return
        if name == "before":
            self._after = self._page != "board" or not self._after
            self._after = self._after and self._page == "board"
            self._page = "board"
        else:
            self._page = "board" if self._page == name else name
        self._say()

    def _failed(self, error: CompanionError) -> None:
        if self._record is None:
            self._tell_nothing(str(error))
        else:
            self._ways.tell(str(error))


class _Line(Words):
    """A sentence in a column, as high as it needs."""

    def __init__(self, text: str, *, quiet: bool) -> None:
        super().__init__(text=text, most=24, color=THEME.ink_quiet if quiet else THEME.ink)
        self.size_hint = (1, None)
        self.bind(width=self._grow)

    def _grow(self, *_: object) -> None:
        self.height = height_of(self.text, THEME.px(24), self.width) + THEME.px(6)


def _photos(pictures: Sequence[Kept], turn: ToldTurn) -> tuple[tuple[Shown, Path], ...]:
    """The pictures of a turn, those before its dispute last."""
    mine = [one for one in pictures if one.turn in turn.counted]
    stills = [(one.what, one.path) for one in mine if one.what is not Shown.DISPUTE]
    folders = [one.path for one in mine if one.what is Shown.DISPUTE]
    return (*stills, *((Shown.DISPUTE, path) for folder in folders for path in _frames(folder)))


def _frames(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.name != TIMES_FILE)
    except OSError:
        return []  # deleted this moment


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise StorageError(f"{path}: cannot be read ({error.strerror})") from error
