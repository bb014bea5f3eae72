"""The bench of the live page: its spectators lose nothing, and what goes wrong counts."""

from __future__ import annotations

import logging

import pytest

from companion.lab.bench import live_page


def test_broken_connections_are_made_again_and_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_page, "_WATCHING", 2)
    monkeypatch.setattr(live_page, "_KILLS", 2)
    monkeypatch.setattr(live_page, "_CUTS", 1)
    assert [(figure.value, figure.ok) for figure in live_page._broken()] == [(0, True), (0, True)]


def test_a_message_that_is_not_sent_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_page, "_WATCHING", 2)
    monkeypatch.setattr(live_page, "_EVENTS", 4)
    with monkeypatch.context() as patch:
        act = live_page._Table.act

        def unseen(table: live_page._Table) -> tuple[int, float]:
            n, on_disk_s = act(table)
            return (n, on_disk_s) if n % 2 else (n + 1000, on_disk_s)

        patch.setattr(live_page._Table, "act", unseen)
        found = {figure.name: figure for figure in live_page._sooner_or_later()}
    assert not found["messages that did not come"].ok


def test_an_error_in_the_log_counts(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(live_page, "_HOSTILE", 3)

    with monkeypatch.context() as patch:
        hostile = live_page.hostile_request
        patch.setattr(live_page, "hostile_request", lambda source: spoiled(hostile(source)))
        (figure,) = live_page._hostile()
    assert figure.value == 3
    assert not figure.ok
    caplog.clear()


def spoiled(request: bytes) -> bytes:
    """A request during which something breaks."""
    logging.getLogger("companion.live").error("it broke")
    return request
