"""What may have happened between two movements: each course goes on in every way that people are known to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from companion.games.backgammon import BackgammonRules, Position
from companion.games.backgammon.conduct import may_open
from companion.games.backgammon.cube import Act, Cube
from companion.games.backgammon.plays import is_closed_out
from companion.games.rules import Side
from companion.referee import people
from companion.referee.boards import (
    ODDS,
    ROLLS,
    SPOTS,
    Cells,
    Ends,
    Packed,
    Values,
    as_position,
    cells_of,
    ends_of,
    on_the_way,
    packed,
    rolls_of,
    rolls_with,
    together_one,
)
from companion.referee.course import Course, CubeAct, Gap, Pass, Past, Stage, Standing, Tie, Turn
from companion.referee.evidence import CAP, Epoch, Gathered, as_read, gain_table, regret_after
from companion.referee.nearby import conserved, is_among, is_part, is_too_many, misread_once, missing, with_tall_stacks
from companion.referee.throws import Throw, thrown_twice, throws, throws_of
from vision.observation import CubePlace

WIDTH: Final = 60
"""Courses that are kept."""
DEPTH: Final = 14.0
"""A course so much less likely than the best one is given up: one in a million."""
_FARTHEST_ROLL: Final = 7.5
"""Rolls that the dice show so much less likely are not tried."""
_MOST_ROLLS: Final = 9
_MOST_ENDS: Final = 40
_SAFE: Final = 2
"""So many checkers on a point are not hit."""
_FAR_FROM_HOME: Final = 3
"""Checkers outside the home board with which nobody thinks of bearing off."""
_CUBE_MISREAD: Final = -7.0
_HOUSE: Final = {Side.LIGHT: CubePlace.LIGHT, Side.DARK: CubePlace.DARK}


def _owns(side: Side, cube: Cube) -> bool:
    return cube.owner in (None, side)


@dataclass(frozen=True, slots=True)
class Model:
    """What the referee knows of the match.

    ``lifting_ends``: a turn is over when its dice are taken up; ``still``: each still look shows one that is over;
    ``dance_ends``: a roll that cannot be played ends its turn at once; ``one_die``: a roll is one die, thrown twice.
    ``may_double``: whether a side may double with this cube now.
    """

    rules: BackgammonRules
    lifting_ends: bool = True
    still: bool = False
    dance_ends: bool = False
    one_die: bool = False
    may_double: Callable[[Side, Cube], bool] = _owns


def _unnoticed(turn: Turn) -> float:
    """What speaks against the next player going on over checkers that vanished; the mover's own may be taken off."""
    was, now, side = turn.before.off, turn.end.off, turn.side
    own, others = (max(now.of(one) - was.of(one), 0) for one in (side, side.other))
    home = turn.before.points[:6] if side is Side.LIGHT else turn.before.points[18:]
    outside = turn.before.checkers(side) - sum(max(n * (1 if side is Side.LIGHT else -1), 0) for n in home)
    off_too_soon = own if outside >= _FAR_FROM_HOME else 0
    return people.UNNOTICED * others + people.UNNOTICED_OFF * off_too_soon


def place_of(cube: Cube) -> CubePlace:
    if cube.offer is not None:
        return CubePlace.OFFERED
    return CubePlace.MIDDLE if cube.owner is None else _HOUSE[cube.owner]


@dataclass
class Continued:
    """All that the courses may have become in one epoch."""

    model: Model
    gathered: Gathered
    courses: dict[tuple[object, ...], Course] = field(default_factory=dict)
    best: float = -1e9

    def __post_init__(self) -> None:
        assert self.gathered.epoch is not None
        self.epoch: Epoch = self.gathered.epoch
        self.read = as_read(self.epoch)
        self.limit = float(self.epoch.gain.max(axis=1).sum())
        self.throws = list(throws(self.gathered, self.epoch))
        if self.model.one_die:
            self.throws = [throw for throw in self.throws if len(throw.tracks) > 1]
            self.throws += thrown_twice(self.gathered, self.epoch)
        fresh = [t for n in self.epoch.fresh if (t := self.gathered.track(n)) is not None]
        self.flat = [track for track in fresh if not track.cocked]
        self.no_dice = sum(track.is_none for track in self.flat)
        if len(self.flat) < len(fresh):
            self.no_dice = max(self.no_dice, people.LEANS)

    # --- one course ------------------------------------------------------------------------------

    def go_on(self, course: Course) -> None:
        """Everything that a course may have become."""
        self.table = gain_table(self.epoch, course.regret, course.board).ravel()
        if course.weight + self.limit < self.best - DEPTH and not course.lost:
            return
        if self._is_parted(course.standing.throw or ()):
            course = replace(course, log_p=course.log_p + people.GONE_FIRST)
        self._stays(course, self.no_dice)
        playing = course.stage not in (Stage.OPENING, Stage.TO_ROLL, Stage.DOUBLED)
        self.endings = list(self._endings(course)) if playing and self.throws else []
        for throw in self.throws:
            self._thrown(course, throw)
        self._cube_moved(course)

    def _is_parted(self, throw: tuple[int, ...]) -> bool:
        """Whether one of two dice has gone while the other still lay there."""
        now, lay = self.epoch.lying, self.epoch.lay
        left = any(n in self.epoch.left for n in throw) and any(n in lay for n in throw)
        return left or (any(n in lay and n not in now for n in throw) and any(n in now for n in throw))

    def _gain(self, board: Packed) -> float:
        return float(self.table[cells_of(board)].sum())

    def _gains(self, cells: Cells) -> Values:
        return np.asarray(self.table[cells].sum(axis=1), dtype=np.float32)

    def _lasting(self, ends: Ends, side: Side) -> Values:
        """How likely each end is by the spots alone that the other player's play cannot have changed since."""
        own = ends.boards // 16 if side is Side.LIGHT else ends.boards % 16
        return np.asarray((self.table[ends.cells] * (own >= _SAFE)).sum(axis=1), dtype=np.float32)

    def _is_hopeless(self, course: Course, more: float) -> bool:
        """Whether a course is so much less likely than the best one, with ``more`` for what it is to become."""
        return course.log_p + more < self.best - DEPTH and not course.lost

    def add(self, course: Course, before: Course, prior: float, board: Packed) -> None:
        """A course that is now like this, weighed by what was seen."""
        if course.weight + prior + self.limit < self.best - DEPTH and not course.lost:
            return
        self._put(course, before, prior, board, self._gain(board))

    def _put(self, course: Course, before: Course, prior: float, board: Packed, gain: float) -> None:
        log_p = course.log_p + prior + gain + self._against_cube(course, before)
        weight = log_p + (course.weight - course.log_p)
        if weight > self.best:
            if not course.lost:
                self.best = weight
        elif weight < self.best - DEPTH and not course.lost:
            return
        key = course.key(board)
        other = self.courses.get(key)
        if other is not None and other.weight >= log_p + (course.weight - course.log_p):
            return
        regret = regret_after(self.epoch, before.regret, before.board, board)
        same = course.over is before.over and course.past is before.past
        rested = before.rested if same and np.array_equal(board, before.board) else 0
        self.courses[key] = replace(course, log_p=log_p, board=board, regret=regret, rested=rested)

    def _against_cube(self, course: Course, before: Course) -> float:
        """What the cube says against a course in which it does not lie there: once, as long as it lies so."""
        seen = self.epoch.cube
        new = seen is not self.epoch.cube_before or course.cube != before.cube
        return 0.0 if seen is None or not new or seen is place_of(course.cube) else _CUBE_MISREAD

    # --- nobody has thrown -----------------------------------------------------------------------

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
            free = (
                people.FREE_BOARD + people.MISSING * missing(packed(course.position), board) if odd and moved else 0.0
            )
            self.add(course, course, prior + free, board)
        if course.stage is not Stage.DOUBLED and not self.flat:
            for side in Side if course.stage is Stage.OPENING else (course.position.on_roll,):
                turned = course.standing._replace(position=replace(course.position, on_roll=side))
                self._unseen_turn(replace(course, standing=turned), [(None, 0.0)], prior)

    def _boards_of_nobody(self, course: Course) -> list[Packed]:
        boards = [packed(course.position), course.board, self.read]
        return [b for k, b in enumerate(boards) if not any(np.array_equal(b, a) for a in boards[:k])]

    def _plays_on(self, course: Course, prior: float) -> None:
        rolls = self._rolls_now(course.standing)
        standing = course.standing._replace(rolls=rolls)
        followed = self.model.lifting_ends and not course.standing.ended
        lies = followed and any(n in self.epoch.lying for n in course.standing.throw or ())
        over = (course.over and not lies) or self._is_lifted(course)
        lifting = over and not course.over
        now = replace(course, standing=standing, over=over)
        before = packed(course.position)
        likeliest = int(rolls.argmax())
        dance = ends_of(self.model.rules, course.position, likeliest).dance
        wrong = course.over and (
            course.stage in (Stage.WRONG, Stage.HALF_WAY, Stage.MENDING) or (course.stage is Stage.ROLLED and not dance)
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
            self._unseen_turn(course, self._endings_at_rest(course), prior)

    def _legal_ends(
        self, course: Course, now: Course, prior: float, after: float, *, wrong: bool, lifting: bool
    ) -> None:
        played = now.stage is Stage.PLAYED
        begins = course.stage in (Stage.ROLLED, Stage.HALF_WAY, Stage.AHEAD) and not course.over
        choose = people.PLAYS if begins else people.PUTS_RIGHT if wrong else people.CHANGES
        unplayed = self._gain(packed(course.position))
        for roll, weight in self._likely(now.standing):
            if course.log_p + prior + weight + self.limit < self.best - DEPTH:
                break
            ends = ends_of(self.model.rules, course.position, roll)
            if ends.dance:
                continue
            gain = self._gains(ends.cells)
            most = float(gain.max())
            for k in np.nonzero(gain > most - DEPTH)[0]:
                same = played and course.roll == roll and course.end == ends.positions[k]
                chosen = 0.0 if same else after + choose - 0.5 * float(np.log(len(ends.positions)))
                if self._is_hopeless(course, prior + chosen + weight + float(gain[k])):
                    continue
                course_now = replace(now, stage=Stage.PLAYED, roll=roll, end=ends.positions[k])
                self._put(course_now, course, prior + chosen, ends.boards[k], float(gain[k]))
            if weight > -4 and most < self.limit - 2.0 and unplayed < self.limit - 2.0:
                self._half_way(
                    course, now, prior + after + 0.5 * weight + (people.LIFTED_EARLY if lifting else 0.0), roll
                )

    def _half_way(self, course: Course, now: Course, prior: float, roll: int) -> None:
        boards, cells = on_the_way(self.model.rules, course.position, roll)
        if not len(boards):
            return
        gain = self._gains(cells)
        k = int(gain.argmax())
        # Where each still look shows a turn that is over, who is half-way has left it so.
        begun = people.ILLEGAL if self.model.still else people.HALF_WAY
        more = -0.5 if course.stage is Stage.HALF_WAY else begun
        self._put(
            replace(now, stage=Stage.HALF_WAY, roll=-1, end=None), course, prior + more, boards[k], float(gain[k])
        )

    def _anything(self, course: Course, now: Course, prior: float, *, wrong: bool, lifting: bool) -> None:
        """A board that no rule leads to: an illegal play, or one that is being put right."""
        before = packed(course.position)
        if course.stage in (Stage.WRONG, Stage.HALF_WAY):
            early = lifting and course.stage is Stage.HALF_WAY
            self.add(now, course, prior + (people.LIFTED_EARLY if early else 0.0), course.board)  # it lies as it lay
        roll = int(now.rolls.argmax())
        again, counted = people.ILLEGAL + (-2.0 if course.over and not wrong else 0.0), 0.0
        if course.stage is Stage.WRONG and not (
            course.over or self.model.still
        ):  # that it is against the rules was counted already
            again = people.HALF_WAY
            counted = self._against_leaving(course.position, course.roll, course.board)
        if course.log_p + prior + again + self.limit < self.best - DEPTH and not wrong:
            return
        lawful = ends_of(self.model.rules, course.position, roll).boards
        between, _ = on_the_way(self.model.rules, course.position, roll)
        for board in self._boards_near(course):
            if np.array_equal(board, before) or is_among(board, lawful):
                continue
            if is_part(board, before, lawful, between):
                # Who is still moving may hold a checker.
                left_so = people.LIFTED_EARLY + people.MISSING * missing(before, board)
                part = prior + people.PART_WAY + (left_so if now.over or self.model.still else 0.0)
                self.add(replace(now, stage=Stage.HALF_WAY, roll=-1, end=None), course, part, board)
            end = as_position(board, course.position.on_roll.other)
            odd = self._against_leaving(course.position, roll, board)
            found = replace(now, stage=Stage.WRONG, roll=roll, end=end)
            if not (course.stage is Stage.WRONG and np.array_equal(board, course.board)):
                self.add(found, course, prior + again + min(odd - counted, 0.0), board)
            if wrong:
                self.add(replace(found, stage=Stage.MENDING), course, prior + people.MENDS + odd, board)

    def _boards_near(self, course: Course) -> list[Packed]:
        """The board as read, and as read by somebody who expects what lay before the turn."""
        plain, before = self.table.reshape(25, -1), packed(course.position)
        table = plain.copy()
        table[np.arange(25), before] += people.EXPECTED
        found: list[Packed] = []
        likeliest = table.argmax(axis=1).astype(np.int16)
        read = [likeliest, self.read, conserved(likeliest, before, table), conserved(self.read, before, plain)]
        read += [with_tall_stacks(one, before) for one in read]
        for board in (*read, *misread_once(self.read, self.epoch.read)):
            if not is_too_many(board) and not any(np.array_equal(board, one) for one in found):
                found.append(board)
        return found

    def _against_leaving(self, before: Position, roll: int, board: Packed) -> float:
        """What speaks against one player having left a board that no rule leads to."""
        return self._oddness(before, roll, board) + people.ONE_MORE_SPOT * int((board != packed(before)).sum())

    def _oddness(self, before: Position, roll: int, board: Packed) -> float:
        """What speaks against one player having left such a board."""
        was = packed(before)
        light, dark = board.astype(int) // 16 - was // 16, board.astype(int) % 16 - was % 16
        own, others = (light, dark) if before.on_roll is Side.LIGHT else (dark, light)
        moves = 4 if ROLLS[roll].is_double else 2
        taken = int(-own[own < 0].sum())
        touched, hit = int(-others[1:][others[1:] < 0].sum()), max(int(others[0]), 0)
        come, off = max(int(own.sum()), 0) + max(int(others.sum()), 0), -int(own.sum())
        outside = int((board[7:] // 16).sum() if before.on_roll is Side.LIGHT else (board[:19] % 16).sum())
        gone = max(-int(others.sum()), 0)
        now = board // 16 if before.on_roll is Side.LIGHT else board % 16
        forgotten = min(gone, int(((others < 0) & (now > 0)).sum()))
        beyond = max(taken - moves - 1, 0) + max(touched - hit, 0)
        return (
            people.MORE_THAN_DICE * beyond
            + people.MISSING * (gone - forgotten)
            + people.NOT_ON_BAR * forgotten
            + people.OFF_TOO_SOON * max(off, 0) * min(outside, _FAR_FROM_HOME)
            + people.COME_BACK * come
            - 1.5 * max(off - moves, 0)
            - 1.0 * max(taken - moves, 0)
        )

    # --- dice ------------------------------------------------------------------------------------

    def _rolls_now(self, standing: Standing) -> Values:
        """What the dice of a turn show by all looks, as long as they are followed."""
        assert standing.rolls is not None
        tracks = [track for n in standing.throw or () if (track := self.gathered.track(n)) is not None]
        if (
            self.model.one_die
            or not tracks
            or len(tracks) < len(standing.throw or ())
            or not any(t.number in self.epoch.lying for t in tracks)
        ):
            return standing.rolls
        seen = rolls_of(tracks[0].shows, tracks[1].shows) if len(tracks) > 1 else rolls_with(tracks[0].shows)
        seen = np.where(np.isneginf(standing.rolls), -np.inf, seen).astype(np.float32)
        return together_one(seen)

    def _is_lifted(self, course: Course) -> bool:
        """Whether no die of a throw lies there."""
        throw = course.standing.throw
        lies = any(n in self.epoch.lying for n in throw or ())
        return self.model.lifting_ends and bool(throw) and not lies

    def _likely(self, standing: Standing) -> Iterator[tuple[int, float]]:
        assert standing.rolls is not None
        rolls = standing.rolls
        most = _MOST_ROLLS if len(standing.throw or ()) != 1 else 14
        for roll in np.argsort(-rolls)[:most]:
            if rolls[roll] < rolls.max() - _FARTHEST_ROLL:
                return
            yield int(roll), float(rolls[roll])

    def _thrown(self, course: Course, throw: Throw) -> None:
        rolls = throw.rolls
        if self.model.one_die and throw.tracks[0].number <= max(course.standing.throw or (0,)):
            return
        if any(n in thrown for thrown in throws_of(course) for n in throw.numbers):
            return  # nobody has thrown it again
        match course.stage:
            case Stage.OPENING:
                self._opens(course, throw, rolls)
            case Stage.TO_ROLL:
                self._rolls(course, course, throw, rolls, 0.0, course.position)
            case Stage.DOUBLED:
                offer = course.cube.offer
                assert offer is not None
                taken = replace(course, cube=course.cube.take(), past=Past(CubeAct(offer.to, Act.TAKE), course.past))
                self._rolls(taken, course, throw, rolls, -1.0, course.position)
            case _:
                self._moved_aside(course, throw, rolls)
                for turn, prior in self.endings:
                    self._next_turn(course, turn, prior, throw, rolls)

    def _opens(self, course: Course, throw: Throw, rolls: Values) -> None:
        may = np.array([may_open(roll, self.model.rules.rules) for roll in ROLLS])
        if not may.all():
            number = ROLLS[int(np.where(may, -np.inf, rolls).argmax())].first
            counts = self.model.rules.rules.automatic_doubles
            tied = replace(course, past=Past(Tie(number), course.past)) if counts else course
            self.add(tied, course, throw.prior + float(rolls[~may].max()), course.board)
        opening = np.where(may, rolls, -np.inf).astype(np.float32)
        if not np.isfinite(opening.max()):
            return
        for side in Side:
            position = replace(course.position, on_roll=side)
            may_be = float(np.log(np.exp(opening).sum()))
            self._rolls(course, course, throw, together_one(opening), may_be + float(np.log(0.5)), position)

    def _rolls(
        self, course: Course, before: Course, throw: Throw, rolls: Values, prior: float, position: Position
    ) -> None:
        """The next turn begins with a throw; perhaps it is played within the same movement."""
        if self._need_not_roll(position):
            past = Past(Pass(position.on_roll), course.past)
            passed = replace(course, past=past)
            self._begins(passed, before, throw, rolls, prior, replace(position, on_roll=position.on_roll.other))
            prior += people.SHUT_OUT_ROLLS
        dance = self._danced_unseen(position)
        if dance is not None:
            turn, more = dance
            danced = replace(course, past=Past(turn, course.past))
            self._begins(danced, before, throw, rolls, prior + more, turn.end)
        self._begins(course, before, throw, rolls, prior, position)
        if course.stage is not Stage.OPENING:
            self._begins_otherwise(course, before, throw, rolls, prior, position)

    def _danced_unseen(self, position: Position) -> tuple[Turn, float] | None:
        """A roll that nobody saw, with which the player on the bar could not come in; which one is not known."""
        if not position.bar.of(position.on_roll):
            return None
        rolls = [roll for roll in range(len(ROLLS)) if ends_of(self.model.rules, position, roll).dance]
        if not rolls:
            return None
        end = ends_of(self.model.rules, position, rolls[0]).positions[0]
        return Turn(position, rolls[0], end, seen=False), people.UNSEEN_ROLL + float(np.log(np.exp(ODDS[rolls]).sum()))

    def _begins_otherwise(
        self, course: Course, before: Course, throw: Throw, rolls: Values, prior: float, position: Position
    ) -> None:
        """The next turn begins, but the record of what came before it is wrong."""
        turned = replace(position, on_roll=position.on_roll.other)
        gap = replace(course, past=Past(Gap(turned), course.past))
        self._begins(gap, before, throw, rolls, prior + people.OTHER_SIDE, turned)
        board, refund = self._as_shown(before, packed(position))
        strayed = as_position(board, position.on_roll) if refund else None
        if strayed is None or course.log_p + prior + refund + people.STRAYED < self.best - DEPTH:
            return
        regret = np.where(board == packed(position), before.regret, np.float32(0.0))
        lay = replace(before, board=board, regret=regret)
        gap = replace(course, log_p=course.log_p + refund, past=Past(Gap(strayed), course.past))
        table, self.table = self.table, gain_table(self.epoch, regret, board).ravel()
        self._begins(gap, lay, throw, rolls, prior + people.STRAYED, strayed)
        self.table = table

    def _as_shown(self, course: Course, board: Packed) -> tuple[Packed, float]:
        """The board with what the looks show where they deny it, and what speaks against it there; 0 = none such."""
        against = np.maximum(course.regret, CAP[SPOTS, course.board])
        now = self.gathered.shown.argmax(axis=1)
        denied = (against < people.DENIES) & (course.board == board) & (now != board)
        if int(denied.sum()) < 2:
            return board, 0.0
        shown = np.where(denied, now, board).astype(np.int16)
        for count in (shown // 16 - board // 16, shown % 16 - board % 16):
            if int(count.sum()) != 0:
                return board, 0.0
        return shown, -float(against[denied].sum())

    def _begins(
        self, course: Course, before: Course, throw: Throw, rolls: Values, prior: float, position: Position
    ) -> None:
        prior += throw.prior
        if course.log_p + prior + self.limit < self.best - DEPTH and not course.lost:
            return
        standing = Standing(position, throw.numbers, rolls)
        now = replace(course, standing=standing, stage=Stage.ROLLED, roll=-1, end=None, over=False)
        board = packed(position)
        unplayed = self._gain(board)
        self._put(now, before, prior, board, unplayed)
        best = self._gain(self.read)
        if unplayed > best - 4.0 or now.log_p + prior + best - 2.0 < self.best - 9.0:
            return
        self._wrong_at_once(now, before, prior, unplayed)
        for number, (roll, weight) in enumerate(self._likely(standing)):
            if number == 4:
                break
            ends = ends_of(self.model.rules, position, roll)
            if ends.dance:
                continue
            gain = self._gains(ends.cells)
            for k in np.nonzero(gain > gain.max() - 6.0)[0]:
                if self._is_hopeless(now, prior - 2.5 + weight + float(gain[k])):
                    continue
                played = replace(now, stage=Stage.PLAYED, roll=roll, end=ends.positions[k])
                self._put(played, before, prior - 2.5, ends.boards[k], float(gain[k]))
            self._half_way_at_once(now, before, prior + 0.5 * weight - 2.0, roll)

    def _wrong_at_once(self, now: Course, before: Course, prior: float, unplayed: float) -> None:
        roll, board = int(now.rolls.argmax()), self.read
        gain = self._gain(board)
        ends = ends_of(self.model.rules, now.position, roll)
        if gain < unplayed + people.SURPRISE or is_among(board, ends.boards):
            return
        odd = self._against_leaving(now.position, roll, board)
        end = as_position(board, now.position.on_roll.other)
        wrong = replace(now, stage=Stage.WRONG, roll=roll, end=end)
        self._put(wrong, before, prior + people.ILLEGAL - 2.5 + odd, board, gain)

    def _half_way_at_once(self, now: Course, before: Course, prior: float, roll: int) -> None:
        boards, cells = on_the_way(self.model.rules, now.position, roll)
        if len(boards):
            gain = self._gains(cells)
            k = int(gain.argmax())
            self._put(replace(now, stage=Stage.HALF_WAY), before, prior, boards[k], float(gain[k]))

    def _need_not_roll(self, position: Position) -> bool:
        on_bar = position.bar.of(position.on_roll) > 0
        return on_bar and not self.model.rules.rules.shut_out_rolls and is_closed_out(position, position.on_roll)

    def _moved_aside(self, course: Course, throw: Throw, rolls: Values) -> None:
        """The same dice lie elsewhere, or they were thrown again before anything was moved."""
        old = course.standing
        assert old.rolls is not None
        gone = not any(n in self.epoch.lying for n in old.throw or ())
        if gone and not course.over:
            both = old.rolls + rolls
            both = both - ODDS  # other dice would hardly show the same
            fit = float(both.max() + np.log(np.exp(both - both.max()).sum()))
            if fit > -DEPTH:
                standing = old._replace(throw=throw.numbers, rolls=np.asarray(both - fit, dtype=np.float32))
                self._plays_on(replace(course, standing=standing), throw.prior + people.ASIDE + fit)
        if course.stage is Stage.ROLLED:
            again = replace(course, standing=old._replace(throw=throw.numbers, rolls=rolls), over=False)
            self.add(again, course, throw.prior + people.THROWN_AGAIN, course.board)

    def _endings(self, course: Course) -> Iterator[tuple[Turn, float]]:
        """The ways in which the standing turn may be over now, and how likely each is."""
        for turn, prior in self._ways_to_end(course):
            yield turn, prior if turn.legal else prior + _unnoticed(turn)

    def _ways_to_end(self, course: Course) -> Iterator[tuple[Turn, float]]:
        before, rolls = course.position, course.rolls
        side = before.on_roll
        likeliest = int(rolls.argmax())
        throw, seen = course.standing.throw or (), course.standing.seen
        yield from self._endings_at_rest(course)
        yield from self._unseen_endings(course, throw)
        if course.stage is Stage.ROLLED and not ends_of(self.model.rules, course.position, likeliest).dance:
            unplayed = replace(course.position, on_roll=side.other)
            prior = people.LEFT_UNPLAYED if course.over else people.ILLEGAL - 0.5
            yield Turn(before, likeliest, unplayed, legal=False, throw=throw, seen=seen), prior
        if course.stage in (Stage.HALF_WAY, Stage.ROLLED):
            # Where the dice are up, that they were taken up over it has been counted.
            prior = people.ILLEGAL - people.LIFTED_EARLY if course.over else people.ILLEGAL + people.TOGETHER
            for board in self._boards_near(course):
                end = as_position(board, side.other)
                if end is not None and end.points != course.position.points:
                    odd = self._oddness(course.position, likeliest, board)
                    yield Turn(before, likeliest, end, legal=False, throw=throw, seen=seen), prior + odd

    def _endings_at_rest(self, course: Course) -> Iterator[tuple[Turn, float]]:
        """The same, if what lies there is what the turn has left."""
        before, rolls = course.position, course.rolls
        throw, seen = course.standing.throw or (), course.standing.seen
        match course.stage:
            case Stage.PLAYED:
                assert course.end is not None
                yield (
                    Turn(before, course.roll, course.end, throw=throw, seen=seen),
                    (float(rolls[course.roll]) + (0.0 if course.over or self.model.still else -0.7)),
                )
            case Stage.WRONG if course.end is not None:
                yield (
                    Turn(before, course.roll, course.end, legal=False, throw=throw, seen=seen),
                    (0.0 if course.over or self.model.still else people.TOGETHER),
                )
            case Stage.MENDING if course.end is not None:
                odd = self._oddness(course.position, course.roll, course.board)
                yield Turn(before, course.roll, course.end, legal=False, throw=throw, seen=seen), -4.0 + odd
            case Stage.ROLLED:
                roll = int(rolls.argmax())
                ends = ends_of(self.model.rules, course.position, roll)
                if ends.dance:
                    yield Turn(before, roll, ends.positions[0], throw=throw, seen=seen), 0.0

    def _unseen_endings(self, course: Course, throw: tuple[int, ...]) -> Iterator[tuple[Turn, float]]:
        """Plays whose end no still moment has shown before the next throw."""
        before, side, seen = course.position, course.position.on_roll, course.standing.seen
        for roll, weight in self._likely(course.standing):
            ends = ends_of(self.model.rules, course.position, roll)
            if ends.dance:
                if course.stage is Stage.ROLLED and weight < 0.0:
                    yield Turn(before, roll, ends.positions[0], throw=throw, seen=seen), weight
                continue
            quick = course.stage in (Stage.ROLLED, Stage.HALF_WAY, Stage.WRONG)
            if not quick and not (course.stage is Stage.PLAYED and not course.over):
                continue
            prior = weight + people.TOGETHER + (0.0 if course.stage is not Stage.PLAYED else -2.0)
            prior += -3.0 if course.over else 0.0
            gain = self._lasting(ends, side)
            for k in np.argsort(-gain)[:_MOST_ENDS]:
                if gain[k] + course.log_p + prior > self.best - DEPTH:
                    yield Turn(before, roll, ends.positions[k], throw=throw, seen=seen), prior
            if course.stage in (Stage.HALF_WAY, Stage.ROLLED, Stage.WRONG) and not course.over:
                few = (ends.boards != course.board).sum(axis=1) <= 3
                for k in np.nonzero(few)[0]:
                    early = Turn(before, roll, ends.positions[k], throw=throw, early=True, seen=seen)
                    yield early, weight + people.TOO_SOON - float(np.log(few.sum()))

    def _next_turn(self, course: Course, turn: Turn, prior: float, throw: Throw, rolls: Values) -> None:
        if turn.end.winner is not None or course.log_p + prior + throw.prior + self.limit < self.best - DEPTH:
            return
        after = replace(course, past=Past(turn, course.past))
        if not turn.early:
            self._rolls(after, course, throw, rolls, prior, turn.end)
            return
        if self._need_not_roll(turn.end):
            return
        standing = Standing(turn.end, throw.numbers, rolls)
        ahead = replace(after, standing=standing, stage=Stage.AHEAD, roll=-1, end=None, over=False)
        self.add(ahead, course, prior + throw.prior, course.board)

    def _unseen_turn(self, course: Course, endings: Iterable[tuple[Turn | None, float]], prior: float) -> None:
        """Who is on roll after one of these turns, or None, has thrown and played, and no dice were seen of it."""
        prior += people.UNSEEN_ROLL
        most = self._gain(self.read)
        if course.log_p + prior + most < self.best - DEPTH or self._gain(course.board) > most - people.SURPRISE:
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
                gain = self._gains(ends.cells)
                for k in np.nonzero(gain > most - 6.0)[0]:
                    played = replace(after, roll=roll, end=ends.positions[k])
                    self._put(
                        played, course, prior + more - float(np.log(len(gain))) * 0.5, ends.boards[k], float(gain[k])
                    )

    # --- the cube ----------------------------------------------------------------------------------

    def _cube_moved(self, course: Course) -> None:
        """A double before the next roll, or its take: where the cube lies now says so."""
        seen = self.epoch.cube
        if seen is None or seen is place_of(course.cube):
            return
        offer = course.cube.offer
        if course.stage is Stage.DOUBLED and offer is not None:
            if seen is _HOUSE[offer.to]:
                self._taken(course, course, 0.0)
            return
        for past, position, prior in self._doubled_after(course):
            side = position.on_roll
            if position.winner is not None or not self.model.may_double(side, course.cube):
                continue
            standing = Standing(position)
            doubled = replace(
                course, standing=standing, stage=Stage.DOUBLED, cube=course.cube.double(side), roll=-1, end=None,
                over=False, past=Past(CubeAct(side, Act.DOUBLE), past),
            )  # fmt: skip
            if seen is CubePlace.OFFERED:
                self.add(doubled, course, prior + self.no_dice + people.DOUBLES, packed(position))
            elif seen is _HOUSE[side.other]:
                self._taken(doubled, course, prior + self.no_dice + people.DOUBLES + people.NOT_OFFERED)

    def _taken(self, course: Course, before: Course, prior: float) -> None:
        assert course.cube.offer is not None
        past = Past(CubeAct(course.cube.offer.to, Act.TAKE), course.past)
        taken = replace(course, stage=Stage.TO_ROLL, cube=course.cube.take(), past=past)
        self.add(taken, before, prior, packed(course.position))

    def _doubled_after(self, course: Course) -> Iterator[tuple[Past | None, Position, float]]:
        """What has happened before a double, the position in which it is offered, and how likely that is."""
        ended: list[tuple[Past | None, Position, float]] = []
        if course.stage is Stage.TO_ROLL:
            ended = [(course.past, course.position, 0.0)]
        elif course.stage not in (Stage.OPENING, Stage.AHEAD):
            turns = (one for one in self._endings(course) if not one[0].early)
            ended = [(Past(turn, course.past), turn.end, prior) for turn, prior in turns]
        for past, position, prior in ended:
            shut_out = self._need_not_roll(position)
            yield past, position, prior + (people.SHUT_OUT_DOUBLES if shut_out else 0.0)
            if shut_out:
                passed = replace(position, on_roll=position.on_roll.other)
                yield Past(Pass(position.on_roll), past), passed, prior
