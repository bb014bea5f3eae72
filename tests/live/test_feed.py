"""The feed keeps its order, holds back what it has to, and lets nobody who comes again miss anything."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

import pytest

from companion.live.feed import KEPT, Delay, Feed
from companion.live.games import live_state
from companion.live.state import LiveState
from companion.match.view import view_of
from companion.record import Header
from companion.record.entries import Entry, Kind
from tests.table import opened

HEADER: Final = Header(7, "2026-11-20T19:30:00+01:00", ("Anna", "Ben"), 5)


def state(turns: int, *, over: bool = False) -> LiveState:
    table, _ = opened()
    return replace(live_state(HEADER, view_of(table.state)), turns=turns, over=over)


STATES: Final = {turns: state(turns) for turns in range(4)}


def entry(n: int) -> Entry:
    return Entry(n, float(n), Kind.PLAY, dice=(3, 1), play="8/5 6/5")


def filled(many: int, delay: Delay | None = None) -> Feed:
    feed = Feed(delay)
    feed.begin(HEADER, (), STATES[0])
    for n in range(1, many + 1):
        feed.publish([entry(n)], STATES[1])
    return feed


@pytest.mark.parametrize("seed", range(5))
def test_a_client_that_comes_again_and_again_gets_every_entry_once(seed: int) -> None:
    random_ = random.Random(seed)
    feed, got, n = filled(0), [], 0
    for published in range(1, 300):
        feed.publish([entry(published)], STATES[1])
        if random_.random() < 0.2:
            news = feed.since(HEADER.id, n)
            assert news.whole is None
            got += [one.n for step in news.steps for one in step.entries]
            n = news.steps[-1].n if news.steps else n
    got += [one.n for step in feed.since(HEADER.id, n).steps for one in step.entries]
    assert got == list(range(1, 300)), f"seed {seed}"


def test_who_is_too_far_behind_gets_the_whole_instead() -> None:
    feed = filled(KEPT + 10)
    assert feed.since(HEADER.id, 5).whole is not None
    assert len(feed.since(HEADER.id, 10).steps) == KEPT
    assert feed.since(HEADER.id, KEPT - 60, most=64).whole is not None
    assert feed.since(HEADER.id, KEPT, most=64).whole is None


@pytest.mark.parametrize(("match", "n"), [(6, 3), (None, 900), (7, -1)])
def test_another_match_or_a_number_that_was_never_given_means_the_whole(match: int | None, n: int) -> None:
    assert filled(5).since(match, n).whole is not None


def test_a_match_begun_again_is_sent_whole_to_who_is_connected() -> None:
    feed = filled(5)
    epoch = feed.whole().epoch
    feed.begin(replace(HEADER, names=("A.", "B.")), [entry(n) for n in range(1, 6)], STATES[1])
    assert feed.since(None, 5, epoch=epoch).whole is not None
    assert feed.since(HEADER.id, 3).whole is None, "who connects again has missed two entries, and gets them"


def test_a_step_waits_for_turns_and_for_time() -> None:
    now_s = [0.0]
    feed = Feed(Delay(2, 60.0), clock=lambda: now_s[0])
    feed.begin(HEADER, (), STATES[0])
    for turn in (1, 2, 3):
        feed.publish([entry(turn)], STATES[turn])
    assert feed.whole().n == 0
    now_s[0] = 61.0
    feed.tick()
    assert feed.whole().n == 1
    shown, record = feed.whole().state, feed.record()
    assert shown is not None
    assert record is not None
    assert (shown.turns, [one.n for one in record[1]]) == (1, [1])


def test_entries_without_a_state_count_as_turns_of_their_own() -> None:
    feed = Feed(Delay(1))
    feed.begin(HEADER, (), STATES[0])
    feed.publish([entry(1)], None)
    assert feed.whole().n == 0
    feed.publish([entry(2)], STATES[2])
    assert feed.whole().n == 1


def test_after_a_game_nothing_is_left_to_be_held_back() -> None:
    feed = Feed(Delay(9))
    feed.begin(HEADER, (), STATES[0])
    feed.publish([entry(1)], STATES[1])
    feed.publish([entry(2)], state(1, over=True))
    assert feed.whole().n == 2


def test_a_game_that_the_next_one_follows_at_once_is_not_held_back_and_the_next_one_is() -> None:
    feed = Feed(Delay(2))
    feed.begin(HEADER, (), STATES[0])
    feed.publish([entry(1)], STATES[1])
    feed.publish([entry(2), Entry(3, 3.0, Kind.GAME_OVER), Entry(4, 4.0, Kind.START)], STATES[0])
    assert feed.whole().n == 4
    feed.publish([entry(5)], STATES[1])
    assert feed.whole().n == 4


def test_who_listens_hears_of_what_may_be_seen_and_of_nothing_else() -> None:
    heard: list[int] = []
    feed = Feed(Delay(1))
    feed.begin(HEADER, (), STATES[0])
    end = feed.listen(lambda: heard.append(feed.whole().n))
    feed.publish([entry(1)], STATES[1])
    assert heard == []
    feed.publish([entry(2)], STATES[2])
    assert heard == [1]
    end()
    feed.publish([entry(3)], STATES[3])
    assert heard == [1]
