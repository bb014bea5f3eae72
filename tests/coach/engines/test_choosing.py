"""Which engine answers."""

from __future__ import annotations

import pytest

from companion.coach.engines import choosing, gnubg, sage
from companion.coach.engines.choosing import available, engine_named
from companion.errors import EngineError, InputError


def test_what_is_here_is_listed_the_strongest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gnubg, "program", lambda: "/usr/games/gnubg")
    monkeypatch.setattr(sage, "is_installed", lambda: True)
    assert available() == ("gnubg", "builtin", "sage")
    monkeypatch.setattr(gnubg, "program", lambda: None)
    assert available() == ("builtin", "sage")


def test_auto_is_the_strongest_that_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "available", lambda: ("gnubg", "builtin"))
    monkeypatch.setattr(gnubg, "program", lambda: "/usr/games/gnubg")
    with engine_named("auto") as engine:
        assert engine.name == "gnubg"


def test_an_engine_that_is_not_here_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gnubg, "program", lambda: None)
    with pytest.raises(EngineError, match="apt-get install gnubg"):
        engine_named("gnubg")


def test_a_name_that_is_none_is_bad_input() -> None:
    with pytest.raises(InputError, match="'snowie': expected auto, gnubg, builtin or sage"):
        engine_named("snowie")
