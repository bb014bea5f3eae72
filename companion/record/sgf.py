"""Writes and reads SGF game trees for backgammon, ``GM[6]``, as GNU Backgammon does.

White is player 0, the left column and Light.  Letters name absolute points: ``a`` is White's ace
point, ``x`` White's 24-point, ``y`` the bar, ``z`` off.  Source: FORMATS.md section 5 of the design.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from companion.errors import InputError
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import BAR_POINT, OFF_POINT, Play, Step
from companion.games.backgammon.position import START
from companion.games.backgammon.ruleset import STANDARD
from companion.games.rules import Side
from companion.record.match import Action, Double, Drop, Game, Match, Roll, Standing, Take, Win
from companion.record.reading import Problem, Reading
from companion.record.replaying import marked, rules_of, turns
from companion.record.scores import is_crawford

Node: TypeAlias = Mapping[str, tuple[str, ...]]
"""The properties of a node: each with its values, escapes undone."""

_APPLICATION: Final = "companion:0.1"
_COLOURS: Final = {Side.LIGHT: "W", Side.DARK: "B"}
_FACTS: Final = {"DT": "EventDate", "EV": "Event", "RO": "Round", "PC": "Site", "AN": "Transcriber"}
_SETUP: Final = ("AE", "AW", "AB")
_TOKEN: Final = re.compile(
    r"(?P<mark>[();])|(?P<name>[A-Z]{1,2})(?=\s*\[)|\[(?P<value>(?:\\.|[^\]\\])*)\]",
    re.DOTALL,
)


def sgf_text(match: Match) -> str:
    """A match as SGF, one game tree for each game.

    Raises :class:`InputError` for what is not written: a game with another start position.
    """
    rules = rules_of(match)
    trees = []
    for number, game in enumerate(match.games):
        if replace(game.start, on_roll=START.on_roll) != START:
            raise InputError(f"game {number + 1}: starts from a position of its own, expected the usual one; use .json")
        written = marked(game, rules)
        nodes = [_root(match, number, written), *(_node(action) for action in written.actions)]
        trees.append("(" + "\n".join(nodes) + ")\n")
    return "\n".join(trees)


def read_sgf(text: str) -> Reading:
    """Read SGF text; properties that are not known (analysis, comments) are skipped.

    Raises :class:`InputError` where the text is no backgammon SGF, or sets up a position.
    """
    trees = list(_trees(text))
    if not trees or not all("6" in tree[0].get("GM", ()) for tree in trees):
        raise InputError("expected SGF game trees of backgammon, (;…GM[6]…")
    root = trees[0][0]
    information = _composed(root)
    names = (_first(root, "PW") or "White", _first(root, "PB") or "Black")
    length = int(information.get("length", "0"))
    header = {key: root[name][0] for name, key in _FACTS.items() if name in root}
    games: list[Game] = []
    problems: list[Problem] = []
    for number, nodes in enumerate(trees, start=1):
        game = _game(nodes, number, problems)
        crawford = is_crawford(length, game.score, [earlier.score for earlier in games])
        games.append(marked(replace(game, crawford=crawford), STANDARD))
    return Reading(Match(names, length, tuple(games), header=header), problems=tuple(problems))


def _root(match: Match, number: int, game: Game) -> str:
    light, dark = game.score
    variations = ["Crawford:CrawfordGame" if game.crawford else "Crawford"] if match.length else []
    head = f"FF[4]GM[6]CA[UTF-8]AP[{_APPLICATION}]"
    head += f"MI[length:{match.length}][game:{number}][ws:{light}][bs:{dark}]"
    head += f"PW[{_escaped(match.names[0])}]PB[{_escaped(match.names[1])}]"
    if number == 0:
        facts = {name: match.header[key] for name, key in _FACTS.items() if key in match.header}
        head += "".join(f"{name}[{_escaped(_date(name, value))}]" for name, value in facts.items())
    head += "".join(f"RU[{variation}]" for variation in variations)
    return f";{head}{_result(game)}"


def _result(game: Game) -> str:
    if game.win is None:
        return ""
    resigned = not isinstance(game.actions[-1] if game.actions else None, Drop) and not _borne_off(game)
    return f"RE[{_COLOURS[game.win.side]}+{game.win.points}{'R' * resigned}]"


def _borne_off(game: Game) -> bool:
    last = None
    for turn in turns(game):
        last = turn.after
    return last is not None and last.winner is not None


def _date(name: str, value: str) -> str:
    return value.replace(".", "-") if name == "DT" else value


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", re.sub(r"\s+", " ", text))


def _node(action: Action) -> str:
    colour = _COLOURS[action.side]
    match action:
        case Roll(dice=dice, play=None):
            return f";PL[{colour}]DI[{dice.text()}]"
        case Roll(dice=dice, play=Play(steps=steps)):
            return f";{colour}[{dice.text()}{''.join(_pair(action.side, step) for step in steps)}]"
        case Double():
            return f";{colour}[double]"
        case Take():
            return f";{colour}[take]"
        case Drop():
            return f";{colour}[drop]"
        case _:
            raise AssertionError(action)


def _pair(side: Side, step: Step) -> str:
    return _letter(side, step.start) + _letter(side, step.end)


def _letter(side: Side, point: int) -> str:
    if point == BAR_POINT:
        return "y"
    if point == OFF_POINT:
        return "z"
    return chr(ord("a") + (point - 1 if side is Side.LIGHT else 24 - point))


def _trees(text: str) -> Iterator[list[Node]]:
    """The main line of each game tree, as nodes."""
    nodes: list[dict[str, tuple[str, ...]]] = []
    depth, name = 0, ""
    for token in _TOKEN.finditer(text):
        match token["mark"]:
            case "(":
                depth += 1
            case ")":
                depth -= 1
                if depth == 0 and nodes:
                    yield list(nodes)
                    nodes = []
            case ";":
                nodes.append({})
            case _ if token["name"]:
                name = token["name"]
            case _ if nodes:
                value = re.sub(r"\\(.)", r"\1", token["value"], flags=re.DOTALL)
                nodes[-1][name] = (*nodes[-1].get(name, ()), value)
    if nodes:
        raise InputError("expected SGF whose parentheses close")


def _composed(root: Node) -> dict[str, str]:
    pairs = (value.partition(":") for value in root.get("MI", ()))
    return {key: value for key, _, value in pairs if value.isdecimal()}


def _first(node: Node, name: str) -> str:
    return node.get(name, ("",))[0]


def _game(nodes: list[Node], number: int, problems: list[Problem]) -> Game:
    information = _composed(nodes[0])
    actions: list[Action] = []
    cube = 1
    for node in nodes[1:]:
        if any(name in node for name in _SETUP):
            raise InputError(f"game {number}: sets up a position, expected a game from the usual start")
        try:
            action = _action(node, cube)
        except (InputError, ValueError, IndexError) as error:
            problems.append(Problem(number, None, "not-understood", str(error)))
            continue
        if isinstance(action, Double):
            cube = action.value
        if action is not None:
            actions.append(action)
    score = (int(information.get("ws", "0")), int(information.get("bs", "0")))
    return Game(score, _joined(actions), _win(_first(nodes[0], "RE")))


def _action(node: Node, cube: int) -> Action | None:
    if "DI" in node:
        return Roll(_side_of(_first(node, "PL")), Dice.from_text(_first(node, "DI")), None)
    colour = next((name for name in ("W", "B") if name in node), None)
    if colour is None:
        return None
    side, value = _side_of(colour), node[colour][0]
    match value:
        case "double":
            return Double(side, 2 * cube)
        case "take":
            return Take(side)
        case "drop":
            return Drop(side)
    return Roll(side, Dice.from_text(value[:2]), Play(tuple(_steps(side, value[2:]))))


def _joined(actions: list[Action]) -> tuple[Action, ...]:
    # Some writers set the dice first and then play them: one roll.
    joined: list[Action] = []
    for action in actions:
        match joined[-1:], action:
            case [Roll(play=None, standing=Standing.LEGAL) as set_before], Roll() if set_before.side is action.side:
                joined[-1] = action
            case _:
                joined.append(action)
    return tuple(joined)


def _side_of(colour: str) -> Side:
    for side, letter in _COLOURS.items():
        if letter == colour:
            return side
    raise InputError(f"player {colour!r}: expected W or B")


def _steps(side: Side, letters: str) -> Iterator[Step]:
    if len(letters) % 2 or not re.fullmatch("[a-z]*", letters):
        raise InputError(f"play {letters!r}: expected pairs of letters from a to z")
    for start, end in zip(letters[::2], letters[1::2], strict=True):
        yield Step(_point(side, start), _point(side, end))


def _point(side: Side, letter: str) -> int:
    if letter == "y":
        return BAR_POINT
    if letter == "z":
        return OFF_POINT
    index = ord(letter) - ord("a")
    return index + 1 if side is Side.LIGHT else 24 - index


def _win(result: str) -> Win | None:
    found = re.fullmatch(r"([WB])\+(\d+)R?", result)
    return Win(_side_of(found[1]), int(found[2])) if found else None
