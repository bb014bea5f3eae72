"""Every act of a person at a refereed table, walked through the table of consent, in both games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from companion.app import console, console_words, draughts_console
from companion.app.console_words import Order
from companion.games.backgammon import START, BackgammonRules
from companion.games.backgammon.cube import Act
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match import consent, events, port
from companion.match.any_game import is_wished
from companion.match.any_seen import Camera
from companion.match.consent_table import BOTH, SLIP_S, TABLE, Deed, Rule, Who, who_agrees
from companion.match.draughts import port as draughts_port
from companion.match.draughts import session as draughts
from companion.match.draughts.session import resumed as draughts_resumed
from companion.match.draughts.view import view_of as draughts_view_of
from companion.match.events import (
    Answered,
    Awarded,
    BoardSeen,
    ButtonPressed,
    ChangeUndone,
    Claimed,
    Condoned,
    CubeActed,
    Directed,
    Disputed,
    DrawOffered,
    Edited,
    Ended,
    GameResigned,
    LeftToDirector,
    MoveEdited,
    MoveEntered,
    NextGame,
    Paused,
    PlayEntered,
    PlayPrepared,
    PositionEntered,
    PositionSet,
    PutBackAsked,
    Resigned,
    Resumed,
    RollEntered,
    RulingAsked,
    TakenUp,
    Ticked,
    TimeAdjusted,
    UndoAsked,
)
from companion.match.phases import Phase
from companion.match.session import begun, resumed, step
from companion.match.state import Terms
from companion.match.terms import DiceSource, EndOfTurn
from companion.match.view import view_of
from companion.record.entries import Entry
from companion.record.facts import DirectorActed, NotNow
from companion.record.header import Header
from companion.record.journal import Mode
from companion.record.lines import entry_from_line, row_of_entry
from companion.record.match import Cause, Win
from companion.record.recorded import recorded_match
from companion.record.reports.event_words import Narrator, event_words, move_event_words
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.draughts_fields import half_fields as draughts_half_fields
from companion.screen.touch_fields import half_fields
from companion.screen.widgets.fields import Chair, Field, Page
from tests.match.draughts.board import look_at
from tests.table import observed

ANNA, BEN = Side.LIGHT, Side.DARK
NOBODYS: Final = {
    "BoardSeen", "Ticked", "DiceRolled", "CameraLost", "CameraBack", "FramesEnded", "LayerEvent", "TakenUp", "Directed",
}  # fmt: skip
"""What no player does."""


class AtTable:
    """A blind table of one of the games, at which each event comes a second after the one before."""

    def __init__(self, game: str, **facts: Any) -> None:
        usual: dict[str, Any] = {"names": ("Anna", "Ben"), "asks": True, "length": 5, **facts}
        self.game = game
        if game == "backgammon":
            dice = {"end_of_turn": EndOfTurn.BUTTON, "dice": DiceSource.CAMERA}
            self.state: Any = begun(Terms(**{**dice, **usual}))
        else:
            self.state = draughts.begun(draughts.DraughtsTerms(**usual))
        self.state = self.state.with_seen(camera=Camera.NONE)
        self.entries: list[Entry] = []
        self.now_s = 100.0

    @property
    def module(self) -> Any:
        return port if self.game == "backgammon" else draughts_port

    @property
    def header(self) -> Header:
        """Of the match as the archive has it."""
        terms = self.state.terms
        rules = terms.rules.rules.text()
        return Header(1, "2026-11-20T19:30:00+00:00", ("Anna", "Ben"), terms.length, terms.mode, rules)

    @property
    def view(self) -> Any:
        return (view_of if self.game == "backgammon" else draughts_view_of)(self.state)

    def do(self, event: Callable[..., Any], *, after_s: float = 1.0, **chair: Any) -> list[Entry]:
        self.now_s += after_s
        happens = step if self.game == "backgammon" else draughts.step
        self.state, effects = happens(self.state, event(at_s=self.now_s, **chair))
        made = [effect for effect in effects if isinstance(effect, Entry)]
        self.entries += made
        return made

    def agreed(self, event: Callable[..., Any], **chair: Any) -> None:
        """Something happens to which both agree, if anybody has to."""
        self.do(event, **chair)
        if self.state.shown.question is not None and self.state.shown.question.wanted is not None:
            self.do(partial(Answered, 0), after_s=0.0)

    def resumes(self) -> Any:
        """The state of the match that is taken up from what is on disk."""
        rows: list[Any] = [row_of_entry(entry) for entry in self.entries]
        entries = [entry_from_line(row, row["details"]) for row in rows]
        return (resumed if self.game == "backgammon" else draughts_resumed)(self.state.terms, entries)


def rolled(**facts: Any) -> AtTable:
    """Anna has opened with 31 and is to play it."""
    table = AtTable("backgammon", **facts)
    table.do(partial(RollEntered, 3, 1))
    return table


def turned(**facts: Any) -> AtTable:
    """Anna has played her opening roll; it is Ben's turn to roll."""
    table = rolled(**facts)
    table.do(partial(PlayEntered, "8/5 6/5"))
    return table


def doubled(**facts: Any) -> AtTable:
    table = turned(**facts)
    table.do(partial(CubeActed, Act.DOUBLE, BEN))
    return table


def taken(**facts: Any) -> AtTable:
    table = doubled(**facts)
    table.do(partial(CubeActed, Act.TAKE, ANNA))
    return table


def over(**facts: Any) -> AtTable:
    table = doubled(**facts)
    table.do(partial(CubeActed, Act.DROP, ANNA))
    return table


def wrong(**facts: Any) -> AtTable:
    """Anna has played her roll against the rules."""
    table = rolled(**facts)
    table.do(partial(PlayEntered, "8/5 8/7 6/5"))
    table.do(partial(PlayEntered, "13/5"))
    return table


def after(before: Callable[..., AtTable], *happened: Callable[..., Any]) -> Callable[..., AtTable]:
    """The table after further events to which both agree."""

    def table(**facts: Any) -> AtTable:
        made = before(**facts)
        for event in happened:
            made.agreed(event)
        return made

    return table


def moved(**facts: Any) -> AtTable:
    """A game of draughts in which both have moved; it is Anna's turn."""
    table = AtTable("draughts", **facts)
    table.do(NextGame)
    for move in ("c3-d4", "b6-a5"):
        table.do(partial(MoveEntered, move))
    return table


@dataclass(frozen=True)
class Case:
    """An act from a chair: what came before, the event, and the deed that it is.

    ``asked``: by chair, who has to agree.  ``at_once``: it cannot be asked about, as what it does is only shown.
    """

    before: Callable[..., AtTable]
    event: Callable[..., Any]
    deed: Deed
    asked: dict[Side | None, set[Side]]


OTHER: Final[dict[Side | None, set[Side]]] = {ANNA: {BEN}, BEN: {ANNA}, None: {ANNA, BEN}}
NOBODY: Final[dict[Side | None, set[Side]]] = {ANNA: set(), BEN: set(), None: set()}
ANNAS: Final[dict[Side | None, set[Side]]] = {ANNA: set(), BEN: {ANNA}, None: set()}
BENS: Final[dict[Side | None, set[Side]]] = {ANNA: {BEN}, BEN: set(), None: set()}
FIXED: Final[dict[Side | None, set[Side]]] = {None: set()}
"""The event itself says whose it is."""

PLACE: Final = "4HPwATDgc/ABMA"
ACTS: Final[dict[str, Case]] = {
    # --- backgammon ---
    "a roll that is due": Case(turned, partial(RollEntered, 6, 5), Deed.ENTER_ROLL, BENS),
    "another roll": Case(rolled, partial(RollEntered, 6, 5), Deed.CHANGE_ROLL, OTHER),
    "a play": Case(rolled, partial(PlayEntered, "8/5 6/5"), Deed.ENTER_PLAY, ANNAS),
    "an illegal play": Case(rolled, partial(PlayEntered, "13/5"), Deed.ENTER_PLAY, ANNAS),
    "another last play": Case(turned, partial(Edited, 1, play="24/20"), Deed.CHANGE_TURN, OTHER),
    "the last play taken back": Case(turned, UndoAsked, Deed.UNDO, OTHER),
    "a position": Case(turned, partial(PositionSet, PLACE, BEN), Deed.SET_POSITION, OTHER),
    "a position in a turn": Case(rolled, partial(PositionSet, PLACE, BEN), Deed.SET_POSITION, OTHER),
    "a double": Case(turned, partial(CubeActed, Act.DOUBLE, BEN), Deed.DOUBLE, FIXED),
    "a take": Case(doubled, partial(CubeActed, Act.TAKE, ANNA), Deed.ANSWER_DOUBLE, FIXED),
    "a drop": Case(doubled, partial(CubeActed, Act.DROP, ANNA), Deed.ANSWER_DOUBLE, FIXED),
    "a double withdrawn": Case(doubled, ChangeUndone, Deed.TAKE_BACK, OTHER),
    "a correction undone": Case(
        after(turned, partial(Edited, 1, play="24/20")), ChangeUndone, Deed.TAKE_BACK, OTHER
    ),
    "a resignation": Case(turned, partial(Resigned, BEN, Result.GAMMON), Deed.RESIGN, FIXED),
    "an illegal play that stands": Case(wrong, Condoned, Deed.CONDONE, {BEN: set(), None: set()}),
    "the game said to be over": Case(turned, partial(Ended, ANNA, Result.GAMMON), Deed.END_GAME, OTHER),
    "the game said to be over in a turn": Case(rolled, partial(Ended, BEN, Result.SINGLE), Deed.END_GAME, OTHER),
    "another result": Case(over, partial(Ended, ANNA, Result.GAMMON), Deed.CHANGE_RESULT, OTHER),
    "the result agreed to": Case(over, NextGame, Deed.AGREE_RESULT, OTHER),
    "the next game": Case(after(over, NextGame), NextGame, Deed.NEXT_GAME, NOBODY),
    "a pause": Case(turned, Paused, Deed.PAUSE, NOBODY),
    "the board put back": Case(turned, PutBackAsked, Deed.PAUSE, NOBODY),
    "a pause of a clock": Case(partial(turned, clock=True), Paused, Deed.STOP_CLOCK, OTHER),
    "the board put back with a clock": Case(partial(turned, clock=True), PutBackAsked, Deed.STOP_CLOCK, OTHER),
    "the end of a pause": Case(after(turned, Paused), Resumed, Deed.GO_ON, OTHER),
    "the end of a pause of a clock": Case(after(partial(turned, clock=True), Paused), Resumed, Deed.GO_ON, OTHER),
    "the end of putting back": Case(after(turned, PutBackAsked), Resumed, Deed.GO_ON, OTHER),
    "the end of a dispute": Case(after(turned, Disputed), Resumed, Deed.GO_ON, OTHER),
    "a roll corrected in a dispute": Case(
        after(rolled, Disputed), partial(RollEntered, 6, 5), Deed.CHANGE_ROLL, OTHER
    ),
    "a dispute": Case(turned, Disputed, Deed.DISPUTE, FIXED),
    "a claim": Case(after(turned, Disputed), partial(Claimed, ANNA, "so it was"), Deed.CLAIM, FIXED),
    "a dispute left": Case(after(turned, Disputed), LeftToDirector, Deed.LEAVE_DISPUTE, OTHER),
    "a dispute after the game left": Case(after(over, Disputed), LeftToDirector, Deed.LEAVE_DISPUTE, OTHER),
    "points given": Case(turned, partial(Awarded, ANNA, 2), Deed.AWARD, OTHER),
    "points given after the game": Case(over, partial(Awarded, ANNA, 2), Deed.AWARD, OTHER),
    "points given in a pause": Case(after(turned, Paused), partial(Awarded, BEN, 1), Deed.AWARD, OTHER),
    "the match given": Case(turned, partial(Awarded, ANNA, 0), Deed.AWARD, OTHER),
    "time given": Case(partial(turned, clock=True), partial(TimeAdjusted, ANNA, 60), Deed.ADJUST_CLOCK, OTHER),
    # --- draughts ---
    "a game of draughts given": Case(moved, partial(Awarded, ANNA, 1), Deed.AWARD, OTHER),
    "a game of draughts declared drawn": Case(moved, partial(Awarded, None, 1), Deed.AWARD, OTHER),
    "a match of draughts given": Case(moved, partial(Awarded, BEN, 0), Deed.AWARD, OTHER),
    "time taken at draughts": Case(
        partial(moved, clock=True), partial(TimeAdjusted, BEN, -60), Deed.ADJUST_CLOCK, OTHER
    ),
    "a move": Case(moved, partial(MoveEntered, "d4-c5"), Deed.ENTER_PLAY, ANNAS),
    "another move": Case(moved, partial(MoveEdited, 1, "f6-g5"), Deed.CHANGE_TURN, OTHER),
    "the last move taken back": Case(moved, UndoAsked, Deed.UNDO, OTHER),
    "a board of draughts": Case(moved, partial(PositionEntered, "W:Wc1,Kd4:Bf6"), Deed.SET_POSITION, OTHER),
    "a correction at draughts undone": Case(
        after(moved, partial(MoveEdited, 1, "f6-g5")), ChangeUndone, Deed.TAKE_BACK, OTHER
    ),
    "a draw offered": Case(moved, partial(DrawOffered, ANNA), Deed.OFFER_DRAW, FIXED),
    "a draw agreed to": Case(
        after(moved, partial(DrawOffered, ANNA)), partial(DrawOffered, BEN), Deed.OFFER_DRAW, FIXED
    ),
    "a game given up": Case(moved, partial(GameResigned, BEN), Deed.GIVE_UP, FIXED),
    "a result at draughts agreed to": Case(
        after(moved, partial(GameResigned, BEN)), NextGame, Deed.AGREE_RESULT, OTHER
    ),
    "the next game of draughts": Case(
        after(moved, partial(GameResigned, BEN), NextGame), NextGame, Deed.NEXT_GAME, NOBODY
    ),
    "a pause at draughts": Case(moved, Paused, Deed.PAUSE, NOBODY),
    "a pause of a clock at draughts": Case(partial(moved, clock=True), Paused, Deed.STOP_CLOCK, OTHER),
    "the end of a pause at draughts": Case(after(moved, Paused), Resumed, Deed.GO_ON, OTHER),
    "a dispute at draughts": Case(moved, Disputed, Deed.DISPUTE, FIXED),
    "a claim at draughts": Case(after(moved, Disputed), partial(Claimed, BEN, "so it was"), Deed.CLAIM, FIXED),
    "a dispute at draughts left": Case(after(moved, Disputed), LeftToDirector, Deed.LEAVE_DISPUTE, OTHER),
}  # fmt: skip
each_name = pytest.mark.parametrize("name", ACTS)
each = pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())


def made(name: str, by: Side | None, **facts: Any) -> tuple[AtTable, Any, list[Entry]]:
    """The table after an act, the state before it, and what came of it."""
    act = ACTS[name]
    table = act.before(**facts)
    before = table.state
    chair: dict[str, Any] = {} if None in act.asked and len(act.asked) == 1 else {"by": by}
    return table, before, table.do(act.event, **chair)


@each_name
def test_who_has_to_agree_is_asked_nothing_is_done_before_and_nobody_else_answers(name: str) -> None:
    act = ACTS[name]
    for by, asked in act.asked.items():
        table, before, entries = made(name, by)
        assert consent.deed_of(before, act.event(at_s=0.0), table.module) is act.deed
        question = table.state.shown.question
        if not asked:
            assert question is None or question.wanted is None
            assert any(not isinstance(entry.facts, NotNow) for entry in entries), "it is done"
            continue
        assert question is not None
        assert question.wanted is not None
        assert table.view.question.to == asked
        assert table.state.record == before.record
        named = dict(zip(Side, before.terms.names, strict=True))
        assert question.values.get("name") == (None if by is None else named[by])
        if len(asked) == 1:
            (one,) = asked
            table.do(partial(Answered, 0), by=one.other)
            assert table.state.record == before.record
            assert table.view.question.to == asked


@each_name
def test_the_yes_of_each_does_it_and_a_no_does_nothing(name: str) -> None:
    for by, asked in ACTS[name].asked.items():
        if asked:
            _done_by_a_yes(name, by, asked)
            table, before, _ = made(name, by)
            table.do(partial(Answered, 1), by=next(iter(asked)))
            assert table.state.record == before.record
            assert table.state.shown.question is None or table.state.shown.question.wanted is None
            assert table.state.shown.message.key == "notice.not-agreed"


def _done_by_a_yes(name: str, by: Side | None, asked: set[Side]) -> None:
    table, before, _ = made(name, by)
    record = before.record
    for side in sorted(asked, key=lambda one: one.value):
        assert table.state.record == record
        assert table.state.shown.question is not None
        table.do(partial(Answered, 0), by=side)
    alone, _, _ = made(name, by, mode=Mode.TRAINING)
    if alone.state.shown.question is not None:  # whoever asks for an undo is asked once more
        alone.do(partial(Answered, 0))
    assert _essence(table.state) == _essence(alone.state), "as where nobody has to agree"


def _essence(state: Any) -> tuple[Any, ...]:
    record = state.record
    return (state.phase, record.position, record.score, getattr(record, "cube", None), record.game, record.dispute)


@each_name
def test_the_question_outlasts_a_restart_and_so_does_half_an_answer(name: str) -> None:
    for by in ACTS[name].asked:
        table, _, _ = made(name, by)
        asked = set(ACTS[name].asked[by])
        while asked:
            again = table.resumes()
            was, now = table.state.shown.question, again.shown.question
            assert now is not None
            assert (now.key, now.to, now.values, now.mark) == (was.key, frozenset(asked), was.values, was.mark)
            assert is_wished(again, now)
            side = asked.pop()
            table.do(partial(Answered, 0), by=side)
        again = table.resumes()
        assert again.shown.question is None or again.shown.question.wanted is None
        assert _essence(again) == _essence(table.state)


@each
@pytest.mark.parametrize("facts", [{"mode": Mode.RECORDED}, {"asks": False}], ids=["recorded", "replayed"])
def test_in_other_matches_nobody_has_to_agree(act: Case, facts: dict[str, Any]) -> None:
    table = act.before(**facts)
    chair: dict[str, Any] = {"by": ANNA} if ANNA in act.asked else {}
    table.do(act.event, **chair)
    question = table.state.shown.question
    assert question is None or question.wanted is None


def test_every_deed_has_a_rule_and_is_acted_out_here() -> None:
    assert set(TABLE) == set(Deed)
    elsewhere = {Deed.END_TURN, Deed.ANSWER, Deed.ASK_RULING}
    assert {act.deed for act in ACTS.values()} | elsewhere == set(Deed)


def test_the_table_of_consent_is_what_the_acts_say() -> None:
    for name, act in ACTS.items():
        for by, asked in act.asked.items():
            if len(act.asked) == 1:
                assert TABLE[act.deed].who in (Who.OWN, Who.EITHER), name
                assert not TABLE[act.deed].agrees, name
            else:
                owner = {id(ANNAS): ANNA, id(BENS): BEN}.get(id(act.asked))
                assert who_agrees(act.deed, by, owner) == asked, name


def table_in_markdown() -> str:
    """The table as :file:`docs/internals/consent.md` has it, in the order of :class:`Deed`."""
    lines = [
        "| act | whose it is | who has to agree | taken back alone | the question stands |",
        "|---|---|---|---|---|",
    ]
    for deed in Deed:
        rule = TABLE[deed]
        agrees = "the other player" if rule.agrees else f"by the rules: {rule.answer}" if rule.answer else _nobody(rule)
        alone = f"{rule.alone_s:g} s" if rule.alone_s else "no"
        stands = rule.lasts.value if rule.agrees or rule.who is Who.ON_TURN else ""
        lines.append(f"| {deed.value} | {rule.who.value} | {agrees} | {alone} | {stands} |")
    return "\n".join(lines)


def _nobody(rule: Rule) -> str:
    return "nobody" if rule.who is not Who.ON_TURN else "nobody; that player, where the other one does it"


def test_the_page_for_readers_has_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "internals" / "consent.md"
    assert table_in_markdown() in page.read_text(encoding="utf-8")


# --- every event, command and touch ----------------------------------------------------------------------


def _kinds() -> Iterator[type]:
    yield from get_args(events.Event)
    yield from (MoveEntered, MoveEdited, PositionEntered, DrawOffered, GameResigned)


EXAMPLES: Final[dict[type, Any]] = {
    UndoAsked: UndoAsked(1.0), ChangeUndone: ChangeUndone(1.0), Answered: Answered(0, 1.0), Paused: Paused(1.0),
    Resumed: Resumed(1.0), Disputed: Disputed(1.0), Claimed: Claimed(ANNA, "so", 1.0),
    ButtonPressed: ButtonPressed(1.0), LeftToDirector: LeftToDirector(1.0), RollEntered: RollEntered(3, 1, 1.0),
    PlayEntered: PlayEntered("8/5 6/5", 1.0),
    PlayPrepared: PlayPrepared(None, 1.0), PositionSet: PositionSet(PLACE, ANNA, 1.0), Edited: Edited(1, 1.0),
    CubeActed: CubeActed(Act.TAKE, ANNA, 1.0), Resigned: Resigned(ANNA, Result.SINGLE, 1.0),
    Ended: Ended(ANNA, Result.SINGLE, 1.0), PutBackAsked: PutBackAsked(1.0), RulingAsked: RulingAsked(1.0),
    Condoned: Condoned(1.0), NextGame: NextGame(1.0), MoveEntered: MoveEntered("c3-d4", 1.0),
    MoveEdited: MoveEdited(0, "c3-d4", 1.0), PositionEntered: PositionEntered("W:Wc1,Kd4:Bf6", 1.0),
    Awarded: Awarded(ANNA, 1, 1.0), TimeAdjusted: TimeAdjusted(ANNA, 60, 1.0),
    DrawOffered: DrawOffered(ANNA, 1.0), GameResigned: GameResigned(ANNA, 1.0),
}  # fmt: skip


@pytest.mark.parametrize("kind", list(_kinds()), ids=lambda kind: kind.__name__)
def test_every_event_is_in_the_table_or_is_nobodys(kind: type) -> None:
    assert (kind in EXAMPLES) != (kind.__name__ in NOBODYS), "say in the table whose this event is"
    if kind not in EXAMPLES:
        return
    deed = consent.deed_of(turned().state, EXAMPLES[kind], port) or consent.deed_of(
        moved().state, EXAMPLES[kind], draughts_port
    )
    assert deed in TABLE


@pytest.mark.parametrize(
    ("command", "table"),
    [
        *((word, turned()) for word in (
            "press", "roll 31", "play 8/5 6/5", "edit 1 play 24/20", "position 4HPwATDgc/ABMA light", "double", "take",
            "drop", "beaver", "resign gammon", "end light gammon", "award light 2",
            "award light match", "time dark -60",
        )),
        *((word, moved()) for word in (
            "press", "move d4-c5", "draw", "resign", "edit 1 c3-b4", "position W:Wc1,Kd4:Bf6", "undo dark",
            "d4-c5", "award light", "award draw",
            "award light match", "time dark -60",
        )),
    ],
)  # fmt: skip
def test_every_command_is_in_the_table_and_may_come_from_a_chair(command: str, table: AtTable) -> None:
    read = console.command if table.game == "backgammon" else draughts_console.command
    said, from_chair = (read(line, table.state, 1.0) for line in (command, f"dark: {command}"))
    assert not isinstance(said, Order)
    assert not isinstance(from_chair, Order)
    assert consent.deed_of(table.state, said, table.module) in TABLE
    assert type(from_chair) is type(said)
    assert consent.by_of(from_chair) is BEN


def test_no_command_is_forgotten() -> None:
    coached = {"hint", "mine", "counts"}
    known = {
        "press", "roll", "play", "answer", "edit", "position", "double", "take", "drop", "beaver", "raccoon", "resign",
        "end", "claim", "award", "time", *coached,
    }  # fmt: skip
    assert set(console._WITH_WORDS) == known
    assert set(draughts_console._WITH_WORDS) <= known | {"move", "draw", "undo"}
    for word, event in {**console_words.PLAIN, **console._PLAIN}.items():
        assert consent.deed_of(turned().state, event(1.0), port) in TABLE, word
        assert not isinstance(event(1.0), Order)


def _touches(fields: Any, seen: set[str]) -> Iterator[Any]:
    """The events of all fields of a half, and of the pages that they lead to."""
    for field in fields:
        assert isinstance(field, Field)
        if field.event is not None:
            yield field.event(1.0)
        if field.page is None and field.locked is None:
            continue
        page: Page = field.page() if field.page is not None else field.locked(False)  # type: ignore[misc]
        if page.title in seen:
            continue
        seen.add(page.title)
        yield from _touches((*page.fields, *page.also), seen)


TABLES: Final[dict[str, Callable[..., AtTable]]] = {
    "rolled": rolled, "turned": turned, "doubled": doubled, "taken": taken, "over": over, "wrong": wrong,
    "moved": moved, "paused": after(turned, Paused), "cleared": after(turned, PutBackAsked),
    "next": after(over, NextGame),
    "moved, paused": after(moved, Paused), "moved, given up": after(moved, partial(GameResigned, BEN)),
    "asked": after(turned, Paused, Disputed),
}  # fmt: skip


@pytest.mark.parametrize("begins", TABLES.values(), ids=TABLES.keys())
@pytest.mark.parametrize("side", list(Side))
def test_every_touch_says_from_whose_chair_it_comes(begins: Callable[..., AtTable], side: Side) -> None:
    table = begins()
    chair: Any = (Chair if table.game == "backgammon" else DraughtsChair)(table.view, side)
    fields = half_fields(chair) if table.game == "backgammon" else draughts_half_fields(chair)
    touched = list(_touches(fields.values(), set()))
    assert touched
    for event in touched:
        deed = consent.deed_of(table.state, event, table.module)
        assert deed in TABLE, event
        if deed not in (Deed.END_TURN, Deed.DISPUTE, Deed.ASK_RULING):
            assert consent.by_of(event) is side, event


_WITH_INCREMENT: Final[dict[Any, dict[str, Any]]] = {
    turned: {"rules": BackgammonRules(RuleSet.from_text("tournament increment_s=5"))},
    moved: {"increment_s": 5.0},
}

# --- slips, presses and questions that are withdrawn -----------------------------------------------------


def test_a_slip_in_the_answer_to_a_double_is_taken_back_alone_for_a_moment_by_who_made_it() -> None:
    table = taken()
    table.do(ChangeUndone, by=ANNA)
    assert table.state.phase is Phase.DOUBLED
    table = taken()
    table.do(ChangeUndone, by=BEN)
    assert (table.state.record.cube.value, table.view.question.to) == (2, {ANNA})
    table = taken()
    table.do(ChangeUndone, by=ANNA, after_s=SLIP_S + 0.5)
    assert (table.state.record.cube.value, table.view.question.to) == (2, {BEN})


def test_nobody_alone_withdraws_a_double_or_cancels_the_opponents() -> None:
    for by in Side:
        table = doubled()
        table.do(ChangeUndone, by=by)
        assert table.state.phase is Phase.DOUBLED
        assert table.view.question.to == {by.other}
        assert table.view.question.key == "question.undo-double"
        table.do(partial(Answered, 1), by=by.other)
        assert table.view.question.key == "phase.take-or-drop", "the double is still to be answered"


def test_the_wish_to_withdraw_a_double_is_gone_once_it_is_taken() -> None:
    table = doubled()
    table.do(ChangeUndone, by=BEN)
    table.do(partial(CubeActed, Act.TAKE, ANNA))
    assert table.state.record.cube.value == 2
    assert table.state.shown.question is None
    assert table.resumes().shown.question is None


@pytest.mark.parametrize("stop", [Paused, Disputed, TakenUp])
@pytest.mark.parametrize("seen", [False, True])
@pytest.mark.parametrize("game", ["backgammon", "draughts"])
def test_a_board_that_is_put_back_in_a_pause_does_not_end_it(
    game: str, stop: Callable[..., Any], *, seen: bool
) -> None:
    table = (turned if game == "backgammon" else moved)(clock=True)
    if stop is TakenUp:
        table.state = table.resumes()
        table.do(TakenUp)
    else:
        table.agreed(stop)
    table.do(partial(PutBackAsked, by=None if seen else ANNA, seen=seen))
    position = table.state.record.position
    look = observed(position) if game == "backgammon" else look_at(position, 1.0)
    table.do(partial(BoardSeen, look, 1))
    assert (table.state.phase, table.state.clock.runs) == (Phase.PAUSED, False)
    assert table.resumes().phase is Phase.PAUSED
    table.do(Resumed, by=ANNA)
    assert table.state.phase is Phase.PAUSED
    table.do(partial(Answered, 0), by=BEN)
    assert table.state.clock.runs


@pytest.mark.parametrize("begins", [turned, moved])
def test_a_board_that_was_put_back_in_play_goes_on_by_itself(begins: Callable[..., AtTable]) -> None:
    table = begins(clock=True)
    table.agreed(PutBackAsked)
    position = table.state.record.position
    look = observed(position) if begins is turned else look_at(position, 1.0)
    table.do(partial(BoardSeen, look, 1))
    assert table.state.clock.runs


@pytest.mark.parametrize("restart", [False, True])
def test_time_that_the_director_gives_runs_out_once_more(*, restart: bool) -> None:
    rules = BackgammonRules(RuleSet.from_text("tournament out_of_reserve=director"))
    table = turned(clock=True, rules=rules)
    table.do(Ticked, after_s=700.0)
    assert table.view.message.key == "notice.time-out"
    table.agreed(partial(TimeAdjusted, BEN, 60.0))
    if restart:
        table.state = table.resumes()
    table.agreed(Resumed)
    table.do(Ticked, after_s=30.0)
    assert table.state.clock.runs
    table.do(Ticked, after_s=50.0)
    assert (table.state.phase, table.view.message.key) == (Phase.PAUSED, "notice.time-out")
    table.agreed(Resumed)
    table.do(Ticked, after_s=5.0)
    assert table.state.clock.runs, "it has been said"


@pytest.mark.parametrize("begins", [turned, moved])
@pytest.mark.parametrize(("choice", "by", "left"), [(0, ANNA, {BEN}), (0, None, None), (1, None, None), (1, BEN, None)])
def test_a_question_that_waited_is_answered_after_a_restart_too(
    begins: Callable[..., AtTable], choice: int, by: Side | None, left: set[Side] | None
) -> None:
    table = begins(clock=True)
    table.do(Paused)
    table.do(UndoAsked, by=ANNA)
    table.do(partial(Answered, 0), by=BEN)
    assert table.view.question.key == "question.pause", "it comes back"
    table.do(partial(Answered, choice), by=by)
    for state in (table.state, table.resumes()):
        question = state.shown.question
        assert (None if question is None else set(question.to)) == left


@pytest.mark.parametrize("begins", [turned, moved])
@pytest.mark.parametrize("restart", [False, True])
def test_an_undo_that_is_undone_leaves_the_clock_as_if_nothing_had_been_undone(
    begins: Callable[..., AtTable], *, restart: bool
) -> None:
    table = begins(clock=True, **_WITH_INCREMENT[begins])
    table.do(Ticked, after_s=19.0)
    side, mover = table.state.clock.turn.side, table.state.side
    left = [table.state.clock.left_s(one, table.state.t) for one in Side]
    used = table.state.clock.move_s(table.state.t) + 1.0
    table.do(UndoAsked, by=ANNA)
    table.do(partial(Answered, 0), by=BEN, after_s=0.0)
    assert table.state.clock.turn.side is side.other
    table.do(ChangeUndone, by=ANNA, after_s=0.0)
    if restart:
        table.state = table.resumes().with_seen(camera=Camera.NONE)
        table.do(TakenUp)
    else:
        table.agreed(partial(Paused), by=ANNA)
    table.agreed(Resumed)
    assert table.view.question.key == "question.undo-change", "it comes back"
    thought_s = table.state.clock.move_s(table.state.t)
    table.do(partial(Answered, 0), by=BEN, after_s=0.0)
    clock = table.state.clock
    assert (clock.runs, clock.turn.side, table.state.side) == (True, side, mover)
    assert clock.turn.used_s == pytest.approx(used)
    now = dict(zip(Side, (clock.left_s(one, table.state.t) for one in Side), strict=True))
    before = dict(zip(Side, left, strict=True))
    assert before[side] - 1.5 <= now[side] <= before[side]
    assert before[side.other] - thought_s <= now[side.other] <= before[side.other]


@pytest.mark.parametrize("restart", [False, True])
def test_a_drop_that_is_undone_by_both_is_answered_again_on_the_clock(*, restart: bool) -> None:
    table = over(clock=True)
    table.do(ChangeUndone, by=BEN)
    if restart:
        table.state = table.resumes().with_seen(camera=Camera.NONE)
        table.do(TakenUp)
    table.do(partial(Answered, 0), by=ANNA)
    clock = table.state.clock
    assert (table.state.phase, clock.runs, clock.turn.side) == (Phase.DOUBLED, True, ANNA)


def test_the_same_touch_by_the_other_player_is_a_yes() -> None:
    for before, event in ((after(turned, Paused), Resumed), (over, NextGame)):
        table = before()
        table.do(event, by=ANNA)
        table.do(event, by=ANNA)
        assert table.view.question.to == {BEN}
        phase = table.state.phase
        table.do(event, by=BEN)
        assert table.state.phase is not phase


def test_a_line_of_the_console_said_once_more_is_the_yes_of_both() -> None:
    for before, event in ((after(turned, Paused), Resumed), (over, NextGame), (turned, UndoAsked)):
        table = before()
        was = table.state.record
        table.do(event)
        assert table.state.record == was
        table.do(event)
        assert table.state.record != was
        assert table.state.shown.question is None


def test_one_button_between_the_players_asks_both() -> None:
    table = after(turned, Paused)()
    for _ in range(2):
        table.do(ButtonPressed)
        assert (table.state.phase, table.view.question.to) == (Phase.PAUSED, BOTH), "one hand may press twice"
    table.do(partial(Answered, 0), by=BEN)
    assert (table.state.phase, table.view.question.to) == (Phase.PAUSED, {ANNA})
    table.do(partial(Answered, 0), by=ANNA)
    assert table.state.phase is not Phase.PAUSED


def test_a_button_of_each_player_asks_the_other_one() -> None:
    table = after(turned, Paused)()
    table.do(ButtonPressed, side=BEN)
    assert (table.state.phase, table.view.question.to) == (Phase.PAUSED, {ANNA})
    table.do(ButtonPressed, side=ANNA)
    assert table.state.phase is not Phase.PAUSED


def test_nobody_lets_the_own_illegal_play_stand() -> None:
    table = wrong()
    table.do(Condoned, by=ANNA)
    assert (table.state.phase, table.state.shown.question) == (Phase.CORRECTING, None)


def test_what_cannot_be_done_is_refused_and_nobody_is_asked() -> None:
    table = rolled()
    table.do(UndoAsked, by=ANNA)
    table.do(partial(PositionSet, "nonsense", ANNA), by=ANNA)
    table.do(partial(Edited, 9, play="8/5 6/5"), by=BEN)
    table.do(Resumed, by=BEN)
    assert table.state.shown.question is None


def test_a_pause_that_is_asked_for_waits_while_the_game_goes_on_and_falls_with_the_game() -> None:
    table = turned(clock=True)
    table.do(Paused, by=ANNA)
    table.do(partial(RollEntered, 6, 5), by=BEN)
    assert table.view.question.key == "question.pause"
    assert table.view.clock.runs is BEN
    table.do(partial(PlayEntered, "24/13"), by=BEN)
    table.do(partial(CubeActed, Act.DOUBLE, ANNA))
    table.do(partial(CubeActed, Act.DROP, BEN))
    assert table.state.shown.question is None


def test_a_hand_alone_ends_the_idle_pause_which_no_running_clock_has() -> None:
    table = turned(clock=False)
    table.state = table.state.with_seen(camera=Camera.SEES)
    table.do(events.Ticked, after_s=400.0)
    assert (table.state.phase, table.state.record.idle) == (Phase.PAUSED, True)
    table.do(partial(events.BoardSeen, observed(START, hand=True), 1))
    assert table.state.phase is not Phase.PAUSED
    timed = turned(clock=True)
    timed.do(events.Ticked, after_s=400.0)
    assert timed.state.phase is not Phase.PAUSED


# --- the director ----------------------------------------------------------------------------------------


def directed(act: Callable[..., Any]) -> Callable[..., Any]:
    return lambda at_s: Directed(act(at_s=at_s), at_s)


@pytest.mark.parametrize(
    ("begins", "act"),
    [(case.before, case.event) for case in ACTS.values() if len(case.asked) == 3 and any(case.asked.values())],
    ids=[name for name, case in ACTS.items() if len(case.asked) == 3 and any(case.asked.values())],
)
def test_behind_the_pin_the_director_does_it_and_the_record_says_so(
    begins: Callable[..., AtTable], act: Callable[..., Any]
) -> None:
    table, plain = begins(), begins(mode=Mode.TRAINING)
    made = table.do(directed(act))
    plain.do(act)
    if plain.state.shown.question is not None:
        plain.do(partial(Answered, 0))
    assert _essence(table.state) == _essence(plain.state)
    assert made[0].facts == DirectorActed()
    assert _essence(table.resumes()) == _essence(table.state)


def test_the_director_decides_what_is_asked() -> None:
    for choice, withdrawn in ((0, True), (1, False)):
        table = doubled()
        table.do(ChangeUndone, by=BEN)
        table.do(directed(partial(Answered, choice)))
        assert (table.state.phase is not Phase.DOUBLED) is withdrawn
        question = table.state.shown.question
        assert question is None or question.wanted is None
        again = table.resumes()
        assert again.phase is table.state.phase
        assert again.shown.question is None or again.shown.question.wanted is None


def test_points_that_the_director_gives_end_the_game_and_count() -> None:
    table = turned(length=3)
    table.agreed(partial(Awarded, BEN, 2))
    assert (table.state.phase, table.state.record.score) == (Phase.GAME_OVER, (0, 2))
    assert table.state.record.result.cause is Cause.AWARDED
    table.agreed(partial(Awarded, BEN, 3))
    assert (table.state.phase, table.state.record.score) == (Phase.MATCH_OVER, (0, 3))
    table = over()
    table.agreed(partial(Awarded, ANNA, 1))
    assert table.state.record.score == (1, 0), "in place of what the drop was worth"


def test_the_match_that_the_director_gives_ends_at_the_score_that_stands() -> None:
    table = turned()
    table.agreed(partial(Awarded, ANNA, 0))
    assert (table.state.phase, table.state.record.score) == (Phase.MATCH_OVER, (0, 0))
    assert table.state.record.result.cause is Cause.FORFEITED
    match: Any = recorded_match(table.header, table.entries)
    assert match.games[-1].win == Win(ANNA, 5, Cause.FORFEITED)
    table = moved(length=4)
    table.agreed(partial(Awarded, BEN, 0))
    assert table.state.phase is Phase.MATCH_OVER
    told: Any = recorded_match(table.header, table.entries)
    assert (told.winner, told.is_finished, told.cause) == (BEN, True, Cause.FORFEITED)


@pytest.mark.parametrize("begins", [turned, moved])
def test_the_director_changes_a_clock_and_play_goes_on(begins: Callable[..., AtTable]) -> None:
    table = begins(clock=True)
    clock = table.state.clock
    runs = clock.runs
    before = [clock.left_s(side, table.state.t) for side in Side]
    table.do(directed(partial(TimeAdjusted, ANNA, -60)), after_s=0.0)
    clock = table.state.clock
    assert [clock.left_s(side, table.state.t) for side in Side] == [before[0] - 60, before[1]]
    assert clock.runs is runs
    assert table.resumes().clock.left_s(ANNA, table.state.t) == before[0] - 60
    for text in ("The director decides", "The director changes the clock of Anna by −1:00"):
        said = Narrator()
        words = [
            event_words(table.header, entry, said)
            if table.game == "backgammon"
            else move_event_words(entry, "Anna", said)
            for entry in table.entries
        ]
        assert text in words


def test_what_the_director_cannot_do_is_refused() -> None:
    table = turned(length=0)
    table.do(partial(Awarded, ANNA, 0), by=ANNA)
    table.do(partial(TimeAdjusted, ANNA, 60), by=BEN)
    assert table.state.shown.question is None
    assert table.state.record.result is None
