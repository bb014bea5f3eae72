"""The time of a session: seconds since it began, breaks left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Protocol, TypeVar


class Timed(Protocol):
    """A state with its time ``t``, and when it began on the clock of the events."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def t(self) -> float: ...

    @property
    def started_at_s(self) -> float | None: ...


_State = TypeVar("_State", bound=Timed)


def at(state: _State, at_s: float) -> _State:
    """The state at the time of an event; a session that goes on after a break goes on counting where it stopped."""
    started_at_s = at_s - state.t if state.started_at_s is None else state.started_at_s
    return replace(state, started_at_s=started_at_s, t=max(state.t, at_s - started_at_s))
