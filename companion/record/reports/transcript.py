"""Writes the journal as a transcript for people: one line for each entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, assert_never

from companion.games.backgammon import Dice
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.wording import play_in_numbers
from companion.games.rules import Side
from companion.record.entries import Entry, Kind, decided_by
from companion.record.facts import (
    ActWanted,
    CameraFailed,
    ChangeWanted,
    ChoiceMade,
    ClockAdjusted,
    CoachHelped,
    CubeTurned,
    DirectorActed,
    Fault,
    GameBegun,
    GoneOn,
    Halted,
    KeptForDirector,
    MoveWanted,
    OfferAnswered,
    Offered,
    PlayCame,
    PlayGraded,
    PlayMade,
    PointsWon,
    QuestionAsked,
    ResultConfirmed,
    RollWanted,
    TurnAmended,
    TurnClaimed,
    TurnWanted,
    UndoWanted,
)
from companion.record.helping import GUARD
from companion.record.match import Cause
from companion.texts import label, many, sentence

_ENDED: Final[Mapping[Cause, str]] = {
    Cause.PLAY: "",
    Cause.TIME: " on time",
    Cause.AWARDED: " by the director's ruling",
    Cause.FORFEITED: " by the director's ruling",
}


def ended_in_words(cause: Cause) -> str:
    """Return what follows on "wins the match", or on how many points were won: empty where play decided it."""
    return _ENDED[cause]


def transcript_line(entry: Entry, names: tuple[str, str] = ("Light", "Dark"), rules: RuleSet = STANDARD) -> str:
    """Return one entry as a line: time, frame, and what happened; ``rules`` give the points their numbers.

    >>> transcript_line(Entry(3, 4.5, Kind.ROLL, frame=7, side=Side.DARK, dice=(6, 1)))
    '    4.5 s     7  Dark rolls 6-1'
    >>> transcript_line(Entry(4, 5.0, Kind.NOTE, side=Side.DARK, facts=CoachHelped(GUARD)))
    '    5.0 s        the coach asks Dark to think again'
    """
    name = "" if entry.side is None else names[0] if entry.side is Side.LIGHT else names[1]
    if entry.play and entry.side is not None:
        entry = replace(entry, play=play_in_numbers(entry.play, entry.side, rules))
    return line_of(entry, said_in_every_game(entry, name))


def line_of(entry: Entry, said: str) -> str:
    """Return what an entry says as a line: time, frame, and what happened."""
    frame = "" if entry.frame is None else str(entry.frame)
    return f"{entry.t:7.1f} s {frame:>5}  {said}"


def said_in_every_game(entry: Entry, name: str) -> str:
    """Return what an entry says of a player of this name; dice are named only where there are any."""
    facts = entry.facts
    dice = str(Dice(*entry.dice)) if entry.dice else "?"
    doubt = " (uncertain)" if isinstance(facts, PlayMade | CubeTurned) and facts.uncertain else ""
    match entry.event:
        case Kind.CALIBRATED:
            return "the board is found, its colours are calibrated"
        case Kind.START:
            return _begun(facts if isinstance(facts, GameBegun) else GameBegun())
        case Kind.ROLL:
            return f"{name} rolls {dice}"
        case Kind.PLAY:
            return (
                f"{name} plays {dice}: {entry.play}{doubt}" if entry.dice else f"{name} is closed out and need not roll"
            )
        case Kind.ILLEGAL:
            return f"{name}{f' {dice}' if entry.dice else ''}: against the rules ({entry.reason}): {_reason(entry)}"
        case Kind.CORRECTED:
            return f"{name} corrects it: {dice}: {entry.play}{doubt}"
        case Kind.STOOD:
            return f"{name}'s play is condoned ({entry.reason}): {entry.play or 'the board as it is'}"
        case Kind.ASKED:
            return _asked(facts if isinstance(facts, QuestionAsked) else QuestionAsked())
        case Kind.ANSWERED:
            given = answer_of(entry)
            return f"answered: {label(given) if isinstance(facts, ChoiceMade) else given}"
        case Kind.DOUBLE:
            act, value = (facts.act.value, facts.value) if isinstance(facts, CubeTurned) else ("double", "?")
            return f"{name} {act}s to {value}"
        case Kind.TAKE:
            return f"{name} takes{doubt}"
        case Kind.DROP:
            return f"{name} drops"
        case Kind.RESIGN:
            kind = facts.result.name.lower() if isinstance(facts, Offered) else "single"
            return f"{name} resigns a {'single game' if kind == 'single' else kind}"
        case Kind.DRAW_OFFERED:
            return f"{name} offers a draw"
        case Kind.GAME_OVER:
            return _won(facts if isinstance(facts, PointsWon) else None, name)
        case Kind.MATCH_OVER:
            return f"{name} wins the match{_ENDED[decided_by(entry) or Cause.PLAY]}"
        case Kind.UNDO:
            return f"undone: {name}'s play of {dice}"
        case Kind.RESTORED:
            return "the last change of the record is undone"
        case Kind.EDIT:
            return _edited(entry, name, dice)
        case Kind.COCKED:
            return "cocked dice"
        case Kind.CAMERA_LOST:
            return f"the camera is lost: {facts.why if isinstance(facts, CameraFailed) else ''}"
        case Kind.CAMERA_BACK:
            return "the camera is back"
        case Kind.PREMATURE | Kind.HAND | Kind.UNSEEN | Kind.NOTE:
            return _note(entry, name)
    assert_never(entry.event)


def _begun(begun: GameBegun) -> str:
    crawford = ", the Crawford game" if begun.crawford else ""
    stake = f", the cube is on {begun.cube}" if begun.cube is not None else ""
    return f"game {begun.game or 1} begins{crawford}{stake}"


def _asked(asked: QuestionAsked) -> str:
    wanted = f" ({_wanted(asked.wanted)})" if asked.wanted is not None else ""
    return f"asked{wanted}: {' or '.join(map(label, asked.choices or ()))}"


def _won(won: PointsWon | None, name: str) -> str:
    changed = "the result is changed: " if won is not None and won.said else ""
    how = _ENDED[won.cause] if won is not None else ""
    return f"{changed}{name} wins {_points(won.points if won is not None else None)}{how}"


def _edited(entry: Entry, name: str, dice: str) -> str:
    if isinstance(entry.facts, TurnAmended):
        return f"turn {entry.facts.turn} is corrected to {dice}: {entry.play}"
    return f"{name}'s roll is corrected to {dice}" if entry.dice else f"the position was set by hand, {name} on roll"


def _note(entry: Entry, name: str) -> str:
    match entry.facts:
        case CoachHelped(help=help_):
            return f"the coach asks {name} to think again" if help_ == GUARD else f"{name} asks the coach"
        case PlayGraded(graded=graded):
            return f"coach: the play of {name} loses {graded}"
        case PlayCame(so_far=so_far):
            return f"the play is {so_far}"
        case TurnClaimed(claim_about=turn, claim=claim):
            return f"{name} says of turn {turn}: {label(claim)}"
        case ClockAdjusted(adjusted_s=adjusted_s):
            return f"the clock of {name} is changed by {adjusted_s:+g} s, as the director says"
        case DirectorActed():
            return "the director decides, behind the PIN:"
        case KeptForDirector(kept_for_director=turn):
            return f"turn {turn} is kept for the director"
        case Halted(taken_up=taken_up) if taken_up:
            return "paused: the companion was restarted"
        case GoneOn():
            return "play is resumed"
        case ResultConfirmed():
            return "the result is confirmed"
    details = ", ".join(f"{key} {value}" for key, value in (entry.details or {}).items() if key != "clock")
    return f"{entry.event.value}: {details}" if details else entry.event.value


def _reason(entry: Entry) -> str:
    fault = entry.facts if isinstance(entry.facts, Fault) else Fault()
    return sentence(fault.text or str(entry.reason), fault.values or {})


def _wanted(wanted: ChangeWanted) -> str:
    """Say who wants what, as a line of the console says it; a change of the record has its own line once it is made."""
    by = "somebody" if wanted.by is None else wanted.by.value
    match wanted:
        case ActWanted(act=act, said=said):
            return f"{by}: {f'{act} {said}'.rstrip()}"
        case UndoWanted():
            return f"{by}: undo"
        case RollWanted(roll=roll):
            return f"{by}: roll {Dice(*roll)}"
        case TurnWanted() | MoveWanted():
            return f"{by}: edit"
    assert_never(wanted)


def answer_of(entry: Entry) -> str:
    """Return what was answered, as it was written: to a question, or to a resignation."""
    match entry.facts:
        case ChoiceMade(choice=str(said)) | OfferAnswered(resignation=said):
            return said
    return ""


def _points(points: object) -> str:
    return many(points, "point") if isinstance(points, int) else f"{points} points"
