"""The names that belong to one player, kept in the journal: backed up, restored and salvaged with the matches.

Here a name is also taken out of all matches, for good.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from companion.errors import InputError
from companion.record.beside import BesideMatches
from companion.record.players import NAMELESS, merged_name

_OF_NAMES: Final = "SELECT id FROM matches WHERE light IN ({names}) OR dark IN ({names}) ORDER BY id"
_FORGET: Final = (
    "DELETE FROM drills WHERE player IN ({names})",
    # A drill of the opponent says in words which match it comes from.
    "UPDATE drills SET source = 'match ' || match_id WHERE match_id IN"
    " (SELECT id FROM matches WHERE light IN ({names}) OR dark IN ({names}))",
    f"UPDATE matches SET light = '{NAMELESS[0]}' WHERE light IN ({{names}})",
    f"UPDATE matches SET dark = '{NAMELESS[1]}' WHERE dark IN ({{names}})",
    "DELETE FROM merged_names WHERE name IN ({names}) OR player IN ({names})",
)


class MergedNames(BesideMatches):
    """The names of each player."""

    def all(self) -> Mapping[str, str]:
        """The merged names, each with the name whose player it is; that may be merged itself."""
        with self._storage("cannot be read"):
            return dict(self._database.execute("SELECT name, player FROM merged_names ORDER BY name"))

    def merge(self, name: str, player: str) -> None:
        """Count the matches of ``name`` as those of ``player`` from now on.

        Raises :class:`InputError` if both are one player already, or have played each other.
        """
        merged = self.all()
        one, other = merged_name(name, merged), merged_name(player, merged)
        if one == other:
            raise InputError(f"{name!r} and {player!r}: are one player already")
        with self._storage("the names were not merged"):
            pairs = self._database.execute("SELECT light, dark FROM matches").fetchall()
            if any({merged_name(light, merged), merged_name(dark, merged)} == {one, other} for light, dark in pairs):
                raise InputError(f"{name!r} and {player!r}: have played each other, expected two names of one player")
            self._database.execute("INSERT INTO merged_names (name, player) VALUES (?, ?)", (one, other))

    def separate(self, name: str) -> None:
        """Undo the merging of a name.  Raises :class:`InputError` if it is not merged."""
        with self._storage("the names were not separated"):
            if not self._database.execute("DELETE FROM merged_names WHERE name = ?", (name,)).rowcount:
                raise InputError(f"{name!r}: is not merged with another name")

    def forget(self, names: Collection[str]) -> tuple[int, ...]:
        """Take names out of all matches, also deleted ones, for good; return the numbers of these matches.

        The matches stay, as those of a player without a name.  The drills made of the player's errors go.  The names
        are overwritten in the file.
        """
        marks = ", ".join(f"?{place}" for place in range(1, len(names) + 1))
        with self._storage("the name was not removed"):
            self._database.execute("PRAGMA secure_delete = ON")
            self._database.execute("BEGIN IMMEDIATE")
            try:
                found = self._database.execute(_OF_NAMES.format(names=marks), tuple(names)).fetchall()
                for statement in _FORGET:
                    self._database.execute(statement.format(names=marks), tuple(names))
                self._database.execute("COMMIT")
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("PRAGMA wal_checkpoint (TRUNCATE)")
        return tuple(number for (number,) in found)
