"""The words, pictures and boards of a turn in dispute.  No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.games.backgammon.arrows import arrows_of
from companion.games.backgammon.plays import Play
from companion.games.rules import Side
from companion.match.view import DisputeShown, View
from companion.record.snapshot_files import TIMES_FILE, Kept, SnapshotKind
from companion.screen.facts import minutes
from companion.screen.touch_fields import played
from companion.screen.widgets.fields import Chair
from companion.texts import label

STAGES: Final = (SnapshotKind.BEFORE, SnapshotKind.ROLL, SnapshotKind.AFTER)
"""What is shown of a disputed turn, in the order of time."""
CLAIMS: Final = ("claim.roll", "claim.play", "claim.board", "claim.cocked", "claim.not-over", "claim.right")
"""What a player may choose to say of a disputed turn, besides words of their own."""


def turn_words(chair: Chair, dispute: DisputeShown) -> str:
    """Whose turn it is, the roll, and the play as far as there is one."""
    name, dice = chair.name(dispute.side), str(dispute.dice)
    if dispute.after is None:
        return chair.say("dispute.rolled", name=name, dice=dice)
    return chair.say("dispute.played", name=name, dice=dice, what=played(chair, dispute.play, dispute.side))


def claim_words(chair: Chair, dispute: DisputeShown, side: Side) -> str:
    """What is left on a player's clock, and what the player says of the turn, or the question."""
    clock, claim, name = chair.view.clock, dispute.claims[side is Side.DARK], chair.name(side)
    left = "" if clock is None or clock.left_s is None else minutes(clock.left_s[side is Side.DARK])
    said = label(claim, language=chair.language, terms=chair.view.terms)
    words = chair.say("dispute.says", name=name, claim=said) if claim else chair.say("dispute.asks", name=name)
    return "  ".join(filter(None, (left, words)))


def pictures_of(pictures: Sequence[Kept], number: int) -> Mapping[SnapshotKind, Path]:
    """The picture of each stage of a turn; before it is judged, the board when it was disputed is the last stage."""
    mine = [one for one in pictures if one.turn == number]
    found: dict[SnapshotKind, Path] = {one.what: one.path for one in mine if one.what in STAGES}
    folders = [one.path for one in mine if one.what is SnapshotKind.DISPUTE]
    frames = sorted(path for path in folders[-1].iterdir() if path.name != TIMES_FILE) if folders else []
    return {SnapshotKind.AFTER: frames[-1], **found} if frames else found


def board_of(view: View, dispute: DisputeShown, stage: SnapshotKind) -> View:
    """The board on record at a stage, where no picture of it was kept."""
    is_after = stage is SnapshotKind.AFTER and dispute.after is not None
    end = dispute.after if is_after and dispute.after is not None else dispute.before
    return replace(
        view.bare(),
        points=end.points,
        bar=(end.bar.light, end.bar.dark),
        off=(end.off.light, end.off.dark),
        arrows=arrows_of(Play.from_text(dispute.play), dispute.side) if is_after else (),
        last_side=dispute.side,
        on_roll=None,
    )
