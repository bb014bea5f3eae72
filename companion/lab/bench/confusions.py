"""What the reader makes of boards that it has not seen: the bank of readings that simulated looks are drawn from.

    python -m companion.lab.bench.confusions --shared ../shared --renders FOLDER … --held-out --out FILE.json.gz

Every rendered picture is read once and held against its truth, spot by spot, as each spot was judged
alone; ``--renders`` adds folders of pictures of one's own, and with ``--held-out`` only those of boards that
no net learned from.  The bank tells for every true pair of counts, every die and the cube what was read
there and how often.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from companion.app.progress_bar import with_progress
from companion.errors import InputError
from companion.lab.bench.material import rendered_wanted
from companion.lab.bench.rendered import TruthFrame, games, renders, stills
from vision.calibration import calibrate
from vision.corners import corrected_corners
from vision.errors import CalibrationError
from vision.observation import BAR, POINTS, TRAY, Counts, Evidence, Observation, Orientation, SeenDie, Spot
from vision.pictures import load_picture
from vision.reader import BoardReader, read_still

SHARES: Final[Mapping[str, float]] = {"games": 0.6, "stills": 0.37, "own": 0.03}
"""What each kind of picture weighs: a game is read as at a table, own pictures are harder than any play.

With these the dice are misread as often as in the games and stills of the bench of readings.
"""

SURE: Final = 0.9
"""A spot or die read right with this confidence is told apart from others by how sure it is, and by no more."""

_ONE_OF: Final = 8
"""As the training splits its boards."""

_KEPT: Final = 1e-3
"""Likelihoods below this are left to the floor of the evidence."""

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Die:
    """A die that lies there flat, and the die seen at its place; None where none was."""

    value: int
    seen: SeenDie | None


@dataclass(frozen=True)
class Sample:
    """One picture as it was read: ``weight`` sums to the share of its kind, each board alike.

    ``truth``: the counts of every spot in the reader's own numbering.
    """

    frame: TruthFrame
    board: str
    seen: Observation
    truth: Mapping[Spot, Counts]
    weight: float = 1.0

    def evidence(self, spot: Spot) -> Evidence:
        """What the spot was judged to hold by itself, before all checkers were counted."""
        alone = self.seen.alone or {}
        return alone[spot] if spot in alone else self.seen.spot(spot)

    def is_doubtful(self, spot: Spot) -> bool:
        """Return whether the spot is misread, unsure or unseen."""
        return not _is_sure(self.evidence(spot), self.truth[spot])

    @cached_property
    def dice(self) -> tuple[list[Die], list[SeenDie]]:
        """The dice that lie flat, each with what was seen of it; and what was seen where none lies."""
        left, found = list(self.seen.dice), []
        for die in self.frame.truth["dice"]:
            size = max(die["bbox"][2] - die["bbox"][0], die["bbox"][3] - die["bbox"][1])
            nearest = min(left, key=lambda seen: math.dist(seen.center_px, die["center"]), default=None)
            if nearest is not None and math.dist(nearest.center_px, die["center"]) > size:
                nearest = None
            if nearest is not None:
                left.remove(nearest)
            if not die["cocked"]:
                found.append(Die(die["value"], nearest))
        return found, left


def held_out(places: Iterable[Path]) -> list[Path]:
    """Of pictures in training folders, those of boards that are never learned from: every eighth, by its number."""
    files = (file for place in places for file in sorted(place.glob("*.json")))
    return [file for file in files if _board_number(file) % _ONE_OF == _ONE_OF - 1]


def _board_number(file: Path) -> int:
    """The board of a picture that ``vision/training`` has rendered: ``r11_0007_3`` is of the seventh."""
    _, _, rest = file.stem.partition("_")
    number = rest.partition("_")[0]
    return int(number) if number.isdecimal() else 0


def samples(shared: Path, own: Sequence[Path]) -> list[Sample]:
    """All pictures read, games first; raises InputError where they are not there."""
    kinds: dict[str, list[Sample]] = {"games": [], "stills": _stills_read(stills(shared))}
    for name, frames in games(shared):
        kinds["games"] += _game_read(name, frames)
    kinds["own"] = _stills_read(renders(own)) if own else []
    return [sample for kind, read in kinds.items() for sample in _weighted(read, SHARES[kind])]


def bank(read: Sequence[Sample]) -> dict[str, Any]:
    """The bank of some samples: what was read, by what was there."""
    clear = [sample for sample in read if sample.frame.is_clear]
    named = [sample for sample in clear if not _sides_swapped(sample)]
    dice: dict[str, list[Entry]] = {str(value): [] for value in range(1, 7)}
    for sample in clear:
        for die in sample.dice[0]:
            dice[str(die.value)].append(_die_entry(die, sample.weight))
    return {
        "about": _about(read, named),
        "spots": _spots(named, POINTS),
        "bar": _spots(named, [BAR]),
        "tray": _spots(named, [TRAY]),
        "dice": {value: _merged(entries) for value, entries in dice.items()},
        "false_dice": _share((bool(sample.dice[1]), sample.weight) for sample in clear),
        "cube": _cubes(clear),
        "hand": {
            "missed": _share((not s.seen.hand, s.weight) for s in read if s.frame.hand_over_field()),
            "false": _share((s.seen.hand, s.weight) for s in clear),
        },
        "persistence": _persistence(clear),
    }


def summary(made: Mapping[str, Any]) -> Iterator[str]:
    """The bank in a few lines: how much of what is there is misread or unseen."""
    yield str(made["about"])
    by_height: dict[int, list[tuple[bool, float]]] = defaultdict(list)
    for pair, entries in made["spots"].items():
        counts = _counts(pair)
        by_height[sum(counts)] += [(_best(entry) != counts, entry["w"]) for entry in entries]
    yield f"points misread: {100 * _share(row for rows in by_height.values() for row in rows):.3f} %"
    for height, rows in sorted(by_height.items()):
        yield f"  {height} checkers: {100 * _share(rows):.3f} % misread, weight {sum(w for _, w in rows):.4f}"
    bar = [(_best(e) != _counts(pair), e["w"]) for pair, entries in made["bar"].items() for e in entries]
    yield f"bar misread: {100 * _share(bar):.3f} %"
    piles = [(pair, entry) for pair, entries in made["tray"].items() if pair != "0,0" for entry in entries]
    seen = [(pair, entry) for pair, entry in piles if "unseen" not in entry]
    yield f"tray seen where checkers are off: {100 * _share(('unseen' not in e, e['w']) for _, e in piles):.1f} %"
    yield f"  of these right: {100 * _share((_best(e) == _counts(pair), e['w']) for pair, e in seen):.1f} %"
    dice = [(int(value), entry) for value, entries in made["dice"].items() for entry in entries]
    yield f"dice unseen: {100 * _share(('unseen' in e, e['w']) for _, e in dice):.3f} %"
    shown = [(value, e) for value, e in dice if "unseen" not in e]
    yield f"dice misread: {100 * _share((_face(e) != value, e['w']) for value, e in shown):.3f} %"
    yield f"looks with a die that is not there: {100 * made['false_dice']:.3f} %"
    for place, entries in made["cube"].items():
        right = _share((entry["place"] == place, entry["w"]) for entry in entries)
        yield f"cube, {place}: {100 * right:.1f} % read so"
    yield f"hands missed {100 * made['hand']['missed']:.2f} %, false {100 * made['hand']['false']:.2f} %"
    yield "read the same in the next picture: " + ", ".join(f"{k} {p:.2f}" for k, p in made["persistence"].items())


# --- reading -----------------------------------------------------------------------------------------


def _stills_read(frames: Sequence[TruthFrame]) -> list[Sample]:
    return list(with_progress(_still, frames))


def _still(frame: TruthFrame) -> Sample:
    """A single picture, nothing known of the board but its corners."""
    image = load_picture(frame.picture)
    seen = read_still(image, corrected_corners(image, frame.corners()), thoroughly=False).seen  # as in a match
    return Sample(frame, frame.style, seen, _truth(frame, seen.orientation))


def _game_read(name: str, frames: Sequence[TruthFrame]) -> list[Sample]:
    """A game, its board learned from its first picture; raises InputError where that shows no start position."""
    first = frames[0]
    try:
        reader = BoardReader(calibrate(load_picture(first.picture), first.corners()))
    except CalibrationError as error:
        raise InputError(f"{first.picture}: expected a board in its start position") from error
    return list(with_progress(partial(_game_frame, reader=reader, name=name), frames))


def _game_frame(frame: TruthFrame, reader: BoardReader, name: str) -> Sample:
    seen = reader.look(load_picture(frame.picture), seen_at_s=0.0)
    return Sample(frame, name, seen, _truth(frame, frame.orientation))


def _truth(frame: TruthFrame, orientation: Orientation) -> dict[Spot, Counts]:
    cells, counts = rendered_wanted(frame, frame.style).cells, frame.counts()
    points: dict[Spot, Counts] = {orientation.point(*cell): pair for cell, pair in cells.items()}
    return points | {spot: counts[spot] for spot in (BAR, TRAY)} | _mixed(frame, orientation)


def _mixed(frame: TruthFrame, orientation: Orientation) -> dict[Spot, Counts]:
    """Points with checkers of both sides, which the truth's one signed number for a point cannot tell."""
    lying = Counter((c["point"], c["color"]) for c in frame.truth["checkers"] if c["where"] == "point")
    both = [point for point in POINTS if lying[point, "W"] and lying[point, "B"]]
    return {orientation.point(*frame.orientation.cell(k)): (lying[k, "W"], lying[k, "B"]) for k in both}


def _weighted(read: Sequence[Sample], share: float) -> Iterator[Sample]:
    pictures = Counter(sample.board for sample in read)
    for sample in read:
        weight = share / len(pictures) / pictures[sample.board]
        yield Sample(sample.frame, sample.board, sample.seen, sample.truth, weight)


def _sides_swapped(sample: Sample) -> bool:
    """Whether the two sides were named the other way round: a board that is learned first is not read so."""
    shown = [(sample.evidence(spot).best, sample.truth[spot]) for spot in POINTS]
    return sum(best == pair[::-1] for best, pair in shown) > sum(best == pair for best, pair in shown)


# --- the bank ------------------------------------------------------------------------------------------


def _spots(read: Sequence[Sample], spots: Iterable[Spot]) -> dict[str, list[Entry]]:
    found: dict[Counts, list[Entry]] = defaultdict(list)
    for sample in read:
        for spot in spots:
            found[sample.truth[spot]].append(_spot_entry(sample.evidence(spot), sample.weight))
    return {f"{light},{dark}": _merged(found[light, dark]) for light, dark in sorted(found)}


def _spot_entry(evidence: Evidence, weight: float) -> Entry:
    if not evidence.seen:
        return {"unseen": True, "w": weight}
    kept = sorted(((p, pair) for pair, p in evidence.likelihoods.items() if p >= _KEPT), reverse=True)
    return {"p": [[*pair, p] for p, pair in kept], "w": weight}


def _die_entry(die: Die, weight: float) -> Entry:
    return {"unseen": True, "w": weight} if die.seen is None else {"p": list(die.seen.likelihoods), "w": weight}


def _cubes(read: Sequence[Sample]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = defaultdict(list)
    for sample in read:
        cube, seen = sample.frame.truth["cube"], sample.seen.cube
        if cube is not None and cube["place"] != "none":
            place = None if seen is None else _place_in_truth(seen.place.value, sample)
            confidence = 0.0 if seen is None else round(seen.confidence, 3)
            found[_cube_place(cube)].append({"place": place, "confidence": confidence, "w": sample.weight})
    return {place: _same_together(found[place]) for place in sorted(found)}


def _cube_place(cube: Mapping[str, Any]) -> str:
    if cube["place"] == "offered":
        return "offered"
    return {"W": "light", "B": "dark", None: "middle"}[cube["owner"]]


def _place_in_truth(place: str, sample: Sample) -> str:
    """Whose the cube is, said of a board whose long sides were perhaps named the other way round."""
    turned = sample.seen.orientation.light_at_bottom != sample.frame.orientation.light_at_bottom
    return {"light": "dark", "dark": "light"}.get(place, place) if turned else place


def _persistence(read: Sequence[Sample]) -> dict[str, float]:
    """Of what is doubtful in one picture of a game and lies there still in the next, the share read the same again."""
    same: dict[str, list[bool]] = {"spot": [], "tray": [], "dice": []}
    of_games = [sample for sample in read if "sequence" in sample.frame.truth]
    for one, other in pairwise(of_games):
        if one.board != other.board:
            continue
        for spot in (*POINTS, BAR, TRAY):
            if one.truth[spot] == other.truth[spot] and one.is_doubtful(spot):
                again = other.is_doubtful(spot) and _told(one, spot) == _told(other, spot)
                same["tray" if spot == TRAY else "spot"].append(again)
        same["dice"] += _dice_again(one, other)
    measured = {kind: round(statistics.fmean(again), 3) for kind, again in same.items() if again}
    # Where too few were doubtful to tell, what holds of points is the best guess.
    return {kind: measured.get(kind, measured.get("spot", 0.0)) for kind in same}


def _told(sample: Sample, spot: Spot) -> Counts | None:
    evidence = sample.evidence(spot)
    return evidence.best if evidence.seen else None


def _dice_again(one: Sample, other: Sample) -> Iterator[bool]:
    """The dice that have not moved between two pictures and were doubtful in the first."""
    lying = [tuple(die["center"]) for die in one.frame.truth["dice"]]
    if not lying or lying != [tuple(die["center"]) for die in other.frame.truth["dice"]]:
        return
    for before, after in zip(one.dice[0], other.dice[0], strict=True):
        if not _die_is_sure(before):
            yield not _die_is_sure(after) and _face_of(before) == _face_of(after)


def _face_of(die: Die) -> int | None:
    return None if die.seen is None else die.seen.value


def _die_is_sure(die: Die) -> bool:
    return die.seen is not None and die.seen.value == die.value and die.seen.confidence >= SURE


def _is_sure(evidence: Evidence, truth: Counts) -> bool:
    return evidence.seen and evidence.best == truth and evidence.confidence >= SURE


# --- merging -------------------------------------------------------------------------------------------


def _merged(entries: Sequence[Entry]) -> list[Entry]:
    """Sure readings of the same pairs and about as sure as one; every other one by itself; the heaviest first."""
    alike: dict[Any, list[Entry]] = defaultdict(list)
    for number, entry in enumerate(entries):
        alike[_likeness(entry, number)].append(entry)
    return sorted((_mean(members) for members in alike.values()), key=lambda entry: -entry["w"])


def _likeness(entry: Entry, number: int) -> Any:
    if "unseen" in entry:
        return "unseen"
    sure = max(_values(entry))
    if sure < SURE:
        return number
    message = min(8, int(-2 * math.log10(max(1 - sure, 1e-9))))
    names = entry["p"][:2] if _is_pairs(entry) else sorted(range(6), key=lambda k: -entry["p"][k])[:1]
    return message, tuple(tuple(name[:2]) if isinstance(name, list) else name for name in names)


def _mean(members: Sequence[Entry]) -> Entry:
    weight = sum(member["w"] for member in members)
    if "unseen" in members[0]:
        return {"unseen": True, "w": round(weight, 7)}
    shares = [(member, member["w"] / weight) for member in members]
    if not _is_pairs(members[0]):
        likelihoods = [round(sum(share * m["p"][k] for m, share in shares), 4) for k in range(6)]
        return {"p": likelihoods, "w": round(weight, 7)}
    totals: dict[Counts, float] = defaultdict(float)
    for member, share in shares:
        for light, dark, p in member["p"]:
            totals[light, dark] += share * p
    ranked = sorted(totals.items(), key=lambda item: -item[1])
    return {"p": [[*pair, round(p, 4)] for pair, p in ranked if p >= _KEPT], "w": round(weight, 7)}


def _same_together(entries: Sequence[Entry]) -> list[Entry]:
    """Cubes read in the same place and, to a tenth, as sure."""
    weights: dict[tuple[str | None, float], float] = defaultdict(float)
    for entry in entries:
        weights[entry["place"], round(entry["confidence"], 1)] += entry["w"]
    rows = [{"place": place, "confidence": sure, "w": round(w, 7)} for (place, sure), w in weights.items()]
    return sorted(rows, key=lambda row: -float(str(row["w"])))


def _is_pairs(entry: Entry) -> bool:
    return isinstance(entry["p"][0], list)


def _values(entry: Entry) -> list[float]:
    return [row[2] for row in entry["p"]] if _is_pairs(entry) else entry["p"]


def _best(entry: Entry) -> Counts:
    return (0, 0) if "unseen" in entry else (entry["p"][0][0], entry["p"][0][1])


def _face(entry: Entry) -> int:
    return 1 + max(range(6), key=lambda k: entry["p"][k])


def _counts(pair: str) -> Counts:
    light, dark = pair.split(",")
    return int(light), int(dark)


def _share(answers: Iterable[tuple[bool, float]]) -> float:
    """The weight of what is true by the weight of all; 0 of nothing."""
    rows = list(answers)
    weight = sum(w for _, w in rows)
    return round(sum(w for true, w in rows if true) / weight, 6) if weight else 0.0


def _about(read: Sequence[Sample], named: Sequence[Sample]) -> str:
    of_games = [sample for sample in read if "sequence" in sample.frame.truth]
    filmed = {sample.board for sample in of_games}
    boards = len({sample.board for sample in read} - filmed)
    shares = ", ".join(f"{kind} {100 * share:.0f} %" for kind, share in SHARES.items())
    return (
        f"{len(read)} rendered pictures: {len(of_games)} of {len(filmed)} games, their boards learned from the"
        f" first picture, and single pictures of {boards} boards with their corners given. No net learned from any of"
        f" these boards. Points, bar and tray are of the {len(named)} with no hand over the board and the sides named"
        f" right. Each board of a kind weighs the same, the kinds {shares}: own pictures show tall stacks, mixed points"
        " and two pairs of tiny dice oftener than play does, so they weigh little. Points and bar as each was judged"
        " alone, before all checkers were counted; the tray as it follows from counting."
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the pictures, writes the bank and says in a few lines what is in it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="where the shared pictures are")
    parser.add_argument("--renders", type=Path, nargs="*", default=[], help="own pictures, or their folders")
    parser.add_argument("--held-out", action="store_true", help="of these only boards that no net learned from")
    parser.add_argument("--out", type=Path, required=True, help="the bank, packed JSON")
    options = parser.parse_args(arguments)
    own = held_out(options.renders) if options.held_out else options.renders
    made = bank(samples(options.shared, own))
    if options.out.exists():  # what films have shown, see companion.lab.bench.comparisons
        made["changes"] = json.loads(gzip.decompress(options.out.read_bytes())).get("changes", {})
    text = json.dumps(made, separators=(",", ":"))
    options.out.write_bytes(gzip.compress(text.encode(), mtime=0))
    sys.stdout.write("\n".join(summary(made)) + "\n")


if __name__ == "__main__":
    main()
