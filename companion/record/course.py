"""Folds the entries of a journal one by one; what is restored comes back as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from companion.errors import InputError
from companion.record.entries import UNFITTING, Entry, does_not_follow, restored_to

_GameT = TypeVar("_GameT")


class Course(Generic[_GameT]):
    """The games of a match, as far as they are told.  ``told``: the games after one more entry."""

    def __init__(self, told: Callable[[tuple[_GameT, ...], Entry], tuple[_GameT, ...]]) -> None:
        self._told = told
        self.games: tuple[_GameT, ...] = ()
        self._after: dict[int, tuple[_GameT, ...]] = {0: self.games}

    def tell(self, entry: Entry) -> tuple[_GameT, ...]:
        """Return the games up to and including an entry.  Raises :class:`InputError` if it does not follow."""
        to = restored_to(entry)
        try:
            self.games = (
                self._told(self.games, entry) if to is None else self._after[max(n for n in self._after if n <= to)]
            )
        except InputError:
            raise
        except UNFITTING as error:
            raise does_not_follow(entry, error) from error
        self._after[entry.n] = self.games
        return self.games

    def through(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, tuple[_GameT, ...]]]:
        """Yield each entry with the games up to and including it.  Raises as :meth:`tell`."""
        for entry in entries:
            yield entry, self.tell(entry)
