"""The texts of the coach's screens: hints at the table, lessons, and reviews of matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    # What the field says that asks for the next rung.
    "hint.checkers": ("Hint",),
    "hint.play": ("Show the play",),
    "hint.why": ("Why?",),
    "hint.list": ("All plays",),
    "hint.cube-play": ("What to do?",),
    "hint.cube-list": ("In figures",),
    "hint.waiting": ("One moment",),
    "hint.mine": ("Why not mine?",),
    "hint.compare": ("Compare",),
    "hint.counts": ("Pips and shots",),
    "hint.used": ("Hints used: {n}",),
    "hint.pips": (Counted("{n} pip", "{n} pips", by="n"),),
    "hint.wins": ("wins {n}%",),
    "hint.you-win": ("You win {n} of 100 games from here.",),
    "hint.no_double": ("Do not double yet.",),
    "hint.double-take": ("Double. The opponent should take.",),
    "hint.double-drop": ("Double. The opponent should drop.",),
    "hint.too_good": ("Do not double: play on for a gammon.",),
    "hint.not_allowed": ("You may not double now.",),
    "hint.take": ("Take.",),
    "hint.drop": ("Drop.",),
    "hint.row-no-double": ("No double",),
    "hint.row-take": ("Double, take",),
    "hint.row-drop": ("Double, drop",),
    "hint.nothing": ("The plays are being compared.",),
    "hint.mine-was": ("Played: {play}", "Played"),
    "hint.best-was": ("Best: {play}", "The best play"),
    "screen.plays": ("All plays",),
    # Lessons and games against an engine.
    "screen.practice": ("Practice",),
    "screen.outcome": ("Practice",),
    "screen.rule": ("The rule",),
    "rule.try": ("Try it",),
    "path.play": ("Play against the computer",),
    "path.due": (Counted("{n} drill is due", "{n} drills are due", by="n"),),
    "path.none-due": ("No drill is due",),
    "path.leave": ("End practice",),
    "path.how-strong": ("How strong is the opponent?",),
    "path.cube": ("With the cube",),
    "path.with-crawford": ("With the cube and the Crawford game",),
    "path.loses": ("{strength}: error rate about {n} millipoints per play",),
    "path.loses-nothing": ("{strength}: plays as well as the computer can",),
    "path.begin": ("Begin the game",),
    "exercise.step": ("{n}/{all}  {said}",),
    "exercise.tip": ("Hint",),
    "exercise.lessons": ("Lessons",),
    "outcome.again": ("Once more",),
    "outcome.next": ("Next",),
    # Matches looked at again.
    "screen.analysis": ("Analysis",),
    "judging.begins": ("The match is being analysed.",),
    "judging.at": ("{done} of {all} decisions",),
    "judging.summary": ("Summary",),
    "judging.swings": ("Match graph",),
    "judging.worst": ("Errors",),
    "judging.turns": ("All turns",),
    "judging.again": ("Analyse again",),
    "judging.drills": ("Make drills",),
    "judging.drills-kept": (Counted("{n} new drill is saved.", "{n} new drills are saved.", by="n"),),
    "archive.analyse": ("Analyse",),
    "review.analyse": ("Analyse",),
    "recap.analyse": ("Analyse",),
}
