"""The drills of a data folder, kept in the journal with the matches: backed up, restored and salvaged with it.

A drill is deleted for good with its match.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from companion.coach.cube_acts import CubeAct
from companion.coach.drills import Drill, DrillChoice
from companion.games.backgammon import Play
from companion.games.backgammon.situation import Situation
from companion.record.beside import BesideMatches

_COLUMNS: Final = (
    "match_id, player, source, game, turn, position, best, made, loss, engine, ply, due, box, tries, solved"
)
_ADD: Final = f"INSERT OR IGNORE INTO drills ({_COLUMNS}) VALUES ({', '.join('?' * len(_COLUMNS.split(', ')))})"
# Those of a match that is marked as deleted wait with it until it is brought back or removed.
_ALL: Final = f"""
SELECT id, {_COLUMNS} FROM drills
WHERE match_id IS NULL OR match_id IN (SELECT id FROM matches WHERE deleted_at IS NULL) ORDER BY id
"""


class DrillBox(BesideMatches):
    """All drills of a data folder."""

    _troubles = (*BesideMatches._troubles, ValueError)  # what is on disk is no drill

    def add(self, drills: Iterable[Drill]) -> int:
        """Keep new drills and return their number; a position that a player has already is not added."""
        with self._storage("the drills were not written"):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                added = sum(self._database.execute(_ADD, _row(drill)).rowcount for drill in drills)
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")
        return added

    def drills(self) -> tuple[Drill, ...]:
        """All that are kept, in the order in which they came."""
        with self._storage("cannot be read"):
            return tuple(_drill(row) for row in self._database.execute(_ALL))

    def put(self, drill: Drill) -> None:
        """Write down how a try went; see :func:`companion.coach.drills.graded`."""
        values = (drill.due.isoformat(), drill.box, drill.tries, drill.solved, drill.id)
        with self._storage("the drill was not written"):
            self._database.execute("UPDATE drills SET due = ?, box = ?, tries = ?, solved = ? WHERE id = ?", values)

    def delete(self, number: int) -> None:
        """Remove one for good."""
        with self._storage("the drill was not removed"):
            self._database.execute("DELETE FROM drills WHERE id = ?", (number,))


def _row(drill: Drill) -> tuple[Any, ...]:
    return (
        drill.match, drill.player, drill.source, drill.game, drill.turn, drill.situation.xgid(),
        choice_text(drill.best), choice_text(drill.made), drill.loss, drill.engine, drill.ply, drill.due.isoformat(),
        drill.box, drill.tries, drill.solved,
    )  # fmt: skip


def _drill(row: tuple[Any, ...]) -> Drill:
    number, match, player, source, game, turn, position, best, made, loss, engine, ply, day, box, tries, solved = row
    situation = Situation.from_text(position)
    choice = CubeAct if situation.state.dice is None else Play.from_text
    return Drill(
        situation, choice(best), choice(made), loss, player, source, game, turn, engine, ply, date.fromisoformat(day),
        match, box, tries, solved, number,
    )  # fmt: skip


def choice_text(choice: DrillChoice) -> str:
    """A play in notation, or the stored name of a cube action."""
    return choice.value if isinstance(choice, CubeAct) else choice.text()
