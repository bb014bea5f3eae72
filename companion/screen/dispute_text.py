"""The words, pictures and boards of a turn in dispute.  No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

from companion.games.backgammon.arrows import arrows_of
from companion.games.backgammon.plays import Play
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView, MoveDisputeShown
from companion.match.view import DisputeShown, View
from companion.record.snapshot_files import TIMES_FILE, Kept, SnapshotKind
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.half_facts import minutes
from companion.screen.source import TableView
from companion.screen.turn_pages import played
from companion.screen.widgets.fields import Chair

STAGES: Final = (SnapshotKind.BEFORE, SnapshotKind.ROLL, SnapshotKind.AFTER)
"""What is shown of a disputed turn of backgammon, in the order of time."""
CLAIMS: Final = ("claim.roll", "claim.play", "claim.board", "claim.cocked", "claim.not-over", "claim.right")
"""What a player may choose to say of a disputed turn, besides words of their own."""


class Disputed(Protocol):
    """A turn in dispute, in the language of a chair, whatever game is played.

    ``number``: of the turn whose pictures are kept.  ``turn``: what is to be corrected, as :meth:`Navigator.correct`
    counts; None: nothing can be.  ``is_over``: it is; else its roll is corrected when play is resumed.
    """

    @property
    def number(self) -> int: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def correct(self) -> str:
        """The key of the field that corrects it."""
        ...

    @property
    def stages(self) -> tuple[SnapshotKind, ...]:
        """What is shown of it, in the order of time."""
        ...

    @property
    def words(self) -> str:
        """Whose turn it is, and what was played."""
        ...

    @property
    def claims(self) -> tuple[str, ...]:
        """What a player may choose to say of it, besides words of their own."""
        ...

    @property
    def claimed(self) -> tuple[str, str]:
        """What (light, dark) say."""
        ...

    def board(self, stage: SnapshotKind) -> TableView:
        """The board on record at a stage, where no picture of it was kept."""
        ...


@dataclass(frozen=True, slots=True)
class DisputedTurn:
    """A turn of backgammon in dispute."""

    chair: Chair
    dispute: DisputeShown

    @property
    def number(self) -> int:
        return self.dispute.number

    @property
    def turn(self) -> int | None:
        return None if not self.is_over and self.dispute.is_final else self.dispute.turn

    @property
    def is_over(self) -> bool:
        return self.dispute.after is not None

    @property
    def correct(self) -> str:
        return "dispute.correct" if self.is_over else "dispute.correct-roll"

    @property
    def stages(self) -> tuple[SnapshotKind, ...]:
        return STAGES

    @property
    def words(self) -> str:
        """Whose turn it is, the roll, and the play as far as there is one."""
        dispute, say = self.dispute, self.chair.say
        name, dice = self.chair.name(dispute.side), str(dispute.dice)
        if not self.is_over:
            return say("dispute.rolled", name=name, dice=dice)
        return say("dispute.played", name=name, dice=dice, what=played(self.chair, dispute.play, dispute.side))

    @property
    def claims(self) -> tuple[str, ...]:
        return CLAIMS

    @property
    def claimed(self) -> tuple[str, str]:
        return self.dispute.claims

    def board(self, stage: SnapshotKind) -> View:
        dispute = self.dispute
        is_after = stage is SnapshotKind.AFTER and dispute.after is not None
        end = dispute.after if is_after and dispute.after is not None else dispute.before
        return replace(
            self.chair.bare().bare(),
            points=end.points,
            bar=(end.bar.light, end.bar.dark),
            off=(end.off.light, end.off.dark),
            arrows=arrows_of(Play.from_text(dispute.play), dispute.side) if is_after else (),
            last_side=dispute.side,
            on_roll=None,
        )


@dataclass(frozen=True, slots=True)
class DisputedMove:
    """A move of draughts in dispute: the last one, if any was made."""

    chair: DraughtsChair
    dispute: MoveDisputeShown

    @property
    def number(self) -> int:
        return 0 if self.dispute.last is None else self.dispute.last.number

    @property
    def turn(self) -> int | None:
        return None if self.dispute.last is None else self.dispute.last.number

    @property
    def is_over(self) -> bool:
        return True

    @property
    def correct(self) -> str:
        return "button.correct-move"

    @property
    def stages(self) -> tuple[SnapshotKind, ...]:
        return SnapshotKind.BEFORE, SnapshotKind.AFTER

    @property
    def words(self) -> str:
        """Whose move it was, and which."""
        last, say = self.dispute.last, self.chair.say
        if last is None:
            return say("dispute.no-move", name=self.chair.name(self.dispute.side))
        return say("dispute.says", name=self.chair.name(last.side), claim=last.text)

    @property
    def claims(self) -> tuple[str, ...]:
        return ("claim.play", "claim.board", "claim.not-over", "claim.right")

    @property
    def claimed(self) -> tuple[str, str]:
        return self.dispute.claims

    def board(self, stage: SnapshotKind) -> DraughtsView:
        last = self.dispute.last
        if last is None:
            return self.chair.board(self.dispute.before)
        return self.chair.board(last.after, last) if stage is SnapshotKind.AFTER else self.chair.board(last.before)


def disputed(chair: Chair | DraughtsChair) -> Disputed | None:
    """The turn in dispute; None while there is none."""
    if isinstance(chair, DraughtsChair):
        return None if chair.view.dispute is None else DisputedMove(chair, chair.view.dispute)
    return None if chair.view.dispute is None else DisputedTurn(chair, chair.view.dispute)


def claim_words(chair: Chair | DraughtsChair, claim: str, side: Side) -> str:
    """What is left on a player's clock, and what the player says of the turn, or the question."""
    clock, name = chair.view.clock, chair.name(side)
    left = "" if clock is None or clock.left_s is None else minutes(clock.left_s[side is Side.DARK])
    words = (
        chair.say("dispute.says", name=name, claim=chair.label(claim))
        if claim
        else chair.say("dispute.asks", name=name)
    )
    return "  ".join(filter(None, (left, words)))


def pictures_of(pictures: Sequence[Kept], number: int) -> Mapping[SnapshotKind, Path]:
    """The picture of each stage of a turn; before it is judged, the board when it was disputed is the last stage."""
    mine = [one for one in pictures if one.turn == number]
    found: dict[SnapshotKind, Path] = {one.what: one.path for one in mine if one.what in STAGES}
    folders = [one.path for one in mine if one.what is SnapshotKind.DISPUTE]
    frames = sorted(path for path in folders[-1].iterdir() if path.name != TIMES_FILE) if folders else []
    return {SnapshotKind.AFTER: frames[-1], **found} if frames else found
