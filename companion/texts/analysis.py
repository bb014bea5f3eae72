"""The analysis of a match: its page, its summary, and what is said of single decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "analysis.title": ("Analysis: {light} – {dark}",),
    "analysis.engine": ("Engine: {engine}, depth {ply}",),
    "analysis.engine-builtin": ("built in",),
    "analysis.engine-gnubg": ("GNU Backgammon",),
    "analysis.engine-sage": ("Sage",),
    "analysis.partial": ("Stopped after {done} of {all} decisions",),
    # The sums of each player.
    "analysis.summary": ("Summary",),
    "analysis.rate": ("Error rate",),
    "analysis.play-rate": ("Error rate, plays",),
    "analysis.cube-rate": ("Error rate, cube",),
    "analysis.level": ("Level",),
    "analysis.lost": ("Equity lost",),
    "analysis.match-lost": ("Chance of the match lost",),
    "analysis.points-lost": ("Points lost",),
    "analysis.decisions": ("Decisions: plays, cube",),
    "analysis.errors": ("Plays: doubtful, bad, very bad",),
    "analysis.luck": ("Luck",),
    "analysis.rates-say": ("Error rate: thousandths of a point lost per decision; fewer is better",),
    "analysis.grades-say": ("Doubtful: more than {doubtful} points lost; bad: {bad}; very bad: {very_bad}",),
    "analysis.level-supernatural": ("Supernatural",),
    "analysis.level-world-class": ("World class",),
    "analysis.level-expert": ("Expert",),
    "analysis.level-advanced": ("Advanced",),
    "analysis.level-intermediate": ("Intermediate",),
    "analysis.level-casual": ("Casual player",),
    "analysis.level-beginner": ("Beginner",),
    "analysis.level-learning": ("Learning",),
    "analysis.fault-missed-double": ("Missed doubles",),
    "analysis.fault-wrong-double": ("Wrong doubles",),
    "analysis.fault-wrong-take": ("Wrong takes",),
    "analysis.fault-wrong-drop": ("Wrong drops",),
    # The graph.
    "analysis.swings": ("How the games went",),
    "analysis.swings-say": ("Chance that {name} wins the game, after each turn",),
    # Single decisions.
    "analysis.worst": ("Worst decisions",),
    "analysis.no-errors": ("No error was found",),
    "analysis.place": ("Game {game}, turn {turn}",),
    "analysis.made": ("Played: {what}",),
    "analysis.best": ("Best: {what}",),
    "analysis.gave-up": ("Lost: {points}",),
    "analysis.arrows-say": ("Solid arrows: the play made; dashed: the best play",),
    "analysis.act-rolled": ("No double",),
    "analysis.act-doubled": ("Double",),
    "analysis.act-took": ("Take",),
    "analysis.act-dropped": ("Drop",),
    "analysis.grade-fine": ("Good",),
    "analysis.grade-doubtful": ("Doubtful",),
    "analysis.grade-bad": ("Bad",),
    "analysis.grade-very-bad": ("Very bad",),
    "analysis.fortune-very-lucky": ("Very lucky",),
    "analysis.fortune-lucky": ("Lucky",),
    "analysis.fortune-usual": ("Neither lucky nor unlucky",),
    "analysis.fortune-unlucky": ("Unlucky",),
    "analysis.fortune-very-unlucky": ("Very unlucky",),
    "analysis.illegal": ("Against the rules: not judged",),
    # The list of all decisions.
    "analysis.game": ("Game {n}, score {light} : {dark}",),
    "analysis.turn": ("Turn",),
    "analysis.player": ("Player",),
    "analysis.roll": ("Roll",),
    "analysis.play": ("Play",),
    "analysis.right": ("Best play",),
    "analysis.loss": ("Lost",),
    # What could not be judged.
    "analysis.left-out": (Counted("{n} decision was left out", "{n} decisions were left out", by="n"),),
    "analysis.left-out-unknown-board": ("nobody knows how the checkers lay after an illegal play",),
    "analysis.left-out-not-valued": ("the engine cannot value such a position",),
    "analysis.left-out-score": ("the score does not fit the length of the match",),
    "analysis.drills": (Counted("{n} new drill", "{n} new drills", by="n"),),
    "analysis.number": ("{whole}.{part}",),
}
