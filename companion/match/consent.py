"""Consent: what a player of a refereed match does alone, and what the other player has to agree to.

:data:`TABLE` says it once, for every game: who may do a deed, who has to agree, how long it is taken back alone, and
how long the question stands.  A deed that can be done and needs consent is asked about first, at the chair of whoever
has to agree; a yes does it, a no leaves everything as it was.  The one who does what is the other player's to do asks
that player.  Where it is not known from whose chair a deed comes (a button between the players, a line of the console),
both have to agree; an answer from nobody's chair is the answer of all who are asked, and so is a line of the console
that is said once more.

In a match that is only recorded, in training, and where nobody is there to be asked, everything is done at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias

from companion.games.rules import Side
from companion.match.events import (
    Answered,
    Awarded,
    ButtonPressed,
    ChangeUndone,
    Claimed,
    Directed,
    Disputed,
    LeftToDirector,
    NextGame,
    Paused,
    PlayPrepared,
    PutBackAsked,
    Resumed,
    TimeAdjusted,
    UndoAsked,
)
from companion.match.message import Message
from companion.match.phases import Phase
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    UNDO_CHANGE,
    ActWanted,
    ChangeWanted,
    ChoiceMade,
    DirectorActed,
    NothingToUndo,
    NotNow,
    PressedIn,
    QuestionAsked,
    StrayAnswer,
)
from companion.record.journal import Mode

YES: Final = "answer.yes"
BOTH: Final = frozenset(Side)
SLIP_S: Final = 5.0
"""So long a slip of the own finger is taken back alone: long enough to see it, too short to think about it; judged."""


class Deed(Enum):
    """What a person does at the table, in words."""

    END_TURN = "press the button, or touch *Done*"
    ENTER_ROLL = "enter the roll that is due"
    CHANGE_ROLL = "change the roll on record"
    ENTER_PLAY = "enter how the turn is played"
    CHANGE_TURN = "change an earlier roll or play of the game"
    UNDO = "take the last play back"
    TAKE_BACK = "undo the change that the notice reports"
    SET_POSITION = "set the position, or whose turn it is"
    DOUBLE = "double"
    ANSWER_DOUBLE = "take, drop, or double back"
    RESIGN = "offer to lose the game"
    GIVE_UP = "give a game of draughts up"
    OFFER_DRAW = "offer a draw, or agree to one"
    CONDONE = "let an illegal play stand"
    ASK_RULING = "ask whether the play was legal"
    END_GAME = "say that the game is over, and who has won"
    CHANGE_RESULT = "change the result of a game that is over"
    AGREE_RESULT = "agree with the result"
    NEXT_GAME = "begin the next game"
    PAUSE = "pause, or put the board back, while no clock runs"
    STOP_CLOCK = "pause, or put the board back, while a clock runs"
    GO_ON = "end a pause"
    DISPUTE = "dispute a turn, which stops the clock"
    CLAIM = "say what happened in the disputed turn"
    LEAVE_DISPUTE = "keep the disputed turn for the director, and play on"
    ANSWER = "answer a question"
    AWARD = "give points, a game or the match"
    ADJUST_CLOCK = "give a player time, or take it"


class Who(Enum):
    """Whose a deed is."""

    EITHER = "either player"
    ON_TURN = "the player whose turn it is"
    ON_TURN_ONLY = "the player whose turn it is; the other's press says nothing"
    OPPONENT = "the opponent of the player whose turn it is, and nobody else"
    OWN = "each player, for the own side"
    ASKED = "whoever is asked"
    DIRECTOR = "the director"


class Lasts(Enum):
    """How long the question whether a deed is agreed to stands."""

    TURN = "until the game goes on"
    GAME = "until the game is over"
    PAUSE = "until a pause begins or ends"


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table.

    ``who``: whose the deed is.  ``agrees``: the other player has to agree, whoever of the two does it.  ``alone_s``: so
    long whoever did it takes it back alone, in seconds.  ``lasts``: how long the question stands.  ``answer``: what the
    other player says to it by the rules of the game.
    """

    who: Who = Who.EITHER
    agrees: bool = False
    alone_s: float = 0.0
    lasts: Lasts = Lasts.TURN
    answer: str = ""


_TOGETHER: Final = Rule(agrees=True)
TABLE: Final[Mapping[Deed, Rule]] = MappingProxyType(
    {
        Deed.END_TURN: Rule(Who.ON_TURN_ONLY),
        Deed.ENTER_ROLL: Rule(Who.ON_TURN),
        Deed.CHANGE_ROLL: _TOGETHER,
        Deed.ENTER_PLAY: Rule(Who.ON_TURN),
        Deed.CHANGE_TURN: Rule(agrees=True, lasts=Lasts.GAME),
        Deed.UNDO: _TOGETHER,
        Deed.TAKE_BACK: _TOGETHER,
        Deed.SET_POSITION: _TOGETHER,
        Deed.DOUBLE: Rule(Who.OWN, answer="take or drop"),
        Deed.ANSWER_DOUBLE: Rule(Who.OWN, alone_s=SLIP_S),
        Deed.RESIGN: Rule(Who.OWN, answer="accept or refuse"),
        Deed.GIVE_UP: Rule(Who.OWN),
        Deed.OFFER_DRAW: Rule(Who.OWN, answer="agree, or move"),
        Deed.CONDONE: Rule(Who.OPPONENT),
        Deed.ASK_RULING: Rule(),
        Deed.END_GAME: _TOGETHER,
        Deed.CHANGE_RESULT: _TOGETHER,
        Deed.AGREE_RESULT: _TOGETHER,
        Deed.NEXT_GAME: Rule(),
        Deed.PAUSE: Rule(lasts=Lasts.PAUSE),
        Deed.STOP_CLOCK: Rule(agrees=True, lasts=Lasts.PAUSE),
        Deed.GO_ON: Rule(agrees=True, lasts=Lasts.PAUSE),
        Deed.DISPUTE: Rule(),
        Deed.CLAIM: Rule(Who.OWN),
        Deed.LEAVE_DISPUTE: Rule(agrees=True, lasts=Lasts.PAUSE),
        Deed.ANSWER: Rule(Who.ASKED),
        Deed.AWARD: Rule(Who.DIRECTOR, agrees=True, lasts=Lasts.GAME),
        Deed.ADJUST_CLOCK: Rule(Who.DIRECTOR, agrees=True, lasts=Lasts.GAME),
    }
)
"""The rule of every deed of a person."""

Step: TypeAlias = tuple[Any, list[Any]]
Happens: TypeAlias = Callable[[Any, Any], Step]
"""What an event does at a table where nobody has to agree."""


class Game(Protocol):
    """What consent needs to know of a game; a module that has these functions is one.

    ``as_act``: an event as the act that it amounts to, such as a press that ends a pause.  ``deed``: which deed an
    event is, None where nobody does it.  ``owner``: who is on turn, None where nobody is.  ``mark``: what is the same
    as long as a question stands.  ``asked_of``: who may answer a question.  ``wish``: the question whether these
    players agree to an event, and ``put`` opens it.  ``as_facts``, ``from_facts``: how the journal has the event.
    ``deferred``: the questions that wait behind another one, ``waiting``: the state in which one more does.
    ``appended``: appends an entry.  ``with_change``: the state in which a change to be undone is known again.
    """

    def as_act(self, state: Any, event: Any) -> Any: ...

    def deed(self, state: Any, event: Any) -> Deed | None: ...

    def owner(self, state: Any) -> Side | None: ...

    def mark(self, state: Any, lasts: Lasts) -> object: ...

    def asked_of(self, state: Any, question: Any) -> frozenset[Side]: ...

    def wish(self, state: Any, event: Any, to: frozenset[Side]) -> Any: ...

    def put(self, state: Any, question: Any) -> Any: ...

    def as_facts(self, state: Any, event: Any) -> ChangeWanted: ...

    def from_facts(self, state: Any, facts: ChangeWanted) -> Any: ...

    def deferred(self, state: Any) -> Sequence[Any]: ...

    def waiting(self, state: Any, question: Any) -> Any: ...

    def appended(self, state: Any, kind: Kind, facts: Any = None, **columns: Any) -> Step: ...

    def with_change(self, state: Any, number: int, record: Any) -> Any: ...


def applies(terms: Any) -> bool:
    """Whether the players of a match have to agree: it is refereed, and they are there to be asked."""
    return terms.mode is Mode.REFEREED and terms.asks is True


def by_of(event: Any) -> Side | None:
    """From whose chair an event comes, None where that is not known."""
    by = getattr(event, "by", None)
    found = by if by is not None else getattr(event, "side", None)
    assert found is None or isinstance(found, Side)
    return found


def deed_at_any_board(state: Any, event: Any) -> Deed | None:
    """Which deed an event is that every game knows; None of others."""
    match event:
        case ButtonPressed():
            return Deed.END_TURN
        case PlayPrepared():
            return Deed.ENTER_PLAY
        case UndoAsked():
            return Deed.UNDO
        case ChangeUndone():
            return Deed.TAKE_BACK
        case PutBackAsked(seen=True):
            return None
        case Paused() | PutBackAsked():
            return Deed.STOP_CLOCK if state.clock is not None and state.clock.runs else Deed.PAUSE
        case Resumed():
            return Deed.GO_ON
        case LeftToDirector():
            return Deed.LEAVE_DISPUTE
        case Disputed():
            return Deed.DISPUTE
        case Claimed():
            return Deed.CLAIM
        case NextGame():
            return Deed.AGREE_RESULT if state.phase is Phase.GAME_OVER else Deed.NEXT_GAME
        case Answered():
            return Deed.ANSWER
        case Awarded():
            return Deed.AWARD
        case TimeAdjusted():
            return Deed.ADJUST_CLOCK
    return None


def press_as_act(state: Any, event: ButtonPressed) -> Any:
    """A press as what it says while the game stands: that the pause is over, or that the result is right."""
    if state.phase is Phase.PAUSED:
        return Resumed(event.at_s, event.side)
    return NextGame(event.at_s, event.side) if state.phase is Phase.GAME_OVER else event


def award_words(name: str | None, points: int) -> tuple[str, dict[str, str]]:
    """The question whether a game, or the match, is given to the player of this name; None: it is drawn."""
    if name is None:
        return "question.award-draw", {}
    return ("question.award", {"player": name, "points": str(points)}) if points else (
        "question.award-match", {"player": name},
    )  # fmt: skip


PLAIN_ACTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        UNDO_CHANGE: ChangeUndone, "pause": Paused, "resume": Resumed, "put-back": PutBackAsked, "next": NextGame,
        "director": LeftToDirector,
    }
)  # fmt: skip
"""Acts that say nothing but what they are, by the journal's word, in every game."""


def ruling_as_facts(event: Awarded | TimeAdjusted) -> ActWanted:
    """What the journal says of an act of the director that is to be agreed to."""
    match event:
        case Awarded(winner, points):
            said = f"{winner.value if winner is not None else 'draw'} {points or 'match'}"
            return ActWanted(event.by, "award", said)
        case TimeAdjusted(player, seconds):
            return ActWanted(event.by, "time", f"{player.value} {seconds:g}")


def ruling_from_facts(facts: ActWanted, at_s: float) -> Awarded | TimeAdjusted:
    """The inverse of :func:`ruling_as_facts`."""
    first, second = facts.said.split()
    if facts.act == "time":
        return TimeAdjusted(Side(first), float(second), at_s, facts.by)
    winner = None if first == "draw" else Side(first)
    return Awarded(winner, 0 if second == "match" else int(second), at_s, facts.by)


def who_agrees(deed: Deed, by: Side | None, owner: Side | None = None) -> frozenset[Side]:
    """Who has to agree to a deed that comes from this chair; ``owner``: the player whose turn it is, if anybody's.

    >>> sorted(side.value for side in who_agrees(Deed.UNDO, Side.LIGHT))
    ['dark']
    """
    rule = TABLE[deed]
    if rule.agrees:
        return BOTH if by is None else frozenset({by.other})
    is_its = rule.who is not Who.ON_TURN or by is None or by is owner
    return frozenset() if is_its or owner is None else frozenset({owner})


# --- an event at the table -------------------------------------------------------------------------------


def step(state: Any, event: Any, game: Game, happens: Happens) -> Step:
    """Does what an event says, or asks first whoever has to agree."""
    if isinstance(event, Directed):
        after, effects = _directed(state, event, game, happens)
        return _followed(state, after, effects, game), effects
    if not applies(state.terms):
        return happens(state, event)
    act = game.as_act(state, event)
    after, effects = _told(state, act if act is not event else event, game, happens, answer=event)
    return _followed(state, after, effects, game), effects


def _told(state: Any, act: Any, game: Game, happens: Happens, *, answer: Any) -> Step:
    if isinstance(act, Answered):
        return _answered(state, act, game, happens)
    deed = game.deed(state, act)
    if deed is None:
        return happens(state, act)
    if TABLE[deed].who is Who.OPPONENT and by_of(act) is not None and by_of(act) is game.owner(state):
        return _not_now(state, act, game)
    noted: list[Any] = []
    if isinstance(answer, Answered):  # an answer that says what a touch could say as well
        if not _may_answer(state, answer, game):
            return _not_now(state, answer, game)
        question = state.shown.question
        said = question.answers[answer.choice].text
        state = state.with_shown(question=None, message=None)
        state, noted = _noted_answer(state, question, said, answer.by, game)
    wish, by = _wish(state), by_of(act)
    if wish is not None and _is_same(wish.wanted, act):
        if by is None and not isinstance(answer, ButtonPressed):  # a line of the console, said once more
            return _given(state, wish, None, act.at_s, game, happens)
        if by is None or by not in wish.to:
            return state, noted
        return _agreed(state, wish, by, act.at_s, game, happens)
    to = _who_agrees(state, act, deed, game)
    after, effects = happens(state, act)
    if not to or not _does(effects):
        return after, [*noted, *effects]
    state, asked = _sought(state, act, deed, to, game)
    return state, [*noted, *asked]


def _directed(state: Any, event: Directed, game: Game, happens: Happens) -> Step:
    """Does what the director says, whoever would have to agree, or decides what is asked."""
    act, wish = event.act, _wish(state)
    if isinstance(act, Answered):
        said = wish.answers[act.choice].text if wish is not None and act.choice in range(len(wish.answers)) else None
        if said is None:
            return _not_now(state, act, game)
        state, noted = game.appended(state, Kind.NOTE, DirectorActed())
        if said == YES:
            state, effects = _given(state, wish, None, event.at_s, game, happens)
        else:
            state = state.with_shown(question=None, message=Message("notice.not-agreed", alarm=False))
            state, effects = _noted_answer(state, wish, said, None, game)
        return state, [*noted, *effects]
    if not _does(happens(state, act)[1]):
        return happens(state, act)
    state, noted = game.appended(state, Kind.NOTE, DirectorActed())
    state, effects = happens(state, act)
    return state, [*noted, *effects]


def _who_agrees(state: Any, act: Any, deed: Deed, game: Game) -> frozenset[Side]:
    by, change = by_of(act), state.shown.before_change
    if deed is Deed.TAKE_BACK and change is not None and by is not None and by is change.by:
        own = TABLE[change.deed].alone_s if change.deed is not None else 0.0
        if state.t - change.t <= own:
            return frozenset()
    return who_agrees(deed, by, game.owner(state))


def _does(effects: Sequence[Any]) -> bool:
    """Whether something comes of an event: not only a note that it cannot be done now."""
    return any(not isinstance(one, Entry) or not isinstance(one.facts, _IN_VAIN) for one in effects)


_IN_VAIN: Final = (NotNow, NothingToUndo, PressedIn, StrayAnswer)


def _sought(state: Any, act: Any, deed: Deed, to: frozenset[Side], game: Game) -> Step:
    lasts = TABLE[deed].lasts
    question = replace(game.wish(state, act, to), mark=(lasts, game.mark(state, lasts)))
    facts = QuestionAsked(question.key, question.choices, game.as_facts(state, act))
    return game.appended(_put(state, question, game), Kind.ASKED, facts, side=game.owner(state))


def _put(state: Any, question: Any, game: Game) -> Any:
    message = Message(question.key, question.values, alarm=False, choices=question.choices)
    return game.put(state, question).with_shown(message=message)


# --- an answer -------------------------------------------------------------------------------------------


def _answered(state: Any, event: Answered, game: Game, happens: Happens) -> Step:
    question = state.shown.question
    if question is None or event.choice not in range(len(question.answers)):
        return happens(state, event)
    if not _may_answer(state, event, game):
        return _not_now(state, event, game)
    said = question.answers[event.choice].text
    if said == YES and event.by is not None and question.to - {event.by}:
        return _agreed(state, question, event.by, event.at_s, game, happens)
    if question.wanted is None:
        return happens(state, event)
    if said == YES:
        return _given(state, question, event.by, event.at_s, game, happens)
    state = state.with_shown(question=None, message=Message("notice.not-agreed", alarm=False))
    return _noted_answer(state, question, said, event.by, game)


def _agreed(state: Any, question: Any, by: Side, at_s: float, game: Game, happens: Happens) -> Step:
    """One of those who have to agree does; the others are still asked."""
    left = question.to - {by}
    if not left:
        return _given(state, question, by, at_s, game, happens)
    state = state.with_shown(question=replace(question, to=left))
    return _noted_answer(state, question, YES, by, game)


def _given(state: Any, question: Any, by: Side | None, at_s: float, game: Game, happens: Happens) -> Step:
    """All have agreed: what was wanted is done, by nobody alone."""
    state, noted = _noted_answer(state.with_shown(question=None, message=None), question, YES, by, game)
    wanted = replace(question.wanted, at_s=at_s)
    state, effects = happens(state, replace(wanted, by=None) if hasattr(wanted, "by") else wanted)
    return state, [*noted, *effects]


def _noted_answer(state: Any, question: Any, said: str, by: Side | None, game: Game) -> Step:
    alone = next(iter(question.to)) if len(question.to) == 1 else None
    return game.appended(state, Kind.ANSWERED, ChoiceMade(question.key, said), side=by or alone)


def _may_answer(state: Any, event: Answered, game: Game) -> bool:
    """Whether an answer comes from the chair of somebody who is asked."""
    question = state.shown.question
    return event.by is None or (question is not None and event.by in game.asked_of(state, question))


def _not_now(state: Any, event: Any, game: Game) -> Step:
    by = by_of(event)
    facts = NotNow(type(event).__name__, state.phase.value, side=by.value if by is not None else None)
    return game.appended(state, Kind.NOTE, facts)


# --- the question in the meantime ------------------------------------------------------------------------


def is_open(state: Any, question: Any, mark: Callable[[Any, Lasts], object]) -> bool:
    """Whether what a question of consent is about is still there; ``mark``: that of the game."""
    if question.mark is None:
        return False
    lasts, asked_at = question.mark
    return bool(mark(state, lasts) == asked_at)


def retold(state: Any, entry: Entry, game: Game, kept: Mapping[int, Any]) -> Any:
    """The state of a match that is taken up, in which a wish is open as long as the entries leave it so.

    ``kept``: the records that may be restored, by the number of the entry.
    """
    match entry.event, entry.facts:
        case Kind.ASKED, QuestionAsked(wanted=facts) if facts is not None:
            act = game.from_facts(state, facts)
            deed = game.deed(state, act)
            if deed is None:
                return state
            if (to := restored_if_agreed(facts)) is not None:
                state = game.with_change(state, to, kept[to])
            lasts = TABLE[deed].lasts
            to_ask = BOTH if act.by is None else frozenset({act.by.other})
            question = replace(game.wish(state, act, to_ask), mark=(lasts, game.mark(state, lasts)))
            return _put(state, question, game)
        case Kind.ANSWERED, ChoiceMade(question=key, choice=said):
            state = _brought_back(state, key, game)
            wish = _wish(state)
            if wish is None or wish.key != key:
                return state
            left = wish.to - {entry.side} if said == YES and entry.side is not None else frozenset()
            return state.with_shown(question=replace(wish, to=left)) if left else _withdrawn(state, wish)
    return _without_gone(state, game)


def _brought_back(state: Any, key: str | None, game: Game) -> Any:
    """The state with the question of this key open, where it waited behind another one that is answered."""
    wish, waiting = _wish(state), game.deferred(state)
    answered = next((one for one in waiting if one.wanted is not None and one.key == key), None)
    if answered is None or (wish is not None and wish.key == key):
        return state
    others = tuple(one for one in waiting if one is not answered)
    return state.with_shown(question=answered, deferred=others if wish is None else (wish, *others))


def wanted_back(entries: Sequence[Entry]) -> set[int]:
    """The numbers of the entries to which it is asked to go back."""
    wishes = (entry.facts.wanted for entry in entries if isinstance(entry.facts, QuestionAsked))
    return {to for wanted in wishes if (to := restored_if_agreed(wanted)) is not None}


def restored_if_agreed(facts: ChangeWanted | None) -> int | None:
    """The number of the entry after which everything is to be as it was again, where that is wanted."""
    is_that = isinstance(facts, ActWanted) and facts.act == UNDO_CHANGE
    return int(facts.said) if isinstance(facts, ActWanted) and is_that else None


def _wish(state: Any) -> Any:
    question = state.shown.question
    return question if question is not None and question.wanted is not None else None


def _is_same(wanted: Any, act: Any) -> bool:
    return type(wanted) is type(act) and _anybodys(wanted) == _anybodys(act)


def _anybodys(event: Any) -> Any:
    return replace(event, at_s=0.0, **({"by": None} if hasattr(event, "by") else {}))


def _followed(before: Any, after: Any, effects: Sequence[Any], game: Game) -> Any:
    """The state without a question whose matter is gone, and with one that something else has pushed aside."""
    after, was = _without_gone(after, game), _wish(before)
    if was is None or not is_open(after, was, game.mark) or any(_is_answer(one, was) for one in effects):
        return after
    now = after.shown.question
    if any(one is not None and one.wanted == was.wanted for one in (now, *game.deferred(after))):
        return after
    return _put(after, was, game) if now is None else game.waiting(after, was)


def _is_answer(effect: Any, question: Any) -> bool:
    return isinstance(effect, Entry) and isinstance(effect.facts, ChoiceMade) and effect.facts.question == question.key


def _without_gone(state: Any, game: Game) -> Any:
    wish = _wish(state)
    return state if wish is None or is_open(state, wish, game.mark) else _withdrawn(state, wish)


def _withdrawn(state: Any, question: Any) -> Any:
    message = state.shown.message
    is_its = message is not None and message.key == question.key
    return state.with_shown(question=None, message=None if is_its else message)


# --- for readers -----------------------------------------------------------------------------------------


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
