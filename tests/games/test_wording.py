"""How each rule set speaks of points, sides and hit checkers."""

from __future__ import annotations

from companion.games.backgammon import RULE_SETS, RuleSet
from companion.games.backgammon.choices import Direction
from companion.games.backgammon.wording import HitPlace, colour_of, direction_of, hit_place, point_number
from companion.games.rules import Side


def test_only_djeco_lays_hit_checkers_in_the_middle_of_the_board() -> None:
    assert [name for name, rules in RULE_SETS.items() if hit_place(rules) is HitPlace.MIDDLE] == ["djeco"]


def test_each_player_counts_points_down_to_the_own_home() -> None:
    for name in ("tournament", "tactic", "box-leaflet", "gamez"):
        for side in Side:
            assert [point_number(point, side, RULE_SETS[name]) for point in (24, 6, 1)] == [24, 6, 1]


def test_in_djeco_orange_goes_from_1_to_24_and_white_from_24_to_1() -> None:
    djeco = RULE_SETS["djeco"]
    assert [point_number(point, Side.DARK, djeco) for point in (24, 13, 1)] == [1, 12, 24]
    assert [point_number(point, Side.LIGHT, djeco) for point in (24, 13, 1)] == [24, 13, 1]
    assert (colour_of(Side.LIGHT, djeco), colour_of(Side.DARK, djeco)) == ("white", "orange")


def test_a_point_has_one_number_for_both_players_where_the_board_is_numbered() -> None:
    for text in ("tournament numbering=light-path", "tournament numbering=dark-path"):
        rules = RuleSet.from_text(text)
        for point in range(1, 25):
            assert point_number(point, Side.LIGHT, rules) == point_number(25 - point, Side.DARK, rules)


def test_on_a_board_printed_along_whites_way_white_enters_on_1_to_6_and_black_on_19_to_24() -> None:
    printed = RuleSet.from_text("box-leaflet numbering=light-path")
    assert [point_number(point, Side.LIGHT, printed) for point in (24, 19)] == [1, 6]
    assert [point_number(point, Side.DARK, printed) for point in (24, 19)] == [24, 19]


def test_in_tactic_white_goes_anticlockwise_and_black_clockwise() -> None:
    tactic = RULE_SETS["tactic"]
    assert direction_of(Side.LIGHT, tactic) is Direction.ANTICLOCKWISE
    assert direction_of(Side.DARK, tactic) is Direction.CLOCKWISE
    assert (colour_of(Side.LIGHT, tactic), colour_of(Side.DARK, tactic)) == ("white", "black")


def test_in_tournaments_colours_and_directions_are_as_the_board_has_them() -> None:
    for side in Side:
        assert colour_of(side) is None
        assert direction_of(side) is Direction.ANY
