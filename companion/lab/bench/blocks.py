"""Writes the blocks of figures on the pages, each from the results."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from itertools import pairwise
from typing import Final

from companion.coach.evaluation import MILLI
from companion.lab.bench.grids import as_markdown
from companion.lab.bench.results import BenchResult, Results, named
from companion.match.terms import Level, Strength

Block = Callable[[Results], str]

_ENGINES: Final = ("gnubg 2-ply", "sage 1-ply", "builtin 0-ply", "builtin 1-ply")
"""In the order in which the pages name them."""


def _table(name: str, results: Results) -> str:
    return as_markdown(named(results, name).figures)


# --- sentences for an overview -------------------------------------------------------------------


def _rules(results: Results) -> str:
    found = named(results, "rules")
    cases = [figure for figure in found.all("differences in .*") if figure.name.endswith("tournament")]
    inner, public = found.value("inner generator, median"), found.value("legal_plays, median")
    return (
        f"{_n(sum(f.value for f in found.all('differences in .*')))} differences in "
        f"{_n(sum(_counts(figure.name)[0] for figure in cases))} cases; "
        f"{_n(inner)} µs a roll inside, {_n(public)} µs through `legal_plays` (medians)"
    )


def _explain(results: Results) -> str:
    found = named(results, "explain")
    refused = found.figure("refused of .*")
    return (
        f"{_n(found.value('broken turns'))} broken turns, {_none(found.value('a rule wrongly named'))} named wrongly; "
        f"{_n(_counts(refused.name)[0])} legal ends, {_none(refused.value)} refused"
    )


def _formats(results: Results) -> str:
    found = named(results, "formats")
    sound, broken = found.figure("wrong of .* sound files .*"), found.figure("told otherwise of .*")
    imported = {ending: found.all(rf"imported otherwise of .* in \{ending}") for ending in (".mat", ".sgf")}
    same = [f"{_n(sum(_counts(f.name)[0] - f.value for f in of))} as `{ending}`" for ending, of in imported.items()]
    return (
        f"{_n(_counts(sound.name)[0] - sound.value)} of {_n(_counts(sound.name)[0])} sound files read exactly, "
        f"{_n(_counts(broken.name)[0] - broken.value)} of {_n(_counts(broken.name)[0])} broken ones told at game and "
        f"line; imported to the same positions: {' and '.join(same)}; "
        f"all verified in {_n(found.value('time to verify them all, one core'))} s"
    )


def _reading(results: Results) -> str:
    value = named(results, "reading").value
    photographs = "photographs to count, corners"
    return (
        f"boards never seen before: {_short(value('stills, corners given: spots right'))} % of spots, "
        f"{_n(value('stills, corners given: exact'))} % of whole boards, "
        f"{_n(value('stills, corners found: exact'))} % where it looks for the board itself; "
        f"in a match {_short(value('games, shown: looks exact'))} % of looks; "
        f"photographs {_n(value(f'{photographs} given: exact'))} % and {_n(value(f'{photographs} found: exact'))} %; "
        f"both dice {_n(value('rendered: both dice exact'))} %, "
        f"number on the cube {_n(value('rendered: number on the cube read'))} %; "
        f"{_n(value('whole read in a match from the file on, median, processor'))} ms of processor a picture"
    )


def _replay(results: Results) -> str:
    found = named(results, "replay")
    accusations = sum(figure.value for figure in found.all(".*: false accusations"))
    parts = {"rolls": "rolls right", "plays": "plays right", "cube actions": "cube actions right",
             "illegal plays": "illegal plays found"}  # fmt: skip
    parts_right = [
        f"{_n(right)} of {_n(of)} {what}" for what, name in parts.items() for right, of in [_right(found, name)]
    ]
    return f"{', '.join(parts_right)}, {_none(accusations, 'no')} false accusation{'' if accusations < 2 else 's'}"


def _durability(results: Results) -> str:
    found = named(results, "durability")
    cut = found.figure("log cut at a byte of .*")
    return (
        f"{_n(found.value('kill -9: entries shown and not on disk'))} of "
        f"{_n(found.value('kill -9: entries shown until then'))} entries shown are lost in "
        f"{_n(found.value('kill -9: kills of a writing process'))} kills, "
        f"{_n(cut.value)} wrong in {_n(_counts(cut.name)[-1])} cuts; "
        f"a commit {_n(found.value('commit of a step, median of .*'))} ms"
    )


def _screen(results: Results) -> str:
    found = named(results, "screen")
    touch = "touch to page shown while vision and hints run"
    growth = found.figure("memory: growth over 8 hours of play")
    return (
        f"window up after {_short(found.value('first picture of the window, .*'))} s and ready after "
        f"{_short(found.value('ready to play, .*'))} s; "
        f"button to dice {_within(found, 'press of the button to dice shown')}; touch to page {_within(found, touch)}; "
        f"button to the coach's list {_within(found, _LIST)}; "
        f"{_n(found.value('frames a second while a picture is live'))} pictures a second live; "
        f"{_short(found.value('processor while nothing happens, of one core'))} % of a core while nothing happens; "
        f"memory grows by {_n(growth.value)} MB from hour 3 to hour 8 (limit {_limit(growth.limit)})"
    )


_LIST: Final = "press of the button to the coach's list shown"


def _hints(results: Results) -> str:
    found = named(results, "hints")
    plays = [_lost(found, engine, "plays") for engine in _ENGINES]
    doubles, takes = (_listed([_lost(found, engine, of) for engine in _ENGINES]) for of in ("doubles", "takes"))
    return (
        f"in thousandths of a point a play: GNU Backgammon itself {plays[0]}, Open Sage {plays[1]}, "
        f"built in {plays[2]}, looking one roll ahead {plays[3]}; doubles {doubles}; takes {takes}; "
        f"{_first_list(found)}"
    )


def _simulate(results: Results) -> str:
    value = named(results, "simulate").value
    return (
        f"{_n(value('turns'))} turns, {_n(value('planted acts'))} planted acts: "
        f"a verdict in {_short(value('verdict, median'), 2)} s, "
        f"within {_short(value('verdict, 95 of 100'), 2)} s in 95 of 100; "
        f"{_n(value('wrong records'))} wrong records, {_n(value('false accusations'))} false accusations, "
        f"{_n(value('rulings before .*'))} rulings before the turn's end, "
        f"{_short(value('acts missed'))} % of acts missed, {_short(value('questions'))} questions in 100 turns, "
        f"{_short(value('of them called for'))} of them called for; "
        f"{_wholes(results)} whole matches without a touch"
    )


def _wholes(results: Results) -> str:
    value = named(results, "simulate").value
    of = value("whole matches")
    return f"{_n(of * value('whole matches exact') / 100)} of {_n(of)}"


# --- in other pages' own words -------------------------------------------------------------------


def _simulate_table(results: Results) -> str:
    found = named(results, "simulate")
    questions = f"{_short(found.value('questions'))} ({_short(found.value('of them called for'))} called for)"
    verdict = ", ".join(f"{_short(found.value(f'verdict, {which}'), 2)} s" for which in ("median", "95 of 100"))
    rows = [
        ("turns, planted acts", f"{_n(found.value('turns'))}, {_n(found.value('planted acts'))}", ""),
        *(_row(found, name) for name in ("wrong records", "false accusations", "rulings before the turn's end")),
        ("questions in 100 turns", questions, _limit(found.figure("questions").limit)),
        ("acts missed", f"{_short(found.value('acts missed'))} %", f"{_limit(found.figure('acts missed').limit)} %"),
        ("whole matches exact", _wholes(results), f"{_limit(found.figure('whole matches exact').limit)} %"),
        ("verdict, median and 95 of 100", verdict, f"{_limit(found.figure('verdict, 95 of 100').limit)} s"),
    ]
    lines = [f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows]
    return "\n".join(["| figure | measured | limit |", "|---|---|---|", *lines])


def _row(found: BenchResult, name: str) -> tuple[str, str, str]:
    figure = found.figure(name)
    return name, _n(figure.value), _limit(figure.limit)


def _analyse(results: Results) -> str:
    found = named(results, "analyse")
    lost = {of: found.value(f"equity lost, {of}: .*") for of in ("plays", "cube")}
    farthest = max(figure.value for figure in found.all("equity lost by .*") if figure.unit == "%")
    counted = sum(figure.value for figure in found.all("counted .* that the reference does not count, .*"))
    luck = found.value("luck of a player over a match: mean distance from the reference") / MILLI
    rows = (
        ("equity lost in plays, ten players together", f"{_short(lost['plays'], 2)} %"),
        ("equity lost by the cube", f"{_short(lost['cube'], 3)} %"),
        ("both, the player farthest away", f"{_short(farthest, 2)} %"),
        ("counted plays and cube decisions", f"{_n(counted)} otherwise" if counted else "all the same"),
        ("luck of a player over a match", f"{_short(luck, 3)} points, of 0.4 to 3.3"),
    )
    return "\n".join(["| | away from the reference |", "|---|---|", *(f"| {' | '.join(row)} |" for row in rows)])


def _coach(results: Results) -> str:
    table, window = named(results, "hints"), named(results, "screen")
    list_limit = _limit(table.figure("gnubg at the table: roll to the first list, 95 of 100").limit)
    still = window.figure("window stands still while the coach computes, 95 of 100")
    shares = table.all(".* at the table: boards read beside it, share")
    lost = table.all(".* at the table: answers lost in .* deaths")
    cold = max(figure.value for figure in table.all(".* at the table: first list where .*"))
    refined = {name: _n(table.value(f"{name} at the table: roll to the refined list, median"))
               for name in ("builtin", "gnubg")}  # fmt: skip
    return "\n".join(
        [
            f"the {_first_list(table, ' is there')} (limit {list_limit});",
            f"the deeper one of the built-in engine after {refined['builtin']} ms, that of GNU Backgammon after "
            f"{refined['gnubg']} ms.",
            f"In the window the list is seen {_within(window, _LIST, ' after the button')},",
            f"and the longest that the window stands still in a turn is within {_n(still.value)} ms in 95 of 100 turns "
            f"(limit {_limit(still.limit)}).",
            f"With a question a second boards are read at {_short(min(f.value for f in shares), 2)} or more of their "
            f"rate (limit {_limit(shares[0].limit)});",
            f"asked without a pause, at {_short(min(f.value for f in table.all('.*: the same, asked .*')))}: "
            "reading uses both cores.",
            f"Answers lost in {_counts(lost[0].name)[-1]} deaths of the coach's process or its engine: "
            f"{_n(sum(f.value for f in lost))}.",
            "A match whose first roll comes at once, before anything is warm, shows its first list after "
            f"{_short(cold / 1000, 2)} s.",
        ]
    )


def _strengths(results: Results) -> str:
    found = named(results, "strengths")
    names = [one.value for one in Strength]
    lost = _listed([_n(found.value(f"{name}: a play for money")) for name in names])
    return f"a play for money loses {lost} thousandths of a point ({names[0]} to {names[-1]})"


def _strengths_table(results: Results) -> str:
    found = named(results, "strengths")
    parts = ("a play for money", "a play in a match", "a cube decision in a match")
    rows = [[f"`{one.value}`", *(_n(found.value(f"{one.value}: {part}")) for part in parts)] for one in Strength]
    lines = [f"| {' | '.join(row)} |" for row in (["strength", *parts], *rows)]
    return "\n".join([lines[0], "|---|---|---|---|", *lines[1:]])


def _strengths_over(results: Results) -> str:
    found = named(results, "strengths")
    matches = found.figure("matches to .* points")
    return (
        f"{_n(found.value('games for money'))} games for money without a cube, "
        f"{_n(found.value('plays in them with a choice'))} plays, and {_n(matches.value)} {matches.name}, "
        f"{_n(found.value('plays in those with a choice'))} plays"
    )


def _live(results: Results) -> str:
    found = named(results, "live")
    lost, hostile = found.figure("events lost .*"), found.figure("errors in .*")
    return (
        f"{_n(found.value('from disk to spectator, .* median'))} ms from disk to spectator, within "
        f"{_n(found.value('from disk to spectator, 95 .*'))} ms in 95 of 100; 50 spectators cost "
        f"{found.value('processor .*'):.1f} % of a core and {_n(found.value('memory .*'))} MB, and leave reading "
        f"{_n(found.value('rate of reading .*'))} % of its rate; "
        f"{_n(lost.value)} {lost.name}; {_n(hostile.value)} {hostile.name}"
    )


def _camera(results: Results) -> str:
    found = named(results, "camera")
    return (
        f"a picture is handed over {_n(found.value('MJPEG, 15 .* median'))} ms after the telephone has sent it, by "
        f"RTSP {_n(found.value('RTSP, .* median'))} ms (medians at 15 pictures a second of 1280x720); over "
        f"36,000 pictures the memory grows by {found.value('memory .*'):.1f} MB; after 50 losses of the connection the "
        f"camera came back {_n(found.value('came back .*'))} times"
    )


def _draughts(results: Results) -> str:
    found = named(results, "draughts-engine")
    full, hints = found.figure("full against material .*"), found.figure("hint: 95 .*")
    return (
        f"full strength makes {_n(full.value)} % of the points {full.name.removeprefix('full ')}; a hint within "
        f"{_n(hints.value)} ms in 95 of 100; {_n(found.value('nodes a second'))} nodes a second"
    )


def _draughts_table(results: Results) -> str:
    found = named(results, "draughts-engine")
    levels = [one.value for one in Level]
    points = [f"{_n(found.value(f'{level} against material .*'))} %" for level in levels]
    below = ["", *(f"{_n(found.value(f'{one} against {less}, .*'))} %" for less, one in pairwise(levels))]
    rows = [["level", "against the plain search", "against the level below"], ["---"] * 3]
    rows += [[f"`{level}`", *of] for level, *of in zip(levels, points, below, strict=True)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _plays(engines: tuple[str, ...], results: Results) -> str:
    return " | ".join(_lost(named(results, "hints"), engine, "plays") for engine in engines)


def _cube(engine: str, results: Results) -> str:
    """The losses of doubling and taking, a cell each."""
    return " | ".join(_lost(named(results, "hints"), engine, of) for of in ("doubles", "takes"))


BLOCKS: Final[dict[str, Block]] = {
    "rules": _rules,
    "explain": _explain,
    "formats": _formats,
    "reading": _reading,
    "reading, all": partial(_table, "reading"),
    "position, all": partial(_table, "position"),
    "draughts-reading, all": partial(_table, "draughts-reading"),
    "simulate-draughts, all": partial(_table, "simulate-draughts"),
    "replay": _replay,
    "durability": _durability,
    "screen": _screen,
    "hints": _hints,
    "hints, all": partial(_table, "hints"),
    "simulate": _simulate,
    "simulate, all": _simulate_table,
    "coach": _coach,
    "analyse, all": _analyse,
    "strengths": _strengths,
    "strengths, all": _strengths_table,
    "strengths, over": _strengths_over,
    "live": _live,
    "camera": _camera,
    "draughts-engine": _draughts,
    "draughts-engine, all": _draughts_table,
    "plays, builtin": partial(_plays, ("builtin 0-ply", "builtin 1-ply")),
    "plays, gnubg 0-ply": partial(_plays, ("gnubg 0-ply",)),
    "cube, builtin 0-ply": partial(_cube, "builtin 0-ply"),
    "cube, builtin 1-ply": partial(_cube, "builtin 1-ply"),
}


# --- words ---------------------------------------------------------------------------------------


def _lost(found: BenchResult, engine: str, of: str) -> str:
    """Thousandths of a point; less than one of them with two digits."""
    value = found.value(f"{engine}: mean loss of .* {of}")
    return _n(0) if not value else _short(value, 1 if value >= 1 else 2)


def _first_list(found: BenchResult, verb: str = "") -> str:
    """The slowest of the engines."""
    name = ".* at the table: roll to the first list"
    median, of_95 = (max(f.value for f in found.all(f"{name}, {which}")) for which in ("median", "95 of 100"))
    return f"first list{verb} {_n(median)} ms after the roll, within {_n(of_95)} ms in 95 of 100"


def _within(found: BenchResult, name: str, since: str = "") -> str:
    median, of_95 = (_n(found.value(f"{name}, {which}")) for which in ("median", "95 of 100"))
    return f"{median} ms{since}, within {of_95} ms in 95 of 100"


def _right(found: BenchResult, name: str) -> tuple[int, int]:
    """The number of right ones, and of all, over all games."""
    counts = [_counts(figure.name.rsplit("(")[-1]) for figure in found.all(rf".*: {name} \(.*\)")]
    return sum(right for right, _ in counts), sum(of for _, of in counts)


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _counts(name: str) -> list[int]:
    return [int(number) for number in re.findall(r"\b\d+\b", name)]


def _limit(limit: str | None) -> str:
    return (limit or "").split()[-1]


def _none(number: float, word: str = "none") -> str:
    return _n(number) if number else word


def _n(value: float) -> str:
    return f"{_rounded(value, 0):,}"


def _short(value: float, digits: int = 1) -> str:
    return str(_rounded(value, digits))


def _rounded(value: float, digits: int) -> Decimal:
    """Halves up, as people round."""
    return Decimal(str(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
