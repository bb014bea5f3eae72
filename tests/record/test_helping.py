"""In how many turns there was help, as the journal tells it."""

from __future__ import annotations

from companion.games.rules import Side, Stack
from companion.record.entries import Entry, Kind
from companion.record.helping import helped

LIGHT, DARK = Side.LIGHT, Side.DARK


def test_a_turn_that_is_played_again_counts_once_also_after_its_undo_was_undone() -> None:
    told: list[tuple[Kind, Side | None, dict[str, object] | None]] = [
        (Kind.START, None, None),
        (Kind.NOTE, LIGHT, {"help": 1}),
        (Kind.PLAY, LIGHT, None),
        (Kind.UNDO, LIGHT, None),
        (Kind.NOTE, LIGHT, {"help": 1}),
        (Kind.RESTORED, DARK, {"to": 3}),
        (Kind.PLAY, DARK, None),
        (Kind.NOTE, LIGHT, {"help": 1}),
    ]
    entries = [
        Entry(n, float(n), kind, side=side).with_details(facts) for n, (kind, side, facts) in enumerate(told, start=1)
    ]
    assert helped(entries[:6]) == Stack(1, 0)
    assert helped(entries) == Stack(2, 0), "the turn after the one that stands is another"
