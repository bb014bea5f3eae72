"""The page of a turn in dispute: its pictures, what both players say, and how it is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.image import Image as CoreImage

from companion.errors import StorageError
from companion.games.rules import Side
from companion.match.events import Claimed, Event, LeftToDirector
from companion.match.interruptions import LONGEST_CLAIM
from companion.record.snapshot_files import SnapshotKind
from companion.screen.board.boards import BoardKind, board_kind
from companion.screen.board.layout import WIDEST_BOARD
from companion.screen.chairs import chair_of
from companion.screen.dispute_text import STAGES, Disputed, claim_words, disputed, pictures_of
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.navigator import Navigator
from companion.screen.services import ArchivePort, Services
from companion.screen.source import TableView
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, Framed, column, row
from companion.screen.widgets.fields import Chair
from companion.screen.widgets.keyboard import Keyboard
from companion.screen.widgets.modals import Chooser
from companion.screen.widgets.sign_field import SignField
from companion.screen.widgets.words import WordField, Words
from companion.screen.widgets.zoom_picture import WholePicture, ZoomPicture
from companion.texts import sentence

_AGAIN_S: Final = 1.0
_LOOKS: Final = 5
"""The pictures of a dispute are written on another thread: they are looked for once a second, so often."""
_OWN_WORDS: Final = "claim.own-words"
_CLAIMS_PX: Final = 325.0
"""The height of the claims in an upright window."""


class DisputePage(AppPage):
    """The turn in dispute.  The page closes when the dispute is over."""

    title = "screen.dispute"
    keeps = True

    def __init__(
        self,
        services: Services,
        ways: Navigator,
        *,
        language: str,
        typed: Mapping[Side, str] = MappingProxyType({}),
        **kwargs: Any,
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._typed: Final = dict(typed)
        self._table: Final = services.table
        self._archive: Final = services.archive
        self._view: TableView | None = None
        self._dispute: Disputed | None = None
        self._paths: Mapping[SnapshotKind, Path] = {}
        self._textures: Final[dict[Path, Any]] = {}
        self.stage = SnapshotKind.ROLL
        self.picture: Final = ZoomPicture()
        self._kind: BoardKind | None = None
        self.board: Any = None
        self.caption: Final = Words(most=20, least=14, halign="center", color=THEME.ink_quiet)
        self.clock: Final = Words(most=22, least=14, bold=True, color=THEME.notice)
        self.turn: Final = Words(most=24, least=15, bold=True)
        self.claims: Final = {side: WordField(most=24, least=15) for side in Side}
        letters = {"most": 24, "least": 15}
        self.stages: Final = {
            stage: self._field(partial(self._turn_to, stage), f"dispute.{stage.value}", **letters) for stage in STAGES
        }
        self.less: Final = SignField(sign="minus")
        self.more: Final = SignField(sign="plus")
        self.large: Final = self._field(self._enlarge, "dispute.larger", **letters)
        self.correct: Final = self._field(self._correct, "dispute.correct", **letters)
        self.keep: Final = self._field(
            lambda: self._tell(partial(LeftToDirector, by=self._chair.side)), "dispute.keep", **letters
        )
        for side, field in self.claims.items():
            field.bind(on_touched=partial(self._ask, side))
        self.less.bind(on_touched=lambda _: self.picture.step(-1))
        self.more.bind(on_touched=lambda _: self.picture.step(1))
        self._drawn: Framed | None = None
        self._seen: Final = column()
        words = column((self.clock, 0.5), (self.turn, 0.5), margin=True)
        claims = column((words, 60), column(*self.claims.values(), spaced=True), Fields(self.correct, self.keep))
        self._foot: Final = Fields(across=3 if THEME.upright else 0)
        if THEME.upright:
            self._hold(self._seen, (claims, _CLAIMS_PX), self._foot)
        else:
            self._hold(row((self._seen, 0.54), (claims, 0.46)), self._foot)
        self.tasks: Final = Tasks(lambda error: self._ways.tell(str(error)))
        self._looks = 0
        self._again = Clock.schedule_interval(lambda _: self._look(), _AGAIN_S)

    def show(self, view: TableView) -> None:
        """Take the newest view; leave the page when the dispute is over, or the other player is asked to end it."""
        if self._kind is not board_kind(view):
            self._kind = board_kind(view)
            self.board = self._kind.drawn()
            self._drawn = Framed(self.board, widest=min(self._kind.aspect, WIDEST_BOARD))
        was, self._view = self._dispute, view
        self._dispute = disputed(self._chair)
        if self._dispute is not None and self.stage not in self._dispute.stages:
            self.stage = self._dispute.stages[-1]
        asked = view.question is not None and view.question.key == "question.leave-dispute"
        if (was is not None and view.dispute is None) or asked:
            self._ways.back()
            return
        if was is None and view.dispute is not None:
            self._look()
        self._say()

    def closed(self) -> None:
        self._again.cancel()
        self.tasks.drop()

    # --- pictures ----------------------------------------------------------------------------------

    def _look(self) -> None:
        """Look for the pictures, on a thread, until those of the dispute are there."""
        archive, dispute = self._archive, self._dispute
        self._looks += 1
        if archive is None or dispute is None or self._looks > _LOOKS:
            self._again.cancel()
            return
        number = dispute.number
        self.tasks.run(lambda: _loaded(archive, number), self._found)

    def _found(self, found: Mapping[SnapshotKind, tuple[Path, bytes]]) -> None:
        for path, content in found.values():
            if path not in self._textures:
                self._textures[path] = CoreImage(BytesIO(content), ext="jpg", nocache=True).texture
        self._paths = {stage: path for stage, (path, _) in found.items()}
        self._say()

    @property
    def _texture(self) -> Any:
        return self._textures.get(self._paths[self.stage]) if self.stage in self._paths else None

    # --- words -------------------------------------------------------------------------------------

    @property
    def _chair(self) -> Chair | DraughtsChair:
        view = self._view
        assert view is not None
        side = view.at_bottom.other if self.opposite else view.at_bottom
        return chair_of(view, side, self._language)

    def _say(self) -> None:
        if self._view is None or self._dispute is None:
            return
        chair, texture = self._chair, self._texture
        dispute = self._dispute = disputed(chair)  # its reader may have been turned
        assert dispute is not None
        self.clock.text, self.turn.text = chair.say("dispute.stopped"), dispute.words
        for side, field in self.claims.items():
            field.text = claim_words(chair, dispute.claimed[side is Side.DARK], side)
        for stage, field in self.stages.items():
            field.main = stage is self.stage
        for field in (self.less, self.more, self.large):
            field.dead = texture is None
        self.correct.text = chair.say(dispute.correct)
        self.correct.dead = dispute.turn is None
        self.caption.text = "" if texture is not None else chair.say("dispute.drawn")
        if self.picture.texture_shown is not texture:
            self.picture.texture_shown, self.picture.zoom = texture, type(self.picture.zoom)()
        self.board.view = dispute.board(self.stage)
        self._seen.hold(*((self._drawn, (self.caption, 26)) if texture is None else (self.picture,)))
        self._foot.hold(*(self.stages[stage] for stage in dispute.stages), self.less, self.more, self.large)

    # --- touches -----------------------------------------------------------------------------------

    def _turn_to(self, stage: SnapshotKind) -> None:
        self.stage = stage
        self._say()

    def _enlarge(self) -> None:
        WholePicture(self._texture, close=sentence("edit.back", language=self._language)).lie_over(self)

    def _ask(self, side: Side, _: Any) -> None:
        dispute = self._dispute
        if dispute is None:
            return
        chair = self._chair
        options = [(claim, chair.say(claim), "") for claim in (*dispute.claims, _OWN_WORDS)]
        now = dispute.claimed[side is Side.DARK]
        Chooser(
            chair.say("dispute.asks", name=chair.name(side)), options, now, keep=chair.say("edit.back"),
            done=partial(self._chosen, side, "" if now in dispute.claims else now),
        ).lie_over(self)  # fmt: skip

    def _chosen(self, side: Side, typed: str, claim: str) -> None:
        if claim != _OWN_WORDS:
            self._claim(side, claim)
            return
        hint = self._chair.say("dispute.asks", name=self._chair.name(side))
        Keyboard(
            self._typed.get(side, typed), hint=hint, done=partial(self._claim, side), left=partial(self._left, side),
            longest=LONGEST_CLAIM, names=False, language=self._language,
        ).lie_over(self)  # fmt: skip

    @property
    def draft(self) -> dict[str, object]:
        """The arguments that open the page with the words that are not on record yet."""
        return {"typed": dict(self._typed)} if self._typed else {}

    def _left(self, side: Side, typed: str) -> None:
        """Keep words that a player has not finished: only finished ones go on record."""
        self._typed[side] = typed
        self._ways.tell(self._chair.say("keyboard.kept"))

    def _claim(self, side: Side, claim: str) -> None:
        self._typed.pop(side, None)
        if claim:
            self._tell(lambda at_s: Claimed(side, claim, at_s))

    def _correct(self) -> None:
        """Show the game with the page that corrects the turn."""
        dispute = self._dispute
        if dispute is None or dispute.turn is None:
            return
        if not self._ways.correct(dispute.turn):
            self._ways.tell(self._chair.say("notice.refused"))

    def _tell(self, event: Callable[[float], Event]) -> None:
        self._table.happen(event(self._table.now_s()))


def _loaded(archive: ArchivePort, number: int) -> Mapping[SnapshotKind, tuple[Path, bytes]]:
    """The picture of each stage of a turn of the match at the table, with its content."""
    paths = pictures_of(archive.record().pictures, number)
    try:
        return {stage: (path, path.read_bytes()) for stage, path in paths.items()}
    except OSError as error:
        raise StorageError(f"the pictures of the turn cannot be read ({error.strerror})") from error
