"""The reader's readings of unseen boards: the bank from which simulated looks are drawn.

    python -m companion.lab.bench.confusions FILM … --recorded DIR --shared ../shared --out FILE.json.gz

Each look at a film, a development game or a still is compared with its truth, spot by spot, as each spot was judged
alone.  For every board, and for each spot and its content there, the bank has the readings and their numbers.  Of
stills only the spots are used: they hold rare contents, such as tall stacks.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.lab.bench.looks import add_arguments, boards, of_stills
from companion.lab.bench.misreadings import SPOTS, false_dice, found_dice, is_clear, misread_share
from companion.lab.simulation.noise import KINDS
from companion.lab.simulation.session import SeenLook
from vision.observation import TRAY, Counts, Evidence, SeenDie

_KEPT: Final = 1e-3
"""Likelihoods below this are left to the floor of the evidence."""

Entry: TypeAlias = dict[str, Any]
Thing: TypeAlias = tuple[str, Any]
"""A kind of reading, and which one."""
Looks: TypeAlias = Mapping[str, Sequence[SeenLook]]


def bank(looks: Looks, stills: Looks) -> dict[str, Any]:
    """The bank of some boards, and of stills of others."""
    found = {name: _board(of_board) for name, of_board in looks.items()}
    return {
        "about": f"films and games on {len(looks)} boards, {sum(map(len, looks.values()))} looks, each board learned"
        f" from its first picture; stills of {len(stills)} kinds of boards with their corners given. No net learned"
        " from any of them. Points and bar as each was judged alone, before all checkers were counted.",
        "boards": found,
        "stills": {name: {"spots": _spots(of_board)} for name, of_board in stills.items()},
        "cocked_noticed": _share(seen is None or seen.cocked for die, seen in _dice(looks) if die.cocked),
        "lasting": _lasting(looks),
    }


def summary(made: Mapping[str, Any], looks: Looks) -> Iterator[str]:
    """The bank in a few lines."""
    yield str(made["about"])
    for name, of_board in looks.items():
        yield f"{name}: {100 * misread_share(of_board):.3f} % of spots misread in {len(of_board)} looks"
    yield "a reading stays in the next look: " + ", ".join(f"{k} {p:.2f}" for k, p in made["lasting"].items())
    yield f"cocked dice noticed: {100 * made['cocked_noticed']:.0f} %"


# --- a board ---------------------------------------------------------------------------------------


def _board(looks: Sequence[SeenLook]) -> dict[str, Any]:
    clear = [look for look in looks if is_clear(look)]
    dice: dict[str, list[Entry]] = defaultdict(list)
    for look in clear:
        for die, seen in found_dice(look)[0]:
            if not die.cocked:
                dice[str(die.value)].append({"unseen": True} if seen is None else {"p": list(seen.likelihoods)})
    return {
        "spots": _spots(clear),
        "tray_unseen": _share(not look.observation.spot(TRAY).seen for look in clear),
        "dice": {value: _merged(entries) for value, entries in sorted(dice.items())},
        "false_dice": [
            {"at": [round(v, 3) for v in die.field_xy], "p": [round(p, 4) for p in die.likelihoods]}
            for look in clear for die in false_dice(look)[:1]
        ],
        "clear_looks": len(clear),
        "cube": _cubes(clear),
        "hand": {
            "missed": _share(not look.observation.hand for look in looks if look.hand),
            "false": _share(look.observation.hand for look in looks if look.hand is False),
        },
    }  # fmt: skip


def _spots(looks: Iterable[SeenLook]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = defaultdict(list)
    for look in looks:
        for spot in SPOTS:
            light, dark = look.counts[spot]
            found[f"{spot} {light},{dark}"].append(_spot_entry(look.observation.unbiased[spot]))
    return {key: _merged(entries) for key, entries in found.items()}


def _spot_entry(evidence: Evidence) -> Entry:
    if not evidence.seen:
        return {"unseen": True}
    kept = sorted(((p, pair) for pair, p in evidence.likelihoods.items() if p >= _KEPT), reverse=True)
    return {"p": [[*pair, p] for p, pair in kept]}


def _cubes(looks: Sequence[SeenLook]) -> dict[str, list[Entry]]:
    found: dict[str, Counter[tuple[str | None, float]]] = defaultdict(Counter)
    for look in looks:
        if look.cube is not None:
            seen = look.observation.cube
            read = (None, 0.0) if seen is None else (seen.place.value, round(seen.confidence, 1))
            found[look.cube.value][read] += 1
    return {
        place: [{"place": read, "confidence": sure, "w": n} for (read, sure), n in counts.most_common()]
        for place, counts in sorted(found.items())
    }


# --- how long readings stay ------------------------------------------------------------------------


def _lasting(looks: Looks) -> dict[str, float]:
    """By kind, the share of readings that stay in the next look; the others are drawn again from the board's.

    The share of wrong readings that repeat is that of those that stay, and of chance repetitions.
    """
    same: dict[str, list[tuple[bool, float]]] = {kind: [] for kind in KINDS}
    for of_board in looks.values():
        readings = [dict(_readings(look)) for look in of_board]
        often: dict[Thing, Counter[Any]] = defaultdict(Counter)
        for thing, read in (item for look in readings for item in look.items()):
            often[_drawn_for(thing)][read] += 1
        for one, other, look in zip(readings, readings[1:], of_board[1:], strict=False):
            for thing, read in one.items():
                if thing in other and _is_wrong(*thing, read):
                    kind = thing[0] if thing[0] != "spot" else "still" if look.unmoved else "moved"
                    drawn = often[_drawn_for(thing)]
                    same[kind].append((other[thing] == read, drawn[read] / drawn.total()))
    return {kind: _staying(pairs) if pairs else 0.0 for kind, pairs in same.items()}


def _drawn_for(thing: Thing) -> Thing:
    """The thing that a reading may be drawn for: a die counts by its value, at any place."""
    return ("dice", thing[1][0]) if thing[0] == "dice" else thing


def _staying(pairs: Sequence[tuple[bool, float]]) -> float:
    again, by_chance = (sum(values) / len(pairs) for values in zip(*pairs, strict=True))
    return round(min(max((again - by_chance) / (1 - by_chance), 0.0), 0.99), 3) if by_chance < 1 else 0.99


def _readings(look: SeenLook) -> Iterator[tuple[Thing, Any]]:
    """The reading of each thing, in a few words."""
    if look.hand is False:
        yield ("hand", None), look.observation.hand
    if not is_clear(look):
        return
    for spot in SPOTS:
        evidence = look.observation.unbiased[spot]
        yield ("spot", (spot, look.counts[spot])), evidence.best if evidence.seen else None
    for die, seen in found_dice(look)[0]:
        yield ("dice", (die.value, tuple(round(v, 2) for v in die.place))), None if seen is None else seen.value
    yield ("false die", None), bool(false_dice(look))
    yield ("cube", look.cube), None if look.observation.cube is None else look.observation.cube.place


def _is_wrong(kind: str, what: Any, read: Any) -> bool:
    match kind:
        case "spot":
            return bool(read != what[1])
        case "dice":
            return bool(read != what[0])
        case "cube":
            return bool(read != what)
        case _:
            return bool(read)


# --- merging -------------------------------------------------------------------------------------------


def _merged(entries: Sequence[Entry]) -> list[Entry]:
    """Readings of the same and about as sure as one, the commonest first."""
    alike: dict[Any, list[Entry]] = defaultdict(list)
    for entry in entries:
        alike[_likeness(entry)].append(entry)
    return sorted((_mean(members) for members in alike.values()), key=lambda entry: -entry["w"])


def _likeness(entry: Entry) -> Any:
    if "unseen" in entry:
        return None
    pairs = _is_pairs(entry)
    sure = entry["p"][0][2] if pairs else max(entry["p"])
    best = tuple(entry["p"][0][:2]) if pairs else entry["p"].index(sure)
    return best, min(8, int(-4 * math.log10(max(1 - sure, 1e-9))))


def _mean(members: Sequence[Entry]) -> Entry:
    weight = len(members)
    if "unseen" in members[0]:
        return {"unseen": True, "w": weight}
    if not _is_pairs(members[0]):
        return {"p": [round(sum(m["p"][k] for m in members) / weight, 4) for k in range(6)], "w": weight}
    totals: dict[Counts, float] = defaultdict(float)
    for member in members:
        for light, dark, p in member["p"]:
            totals[light, dark] += p / weight
    ranked = sorted(totals.items(), key=lambda item: -item[1])
    return {"p": [[*pair, round(p, 4)] for pair, p in ranked if p >= _KEPT], "w": weight}


def _is_pairs(entry: Entry) -> bool:
    return isinstance(entry["p"][0], list)


def _dice(looks: Looks) -> Iterator[tuple[Any, SeenDie | None]]:
    return (pair for of_board in looks.values() for look in of_board if is_clear(look) for pair in found_dice(look)[0])


def _share(answers: Iterable[bool]) -> float:
    rows = list(answers)
    return round(sum(rows) / len(rows), 5) if rows else 0.0


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads films and pictures, writes the bank and says in a few lines what is in it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add_arguments(parser)
    parser.add_argument("--out", type=Path, required=True, help="the bank, packed JSON")
    options = parser.parse_args(arguments)
    looks = dict(boards(options.films, options.recorded, options.shared))
    made = bank(looks, of_stills(options.shared))
    text = json.dumps(made, separators=(",", ":"))
    options.out.write_bytes(gzip.compress(text.encode(), mtime=0))
    sys.stdout.write("\n".join(summary(made, looks)) + "\n")


if __name__ == "__main__":
    main()
