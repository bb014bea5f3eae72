"""A board of backgammon in a picture, and the positions that fit it.

Spots are numbered as read, as if Light's home were at the bottom right of the picture; :func:`.ways.point_of` gives
them the numbers of an orientation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import ClassVar, Final, NamedTuple

from companion.errors import InputError, quoted
from companion.games.backgammon import Dice, Position
from companion.games.backgammon.match_id import MOST_POINTS, MatchState
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import Game
from companion.games.rules import BAR, TRAY, Side, Stack
from companion.photograph import cube
from companion.photograph.open_reading import (
    LEAST,
    NOTHING,
    SURE,
    Changed,
    Key,
    Option,
    Question,
    Said,
    in_order,
    one_of,
    over,
)
from companion.photograph.ways import likelihoods, point_of, spot_of
from vision import sums
from vision.board import BoardGeometry
from vision.observation import POINTS, USUAL, Counts, Evidence, Observation, Orientation, SeenDie, Spot

CHECKERS: Final = 15
MONEY: Final = "0"
NO_DICE: Final = "none"
_SIDES: Final = tuple(side.value for side in Side)
_VALUES: Final[Mapping[Key, tuple[str, ...]]] = {
    Key.COLOURS: ("read", "exchanged"),
    Key.HOME: ("right", "left"),
    Key.LIGHT_HOME: ("bottom", "top"),
    Key.WAY: ("bottom right", "bottom left", "top right", "top left"),
    Key.MISSING: ("off", "bar"),
    Key.ON_ROLL: _SIDES,
    Key.CRAWFORD: ("yes", "no"),
}
_COUNTS: Final = re.compile(r"(?:(\d{1,2})l)?(?:(\d{1,2})d)?", re.ASCII)
_PLACE: Final = re.compile(r"(top|bottom)(\d{1,2})", re.ASCII)
_FAINT: Final = 0.05
"""Less likely meanings of a cube are left out.  Judged."""
_OWNED: Final = (2, 4, 8)
"""The offered answers for an unseen cube; others can be typed.  Judged: larger ones are rare."""
_ON_BAR: Final = {
    False: (143 / 500, 45 / 408, 2 / 324, 0.0),
    True: (2484 / 2503, 597 / 614, 77 / 99, 16 / 120),
}
"""The shares of 1, 2, 3, 4 or more missing checkers that are on the bar and not borne off, by whether others of the
side are outside its home: counted in the positions of :mod:`companion.lab.occupancy`.
"""
_NOTHING: Final[Mapping[Key, str]] = {}


class Fitting(NamedTuple):
    """A position that fits, and what it assumes: every answer by its key, those that were given too."""

    situation: Situation
    assumes: Mapping[str, str | bool]

    @property
    def xgid(self) -> str:
        return self.situation.xgid()

    @property
    def gnubg_id(self) -> str:
        return self.situation.gnubg_id()


@dataclass(frozen=True, slots=True)
class PicturedBoard:
    """A picture's reading of a position, and a person's answers.

    ``doubts``: sentences about the picture as a whole.  ``alike``: the colours do not show the lighter side.
    ``answers``: by key, as the options of the questions are written.  ``corrections``: counts by a person.
    ``geometry``: of the board itself, for drawing on the picture.
    """

    GAME: ClassVar = Game.BACKGAMMON
    CHOICES: ClassVar = (
        "0", *(f"{n}{letter}" for letter in "ld" for n in range(1, CHECKERS + 1)), "1l1d", "2l1d", "1l2d", "2l2d",
    )  # fmt: skip
    """The offered contents of a spot; others are rare, and can be typed."""

    seen: Observation
    doubts: tuple[str, ...] = ()
    alike: bool = False
    answers: Mapping[Key, str] = field(default_factory=dict)
    corrections: Mapping[Spot, Counts] = field(default_factory=dict)
    geometry: BoardGeometry = field(default_factory=BoardGeometry)

    # --- what a person says -----------------------------------------------------------------------------------------

    def answered(self, key: Key, value: str) -> PicturedBoard:
        """The same with an answer; raises InputError for one that makes no sense."""
        answers = {**self.answers, key: _checked(key, value.strip().lower())}
        if key is Key.WAY:
            row, half = answers.pop(key).split()
            answers |= {Key.LIGHT_HOME: row, Key.HOME: half}
        _check_score(answers)
        return replace(self, answers=answers)

    def corrected(self, spot: Spot, counts: Counts) -> PicturedBoard:
        """The same with other counts on a point or the bar, numbered as read; raises InputError for too many."""
        if max(counts) > CHECKERS:
            raise InputError(f"{max(counts)} checkers on one spot: expected at most {CHECKERS}")
        read = counts[::-1] if self.answers.get(Key.COLOURS) == "exchanged" else counts
        return replace(self, corrections={**self.corrections, spot: read})

    def with_correction(self, text: str) -> PicturedBoard:
        """The same with one correction: ``13=4l``, ``bar=1d``, ``top7=0``, or ``dice=31``; raises InputError naming it.

        Points have the numbers of the likeliest way round; ``top7`` is the seventh from the left in the upper row.
        """
        place, equals, held = (part.strip().lower() for part in text.partition("="))
        if equals and place in (Key.DICE, Key.CUBE):
            return self.answered(Key(place), held)
        found = _COUNTS.fullmatch("" if held == "0" else held)
        spot = self._spot(place)
        if not equals or not held or found is None or spot is None:
            raise InputError(
                f"{quoted(text)}: expected a point and what is on it, such as 13=4l, 6=0, top7=2d or bar=1d"
            )
        light, dark = (int(n or 0) for n in found.groups())
        return self.corrected(spot, (light, dark))

    def _spot(self, place: str) -> Spot | None:
        if place == "bar":
            return BAR
        if (cell := _PLACE.fullmatch(place)) and 1 <= int(cell[2]) <= 12:
            return USUAL.point("top" if cell[1] == "top" else "bottom", int(cell[2]) - 1)
        if place.isdecimal() and int(place) in POINTS:
            return self.spot_at(int(place))
        return None

    def number(self, spot: Spot) -> Spot:
        """The number of a spot as read, the likeliest way round."""
        return point_of(spot, next(iter(self.ways())))

    def spot_at(self, number: Spot) -> Spot:
        """The inverse of :meth:`number`."""
        return spot_of(number, next(iter(self.ways())))

    @property
    def spots(self) -> dict[Spot, int | str]:
        """The name of each spot for corrections, in the order of its numbers."""
        way = next(iter(self.ways()))
        return {spot_of(number, way): number or "bar" for number in (*POINTS, BAR)}

    @property
    def there(self) -> dict[Spot, str]:
        """The content of each spot in the form of a correction."""
        return {spot: self.counts_text(pair) for spot, pair in self.counts.items()}

    @staticmethod
    def counts_text(counts: Counts) -> str:
        """``4l``, ``1l1d``, or ``0`` for none."""
        light, dark = counts
        return (f"{light}l" if light else "") + (f"{dark}d" if dark else "") or "0"

    # --- what was read ----------------------------------------------------------------------------------------------

    @property
    def evidence(self) -> Mapping[Spot, Evidence]:
        """Points and bar as read, under fifteen checkers a side and what a person has corrected."""
        if not self.corrections:
            return {spot: one for spot, one in self.seen.evidence.items() if spot != TRAY}
        certain = {spot: Evidence({counts: 1.0}) for spot, counts in self.corrections.items()}
        return {**sums.summed({**self.seen.unbiased, **certain}), **certain}

    @property
    def counts(self) -> dict[Spot, Counts]:
        """(light, dark) on points and bar, exchanged where the colours are said to be."""
        exchanged = self.answers.get(Key.COLOURS) == "exchanged"
        return {spot: one.best[::-1] if exchanged else one.best for spot, one in self.evidence.items()}

    @property
    def absent(self) -> Counts:
        """The number of each side's fifteen that are neither on a point nor on the bar."""
        light, dark = _totals(self.counts)
        return CHECKERS - light, CHECKERS - dark

    @property
    def changed(self) -> tuple[Changed, ...]:
        """Spots that hold something else than they show by themselves, since a side has fifteen checkers."""
        alone, used = self.seen.unbiased, self.evidence
        return tuple(
            Changed(spot, alone[spot].best, one.best)
            for spot, one in sorted(used.items())
            if spot in alone and spot not in self.corrections and one.seen and alone[spot].best != one.best
        )

    @property
    def doubtful(self) -> tuple[Spot, ...]:
        """Spots that a person should look at: hidden, unsure, changed by the sum, or with both sides on a point."""
        changed = {one.spot for one in self.changed}
        return tuple(
            spot
            for spot, one in sorted(self.evidence.items())
            if spot in changed or one.confidence < SURE or (spot != BAR and all(one.best))
        )

    @property
    def problems(self) -> tuple[Said, ...]:
        """Why no position fits; empty where one does."""
        counts = self.counts
        sides = zip(Side, self.absent, strict=True)
        corrected = [over(side, -absent) for side, absent in sides if absent < 0]
        if not any(map(sum, counts.values())):
            corrected.append(NOTHING)
        if any(all(pair) for spot, pair in counts.items() if spot in POINTS):
            corrected.append(("picture.both-sides", {}))
        return tuple(corrected)

    @property
    def dice(self) -> str:
        """The roll, such as ``31``, where just two dice lie flat on the board; else :data:`NO_DICE`."""
        if (said := self.answers.get(Key.DICE)) is not None:
            return said
        dice = self.seen.dice
        return _rolled(dice) if len(dice) == 2 and not any(die.cocked for die in dice) else NO_DICE

    def ways(self) -> dict[Orientation, float]:
        """The ways round that fit, the likeliest first, each with its likelihood."""
        home, row = self.answers.get(Key.HOME), self.answers.get(Key.LIGHT_HOME)
        corrected = likelihoods({spot: pair for spot, pair in self.counts.items() if spot in POINTS})
        fits = {way: p for way, p in corrected.items() if home in (None, _half(way)) and row in (None, _row(way))}
        whole = sum(fits.values()) or 1.0
        likeliest = sorted(fits.items(), key=lambda one: -one[1])
        return {way: likely / whole for way, likely in likeliest if likely >= LEAST * whole}

    # --- what it does not tell --------------------------------------------------------------------------------------

    def questions(self) -> tuple[Question, ...]:
        """The open questions, in the best order."""
        return tuple(
            question
            for question in self._all_questions()
            if len(question.options) > 1 or (question.assumed is not None and question.key not in self.answers)
        )

    def fitting(self) -> tuple[Fitting, ...]:
        """Every position that fits what was read and said, the likeliest first; none where there are problems."""
        if self.problems:
            return ()
        boards = [self]
        if self.alike and Key.COLOURS not in self.answers:
            boards = [self.answered(Key.COLOURS, value) for value in _VALUES[Key.COLOURS]]
        return tuple({one.xgid: one for board in boards for one in board._fitting()}.values())

    def _fitting(self) -> Iterator[Fitting]:
        for way in self.ways():
            for crawford in self._crawford():
                choices = self._missing(way), self._on_roll(), self._cubes(way, crawford)
                for missing, on_roll, stake in product(*([option.value for option in some] for some in choices)):
                    yield self._fits(way, missing, Side(on_roll), crawford, stake)

    def _fits(self, way: Orientation, missing: str, on_roll: Side, crawford: str, stake: str) -> Fitting:
        counts = self.counts
        points = {point_of(spot, way): light - dark for spot, (light, dark) in counts.items() if spot in POINTS}
        bar, absent = counts.get(BAR, (0, 0)), self.absent
        barred = [n if missing == "bar" and (self._is_open(k, way) or not self._open_sides(way)) else 0
                  for k, n in enumerate(absent)]  # fmt: skip
        position = Position(
            tuple(points[point] for point in POINTS),
            Stack(bar[0] + barred[0], bar[1] + barred[1]),
            Stack(absent[0] - barred[0], absent[1] - barred[1]),
            on_roll,
        )
        length, score = self._length, self._score
        cubed = cube.cube_of(stake, on_roll)
        offered = cubed.offer is not None
        dice = None if offered or self.dice == NO_DICE else Dice.from_text(self.dice)
        state = MatchState(
            cube=cubed.value, owner=cubed.owner, on_roll=on_roll, to_act=on_roll.other if offered else on_roll,
            doubled=offered, dice=dice, length=length, score=score, crawford=crawford == "yes",
        )  # fmt: skip
        assumes: dict[str, str | bool] = {
            "on_roll": on_roll.value,
            "home": _half(way),
            "light_home": _row(way),
            "light_is_lighter": self.answers.get(Key.COLOURS) != "exchanged",
            "cube": stake,
            "dice": dice.text() if dice else NO_DICE,
            "length": str(length),
        }
        if length:
            assumes |= {"score": f"{score.light},{score.dark}", "crawford": crawford}
        if any(absent):
            assumes["missing"] = missing
        return Fitting(Situation(position, state, "xgid"), assumes)

    def _all_questions(self) -> Iterator[Question]:
        if self.alike and Key.COLOURS not in self.answers:
            yield Question(Key.COLOURS, tuple(Option(value, 0.5) for value in _VALUES[Key.COLOURS]))
        ways = self.ways()
        if len(ways) > 1:
            yield Question(Key.WAY, tuple(Option(f"{_row(way)} {_half(way)}", p) for way, p in ways.items()))
        way = next(iter(ways))
        missing = sum(n for n in self.absent if n > 0)
        yield Question(Key.MISSING, self._missing(way), values={"n": str(missing)})
        yield Question(Key.ON_ROLL, self._on_roll())
        yield Question(Key.LENGTH, (Option(MONEY),), assumed=MONEY, example="7")
        if self._length:
            yield Question(Key.SCORE, (Option("0,0"),), assumed="0,0", example="3,5")
        crawford = self._crawford()
        yield Question(Key.CRAWFORD, tuple(map(Option, crawford)))
        yield self._about_the_cube(way, crawford)

    def _about_the_cube(self, way: Orientation, crawford: tuple[str, ...]) -> Question:
        options = self._cubes(way, crawford[0])
        if self.seen.cube is not None or Key.CUBE in self.answers or crawford == ("yes",):
            return Question(Key.CUBE, options)
        owned = tuple(Option(f"{value},{side}") for value in _OWNED for side in _SIDES)
        return Question(Key.CUBE, (*options, *owned), assumed=cube.MIDDLE, example="16,light")

    # --- one question each: the answers that fit, or the one that was given -----------------------------------------

    def _on_roll(self) -> tuple[Option, ...]:
        said = self.answers.get(Key.ON_ROLL)
        return tuple(map(Option, _SIDES if said is None else (said,)))

    def _missing(self, way: Orientation) -> tuple[Option, ...]:
        """The places of the unseen checkers."""
        if (said := self.answers.get(Key.MISSING)) is not None:
            return (Option(said),)
        off, bar = 1.0, 1.0
        for side in self._open_sides(way):
            on_bar = self._on_bar(side, way)
            off, bar = off * (1 - on_bar), bar * on_bar
        return in_order({"off": off, "bar": bar if self._open_sides(way) else 0.0})

    def _open_sides(self, way: Orientation) -> list[int]:
        return [side for side in (0, 1) if self._is_open(side, way)]

    def _is_open(self, side: int, way: Orientation) -> bool:
        """Whether a side (0 or 1) lacks checkers that are not seen and need not be borne off."""
        tray = self.seen.spot(TRAY)
        return self.absent[side] > 0 and not tray.seen and self._on_bar(side, way) >= LEAST

    def _on_bar(self, side: int, way: Orientation) -> float:
        home = range(1, 7) if side == 0 else range(19, 25)
        outside = any(
            pair[side] for spot, pair in self.counts.items() if spot == BAR or point_of(spot, way) not in home
        )
        by_number = _ON_BAR[outside]
        return by_number[min(self.absent[side], len(by_number)) - 1]

    def _crawford(self) -> tuple[str, ...]:
        """Whether it is the Crawford game: open where just one side is one point away."""
        if (said := self.answers.get(Key.CRAWFORD)) is not None:
            return (said,)
        away = [self._length - score for score in self._score]
        return ("yes", "no") if self._length > 1 and away.count(1) == 1 else ("no",)

    def _cubes(self, way: Orientation, crawford: str) -> tuple[Option, ...]:
        said = self.answers.get(Key.CUBE)
        if said is not None:
            value, _, place = said.partition(",")
            return tuple(
                map(Option, (said,) if place or value == cube.MIDDLE else (f"{value},{side}" for side in _SIDES))
            )
        if self.seen.cube is None or crawford == "yes":
            return (Option(cube.MIDDLE),)
        likely = cube.meanings(self.seen.cube, light_at_bottom=way.light_at_bottom, dice=len(self.seen.dice) > 1)
        return in_order(likely, least=_FAINT)

    @property
    def _length(self) -> int:
        return int(self.answers.get(Key.LENGTH, MONEY))

    @property
    def _score(self) -> Stack:
        light, dark = self.answers.get(Key.SCORE, "0,0").split(",")
        return Stack(int(light), int(dark)) if self._length else Stack(0, 0)


def _totals(counts: Mapping[Spot, Counts]) -> tuple[int, int]:
    return sum(light for light, _ in counts.values()), sum(dark for _, dark in counts.values())


def _half(way: Orientation) -> str:
    return "right" if way.home_at_right else "left"


def _row(way: Orientation) -> str:
    return "bottom" if way.light_at_bottom else "top"


def _rolled(dice: tuple[SeenDie, ...]) -> str:
    return Dice(*sorted((die.value for die in dice), reverse=True)).text()


def _checked(key: Key, value: str) -> str:
    """An answer as the options are written; raises InputError where it makes no sense."""
    match key:
        case Key.LENGTH:
            if not (value.isascii() and value.isdecimal() and int(value) <= MOST_POINTS):
                raise InputError(f"length {quoted(value)}: expected a number of points, 0 for money play")
            return str(int(value))
        case Key.SCORE:
            return _checked_score(value)
        case Key.CUBE:
            return cube.checked(value)
        case Key.DICE:
            return value if value == NO_DICE else Dice.from_text(value).text()
        case _:
            return one_of(key, value, _VALUES[key])


def _checked_score(value: str) -> str:
    found = re.fullmatch(r"([0-9]{1,5})\s*[,:–-]\s*([0-9]{1,5})", value)
    if not found:
        raise InputError(f"score {quoted(value)}: expected the points of Light and Dark, such as 3,5")
    return f"{int(found[1])},{int(found[2])}"


def _check_score(answers: Mapping[Key, str]) -> None:
    """Raises InputError where length, score and Crawford game do not go together."""
    if Key.LENGTH not in answers:
        return
    length, points = int(answers[Key.LENGTH]), answers.get(Key.SCORE, "0,0").split(",")
    if not length and points != ["0", "0"]:
        raise InputError(f"score {','.join(points)}: money play has none, expected the length of a match with it")
    if length and max(map(int, points)) >= length:
        raise InputError(f"score {','.join(points)}: expected fewer points than the match has, {length}")
    if answers.get(Key.CRAWFORD) == "yes" and [length - int(n) for n in points].count(1) != 1:
        raise InputError(f"crawford yes: expected a score at which one side is a point away from {length}")
