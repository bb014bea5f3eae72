"""What a puzzle says and shows.  No Kivy here."""

from __future__ import annotations

from dataclasses import replace

from companion.coach.drills import Task
from companion.games.backgammon import BackgammonRules
from companion.games.rules import Side
from companion.match.view import View
from companion.practice.puzzles import Puzzle
from companion.record.journal import Mode
from companion.screen.widgets.fields import Chair


def puzzle_view(puzzle: Puzzle, like: View | None) -> View:
    """The position as a table would show it, read by who decides; ``like``: the colours of the checkers there."""
    position, state = puzzle.position, puzzle.situation.state
    light, dark = state.score
    view = View(
        ("side.light", "side.dark"), (light, dark), state.length, state.crawford, position.points,
        (position.bar.light, position.bar.dark), (position.off.light, position.off.dark), "phase.play",
        on_roll=puzzle.side, dice=None if puzzle.dice is None else (puzzle.dice.first, puzzle.dice.second),
        with_cube=True, cube_value=state.cube, cube_owner=state.owner,
        cube_offered_by=position.on_roll if puzzle.task is Task.ANSWER else None, mode=Mode.TRAINING, blind=True,
        light_at_bottom=puzzle.side is Side.LIGHT, rules=BackgammonRules(puzzle.rules),
    )  # fmt: skip
    return view if like is None else replace(view, checker_bgr=like.checker_bgr)


def task_words(puzzle: Puzzle, chair: Chair) -> str:
    """What is to be decided."""
    match puzzle.task:
        case Task.PLAY:
            return chair.say("puzzle.play", side=chair.name(puzzle.side), dice=str(puzzle.dice))
        case Task.DOUBLE:
            return chair.say("puzzle.double", side=chair.name(puzzle.side))
        case Task.ANSWER:
            return chair.say("puzzle.answer", side=chair.name(puzzle.side))


def origin_words(puzzle: Puzzle, chair: Chair) -> str:
    """Whose error it was, where, and at which score; or that it is of a picture, or of the usual set."""
    drill = puzzle.drill
    if drill is None:
        return chair.say("puzzle.usual")
    if not drill.game:
        return "\n".join(filter(None, (chair.say("puzzle.pictured"), _score(puzzle, chair))))
    place = chair.say("analysis.place", game=str(drill.game), turn=str(drill.turn))
    where = " · ".join(filter(None, (place, _score(puzzle, chair))))
    return f"{chair.say('puzzle.own', name=chair.label(drill.player))}\n{where}"


def _score(puzzle: Puzzle, chair: Chair) -> str:
    """The score as who decides reads it; empty for money."""
    state, side = puzzle.situation.state, puzzle.side
    if not state.length:
        return ""
    own, other = state.score if side is Side.LIGHT else (state.score[1], state.score[0])
    score = chair.say("score.match", own=str(own), other=str(other), length=str(state.length))
    return f"{chair.say('score.crawford')} {score}" if state.crawford else score
