"""The entries of a match in words for players, in their language.

The transcript (:mod:`companion.record.reports.transcript`) has every entry, in English; these are the entries that
concern a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from companion.games.backgammon import Dice, Play, RuleSet
from companion.games.backgammon.ruleset import STANDARD
from companion.games.backgammon.wording import play_in_numbers
from companion.games.rules import Side
from companion.record.archive import disputed
from companion.record.draughts import WIN
from companion.record.entries import Entry, Kind, decided_by, is_drawn
from companion.record.facts import (
    ClockAdjusted,
    CubeTurned,
    DirectorActed,
    Fault,
    GameScored,
    GoneOn,
    Halted,
    KeptForDirector,
    MoveAmended,
    Offered,
    PlayMade,
    PointsWon,
    QuestionAsked,
    TurnAmended,
    TurnClaimed,
)
from companion.record.journal import Header
from companion.record.match import CAUSES, Cause
from companion.record.reports.review import ReviewMark
from companion.record.reports.transcript import answer_of
from companion.texts import TEXTS, label, sentence


@dataclass(frozen=True, slots=True)
class Narrator:
    """A language, and the rule set whose vocabulary and numbers of points are used in it."""

    language: str = "en"
    rules: RuleSet = STANDARD

    def say(self, key: str, /, **values: object) -> str:
        event = {name: str(value) for name, value in values.items()}
        return sentence(key, event, language=self.language, terms=self.rules.terms)

    def name(self, name: str) -> str:
        """A player's name; a player who gave no name is recorded as Light or Dark."""
        return label(name, language=self.language)

    def of(self, header: Header) -> Narrator:
        """The same language in the words of a match.  Raises ``InputError`` if its rules cannot be read."""
        return replace(self, rules=RuleSet.from_text(header.rules))


def names_of(header: Header, speaker: Narrator) -> str:
    return " – ".join(map(speaker.name, header.names))


def name_of(header: Header, side: Side, speaker: Narrator) -> str:
    return speaker.name(header.names[side is Side.DARK])


def day_words(day: date, speaker: Narrator) -> str:
    """A day as the language writes it."""
    return speaker.say("date.day", day=day.day, month=f"month.{day.month}", year=day.year)


def score_in_words(score: tuple[int, int], speaker: Narrator) -> str:
    """Light's and Dark's score as the language writes it."""
    return speaker.say("score.money", own=score[0], other=score[1])


def play_words(play: str | None, side: Side, speaker: Narrator) -> str:
    """A side's play as the screen writes it; empty if none is recorded."""
    if play is None:
        return ""
    return play_in_numbers(play, side, speaker.rules) if Play.from_text(play).steps else speaker.say("play.none")


def mark_words(marks: tuple[ReviewMark, ...], speaker: Narrator) -> str:
    return " · ".join(speaker.say(f"mark.{mark.value}") for mark in marks)


def event_words(header: Header, entry: Entry, speaker: Narrator) -> str:
    """An entry of the journal in words; empty if it does not concern a player."""
    event = _event(entry, speaker)
    if event is None:
        return ""
    key, values = event
    name = {} if entry.side is None else {"name": name_of(header, entry.side, speaker)}
    return speaker.say(key, **name, **values)


def move_event_words(entry: Entry, name: str, speaker: Narrator) -> str:
    """An entry of a match of draughts in words; empty if it does not concern a player."""
    event = _move_event(entry, speaker)
    return "" if event is None else speaker.say(event[0], **({"name": name} if name else {}), **event[1])


def _move_event(entry: Entry, speaker: Narrator) -> tuple[str, Mapping[str, object]] | None:
    made = {"made": entry.play} if entry.play else {}
    match entry.event, entry.facts:
        case Kind.PLAY | Kind.CORRECTED, PlayMade(uncertain=True):
            return "event.uncertain", {"made": "", **made}
        case Kind.PLAY | Kind.CORRECTED, _:
            return f"event.{entry.event.value}", {"made": "", **made}
        case Kind.STOOD, _:
            return "event.stood", made
        case Kind.EDIT, MoveAmended():
            return "event.move-edited", {"made": "", **made}
        case Kind.EDIT, _:
            return "event.placed", {}
        case Kind.GAME_OVER, _ if entry.side is None:
            return "result.drawn", {}
        case Kind.GAME_OVER, GameScored(why=why):
            return f"event.game-over{how_ended(CAUSES.get(why, Cause.PLAY))}", {"points": WIN}
        case Kind.GAME_OVER, _:
            return "event.game-over", {"points": WIN}
        case Kind.MATCH_OVER, _ if entry.side is None:
            return ("event.match-drawn", {}) if is_drawn(entry) else None  # an earlier version has not written who won
    return _event(entry, speaker)


def _event(entry: Entry, speaker: Narrator) -> tuple[str, Mapping[str, object]] | None:
    facts = entry.facts
    dice = {"dice": str(Dice(*entry.dice))} if entry.dice else {}
    made = {"made": play_words(entry.play, entry.side or Side.LIGHT, speaker)} if entry.play else {}
    match entry.event:
        case Kind.PLAY if entry.dice is None:
            return "event.shut-out", {}
        case Kind.PLAY | Kind.CORRECTED if isinstance(facts, PlayMade) and facts.uncertain:
            return "event.uncertain", {"made": "", **made}
        case Kind.PLAY if not entry.play or not Play.from_text(entry.play).steps:
            return "event.no-move", {}
        case Kind.PLAY | Kind.CORRECTED:
            return f"event.{entry.event.value}", {"made": "", **made}
        case Kind.ROLL | Kind.STOOD:
            return f"event.{entry.event.value}", {**dice, **made}
        case Kind.ILLEGAL:
            return "event.illegal", {"why": _reason(entry, speaker)}
        case Kind.ASKED:
            return "event.asked", {
                "what": _choices((isinstance(facts, QuestionAsked) and facts.choices) or (), speaker)
            }
        case Kind.ANSWERED:
            given = answer_of(entry)
            return "event.answered", {"what": _choices([given], speaker)} if given else {}
        case Kind.DOUBLE:
            turned = facts if isinstance(facts, CubeTurned) else CubeTurned(2)
            return f"event.{turned.act.value}", {"value": turned.value}
        case Kind.RESIGN if isinstance(facts, Offered):
            return "event.resign", {"result": f"result.{facts.result.name.lower()}"}
        case Kind.GAME_OVER:
            won = facts if isinstance(facts, PointsWon) else PointsWon(1)
            return f"event.game-over{how_ended(won.cause)}", {"points": won.points}
        case Kind.MATCH_OVER:
            return f"event.match-over{how_ended(decided_by(entry) or Cause.PLAY)}", {}
        case Kind.EDIT if isinstance(facts, TurnAmended):
            return "event.turn-edited", {**dice, **made}
        case Kind.EDIT if entry.dice is None:
            return "event.placed", {}
        case Kind.EDIT:
            return "event.roll-edited", dice
        case Kind.NOTE:
            return _note(entry, speaker)
    key = f"event.{entry.event.value.replace('_', '-')}"
    return (key, {}) if key in TEXTS else None


def how_ended(cause: Cause) -> str:
    """Return the end of the text key of a sentence that also says what ended the game, or the match."""
    match cause:
        case Cause.PLAY:
            return ""
        case Cause.TIME:
            return ".time"
        case Cause.AWARDED | Cause.FORFEITED:
            return ".awarded"


def _note(entry: Entry, speaker: Narrator) -> tuple[str, Mapping[str, object]] | None:
    if disputed(entry) is not None:
        return "event.dispute", {}
    match entry.facts:
        case TurnClaimed(claim=claim):
            return "event.claim", {"claim": label(claim, language=speaker.language, terms=speaker.rules.terms)}
        case KeptForDirector():
            return "event.kept-for-director", {}
        case Halted(taken_up=True):
            return "event.taken-up", {}
        case ClockAdjusted():
            return "event.clock-adjusted", {"change": entry.facts.in_words}
        case DirectorActed():
            return "event.director-acted", {}
        case Halted():
            return "event.paused", {}
        case GoneOn():
            return "event.gone-on", {}
    return None


def _reason(entry: Entry, speaker: Narrator) -> str:
    fault = entry.facts if isinstance(entry.facts, Fault) else Fault()
    key = fault.text or str(entry.reason)
    return (
        sentence(key, fault.values or {}, language=speaker.language, terms=speaker.rules.terms) if key in TEXTS else key
    )


def _choices(choices: Iterable[str], speaker: Narrator) -> str:
    return " / ".join(label(choice, language=speaker.language, terms=speaker.rules.terms) for choice in choices)
