"""The transcript of a match: what was asked, who wanted it, what was answered."""

from __future__ import annotations

import pytest

from companion.games.rules import Side
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    ActWanted,
    ChoiceMade,
    Facts,
    GoneOn,
    Halted,
    MoveWanted,
    QuestionAsked,
    ResultConfirmed,
    RollWanted,
    UndoWanted,
)
from companion.record.reports.transcript import transcript_line

ANSWERS = ("answer.yes", "answer.no")


@pytest.mark.parametrize(
    ("kind", "facts", "line"),
    [
        (Kind.ASKED, QuestionAsked(choices=ANSWERS), "asked: Yes or No"),
        (Kind.ASKED, QuestionAsked(choices=("24/18", "answer.other")), "asked: 24/18 or None of these"),
        (
            Kind.ASKED,
            QuestionAsked(choices=ANSWERS, wanted=ActWanted(Side.LIGHT, "time", "light 30")),
            "asked (light: time light 30): Yes or No",
        ),
        (
            Kind.ASKED,
            QuestionAsked(choices=ANSWERS, wanted=ActWanted(None, "pause")),
            "asked (somebody: pause): Yes or No",
        ),
        (Kind.ASKED, QuestionAsked(choices=ANSWERS, wanted=UndoWanted(Side.DARK)), "asked (dark: undo): Yes or No"),
        (
            Kind.ASKED,
            QuestionAsked(choices=ANSWERS, wanted=RollWanted(Side.DARK, (3, 1))),
            "asked (dark: roll 3-1): Yes or No",
        ),
        (
            Kind.ASKED,
            QuestionAsked(choices=ANSWERS, wanted=MoveWanted(Side.DARK, 3, "c3-d4")),
            "asked (dark: edit): Yes or No",
        ),
        (Kind.ANSWERED, ChoiceMade(choice="answer.no"), "answered: No"),
        (Kind.NOTE, Halted("pause", taken_up=True), "paused: the companion was restarted"),
        (Kind.NOTE, GoneOn(), "play is resumed"),
        (Kind.NOTE, ResultConfirmed(), "the result is confirmed"),
    ],
)
def test_questions_and_answers_are_words_not_keys(kind: Kind, facts: Facts, line: str) -> None:
    assert transcript_line(Entry(1, 2.0, kind, facts=facts)).endswith(f"  {line}")
