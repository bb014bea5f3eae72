"""``companion archive drills``: lists the exercises made of errors, and when each is due."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, Final

from companion.coach.cube_acts import CubeAct
from companion.coach.drill_box import DrillBox, choice_text
from companion.coach.drills import Drill, DrillChoice
from companion.errors import InputError
from companion.record.journal import FILE_NAME

_ACTS: Final = {
    CubeAct.ROLLED: "no double",
    CubeAct.DOUBLED: "double",
    CubeAct.TOOK: "take",
    CubeAct.DROPPED: "drop",
}


def drills_listed(options: argparse.Namespace, data_dir: Path) -> int:
    """Print the drills, one a line.  Raises :class:`InputError` and :class:`StorageError`."""
    if not (data_dir / FILE_NAME).exists():
        if options.delete is not None:
            raise InputError(f"drill {options.delete}: not found; {data_dir} holds no journal")
        found: list[Drill] = []
    else:
        with DrillBox(data_dir) as box:
            if options.delete is not None:
                if options.delete not in {drill.id for drill in box.drills()}:
                    raise InputError(f"drill {options.delete}: not found; see companion archive drills")
                box.delete(options.delete)
            player = (options.player or "").casefold()
            found = [drill for drill in box.drills() if player in drill.player.casefold()]
    for drill in found:
        print(json.dumps(_values(drill), ensure_ascii=False) if options.json else _line(drill))
    if not found and not options.json:
        print("no exercises")
    return 0


def _values(drill: Drill) -> dict[str, Any]:
    return {
        "id": drill.id, "player": drill.player, "match": drill.match, "source": drill.source, "game": drill.game,
        "turn": drill.turn, "task": drill.task.value, "position": drill.situation.xgid(),
        "best": choice_text(drill.best), "made": choice_text(drill.made),
        "loss": round(drill.loss, 5), "engine": drill.engine, "ply": drill.ply, "due": drill.due.isoformat(),
        "box": drill.box, "tries": drill.tries, "solved": drill.solved,
    }  # fmt: skip


def _line(drill: Drill) -> str:
    if not drill.game:
        return f"{drill.id:4}  due {drill.due}  {drill.dice or 'cube'}, best {_in_words(drill.best)}  (from a picture)"
    return (
        f"{drill.id:4}  due {drill.due}  {drill.player}: {drill.dice or 'cube'}, played {_in_words(drill.made)}, "
        f"best {_in_words(drill.best)}, lost {drill.loss:.3f}  ({drill.source}, game {drill.game}, turn {drill.turn})"
    )


def _in_words(choice: DrillChoice) -> str:
    return _ACTS[choice] if isinstance(choice, CubeAct) else str(choice)
