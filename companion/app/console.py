"""Controls a match by commands for ``run --control``: each line is one thing that a person does at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from companion.app.console_words import (
    PLAIN,
    SIDES,
    Command,
    Order,
    adjusted,
    alone,
    answered,
    asked_lines,
    awarded,
    claimed,
    message_in_words,
    minutes,
    number_in,
    pressed,
    question_facts,
    shown_notice,
    side_in,
    understood,
)
from companion.coach.at_the_table.events import CountsAsked, HelpAsked, MineAsked
from companion.coach.at_the_table.report import coach_facts, coach_lines
from companion.coach.at_the_table.state import coaching_in
from companion.errors import InputError, quoted
from companion.games.backgammon import START, Dice, Play, Position
from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.events import (
    Condoned,
    CubeActed,
    Edited,
    Ended,
    Event,
    PlayEntered,
    PositionSet,
    Resigned,
    RollEntered,
    RulingAsked,
)
from companion.match.phases import BEFORE_PLAY, OVER, Phase
from companion.match.state import State
from companion.practice.exercise import practice_in
from companion.practice.report import practice_facts, practice_lines
from companion.practice.showing import shown as practice_shown
from companion.record.files.document import win_values
from companion.record.journal import Mode
from companion.record.reports.transcript import ended_in_words
from companion.texts import many

HELP: Final = """\
press [light|dark]                the button
roll 31                           the roll of the side on roll; at the start the first number is Light's
play 8/5 6/5                      the current roll was played so, and the turn is over
double, take, drop, beaver        the cube
answer 1                          the first of the answers to the question
undo                              take the last play back; in an exercise: begin it again
undo-change                       undo the change of the record that was reported last
edit 7 play 8/5 6/5               what is on record for turn 7 of the game is wrong; also: edit 7 roll 31
position 4HPwATDgc/ABMA light     the checkers are there, Light on roll
put-back                          the board was disturbed: show which points to restore
ruling                            was that legal?
stand                             the opponent condones the illegal play
dispute                           stop the clock and keep what was seen of the turn
claim dark the die was flat       what a player says of the disputed turn
director                          keep the disputed turn for the director, and play on
hint, mine, counts                in training: the next hint, why not my play, pip counts and shots; also: hint dark
pause, resume
resign gammon                     the side on roll, in practice the learner, offers the game; also: resign dark single
end light gammon                  both agree that the game is over, and who has won it how
award light 2, award light match  the director gives points, or the match
time dark -60                     the director gives time on the clock, or takes it
next                              the result is right; the next game; in an exercise: the next one
new                               another match with the same settings
dark: undo                        as that player does it; in a refereed match the other one is asked
show                              how things stand
quit"""


def command(line: str, state: State, at_s: float) -> Command:
    """Return the command that a line gives to a match in this state.

    Raises :class:`InputError` with a sentence for an unknown command, or one that is impossible now.
    """
    return understood(line, state, at_s, _WITH_WORDS, _PLAIN)


_PLAIN: Final[Mapping[str, Callable[[float], Event]]] = MappingProxyType(
    {**PLAIN, "ruling": RulingAsked, "stand": Condoned}
)


def _roll(rest: Sequence[str], state: State, at_s: float) -> Event:
    del state
    roll = Dice.from_text(" ".join(rest))
    return RollEntered(roll.first, roll.second, at_s)


def _play(rest: Sequence[str], state: State, at_s: float) -> Event:
    del state
    return PlayEntered(_play_text(rest), at_s)


def _edit(rest: Sequence[str], state: State, at_s: float) -> Event:
    del state
    turn, *facts = rest or [""]
    number = number_in("edit", turn)
    dice: tuple[int, int] | None = None
    if len(facts) > 1 and facts[0] == "roll":
        roll = Dice.from_text(facts[1])
        dice, facts = (roll.first, roll.second), facts[2:]
    play = _play_text(facts[1:]) if facts[:1] == ["play"] else None
    if (dice is None and play is None) or (play is None and facts):
        raise InputError(f"edit {quoted(' '.join(rest))}: expected the turn's number, then roll 31 or play 8/5 6/5")
    return Edited(number, at_s, dice, play)


def _position(rest: Sequence[str], state: State, at_s: float) -> Event:
    del state
    if len(rest) != 2:
        raise InputError(f"position {quoted(' '.join(rest))}: expected a Position ID and light or dark, who is to act")
    on_roll = side_in("position", rest[1])
    Position.from_id(rest[0], on_roll)
    return PositionSet(rest[0], on_roll, at_s)


def _cube(act: Act) -> Callable[[Sequence[str], State, float], Event]:
    def acted(rest: Sequence[str], state: State, at_s: float) -> Event:
        alone(act.value, rest, Order.HELP)
        offer = state.record.cube.offer
        if act is Act.DOUBLE:
            return CubeActed(act, state.side, at_s)
        return CubeActed(act, offer.to if offer is not None else state.side.other, at_s)

    return acted


def _coached(asked: type[HelpAsked | MineAsked | CountsAsked], word: str) -> Callable[..., Event]:
    def event(rest: Sequence[str], state: State, at_s: float) -> Event:
        if state.terms.mode is not Mode.TRAINING:
            raise InputError(f"{word}: the match is {state.terms.mode.value}; this is for training only")
        return asked(side_in(word, " ".join(rest)) if rest else _learner(state, word), at_s)

    return event


def _learner(state: State, word: str) -> Side:
    """The side that has to decide; a play is compared for the side that made the last one."""
    if word == "mine" and state.record.last is not None:
        return state.record.last.side
    decision = coaching_in(state).decision
    return state.side if decision is None else decision.side


def _resign(rest: Sequence[str], state: State, at_s: float) -> Event:
    practice = practice_in(state)
    side = state.side if practice is None else practice.learner
    if rest and rest[0] in SIDES:
        side, rest = Side(rest[0]), rest[1:]
    elif practice is None and state.phase in BEFORE_PLAY:
        raise InputError("resign: nobody is to act yet; say light or dark, then single, gammon or backgammon")
    return Resigned(side, _result("resign", " ".join(rest)), at_s)


def _end(rest: Sequence[str], state: State, at_s: float) -> Event:
    del state
    return Ended(side_in("end", rest[0] if rest else ""), _result("end", " ".join(rest[1:])), at_s)


_WITH_WORDS: Final[Mapping[str, Callable[[Sequence[str], State, float], Event]]] = MappingProxyType(
    {
        "press": pressed, "roll": _roll, "play": _play, "answer": answered, "edit": _edit, "position": _position,
        **{act.value: _cube(act) for act in Act}, "resign": _resign, "end": _end, "claim": claimed,
        "hint": _coached(HelpAsked, "hint"), "mine": _coached(MineAsked, "mine"),
        "counts": _coached(CountsAsked, "counts"), "award": awarded, "time": adjusted,
    }
)  # fmt: skip

_RESULTS: Final[Mapping[str, Result]] = MappingProxyType({result.name.lower(): result for result in Result})


def _play_text(words: Sequence[str]) -> str:
    text = " ".join(words)
    if not text:
        raise InputError("play: expected checkers' ways such as 8/5 6/5")
    Play.from_text(text)
    return text


def _result(word: str, text: str) -> Result:
    if text not in _RESULTS:
        raise InputError(f"{word} {quoted(text)}: expected single, gammon or backgammon")
    return _RESULTS[text]


# --- the answers ------------------------------------------------------------------------------


def shown(state: State, match_id: int, *, trouble: str | None = None) -> dict[str, object]:
    """Return the state of the match as JSON values.

    ``on_roll``: the side on roll or to play, None if there is none.  ``position``: Position ID of the record.
    ``turn``: rolls of this game.  ``win``: the end of the last game or the match, as in match documents.  ``notice``:
    the message on the screen.  ``coach``: see :func:`companion.coach.at_the_table.report.coach_facts`.  ``practice``:
    see :func:`companion.practice.report.practice_facts`, None in a match.  ``trouble``: why the record is in memory
    only.
    """
    roll, cube, clock = state.record.turn.dice if state.record.turn else None, state.record.cube, state.clock
    begun = state.phase is not Phase.SETTING_UP
    asked, exercise = state.shown.question, practice_shown(state)
    return {
        "match": match_id,
        "names": list(state.terms.names),
        "length": state.terms.length,
        "mode": state.terms.mode.value,
        "phase": state.phase.value,
        "on_roll": None if state.phase in BEFORE_PLAY | OVER else state.side.value,
        "dice": [roll.first, roll.second] if roll else None,
        "position": state.record.position.id() if begun else None,
        "score": list(state.record.score),
        "game": state.record.game,
        "turn": sum(state.record.rolls),
        "crawford": state.record.crawford,
        "cube": {
            "value": cube.value,
            "owner": cube.owner.value if cube.owner else None,
            "offered": cube.offer.value if cube.offer else None,
        },
        "clock": None if clock is None else [clock.left_s(side, state.t) for side in Side],
        "win": None if state.record.result is None else win_values(state.record.result),
        "question": question_facts(asked, state.asked_of(asked) if asked is not None else frozenset(), _terms(state)),
        "notice": notice(state),
        "coach": coach_facts(state),
        "practice": None if exercise is None else practice_facts(exercise),
        "trouble": trouble,
    }


def shown_lines(state: State, match_id: int, *, trouble: str | None = None) -> list[str]:
    """Return what :func:`shown` returns, as lines to read."""
    facts, record = shown(state, match_id, trouble=trouble), state.record
    points = record.score
    names = dict(zip(Side, state.terms.names, strict=True))
    length = f"to {state.terms.length}" if state.terms.length else "for money"
    lines = [
        f"match {match_id}: {names[Side.LIGHT]} (light) - {names[Side.DARK]} (dark), {length}, {facts['mode']}",
        f"score {points[0]}-{points[1]}, game {record.game}{', the Crawford game' if record.crawford else ''}",
    ]
    who = f", {names[state.side]} to act" if facts["on_roll"] else ""
    dice = f", {state.record.turn.dice}" if state.record.turn and state.record.turn.dice else ""
    lines.append(f"phase {state.phase.value}{who}{dice}, {many(sum(record.rolls), 'roll')}{_ended(state)}")
    if facts["position"]:
        lines.append(f"position {facts['position']}, {_cube_words(state, names)}")
    if state.clock is not None and state.clock.has_reserve:
        light, dark = (minutes(state.clock.left_s(side, state.t) or 0.0) for side in Side)
        lines.append(f"clock {light} {dark}, {'running' if state.clock.runs else 'standing'}")
    lines += said_lines(state)
    lines += coach_lines(state)
    if trouble is not None:
        lines.append(f"record in memory only: {trouble}")
    return lines


def _ended(state: State) -> str:
    won = state.record.result
    if won is None:
        return ""
    points = "the match" if won.cause.decides_match else won.points
    return f", {state.name_of(won.side)} wins {points}{ended_in_words(won.cause)}"


def said_lines(state: State) -> list[str]:
    """Return what the screen would say now: the notice, then the question with its numbered answers."""
    exercise = practice_shown(state)
    wanted = START if state.phase is Phase.BETWEEN_GAMES else state.record.position
    lines = practice_lines(exercise, wanted) if exercise is not None else []
    if (said := notice(state)) is not None:
        lines.append(f"! {said}")
    if state.shown.question is not None:
        lines += asked_lines(state.shown.question, _terms(state))
    return lines


def notice(state: State) -> str | None:
    """Return the message in the strips of the screen, None if it is only the open question."""
    message = shown_notice(state.shown.message, state.shown.question)
    points = f"points {', '.join(map(str, message.points))}" if message is not None and message.points else ""
    return message_in_words(message, points, _terms(state))


def _terms(state: State) -> str:
    return state.terms.rules.rules.terms


def _cube_words(state: State, names: Mapping[Side, str]) -> str:
    if state.record.cube.offer is not None:
        return f"cube offered at {state.record.cube.offer.value} to {names[state.record.cube.offer.to]}"
    owner = f"{names[state.record.cube.owner]}'s" if state.record.cube.owner else "in the middle"
    return f"cube {state.record.cube.value} {owner}"
