"""Reads one tree of SGF: a game of backgammon, its facts and its actions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.errors import InputError
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import MOST_STEPS, CheckerMove, Play
from companion.games.backgammon.position import CHECKERS, START, Position
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side, Stack
from companion.record.files import sgf_syntax as syntax
from companion.record.files import sgf_words as words
from companion.record.files.limits import (
    MOST_CUBE,
    MOST_DIGITS,
)
from companion.record.files.reading import Problem
from companion.record.files.sgf_syntax import SgfNode
from companion.record.match import Action, Cause, Double, Game, MatchScore, Placed, Roll, Win
from companion.record.replaying import OtherReadings, turns
from companion.record.scores import win_of_match
from companion.record.table import GameTable

_SETUP: Final = ("AE", "AW", "AB")
_ABOUT_THE_GAME: Final = ("FF", "GM", "CA", "AP", "MI", "PW", "PB", "RU", "RE", words.RULES, words.CHECKERS)
_ABOUT_THE_MATCH: Final = (*_ABOUT_THE_GAME, *words.HEADER, words.FACT)
_FULL: Final = Stack(CHECKERS, CHECKERS)
_PLACES: Final = re.compile("([a-z])(?::([a-z]))?")
_MOVE: Final = re.compile("([1-6][1-6])((?:[a-z][a-z])*+)")
_DICE: Final = re.compile(r"[^a-z0-9]*([1-6])[^a-z0-9]*([1-6])(?![0-9])")
_RESULT: Final = re.compile(
    rf"([WBwb])\s*\+\s*([0-9]{{1,{MOST_DIGITS}}})?(?![0-9])\s*(T(?:ime)?|F(?:orfeit)?)?.*", re.DOTALL | re.IGNORECASE
)
_NO_RESULT: Final = ("", "?", "0", "draw", "void")
_NUMBER: Final = re.compile(rf"\s*([0-9]{{1,{MOST_DIGITS}}})\s*")
_SHOWN: Final = 40


def shown(value: str) -> str:
    return value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…"


def information(root: SgfNode) -> dict[str, int]:
    pairs = (value.partition(":") for value in root.properties.get("MI", ()))
    return {key.strip(): number for key, _, text in pairs if (number := _number(text)) is not None}


def _number(text: str | None) -> int | None:
    found = _NUMBER.fullmatch(text or "")
    return int(found[1]) if found else None


def rules_named(root: SgfNode) -> list[str]:
    return [word.strip() for value in root.properties.get("RU", ()) for word in value.split(":")]


def score_before(root: SgfNode) -> tuple[int, int]:
    info = information(root)
    return info.get("ws", 0), info.get("bs", 0)


@dataclass(slots=True)
class SgfGame:
    """A game while its nodes are read.

    ``placed`` and ``since``: the board at the last setup, and the number of actions before it.  ``begun_with``: the
    checkers of each side.  ``others``: other readings of the plays, by the index of their rolls; ``strange``: unknown
    words with their line.
    """

    number: int
    rules: RuleSet
    length: int = 0
    score: tuple[int, int] = (0, 0)
    cube: int = 1
    crawford: bool = False
    win: Win | None = None
    win_line: int | None = None
    start: Position = START
    begun_with: Stack = _FULL
    table: GameTable = field(default_factory=GameTable)
    placed: Position = START
    since: int = 0
    actions: list[Action] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    properties: dict[int, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    own_number: int | None = None
    root_line: int = 1
    win_has_points: bool = False
    others: dict[int, OtherReadings] = field(default_factory=dict)
    strange: dict[int, tuple[int, str]] = field(default_factory=dict)

    def read(self, root: SgfNode, others: list[SgfNode]) -> None:
        self.own_number, self.root_line = information(root).get("game"), root.line
        facts, first = _parted(root)
        self._facts(facts)
        for node in (first, *others):
            self._node(node)

    def game(self) -> Game:
        return Game(self.score, tuple(self.actions), self.win, self.crawford, self.start, self.cube, self.properties)

    def problem(self, node: SgfNode, reason: str) -> None:
        self.problems.append(Problem(self.number, node.line, "parse", reason))

    def _facts(self, root: SgfNode) -> None:
        self.score = score_before(root)
        self.crawford = "CrawfordGame" in rules_named(root)
        if (text := root.first("RE")) is not None:
            self._result(root, text.strip())
        if (text := root.first(words.CHECKERS)) is not None:
            self._checkers(root, text)
        known = _ABOUT_THE_MATCH if self.number == 1 else _ABOUT_THE_GAME
        self._keep({name: values for name, values in root.properties.items() if name not in known})

    def _result(self, root: SgfNode, text: str) -> None:
        self.win_line = root.line
        if found := _RESULT.fullmatch(text):
            self.win = _win(found, self.length, self.score)
            self.win_has_points = found[2] is not None or self.win.cause is not Cause.PLAY
        elif text.lower() not in _NO_RESULT:
            self.problem(root, f"RE[{shown(text)}] is no result, expected one such as W+2 or B+1R")

    def _checkers(self, root: SgfNode, text: str) -> None:
        counts = [int(count) for count in text.split(":") if re.fullmatch("[0-9]{1,2}", count)]
        if len(counts) == 2 and max(counts) <= CHECKERS:
            self.begun_with = Stack(*counts)
        else:
            self.problem(root, f"{words.CHECKERS}[{shown(text)}]: expected numbers of checkers such as 15:14")

    def _node(self, node: SgfNode) -> None:
        node, remark = _without_remark(node)
        spent = {"W", "B", words.VALUE, *_SETUP}
        if "CV" in node.properties and not self._cube_is_kept(node):
            spent.add("CV")
        if any(name in node.properties for name in _SETUP):
            self._setup(node)
            spent.add("PL")
        elif not self.actions and "PL" in node.properties and "DI" not in node.properties:
            self.start = replace(self.start, on_roll=self._player(node))
            spent.add("PL")
        if self._acts(node, remark):
            spent |= {"PL", "DI"}
        self._keep({name: values for name, values in node.properties.items() if name not in spent})

    def _keep(self, properties: Mapping[str, list[str]]) -> None:
        kept = self.properties.setdefault(len(self.actions) - 1, {}) if properties else {}
        for name, values in properties.items():
            kept[name] = (*kept.get(name, ()), *values)

    def _cube_is_kept(self, node: SgfNode) -> bool:
        """Turn the cube to the number of a node; whether that must be kept as a property of an action."""
        text = node.first("CV") or ""
        value = _number(text) or 0
        if not 0 < value <= MOST_CUBE or value & value - 1:
            self.problem(node, f"CV[{shown(text)}] is no number of a cube, expected 1, 2, 4, …")
            return False
        self.table = replace(self.table, cube=replace(self.table.cube, value=value))
        if not self.actions:
            self.cube = value  # as after automatic doubles
        return bool(self.actions)

    def _player(self, node: SgfNode) -> Side:
        """The side on roll according to a node, or if the node does not say, according to what went before."""
        colour = node.first("PL")
        if colour is None:
            return self.table.to_act or self.start.on_roll
        side = words.SIDES.get(colour.strip()[:1].upper())
        if side is None:
            self.problem(node, f"PL[{shown(colour)}]: expected W or B")
        return side or self.start.on_roll

    def _setup(self, node: SgfNode) -> None:
        on_roll = self._player(node)
        before, known = self._board()
        try:
            position = self._placed_by(node, before, on_roll)
        except InputError as error:
            self.problem(node, str(error))
            return
        if not self.actions:
            self.start = position
        elif known and replace(before, on_roll=on_roll) == position and self.table.to_act is on_roll:
            return  # it repeats the present state, as after a condoned illegal play
        else:
            self._add(Placed(position), node)
        self.placed, self.since = position, len(self.actions)

    def _board(self) -> tuple[Position, bool]:
        """The board now, and whether it is known: the last known one if a play does not fit it."""
        position = self.placed
        for turn in turns(Game(actions=tuple(self.actions[self.since :]), start=position), self.rules):
            if turn.after is None:
                return position, False
            position = turn.after
        return position, True

    def _placed_by(self, node: SgfNode, before: Position, on_roll: Side) -> Position:
        light, dark = list(before.counts(Side.LIGHT)), list(before.counts(Side.DARK))
        dark[:24] = dark[23::-1]  # both in White's numbering now
        for place in _places(node, "AE"):
            light[place] = dark[place] = 0
        for counts, name in ((light, "AW"), (dark, "AB")):
            for place in _places(node, name):
                counts[place] += 1
        off = Stack(self.begun_with.light - sum(light), self.begun_with.dark - sum(dark))
        if min(off) < 0:
            begun_with = ":".join(str(count) for count in self.begun_with)
            raise InputError(
                f"sets up {sum(light)} white and {sum(dark)} black checkers, expected at most {begun_with}"
            )
        if shared := [place for place in range(24) if light[place] and dark[place]]:
            raise InputError(f"sets up both sides on {words.PLACES[shared[0]]!r}")
        points = tuple(light[place] - dark[place] for place in range(24))
        return Position(points, Stack(light[24], dark[24]), off, on_roll)

    def _acts(self, node: SgfNode, remark: str | None) -> bool:
        """Add the action of a player in this node, if any."""
        colours = [name for name in node.properties if name in words.SIDES]
        if len(colours) > 1:
            self.problem(node, f"both players move in one node; {colours[0]} is read")
        try:
            action = self._move(node, colours[0]) if colours else self._dice(node)
        except InputError as error:
            self.problem(node, str(error))
            return False
        if isinstance(action, Roll):
            action = words.remarked(action, remark)
        if action is not None:
            self._add(action, node)
        return action is not None

    def _dice(self, node: SgfNode) -> Roll | None:
        if (dice := node.first("DI")) is not None:
            return Roll(self._player(node), Dice.from_text(shown(dice)), None)
        return None

    def _move(self, node: SgfNode, colour: str) -> Action:
        side, written = words.SIDES[colour], node.properties[colour][0]
        text = re.sub(r"\s+", "", written).lower()
        if text == "double":
            return self._double(node, side)
        if (spoken := words.meant(side, text)) is not None:
            return spoken
        found = _MOVE.fullmatch(text)
        if not found:
            return self._strange_move(node, colour, written)
        dice = Dice.from_text(found[1])
        play = _play(side, found[2])
        parted = _DICE.match(written.lower())
        # A word behind the play may be made of letters of points too.
        plays = _plays(side, written.lower()[parted.end() :]) if parted else []
        if play is None and plays and " " in written.strip():
            return self._strange_move(node, colour, written)
        if play is None:
            self.problem(node, f"{colour}[{shown(text)}]: expected checkers that move forward, at most {MOST_STEPS}")
            return Roll(side, dice, None, MatchScore.ILLEGAL)
        if len(plays) > 1:
            self.others[len(self.actions)] = OtherReadings(tuple(plays[:-1][::-1]))
        return Roll(side, dice, play)

    def _strange_move(self, node: SgfNode, colour: str, written: str) -> Action:
        """A move in which something is not known, which costs no play that is legal without it."""
        side, text = words.SIDES[colour], written.lower()
        for word in re.findall("[a-z]+(?::[0-9])?", text):
            action = self._double(node, side) if word == "double" else words.meant(side, word)
            if action is not None:
                self.note(node, f"{colour}[{shown(written)}] is taken for {word}")
                return action
        found = _DICE.match(text)
        if not found:
            raise InputError(f"{colour}[{shown(written)}]: expected two dice and pairs of letters, such as 52mhxv")
        plays = _plays(side, text[found.end() :])
        self.others[len(self.actions)] = OtherReadings(tuple(plays[:-1][::-1]), torn=True)
        self.strange[len(self.actions)] = node.line, f"{colour}[{shown(written)}]"
        return Roll(side, Dice(int(found[1]), int(found[2])), plays[-1] if plays else None)

    def note_odd_plays(self, game: Game) -> None:
        """Report the moves in which something is not known, after ``game`` was replayed."""
        for index, (line, text) in self.strange.items():
            action = game.actions[index]
            if isinstance(action, Roll) and action.play is None and action.standing is MatchScore.UNCERTAIN:
                reason = f"{text}: expected two dice and pairs of letters, such as 52mhxv; the play cannot be read"
                self.problems.append(Problem(self.number, line, "parse", reason))
            else:
                reason = f"{text}: what is not known in it is passed over"
                self.problems.append(Problem(self.number, line, "note", reason))

    def note(self, node: SgfNode, reason: str) -> None:
        self.problems.append(Problem(self.number, node.line, "note", reason))

    def _double(self, node: SgfNode, side: Side) -> Double:
        written = _number(node.first(words.VALUE))
        value = words.doubled(self.table, side) if written is None else written
        if value > MOST_CUBE:
            raise InputError(f"a double to {value:,}, expected at most {MOST_CUBE:,}")
        return Double(side, value)

    def _add(self, action: Action, node: SgfNode) -> None:
        match self.actions[-1:], action:
            # Some writers set the dice first and then play them: one roll.
            case [Roll(play=None, standing=MatchScore.LEGAL) as rolled], Roll() if _same_roll(rolled, action):
                self.actions[-1], self.lines[-1] = action, node.line
            case _:
                self.actions.append(action)
                self.lines.append(node.line)
                self.table = self.table.after(action)


def _win(found: re.Match[str], length: int, score: tuple[int, int]) -> Win:
    """The end of a game; on time, or by a ruling without points, it is the rest of the match that is won."""
    side, points, sign = words.SIDES[found[1].upper()], found[2], (found[3] or "")[:1].upper()
    if sign not in words.ENDED.values():
        return Win(side, int(points or 1))
    cause = Cause.TIME if sign == words.ENDED[Cause.TIME] else Cause.AWARDED if points else Cause.FORFEITED
    return Win(side, int(points), cause) if points else win_of_match(length, score, side, cause)


def _parted(root: SgfNode) -> tuple[SgfNode, SgfNode]:
    """The facts of a root about the game, and the actions in it."""
    moves = (*words.SIDES, *words.OWN_NODE, *_SETUP, words.VALUE)
    facts = {name: values for name, values in root.properties.items() if name not in moves}
    return SgfNode(root.line, facts), SgfNode(root.line, {k: v for k, v in root.properties.items() if k in moves})


def _without_remark(node: SgfNode) -> tuple[SgfNode, str | None]:
    comment = node.first("C") or ""
    for remark in words.REMARKS:
        if comment.endswith(remark):
            rest = comment.removesuffix(remark).removesuffix("\n")
            comments = [*([rest] if rest else []), *node.properties["C"][1:]]
            properties = {name: comments if name == "C" else values for name, values in node.properties.items()}
            return SgfNode(node.line, {name: values for name, values in properties.items() if values}), remark
    return node, None


def _places(node: SgfNode, name: str) -> Iterator[int]:
    """The indices of the letters of a list of points, in which ``a:c`` is short for a, b and c."""
    for value in node.properties.get(name, ()):
        found = _PLACES.fullmatch(value.strip().lower())
        if not found:
            raise InputError(
                f"{syntax.shown_name(name)}[{shown(value)}]: expected a letter from a to y, or two such as a:y"
            )
        first, last = ord(found[1]) - ord("a"), ord(found[2] or found[1]) - ord("a")
        yield from range(min(first, last), min(max(first, last) + 1, len(words.PLACES)))


def _play(side: Side, letters: str) -> Play | None:
    if len(letters) > 2 * MOST_STEPS:
        return None
    points = [words.point(side, place) for place in letters]
    steps = [CheckerMove(start, end) for start, end in zip(points[::2], points[1::2], strict=True)]
    return Play(tuple(steps)) if all(step.start > step.end for step in steps) else None


def _plays(side: Side, letters: str) -> list[Play]:
    """The plays in some words, each as far as one word more, as an unknown word may be made of points too."""
    pairs, plays = "", []
    for word in re.findall("[a-z]+", letters)[:MOST_STEPS]:
        pairs += "".join(word[at : at + 2] for at in range(0, len(word) - 1, 2))
        if (play := _play(side, pairs)) is not None:
            plays.append(play)
    return plays


def _same_roll(rolled: Roll, played: Roll) -> bool:
    return rolled.side is played.side and rolled.dice.same_numbers(played.dice)
