"""Where dice count, as people have drawn it: read, kept with the match, and held to."""

from __future__ import annotations

import pytest

from companion.app.match_settings import agreement, terms_from
from companion.errors import InputError
from companion.match.terms import WHOLE, Terms, area_from, area_text, on_board, surely_outside
from companion.record import Header, Mode
from companion.settings.reading import changed
from companion.settings.tree import Settings, terms_of
from tests.casebook.scene import Desk
from tests.table import LEFT, RIGHT

RIGHT_HALF = (0.5, 0.0, 1.0, 1.0)


def test_an_area_is_written_and_read_back() -> None:
    assert area_from(area_text(RIGHT_HALF)) == RIGHT_HALF
    assert area_text(WHOLE) == ""
    assert area_from("") is None


@pytest.mark.parametrize("text", ["left", "0 0 1", "0.5 0 0.5 1", "0 0 1 1.5", "1 0 0 1", "nan 0 1 1"])
def test_what_is_no_area_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="expected left, top"):
        area_from(text)


@pytest.mark.parametrize("light_at_bottom", [True, False])
@pytest.mark.parametrize("home_at_right", [True, False])
def test_an_area_goes_with_the_board(light_at_bottom: bool, home_at_right: bool) -> None:
    place = (0.8, 0.3)
    there = on_board(place, light_at_bottom=light_at_bottom, home_at_right=home_at_right)
    assert there == pytest.approx((0.8 if home_at_right else 0.2, 0.3 if light_at_bottom else 0.7))
    back = on_board(there, light_at_bottom=light_at_bottom, home_at_right=home_at_right)
    assert back == pytest.approx(place)


def test_a_die_hardly_outside_may_lie_within() -> None:
    assert not surely_outside((0.49, 0.5), RIGHT_HALF)
    assert surely_outside((0.4, 0.5), RIGHT_HALF)


def test_a_match_goes_on_with_the_area_it_was_begun_with() -> None:
    settings = changed(Settings(), {"table.roll_area": "0.5 0 1 1"})
    terms = terms_of(settings, asks=True)
    assert terms.roll_area == RIGHT_HALF
    header = Header(1, "", terms.names, mode=Mode.REFEREED, terms=agreement(terms))
    agreed = terms_from(header)
    assert isinstance(agreed, Terms)
    assert agreed.roll_area == RIGHT_HALF


def test_dice_outside_are_no_roll() -> None:
    scene = Desk().opened(roll_area=RIGHT_HALF)
    scene.throws("65", LEFT, looks=2)
    assert (scene.recorded(), scene.message) == ([], "notice.roll-area-drawn")
    scene.lifts()
    scene.throws("42", RIGHT, looks=2)
    assert (scene.recorded(), scene.message) == (["dark roll 42"], "")
