"""Backgammon for spectators: its state from the view, and its board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.backgammon import Dice, Position
from companion.games.backgammon.arrows import Arrow
from companion.games.backgammon.cube import Act, Cube, Offer
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.wording import number_on_board, play_in_numbers
from companion.games.rules import BAR, TRAY, Picture, Side, Stack
from companion.live.state import LastTurn, LiveState, Ruling, Say, ruling_of
from companion.match.view import View
from companion.record.reports.board_svg import SvgArrow, board_svg

_OVER = frozenset({"phase.over", "phase.next-game", "phase.match-over"})


@dataclass(frozen=True, slots=True)
class BackgammonBoard:
    """Points, bar and bear-off tray by the record; ``dice`` of the ``roller``; ``cube``: None if the rules know none.

    ``arrows``: the play that was made, by ``moved``; ``better``: another one.
    """

    points: tuple[int, ...]
    bar: tuple[int, int]
    off: tuple[int, int]
    dice: tuple[int, int] | None = None
    roller: Side | None = None
    cube: Cube | None = None
    crawford: bool = False
    arrows: tuple[Arrow, ...] = ()
    moved: Side | None = None
    rules: RuleSet = STANDARD
    better: tuple[Arrow, ...] = ()

    def json(self) -> dict[str, object]:
        cube, offer = self.cube, self.cube.offer if self.cube is not None else None
        owner = None if cube is None or cube.owner is None else cube.owner.value
        on_roll = self.roller or (self.moved.other if self.moved is not None else Side.LIGHT)
        position = Position(self.points, Stack(*self.bar), Stack(*self.off), on_roll)
        return {
            "position": position.id(),
            "points": list(self.points),
            "bar": list(self.bar),
            "off": list(self.off),
            "dice": list(self.dice) if self.dice else None,
            "crawford": self.crawford,
            "cube": cube
            and {"value": cube.value, "owner": owner, "offered_by": offer.by.value if offer is not None else None},
        }

    @property
    def numbered_for(self) -> Side:
        """The side in whose count the points are numbered: whose play is shown, else the one on roll."""
        return self.moved or self.roller or Side.LIGHT

    def svg(self, label: str, *, field_at: str = "") -> str:
        return board_svg(
            self._picture(),
            label=label,
            arrows=[*self._arrows(self.arrows), *self._arrows(self.better, dashed=True)],
            numbered_for=self.numbered_for,
            dice=Dice(*self.dice) if self.dice else None,
            roller=self.roller or Side.LIGHT,
            cube=self.cube,
            field_at=field_at,
            rules=self.rules,
        )

    def _arrows(self, arrows: tuple[Arrow, ...], *, dashed: bool = False) -> Iterator[SvgArrow]:
        if self.moved is not None:
            yield from (SvgArrow(arrow.start, arrow.end, self.moved, dashed) for arrow in arrows)

    def rows(self, names: tuple[str, str], say: Say) -> tuple[tuple[str, ...], ...]:
        head = (say("live.point"), *names)
        return head, *((name, str(light or ""), str(dark or "")) for name, (light, dark) in self._spots(say))

    def summary(self, names: tuple[str, str], say: Say) -> str:
        spots = tuple(self._spots(say))
        places = (
            ", ".join(f"{name}: {stack[place]}" for name, stack in spots if stack[place]) or "–" for place in range(2)
        )
        return ". ".join(f"{name} – {where}" for name, where in zip(names, places, strict=True)) + "."

    def facts(self, names: tuple[str, str], say: Say) -> str:
        words = [say("score.crawford")] if self.crawford else []
        if self.cube is not None:
            owner = self.cube.owner
            name = {} if owner is None else {"name": names[owner is Side.DARK]}
            words.append(say("live.cube", value=str(self.cube.value), **name))
        return " · ".join(words)

    def _picture(self) -> Picture:
        points = {point: Stack(max(count, 0), max(-count, 0)) for point, count in enumerate(self.points, 1) if count}
        return {**points, BAR: Stack(*self.bar), TRAY: Stack(*self.off)}

    def _spots(self, say: Say) -> Iterator[tuple[str, tuple[int, int]]]:
        """Each spot by its name, with what (light, dark) have there; the points as they are numbered."""
        numbered = {number_on_board(point, self.numbered_for, self.rules): point for point in range(1, 25)}
        for number, point in sorted(numbered.items(), reverse=True):
            count = self.points[point - 1]
            yield str(number), (max(count, 0), max(-count, 0))
        yield say("live.bar"), self.bar
        yield say("live.off"), self.off


def state_of(view: View) -> LiveState:
    """The state of a view."""
    return LiveState(
        game="backgammon",
        names=view.names,
        score=view.score,
        length=view.length,
        counted="match.points",
        endless="match.money",
        mode=view.mode.value,
        phase=view.phase,
        to_act=view.on_roll,
        turns=len(view.history),
        last=_last(view),
        ruling=_ruling(view),
        clock=view.clock,
        winner=view.winner,
        over=view.phase in _OVER,
        cause=view.cause,
        points_won=view.points_won,
        match_won=view.phase == "phase.match-over" and view.length > 0,
        terms=view.terms,
        board=BackgammonBoard(
            points=view.points,
            bar=view.bar,
            off=view.off,
            dice=view.dice,
            roller=view.on_roll,
            cube=_cube(view) if view.with_cube else None,
            crawford=view.crawford,
            arrows=view.arrows,
            moved=view.last_side,
            rules=view.rules.rules,
        ),
    )


def _last(view: View) -> LastTurn | None:
    if view.last_side is None:
        return None
    made = [turn for turn in view.history if turn.side is view.last_side and turn.play == view.last_play]
    dice = (made[-1].dice.first, made[-1].dice.second) if made else None
    text = play_in_numbers(view.last_play, view.last_side, view.rules.rules) if view.arrows else ""
    return LastTurn(view.last_side, text, dice)


def _ruling(view: View) -> Ruling | None:
    ruling = ruling_of(view.alarm)
    side = view.illegal.side if view.illegal is not None else view.on_roll
    if ruling is None or side is None or "play" not in ruling.values:
        return ruling
    play = play_in_numbers(ruling.values["play"], side, view.rules.rules)
    return Ruling(ruling.key, {**ruling.values, "play": play})


def _cube(view: View) -> Cube:
    by = view.cube_offered_by
    offer = Offer(Act.DOUBLE, by, 2 * view.cube_value) if by is not None else None
    return Cube(view.cube_value, view.cube_owner, offer)
