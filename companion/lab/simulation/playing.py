"""Plays a match at the simulated table, checker by checker, with human behaviour and mistakes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from companion.games.backgammon import START, Position, RuleSet, picture_of
from companion.games.backgammon.conduct import has_to_roll
from companion.games.backgammon.cube import Act, Cube, Moment, refusal
from companion.games.backgammon.scoring import Result, points_dropped, points_won, result
from companion.games.rules import Side, Stack
from companion.lab.simulation import players
from companion.lab.simulation.answering import Answering
from companion.lab.simulation.behaviour import Behaviour
from companion.lab.simulation.hands import Hands
from companion.lab.simulation.noise import Bank
from companion.lab.simulation.session import CrashedError, PartedError, SeenLook, SimulatedSession, WrittenEntry
from companion.lab.simulation.table import shifts_between
from companion.lab.simulation.truth import TrueCube, TruePass, TrueWin, Truth
from companion.lab.simulation.turning import SimulatedMatch, Turns
from companion.match.session import Terms
from companion.record.scores import is_crawford, match_winner
from vision.observation import CubePlace

_HOUSE: Final = {Side.LIGHT: CubePlace.LIGHT, Side.DARK: CubePlace.DARK}
_MOST_TURNS: Final = 400  # of one game
_ASTRAY: Final = 2  # turns for which the record may lie elsewhere than the checkers


@dataclass
class Played:
    """A match that was played: what happened, and what was written."""

    seed: str
    truth: Truth
    journal: list[WrittenEntry]
    terms: Terms
    looks: int
    finished: bool
    seen: list[SeenLook]
    whole: bool


def played_match(
    seed: str, terms: Terms, bank: Bank, *, behaviour: Behaviour | None = None, most_turns: int | None = None,
    keeps_looks: bool = False,
) -> Played:  # fmt: skip
    """One match from its seed: the same seed plays the same match as long as the session does the same."""
    session = SimulatedSession(terms, bank, Random(f"{seed} eyes"), keeps_looks=keeps_looks)
    playing = _MatchPlay(session, Random(f"{seed} people"), behaviour or Behaviour())
    try:
        finished = playing.play(most_turns)
    except (PartedError, CrashedError) as why:
        playing.truth.lost, playing.truth.crashed = str(why), isinstance(why, CrashedError)
        finished = False
    return Played(
        seed, playing.truth, session.journal, terms, session.looks, finished, session.seen, whole=most_turns is None
    )


class _MatchPlay:
    def __init__(self, session: SimulatedSession, rng: Random, behaviour: Behaviour) -> None:
        self.session = session
        self.table = session.table
        self.rng = rng
        self.truth = Truth()
        self.match = SimulatedMatch(session.terms.length)
        self.people = Answering(session, self.truth)
        self.hands = Hands(self.people, rng, behaviour, own_pairs=rng.random() < 0.5)
        self.turns = Turns(self.hands, self.match, self.truth)
        self._astray = 0

    def play(self, most_turns: int | None) -> bool:
        """Games until the match is won, or so many turns are played; whether it was won."""
        self.session.wait(2.0)
        while match_winner(self.match.length, self.match.score) is None:
            self._begin_game()
            if not self._game(most_turns):
                return False
        self.session.wait(3.0)
        return True

    def _begin_game(self) -> None:
        match, rules = self.match, self.session.terms.rules.rules
        match.game += 1
        crawford = rules.crawford and not match.crawford_played and is_crawford(match.length, match.score, ())
        match.crawford, match.crawford_played = crawford, match.crawford_played or crawford
        match.cube, match.rolls, match.borne_off = Cube(), Stack(0, 0), Stack(0, 0)
        if match.game > 1:
            self._set_up()

    def _game(self, most_turns: int | None) -> bool:
        turn = self.turns.opening()
        self.turns.finish(turn)
        for _ in range(_MOST_TURNS):
            position = self.truth.turns[-1].end if not self._last_passed() else self._passed_to
            assert position is not None
            if position.winner is not None:
                self.people.result = result(position, self._rules(), borne_off=self.match.borne_off)
                self._won(*points_won(position, self._rules(), cube=self.match.cube, borne_off=self.match.borne_off))
                return True
            if most_turns is not None and len(self.truth.turns) >= most_turns:
                self.session.wait(4.0)
                return False
            self._check_record(position)
            if self.turns.next_roll is None and self._shut_out(position):
                continue
            if self.turns.next_roll is None and self._doubled(position):
                return True
            self.turns.turn(position)
        raise PartedError("a game without an end")

    def _last_passed(self) -> bool:
        return bool(self.truth.acts) and isinstance(self.truth.acts[-1], TruePass)

    def _rules(self) -> RuleSet:
        return self.session.terms.rules.rules

    def _won(self, winner: Side, points: int) -> None:
        light, dark = self.match.score
        self.match.score = (light + points, dark) if winner is Side.LIGHT else (light, dark + points)
        self.truth.acts.append(TrueWin(self.match.game, winner, points))
        self.people.watch(self.rng.uniform(1.5, 4.0))

    def _set_up(self) -> None:
        """The checkers are set up for the next game, perhaps with a pause half-way."""
        self.hands.lift()
        shifts = shifts_between(self.table.picture(), picture_of(START))
        self.rng.shuffle(shifts)
        pause = self.rng.randrange(len(shifts)) if shifts and self.rng.random() < 0.5 else None
        self.hands.over()
        for k, shift in enumerate(shifts):
            self.table.shift(shift)
            self.session.wait(0.2)
            if k == pause:
                self.hands.away()
                self.people.watch(self.rng.uniform(0.6, 2.0))
                self.hands.over()
        self.table.cube = CubePlace.MIDDLE
        self.table.changed()
        self.hands.away()
        self.people.watch(self.rng.uniform(1.5, 4.0))

    def _check_record(self, position: Position) -> None:
        """Whether the session knows where the checkers lie; astray for more than two turns, the thread is lost."""
        state = self.session.state
        on_record = (state.record.position.points, state.record.position.bar)
        earlier = {(t.end.points, t.end.bar) for t in self.truth.turns[-1:] if t.end is not None}
        earlier |= {(t.before.points, t.before.bar) for t in self.truth.turns[-1:]}
        if on_record == (position.points, position.bar) or on_record in earlier:
            self._astray = 0
            return
        self._astray += 1
        if self._astray > _ASTRAY:
            raise PartedError(f"the record parted from the table before turn {len(self.truth.turns) + 1}")

    def _shut_out(self, position: Position) -> bool:
        """Passes the turn of a player who is closed out."""
        side = position.on_roll
        if has_to_roll(position, side, self._rules()):
            return False
        self.truth.acts.append(TruePass(self.match.game, side))
        self._passed_to = replace(position, on_roll=side.other)
        return True

    def _doubled(self, position: Position) -> bool:
        side, match = position.on_roll, self.match
        moment = Moment(on_roll=side, rolls=match.rolls, money=not match.length, crawford=match.crawford)
        if refusal(Act.DOUBLE, side, match.cube, moment, self._rules()) or not self._wants_to_double(position):
            return False
        match.cube = match.cube.double(side)
        assert match.cube.offer is not None
        self.truth.acts.append(TrueCube(match.game, side, "double", match.cube.offer.value))
        self._move_cube(CubePlace.OFFERED)
        self.people.watch(self.rng.uniform(1.6, 6.0), answering=False)
        if players.would_take(position, self.rng):
            match.cube = match.cube.take()
            self.truth.acts.append(TrueCube(match.game, side.other, "take", match.cube.value))
            self._move_cube(_HOUSE[side.other])
            self.people.watch(self.rng.uniform(1.2, 3.0))
            return False
        self.truth.acts.append(TrueCube(match.game, side.other, "drop", match.cube.value))
        self.people.result = Result.SINGLE
        points = points_dropped(match.cube, self._rules())
        self._move_cube(CubePlace.MIDDLE)
        self._won(side, points)
        return True

    def _wants_to_double(self, position: Position) -> bool:
        needed = self.match.length - self.match.score[0 if position.on_roll is Side.LIGHT else 1]
        dead = self.match.length and needed <= self.match.cube.value
        return not dead and players.would_double(position, self.rng)

    def _move_cube(self, place: CubePlace) -> None:
        self.hands.over()
        self.session.wait(0.4)
        self.table.cube = place
        self.table.changed()
        self.session.wait(0.4)
        self.hands.away()
