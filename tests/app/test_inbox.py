"""Events are never lost; looks are."""

from __future__ import annotations

import threading

from companion.app.inbox import Inbox
from companion.games.backgammon import START
from companion.match.events import BoardSeen, ButtonPressed
from tests.table import observed


def look(frame: int) -> BoardSeen:
    return BoardSeen(observed(START), frame, float(frame))


def test_events_come_out_in_the_order_in_which_they_were_posted() -> None:
    inbox = Inbox()
    for at_s in (1.0, 2.0, 3.0):
        inbox.post(ButtonPressed(at_s))
    assert [posted.event.at_s for posted in inbox.drained()] == [1.0, 2.0, 3.0]
    assert inbox.drained() == []


def test_of_the_looks_between_two_events_only_the_newest_is_kept() -> None:
    inbox = Inbox()
    for event in (look(1), look(2), ButtonPressed(2.5), look(3), look(4)):
        inbox.post(event)
    kept = [posted.event for posted in inbox.drained()]
    assert [event.frame if isinstance(event, BoardSeen) else "press" for event in kept] == [2, "press", 4]


def test_no_event_is_lost_when_many_threads_post() -> None:
    inbox = Inbox()

    def post_many() -> None:
        for _ in range(100):
            inbox.post(ButtonPressed(0.0))

    threads = [threading.Thread(target=post_many) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(inbox.drained()) == 800
