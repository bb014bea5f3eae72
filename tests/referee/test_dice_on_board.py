"""Which dice lie on the board: phantoms, a third die, dice that lay there before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import START, Dice
from companion.match.events import BoardSeen
from companion.match.phases import Phase
from companion.match.session import State, Terms, begun
from companion.match.state import CurrentRoll, EndOfTurn
from companion.referee.dice_on_board import fresh_throw, is_new, with_evidence_of_dice, without_phantoms
from companion.referee.roll_evidence import RollEvidence, certain_throw, lone_face, throw_of
from tests.table import LEFT, RIGHT, Places, die, observed
from vision.observation import SeenDie

LIFTED = Terms(end_of_turn=EndOfTurn.LIFTED)
STRAY = (0.5, 0.9)
SIX, FIVE = die(6, RIGHT[0]), die(5, RIGHT[1])
PHANTOM = die(1, STRAY)


def look(*dice: SeenDie, unmoved: bool = False, at_s: float = 1.0) -> BoardSeen:
    return BoardSeen(replace(observed(START), dice=dice), 1, at_s, unmoved)


def throw(dice: str, places: Places = RIGHT, at_s: float = 0.0) -> RollEvidence:
    found = throw_of(observed(START, dice, places), frame=0, at_s=at_s)
    assert found is not None
    return found


def standing(dice: str = "65", terms: Terms = LIFTED, **facts: object) -> State:
    """A turn is being played, its dice lying at the right."""
    lies = throw(dice)
    return replace(
        begun(terms), phase=Phase.TRYING, turn=CurrentRoll(lies, Dice.from_text(dice)), lay=lies.places,
        **facts,  # type: ignore[arg-type]
    )  # fmt: skip


# --- what is taken for a die and is none -------------------------------------------------------------


def test_a_die_that_appears_while_nothing_moves_is_none() -> None:
    state, seen = without_phantoms(standing(), look(SIX, FIVE, PHANTOM, unmoved=True))
    assert seen.observation.dice == (SIX, FIVE)
    assert state.phantoms == (STRAY,)


def test_a_die_that_appears_after_a_movement_is_one() -> None:
    state, seen = without_phantoms(standing(), look(SIX, FIVE, PHANTOM))
    assert seen.observation.dice == (SIX, FIVE, PHANTOM)
    assert state.phantoms == ()


def test_what_was_a_phantom_stays_one_until_it_is_gone_for_a_look() -> None:
    state, _ = without_phantoms(standing(), look(SIX, FIVE, PHANTOM, unmoved=True))
    nudged = die(2, (STRAY[0] + 0.01, STRAY[1]))
    state, seen = without_phantoms(state, look(SIX, FIVE, nudged))
    assert seen.observation.dice == (SIX, FIVE), "also once a hand has been over the board"
    state, _ = without_phantoms(state, look(SIX, FIVE))
    assert state.phantoms == ()
    _, seen = without_phantoms(state, look(SIX, FIVE, PHANTOM))
    assert seen.observation.dice == (SIX, FIVE, PHANTOM)


def test_the_second_die_of_a_pair_may_have_been_overlooked() -> None:
    state, seen = without_phantoms(replace(begun(LIFTED), lay=(RIGHT[0],)), look(SIX, FIVE, unmoved=True))
    assert seen.observation.dice == (SIX, FIVE)
    assert state.phantoms == ()


def test_of_a_die_that_came_alone_and_two_more_one_is_none() -> None:
    state = replace(begun(LIFTED), phase=Phase.ROLLING, lay=(RIGHT[0],))
    both, alone = look(SIX, FIVE, PHANTOM), lone_face(look(SIX).observation)
    for came, dice in ((None, 2), (alone, 3)):
        found = fresh_throw(replace(state, lone_face=came), both)
        assert found is not None
        assert len(found.places) == dice, "unless it came since the last roll it was there before"


def test_a_die_is_new_where_none_lay_at_the_last_look_nor_any_of_a_known_throw() -> None:
    state = standing()
    assert is_new(state, STRAY)
    assert not is_new(replace(state, lay=(STRAY,)), STRAY)
    assert not is_new(replace(state, lay=()), RIGHT[0])
    assert not is_new(replace(state, old=(throw("31", LEFT),)), LEFT[1])


# --- a third die -------------------------------------------------------------------------------------


def dice_of(state: State) -> int:
    assert state.turn is not None
    return len(state.turn.throw.places)


def test_a_third_die_that_falls_soon_after_the_first_two_joins_them() -> None:
    state = with_evidence_of_dice(standing(), look(SIX, FIVE, PHANTOM, at_s=2.4), None)
    assert dice_of(state) == 3


def test_a_third_die_that_comes_late_is_none_of_the_roll() -> None:
    late = look(SIX, FIVE, PHANTOM, at_s=2.6)
    assert dice_of(with_evidence_of_dice(standing(), late, None)) == 2


def test_where_the_first_two_came_one_by_one_a_third_may_come_late() -> None:
    state = standing()
    assert state.turn is not None
    state = replace(state, turn=replace(state.turn, throw=replace(state.turn.throw, one_by_one=True)))
    assert dice_of(with_evidence_of_dice(state, look(SIX, FIVE, PHANTOM, at_s=60.0), None)) == 3


@pytest.mark.parametrize(
    "dice", [(SIX, PHANTOM), (SIX, FIVE, PHANTOM, die(1, LEFT[0]))], ids=["one of the two is gone", "two more dice"]
)
def test_a_third_die_joins_only_two_that_lie_there_and_alone(dice: tuple[SeenDie, ...]) -> None:
    assert dice_of(with_evidence_of_dice(standing(), look(*dice), None)) == 2


@pytest.mark.parametrize("facts", [{"dice_confirmed": True}, {"phase": Phase.COMPLETE}], ids=["confirmed", "played"])
def test_a_roll_that_is_confirmed_or_played_is_joined_by_no_die(facts: dict[str, object]) -> None:
    state = replace(standing(), **facts)  # type: ignore[arg-type]
    assert dice_of(with_evidence_of_dice(state, look(SIX, FIVE, PHANTOM), None)) == 2


# --- the same dice, or others ------------------------------------------------------------------------


def test_dice_one_of_which_lies_as_it_lay_are_no_new_throw() -> None:
    assert fresh_throw(standing(), look(SIX, die(2, STRAY))) is None


def test_a_new_die_that_fell_where_one_lay_is_told_from_it_by_its_face() -> None:
    fresh = fresh_throw(standing(), look(die(4, RIGHT[0]), die(2, STRAY)))
    assert fresh is not None
    assert fresh.best.same_numbers(Dice(4, 2))


def test_dice_of_a_turn_that_is_over_may_share_a_place_with_new_ones() -> None:
    state = replace(standing("31"), turn=CurrentRoll(throw("42", LEFT)), old=(throw("65"),), lay=())
    fresh = fresh_throw(state, look(SIX, die(2, STRAY)))
    assert fresh is not None


def test_once_all_dice_have_been_up_one_that_lies_as_before_is_a_new_one() -> None:
    assert fresh_throw(standing(bare_looks=1), look(SIX, die(2, STRAY))) is not None


def test_a_roll_told_by_touch_is_none_thrown_anew_while_its_numbers_lie_there() -> None:
    state = replace(standing(), turn=CurrentRoll(certain_throw(Dice(6, 5), at_s=0.0), Dice(6, 5)), lay=())
    assert fresh_throw(state, look(SIX, FIVE)) is None
    assert fresh_throw(state, look(SIX, die(4, RIGHT[1]))) is not None
    assert fresh_throw(replace(state, bare_looks=1), look(SIX, FIVE)) is not None


# --- more looks at the standing dice -----------------------------------------------------------------


def test_dice_that_read_otherwise_while_nothing_moved_were_misread_and_not_turned() -> None:
    turned = look(SIX, die(1, RIGHT[1], sure=0.995))
    for unmoved, shows in ((True, False), (False, True)):
        state = with_evidence_of_dice(standing(), replace(turned, unmoved=unmoved), None)
        assert state.turn is not None
        assert (state.turn.shows is not None) == shows
        opinions = [len(face.opinions) for face in state.turn.throw.faces]
        assert opinions == ([1, 2] if unmoved else [1, 1])


def test_the_opponents_early_dice_get_surer_by_more_looks() -> None:
    early = throw("42", LEFT)
    state = with_evidence_of_dice(standing(early=early), look(SIX, FIVE, die(4, LEFT[0]), die(2, LEFT[1])), None)
    assert state.early is not None
    assert state.early.looks == 2


def test_dice_that_read_otherwise_while_nothing_moves_were_not_thrown() -> None:
    old = throw("43", LEFT)
    state = replace(standing(), old=(old,), lay=(*RIGHT, *LEFT))
    seen = look(SIX, FIVE, die(4, LEFT[0]), die(1, LEFT[1]), unmoved=True)
    assert fresh_throw(state, seen) is None
