"""The players for the screen and the command, derived from the archive and its analyses at each request.

Only merged names are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Final

from companion.coach.analysis_sums import summed_up
from companion.coach.player_errors import player_errors
from companion.coach.player_text import PlayerShown
from companion.errors import InputError
from companion.record import Journal
from companion.record.alone import match_at_table
from companion.record.archived_match import delete_cards
from companion.record.journal import FILE_NAME
from companion.record.merged_names import MergedNames
from companion.record.players import PlayerRecord, played_matches, players_of


class StoredPlayers:
    """The players of a data folder.

    ``at_table``: the names of the match at the table.  ``changed``: called with the matches from which names were
    removed.  ``shared``: another journal of this program has the folder open.  Any thread may call.  Raises
    :class:`companion.errors.CompanionError`.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        at_table: Callable[[], Collection[str]] = tuple,
        changed: Callable[[Collection[int]], None] = lambda _: None,
        shared: bool = False,
    ) -> None:
        self._data_dir: Final = data_dir
        self._at_table: Final = at_table
        self._changed: Final = changed
        self._shared: Final = shared

    def all(self) -> tuple[PlayerRecord, ...]:
        """All players, those who played last first."""
        return tuple(self._players()[0].values())

    def show(self, name: str) -> PlayerShown:
        """Return all about a player.  Part of the name will do, and case does not count, if only one player has it."""
        players, helped = self._players()
        record = named(name, players)
        saved = summed_up(self._data_dir, {match.header.id for match in record.matches})
        return PlayerShown(record, player_errors(record, saved, helped))

    def named(self, name: str) -> PlayerRecord:
        """Return a player by name, as :meth:`show` finds one."""
        return named(name, self._players()[0])

    def merge(self, name: str, player: str) -> None:
        """Count the matches of one player as those of another from now on; :meth:`separate` undoes it."""
        players, _ = self._players()
        one, other = named(name, players), named(player, players)
        with MergedNames(self._data_dir, shared=True) as names:
            names.merge(one.name, other.name)

    def separate(self, name: str) -> None:
        """Undo :meth:`merge`; ``name``: as written in the matches."""
        self._players()  # there is a journal, and it is up to date
        with MergedNames(self._data_dir, shared=True) as names:
            names.separate(name)

    def delete(self, name: str) -> PlayerRecord:
        """Remove the names of a player from all matches for good, with the drills of the player's errors; return the
        player.

        Raises :class:`InputError` for a player of the match at the table.
        """
        record = named(name, self._players()[0])
        if set(record.names) & {*self._at_table(), *self._at_other_table()}:
            raise InputError(f"player {record.name!r}: at the table; finish or leave the match first")
        with MergedNames(self._data_dir, shared=True) as names:
            matches = tuple(names.forget(record.names))
            for match in matches:
                delete_cards(self._data_dir, match)  # the names are in these pictures
        self._changed(matches)
        return record

    def _at_other_table(self) -> tuple[str, ...]:
        """The names of the match that another program attends."""
        number = None if self._shared else match_at_table(self._data_dir)
        if not number:
            return ()
        with Journal(self._data_dir) as journal:
            return journal.header(number).names

    def _players(self) -> tuple[Mapping[str, PlayerRecord], Collection[tuple[int, str]]]:
        if not (self._data_dir / FILE_NAME).exists():
            return {}, ()  # nothing has been recorded yet, and reading creates no journal
        with Journal(self._data_dir, shared=self._shared) as journal:
            with MergedNames(self._data_dir, shared=True) as names:
                merged = names.all()
            return players_of(played_matches(journal, merged)), journal.helped()


def named(name: str, players: Mapping[str, PlayerRecord]) -> PlayerRecord:
    """Return the player of this name, or the only one with this part of a name; case does not count then.

    Raises :class:`InputError` if there is none, or more than one.
    """
    for fits in (_is, _is_whatever_case, _has_part):
        found = [player for player in players.values() if any(fits(name, written) for written in player.names)]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(player.name for player in found)
            raise InputError(f"player {name!r}: may be {names}; give one of them in full")
    raise InputError(f"player {name!r}: not found; see companion players list")


def _is(name: str, written: str) -> bool:
    return name == written


def _is_whatever_case(name: str, written: str) -> bool:
    return name.casefold() == written.casefold()


def _has_part(name: str, written: str) -> bool:
    return bool(name) and name.casefold() in written.casefold()
