"""The touch fields of a player's half and of the panel's pages, and the event of each touch.

No Kivy here.  A field leads to an event for the session or to another page.  The session decides what is
allowed, and answers what is not with a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from companion.games.backgammon.cube import Act
from companion.games.backgammon.play_entry import PlayEntry
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.events import (
    Answered,
    ButtonPressed,
    ChangeUndone,
    Condoned,
    CubeActed,
    Disputed,
    Ended,
    Event,
    NextGame,
    Paused,
    PutBackAsked,
    Resigned,
    Resumed,
    RulingAsked,
    UndoAsked,
)
from companion.match.view import AnswerShown, View
from companion.practice.view import ExerciseStage, practice_shown
from companion.screen.director import director_field
from companion.screen.entry_pages import back_fields, done_field
from companion.screen.exercise_text import acts_for, leave_field, lesson_menu
from companion.screen.hints import coach_field, coach_words, counts_field, is_taught
from companion.screen.navigator import PageName
from companion.screen.turn_pages import (
    BEFORE_PLAY,
    CORRECTABLE,
    IN_PLAY,
    board_after,
    enters_roll,
    last_words,
    may_be_another,
    play_page,
    played,
    plays_page,
    roll_page,
    rolls_page,
    turn_page,
    turns_page,
)
from companion.screen.widgets.fields import Chair, Field, Page
from companion.texts import label

# --- a player's half -----------------------------------------------------------------------------


def half_fields(chair: Chair) -> Mapping[str, Field]:
    """A player's fields beside the board, by place: action, menu, pause, dispute, last, undo, dice, answers.

    While a play is entered on the board, fields that undo its touches take the place of pause, dispute and coach.

    With a coach at the table its field takes the place of pause and dispute, which move into the menu.  Before a roll
    the field for doubling is in the place of the dice, beside the one that rolls.
    """
    view, side = chair.view, chair.side
    fields: dict[str, Field] = {}
    acting = acts_for(view, side)
    if not acting:
        return fields
    answers = answers_of(chair)
    if answers:
        fields |= {f"answer-{number}": answer for number, answer in enumerate(answers)}
    elif action := _action(chair):
        fields["action"] = action
    seal = chair.say("seal.refereed") if view.sealed else ""
    if (not answers or view.phase == "phase.take-or-drop") and (coach := coach_field(chair)):
        fields["coach"] = coach
    if view.may_double and not answers and doubler(view) is side:
        fields["double"] = Field(chair.say("button.double"), event=partial(_cube, Act.DOUBLE, side))
    if leave := leave_field(chair):
        fields["leave"] = leave
    fields["menu"] = Field(chair.say("button.menu"), page=partial(menu, chair), note=seal)
    if view.question is None or not view.question.with_boards:
        if view.phase in IN_PLAY and not answers and not is_taught(view):
            fields["pause"] = Field(chair.say("button.pause"), event=partial(Paused, by=side))
        if _may_dispute(view) and not is_taught(view):
            fields["dispute"] = _dispute_field(chair)
    if view.question is None and view.on_roll in acting and (back := back_fields(chair.say, chair.entry)):
        fields = {place: field for place, field in fields.items() if place not in ("pause", "dispute", "coach")} | back
    if view.trouble is not None:
        fields["last"] = Field(chair.say("trouble.storage"), page=partial(_trouble, chair))
    elif view.may_undo and practice_shown(view) is None and not (view.question and view.question.of_consent):
        fields["undo"] = Field(chair.say("button.undo"), event=partial(ChangeUndone, by=side))
    elif _may_touch_last(chair):
        fields["last"] = Field(view.last_play, page=partial(turn_page, chair, view.history[-1]))
    if view.rolled and view.on_roll in acting and view.question is None and may_be_another(view):
        fields["dice"] = Field("", page=partial(rolls_page, chair, enters_roll(chair)))
    return fields


def _may_dispute(view: View) -> bool:
    return view.last_side is not None or view.rolled or view.dispute is not None


def _dispute_field(chair: Chair) -> Field:
    """The field that stops the clock and opens the page of the disputed turn, or opens it again."""
    event = Disputed if chair.view.dispute is None else None
    return Field(chair.say("button.dispute"), event=event, opens=PageName.DISPUTE)


def _may_touch_last(chair: Chair) -> bool:
    """Whether the last play is written, nothing covers it, and it can be corrected."""
    view = chair.view
    free = bool(view.history) and view.message is None and not coach_words(chair)
    return free and view.phase in CORRECTABLE and bool(last_words(chair))


def answers_of(chair: Chair) -> tuple[Field, ...]:
    """The answers that a player may give now."""
    view, side = chair.view, chair.side
    question = view.question
    if view.phase == "phase.take-or-drop" and (question is None or question.key == view.phase):
        if view.cube_offered_by is not side.other:
            return ()
        acts = {"answer.take": Act.TAKE, "answer.drop": Act.DROP}
        if view.double_back is not None:
            acts[f"answer.{view.double_back.value}"] = view.double_back
        return tuple(
            Field(
                chair.say(key),
                event=partial(_cube, act, side),
                cube=2 * view.cube_value if act is Act.TAKE else None,
                main=True,
            )
            for key, act in acts.items()
        )
    if question is None or not question.to & acts_for(view, side):
        return ()
    return tuple(
        Field(
            _answer_words(chair, answer),
            event=partial(Answered, number, by=side),
            main=True,
            board=None if answer.end is None else board_after(chair.bare(), answer.end, answer.arrows),
            dice=(answer.dice.first, answer.dice.second) if answer.dice and answer.end is None else (),
        )
        for number, answer in enumerate(question.answers)
    )


def _answer_words(chair: Chair, answer: AnswerShown) -> str:
    """The words of an answer: a roll is drawn instead; a play whose roll was not seen names the roll."""
    question = chair.view.question
    if question is not None and question.key == "question.stands":  # the reason covers the question
        return chair.say(_OF_AN_ILLEGAL_PLAY.get(answer.text, answer.text))
    if answer.dice is None:
        return label(answer.text, language=chair.language, terms=chair.view.terms)
    return "" if answer.end is None else f"{answer.dice}: {played(chair, answer.text, answer.end.on_roll.other)}"


_OF_AN_ILLEGAL_PLAY: Final = {"answer.yes": "answer.play-on", "answer.no": "answer.put-back"}
_AGREED_UPON: Final = frozenset({"phase.paused", "phase.put-back", "phase.over"})
"""The phases that both end: while one waits for the other's answer, nobody says it once more."""
_UNDO_ASKED: Final = frozenset({"question.undo", "question.take-back"})
_TO_ROLL: Final = BEFORE_PLAY | {"phase.roll"}


def _action(chair: Chair) -> Field | None:
    """The large field: what the game waits for, if a touch can do it."""
    view, side, practice = chair.view, chair.side, practice_shown(chair.view)
    if view.question is not None and view.phase in _AGREED_UPON:
        return None
    if practice is not None and practice.outcome is not None:
        return Field(chair.say("outcome.next"), opens=PageName.OUTCOME, main=True)
    match view.phase:
        case "phase.paused":
            return Field(chair.say("button.resume"), event=partial(Resumed, by=side), main=True)
        case "phase.put-back" | "phase.cleared":
            return Field(chair.say("button.go-on"), event=partial(Resumed, by=side), main=True)
        case "phase.over":  # an engine has nothing to agree with
            words = "button.agreed" if practice is None else "button.next-game"
            return Field(chair.say(words), event=partial(NextGame, by=side), main=True)
        case "phase.next-game" if view.blind:
            return Field(chair.say("button.next-game"), event=partial(NextGame, by=side), main=True)
        case "phase.match-over":
            return Field(chair.say("button.rematch"), event=NextGame)
    if view.may_stand and view.on_roll is side.other:
        return Field(chair.say("answer.play-on"), event=partial(Condoned, by=side), main=True)
    if view.on_roll is not None and view.on_roll not in acts_for(view, side):
        return None
    match view.phase:
        case "phase.start" | "phase.next-game" | "phase.opening" | "phase.roll" if view.electronic:
            return Field(chair.say("button.roll"), event=ButtonPressed, main=True)
        case "phase.start" | "phase.opening" | "phase.roll" if view.blind:
            return Field(chair.say("button.roll"), page=partial(roll_page, chair), main=True)
        case "phase.correct" if view.blind:
            return Field(chair.say("button.play"), page=partial(play_page, chair), main=True)
        case "phase.play" if chair.entry is not None:
            return _entered_field(chair, chair.entry)
        case "phase.play" if view.blind and practice is not None and practice.stage is ExerciseStage.THINKING:
            return None
        case "phase.play" if view.awaits_look:
            return Field(chair.say("button.done"), waits=True)
        case "phase.play":
            return Field(chair.say("button.done"), event=ButtonPressed, main=True)
        case "phase.correct" if view.alarm is not None:
            return Field(chair.say("answer.put-back"), event=partial(PutBackAsked, by=side), main=True)
    return None


def _entered_field(chair: Chair, entry: PlayEntry) -> Field:
    """*Done* once the play is complete; until then the list, where one may be shown."""
    if entry.is_complete or chair.view.sealed:
        return done_field(chair, entry)
    return Field(chair.say("button.list"), page=partial(plays_page, chair))


def _cube(act: Act, side: Side, at_s: float) -> Event:
    return CubeActed(act, side, at_s)


def doubler(view: View) -> Side | None:
    """The player at the table who may double now, None if nobody may."""
    if view.on_roll is None or not (view.may_double or view.may_double_next):
        return None
    side = view.on_roll if view.may_double else view.on_roll.other
    return side if acts_for(view, side) else None


def double_page(chair: Chair) -> Page:
    """The page that asks a player who touched the cube whether to double: the board with the cube as offered."""
    view, side = chair.view, chair.side
    return Page(
        chair.say("title.double", value=str(2 * view.cube_value)),
        (),
        columns=1,
        rows=1,
        also=(Field(chair.say("answer.yes"), event=partial(_cube, Act.DOUBLE, side), main=True),),
        board=replace(chair.bare(), cube_offered_by=side),
        close="answer.no",
    )


# --- the menu ------------------------------------------------------------------------------------


def menu(chair: Chair) -> Page:
    """The menu of everything that is done seldom.  A field that cannot be used now is shown disabled.

    An exercise leaves out what only a match needs.
    """
    view, side = chair.view, chair.side
    in_play = view.phase in IN_PLAY
    may_roll = view.phase in _TO_ROLL if not view.rolled else may_be_another(view)
    fields: tuple[Field, ...] = (
        Field(
            chair.say("button.undo"),
            event=partial(UndoAsked, by=side) if _may_take_back(view) else None,
        ),
        Field(
            chair.say("button.correct"),
            page=partial(turns_page, chair) if view.history and view.phase in CORRECTABLE else None,
        ),
        Field(chair.say("button.enter-roll"), page=partial(roll_page, chair) if may_roll and view.dice_seen else None),
        Field(chair.say("button.enter-play"), page=partial(play_page, chair) if view.rolled else None),
        Field(chair.say("button.double"), event=partial(_cube, Act.DOUBLE, side) if doubler(view) is side else None),
        Field(chair.say("button.resign"), page=partial(_resign, chair) if _may_resign(view) else None),
        Field(chair.say("button.game-over"), page=partial(_game_over, chair) if in_play or _ended(view) else None),
        Field(chair.say("button.put-back"), page=partial(_spilled, chair) if in_play or _aside(view) else None),
    )
    practice = practice_shown(view)
    if practice is not None and not practice.is_match:
        return lesson_menu(chair, practice, (*fields[:1], *fields[2:6]))
    if view.rulings_on_request:
        fields += (Field(chair.say("button.ruling"), event=RulingAsked if in_play else None),)
    if is_taught(view):
        fields += _of_training(chair)
    if view.sealed:
        fields += (director_field(chair),)
    elsewhere = Field(chair.say("button.other-screens"), opens=PageName.WELCOME)
    help_ = Field(chair.say("button.help"), opens=PageName.HELP)
    placed = Field(chair.say("button.position"), opens=PageName.POSITION if in_play or _aside(view) else None)
    return Page(
        chair.say("title.menu", name=chair.name(side)),
        fields,
        columns=3,
        rows=-(-len(fields) // 3),
        also=(placed, elsewhere, help_),
    )


def _may_take_back(view: View) -> bool:
    """Whether there is a play to take back, and nobody is asked yet whether it is."""
    asked = view.question is not None and view.question.key in _UNDO_ASKED
    return bool(view.history) and view.phase in CORRECTABLE and not asked


def _may_resign(view: View) -> bool:
    """Whether a game is under way, and no resignation waits for its answer."""
    return view.phase in IN_PLAY - {"phase.put-back"} and not view.is_resigned


def _of_training(chair: Chair) -> tuple[Field, ...]:
    """The further fields with a coach, and those that its field displaced beside the board."""
    in_play = chair.view.phase in IN_PLAY
    return (
        counts_field(chair),
        Field(chair.say("button.pause"), event=partial(Paused, by=chair.side) if in_play else None),
        _dispute_field(chair) if _may_dispute(chair.view) else Field(chair.say("button.dispute")),
    )


def _spilled(chair: Chair) -> Page:
    """The fields after a spilled board: restore the board to the record, or change the record to the board."""
    asked = partial(PutBackAsked, by=chair.side)
    back = Field(chair.say("answer.put-back"), event=None if chair.view.phase == "phase.put-back" else asked)
    placed = Field(chair.say("button.position"), opens=PageName.POSITION)
    return Page(chair.say("title.spilled"), (back, placed), columns=2, rows=1)


def _ended(view: View) -> bool:
    """Whether the game stands still, or is over with a result that may be changed."""
    return _aside(view) or (view.phase in ("phase.over", "phase.match-over") and not view.is_decided)


def _aside(view: View) -> bool:
    return view.phase in ("phase.paused", "phase.cleared")


def _resign(chair: Chair) -> Page:
    fields = tuple(
        Field(chair.say(key), event=partial(Resigned, chair.side, result)) for key, result in _RESULTS.items()
    )
    return Page(chair.say("title.resign"), fields, columns=3, rows=2)


def _game_over(chair: Chair) -> Page:
    fields = tuple(
        Field(f"{chair.name(side)}\n{chair.say(key)}", page=partial(_agreed, chair, side, key), side=side)
        for side in Side
        for key in _RESULTS
    )
    return Page(chair.say("title.game-over"), fields, columns=3, rows=2)


def _agreed(chair: Chair, winner: Side, key: str) -> Page:
    """The fields that end a game: two touches in different places, so that no slip of a finger ends one."""
    result = f"{chair.name(winner)}\n{chair.say(key)}"
    fields = (
        Field(chair.say("answer.not-over"), page=partial(_game_over, chair)),
        Field(result, event=partial(Ended, winner, _RESULTS[key], by=chair.side), side=winner, main=True),
    )
    return Page(chair.say("title.agreed"), fields, columns=2, rows=2)


def _trouble(chair: Chair) -> Page:
    return Page(chair.say("title.trouble"), (Field(chair.view.trouble or ""),), columns=1, rows=1)


_RESULTS: Final = {
    "answer.single": Result.SINGLE,
    "answer.gammon": Result.GAMMON,
    "answer.backgammon": Result.BACKGAMMON,
}
