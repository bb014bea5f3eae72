"""The one state machine: ``step(state, event) -> (state, effects)``, pure.

One belief about the course of the game weighs every look, press, answer and touch (:mod:`companion.referee.belief`).
:mod:`companion.match.record_sync` records what is certain, reports faults and asks about doubts.  Without a person to
answer, the likeliest legal play is recorded as uncertain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.games.backgammon import Dice
from companion.games.backgammon.conduct import has_to_roll, starter
from companion.games.rules import Side, Stack
from companion.match import (
    actions,
    answers,
    any_session,
    consent,
    cube,
    dice_that_count,
    interruptions,
    outside_turns,
    port,
    record_sync,
    touch,
)
from companion.match.any_game import Back, coming_back, then, with_pause
from companion.match.any_session import Layer, replayed, unclear
from companion.match.clock import Clock
from companion.match.events import (
    Answered,
    BoardSeen,
    ButtonPressed,
    DiceRolled,
    Event,
    FramesEnded,
    PlayEntered,
    PlayPrepared,
)
from companion.match.in_play import MatchInPlay
from companion.match.message import Message
from companion.match.phases import IN_GAME, INTERRUPTED, PLAYING, TO_ROLL, WRONG, Phase
from companion.match.state import DiceSource, Effect, EndOfTurn, RollDice, State, Step, Terms, seen_t
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry, Kind
from companion.record.facts import ClockAdjusted, Halted, PressedIn, StrayDice
from companion.referee.backgammon import ended
from companion.referee.belief import covered
from companion.referee.known_boards import is_in_sight

__all__ = ["Effect", "Phase", "RollDice", "State", "Step", "Terms", "begun", "step"]


FRESH_S: Final = 0.3
"""A look so recent shows the board at a press: no hand is quicker."""


def begun(terms: Terms) -> State:
    """A match before anything has been seen."""
    clock = Clock.at_start(terms.length, (0, 0), terms.rules.rules) if terms.clock else None
    state = State(terms, clock=clock)
    if clock is None or clock.has_reserve:
        return state
    return state.saying("notice.no-reserve")


def step(state: State, event: Event) -> Step:
    """The state after an event, and what is to be written, rolled, sounded or asked because of it."""
    return any_session.step(state, event, port, _happened)


def _happened(state: State, event: Event) -> Step:
    match event:
        case BoardSeen():
            return _seen(state, event)
        case ButtonPressed():
            return _pressed(state.with_seen(pressed_by=event.side))
        case DiceRolled():
            return _dice_rolled(state, Dice(event.first, event.second))
        case Answered():
            return any_session.answered(state, event.choice, answers.done)
        case FramesEnded():
            return _closed(state)
        case PlayPrepared(play):
            return _play_prepared(state, play), []
        case _:
            return touch.handled(state, event)


# --- looks ---------------------------------------------------------------------------------------


def _seen(state: State, event: BoardSeen) -> Step:
    event = replace(event, observation=state.record.seating.observation(event.observation))
    event = dice_that_count.as_they_count(state, event)
    if event.observation.hand:
        return then(_weighed_with_hand(state.with_seen(hand=True), event), interruptions.hand_seen)
    state = state.with_seen(look=event, hand=False)
    if state.phase in INTERRUPTED:
        return interruptions.seen(state, event)
    if state.phase is Phase.MATCH_OVER:
        return state, []
    if outside_turns.is_cleared(state, event):
        return outside_turns.cleared(state, event)
    by_button = state.phase is Phase.ENDED and state.ends_by is EndOfTurn.BUTTON and _is_anybodys(state)
    effects = []
    for fold in (
        outside_turns.cocked, outside_turns.begins, _weighed, cube.seen_offered, cube.disagrees, cube.face_seen,
        outside_turns.next_game, outside_turns.set_up, outside_turns.set_back,
    ):  # fmt: skip
        state, more = fold(state, event)
        effects += more
        if state.phase in INTERRUPTED:
            break
    if by_button and state.phase is Phase.ROLLING and state.terms.dice is DiceSource.ELECTRONIC:
        state, more = _roll_asked(state)  # no double is possible, so one press ends the turn and rolls
        effects += more
    return state, effects


def _weighed(state: State, event: BoardSeen) -> Step:
    if state.phase not in IN_GAME:
        return state, []
    if not is_in_sight(event.observation):
        return _too_little_seen(state, event)
    state, event = dice_that_count.counted(state, event)
    if state.seen.unchecked and state.phase in TO_ROLL:
        return interruptions.compared(state, event)
    return record_sync.seen(state, event)


def _weighed_with_hand(state: State, event: BoardSeen) -> Step:
    """Records what is clear while a hand is over the board; accusations and questions wait."""
    if state.seen.belief is None or state.phase not in PLAYING | WRONG | TO_ROLL or state.seen.unchecked:
        return state.with_seen(belief=covered(state.seen.belief) if state.seen.belief is not None else None), []
    if not is_in_sight(event.observation):
        return _too_little_seen(state, event)
    return record_sync.seen(state, event)


def _too_little_seen(state: State, event: BoardSeen) -> Step:
    """Handles a covered board: nothing is weighed, but without dice the turn may be over."""
    belief = covered(state.seen.belief) if state.seen.belief is not None else None
    state = state.with_seen(belief=belief)
    if state.phase in PLAYING and state.ends_by is EndOfTurn.LIFTED and not event.observation.dice:
        ended_t = state.t if state.seen.ended_t is None else state.seen.ended_t
        return actions.came(state.with_seen(ended_t=ended_t), Phase.ENDED)
    return state, []


# --- button, dice, answers, the end --------------------------------------------------------------


def _is_anybodys(state: State) -> bool:
    """Whether the pressed button is the only one; a player's own button never rolls for the opponent."""
    return state.seen.pressed_by is None


def _pressed(state: State) -> Step:
    electronic = state.terms.dice.electronic
    if state.phase in TO_ROLL | PLAYING | WRONG and state.seen.pressed_by is state.side.other:
        return _pressed_out_of_turn(state)
    if state.phase is Phase.PAUSED:
        return actions.resumed(state)
    if state.phase is Phase.GAME_OVER:
        return actions.confirmed(state)
    if (
        state.phase in TO_ROLL | {Phase.OPENING}
        and electronic
        and state.record.turn is None
        and not state.shown.awaiting_dice
    ):
        return _roll_asked(state)
    if (
        state.phase in (Phase.SETTING_UP, Phase.BETWEEN_GAMES)
        and electronic
        and state.seen.look is not None
        and not state.seen.hand
    ):
        return _begun_by_press(state, state.seen.look)
    if state.phase in (Phase.SETTING_UP, Phase.BETWEEN_GAMES) and electronic and state.seen.blind:
        return then(actions.started(state, None), _roll_asked)
    if state.phase in PLAYING and (play := _prepared_play(state)) is not None:
        return _then_rolled(touch.handled(state, PlayEntered(play, state.t)))
    if state.phase in PLAYING:
        return _turn_ended(state)
    if state.phase in WRONG and state.seen.look is not None and not state.seen.hand:
        return record_sync.in_line(state, state.seen.look.frame)
    return actions.appended(state, Kind.NOTE, PressedIn(state.phase.value))


def _pressed_out_of_turn(state: State) -> Step:
    """A player's own button is pressed in the opponent's turn: it ends no turn and rolls no dice."""
    if state.shown.question is None and state.shown.alarm is None:
        state = state.with_shown(
            message=Message("notice.out-of-turn", {"name": state.name_of(state.side)}, alarm=False)
        )
    return actions.not_now(state, "ButtonPressed", side=state.side.other.value)


def _begun_by_press(state: State, look: BoardSeen) -> Step:
    """A roll begins the game even if a checker of the start position seems to be missing."""
    state, effects = outside_turns.begins(state, look, rolling=True)
    if state.phase is not Phase.OPENING:
        return actions.not_now(state, "ButtonPressed")
    return then((state, effects), _roll_asked)


def _roll_asked(state: State) -> Step:
    if state.phase in TO_ROLL and not has_to_roll(state.record.position, state.side, state.terms.rules.rules):
        return actions.passed(state)
    if state.record.reserved and state.phase in TO_ROLL:
        # A shown roll is final: after an undo the same one comes again.
        return _rolled(state, state.record.reserved[0])
    return state.with_shown(awaiting_dice=True), [RollDice()]


def _turn_ended(state: State) -> Step:
    """The player says that the turn is over: it is ruled on by the first clear look from now on."""
    state, effects = actions.came(state.with_seen(ended_t=state.t, pressed=True), Phase.ENDED)
    if state.seen.belief is not None:
        state = state.with_seen(belief=ended(state.seen.belief, if_whole=state.ends_by is EndOfTurn.LIFTED))
    if state.seen.hand or state.seen.look is None:
        state = state.with_shown(message=unclear(state, port))
        return then((state, effects), lambda state: actions.appended(state, Kind.HAND))
    look = state.seen.look
    if state.t - seen_t(state, look) > FRESH_S:
        return state, effects
    return _then_rolled(then((state, effects), lambda state: record_sync.in_line(state, look.frame)))


def _then_rolled(step: Step) -> Step:
    """A press that has ended a turn also rolls if the opponent cannot double."""
    state, _ = step
    rolls = state.phase is Phase.ROLLING and state.terms.dice is DiceSource.ELECTRONIC and _is_anybodys(state)
    return then(step, _roll_asked) if rolls else step


def _play_prepared(state: State, play: str | None) -> State:
    turn = state.record.turn
    if play is None or turn is None:
        return state.with_seen(prepared=None)
    return state.with_seen(prepared=(state.record.position, turn.dice, play))


def _prepared_play(state: State) -> str | None:
    """The play entered on the drawn board, if no camera sees the real one."""
    turn, prepared = state.record.turn, state.seen.prepared
    if turn is None or prepared is None or not state.seen.blind:
        return None
    return prepared[2] if prepared[:2] == (state.record.position, turn.dice) else None


def _dice_rolled(state: State, roll: Dice) -> Step:
    if not state.shown.awaiting_dice or state.phase not in TO_ROLL | {Phase.OPENING}:
        return actions.appended(state, Kind.NOTE, StrayDice((roll.first, roll.second)))
    state = state.with_shown(awaiting_dice=False)
    if state.phase in TO_ROLL:
        return _rolled(state, roll)
    # In a roll-off the first die is Light's.
    side = starter(Stack(roll.first, roll.second), state.terms.rules.rules, younger=state.terms.younger)
    if side is None:
        return actions.tied(state, roll.first, None)
    return _rolled(state, roll, side)


def _rolled(state: State, roll: Dice, side: Side | None = None) -> Step:
    return actions.rolled(state, roll, None, side=side, passes=True, drawn=True)


def _closed(state: State) -> Step:
    """Settles open doubts as likeliest, since no other look will come."""
    if state.seen.belief is None or state.seen.look is None or state.phase not in IN_GAME:
        return state, []
    over = ended(state.seen.belief, if_whole=True) if state.terms.end_of_turn is EndOfTurn.STILL else state.seen.belief
    return record_sync.in_line(state.with_seen(belief=over), state.seen.look.frame, closing=True)


# --- after a restart ------------------------------------------------------------------------------


def resumed(terms: Terms, entries: Sequence[Entry], layer: Layer | None = None, mark: ClockMark | None = None) -> State:
    """The state after these entries, before any look; ``layer``: what surrounded the match.

    ``mark``: the last reading of the clock, which stands until :class:`companion.match.events.TakenUp`.

    Raises :class:`InputError` naming the first entry that does not follow from those before it.
    """

    def fold(state: State, entry: Entry, kept: Mapping[int, MatchInPlay]) -> State:
        record = state.folded(entry, kept)
        after = replace(state, n=entry.n, t=max(state.t, entry.t), record=record)
        after = consent.replayed(with_pause(after, entry), entry, port, kept)
        layered: State = after if layer is None else layer.replayed(state, after, entry)
        return layered

    state = replayed(begun(terms).with_shown(message=None), entries, fold, mark)
    if (turn := state.record.turn) is not None:
        state = state.with_record(turn=replace(turn, t=state.t))
    state = state.with_shown(time_called=_time_called(entries))
    if state.phase is Phase.ENDED:
        state = state.with_seen(ended_t=state.t)
    if state.phase is Phase.PUTTING_BACK:
        state = state.with_shown(back=Back())
    return coming_back(state)


def _time_called(entries: Sequence[Entry]) -> frozenset[Side]:
    """The sides whose time was called and who were given no more time since."""
    called = set[Side]()
    for entry in entries:
        match entry.facts:
            case Halted(time_out=late) if late is not None:
                called.add(late)
            case ClockAdjusted(seconds) if seconds > 0 and entry.side is not None:
                called.discard(entry.side)
    return frozenset(called)
