"""Every control in every phase of random tables: each has an effect that is seen, or a sentence.

    python -m tests.fuzz.controls --tables 2000

A table is a random session of either game (:mod:`tests.fuzz.sessions`) as it stands after some events.  There each
field of both halves, of the menu and of the pages behind them is touched, each button pressed, each line of
``run --control`` written, and whatever else people may do is done, each time from the same state.

* Nothing is silent: both halves and the board look otherwise than before, dice fall, or something is said.
* What is offered is not refused: a field that can be touched is answered with no "not now".

``--only SEED`` tries one table again.  It ends with 1 if anything was found.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from companion.app.games import at_table
from companion.errors import InputError
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView
from companion.match.events import (
    ButtonPressed,
    DiceRolled,
    Edited,
    FramesEnded,
    LayerEvent,
    MoveEdited,
    NextGame,
    PlayPrepared,
)
from companion.match.phases import Phase
from companion.record.entries import Entry
from companion.record.facts import NothingToUndo, NotNow, PressedIn, StrayAnswer
from companion.record.journal import Mode
from companion.screen import draughts_facts, draughts_fields, facts, touch_fields
from companion.screen.board.entering import entry_of
from companion.screen.chairs import chair_of
from companion.screen.widgets.fields import Field, Page
from tests.fuzz.sessions import FoundError, FuzzedSession

TABLES: Final = 2000
_MOST_EVENTS: Final = 140
_ANYTHING: Final = 12
_OF_A_PAGE: Final = 7
"""Fields of one page that are touched: of twenty plays or rolls some do."""
_DEEPEST: Final = 4
_REFUSALS: Final = (NotNow, NothingToUndo, StrayAnswer, PressedIn)
_BY_CONTENT: Final = (Edited, MoveEdited)
"""What is refused for what it says, as a play after which a later one would not be legal: with the reason."""
_LINES: Final = {
    "backgammon": (
        "roll 31", "roll 44", "play 8/5 6/5", "play 13/7", "double", "take", "drop", "beaver", "raccoon",
        "answer 1", "answer 2",
        "answer 3", "undo", "undo-change", "edit 1 play 8/5 6/5", "edit 2 roll 31", "edit 99 roll 31",
        "position 4HPwATDgc/ABMA light", "put-back", "ruling", "stand", "dispute", "claim dark the die was flat",
        "director", "pause", "resume", "resign single", "resign dark gammon", "end light single", "next",
    ),
    "draughts": (
        "move c3-d4", "c3xe5", "draw", "draw dark", "resign", "resign dark", "answer 1", "answer 2", "answer 3", "undo",
        "undo light", "undo-change", "edit 1 c3-b4", "edit 9 dark c3-b4", "position W:Wc1,Kd4:Bf6", "put-back",
        "dispute", "claim dark it stood on d6", "director", "pause", "resume", "next",
    ),
}  # fmt: skip


@dataclass(slots=True)
class Tried:
    """What was tried at so many tables: by control, in which phases, and what was found."""

    tables: int = 0
    controls: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)

    def add(self, other: Tried) -> None:
        self.tables += other.tables
        self.controls += other.controls
        self.phases += other.phases
        self.found += other.found


class Controls:
    """All that people can touch, press and write at one table."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.table = FuzzedSession(seed)
        with suppress(FoundError):  # what restarts bring back is judged by tests.fuzz.session
            self.table.go_on(self.rng.randrange(_MOST_EVENTS))
        self.at_s = self.table.at_s + 2.0
        self.state = self.table.state
        self.tried = Tried(tables=1)
        self.tried.phases[f"{self.name} {self.state.phase.value}"] += 1
        self.before = self._seen(self.state)

    @property
    def name(self) -> str:
        return "draughts" if isinstance(self.view_of(self.state), DraughtsView) else "backgammon"

    def view_of(self, state: Any) -> Any:
        return at_table(state).view(((200, 225, 240), (40, 35, 35)), trouble=None)

    def step(self, event: Any) -> tuple[Any, Sequence[object]]:
        return at_table(self.state).step(event)

    def try_all(self) -> Tried:
        for name, event in self._by_people():
            self._do(name, event, offered=False)
        if self.state.terms.asks:  # else nobody is at the screen
            for name, event in self._by_touch():
                self._do(name, event, offered=True)
        return self.tried

    # --- the controls ----------------------------------------------------------------------------------------

    def _by_people(self) -> Iterator[tuple[str, Any]]:
        for side in (None, *Side):
            yield f"button {side.value if side else ''}", ButtonPressed(self.at_s, side)
        for line in _LINES[self.name]:
            try:
                yield f"line {line.split()[0]}", at_table(self.state).command(line, self.at_s)
            except InputError:
                continue  # its sentence is printed
        for _ in range(_ANYTHING):
            event = self.table.people.anything(self.state, self.rng, self.at_s)
            if not isinstance(event, LayerEvent) or self.state.terms.mode is Mode.TRAINING:
                yield f"event {type(event).__name__}", event

    def _by_touch(self) -> Iterator[tuple[str, Any]]:
        view = self.view_of(self.state)
        for side in Side:
            chair: Any = chair_of(view, side, "en")
            if self.name == "draughts":
                chair = replace(chair, entry=draughts_fields.entry_of(view))
                fields = draughts_fields.half_fields(chair)
            else:
                chair = replace(chair, entry=entry_of(view, None))
                fields = touch_fields.half_fields(chair)
            for place, one in fields.items():
                yield from self._of_field(place, one, 0)

    def _of_field(self, name: str, one: Field, depth: int) -> Iterator[tuple[str, Any]]:
        if one.event is not None:
            yield name, one.event(self.at_s)
        elif one.page is not None and depth < _DEEPEST:
            page: Page = one.page()
            shown = [*page.fields, *page.also]
            if depth:
                shown = self.rng.sample(shown, min(len(shown), _OF_A_PAGE))
            for each in shown:
                yield from self._of_field(f"{name} > {each.words or each.dice}".replace("\n", " "), each, depth + 1)

    # --- what comes of it ------------------------------------------------------------------------------------

    def _do(self, name: str, event: Any, *, offered: bool) -> None:
        if isinstance(event, PlayPrepared | FramesEnded | DiceRolled):
            return  # nobody does these: the board that is touched draws the first
        if isinstance(event, NextGame) and self.state.phase is Phase.MATCH_OVER:
            return  # another match, which the program begins
        self.tried.controls[name.split(" > ")[-1] if offered else name] += 1
        said: Any = None
        try:
            after, effects = self.step(event)
            said = after.shown.message
            why = self._silent(after, effects) or (self._refused(event, after, effects) if offered else None)
        except Exception as error:
            why = f"breaks: {error!r}"
        if why is not None:
            phase = self.state.phase.value
            mode = f"{self.state.terms.mode.value}{' blind' if self.state.seen.blind else ''}"
            key = "" if said is None else said.key
            question = self.state.shown.question
            asked = "" if question is None else f" asked {question.key}"
            place = " > ".join(name.split(" > ")[:3])
            found = f"{self.name} {phase} {mode}{asked}: {place} ({type(event).__name__}) {why} [{key}]"
            self.tried.found.append(found)

    def _silent(self, after: Any, effects: Sequence[Any]) -> str | None:
        message = after.shown.message
        t = after.t
        if message is not None and after.shown.said_t == t:
            return None
        if any(not isinstance(effect, Entry) for effect in effects) or self._seen(after) != self.before:
            return None
        return "is silent"

    def _seen(self, state: Any) -> Any:
        """What both players have before them, at the time of what is tried."""
        view = self.view_of(state)
        if view.clock is not None:
            view = replace(view, clock=replace(view.clock, left_s=None, delay_left_s=0))
        of: Callable[..., Any] = draughts_facts.facts_of if isinstance(view, DraughtsView) else facts.facts_of
        halves = tuple(of(view, side) for side in Side)
        if isinstance(view, DraughtsView):
            board: Any = (view.position, view.last, view.illegal, view.crown, view.put_back, view.dispute, view.layers)
        else:
            board = (
                view.points, view.bar, view.off, view.arrows, view.illegal, view.cube_value, view.cube_owner,
                view.cube_offered_by, view.dice, view.put_back, view.dispute, view.lifted, view.landings, view.layers,
            )  # fmt: skip
        return halves, board

    def _refused(self, event: Any, after: Any, effects: Sequence[Any]) -> str | None:
        said = after.shown.message
        facts_told = [effect.facts for effect in effects if isinstance(effect, Entry)]
        refused = next((one for one in facts_told if isinstance(one, _REFUSALS)), None)
        is_done = isinstance(event, ButtonPressed) and self.state.phase not in (Phase.PAUSED, Phase.GAME_OVER)
        if refused is not None and not is_done and not (isinstance(event, _BY_CONTENT) and said is not None):
            return f"is offered and refused: {refused!r}"
        if said is None or after.shown.said_t != after.t or not said.key.startswith(("awaited.", "refused.")):
            return None
        return None if is_done else f"is offered and not done: {said.key}"


def tried(seed: int) -> Tried:
    """All controls at the table of a seed."""
    return Controls(seed).try_all()


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.controls", description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES, help=f"so many (default: {TABLES})")
    parser.add_argument("--seed", type=int, default=0, help="of the first table (default: 0)")
    parser.add_argument("--only", type=int, metavar="SEED", help="this one table again")
    options = parser.parse_args(words)
    seeds = [options.only] if options.only is not None else range(options.seed, options.seed + options.tables)
    tried_so_far, kinds, first = Tried(), Counter[str](), dict[str, int]()
    for seed in seeds:
        one = tried(seed)
        tried_so_far.add(one)
        for found in one.found:
            kinds[found] += 1
            first.setdefault(found, seed)
    print(f"tables {tried_so_far.tables}, controls {tried_so_far.controls.total()}")
    print("phases: " + ", ".join(f"{name} {many}" for name, many in tried_so_far.phases.most_common()))
    print(f"found {len(tried_so_far.found)}")
    for found, many in kinds.most_common():
        print(f"{many} x, first with seed {first[found]}: {found}")
    return 1 if tried_so_far.found else 0


if __name__ == "__main__":
    sys.exit(main())
