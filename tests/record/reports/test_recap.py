"""A game in numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import InputError
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.record import Header, Mode
from companion.record.entries import Entry, Kind
from companion.record.match import Win
from companion.record.reports.recap import How, Lead, recap_of
from tests.archived import entries_of_match
from tests.record.playing import random_match
from tests.record.recorded import MATCH, entries_of

LIGHT, DARK = Side.LIGHT, Side.DARK
HEADER = Header(1, "2026-11-20T19:30:00+00:00", ("Anna", "Boris"), 3, Mode.TRAINING)


def test_the_newest_game_that_is_over_is_told_unless_another_is_named() -> None:
    assert recap_of(HEADER, MATCH[:12], over=False).game == 1
    assert recap_of(HEADER, MATCH, over=True).game == 2
    assert recap_of(HEADER, MATCH, game=1, over=True).game == 1
    with pytest.raises(InputError, match="game 3: not found; the match has 2 games"):
        recap_of(HEADER, MATCH, game=3, over=True)


def test_result_score_stake_and_length_of_a_game() -> None:
    recap = recap_of(HEADER, MATCH, game=1, over=True)
    assert (recap.win, recap.name, recap.cube.value, recap.turns) == (Win(LIGHT, 2), "Anna", 2, 3)
    assert (recap.score, recap.score_after) == ((0, 0), (2, 0))
    assert recap.minutes == 1
    assert not recap.match_over
    assert recap_of(HEADER, MATCH, over=True).match_over


def test_minutes_run_from_the_last_start_of_a_game_to_its_end() -> None:
    late = [replace(entry, t=entry.t + 600 if entry.n > 1 else 0.0) for entry in MATCH[:11]]
    assert recap_of(HEADER, tuple(late), over=False).minutes == 11
    assert recap_of(HEADER, MATCH[:10], over=False).minutes is None


@pytest.mark.parametrize(
    ("ending", "how"),
    [
        ([Entry(0, 9, Kind.GAME_OVER, None, LIGHT).with_details({"points": 1})], How.SINGLE),
        ([Entry(0, 9, Kind.GAME_OVER, None, LIGHT).with_details({"points": 2})], How.GAMMON),
        ([Entry(0, 9, Kind.GAME_OVER, None, LIGHT).with_details({"points": 3})], How.BACKGAMMON),
        (
            [
                Entry(0, 8, Kind.DOUBLE, None, DARK).with_details({"value": 2}),
                Entry(0, 9, Kind.DROP, None, LIGHT),
                Entry(0, 9, Kind.GAME_OVER, None, DARK).with_details({"points": 1}),
            ],
            How.DROPPED,
        ),
        (
            [
                Entry(0, 8, Kind.RESIGN, None, LIGHT).with_details({"result": "gammon"}),
                Entry(0, 9, Kind.ANSWERED, None, DARK).with_details({"resignation": "accepted"}),
                Entry(0, 9, Kind.GAME_OVER, None, DARK).with_details({"points": 2}),
            ],
            How.RESIGNED,
        ),
    ],
)
def test_how_a_game_was_won(ending: list[Entry], how: How) -> None:
    assert recap_of(HEADER, entries_of(*MATCH[:3], *ending), over=False).how is how


def test_the_swing_is_the_turn_that_moved_the_lead_most() -> None:
    """31 leads by 4, 65 by -7, 66 by 17: the last moved the lead by 24 pips."""
    course = recap_of(HEADER, MATCH, game=1, over=True).course
    assert course is not None
    assert course.leads == (4, -7, 17)
    assert course.swing is not None
    assert (course.swing.turn.number, course.swing.pips, course.swing.hit) == (3, 24, False)
    assert (course.largest, course.last) == (Lead(3, 17, LIGHT), Lead(3, 17, LIGHT))
    assert (course.hits, course.doubles) == ((0, 0), (1, 0))


def test_a_hit_is_counted_and_moves_the_lead_by_what_the_checker_loses() -> None:
    hit = (
        Entry(0, 15.0, Kind.ROLL, 15, DARK, (6, 4)),
        Entry(0, 20.0, Kind.PLAY, 21, DARK, (6, 4), "24/18 13/9"),
        Entry(0, 25.0, Kind.ROLL, 25, LIGHT, (6, 1)),
        Entry(0, 30.0, Kind.PLAY, 30, LIGHT, (6, 1), "13/7*/6"),
        Entry(0, 31.0, Kind.GAME_OVER, None, LIGHT).with_details({"points": 1}),
    )
    course = recap_of(HEADER, entries_of(*MATCH[:3], *hit), over=False).course
    assert course is not None
    assert course.swing is not None
    assert (course.hits, course.swing.hit) == ((1, 0), True)
    assert course.swing.pips == 7 + 7  # what was rolled, and the way from the bar to the hitter's 7 point


def test_of_a_refereed_match_under_way_nothing_is_told_that_helps() -> None:
    refereed = replace(HEADER, mode=Mode.REFEREED)
    assert recap_of(refereed, MATCH[:12], over=False).course is None
    assert recap_of(refereed, MATCH, over=True).course is not None
    assert recap_of(replace(HEADER, mode=Mode.RECORDED), MATCH[:12], over=False).course is not None


def test_the_position_worth_a_look_is_that_of_the_swing_or_the_double_that_was_dropped() -> None:
    course = recap_of(HEADER, MATCH, game=1, over=True).course
    assert course is not None
    assert course.swing is not None
    assert (course.xgid, course.xgid_turn) == (course.swing.turn.xgid, 3)
    dropped = entries_of(
        *MATCH[:3],
        Entry(0, 8, Kind.DOUBLE, None, DARK).with_details({"value": 2}),
        Entry(0, 9, Kind.DROP, None, LIGHT),
        Entry(0, 9, Kind.GAME_OVER, None, DARK).with_details({"points": 1}),
    )
    course = recap_of(HEADER, dropped, over=False).course
    assert course is not None
    assert course.xgid is not None
    state = Situation.from_text(course.xgid).state
    assert (state.doubled, state.on_roll, state.to_act, state.cube) == (True, DARK, LIGHT, 1)


def test_the_dice_of_the_evening_are_those_of_all_its_matches_but_for_damaged_ones() -> None:
    other = replace(HEADER, id=2, names=("Boris", "Anna"))
    broken = (replace(MATCH[1], play="nonsense", event=Kind.PLAY),)
    session = ((other, MATCH), (replace(HEADER, id=3), broken))
    alone = recap_of(HEADER, MATCH, over=True).course
    course = recap_of(HEADER, MATCH, over=True, session=session).course
    assert alone is not None
    assert course is not None
    assert [(dice.name, dice.rolls) for dice in alone.dice] == [("Anna", 1), ("Boris", 1)]
    assert [(dice.name, dice.rolls) for dice in course.dice] == [("Anna", 2), ("Boris", 2)]


@pytest.mark.parametrize("seed", range(2))
def test_random_matches_have_a_recap_of_every_game(seed: int) -> None:
    match = random_match(seed, 3)
    header = replace(HEADER, names=match.names)
    entries = entries_of_match(match)
    for number, game in enumerate(match.games, start=1):
        recap = recap_of(header, entries, game=number, over=True)
        assert recap.win == game.win
        assert recap.course is not None
        assert len(recap.course.leads) == recap.turns
