"""Reads SGF game trees of backgammon: the dialect of GNU Backgammon and those of other programs.

One tree is one game; its first variation, the main line, is the game.  Properties that are not
understood here, such as analysis and comments, are kept with their action: :attr:`Game.properties`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from companion.errors import InputError
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side
from companion.record.files import sgf_syntax as syntax
from companion.record.files import sgf_words as words
from companion.record.files.header_rules import possible_rules
from companion.record.files.known_names import KnownNames, Standing, swapped, won_by_score
from companion.record.files.limits import (
    VARIATION_KEY,
    check_actions,
    check_problems,
    check_variation,
)
from companion.record.files.reading import Problem, ReadMatch
from companion.record.files.sgf_game import SgfGame, information, rules_named, score_before, shown
from companion.record.files.sgf_syntax import SgfNode
from companion.record.match import Game, Match
from companion.record.replaying import marked, rules_of
from companion.record.scores import score_after, with_crawford

_DATE: Final = re.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})")


def read_sgfs(text: str) -> tuple[ReadMatch, ...]:
    """Read SGF text, in which there may be the games of several matches.

    Another match begins where the names, the length or the score do not go on.  Raises :class:`InputError` if it is
    no SGF, or holds no backgammon; what makes no sense within a game is reported as a problem with its line.
    """
    matches: list[_MatchTrees] = []
    actions = problems = 0
    for root, *others in _backgammon(text):
        names, length = _names(root), information(root).get("length", 0)
        standing = matches[-1].goes_on_with(root, names, length) if matches else None
        if standing is None:
            notes: list[Problem] = []
            matches.append(_MatchTrees(_match(root, notes), KnownNames(names), notes=notes))
            standing = Standing.SAME
            if len(matches) > 1:
                length_words = f"to {length}" if length else "for money"
                matches[-1].note(root, f"another match begins here, {names[0]} – {names[1]} {length_words}")
        record = matches[-1].record(root, others, names, standing)
        actions += len(record.actions)
        problems += len(record.problems)
        check_actions(actions)
        check_problems(problems)
    return tuple(trees.whole() for trees in matches)


@dataclass(slots=True)
class _MatchTrees:
    """The game trees of one match while they are read."""

    match: Match
    names: KnownNames
    records: list[SgfGame] = field(default_factory=list)
    swapped: list[bool] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def note(self, root: SgfNode, reason: str) -> None:
        self.notes.append(Problem(len(self.records) + 1, root.line, "note", reason))

    def goes_on_with(self, root: SgfNode, names: tuple[str, str], length: int) -> Standing | None:
        """The order of the names of the next tree in this match; None if it begins another."""
        standing, reason = self.names.standing(names), None
        score, before = score_before(root), self.records[-1]
        if standing is Standing.OTHER:
            renamed = self.names.renamed(names, len(self.records) + 1)
            if renamed is None or score == (0, 0):
                return None
            standing, reason = renamed
        after = score_after(before.game()) if before.win is not None else None
        follows = after == (score if (standing is Standing.SWAPPED) is self.swapped[-1] else score[::-1])
        if self._begins_again(root) and length and (before.score != (0, 0) or before.win is not None):
            return None
        if (reason is not None or length != self.match.length) and not follows:
            return None
        if length != self.match.length:
            self.note(root, f"the match is to {self.match.length}; that it is to {length} is passed over")
        if reason is not None:
            self.note(root, reason)
        return standing

    def _begins_again(self, root: SgfNode) -> bool:
        number, before = information(root).get("game"), self.records[-1].own_number
        return number is not None and before is not None and number <= before and score_before(root) == (0, 0)

    def record(self, root: SgfNode, others: list[SgfNode], names: tuple[str, str], standing: Standing) -> SgfGame:
        """Read the next tree."""
        self.names.add(names, standing)
        if standing is Standing.SWAPPED:
            self.note(
                root, f"the names of game {len(self.records) + 1} are in the other order, and its colours are read so"
            )
        record = SgfGame(len(self.records) + 1, rules_of(self.match), self.match.length)
        record.read(root, others)
        self.records.append(record)
        self.swapped.append(standing is Standing.SWAPPED)
        return record

    def whole(self) -> ReadMatch:
        """Return the match, all its games replayed."""
        rules = rules_of(self.match)
        games = [
            swapped(record.game()) if is_swapped else record.game()
            for record, is_swapped in zip(self.records, self.swapped, strict=True)
        ]
        whole = with_crawford(self._with_wins(games), self.match.length, rules)
        played = tuple(
            marked(game, rules, others=record.others) for game, record in zip(whole, self.records, strict=True)
        )
        for record, game in zip(self.records, played, strict=True):
            record.note_odd_plays(game)
        return ReadMatch(
            replace(self.match, games=played),
            tuple(tuple(record.lines) for record in self.records),
            tuple(record.win_line for record in self.records),
            (*self.notes, *(problem for record in self.records for problem in record.problems)),
        )

    def _with_wins(self, games: list[Game]) -> Iterator[Game]:
        """The games with the results that only the score of the next game shows."""
        for number, game in enumerate(games):
            won = won_by_score(game.score, games[number + 1].score) if number + 1 < len(games) else None
            record = self.records[number]
            if won is None or (game.win is not None and (record.win_has_points or won.side is not game.win.side)):
                yield game
                continue
            name = self.names.first[list(Side).index(won.side)]
            reason = f"no result is written; by the score of the next game {name} won {won.points}"
            self.notes.append(Problem(number + 1, record.root_line, "note", reason))
            record.win_line = record.win_line or record.root_line
            yield replace(game, win=won)


def _backgammon(text: str) -> Iterator[list[SgfNode]]:
    others = []
    found = False
    for nodes in syntax.main_lines(text):
        game = nodes[0].first("GM")
        if game is not None and game.strip() == "6":
            found = True
            yield nodes
        else:
            others.append(f"line {nodes[0].line}: {'no GM' if game is None else f'GM[{shown(game)}]'}")
    if not found:
        seen = others[0] if others else "no game tree"
        raise InputError(f"{seen}, expected SGF game trees of backgammon, (;…GM[6]…")


def _match(root: SgfNode, problems: list[Problem]) -> Match:
    length = information(root).get("length", 0)
    rules = RuleSet.from_text(words.rules_text(length, rules_named(root)))
    if (named := root.first(words.RULES)) is not None:
        rules = possible_rules(
            syntax.simple(named), lambda reason: problems.append(Problem(None, root.line, "note", reason))
        )
    header = dict(_header(root))
    check_variation(header)
    for word in words.VARIATIONS.intersection(rules_named(root)):
        check_variation({VARIATION_KEY: word})
    return Match(_names(root), length, rules=rules.text(), header=header)


def _names(root: SgfNode) -> tuple[str, str]:
    return _text(root, "PW", "White"), _text(root, "PB", "Black")


def _header(root: SgfNode) -> Iterator[tuple[str, str]]:
    for name, key in words.HEADER.items():
        if name in root.properties:
            text = _text(root, name, "")
            yield key, _DATE.sub(r"\1.\2.\3", text) if name == "DT" and _DATE.fullmatch(text) else text
    for value in root.properties.get(words.FACT, ()):
        key, fact = syntax.composed(value)
        yield syntax.simple(key), syntax.simple(fact)


def _text(root: SgfNode, name: str, otherwise: str) -> str:
    value = root.first(name)
    return otherwise if value is None else syntax.simple(value)
