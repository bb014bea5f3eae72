"""A table to play the cases at: two players with hands, dice and a cube, and a camera that sees well.

:class:`Scene` keeps the world (what lies where) and shows it to the real session. :class:`Desk` sets
scenes up and asks the rules: one that is asleep answers every question to the rules by nonsense.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Final, Self, TypeVar, cast

from companion.app.cues import SoundCue, cues
from companion.games.backgammon import START, BackgammonRules, Play, Position, RuleSet, picture_of
from companion.games.backgammon.cube import Act, Cube
from companion.games.backgammon.scoring import Result
from companion.games.rules import BAR, Side, Stack
from companion.match import events
from companion.match.events import Event
from companion.match.phases import BEFORE_PLAY, OVER, PLAYING, Phase
from companion.match.session import begun, resumed, step
from companion.match.state import DiceSource, EndOfTurn, RollDice, State, Terms, to_roll
from companion.match.view import View, view_of
from companion.record.entries import Kind
from tests.casebook.at_table import ANNA as ANNA
from tests.casebook.at_table import BEN as BEN
from tests.casebook.at_table import NAMES, AtTable
from tests.games.boards import board
from tests.table import LEFT, RIGHT, SURE, Places, at_score, evidence, observed
from vision.observation import POINTS, TRAY, Colour, CubePlace, Evidence, SeenCube

HOUSE: Final = {ANNA: CubePlace.LIGHT, BEN: CubePlace.DARK}
APART: Final[Places] = ((0.2, 0.4), (0.8, 0.6))
"""One die on either half of the board."""

Answer = TypeVar("Answer")
SetsUp = TypeVar("SetsUp", bound=Callable[..., "Scene"])


class _Nonsense:
    """What the rules answer at a desk that is asleep: like nothing else."""

    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 0


NONSENSE: Final = _Nonsense()


@dataclass
class Scene(AtTable):
    """A table in play.  Every look comes a second after the one before.

    ``board``, ``dice`` and ``cube``: what lies there; ``face``: the number on the cube's upper face, where
    it can be read; dice_side: the colour of the dice, where it can be told; on_checkers: they lie
    flat on checkers; ``sure`` and ``sure_of_dice``: how sure the camera is of each spot and each die;
    ``tray_seen``: whether it sees the tray.
    """

    terms: Terms
    state: State = field(init=False)
    sounds: list[SoundCue] = field(default_factory=list)
    rolls_asked: int = 0
    board: dict[int, Stack] = field(default_factory=lambda: dict(picture_of(START)))
    dice: str = ""
    places: Places = LEFT
    cube: CubePlace | None = CubePlace.MIDDLE
    face: int | None = None
    dice_side: Colour | None = None
    on_checkers: bool = False
    tray_seen: bool = False
    sure: float = SURE
    sure_of_dice: float = 0.995

    def __post_init__(self) -> None:
        self.state = begun(self.terms)

    def _step(self, event: Event) -> tuple[State, list[Any]]:
        state, effects = step(self.state, event)
        return state, list(effects)

    def _led_to(self) -> State:
        return resumed(self.terms, self.journal)

    def _on_record(self, state: State) -> dict[str, object]:
        return on_record(state)

    def _view(self) -> View:
        return view_of(self.state)

    # --- what happens at the table ---------------------------------------------------------------

    def happens(self, event: Event) -> list[Any]:
        was = self.state
        effects = super().happens(event)
        if self.state.shown is not was.shown or self.state.record is not was.record:
            made = cues(view_of(was), view_of(self.state))
            self.sounds += [cue.tone for cue in made if cue.tone is not None]
        self.rolls_asked += sum(isinstance(effect, RollDice) for effect in effects)
        return effects

    def look(self, *, times: int = 1, hand: bool = False, cocked: bool = False, **facts: Any) -> None:
        """The camera sees the table as it is now."""
        for _ in range(times):
            self._pass(1.0)
            self.frame += 1
            misread = {spot: evidence(tuple(self.board[spot]), self.sure) for spot in (BAR, *POINTS)}  # type: ignore[arg-type]
            misread |= dict(facts.get("misread", {}))
            if self.tray_seen:
                misread.setdefault(TRAY, Evidence({tuple(self.board[TRAY]): 0.96}))  # type: ignore[dict-item]
            shown = {"sure_of_dice": self.sure_of_dice, **facts, "misread": misread}
            seen = observed(
                self.board, self.dice, self.places, cube=self.cube, hand=hand, cocked=cocked, at_s=self.now, **shown
            )
            if self.dice_side is not None:
                seen = replace(seen, dice=tuple(replace(die, side=self.dice_side) for die in seen.dice))
            if self.on_checkers:
                seen = replace(seen, dice=tuple(replace(die, cocked=True, on_checker=True) for die in seen.dice))
            if self.face is not None and seen.cube is not None:
                seen = replace(seen, cube=_with_face(seen.cube, self.face))
            self.happens(events.BoardSeen(seen, self.frame, self.now))

    def throws(self, dice: str, places: Places | None = None, *, cocked: bool = False, looks: int = 1) -> None:
        """Somebody throws: elsewhere than where the last dice lie, unless told."""
        self.dice = dice
        self.places = places or (LEFT if self.places == RIGHT else RIGHT)
        self.look(cocked=cocked, times=looks)

    def lifts(self, *, looks: int = 2) -> None:
        """The dice are taken up."""
        self.dice = ""
        self.look(times=looks)

    def moves(self, side: Side, play: str, *, looks: int = 1) -> None:
        """A side's checkers go as written, rules or no rules; whoever is hit is put on the bar."""
        for way in Play.from_text(play).steps:
            self._go(side, way.start, way.end, hits=True)
        self.look(times=looks)

    def puts(self, side: Side, start: int | str, end: int | str, *, looks: int = 1) -> None:
        """A hand takes one checker of a side from anywhere to anywhere (``bar``, ``off``), and hits nobody."""
        names = {"bar": 25, "off": 0}
        self._go(side, names.get(str(start), start), names.get(str(end), end), hits=False)  # type: ignore[arg-type]
        self.look(times=looks)

    def loses(self, side: Side, point: int, *, looks: int = 1) -> None:
        """A checker of a side is gone from a point."""
        self._change(side, _spot(side, point), -1)
        self.look(times=looks)

    def sets_up(self, position: Position | Mapping[int, Stack], *, looks: int = 2) -> None:
        """All checkers are put like this."""
        self.board = dict(picture_of(position) if isinstance(position, Position) else position)
        self.look(times=looks)

    def moves_cube(self, place: CubePlace | None, *, looks: int = 1) -> None:
        """The cube is moved, or out of sight."""
        self.cube = place
        self.look(times=looks)

    def electronic(self, dice: str) -> None:
        """The electronic dice fall."""
        self._pass(0.1)
        self.happens(events.DiceRolled(int(dice[0]), int(dice[1]), self.now))

    def confirms_roll(self) -> None:
        """Where it is asked which roll it was, somebody says the one that is on record."""
        if self.question == "question.which-roll":
            roll = self.last(Kind.ROLL).dice
            assert roll is not None
            self.answers(f"{roll[0]}{roll[1]}")
            self.look(times=2)

    def acts(self, act: Act, side: Side) -> None:
        """The cube, by touch."""
        self.touches("CubeActed", act, side)

    def resigns(self, side: Side, result: Result) -> None:
        self.touches("Resigned", side, result)

    # --- what the session makes of it ------------------------------------------------------------

    def begins(self) -> Self:
        self.sounds.clear()
        return super().begins()

    # --- privately -------------------------------------------------------------------------------

    def _go(self, side: Side, start: int, end: int, *, hits: bool) -> None:
        self._change(side, _spot(side, start), -1)
        spot = _spot(side, end)
        if hits and spot in range(1, 25) and self.board[spot].of(side.other) == 1:
            self._change(side.other, spot, -1)
            self._change(side.other, BAR, 1)
        self._change(side, spot, 1)

    def _change(self, side: Side, spot: int, by: int) -> None:
        light, dark = self.board[spot]
        self.board[spot] = Stack(light + by, dark) if side is ANNA else Stack(light, dark + by)
        assert min(self.board[spot]) >= 0, f"no checker of {side.value} lies on {spot}"


def _once(sets_up: SetsUp) -> SetsUp:
    """A table with which many begin is set up once: each gets it as it then was."""
    kept: dict[tuple[Any, ...], Scene] = {}

    @wraps(sets_up)
    def found(desk: Desk, *rules: str, **facts: Any) -> Scene:
        key = (desk.awake, desk.resumes, rules, frozenset(facts.items()))
        if key not in kept:
            kept[key] = sets_up(Desk(desk.awake, desk.resumes), *rules, **facts)
        desk.scenes.append(scene := kept[key].again())
        return scene

    return cast(SetsUp, found)


@dataclass(frozen=True, slots=True)
class Desk:
    """Sets scenes up, and asks the rules."""

    awake: bool = True
    resumes: bool = False
    scenes: list[Scene] = field(default_factory=list)

    def ask(self, answer: Answer) -> Answer:
        """What the rules answer to a question; nonsense while the desk is asleep."""
        return answer if self.awake else cast(Answer, NONSENSE)

    def table(self, rules: str = "tournament", **facts: Any) -> Scene:
        """A table at which nothing has happened, dice being read by camera and lifted at the end of a turn."""
        usual: dict[str, Any] = {"names": NAMES, "asks": True, "end_of_turn": EndOfTurn("lifted")}
        terms = Terms(rules=BackgammonRules(RuleSet.from_text(rules)), **{**usual, **facts})
        scene = Scene(terms, self.awake, self.resumes)
        self.scenes.append(scene)
        return scene

    @_once
    def started(self, rules: str = "tournament", **facts: Any) -> Scene:
        """A table where the start position stands."""
        scene = self.table(rules, **facts)
        scene.look(times=2)
        return scene.begins()

    @_once
    def opened(self, rules: str = "tournament", **facts: Any) -> Scene:
        """A table where Anna has opened with 31 and made the five-point; it is Ben's turn."""
        by_press = facts.get("end_of_turn") is EndOfTurn.BUTTON
        if by_press and "dice" not in facts:
            return self.at("6:4 8:2 5:2 13:5 24:2", "6:5 8:3 13:5 24:2", rules, on_roll=BEN, **facts)
        scene = self.started(rules, **facts)
        if scene.state.terms.dice is DiceSource.ELECTRONIC:
            scene.presses()
            scene.electronic("31")
        else:
            scene.throws("31")
        scene.moves(ANNA, "8/5 6/5", looks=2)
        if by_press:
            scene.presses()
        elif scene.state.terms.end_of_turn is EndOfTurn("lifted"):
            scene.lifts()
        return scene.begins()

    @_once
    def two_turns(self, rules: str = "tournament", **facts: Any) -> Scene:
        """Ben has played 24/13 with 65 and Anna 24/20 13/11 with 42; Ben is to roll."""
        scene = self.opened(rules, **facts)
        scene.throws("65", LEFT)
        scene.moves(BEN, "24/13", looks=2)
        scene.lifts()
        scene.throws("42", RIGHT)
        scene.moves(ANNA, "24/20 13/11", looks=2)
        scene.lifts()
        assert scene.recorded()[-1:] == ["light play 42 24/20 13/11"]
        return scene

    @_once
    def wrongly_played(self, rules: str = "tournament", **facts: Any) -> Scene:
        """Ben has played 13/9 13/10 with 65 and ended his turn."""
        scene = self.opened(rules, **facts)
        scene.throws("65", LEFT)
        scene.moves(BEN, "13/9 13/10", looks=2)
        if scene.state.terms.end_of_turn is EndOfTurn.BUTTON:
            scene.presses()
            scene.look()
        else:
            scene.lifts()
        return scene

    def at(
        self, light: str, dark: str, rules: str = "tournament", *, on_roll: Side = ANNA, cube: Cube | None = None,
        state: Mapping[str, Any] | None = None, **facts: Any,
    ) -> Scene:  # fmt: skip
        """A table in the middle of a game, a side to begin its turn; checkers in each side's own numbering."""
        scene = self.started(rules, **facts)
        position = board(light, dark, on_roll=on_roll)
        for side in _takers(cube):
            # Whoever is to own the cube takes it from the other side.
            scene.touches("PositionSet", position.id(), side.other)
            scene.acts(Act.DOUBLE, side.other)
            scene.acts(Act.TAKE, side)
        scene.touches("PositionSet", position.id(), on_roll)
        scene.state = scene.state.with_shown(message=None)  # what lay there before is nobody's concern
        facts = dict(state or {})
        if any(getattr(scene.state.record, name) != fact for name, fact in facts.items()):
            scores = {name: facts.pop(name) for name in ("score", "crawford", "crawford_played") if name in facts}
            staged = at_score(scene.state, **scores).with_record(phase=Phase.ROLLING, **facts)
            scene.state, scene.staged = to_roll(staged), True
        scene.board = dict(picture_of(position))
        if cube is not None and cube.owner is not None:
            scene.cube = HOUSE[cube.owner]
        scene.look()
        return scene.begins()


def on_record(state: State) -> dict[str, object]:
    """What a journal must lead to again: not what is only seen, nor what is asked on the screen."""
    return {
        "phase": "playing" if state.phase in PLAYING else state.phase.value,
        "position": state.record.position if state.phase not in BEFORE_PLAY | OVER else None,
        "cube": state.record.cube,
        "score": state.record.score,
        "crawford": state.record.crawford,
        "rolls": state.record.rolls,
        "borne_off": state.record.borne_off,
        "roll": state.record.turn.dice if state.record.turn else None,
        "result": state.record.result,
        "resignation": state.record.resignation,
        "reserved": state.record.reserved,
        "turns": state.record.turns,
        "game": state.record.game,
    }


def _takers(cube: Cube | None) -> list[Side]:
    """Who has taken the cube, one after the other, until it is as wanted."""
    if cube is None or cube.owner is None:
        return []
    takes = cube.value.bit_length() - 1
    return [cube.owner if (takes - k) % 2 else cube.owner.other for k in range(takes)]


def _spot(side: Side, own: int) -> int:
    """A place in a side's own numbering, 25 = bar and 0 = off, as a spot of the board."""
    if own in (0, 25):
        return TRAY if own == 0 else BAR
    return own if side is ANNA else 25 - own


def _with_face(cube: SeenCube, value: int) -> SeenCube:
    faces = (2, 4, 8, 16, 32, 64)
    return replace(cube, value=value, likelihoods=tuple(0.97 if face == value else 0.006 for face in faces))
