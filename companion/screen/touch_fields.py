"""The touch fields of a player's half and of the panel's pages, and the event of each touch.

No Kivy here.  A field leads to an event for the session or to another page.  The session decides what is
allowed, and answers what is not with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement
from typing import Final

from companion.games.backgammon import Dice, Play, Position
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
    Edited,
    Ended,
    Event,
    NextGame,
    Paused,
    PutBackAsked,
    Resigned,
    Resumed,
    RollEntered,
    RulingAsked,
    UndoAsked,
)
from companion.match.view import AnswerShown, Arrow, TurnShown, View, arrows_of
from companion.practice.view import ExerciseStage, practice_shown
from companion.screen.board.entering import fresh_entry, roll_of
from companion.screen.board.numbering import is_numbered_for, play_shown
from companion.screen.director import director_field
from companion.screen.entry_pages import back_fields, done_field, entry_page, tell_play
from companion.screen.exercise_text import acts_for, leave_field, lesson_menu
from companion.screen.hints import coach_field, coach_words, counts_field, is_taught
from companion.screen.navigator import PageName
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
        if view.phase in _IN_PLAY and not answers and not is_taught(view):
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
        fields["last"] = Field(view.last_play, page=partial(_turn_page, chair, view.history[-1]))
    if view.rolled and view.on_roll in acting and view.question is None and may_be_another(view):
        fields["dice"] = Field("", page=partial(_rolls, chair, _standing(chair)))
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
    return free and view.phase in _CORRECTABLE and bool(last_words(chair))


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
_IN_PLAY: Final = frozenset(
    {"phase.opening", "phase.roll", "phase.play", "phase.take-or-drop", "phase.correct", "phase.put-back"}
)
_AGREED_UPON: Final = frozenset({"phase.paused", "phase.put-back", "phase.over"})
"""The phases that both end: while one waits for the other's answer, nobody says it once more."""
_CORRECTABLE: Final = _IN_PLAY | {"phase.paused"}
_BEFORE_PLAY: Final = frozenset({"phase.start", "phase.opening", "phase.next-game"})
_UNDO_ASKED: Final = frozenset({"question.undo", "question.take-back"})
_TO_ROLL: Final = _BEFORE_PLAY | {"phase.roll"}


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
    in_play = view.phase in _IN_PLAY
    may_roll = view.phase in _TO_ROLL if not view.rolled else may_be_another(view)
    fields: tuple[Field, ...] = (
        Field(
            chair.say("button.undo"),
            event=partial(UndoAsked, by=side) if _may_take_back(view) else None,
        ),
        Field(
            chair.say("button.correct"),
            page=partial(turns_page, chair) if view.history and view.phase in _CORRECTABLE else None,
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
    return bool(view.history) and view.phase in _CORRECTABLE and not asked


def _may_resign(view: View) -> bool:
    """Whether a game is under way, and no resignation waits for its answer."""
    return view.phase in _IN_PLAY - {"phase.put-back"} and not view.is_resigned


def _of_training(chair: Chair) -> tuple[Field, ...]:
    """The further fields with a coach, and those that its field displaced beside the board."""
    in_play = chair.view.phase in _IN_PLAY
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


# --- rolls ---------------------------------------------------------------------------------------


def roll_page(chair: Chair) -> Page:
    """The page of the current roll; in the opening one die of each player, Light's in the upper row."""
    return _first_dice(chair) if chair.view.phase in _BEFORE_PLAY else _rolls(chair, _standing(chair))


def _standing(chair: Chair) -> Callable[[tuple[int, int], float], Event]:
    return lambda roll, at_s: RollEntered(*roll, at_s, by=chair.side)


def _rolls(chair: Chair, told: Callable[[tuple[int, int], float], Event]) -> Page:
    """The 21 rolls, one touch each."""
    now = tuple(sorted(chair.view.dice or ()))
    fields = tuple(
        Field("", event=partial(told, roll), dice=roll, chosen=roll == now)
        for roll in combinations_with_replacement(range(1, 7), 2)
    )
    return Page(chair.say("title.roll"), fields, columns=7, rows=3)


def _first_dice(chair: Chair, light: int | None = None, dark: int | None = None) -> Page:
    """Two rows of dice, Light's and Dark's: the player with the higher die begins."""

    def field_of(side: Side, face: int) -> Field:
        first, second = (face, dark) if side is Side.LIGHT else (light, face)
        chosen = face == (light if side is Side.LIGHT else dark)
        if first is not None and second is not None:
            return Field(
                "", event=partial(RollEntered, first, second, by=chair.side), dice=(face,), side=side, chosen=chosen
            )
        page = partial(_first_dice, chair, first, second)
        return Field("", page=page, dice=(face,), side=side, chosen=chosen)

    fields = tuple(field_of(side, face) for side in Side for face in range(1, 7))
    return Page(chair.say("title.opening"), fields, columns=6, rows=2)


# --- plays ---------------------------------------------------------------------------------------


def play_page(chair: Chair) -> Page:
    """The page on which the play of the current roll is entered on a board."""
    entry = fresh_entry(chair.view)
    also = () if chair.view.sealed else (Field(chair.say("button.list"), page=partial(plays_page, chair)),)
    title = chair.say("title.enter", name=chair.name(entry.side), dice=str(entry.turn.dice))
    return entry_page(
        chair,
        entry,
        title=title,
        told=partial(tell_play, chair.side),
        also=(*also, *_other_roll(chair, _standing(chair))),
    )


def plays_page(chair: Chair) -> Page:
    """The page of the plays of the current roll, the likeliest first by what is on the board.

    There is none in a refereed match, since a list of all plays would help the player.
    """
    view = chair.view
    dice, before = roll_of(view)
    fields = _play_fields(chair, before, dice, _seen(view), partial(tell_play, chair.side))
    columns, rows = _grid_of(fields)
    also = (Field(chair.say("button.on-board"), page=partial(play_page, chair)), *_other_roll(chair, _standing(chair)))
    title = chair.say("title.play", name=chair.name(before.on_roll), dice=str(dice))
    return Page(title, fields, columns, rows, also=also)


def _grid_of(fields: tuple[Field, ...]) -> tuple[int, int]:
    return (3, 2) if any(each.board is not None for each in fields) else (3, 6)


def turns_page(chair: Chair) -> Page:
    """The page of the turns of this game, the newest first."""
    fields = tuple(
        Field(
            f"{turn.number}   {played(chair, turn.play, turn.side)}",
            page=partial(_turn_page, chair, turn),
            dice=(turn.dice.first, turn.dice.second),
            side=turn.side,
        )
        for turn in reversed(chair.view.history)
    )
    return Page(chair.say("title.turns"), fields, columns=2, rows=4)


def correction(chair: Chair, number: int) -> Page | None:
    """The page on which a turn of this game is corrected; None if it cannot be corrected now.

    Of the turn that is being played it is the page of its roll.
    """
    view = chair.view
    if view.phase not in _CORRECTABLE:
        return None
    if view.dispute is not None and view.dispute.after is None and view.dispute.turn == number:
        return None if view.dispute.is_final else _rolls(chair, _standing(chair))
    turn = next((turn for turn in view.history if turn.number == number), None)
    return None if turn is None else _turn_page(chair, turn)


def _turn_page(chair: Chair, turn: TurnShown, dice: Dice | None = None) -> Page:
    """The page that corrects a turn: how its roll was played, or another roll than the recorded one.

    The likeliest plays come first where a camera reads the board, else the board on which one is entered.
    """
    return _turn_on_board(chair, turn, dice) if chair.view.blind else _plays_of_turn(chair, turn, dice)


def _turn_on_board(chair: Chair, turn: TurnShown, dice: Dice | None = None) -> Page:
    roll = dice or turn.dice
    entry = PlayEntry.of(turn.before, roll, chair.view.rules.rules)
    listed = Field(chair.say("button.list"), page=partial(_plays_of_turn, chair, turn, dice))
    also = (listed, *_other_turns(chair, turn))
    return entry_page(
        chair, entry, title=_title_of(chair, turn, roll), told=partial(_edited, chair, turn, dice), also=also
    )


def _plays_of_turn(chair: Chair, turn: TurnShown, dice: Dice | None = None) -> Page:
    """The legal plays of a turn's roll, those first that differ least from what is on the board or on record."""
    view = chair.view
    newest = turn == view.history[-1] and view.phase in ("phase.roll", "phase.take-or-drop")
    lies = _seen(view) if newest else None
    like = lies if lies is not None else _board(turn.after)
    roll = dice or turn.dice
    known = () if dice is not None else (turn.play,)
    fields = _play_fields(chair, turn.before, roll, like, partial(_edited, chair, turn, dice), known)
    on_board = Field(chair.say("button.on-board"), page=partial(_turn_on_board, chair, turn, dice))
    columns, rows = _grid_of(fields)
    also = (*_other_turns(chair, turn), on_board)
    return Page(_title_of(chair, turn, roll), fields, columns, rows, also=also)


def _title_of(chair: Chair, turn: TurnShown, roll: Dice) -> str:
    return chair.say("title.turn", turn=str(turn.number), name=chair.name(turn.side), dice=str(roll))


def _edited(chair: Chair, turn: TurnShown, dice: Dice | None, play: str) -> Callable[[float], Event]:
    numbers = None if dice is None else (dice.first, dice.second)
    return lambda at_s: Edited(turn.number, at_s, numbers, play, by=chair.side)


def _other_turns(chair: Chair, turn: TurnShown) -> tuple[Field, ...]:
    """The fields that lead to the turn before, and to another roll of this one."""
    place, roll = chair.view.history.index(turn), partial(_rolls_of_turn, chair, turn)
    earlier = (
        Field(chair.say("button.earlier"), page=partial(_turn_page, chair, before))
        for before in chair.view.history[place - 1 : place]
    )
    if turn.is_final:
        return tuple(earlier)
    return (*earlier, Field(chair.say("button.another-roll"), page=roll))


def _rolls_of_turn(chair: Chair, turn: TurnShown) -> Page:
    shown = replace(chair.view, dice=(turn.dice.first, turn.dice.second))
    page = _rolls(replace(chair, view=shown), _standing(chair))
    fields = tuple(
        replace(each, event=None, page=partial(_turn_page, chair, turn, Dice(*each.dice))) for each in page.fields
    )
    return replace(page, fields=fields)


def _other_roll(chair: Chair, told: Callable[[tuple[int, int], float], Event]) -> tuple[Field, ...]:
    if not may_be_another(chair.view):
        return ()
    return (Field(chair.say("button.another-roll"), page=partial(_rolls, chair, told)),)


def may_be_another(view: View) -> bool:
    """Whether the roll on record may be told to be another one: not where it was drawn here."""
    return view.dice_seen and not view.roll_is_final


def _play_fields(
    chair: Chair,
    before: Position,
    dice: Dice,
    like: _Board | None,
    told: Callable[[str], Callable[[float], Event]],
    known: tuple[str, ...] = (),
) -> tuple[Field, ...]:
    """The legal plays, first those whose final position differs least from a board; ``known`` ones are left out.

    Without a board to compare with, plays of the farthest checkers come first and are shown in words only,
    so that nearly always all of them fit on one page.
    """
    ends, bare = chair.view.rules.legal_ends(before, dice), chair.bare()
    ranked = sorted(
        ((_difference(_board(end), like), _from_the_back(play), play.text(), end, play) for end, play in ends.items()),
        key=lambda found: found[:3],
    )
    return tuple(
        Field(
            played(chair, text, before.on_roll),
            event=told(text),
            board=board_after(bare, end, arrows_of(play, before.on_roll)) if like is not None else None,
        )
        for _, _, text, end, play in ranked
        if text not in known
    )


def _from_the_back(play: Play) -> list[tuple[int, int]]:
    return [(-start, -end) for start, end in play.ways()]


_Board = tuple[tuple[int, int] | None, ...]
"""(light, dark) on the bar and the points 1 to 24; None for a spot that was not seen."""


def _board(position: Position) -> _Board:
    points = ((max(count, 0), max(-count, 0)) for count in position.points)
    return ((position.bar.light, position.bar.dark), *points)


def _seen(view: View) -> _Board | None:
    return None if view.board_read is None or view.blind else view.board_read


def _difference(board: _Board, like: _Board | None) -> int:
    """The number of checkers by which two boards differ, as far as both are known."""
    return sum(
        abs(one[0] - other[0]) + abs(one[1] - other[1])
        for one, other in zip(board, like or (), strict=False)
        if one is not None and other is not None
    )


def played(chair: Chair, play: str, side: Side) -> str:
    """A side's play as the screen writes it."""
    return play_shown(chair.view, play, side) if Play.from_text(play).steps else chair.say("play.none")


def last_words(chair: Chair) -> str:
    """The last play; only its roll while the points are numbered as the other player counts."""
    view = chair.view
    if view.last_side is None:
        return ""
    if is_numbered_for(view, view.last_side) or not Play.from_text(view.last_play).steps:
        return played(chair, view.last_play, view.last_side)
    return str(view.history[-1].dice) if view.history else ""


def board_after(bare: View, end: Position, arrows: tuple[Arrow, ...]) -> View:
    """A position to be drawn small, with the play that leads to it; ``bare``: as :meth:`Chair.bare` has it."""
    return replace(
        bare,
        points=end.points,
        bar=(end.bar.light, end.bar.dark),
        off=(end.off.light, end.off.dark),
        arrows=arrows,
        last_side=end.on_roll.other,
    )
