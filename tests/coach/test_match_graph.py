"""How a match went: chances of the match, in money play of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.coach.grading import Grade
from companion.coach.match_equity import LONGEST, match_equities
from companion.coach.match_graph import columns_of, errors_on, match_graph_of, place_of, step_at, step_of, touched
from companion.coach.report import MatchReport, PlayJudged
from companion.games.rules import Side
from companion.record.match import Match, Win
from tests.coach.judged import TWO_GAMES, one_game, report
from tests.record.playing import game_of

TABLE = match_equities()
MONEY = replace(TWO_GAMES, length=0)
TURNS = ("light 31 8/5 6/5", "dark 42 8/4 6/4")


def chances(found: MatchReport) -> list[float]:
    return [swing.light_wins for swing in match_graph_of(found)]


def test_in_money_play_each_game_begins_even_and_ends_with_its_winner() -> None:
    found = match_graph_of(report(MONEY))
    assert [(swing.turn, swing.side) for swing in found if swing.game == 1] == [
        (0, None), (1, Side.LIGHT), (2, Side.DARK), (3, Side.LIGHT), (4, Side.DARK), (5, None),
    ]  # fmt: skip
    first = [swing.light_wins for swing in found if swing.game == 1]
    assert first == pytest.approx([0.5, 0.55, 0.45, 0.55, 0.45, 0.0])
    assert [swing.game for swing in found if swing.turn == 0] == [1, 2]
    assert found[-1].light_wins == 0.0, "the winner of a dropped double has won"


def test_in_a_match_a_game_begins_where_the_score_stands_and_the_one_before_has_ended() -> None:
    found = match_graph_of(report())
    ends = [swing.light_wins for swing in found if swing.side is None]
    assert ends == pytest.approx([0.5, TABLE.of(5, 3), TABLE.of(5, 3), TABLE.of(5, 2)])


def test_what_a_play_is_worth_is_told_as_a_chance_of_the_match() -> None:
    found = report()
    (first, *_) = [one for one in found.decisions if isinstance(one, PlayJudged)]
    assert first.made is not None
    won, lost = TABLE.of(4, 5), TABLE.of(5, 4)
    assert chances(found)[1] == pytest.approx(lost + (first.made.equity + 1) / 2 * (won - lost))
    dark = next(one for one in found.decisions if isinstance(one, PlayJudged) and one.side is Side.DARK)
    assert dark.made is not None
    assert chances(found)[2] == pytest.approx(won - (dark.made.equity + 1) / 2 * (won - lost))


def test_a_cube_that_was_turned_makes_the_swings_greater() -> None:
    (small, large) = (
        chances(report(one_game(*TURNS, *cube, "light 65 24/18 18/13", "dark 11 8/7(2) 6/5(2)")))
        for cube in ((), ("light double 2", "dark take"))
    )
    assert small[:3] == large[:3]
    assert abs(large[3] - 0.5) > abs(small[3] - 0.5)


def test_the_crawford_game_and_the_one_after_it_begin_at_their_own_chances() -> None:
    match = Match(("Anna", "Bob"), 5, (
        game_of(*TURNS, score=(4, 1), crawford=True, win=Win(Side.DARK, 1)),
        game_of(*TURNS, score=(4, 2), win=Win(Side.DARK, 1)),
    ))  # fmt: skip
    ends = [swing.light_wins for swing in match_graph_of(report(match)) if swing.side is None]
    after = [TABLE.of(1, away, after_crawford=True) for away in (3, 2)]
    assert ends == pytest.approx([TABLE.of(1, 4), after[0], after[0], after[1]])
    assert after[0] != pytest.approx(TABLE.of(1, 3)), "a trailer who may double has more chances"


def test_without_the_crawford_rule_a_game_at_match_point_begins_where_the_one_before_has_ended() -> None:
    match = Match(("Anna", "Bob"), 5, (
        game_of(*TURNS, score=(3, 1), win=Win(Side.LIGHT, 1)), game_of(*TURNS, score=(4, 1)),
    ), "tournament crawford=false")  # fmt: skip
    _, end, begin = (swing.light_wins for swing in match_graph_of(report(match)) if swing.side is None)
    assert end == begin == TABLE.of(1, 4, after_crawford=True)


def test_the_last_game_ends_the_match() -> None:
    match = Match(("Anna", "Bob"), 5, (game_of(*TURNS, score=(3, 1), win=Win(Side.LIGHT, 4)),))
    assert chances(report(match))[-1] == 1.0


def test_a_match_longer_than_the_table_has_chances_too() -> None:
    match = replace(one_game(*TURNS), length=2 * LONGEST)
    found = report(match)
    assert all(0.45 < chance < 0.55 for chance in chances(found))
    assert 0 < found.cost(Side.LIGHT) < 0.1, "a chance, not points"


def test_an_unfinished_game_ends_its_swings_where_it_was_left() -> None:
    last = match_graph_of(report(replace(one_game("light 31 8/5 6/5"), length=0)))[-1]
    assert (last.turn, last.side) == (1, Side.LIGHT)
    assert last.light_wins == pytest.approx(0.55)


def test_errors_are_marked_where_they_led() -> None:
    found = report()
    graph = match_graph_of(found)
    marked = errors_on(graph, found)
    assert [one.decision for one in marked] == [one for one in found.decisions if one.grade is not Grade.FINE]
    for error in marked:
        point = graph[error.at]
        assert (point.game, point.light_wins) == (error.decision.game, error.light_wins)
        assert point.turn <= error.decision.turn


def test_a_finger_means_the_error_within_its_reach_and_else_the_nearest_turn() -> None:
    found = report()
    graph = match_graph_of(found)
    errors, columns = errors_on(graph, found), columns_of(graph)
    error = errors[-1]
    assert touched(graph, errors, columns[error.at] + 0.4, 1.0) is error
    assert touched(graph, (), 2.4, 5.0) is graph[2]
    assert touched(graph, (), -7.0, 1.0) is graph[0]
    assert touched(graph, (), 99.0, 1.0).game == 2  # type: ignore[union-attr]


def test_where_a_game_ends_the_next_begins() -> None:
    graph = match_graph_of(report())
    columns = columns_of(graph)
    begins = next(at for at, one in enumerate(graph) if one.game == 2)
    assert columns[begins] == columns[begins - 1]
    assert columns[:begins] == tuple(range(begins))


def test_each_point_leads_to_its_turn_and_each_turn_to_its_point() -> None:
    found = report()
    graph, steps = match_graph_of(found), found.steps
    for point in graph:
        step = steps[step_at(found, point)]
        assert step.game == point.game
        if point.side is not None:
            assert (step.turn, step.side) == (point.turn, point.side)
            assert graph[place_of(graph, step.game, step.turn)] is point
    for at, step in enumerate(steps):
        first = step_of(found, step.game, step.turn)
        assert first <= at
        assert (steps[first].game, steps[first].turn) == (step.game, step.turn)
    assert step_of(found, 9, 9) == len(steps) - 1
