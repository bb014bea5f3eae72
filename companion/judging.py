"""Rules on one look at the board: what is certain is told, what is not waits, is asked, or is taken.

An illegal play is told at once, with its reason.  A reason that is a question (checkers missing,
other dice) accuses nobody: a hidden checker or a misread die is likelier than a cheat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from companion import chronicle
from companion.accounts import Account, TurnSeen, accounts
from companion.band import Band
from companion.events import BoardSeen, Kind
from companion.games.backgammon import START, Dice, Explanation, Position, Reason, explain
from companion.games.backgammon.conduct import may_open
from companion.games.rules import Side
from companion.referee import Ambiguous, Clear, Illegal, Reading, Ruling, Story, Unreadable, habits_of, ruling
from companion.state import DiceSource, Effect, EndOfTurn, Phase, Question, Sound, Standing, State, Tone
from companion.throw import Throw, throw_of

Step: TypeAlias = tuple[State, list[Effect]]

# Where the tray is not seen, these are the acts after which a checker is missing from the board.
_BEARING_OFF: Final = (Reason.BEAR_OFF_OUTSIDE, Reason.LOWER_CHECKER_OFF)

# Hardly anybody moves the opponent's checkers, so a reading that says so has to be this much clearer.
_SELDOM_DONE: Final = 3.0


def fresh_throw(state: State, event: BoardSeen) -> Throw | None:
    """The dice on the board where they were thrown since the last look, None where they lie as they lay."""
    if state.terms.dice is DiceSource.ELECTRONIC:
        return None
    throw = throw_of(event.observation, frame=event.frame, at_s=event.at_s)
    before = state.turn.throw if state.turn else state.last.throw if state.last else None
    if throw is None or before is None:
        return throw
    same_place = before.lies_at(throw.places, tolerance=state.terms.same_place)
    # Dice that were taken up and show another number now were thrown, wherever they fell.
    if same_place and not (state.lifted and not throw.best.same_numbers(before.best)):
        return None
    return throw


def judged(state: State, event: BoardSeen, fresh: Throw | None, *, closing: bool = False, ended: bool = False) -> Step:
    """Rules on one look.  ``closing``: no other look will come.  ``ended``: the player says the turn is over."""
    state = _with_evidence_of_dice(state, event, fresh)
    verdict = _verdict(state, event, fresh, ended=ended)
    match verdict:
        case Clear():
            return _clear(state, event, fresh, verdict)
        case Illegal():
            return _illegal(state, event, fresh, verdict, closing=closing)
        case Ambiguous():
            return _unclear(state, event, fresh, verdict, closing=closing)
        case Unreadable():
            return state, []
    assert_never(verdict)


def _with_evidence_of_dice(state: State, event: BoardSeen, fresh: Throw | None) -> State:
    again = throw_of(event.observation, frame=event.frame, at_s=event.at_s)
    if state.turn is None or again is None or fresh is not None or state.terms.dice is DiceSource.ELECTRONIC:
        return state
    if again.at_s <= state.turn.throw.seen_at_s:
        return state
    return replace(state, turn=replace(state.turn, throw=state.turn.throw.seen_again(again)))


def _verdict(state: State, event: BoardSeen, fresh: Throw | None, *, ended: bool) -> Ruling[Account]:
    if state.phase is Phase.OVER:
        state = replace(state, position=START, habits={})  # the next thing to be seen is the next game
    verdict = _ruling(state, event, accounts(state, fresh), ended=ended)
    if isinstance(verdict, Clear | Unreadable) or fresh is None:
        return verdict
    second = _ruling(state, event, accounts(state, fresh, farfetched=True), ended=ended)
    return second if isinstance(second, Clear) else verdict


def _ruling(state: State, event: BoardSeen, stories: list[Story[Account]], *, ended: bool) -> Ruling[Account]:
    if ended:
        played = [story for story in stories if story.meaning.turns and story.meaning.turns[-1].play is not None]
        stories = played or stories
    return ruling(
        stories,
        event.observation,
        standing=state.terms.rules.picture(state.position),
        margins=state.terms.margins,
        habits=state.habits,
    )


# --- a clear look --------------------------------------------------------------------------------


def _clear(state: State, event: BoardSeen, fresh: Throw | None, verdict: Clear[Account]) -> Step:
    account = verdict.story.meaning
    state, effects = _opened(state, event, verdict.confidence)
    if state.terms.end_of_turn is EndOfTurn.BUTTON and fresh is not None:
        account = _without_last_play(account)
    state, more = as_effects(chronicle.told(state, account, event.frame, verdict.confidence, verdict.margin))
    effects += more
    state = _with_dice_of(state, account, fresh)
    state, more = _tied(state, event, fresh)
    effects += more
    if state.phase is Phase.CORRECTING and not account.wrong:
        state = replace(state, band=None)  # put back as it was before the illegal play: nothing wrong lies there
    habits = habits_of(event.observation, verdict.story.board)
    return replace(state, habits=habits, unclear_looks=0, moved_unrolled=False), effects


def _opened(state: State, event: BoardSeen, confidence: float) -> Step:
    if state.phase not in (Phase.START, Phase.OVER):
        return state, []
    return as_effects(chronicle.started(state, event.frame, confidence))


def _with_dice_of(state: State, account: Account, fresh: Throw | None) -> State:
    """The dice as they lie now belong to the standing turn, also where that changes nothing on record."""
    if fresh is None:
        return state
    if state.phase is Phase.OPENING and not account.turns:
        return replace(state, turn=Standing(fresh))  # whose it is, the play will tell
    if account.thrown_again and state.turn is not None:
        return replace(state, turn=replace(state.turn, throw=fresh))
    return state


def _tied(state: State, event: BoardSeen, fresh: Throw | None) -> Step:
    """Equal dice that open no game are thrown again; only where they double the stake is that told."""
    rules = state.terms.rules.rules
    if fresh is None or state.phase is not Phase.OPENING or not rules.automatic_doubles:
        return state, []
    if may_open(fresh.best, rules) or fresh.margin < state.terms.margins.certain:
        return state, []
    return as_effects(chronicle.tied(state, fresh.best.first, event.frame, fresh.confidence))


def _without_last_play(account: Account) -> Account:
    if not account.turns or account.turns[-1].play is None:
        return account
    return replace(account, turns=(*account.turns[:-1], replace(account.turns[-1], play=None)))


# --- an unclear look -----------------------------------------------------------------------------


def _unclear(
    state: State, event: BoardSeen, fresh: Throw | None, verdict: Ambiguous[Account], *, closing: bool
) -> Step:
    """Tells what all likely stories agree on; the rest waits for another look, is asked, or is taken."""
    if state.phase in (Phase.START, Phase.OVER):
        return state, []
    moved = state.phase is Phase.ROLLING and fresh is None and verdict.doubtful
    state = replace(state, unclear_looks=state.unclear_looks + 1, moved_unrolled=state.moved_unrolled or moved)
    agreed = Account() if verdict.doubtful else _agreed([story.meaning for story in verdict.stories])
    settled = bool(agreed.turns) and agreed.turns[0].play is not None
    best = verdict.stories[0].meaning
    over = closing or (fresh is not None and _ends_standing_turn(best))
    if over and not settled and not state.terms.asks and best.turns and best.turns[0].play is not None:
        return _taken_as_likeliest(state, event, verdict, closing=closing)
    state, effects = _what_is_sure(state, event, fresh, verdict, agreed)
    if state.terms.asks and not settled and (over or state.unclear_looks >= state.terms.looks_before_asking):
        state, more = _asked(state, event, verdict.stories)
        effects += more
    return state, effects


def _what_is_sure(
    state: State, event: BoardSeen, fresh: Throw | None, verdict: Ambiguous[Account], agreed: Account
) -> Step:
    if not agreed.turns:
        return _roll_alone(state, event, fresh)
    state, effects = as_effects(chronicle.told(state, agreed, event.frame, verdict.confidence, verdict.margin))
    return _with_roll_to_come(state, fresh), effects


def _agreed(likely: Sequence[Account]) -> Account:
    """The beginning on which all accounts agree: whole turns, then perhaps the roll of the next."""
    best, *others = likely
    if any(replace(other, turns=()) != replace(best, turns=()) for other in others):
        return Account()
    turns: list[TurnSeen] = []
    for place, turn in enumerate(best.turns):
        if any(len(other.turns) <= place or not _same_roll(other.turns[place], turn) for other in others):
            break
        if any(_end(other.turns[place]) != _end(turn) for other in others):
            turns.append(replace(turn, play=None))
            break
        turns.append(turn)
    return replace(best, turns=tuple(turns))


def _same_roll(one: TurnSeen, other: TurnSeen) -> bool:
    return one.side is other.side and one.roll.same_numbers(other.roll)


def _end(turn: TurnSeen) -> Position | None:
    return None if turn.play is None else turn.end


def _ends_standing_turn(account: Account) -> bool:
    """Whether the next player has rolled, so that the standing turn will not become any clearer."""
    return len(account.turns) > 1 and not account.thrown_again


def _with_roll_to_come(state: State, fresh: Throw | None) -> State:
    """A throw that could not be read for certain waits, unrecorded, for the play that tells."""
    if fresh is None or state.turn is not None or state.phase not in (Phase.OPENING, Phase.ROLLING):
        return state
    phase = Phase.PLAYING if state.phase is Phase.ROLLING else state.phase
    return replace(state, phase=phase, turn=Standing(fresh))


def _roll_alone(state: State, event: BoardSeen, fresh: Throw | None) -> Step:
    """The board is unclear; the dice may be clear all the same."""
    state = _with_roll_to_come(state, fresh)
    standing = state.turn
    if state.phase is not Phase.PLAYING or standing is None or standing.dice is not None:
        return state, []
    if standing.throw.margin < state.terms.margins.certain:
        return state, []
    seen = TurnSeen(state.side, standing.throw, standing.throw.best, None, state.position)
    return as_effects(chronicle.told(state, Account((seen,)), event.frame, standing.throw.confidence, 0.0))


def _asked(state: State, event: BoardSeen, stories: Sequence[Story[Account]]) -> Step:
    answers = {
        turn.end: turn.play
        for turn in (story.meaning.turns[0] for story in stories if story.meaning.turns)
        if turn.play is not None and state.turn and state.turn.dice and turn.roll.same_numbers(state.turn.dice)
    }
    if not answers or state.question is not None:
        return state, []
    plays = tuple((play, end) for end, play in answers.items())
    question = Question("question.which-play", tuple(play.text() for play, _ in plays), plays)
    band = Band(question.key, alarm=False, choices=question.choices)
    state = replace(state, question=question, unclear_looks=0, band=band)
    details = {"question": question.key, "choices": list(question.choices)}
    return as_effects(chronicle.noted(state, Kind.ASKED, frame=event.frame, side=state.side, details=details))


def _taken_as_likeliest(state: State, event: BoardSeen, verdict: Ambiguous[Account], *, closing: bool) -> Step:
    best = verdict.stories[0].meaning
    firsts = [story.meaning.turns[0] for story in verdict.stories if story.meaning.turns]
    choices = dict.fromkeys(f"{turn.roll.text()}: {turn.play or 'nothing'}" for turn in firsts)
    details = {"question": "question.which-play", "choices": list(choices)}
    state, effects = as_effects(
        chronicle.noted(state, Kind.ASKED, frame=event.frame, side=best.turns[0].side, details=details)
    )
    # Only the turn that is over is settled; the next one may still become clear.
    settled = best if closing else replace(best, turns=best.turns[:1])
    told = chronicle.told(state, settled, event.frame, verdict.confidence, verdict.margin, sure=False)
    state, more = as_effects(told)
    effects += more
    if not closing and len(best.turns) > 1 and best.turns[1].throw is not None:
        state = _with_roll_to_come(state, best.turns[1].throw)
        state, more = _roll_alone(state, event, None)
        effects += more
    return replace(state, unclear_looks=0), effects


# --- an illegal play -----------------------------------------------------------------------------


def _illegal(state: State, event: BoardSeen, fresh: Throw | None, verdict: Illegal[Account], *, closing: bool) -> Step:
    throw = state.turn.throw if state.turn else fresh
    if throw is None or state.phase in (Phase.START, Phase.OVER):
        return replace(state, moved_unrolled=state.phase is Phase.ROLLING), []  # nobody was seen to roll
    side = _mover(state, verdict.reading)
    roll = state.turn.dice if state.turn and state.turn.dice else throw.best
    why = _explained(state, side, roll, verdict.reading) if side else None
    recorded = state.phase is Phase.CORRECTING or (state.turn is not None and state.turn.dice is not None)
    playable = recorded or _can_be_played(state, side, roll)
    if side is None or why is None or not playable or not _accuses(why, verdict, side):
        doubtful = Ambiguous(verdict.stories, verdict.ahead, 1 - verdict.confidence, doubtful=True)
        return _unclear(state, event, fresh, doubtful, closing=closing)
    if state.phase is Phase.CORRECTING and fresh is not None:
        return _another_wrong_play_stood(state, event, fresh, verdict.reading)
    if state.wrong is not None and state.wrong.picture == verdict.reading.picture:
        return state, []
    effects: list[Effect] = []
    if not recorded:
        rolled = Account((TurnSeen(side, throw, roll, None, state.position),))
        state, effects = as_effects(chronicle.told(state, rolled, event.frame, verdict.confidence, verdict.margin))
    told = chronicle.found_illegal(state, verdict.reading, why, event.frame, verdict.confidence, verdict.margin)
    state, more = as_effects(told)
    effects += [*more, Sound(Tone.ALARM)]
    if fresh is not None and throw is not fresh and state.wrong and state.wrong.position:
        # The opponent has rolled already.
        state, more = _stood_then_rolled(state, event, fresh, state.wrong.position)
        effects += more
    return state, effects


def _can_be_played(state: State, side: Side | None, roll: Dice) -> bool:
    """Whether a roll leaves anything to play: one that does not passes at once, and accuses nobody."""
    if side is None:
        return False
    ends = state.terms.rules.legal_ends(replace(state.position, on_roll=side), roll)
    return any(play.steps for play in ends.values())


def _accuses(why: Explanation, verdict: Illegal[Account], side: Side) -> bool:
    """Whether a reason may be told without asking: never on the ground of checkers that are only unseen."""
    missing = verdict.reading.missing
    if why.reason.is_question or missing.of(side.other):
        return False
    if why.reason is Reason.OPPONENT_MOVED and verdict.margin < _SELDOM_DONE:
        return False
    return not missing.of(side) or why.reason in _BEARING_OFF


def _another_wrong_play_stood(state: State, event: BoardSeen, fresh: Throw, reading: Reading) -> Step:
    """The opponent rolled while another wrong play lay there than the one that was told."""
    lies = chronicle.position_read(state.position, reading.picture)
    if lies is None or state.wrong is None:
        return state, []
    state = replace(state, wrong=replace(state.wrong, picture=reading.picture, position=lies))
    return _stood_then_rolled(state, event, fresh, lies)


def _stood_then_rolled(state: State, event: BoardSeen, fresh: Throw, lies: Position) -> Step:
    side = state.side.other
    seen = TurnSeen(side, fresh, fresh.best, None, replace(lies, on_roll=side))
    account = Account((seen,), stood=True)
    return as_effects(chronicle.told(state, account, event.frame, fresh.confidence, fresh.margin))


def _mover(state: State, reading: Reading) -> Side | None:
    """The side whose play it is; in the opening, the only one whose checkers were moved."""
    if state.phase is not Phase.OPENING:
        return state.side
    standing = state.terms.rules.picture(state.position)
    moved = {
        side for side in Side for spot, stack in reading.picture.items() if stack.of(side) != standing[spot].of(side)
    }
    return moved.pop() if len(moved) == 1 else None


def _explained(state: State, side: Side, roll: Dice, reading: Reading) -> Explanation | None:
    before = replace(state.position, on_roll=side)
    return explain(before, roll, reading.picture, state.terms.rules.rules)


def as_effects(told: chronicle.Step) -> Step:
    state, entries = told
    return state, list(entries)
