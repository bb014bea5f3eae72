"""A turn in dispute, and what the players say of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.rules import Side
from companion.record.facts import GoneOn, Halted, KeptForDirector, TurnClaimed, TurnDisputed


@dataclass(frozen=True, slots=True)
class Dispute:
    """A turn in dispute, counted over the match, and what (light, dark) say of it, empty if nothing yet."""

    turn: int
    claims: tuple[str, str] = ("", "")

    def with_claim(self, side: Side, claim: str) -> Dispute:
        light, dark = self.claims
        return replace(self, claims=(claim, dark) if side is Side.LIGHT else (light, claim))


def in_dispute(dispute: Dispute | None, facts: object, side: Side | None) -> Dispute | None:
    """Return the dispute after an entry with these facts: it is open until play is resumed, or the next game begins."""
    match facts:
        case Halted(dispute=int(turn)) | TurnDisputed(dispute=turn):
            return dispute if dispute is not None and dispute.turn == turn else Dispute(turn)
        case TurnClaimed(claim=claim) if dispute is not None and side is not None:
            return dispute.with_claim(side, claim)
        case KeptForDirector() | GoneOn():
            return None
    return dispute
