"""``python -m companion.lab.bench.misreadings FILM ...``: misreadings and their length, real and simulated.

The reader's looks are those of films and of the development games; the simulator's are of the requested number of
matches.  Each board weighs the same.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final

from companion.games.rules import BAR, TRAY, Spot
from companion.lab.bench.looks import add_arguments, boards
from companion.lab.commands.simulate import terms_for
from companion.lab.simulation.noise import BANK, Bank
from companion.lab.simulation.playing import played_match
from companion.lab.simulation.session import SeenLook
from companion.lab.simulation.table import LyingDie
from vision.observation import Counts, SeenDie

_TURNS: Final = 30  # of a simulated match: as many as a film has
SURE: Final = 0.97
"""The confidence from which no referee corrects a reading."""
SPOTS: Final = range(TRAY)
_AT: Final = 0.05
"""A die seen nearer than this to a true one is that one (parts of the field)."""

Fact = tuple[str, float]
"""The name of a figure, and the contribution of one look or spot to its mean."""


def figures(looks: Mapping[str, Sequence[SeenLook]]) -> dict[str, float]:
    """The figures of some boards: the mean over the looks at each, each board alike, and their scatter."""
    by_name: dict[str, list[float]] = defaultdict(list)
    for of_board in looks.values():
        facts: dict[str, list[float]] = defaultdict(list)
        for name, value in _facts(of_board):
            facts[name].append(value)
        for name, values in facts.items():
            by_name[name].append(statistics.fmean(values))
    found = {name: statistics.fmean(values) for name, values in by_name.items()}
    shares = sorted(misread_share(of_board) for of_board in looks.values())
    found["boards: misread share, median"] = statistics.median(shares)
    found["boards: misread share, largest"] = shares[-1]
    found["boards: without a misreading"] = statistics.fmean(share == 0 for share in shares)
    by_chance = statistics.fmean(1 - (1 - p) ** 25 - 25 * p * (1 - p) ** 24 for p in shares)
    found["looks: two or more spots misread, by chance"] = by_chance
    return found


def misread_share(looks: Sequence[SeenLook]) -> float:
    """The share of points and bars misread in the clear looks at one board."""
    return statistics.fmean(_wrong(look, spot) is not None for look in looks if is_clear(look) for spot in SPOTS)


def by_height(looks: Mapping[str, Sequence[SeenLook]]) -> Iterator[str]:
    """The share of misreadings by the number of checkers: the base of the referee's caps."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for look in (look for of_board in looks.values() for look in of_board if is_clear(look)):
        for spot in SPOTS:
            tallest, both = max(look.counts[spot]), all(look.counts[spot])
            where = "bar, " if spot == BAR else "both sides, " if both else ""
            row = found[f"{where}{_HEIGHTS[min(tallest, len(_HEIGHTS) - 1)]}"]
            row["seen"] += look.observation.unbiased[spot].seen
            if _wrong(look, spot) is not None:
                row["wrong"] += 1
                row["surely"] += look.observation.unbiased[spot].confidence >= SURE
    for name, row in sorted(found.items()):
        seen = max(row["seen"], 1)
        shares = (f"{row[what]} misread{how} ({1000 * row[what] / seen:.2f} in 1,000)"
                  for what, how in (("wrong", ""), ("surely", " for sure")))  # fmt: skip
        yield f"{name}: {row['seen']} seen, {', '.join(shares)}"


_HEIGHTS: Final = ("none", *["1 to 5"] * 5, "6", "7", "8 and more")


def is_clear(look: SeenLook) -> bool:
    """Return whether no hand is over the board, and none was seen."""
    return look.hand is False and not look.observation.hand


def found_dice(look: SeenLook) -> tuple[list[tuple[LyingDie, SeenDie | None]], list[SeenDie]]:
    """Each real die with its reading, and the false ones."""
    left, found = list(look.observation.dice), list[tuple[LyingDie, SeenDie | None]]()
    for die in look.dice:
        nearest = min(left, key=lambda seen: math.dist(seen.field_xy, die.place), default=None)
        if nearest is not None and math.dist(nearest.field_xy, die.place) < _AT:
            left.remove(nearest)
            found.append((die, nearest))
        else:
            found.append((die, None))
    return found, left


def false_dice(look: SeenLook) -> list[SeenDie]:
    """The false dice."""
    return found_dice(look)[1]


def _wrong(look: SeenLook, spot: Spot) -> Counts | None:
    """The misreading of a spot, None if it was read right or not seen."""
    evidence = look.observation.unbiased[spot]
    return evidence.best if evidence.seen and evidence.best != look.counts[spot] else None


def _facts(looks: Sequence[SeenLook]) -> Iterator[Fact]:
    clear = [look for look in looks if is_clear(look)]
    for look in clear:
        yield from _of_look(look)
        yield from _of_dice(look)
    for look in looks:
        if look.observation.hand:
            for spot in SPOTS:
                if look.observation.unbiased[spot].seen:
                    yield "spots: misread beside a hand", _wrong(look, spot) is not None
        if look.hand is not None:
            yield ("hand: missed" if look.hand else "hand: seen where none is"), look.observation.hand is not look.hand
    for before, now in pairwise(looks):
        if now.unmoved and before.hand is False and before.observation.hand:
            yield "hand: seen again in the next look", now.observation.hand
    yield from _lasting(looks)
    yield from _coming_back(clear)
    yield from _runs("false die: stays (looks)", [bool(false_dice(look)) for look in clear])
    yield from _runs("cube: stays misplaced (looks)", [_cube(look) == "misplaced" for look in clear])
    yield from _false_places(clear)


def _of_look(look: SeenLook) -> Iterator[Fact]:
    wrong = {spot for spot in SPOTS if _wrong(look, spot) is not None}
    for spot in SPOTS:
        evidence = look.observation.unbiased[spot]
        yield "spots: misread", spot in wrong
        yield "spots: misread for sure", spot in wrong and evidence.confidence >= SURE
        yield "spots: unseen", not evidence.seen
    yield "looks: one or more spots misread", bool(wrong)
    yield "looks: two or more spots misread", len(wrong) > 1
    tray, when = look.observation.spot(TRAY), "wrong" if wrong else "right"
    yield f"tray: wrong, the board {when}", tray.seen and tray.best != look.counts[TRAY]
    yield f"tray: unseen, the board {when}", not tray.seen
    if look.cube is not None:
        yield "cube: misplaced", _cube(look) == "misplaced"
        yield "cube: unseen", _cube(look) == "unseen"


def _cube(look: SeenLook) -> str:
    if look.cube is None or look.observation.cube is None:
        return "unseen"
    return "right" if look.observation.cube.place is look.cube else "misplaced"


def _of_dice(look: SeenLook) -> Iterator[Fact]:
    found, others = found_dice(look)
    for die, seen in found:
        if die.cocked:
            yield "dice: cocked and noticed", seen is None or seen.cocked
            continue
        yield "dice: unseen", seen is None
        yield "dice: misread", seen is not None and seen.value != die.value
        yield "dice: taken for cocked", seen is not None and seen.cocked
    yield "looks: with a false die", bool(others)


def _lasting(looks: Sequence[SeenLook]) -> Iterator[Fact]:
    """Whether what is misread in one clear look is misread so in the next."""
    for k, look in enumerate(looks):
        after = next((n for n in range(k + 1, len(looks)) if is_clear(looks[n])), None)
        if not is_clear(look) or after is None:
            continue
        still = after == k + 1 and looks[after].unmoved
        for spot in SPOTS:
            wrong = _wrong(look, spot)
            if wrong is not None and looks[after].counts[spot] == look.counts[spot]:
                name = "next look, nothing moved" if still else "next look, moved elsewhere"
                yield f"misread so again: {name}", _wrong(looks[after], spot) == wrong


def _coming_back(clear: Sequence[SeenLook]) -> Iterator[Fact]:
    """Whether a misread spot is misread alike when its content comes back, and at all when another comes."""
    for spot in SPOTS:
        last: dict[Counts, Counts | None] = {}
        before: Counts | None = None
        for counts, group in groupby(clear, key=lambda look: look.counts[spot]):
            looks = list(group)
            if before is not None:
                yield "misread again: when something else lies there", _wrong(looks[0], spot) is not None
            if last.get(counts) is not None:
                yield "misread so again: when the same lies there again", _wrong(looks[0], spot) == last[counts]
            last[counts] = before = _wrong(looks[-1], spot)


def _runs(name: str, there: Sequence[bool]) -> Iterator[Fact]:
    for is_one, group in groupby(there):
        if is_one:
            yield name, float(len(list(group)))


def _false_places(clear: Sequence[SeenLook]) -> Iterator[Fact]:
    """Whether a new false die is where one was earlier on this board."""
    earlier: list[tuple[float, float]] = []
    before: list[tuple[float, float]] = []
    for look in clear:
        now = [die.field_xy for die in false_dice(look)]
        for place in now:
            if all(math.dist(place, other) > _AT for other in before):
                yield "false die: where one was earlier", any(math.dist(place, other) < _AT for other in earlier)
        earlier, before = earlier + before, now


# --- the command ---------------------------------------------------------------------------------


def simulated(bank: Bank, matches: int) -> dict[str, list[SeenLook]]:
    """The looks of so many simulated matches."""
    played = (
        played_match(f"looks-{k}", terms_for("camera"), bank, most_turns=_TURNS, keeps_looks=True)
        for k in range(matches)
    )
    return {match.seed: match.seen for match in played}


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the figures of the reader and of the simulator side by side, and the misread share of each board."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add_arguments(parser)
    parser.add_argument("--matches", type=int, default=12, help="simulated (default: 12)")
    parser.add_argument("--readings", type=Path, default=BANK, metavar="FILE", help="another bank of readings")
    options = parser.parse_args(arguments)
    real = dict(boards(options.films, options.recorded, options.shared))
    columns = {"reader": figures(real), "simulated": figures(simulated(Bank.load(options.readings), options.matches))}
    sys.stdout.write(f"{'':<52}" + "".join(f"{name:>12}" for name in columns) + "\n")
    for name in sorted({name for column in columns.values() for name in column}):
        row = (f"{column[name]:>12.4g}" if name in column else f"{'-':>12}" for column in columns.values())
        sys.stdout.write(f"{name:<52}{''.join(row)}\n")
    for line in by_height(real):
        sys.stdout.write(f"{line}\n")
    for name, looks in real.items():
        sys.stdout.write(f"misread on {name}: {100 * misread_share(looks):.3f} % of {len(looks)} looks\n")


if __name__ == "__main__":
    main()
