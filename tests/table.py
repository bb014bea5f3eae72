"""A table to act at: boards, dice and cube as a camera with good eyes would report them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from companion.games.backgammon import START, Dice, Play, Position, legal_plays, picture_of
from companion.games.backgammon.cube import Cube
from companion.games.rules import Side, Stack
from companion.match.events import Answered, BoardSeen, ButtonPressed, Event
from companion.match.session import RollDice, State, Terms, begun, step
from companion.record.entries import Entry, Kind
from companion.record.facts import PlayCame
from companion.record.match import Double, Game, Placed, Take
from tests.agreeing import both_agree
from vision.observation import (
    BAR,
    POINTS,
    TRAY,
    UNSEEN,
    Counts,
    CubePlace,
    Evidence,
    Observation,
    SeenCube,
    SeenDie,
)

_CORNERS = ((0.0, 0.0), (1000.0, 0.0), (1000.0, 800.0), (0.0, 800.0))
Places = tuple[tuple[float, float], tuple[float, float]]
RIGHT: Places = ((0.7, 0.4), (0.8, 0.6))
LEFT: Places = ((0.2, 0.4), (0.3, 0.6))


def position(text: str, on_roll: Side = Side.LIGHT) -> Position:
    """A board in short: ``"6:5 8:3 bar:1 | 19:-5"``; counts of Light positive, of Dark negative, the rest borne off."""
    points, bar = [0] * 24, [0, 0]
    for word in text.replace("|", " ").split():
        place, _, number = word.partition(":")
        checkers = int(number)
        if place == "bar":
            bar[checkers < 0] += abs(checkers)
        else:
            points[int(place) - 1] = checkers
    light = bar[0] + sum(n for n in points if n > 0)
    dark = bar[1] - sum(n for n in points if n < 0)
    return Position(tuple(points), Stack(*bar), Stack(15 - light, 15 - dark), on_roll)


def after(before: Position, dice: str, play: str) -> Position:
    """Where a legal play leads."""
    wanted = Play.from_text(play).text()
    ends = {made.text(): end for end, made in legal_plays(before, Dice.from_text(dice)).items()}
    assert wanted in ends, f"{play} is not among {list(ends)}"
    return ends[wanted]


SURE = 0.999
"""How sure the camera is of a spot: in films of boards that no net learned from it is so of more than half of them."""


def evidence(counts: Counts, sure: float = SURE) -> Evidence:
    """Evidence for these counts, a little of it for one checker more or less."""
    light, dark = counts
    around = {(light + 1, 0), (max(light - 1, 0), 0)} if dark == 0 else {(0, dark + 1), (0, max(dark - 1, 0))}
    share = (1 - sure) / 2
    return Evidence({**dict.fromkeys(around - {counts}, share), counts: sure})


def die(value: int, place: tuple[float, float], *, sure: float = 0.995, cocked: bool = False) -> SeenDie:
    likelihoods = [(1 - sure) / 5] * 6
    likelihoods[value - 1] = sure
    center = (place[0] * 1000, place[1] * 800)
    return SeenDie(center, place, tuple(likelihoods), cocked=cocked)  # type: ignore[arg-type]


def observed(
    board: Position | Mapping[int, Stack],
    dice: str = "",
    places: Places = RIGHT,
    *,
    cube: CubePlace | None = CubePlace.MIDDLE,
    hand: bool = False,
    cocked: bool = False,
    misread: Mapping[int, Evidence] | None = None,
    sure_of_dice: float = 0.995,
    at_s: float = 0.0,
) -> Observation:
    """One look at a board; the tray is never seen."""
    picture = picture_of(board) if isinstance(board, Position) else board
    seen: dict[int, Evidence] = {spot: evidence(tuple(picture[spot])) for spot in (BAR, *POINTS)}  # type: ignore[arg-type]
    numbers = zip((int(digit) for digit in dice), places, strict=False)
    return Observation(
        evidence={**seen, TRAY: UNSEEN, **(misread or {})},
        dice=tuple(die(number, place, cocked=cocked, sure=sure_of_dice) for number, place in numbers),
        cube=SeenCube((500.0, 400.0), cube, 0.9) if cube else None,
        hand=hand,
        seen_at_s=at_s,
        corners_px=_CORNERS,
    )


@dataclass
class Table:
    """A session and what it wrote; each look comes a second after the one before."""

    terms: Terms = field(default_factory=Terms)
    state: State = field(init=False)
    journal: list[Entry] = field(default_factory=list)
    rolls_asked: int = 0

    def __post_init__(self) -> None:
        self.state = begun(self.terms)
        self._frames = count()

    def see(
        self, board: Position | Mapping[int, Stack], dice: str = "", places: Places = RIGHT, **facts: object
    ) -> None:
        """Show the camera a board."""
        frame = next(self._frames)
        look = observed(board, dice, places, at_s=float(frame), **facts)  # type: ignore[arg-type]
        self.happen(BoardSeen(look, frame, float(frame)))

    def press(self, side: Side | None = None) -> None:
        """Press the button, or a side's own, so soon after the last look that no hand can have moved anything."""
        assert self.state.seen.look is not None
        self.happen(ButtonPressed(self.state.seen.look.at_s + 0.1, side))

    def happen(self, event: Event) -> None:
        """Something happens; to what comes from nobody's chair both agree."""
        self._step(event)
        if both_agree(self.state):
            self._step(Answered(0, event.at_s))

    def _step(self, event: Event) -> None:
        before = self.state.n
        self.state, effects = step(self.state, event)
        new = [effect for effect in effects if isinstance(effect, Entry)]
        assert [entry.n for entry in new] == list(range(before + 1, self.state.n + 1)), "each entry is told"
        self.journal += new
        self.rolls_asked += sum(isinstance(effect, RollDice) for effect in effects)

    def recorded(self) -> list[str]:
        """The journal in short, such as ``light roll 31`` or ``dark play 65 24/13``; not how far a play has come."""
        return [_short(entry) for entry in self.journal if not isinstance(entry.facts, PlayCame)]

    def last(self, kind: Kind) -> Entry:
        return [entry for entry in self.journal if entry.event is kind][-1]


def at_score(
    state: State, score: tuple[int, int] = (0, 0), *, crawford: bool = False, crawford_played: bool = False
) -> State:
    """The state in which the game that is played began at this score, and is the Crawford game or comes after it."""
    game = replace(state.record.games[-1], score=score, crawford=crawford)
    return state.with_record(games=(Game(crawford=True), game) if crawford_played else (game,))


def opened(terms: Terms | None = None) -> tuple[Table, Position]:
    """A table where Light has opened with 31 and made the five-point; Dark is to roll."""
    table = Table(terms or Terms())
    board = after(replace(START, on_roll=Side.LIGHT), "31", "8/5 6/5")
    table.see(START)
    table.see(START, "31")
    table.see(board, "31")
    return table, board


def _short(entry: Entry) -> str:
    words = [
        entry.side.value if entry.side else "",
        entry.event.value,
        f"{entry.dice[0]}{entry.dice[1]}" if entry.dice else "",
        entry.play or "",
        entry.reason or "",
    ]
    return " ".join(word for word in words if word)


def staged(state: State, position: Position | None = None, cube: Cube | None = None) -> State:
    """The state in which the cube was doubled to this stake and taken, and then the checkers were placed so."""
    *earlier, game = state.record.games or (Game(),)
    owner = cube.owner if cube is not None else None
    taken = (Double(owner.other, cube.value), Take(owner)) if cube is not None and owner is not None else ()
    placed = (Placed(position),) if position is not None else ()
    game = replace(game, actions=(*taken, *game.actions, *placed))
    record = state.record.with_games((*earlier, game), state.terms.rules)
    return replace(state, record=record).with_seen(belief=None, recorded=())
