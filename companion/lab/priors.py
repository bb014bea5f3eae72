"""Counts the countable priors of the referee again: in match files, and in a reader's readings of films.

    python -m companion.lab.priors [FILE|FOLDER …] [--most N] [--plays N] [--readings BANK]

For each it prints the number in use, the counted one as a natural logarithm, the count, and the interval of the share
(95 %).  A line without a number in use is none of the priors.  ``--plays`` compares the plays of so many turns with the
built-in engine's order: the surprise of each, in nats.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from companion.coach.engines.builtin.boards import CHECKERS
from companion.coach.engines.builtin.evaluator import Builtin
from companion.errors import InputError
from companion.games.backgammon import START
from companion.games.backgammon.cube import Act, Cube, Moment, refusal
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.plays import OFF_POINT
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side, Stack
from companion.lab.shares import interval
from companion.lab.simulation.noise import BANK
from companion.record.files.any_game import read_file
from companion.record.importing import foreign_matches
from companion.record.match import Double, Drop, Game, Match, Roll, Take
from companion.record.replaying import rules_of, turns
from companion.referee.people import NO_DIE, PRIORS

_PLACES: Final = 10
"""Places in the engine's order that are counted one by one; all plays behind them have an even share of the last."""


def of_match(match: Match) -> Iterator[tuple[str, bool]]:
    """The events and the missed chances of a match, by name."""
    rules, post_crawford = rules_of(match), False
    for game in match.games:
        moment = Moment(on_roll=None, money=not match.length, crawford=game.crawford, post_crawford=post_crawford)
        yield from _of_game(game, moment, rules)
        post_crawford |= game.crawford


def _of_game(game: Game, moment: Moment, rules: RuleSet) -> Iterator[tuple[str, bool]]:
    cube, rolls, off = Cube(game.cube), Counter[Side](), Counter[Side]()
    for before, action in pairwise((None, *game.actions)):
        match action:
            case Double(side=side):
                yield "doubles", True
                cube = cube.turn(side)
            case Take():
                yield "takes", True
                cube = cube.take()
            case Drop():
                yield "takes", False
            case Roll(side=side, dice=dice, play=play):
                if rolls and not isinstance(before, Take):
                    rolled = Stack(rolls[Side.LIGHT], rolls[Side.DARK])
                    if refusal(Act.DOUBLE, side, cube, replace(moment, on_roll=side, rolls=rolled), rules) is None:
                        yield "doubles", False
                if rolls:
                    yield "rolls that are doubles", dice.is_double
                if play is not None:
                    yield "rolls that cannot be played", not play.steps
                    off[side] += sum(step.end == OFF_POINT for step in play.steps)
                    starts, ends = ([getattr(step, of) for step in play.steps] for of in ("start", "end"))
                    for point in {step.end for step in play.steps if step.hit}:
                        yield "in_passing", ends.count(point) == starts.count(point)
                rolls[side] += 1
    if game.win is not None and game.start == START and before is not None:
        over = isinstance(game.actions[-1], Drop) or CHECKERS in off.values()
        yield "games that are resigned, or break off", not over


def read(files: Sequence[Path]) -> Iterator[Match]:
    """The matches of backgammon in some files; one that cannot be read, or not to its end, is left out."""
    for file in files:
        try:
            found = foreign_matches(read_file(file).found)
        except InputError:
            continue
        yield from (one.match for one in found if one.refused is None and isinstance(one.match, Match))


# --- which play ------------------------------------------------------------------------------------


def places(matches: Sequence[Match], chance: random.Random, turns_each: int) -> Iterator[tuple[int, int]]:
    """The place of the play in the engine's order, from 0, and of how many, of some turns of a game of each match."""
    engine = Builtin()
    for match in matches:
        rules = rules_of(match)
        game = chance.choice(match.games or (Game(),))
        played = [turn for turn in turns(game, rules) if turn.legal and turn.play is not None]
        for turn in chance.sample(played, min(turns_each, len(played))):
            situation = Situation(turn.before, MatchState(on_roll=turn.roll.side, to_act=turn.roll.side), "position-id")
            order = engine.ranking(situation, turn.roll.dice, ply=0, rules=rules).candidates
            if len(order) > 1:
                yield next(k for k, one in enumerate(order) if one.end == turn.after), len(order)


def surprise(learned: Sequence[tuple[int, int]], judged: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """The nats of a play where each is as likely, and where the engine's order says how likely, learned of others."""
    often = Counter(min(place, _PLACES) for place, _ in learned)
    rows = [
        [(often[min(k, _PLACES)] + 1) / max(total - _PLACES, 1) ** (k >= _PLACES) for k in range(total)]
        for _, total in judged
    ]
    even = fmean(math.log(total) for _, total in judged)
    return even, fmean(-math.log(row[place] / sum(row)) for row, (place, _) in zip(rows, judged, strict=True))


# --- films -----------------------------------------------------------------------------------------


def of_readings(bank: Mapping[str, Any]) -> Iterator[tuple[str, bool, int]]:
    """The readings of the dice in films, look by look, with their numbers."""
    for board in bank["boards"].values():
        for row in (row for rows in board["dice"].values() for row in rows):
            yield "unseen_die", "unseen" in row, row["w"]
            if "p" in row:
                yield _by_sureness(row["p"]), False, row["w"]
        yield from ((_by_sureness(row["p"]), True, 1) for row in board["false_dice"])


def _by_sureness(faces: Sequence[float]) -> str:
    sure = max(faces)
    return "no_die_surest" if sure >= NO_DIE[0][0] else "no_die_sure" if sure >= NO_DIE[1][0] else "no_die_unsure"


# --- printing --------------------------------------------------------------------------------------


def lines(counted: Mapping[tuple[str, bool], int]) -> Iterator[str]:
    """For each what is in use and what was counted."""
    yield f"{'':<38}{'in use':>8}{'counted':>9}{'count':>8}{'of':>9}   may be"
    for name in dict.fromkeys(name for name, _ in counted):
        count, total = counted.get((name, True), 0), counted.get((name, True), 0) + counted.get((name, False), 0)
        low, high = interval(count, total)
        in_use = f"{PRIORS[name].value:.2f}" if name in PRIORS else ""
        least = total - count if name.startswith("no_die") else total
        value = f"{math.log(count / least):.2f}" if count and least else "-"
        yield f"{name:<38}{in_use:>8}{value:>9}{count:>8}{total:>9}   {low:.4f} to {high:.4f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Counts, and prints what it counted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="match files, or folders of them")
    parser.add_argument("--most", type=int, metavar="N", help="so many files alone, drawn by chance")
    parser.add_argument(
        "--plays", type=int, default=0, metavar="N", help="so many turns of a game of each match by the engine"
    )
    parser.add_argument("--readings", type=Path, default=BANK, metavar="BANK", help="another bank of readings")
    options = parser.parse_args(arguments)
    chance = random.Random(1)
    files = [file for one in options.files for file in (sorted(one.rglob("*.*")) if one.is_dir() else [one])]
    chance.shuffle(files)
    matches = list(read(files[: options.most]))
    counted: Counter[tuple[str, bool]] = Counter(fact for match in matches for fact in of_match(match))
    for name, happened, often in of_readings(json.loads(gzip.decompress(options.readings.read_bytes()))):
        counted[name, happened] += often
    print(f"{len(matches)} matches")
    print("\n".join(lines(counted)))
    if options.plays:
        halves = [list(places(some, chance, options.plays)) for some in (matches[::2], matches[1::2])]
        even, ordered = surprise(*halves)
        print(f"which play: {even:.3f} nats where each is as likely, {ordered:.3f} by the engine's order"
              f" ({len(halves[1])} plays of matches from which the order was not learned)")  # fmt: skip


if __name__ == "__main__":
    main()
