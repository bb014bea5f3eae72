"""Consent: what a player of a refereed match does alone, and what the other player has to agree to.

:data:`companion.match.consent_table.TABLE` says for every game who may do a deed, who has to agree, how long it can be
undone alone, and how long the question stands.  A deed is asked about at the chair of the player who has to agree.  A
player who does what is the other's to do asks the other.  If the chair of a deed is unknown (a shared button, the
console), both have to agree; an answer from an unknown chair counts for all who are asked, as does a repeated line of
the console.  In a recorded or training match, and without a person to ask, everything is done at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from companion.games.rules import Side
from companion.match.any_game import (
    YES_OR_NO,
    AnyState,
    Appended,
    Question,
    StateT,
    appended,
    deferring,
    is_wished,
    mark,
    put,
)
from companion.match.consent_table import BOTH, TABLE, Deed, Lasts, Who, applies, who_agrees
from companion.match.events import (
    Answered,
    Awarded,
    ButtonPressed,
    ChangeUndone,
    Claimed,
    Condoned,
    Directed,
    Disputed,
    Edited,
    Event,
    LeftToDirector,
    NextGame,
    Paused,
    PlayPrepared,
    PutBackAsked,
    Resumed,
    TimeAdjusted,
    UndoAsked,
)
from companion.match.in_play import Change
from companion.match.message import Message
from companion.match.phases import BEFORE_PLAY, IN_GAME, Phase
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    UNDO_CHANGE,
    ActWanted,
    ChangeWanted,
    ChoiceMade,
    ClockAdjusted,
    DirectorActed,
    NothingToUndo,
    NotNow,
    PressedIn,
    QuestionAsked,
    StrayAnswer,
    UndoWanted,
)

YES: Final = "answer.yes"

Happens: TypeAlias = Callable[[StateT, Event], Appended[StateT]]
"""The effect of an event at a table without consent."""
_State = TypeVar("_State", bound=AnyState[Any, Any, Any], contravariant=True)


class Game(Protocol[_State]):
    """What consent needs to know of a game; a module with these functions is one.

    ``as_act``: the act that an event amounts to.  ``deed``: its deed; ``words``: the key and values of its question;
    ``board``: the position that it sets, if any.  ``as_facts``, ``from_facts``: its form in the journal.  None for what
    is the same in every game.
    """

    def as_act(self, state: _State, event: Event) -> Event: ...

    def deed(self, state: _State, event: Event) -> Deed | None: ...

    def words(self, state: _State, event: Event) -> tuple[str, Mapping[str, str]] | None: ...

    def board(self, event: Event) -> object: ...

    def as_facts(self, event: Event) -> ChangeWanted | None: ...

    def from_facts(self, state: _State, facts: ChangeWanted) -> Event: ...


def by_of(event: Event) -> Side | None:
    """From whose chair an event comes, None where that is not known."""
    by = getattr(event, "by", None)
    found = by if by is not None else getattr(event, "side", None)
    assert found is None or isinstance(found, Side)
    return found


_DEEDS: Final[Mapping[type, Deed]] = {
    ButtonPressed: Deed.END_TURN, PlayPrepared: Deed.ENTER_PLAY, UndoAsked: Deed.UNDO, ChangeUndone: Deed.TAKE_BACK,
    Resumed: Deed.GO_ON, LeftToDirector: Deed.LEAVE_DISPUTE, Disputed: Deed.DISPUTE, Claimed: Deed.CLAIM,
    Answered: Deed.ANSWER, Awarded: Deed.AWARD, TimeAdjusted: Deed.ADJUST_CLOCK,
}  # fmt: skip


def deed_of(state: StateT, event: Event, game: Game[StateT]) -> Deed | None:
    """The deed of an event, None if it is no act of a person."""
    match event:
        case PutBackAsked(seen=True):
            return None
        case Paused() | PutBackAsked():
            return Deed.STOP_CLOCK if state.clock is not None and state.clock.runs else Deed.PAUSE
        case NextGame():
            return Deed.AGREE_RESULT if state.phase is Phase.GAME_OVER else Deed.NEXT_GAME
    return _DEEDS.get(type(event)) or game.deed(state, event)


def owner(state: AnyState[Any, Any, Any]) -> Side | None:
    """The side whose turn it is, or None."""
    return state.side if state.phase in IN_GAME and state.phase not in BEFORE_PLAY else None


# --- an event at the table -------------------------------------------------------------------------------


def step(state: StateT, event: Event, game: Game[StateT], happens: Happens[StateT]) -> Appended[StateT]:
    """Applies an event, or asks for consent first."""
    if isinstance(event, Directed):
        after, effects = _directed(state, event, happens)
        return _followed(state, after, effects), effects
    if not applies(state.terms):
        return happens(state, event)
    act = _press_as_act(state, event) if isinstance(event, ButtonPressed) else game.as_act(state, event)
    after, effects = _consented(state, act if act is not event else event, game, happens, event=event)
    return _followed(state, after, effects), effects


def _consented(
    state: StateT, act: Event, game: Game[StateT], happens: Happens[StateT], *, event: Event
) -> Appended[StateT]:
    if isinstance(act, Answered):
        return _answered(state, act, happens)
    deed = deed_of(state, act, game)
    if deed is None:
        return happens(state, act)
    if TABLE[deed].who is Who.OPPONENT and by_of(act) is not None and by_of(act) is owner(state):
        return _not_now(state, act)
    entries: list[Any] = []
    if isinstance(event, Answered):  # an answer that says what a touch could say as well
        question = state.shown.question
        if question is None or not _may_answer(state, event):
            return _not_now(state, event)
        said = question.answers[event.choice].text
        state = state.with_shown(question=None, message=None)
        state, entries = _answer_appended(state, question, said, event.by)
    wish, by = _wish(state), by_of(act)
    if wish is not None and _is_same(wish.wanted, act):
        if by is None and not isinstance(event, ButtonPressed):  # a line of the console, said once more
            return _given(state, wish, None, act.at_s, happens)
        if by is None or by not in wish.to:
            return state, entries
        return _agreed(state, wish, by, act.at_s, happens)
    to = _who_agrees(state, act, deed)
    after, effects = happens(state, act)
    if not to or not _does(effects):
        return after, [*entries, *effects]
    state, asked = _sought(state, act, deed, to, game)
    return state, [*entries, *asked]


def _directed(state: StateT, event: Directed, happens: Happens[StateT]) -> Appended[StateT]:
    """Applies the director's event, or lets it decide the open question."""
    act, wish = event.act, _wish(state)
    if isinstance(act, Answered):
        if wish is None or act.choice not in range(len(wish.answers)):
            return _not_now(state, act)
        said = wish.answers[act.choice].text
        state, entries = appended(state, Kind.NOTE, DirectorActed())
        if said == YES:
            state, effects = _given(state, wish, None, event.at_s, happens)
        else:
            state = state.with_shown(question=None, message=Message("notice.not-agreed", alarm=False))
            state, effects = _answer_appended(state, wish, said, None)
        return state, [*entries, *effects]
    if not _does(happens(state, act)[1]):
        return happens(state, act)
    state, entries = appended(state, Kind.NOTE, DirectorActed())
    state, effects = happens(state, act)
    return state, [*entries, *effects]


def _who_agrees(state: AnyState[Any, Any, Any], act: Event, deed: Deed) -> frozenset[Side]:
    by, change = by_of(act), state.shown.before_change
    if deed is Deed.TAKE_BACK and change is not None and by is not None and by is change.by:
        own = TABLE[change.deed].alone_s if change.deed is not None else 0.0
        if state.t - change.t <= own:
            return frozenset()
    return who_agrees(deed, by, owner(state))


def _does(effects: Sequence[Any]) -> bool:
    """Whether something comes of an event: not only a note that it cannot be done now."""
    return any(not isinstance(one, Entry) or not isinstance(one.facts, _IN_VAIN) for one in effects)


_IN_VAIN: Final = (NotNow, NothingToUndo, PressedIn, StrayAnswer)


def _sought(state: StateT, act: Event, deed: Deed, to: frozenset[Side], game: Game[StateT]) -> Appended[StateT]:
    question = _wished(state, act, to, TABLE[deed].lasts, game)
    facts = QuestionAsked(question.key, question.choices, _as_facts(state, act, game))
    return appended(_put(state, question), Kind.ASKED, facts, side=owner(state))


def _put(state: StateT, question: Question) -> StateT:
    return put(state, question).with_shown(message=question.message)


def _press_as_act(state: AnyState[Any, Any, Any], event: ButtonPressed) -> Event:
    """A press as what it says while the game stands: that the pause is over, or that the result is right."""
    if state.phase is Phase.PAUSED:
        return Resumed(event.at_s, event.side)
    return NextGame(event.at_s, event.side) if state.phase is Phase.GAME_OVER else event


# --- the question, in words and in the journal -------------------------------------------------------------


def _wished(state: StateT, event: Event, to: frozenset[Side], lasts: Lasts, game: Game[StateT]) -> Question:
    """The question whether these players agree to what an event says."""
    key, values = game.words(state, event) or _words(state, event)
    named = {"name": state.name_of(next(iter(to)).other)} if len(to) == 1 else {}
    yes, no = YES_OR_NO
    answers = (replace(yes, end=game.board(event)), no)
    turn = event.turn if isinstance(event, Edited) else 0
    stands = (lasts, mark(state, lasts))
    return Question(key, answers, {**named, **values}, turn=turn, wanted=event, mark=stands, to=to)


_QUESTIONS: Final[Mapping[type, str]] = {
    NextGame: "question.result-right", ChangeUndone: "question.undo-change", Paused: "question.pause",
    PutBackAsked: "question.pause", LeftToDirector: "question.leave-dispute",
}  # fmt: skip


def _words(state: AnyState[Any, Any, Any], event: Event) -> tuple[str, Mapping[str, str]]:
    match event:
        case Awarded(winner, points):
            return award_words(None if winner is None else state.name_of(winner), points)
        case TimeAdjusted(player, seconds):
            return "question.adjust-clock", {"player": state.name_of(player), "change": ClockAdjusted(seconds).in_words}
    return _QUESTIONS.get(type(event), "question.go-on"), {}


def award_words(name: str | None, points: int) -> tuple[str, Mapping[str, str]]:
    """The question whether a game, or the match, is given to the player of this name; None: it is drawn."""
    if name is None:
        return "question.award-draw", {}
    if not points:
        return "question.award-match", {"player": name}
    return "question.award", {"player": name, "points": str(points)}


_PLAIN: Final[Mapping[str, Callable[[float, Side | None], Event]]] = {
    UNDO_CHANGE: ChangeUndone, "pause": Paused, "resume": Resumed, "put-back": PutBackAsked, "next": NextGame,
    "director": LeftToDirector, "stand": Condoned,
}  # fmt: skip
"""Acts that say nothing but what they are, by the journal's word."""


def _as_facts(state: StateT, event: Event, game: Game[StateT]) -> ChangeWanted:
    """The journal's form of an act that needs consent."""
    by: Side | None = getattr(event, "by", None)
    match event:
        case UndoAsked():
            return UndoWanted(by)
        case Awarded(winner, points):
            return ActWanted(by, "award", f"{winner.value if winner is not None else 'draw'} {points or 'match'}")
        case TimeAdjusted(player, seconds):
            return ActWanted(by, "time", f"{player.value} {seconds:g}")
        case ChangeUndone() if state.shown.before_change is not None:
            return ActWanted(by, UNDO_CHANGE, str(state.shown.before_change.n))
    word = next((word for word, kind in _PLAIN.items() if type(event) is kind), None)
    facts = game.as_facts(event) if word is None else ActWanted(by, word)
    assert facts is not None, f"nobody can write {event}"
    return facts


def _from_facts(state: StateT, facts: ChangeWanted, game: Game[StateT]) -> Event:
    """The event of a journal entry.  Raises :class:`InputError` if the game knows no such event."""
    match facts:
        case UndoWanted(by):
            return UndoAsked(state.t, by)
        case ActWanted(by, "award", said):
            first, second = said.split()
            winner = None if first == "draw" else Side(first)
            return Awarded(winner, 0 if second == "match" else int(second), state.t, by)
        case ActWanted(by, "time", said):
            first, second = said.split()
            return TimeAdjusted(Side(first), float(second), state.t, by)
        case ActWanted(by, word) if word in _PLAIN:
            return _PLAIN[word](state.t, by)
    return game.from_facts(state, facts)


# --- an answer -------------------------------------------------------------------------------------------


def _answered(state: StateT, event: Answered, happens: Happens[StateT]) -> Appended[StateT]:
    question = state.shown.question
    if question is None or event.choice not in range(len(question.answers)):
        return happens(state, event)
    if not _may_answer(state, event):
        return _not_now(state, event)
    said = question.answers[event.choice].text
    if said == YES and event.by is not None and question.to - {event.by}:
        return _agreed(state, question, event.by, event.at_s, happens)
    if question.wanted is None:
        return happens(state, event)
    if said == YES:
        return _given(state, question, event.by, event.at_s, happens)
    state = state.with_shown(question=None, message=Message("notice.not-agreed", alarm=False))
    return _answer_appended(state, question, said, event.by)


def _agreed(state: StateT, question: Question, by: Side, at_s: float, happens: Happens[StateT]) -> Appended[StateT]:
    """One of those who have to agree does; the others are still asked."""
    left = question.to - {by}
    if not left:
        return _given(state, question, by, at_s, happens)
    state = state.with_shown(question=replace(question, to=left))
    return _answer_appended(state, question, YES, by)


def _given(state: StateT, wish: Question, by: Side | None, at_s: float, happens: Happens[StateT]) -> Appended[StateT]:
    """Performs the event that all have agreed to."""
    state, entries = _answer_appended(state.with_shown(question=None, message=None), wish, YES, by)
    wanted: Any = wish.wanted
    wanted = replace(wanted, at_s=at_s)
    state, effects = happens(state, replace(wanted, by=None) if hasattr(wanted, "by") else wanted)
    return state, [*entries, *effects]


def _answer_appended(state: StateT, question: Question, said: str, by: Side | None) -> Appended[StateT]:
    alone = next(iter(question.to)) if len(question.to) == 1 else None
    return appended(state, Kind.ANSWERED, ChoiceMade(question.key, said), side=by or alone)


def _may_answer(state: AnyState[Any, Any, Any], event: Answered) -> bool:
    """Whether an answer comes from a chair that is asked."""
    question = state.shown.question
    return event.by is None or (question is not None and event.by in state.asked_of(question))


def _not_now(state: StateT, event: Event) -> Appended[StateT]:
    by = by_of(event)
    facts = NotNow(type(event).__name__, state.phase.value, side=by.value if by is not None else None)
    return appended(state, Kind.NOTE, facts)


# --- the question in the meantime ------------------------------------------------------------------------


def replayed(state: StateT, entry: Entry, game: Game[StateT], kept: Mapping[int, Any]) -> StateT:
    """The state of a resumed match, with a wish open as long as the entries leave it open.

    ``kept``: the records that may be restored, by entry number.
    """
    match entry.event, entry.facts:
        case Kind.ASKED, QuestionAsked(wanted=facts) if facts is not None:
            act = _from_facts(state, facts, game)
            deed = deed_of(state, act, game)
            if deed is None:
                return state
            if (to := restored_if_agreed(facts)) is not None:
                state = state.with_shown(before_change=Change(to, state.t, kept[to], None))
            to_ask = BOTH if facts.by is None else frozenset({facts.by.other})
            return _put(state, _wished(state, act, to_ask, TABLE[deed].lasts, game))
        case Kind.ANSWERED, ChoiceMade(question=key, choice=said):
            state = _brought_back(state, key)
            wish = _wish(state)
            if wish is None or wish.key != key:
                return state
            left = wish.to - {entry.side} if said == YES and entry.side is not None else frozenset()
            return state.with_shown(question=replace(wish, to=left)) if left else _withdrawn(state, wish)
    return _without_gone(state)


def _brought_back(state: StateT, key: str | None) -> StateT:
    """The state with the question of this key open, where it waited behind another one that is answered."""
    wish, waiting = _wish(state), state.shown.deferred
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
    return int(facts.said) if isinstance(facts, ActWanted) and facts.act == UNDO_CHANGE else None


def _wish(state: AnyState[Any, Any, Any]) -> Question | None:
    question = state.shown.question
    return question if question is not None and question.wanted is not None else None


def _is_same(wanted: Any, act: Event) -> bool:
    return type(wanted) is type(act) and _anybodys(wanted) == _anybodys(act)


def _anybodys(event: Any) -> Any:
    return replace(event, at_s=0.0, **({"by": None} if hasattr(event, "by") else {}))


def _followed(before: StateT, after: StateT, effects: Sequence[Any]) -> StateT:
    """The state without an outdated question, and with one that another has replaced."""
    after, was = _without_gone(after), _wish(before)
    answers = (one.facts for one in effects if isinstance(one, Entry) and isinstance(one.facts, ChoiceMade))
    if was is None or not is_wished(after, was) or any(facts.question == was.key for facts in answers):
        return after
    now = after.shown.question
    if any(one is not None and one.wanted == was.wanted for one in (now, *after.shown.deferred)):
        return after
    return _put(after, was) if now is None else after.with_shown(deferred=deferring(after, was))


def _without_gone(state: StateT) -> StateT:
    wish = _wish(state)
    return state if wish is None or is_wished(state, wish) else _withdrawn(state, wish)


def _withdrawn(state: StateT, question: Question) -> StateT:
    message = state.shown.message
    is_its = message is not None and message.key == question.key
    return state.with_shown(question=None, message=None if is_its else message)
