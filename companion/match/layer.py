"""What can be wrapped round a match: a layer sees each event first, and its values lie beside those of the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from companion.match.events import Event
from companion.match.state import State
from companion.match.step import Step
from companion.record.entries import Entry

_Value = TypeVar("_Value")


class Layer(Protocol):
    """A match with what lies round it; a module that has these functions is one.

    ``step``: goes round :func:`companion.match.session.step`.  ``retold``: the state ``after`` an entry is told again
    to a match that is taken up, with what the layer knew ``before``.  ``shown``: what a view is to carry, by type.
    """

    def step(self, state: State, event: Event) -> Step: ...

    def retold(self, before: State, after: State, entry: Entry) -> State: ...

    def shown(self, state: State) -> Mapping[type, object]: ...


class WithLayers(Protocol):
    """A view of whatever game, with what layers show."""

    @property
    def beside(self) -> Mapping[type, object]: ...


def value_of(beside: Mapping[type, object], kind: type[_Value]) -> _Value | None:
    """The value of a layer, None where it has none there."""
    found = beside.get(kind)
    assert found is None or isinstance(found, kind)
    return found


def with_value(state: State, value: object, **changes: Any) -> State:
    """The state with a value of a layer beside it, and further changes."""
    return replace(state, beside={**state.beside, type(value): value}, **changes)
