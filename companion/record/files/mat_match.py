"""A match of a ``.mat`` file: what its header and its games make together, once all lines are read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from companion.errors import quoted
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side
from companion.record.files.known_names import KnownNames, won_by_score
from companion.record.files.mat_game import MatCellText, MatGame, with_passes
from companion.record.files.mat_header import MatHeader
from companion.record.files.reading import Problem, ReadMatch
from companion.record.match import Cause, Double, Game, Match, MatchScore, Roll, Win
from companion.record.replaying import marked
from companion.record.scores import match_winner, score_after, with_crawford

_CAUSES: Final = {
    Cause.TIME: re.compile(r"time|flag", re.IGNORECASE),
    Cause.FORFEITED: re.compile("forfeit", re.IGNORECASE),
}


@dataclass(slots=True)
class MatchText:
    """A match of a file while its lines are read.

    ``names``: of its players, once there is a game; Light's is the left column of the first.
    """

    header: MatHeader
    length: int | None = None
    names: KnownNames | None = None
    games: list[MatGame] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def tell(self, line: int | None, kind: str, reason: str, column: int | None = None) -> None:
        self.problems.append(Problem(len(self.games) or None, line, kind, reason, column))

    def is_followed_by(self, score: tuple[int, int], *, swapped: bool, numbered: bool) -> bool:
        """Whether a game with this score before it continues the match.

        ``swapped``: the columns are exchanged, against the first game; ``numbered``: it has a number of its own.
        """
        before = self.games[-1].swapped() if self.games[-1].is_swapped else self.games[-1]
        if before.score is None or score == self.games[-1].score:
            return False
        now = score[::-1] if swapped else score
        if before.win is None:
            return numbered and won_by_score(before.score, now) is not None
        return score_after(before.game()) == now

    def whole(self) -> ReadMatch:
        """Return the match, all its games replayed."""
        assert self.length is not None
        assert self.names is not None
        texts = [game.swapped() if game.is_swapped else game for game in self.games]
        doubles = any(isinstance(action, Double) for game in texts for action in game.actions)
        header_notes: list[Problem] = []
        rules = self.header.rules(
            lambda kind, reason: header_notes.append(Problem(None, None, kind, reason)), doubles=doubles
        )
        self._with_scores(texts)
        games = tuple(self._game(number, game, rules) for number, game in enumerate(texts, start=1))
        names, games = self.header.full_names(self.names.first), with_crawford(games, self.length, rules)
        return ReadMatch(
            Match(names, self.length, games, rules.text(), self.header.header()),
            tuple(tuple(game.lines) for game in texts),
            tuple(game.win_line for game in texts),
            (*header_notes, *sorted(self.problems, key=lambda problem: problem.line or 0)),
            tuple(game.line for game in texts),
        )

    def _with_scores(self, games: list[MatGame]) -> None:
        """Find missing scores and winners in the games before and after."""
        for number, (game, later) in enumerate(pairwise(games), start=1):
            if later.score is None:
                later.score = score_after(game.game()) if game.win is not None else game.score
            elif game.score is not None and (won := won_by_score(game.score, later.score)) is not None:
                self._winner_by_score(number, game, won)
        last = games[-1] if games else None
        if last is not None and last.win is None and last.given_up is not None:
            self._note(len(games), last.last_line, f"{quoted(last.given_up)}: who has won is not written")

    def _winner_by_score(self, number: int, game: MatGame, won: Win) -> None:
        if game.win is None:
            game.win, game.win_line = won, game.last_line
            name = self.names.first[list(Side).index(won.side)] if self.names else won.side.value
            self._note(
                number, game.last_line, f"no result is written; by the score of the next game {name} won {won.points}"
            )
        elif game.win_is_doubtful and game.win.side is not won.side:
            game.win = replace(game.win, side=won.side)

    def _game(self, number: int, text: MatGame, rules: RuleSet) -> Game:
        others = text.read_plays()
        game = marked(text.game(), rules, fill_in=True, others=others)
        for index, cell in text.texts.items():
            action = game.actions[index]
            assert isinstance(action, Roll)
            self._note_play(number, text.lines[index], cell, action, torn=index in others and others[index].torn)
        cause = self.header.causes.get(number) or self._cause_by_word(number, text, game)
        if game.win is not None and cause is not None:
            game = replace(game, win=replace(game.win, cause=cause))
        return with_passes(game, text.lines, rules)

    def _cause_by_word(self, number: int, text: MatGame, game: Game) -> Cause | None:
        """The cause of the match's end by the word in the last cell; a word for the end of a single game is dropped."""
        if text.given_up is None or number < len(self.games) or game.win is None:
            return None
        if match_winner(self.length or 0, score_after(game)) is not game.win.side:
            return None
        return next((cause for cause, word in _CAUSES.items() if word.search(text.given_up)), None)

    def _note_play(self, game: int, line: int, cell: MatCellText, roll: Roll, *, torn: bool) -> None:
        """Report what could not be read in the cell of a roll."""
        unknown = torn and roll.play is None and roll.standing is MatchScore.UNCERTAIN
        for at, column, text in cell.doubtful:
            if unknown:
                reason = f"{quoted(text)} is no checker's way; how {roll.dice.text()} was played cannot be read"
                self.problems.append(Problem(game, at, "parse", reason, column))
            else:
                self._note(game, at, f"{quoted(text)} is not known, and is passed over", column)
        if unknown and not cell.doubtful:
            reason = f"{roll.dice.text()}: the play is not written or cannot be read, and the game goes on"
            self.problems.append(Problem(game, line, "parse", reason))
        elif torn and roll.play is not None and roll.standing is MatchScore.UNCERTAIN:
            reason = f"{roll.dice.text()}: taken for {roll.play.text()}, the only play that fits what can be read"
            self._note(game, line, reason)

    def _note(self, game: int, line: int, reason: str, column: int | None = None) -> None:
        self.problems.append(Problem(game, line, "note", reason, column))
