"""Of a match as it is played the camera reader is told which looks turns were settled on, and what lay there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from companion.app.confirmed_turns import ConfirmedTurns
from companion.games.rules import Side
from companion.match.events import UndoAsked
from tests.table import LEFT, RIGHT, Table, after, opened
from vision.observation import BAR, Counts, Evidence, Spot


@dataclass
class Told:
    """A camera reader that notes what it is told."""

    settled: list[float] = field(default_factory=list)
    confirmed: list[tuple[float, dict[Spot, Counts]]] = field(default_factory=list)
    forgotten: int = 0

    def settle(self, seen_at_s: float) -> None:
        self.settled.append(seen_at_s)

    def confirm(self, seen_at_s: float, counts: dict[Spot, Counts]) -> None:
        self.confirmed.append((seen_at_s, counts))

    def forget(self) -> None:
        self.forgotten += 1


@dataclass
class FollowedTable(Table):
    """A table whose every event is followed."""

    reader: Told = field(default_factory=Told)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.turns = ConfirmedTurns(self.reader)

    def happen(self, event: object) -> None:
        before = self.state
        super().happen(event)  # type: ignore[arg-type]
        self.turns.follow(before, event, self.state)


@pytest.fixture
def played() -> FollowedTable:
    """Light has opened with 31, Dark has answered with 65."""
    usual, first = opened()
    table = FollowedTable(usual.terms)
    second = after(replace(first, on_roll=Side.DARK), "65", "24/13")
    for board, dice, places in (
        (table.state.record.position, "", LEFT),
        (table.state.record.position, "31", LEFT),
        (first, "31", LEFT),
        (first, "65", RIGHT),
        (second, "65", RIGHT),
    ):
        table.see(board, dice, places)
    return table


def test_a_turn_is_settled_on_the_look_that_showed_its_play(played: FollowedTable) -> None:
    assert played.recorded()[-2:] == ["dark roll 65", "dark play 65 24/13"]
    assert played.reader.settled == [2.0, 4.0]


def test_a_turn_is_confirmed_by_the_next_one_played_from_where_it_ended(played: FollowedTable) -> None:
    ((when, counts),) = played.reader.confirmed
    assert when == 2.0
    assert {spot: counts[spot] for spot in (5, 6, 8, 19, BAR)} == {
        5: (2, 0), 6: (4, 0), 8: (2, 0), 19: (0, 5), BAR: (0, 0),
    }  # fmt: skip


def test_a_play_that_was_taken_back_confirms_nothing_and_what_was_learned_is_forgotten(played: FollowedTable) -> None:
    played.happen(UndoAsked(10.0))
    assert played.reader.forgotten == 1
    assert len(played.reader.confirmed) == 1


def test_a_play_that_nobody_was_sure_of_is_not_learned_from(played: FollowedTable) -> None:
    before = played.state
    assert before.record.last is not None
    unsure = replace(before.record.last, before=before.record.position, sure=False)  # as of the next turn
    look = played.state.seen.look
    assert look is not None
    reader = Told()
    turns = ConfirmedTurns(reader)
    turns.follow(
        before, look, before.with_record(last=unsure, position=replace(before.record.position, on_roll=Side.LIGHT))
    )
    assert reader.settled == []
    turns.follow(before, look, before.with_record(last=replace(unsure, sure=True)))
    assert reader.settled == [look.observation.seen_at_s]


def test_a_record_that_the_look_contradicts_on_several_spots_is_not_learned(played: FollowedTable) -> None:
    look, last = played.state.seen.look, played.state.record.last
    assert look is not None
    assert last is not None
    for misread, learned in ((2, True), (3, False)):
        alone = dict(look.observation.evidence)
        for spot in (6, 8, 13)[:misread]:
            alone[spot] = Evidence({(0, 1): 1.0})
        seen = replace(look, observation=replace(look.observation, alone=alone))
        reader = Told()
        turns = ConfirmedTurns(reader)
        turns.follow(played.state.with_record(last=None), seen, played.state)
        following = replace(last, before=played.state.record.position)
        turns.follow(played.state, seen, played.state.with_record(last=following))
        assert bool(reader.confirmed) is learned
