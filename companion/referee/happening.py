"""The transitions between two movements: every way in which people continue each course."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from companion.games.backgammon import Position
from companion.games.backgammon.conduct import may_open
from companion.games.backgammon.cube import Act
from companion.games.rules import Side
from companion.referee import people
from companion.referee.boards import (
    ANY_ROLL,
    ODDS,
    ROLLS,
    Cells,
    Packed,
    Values,
    as_position,
    ends_of,
    in_hand,
    on_the_way,
    packed,
    together_one,
)  # fmt: skip
from companion.referee.course import NO_REGRET, Course, CubeAct, Gap, Pass, Past, Stage, Standing, Tie, Turn
from companion.referee.current_roll import is_lifted, is_parted, likely_rolls, rolls_now
from companion.referee.doubling import against_cube, doubles_and_takes
from companion.referee.endings import danced_unseen, endings, endings_at_rest
from companion.referee.evidence import Epoch, Gathered, as_read
from companion.referee.likeliest import DEPTH, Going, Together
from companion.referee.looks import gain_table
from companion.referee.model import Model, need_not_roll
from companion.referee.modes import spread
from companion.referee.nearby import is_among
from companion.referee.oddness import anywhere, density
from companion.referee.roll_evidence import RollEvidence, possible_rolls, recent_dice, rolled_twice
from companion.referee.sight import Sight, as_shown

_SPOTS_OF_A_MOVE: Final = 2
_NEAR: Final = 6.0
"""Unseen ends of a roll that are less likely than the best by more than this are not tried."""
_DOUBTFUL_ROLL: Final = -4.0
"""Half of the play of a roll that is less likely is not tried."""
_UNLIKE: Final = 2.0
"""... nor where less than this speaks against its ends, or against nothing having been played."""
_MOVED: Final = 4.0
"""A play in the same movement as its roll is tried once the look is so much against an unmoved board."""
_FAR: Final = 9.0
"""... which is not, where it is so much less likely than the best course."""


@dataclass
class Continued(Going[Course]):
    """All that the courses may have become in one epoch."""

    model: Model
    gathered: Gathered
    found: Together[Course] = field(default_factory=Together)

    def __post_init__(self) -> None:
        assert self.gathered.epoch is not None
        self.epoch: Epoch = self.gathered.epoch
        self.read = as_read(self.epoch)
        self.limit = float(self.epoch.gain.max(axis=1).sum())
        self.possible_rolls = list(possible_rolls(self.gathered, self.epoch))
        if self.model.one_die:
            self.possible_rolls = [evidence for evidence in self.possible_rolls if len(evidence.tracks) > 1]
            self.possible_rolls += rolled_twice(self.gathered, self.epoch)
        fresh = [t for n in self.epoch.fresh if (t := self.gathered.track(n)) is not None]
        self.flat = [track for track in fresh if not track.cocked]
        self.no_dice = sum(track.is_none for track in self.flat)
        if len(self.flat) < len(fresh):
            self.no_dice = max(self.no_dice, people.LEANS)

    # --- one course ------------------------------------------------------------------------------

    def go_on(self, course: Course) -> None:
        self.sight = self._sight(course.regret, course.board)
        if course.weight + self.limit < self.found.best - DEPTH and not course.lost:
            return
        gone_first = people.GONE_FIRST if is_parted(course.standing.track_numbers or (), self.epoch) else 0.0
        self.stays = spread(course.stage, over=course.over)
        course = replace(course, log_p=course.log_p + gone_first - self.stays)
        self._stays(course, self.no_dice)
        playing = course.stage not in (Stage.OPENING, Stage.TO_ROLL, Stage.DOUBLED)
        ends = self._endings(course) if playing and self.possible_rolls else ()
        self.endings = sorted(ends, key=lambda ending: -ending[1])  # the likeliest first: others are then given up
        for evidence in self.possible_rolls:
            self._weigh_roll(course, evidence)
        self._cube_moved(course)

    def _sight(self, regret: Values, board: Packed) -> Sight:
        return Sight(gain_table(self.epoch, regret, board).ravel(), self.read, self.epoch.read)

    def _endings(self, course: Course) -> Iterator[tuple[Turn, float]]:
        return endings(course, self.model, self.sight, self.found.best - DEPTH)

    def add(self, course: Course, before: Course, prior: float, board: Packed) -> None:
        """A course that is now like this, weighed by what was seen."""
        if not self.found.is_hopeless(course, course.weight - course.log_p + prior + self.limit):
            self._put(course, before, prior, board, self.sight.gain(board))

    def _put(self, course: Course, before: Course, prior: float, board: Packed, gain: float) -> None:
        log_p = course.log_p + prior + gain + against_cube(self.epoch, course, before)
        same = course.over is before.over and course.past is before.past and np.array_equal(board, before.board)
        if same and course.stage is before.stage and course.standing.track_numbers == before.standing.track_numbers:
            log_p += self.stays
        self.found.put(replace(course, log_p=log_p, board=board, rested=before.rested if same else 0), before)

    def lost(self, best: Course) -> list[Course]:
        found = []
        for side in Side:
            position = as_position(self.read, side)
            if position is None or position.winner is not None:
                continue
            log_p = best.weight + people.LOST + anywhere(best.board, self.read)
            past, standing = Past(Gap(position), best.past), Standing(position)
            found.append(Course(log_p, self.read, NO_REGRET, standing, Stage.TO_ROLL, best.cube, past=past, lost=True))
        return found

    # --- before the next roll ---------------------------------------------------------------------

    def _stays(self, course: Course, prior: float) -> None:
        match course.stage:
            case Stage.OPENING | Stage.TO_ROLL | Stage.DOUBLED:
                self._waits(course, prior)
            case _:
                self._plays_on(course, prior)

    def _waits(self, course: Course, prior: float) -> None:
        """Before a roll nothing is a play: checkers may be put straight, or tried."""
        for board in self._boards_of_nobody(course):
            odd = not np.array_equal(board, packed(course.position))
            moved = not np.array_equal(board, course.board)
            free = people.FREE_BOARD + anywhere(packed(course.position), board) if odd and moved else 0.0
            self.add(course, course, prior + free, board)
        if course.stage is not Stage.DOUBLED and not self.flat:
            for side in Side if course.stage is Stage.OPENING else (course.position.on_roll,):
                turned = course.standing._replace(position=replace(course.position, on_roll=side))
                self._unseen_turn(replace(course, standing=turned), [(None, 0.0)], prior)

    def _boards_of_nobody(self, course: Course) -> list[Packed]:
        boards = [packed(course.position), course.board, self.read]
        return [b for k, b in enumerate(boards) if not any(np.array_equal(b, a) for a in boards[:k])]

    def _plays_on(self, course: Course, prior: float) -> None:
        rolls = rolls_now(course.standing, self.model, self.gathered, self.epoch)
        standing = course.standing._replace(rolls=rolls)
        followed = self.model.lifting_ends and not course.standing.ended
        on_board = followed and any(n in self.epoch.on_board for n in course.standing.track_numbers or ())
        over = (course.over and not on_board) or is_lifted(course.standing, self.model, self.epoch)
        lifting = over and not course.over
        now = replace(course, standing=standing, over=over)
        before = packed(course.position)
        likeliest = int(rolls.argmax())
        dance = ends_of(self.model.rules, course.position, likeliest).dance
        wrong = course.over and (
            course.stage in (Stage.WRONG, Stage.HALF_WAY, Stage.CORRECTING)
            or (course.stage is Stage.ROLLED and not dance)
        )
        after = 0.0 if not course.over else people.PUTS_RIGHT if wrong else people.AFTERWARDS
        # Nothing is played, or it is taken back.
        back = 0.0 if course.stage in (Stage.ROLLED, Stage.AHEAD) else people.TAKES_BACK + after
        if lifting and not dance:
            back += people.LIFTED_EARLY
        self.add(replace(now, stage=Stage.ROLLED, roll=-1, end=None), course, prior + back, before)
        if course.stage is Stage.AHEAD and not np.array_equal(course.board, before):
            self.add(now, course, prior + (people.LIFTED_EARLY if lifting else 0.0), course.board)
        self._legal_ends(course, now, prior, after, wrong=wrong, lifting=lifting)
        self._anything(course, now, prior, wrong=wrong, lifting=lifting)
        if (over or self.model.still) and not self.flat:
            self._unseen_turn(course, endings_at_rest(course, self.model), prior)
        if course.stage is Stage.PLAYED:
            self._played_without_roll(course, prior)

    def _played_without_roll(self, course: Course, prior: float) -> None:
        """The next player has played the roll on the board as if it were theirs."""
        on_board = any(n in self.epoch.on_board for n in course.standing.track_numbers or ())
        most = self.sight.gain(self.read)
        if not on_board or self.sight.gain(course.board) > most - people.SURPRISE:
            return
        for turn, more in endings_at_rest(course, self.model):
            ends = ends_of(self.model.rules, turn.end, turn.roll)
            gain = self.sight.gains(ends.cells)
            k = int(gain.argmax())
            if ends.dance or gain[k] < most - _NEAR:
                continue
            past = Past(turn, course.past)
            waits = replace(
                course, standing=Standing(turn.end), stage=Stage.TO_ROLL, roll=-1, end=None, over=False, past=past
            )
            self._put(waits, course, prior + more + people.OTHERS_DICE, ends.boards[k], float(gain[k]))

    def _legal_ends(
        self, course: Course, now: Course, prior: float, after: float, *, wrong: bool, lifting: bool
    ) -> None:
        played = now.stage is Stage.PLAYED
        begins = course.stage in (Stage.ROLLED, Stage.HALF_WAY, Stage.AHEAD) and not course.over
        right = wrong or course.stage is Stage.WRONG
        choose = people.PLAYS if begins else people.PUTS_RIGHT if right else people.CHANGES
        unplayed = self.sight.gain(packed(course.position))
        for roll, weight in likely_rolls(now.standing):
            if course.log_p + prior + weight + self.limit < self.found.best - DEPTH:
                break
            ends = ends_of(self.model.rules, course.position, roll)
            if ends.dance:
                continue
            gain = self.sight.gains(ends.cells)
            most = float(gain.max())
            for k in np.nonzero(gain > most - DEPTH)[0]:
                same = played and course.roll == roll and course.end == ends.position(k)
                chosen = 0.0 if same else after + choose - people.CHOICE * float(np.log(len(ends)))
                if self.found.is_hopeless(course, prior + chosen + weight + float(gain[k])):
                    continue
                course_now = replace(now, stage=Stage.PLAYED, roll=roll, end=ends.position(k))
                self._put(course_now, course, prior + chosen, ends.boards[k], float(gain[k]))
            if weight > _DOUBTFUL_ROLL and max(most, unplayed) < self.limit - _UNLIKE:
                early = people.LIFTED_EARLY if lifting else 0.0
                self._half_way(course, now, prior + after + people.HALF_WAY_ROLL * weight + early, roll)

    def _half_way(self, course: Course, now: Course, prior: float, roll: int) -> None:
        # Where each still picture shows a finished turn, a half-way board was left so.
        begun = people.ILLEGAL if self.model.still else people.HALF_WAY
        more = people.STILL_HALF_WAY if course.stage is Stage.HALF_WAY else begun
        halfway = replace(now, stage=Stage.HALF_WAY, roll=-1, end=None)
        self._one_of(halfway, course, prior + more, on_the_way(self.model.rules, course.position, roll))
        self._one_of(halfway, course, prior + people.IN_HAND, in_hand(self.model.rules, course.position, roll))

    def _one_of(self, course: Course, before: Course, prior: float, found: tuple[Packed, Cells]) -> None:
        """Adds the best of several equally likely boards with the probability of all."""
        boards, cells = found
        if len(boards):
            gain = self.sight.gains(cells)
            k = int(gain.argmax())
            every = float(gain[k] + np.log(np.exp(gain - gain[k]).mean()))
            self._put(course, before, prior, boards[k], every)

    def _anything(self, course: Course, now: Course, prior: float, *, wrong: bool, lifting: bool) -> None:
        """A board that no rule leads to: an illegal play, or one that is being put right."""
        before = packed(course.position)
        if course.stage in (Stage.WRONG, Stage.HALF_WAY):
            early = lifting and course.stage is Stage.HALF_WAY
            self.add(now, course, prior + (people.LIFTED_EARLY if early else 0.0), course.board)  # unchanged
        roll = int(now.rolls.argmax())
        again, counted = people.ILLEGAL + (people.WRONG_AFTERWARDS if course.over and not wrong else 0.0), 0.0
        if course.stage is Stage.WRONG and not (course.over or self.model.still):
            again = people.HALF_WAY  # that it is against the rules was counted already
            counted = density(course.position, course.roll, course.board)
        if course.log_p + prior + again + self.limit < self.found.best - DEPTH and not wrong:
            return
        lawful = ends_of(self.model.rules, course.position, roll).boards
        for board in self.sight.near(course.position):
            if np.array_equal(board, before) or is_among(board, lawful):
                continue
            end = as_position(board, course.position.on_roll.other)
            odd = density(course.position, roll, board)
            found = replace(now, stage=Stage.WRONG, roll=roll, end=end)
            if not (course.stage is Stage.WRONG and np.array_equal(board, course.board)):
                jumps = max(int((board != course.board).sum()) - _SPOTS_OF_A_MOVE, 0)
                more = min(odd - counted, people.ONE_MORE_SPOT * jumps) if counted else odd
                self.add(found, course, prior + again + more, board)
            if wrong:
                self.add(replace(found, stage=Stage.CORRECTING), course, prior + people.MENDS + odd, board)

    # --- dice ------------------------------------------------------------------------------------

    def _weigh_roll(self, course: Course, evidence: RollEvidence) -> None:
        rolls = evidence.rolls
        if self.model.one_die and evidence.tracks[0].number <= max(course.standing.track_numbers or (0,)):
            return
        if any(n in recent for recent in recent_dice(course) for n in evidence.numbers):
            return  # a known die is no new roll
        match course.stage:
            case Stage.OPENING:
                self._opens(course, evidence, rolls)
            case Stage.TO_ROLL:
                self._rolls(course, course, evidence, rolls, 0.0, course.position)
            case Stage.DOUBLED:
                offer = course.cube.offer
                assert offer is not None
                taken = replace(course, cube=course.cube.take(), past=Past(CubeAct(offer.to, Act.TAKE), course.past))
                self._rolls(taken, course, evidence, rolls, people.TAKES, course.position)
            case _:
                self._dice_moved(course, evidence, rolls)
                for turn, prior in self.endings:
                    self._next_turn(course, turn, prior, evidence, rolls)

    def _opens(self, course: Course, evidence: RollEvidence, rolls: Values) -> None:
        may = np.array([may_open(roll, self.model.rules.rules) for roll in ROLLS])
        if not may.all():
            number = ROLLS[int(np.where(may, -np.inf, rolls).argmax())].first
            counts = self.model.rules.rules.automatic_doubles
            tied = replace(course, past=Past(Tie(number), course.past)) if counts else course
            self.add(tied, course, evidence.prior + float(rolls[~may].max()), course.board)
        opening = np.where(may, rolls, -np.inf).astype(np.float32)
        if not np.isfinite(opening.max()):
            return
        for side in Side:
            position = replace(course.position, on_roll=side)
            may_be = float(np.log(np.exp(opening).sum()))
            self._rolls(course, course, evidence, together_one(opening), may_be - float(np.log(len(Side))), position)

    def _rolls(
        self, course: Course, before: Course, evidence: RollEvidence, rolls: Values, prior: float, position: Position
    ) -> None:
        """The next turn begins with a roll, perhaps played in the same movement."""
        if need_not_roll(position, self.model):
            past = Past(Pass(position.on_roll), course.past)
            passed = replace(course, past=past)
            self._begins(passed, before, evidence, rolls, prior, replace(position, on_roll=position.on_roll.other))
            prior += people.SHUT_OUT_ROLLS
        open_to = (
            course.log_p + prior + evidence.prior + self.limit - (self.found.best - DEPTH) if not course.lost else DEPTH
        )
        dance = danced_unseen(position) if open_to > -people.UNSEEN_ROLL else None
        if dance is not None:
            turn, more = dance
            danced = replace(course, past=Past(turn, course.past))
            self._begins(danced, before, evidence, rolls, prior + more, turn.end)
        self._begins(course, before, evidence, rolls, prior, position)
        if course.stage is not Stage.OPENING and open_to > -max(people.OTHER_SIDE, people.STRAYED):
            self._begins_otherwise(course, before, evidence, rolls, prior, position)

    def _begins_otherwise(
        self, course: Course, before: Course, evidence: RollEvidence, rolls: Values, prior: float, position: Position
    ) -> None:
        """The next turn begins, but the record of what came before it is wrong."""
        turned = replace(position, on_roll=position.on_roll.other)
        gap = replace(course, past=Past(Gap(turned), course.past))
        self._begins(gap, before, evidence, rolls, prior + people.OTHER_SIDE, turned)
        board, refund = as_shown(before, packed(position), self.gathered.shown, self.epoch.grid.cap)
        strayed = as_position(board, position.on_roll) if refund else None
        if strayed is None or course.log_p + prior + refund + people.STRAYED < self.found.best - DEPTH:
            return
        regret = np.where(board == packed(position), before.regret, np.float32(0.0))
        started = replace(before, board=board, regret=regret)
        gap = replace(course, log_p=course.log_p + refund, past=Past(Gap(strayed), course.past))
        sight, self.sight = self.sight, self._sight(regret, board)
        self._begins(gap, started, evidence, rolls, prior + people.STRAYED, strayed)
        self.sight = sight

    def _begins(
        self, course: Course, before: Course, evidence: RollEvidence, rolls: Values, prior: float, position: Position
    ) -> None:
        prior += evidence.prior
        if course.log_p + prior + self.limit < self.found.best - DEPTH and not course.lost:
            return
        standing = Standing(position, evidence.numbers, rolls, known=np.where(np.isneginf(rolls), rolls, ANY_ROLL))
        now = replace(course, standing=standing, stage=Stage.ROLLED, roll=-1, end=None, over=False)
        board = packed(position)
        unplayed = self.sight.gain(board)
        self._put(now, before, prior, board, unplayed)
        best = self.sight.gain(self.read)
        if unplayed > best - _MOVED or now.log_p + prior + people.HALF_WAY_AT_ONCE + best < self.found.best - _FAR:
            return
        self._wrong_at_once(now, before, prior, unplayed)
        for number, (roll, weight) in enumerate(likely_rolls(standing)):
            if number == 4:
                break
            ends = ends_of(self.model.rules, position, roll)
            if ends.dance:
                continue
            gain = self.sight.gains(ends.cells)
            one = prior + people.AT_ONCE - people.CHOICE * float(np.log(len(ends)))
            for k in np.nonzero(gain > gain.max() - _NEAR)[0]:
                if self.found.is_hopeless(now, one + weight + float(gain[k])):
                    continue
                played = replace(now, stage=Stage.PLAYED, roll=roll, end=ends.position(k))
                self._put(played, before, one, ends.boards[k], float(gain[k]))
            half = prior + people.HALF_WAY_ROLL * weight + people.HALF_WAY_AT_ONCE
            self._one_of(replace(now, stage=Stage.HALF_WAY), before, half, on_the_way(self.model.rules, position, roll))

    def _wrong_at_once(self, now: Course, before: Course, prior: float, unplayed: float) -> None:
        roll, board = int(now.rolls.argmax()), self.read
        gain = self.sight.gain(board)
        ends = ends_of(self.model.rules, now.position, roll)
        if gain < unplayed + people.SURPRISE or is_among(board, ends.boards):
            return
        odd = density(now.position, roll, board)
        end = as_position(board, now.position.on_roll.other)
        wrong = replace(now, stage=Stage.WRONG, roll=roll, end=end)
        self._put(wrong, before, prior + people.ILLEGAL + people.AT_ONCE + odd, board, gain)

    def _dice_moved(self, course: Course, evidence: RollEvidence, rolls: Values) -> None:
        """The same dice were pushed, or rolled again before a checker was moved."""
        old = course.standing
        assert old.rolls is not None
        gone = not any(n in self.epoch.on_board for n in old.track_numbers or ())
        if gone and not course.over:
            known = old.rolls - ODDS  # other dice would hardly show the same
            both = rolls + known
            fit = float(both.max() + np.log(np.exp(both - both.max()).sum()))
            if fit > -DEPTH:
                standing = old._replace(track_numbers=evidence.numbers, rolls=together_one(both), known=known)
                pushed = people.ASIDE if self.epoch.number else 0.0  # before the first look they may have lain anywhere
                self._plays_on(replace(course, standing=standing), evidence.prior + pushed + fit)
        if course.stage is Stage.ROLLED:
            standing = old._replace(track_numbers=evidence.numbers, rolls=rolls, known=ANY_ROLL)
            again = replace(course, standing=standing, over=False)
            dance = ends_of(self.model.rules, course.position, course.likeliest).dance
            taken_up = course.over and not old.ended and not dance
            prior = people.ROLLS_AGAIN if taken_up else people.THROWN_AGAIN
            self.add(again, course, evidence.prior + prior, course.board)

    def _next_turn(self, course: Course, turn: Turn, prior: float, evidence: RollEvidence, rolls: Values) -> None:
        if turn.end.winner is not None or course.log_p + prior + evidence.prior + self.limit < self.found.best - DEPTH:
            return
        after = replace(course, past=Past(turn, course.past))
        if not turn.early:
            self._rolls(after, course, evidence, rolls, prior, turn.end)
            return
        if need_not_roll(turn.end, self.model):
            return
        standing = Standing(turn.end, evidence.numbers, rolls)
        ahead = replace(after, standing=standing, stage=Stage.AHEAD, roll=-1, end=None, over=False)
        self.add(ahead, course, prior + evidence.prior, course.board)

    def _unseen_turn(self, course: Course, endings: Iterable[tuple[Turn | None, float]], prior: float) -> None:
        """The side on roll after one of these turns has rolled and played without any dice being seen."""
        prior += people.UNSEEN_ROLL
        most = self.sight.gain(self.read)
        if course.log_p + prior + most < self.found.best - DEPTH:
            return
        if self.sight.gain(course.board) > most - people.SURPRISE:
            return
        for turn, more in endings:
            position = turn.end if turn is not None else course.position
            if position.winner is not None:
                continue
            past = Past(turn, course.past) if turn is not None else course.past
            after = replace(course, standing=Standing(position, (), ODDS), stage=Stage.PLAYED, past=past, over=True)
            for roll in range(len(ROLLS)):
                ends = ends_of(self.model.rules, position, roll)
                if ends.dance:
                    continue
                gain = self.sight.gains(ends.cells)
                for k in np.nonzero(gain > most - _NEAR)[0]:
                    played = replace(after, roll=roll, end=ends.position(k))
                    chosen = prior + more - people.CHOICE * float(np.log(len(gain)))
                    self._put(played, course, chosen, ends.boards[k], float(gain[k]))

    def _cube_moved(self, course: Course) -> None:
        ended = self._endings(course)
        for now, before, prior in doubles_and_takes(course, self.epoch.cube, self.model, ended, self.no_dice):
            self.add(now, before, prior, packed(now.position))
