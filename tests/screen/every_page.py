"""Every page with what it shows in earnest, in one table: a new page joins by one line of :data:`PAGES`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.app.players import StoredPlayers
from companion.coach.draughts.drills import made
from companion.coach.drills import Drill, Task
from companion.games.backgammon import START as BEGINNING
from companion.games.backgammon import Dice, Play
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.match.terms import HintLevel
from companion.match.view import ClockShown, DisputeShown, view_of
from companion.photograph.open_reading import Key
from companion.practice import session as layer
from companion.practice.beginning import begun_at
from companion.practice.draughts import DRAUGHTS_LESSONS, DrillState
from companion.practice.lessons import practice_of
from companion.practice.puzzles import Answer, Puzzle, usual_puzzles
from companion.practice.rules import RULES
from companion.record import Journal, Mode
from companion.screen import PageName
from companion.screen.camera_service import CameraService
from companion.screen.first_steps import FirstStep
from companion.screen.services import HandedMatch, LiveShown
from companion.screen.source import TableView
from hardware.camera import Frame
from hardware.camera import shown as shown_address
from hardware.errors import NetworkTrouble
from hardware.pictures import Plain
from tests.archived import fill
from tests.practice.services import TERMS
from tests.screen.archives import shelf_of
from tests.screen.conftest import Stage
from tests.screen.draughts_views import BEGUN as TABLE
from tests.screen.draughts_views import board, lying
from tests.screen.fakes import Cameras, Matches, Phone, Players, standing
from tests.screen.pictures import Pictures, framed_board
from tests.screen.taught_views import helped
from tests.screen.test_analysis_screen import Judging
from tests.screen.test_practice_screen import COSTLY, SOLVED, WRONG_DROP, Lessons, ended
from tests.screen.views import ILLEGAL, OVER, START, UNDER_WAY
from tests.screen.with_services import opened, over, settle, touch, wait_until, with_services

NAMES: Final = ("Maximilian Wolkensteiner", "Bartłomiej Wojciechowski")
"""Of 24 letters: names of two players that are as long as they come."""

_AT_TABLE: Final = replace(UNDER_WAY, names=NAMES, mode=Mode.TRAINING)

States = Iterator[str]
"""The names of a page's states, each of them yielded while it is shown."""


@dataclass(frozen=True)
class Shown:
    """A page: ``told`` to it when it is opened, at the table's ``view``; ``states``: goes through all that it shows."""

    told: Mapping[str, Any] = field(default_factory=dict)
    view: TableView = _AT_TABLE
    states: Callable[[Stage, Any], States] = lambda _stage, _content: iter(("",))


def _welcome(stage: Stage, content: Any) -> States:
    yield "a new match"
    matches = stage.app._services.matches
    assert isinstance(matches, Matches)
    matches.standing = standing(NAMES, 25, (24, 24))
    content.show(START)
    yield "a match to resume"
    stage.app.app_root.tell("The match cannot be resumed. It stays in the archive as it is.")
    yield "a notice"
    stage.app.app_root._unsay()
    stage.app.app_root._ask_to_leave()
    settle()
    yield "a question"


def _new_match(stage: Stage, content: Any) -> States:
    matches = stage.app._services.matches
    assert isinstance(matches, Matches)
    matches.standing = standing(NAMES, 25, (24, 24))
    content._change({"match.rules": "box-leaflet", "match.length": 25})
    content._furnish()
    yield "locked"
    content._unlocked = True
    content._furnish()
    yield "unlocked"
    content._change({"match.rules": "tournament automatic_doubles=2", "match.length": 0, "match.clock": True})
    content._furnish()
    settle()
    yield "money"
    content._change({"match.rules": "tournament reserve_s=10770 delay_s=60 increment_s=60", "match.length": 25})
    content._furnish()
    settle()
    yield "clock"
    content._change({"match.rules": "draughts-box", "match.mode": "training", "match.against": "casual"})
    content._furnish()
    settle()
    assert {"against", "engine_side"} <= content.editors.keys()
    yield "against the engine"
    content._change({"match.rules": "box-leaflet", "match.mode": "refereed", "match.clock": False})
    content._furnish()
    content._asked_to_begin()
    settle()
    yield "begin"
    over(stage).close()
    touch(stage, content.editors["rules"])
    yield "rules"


def _settings(stage: Stage, content: Any) -> States:
    del stage
    content._unlocked = True
    for group in content.groups:
        content.show_group(group)
        if group == "device":
            wait_until(lambda: "device.update" in content.deeds)
        yield group
        if group == "live":
            content._set("live.on", True)
            settle()
            yield "live on"


def _doctor(stage: Stage, content: Any) -> States:
    del stage
    wait_until(lambda: bool(content.said.text))
    yield ""


def _archive(stage: Stage, content: Any) -> States:
    del stage
    yield "list"
    content._choose(content._headers[0])
    settle()
    yield "chosen"
    content._mark(content._headers[0], deleted=True)
    settle()
    yield "deleted"
    content._back_again()
    settle()
    content._touched("deleted", None)
    settle()
    yield "none deleted"


def _review(stage: Stage, content: Any) -> States:
    del stage
    yield "board"
    for page in ("before", "events", "code"):
        content._touched(page, None)
        settle()
        yield page


def _placed(stage: Stage, content: Any) -> States:
    yield "recorded"
    content._becomes(content.placing.touched(0))
    settle()
    yield "lifted"
    content._becomes(content.placing.filled(LIGHT_ALONE))
    content.placing = content.placing.touched(18)
    content._show()
    yield "a side is missing"
    del stage


def _recap(stage: Stage, content: Any) -> States:
    del stage
    yield "game"
    for page in ("dice", "code"):
        content._turn_to(page)
        settle()
        yield page


def _export(stage: Stage, content: Any) -> States:
    del stage
    yield "files"
    content._show_code()
    settle()
    yield "code"


def _analysis(stage: Stage, content: Any) -> States:
    del stage
    wait_until(lambda: content._telling is not None)
    for page in ("summary", "swings", "worst", "turns"):
        content._turn_to(page)
        settle()
        yield page


def _phone(stage: Stage, content: Any) -> States:
    wait_until(lambda: content._handed is not None)
    for page in ("link", "match"):
        content._turn_to(page)
        settle()
        yield page
    phone = stage.app._services.phone
    assert isinstance(phone, Phone)
    for handed in (phone.without_page, phone.too_long):
        content._handed = handed
        content._turn_to("match")
        settle()
        yield handed.page.said if handed is phone.without_page else "too long"


def _picture_phone(stage: Stage, content: Any) -> States:
    del stage
    wait_until(lambda: content._handed is not None)
    for said, address in (("picture.scan", "http://192.168.178.123:8100/picture/Tq3kZ0uYv1m8s5xWbGd2hA"),
                          ("picture.match", None), ("phone.no-page", None)):  # fmt: skip
        content._show_handed(HandedMatch(LiveShown(address, said), "", ""))
        settle()
        yield said


def _network_camera(stage: Stage, content: Any) -> States:
    """Without an address; then of one what is wrong with it, and that pictures come."""
    services = stage.app._services
    yield "no address"
    services.settings.change({"camera.device": ADDRESS})
    for trouble in NetworkTrouble:
        services.sight.lost("lost", trouble)
        content._look()
        settle()
        yield trouble.value
    services.sight.saw(Frame(Plain(np.full((240, 320, 3), 90, np.uint8)), 0.0, 0, f"{shown_address(ADDRESS)}#0"))
    content._look()
    settle()
    yield "pictures come"
    content._take("http://")
    content._take("http://192.168.1.20:port")
    settle()
    yield "no such address"
    stage.app.app_root._unsay()
    content._type()
    settle()
    yield "typed"
    over(stage).close()


def _practice(stage: Stage, content: Any) -> States:
    yield "path"
    content._choose()
    settle()
    yield "how strong"
    over(stage).close()
    content._turn_to(Game.DRAUGHTS)
    settle()
    yield "draughts"


def _puzzle(stage: Stage, content: Any) -> States:
    """Of each task: as it begins, a wrong answer, and the solution; the longest words of an own error."""
    del stage
    drill = Drill(
        Situation.from_text("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:4:0:7:10"), Play.from_text("8/5 6/5"),
        Play.from_text("24/20"), 0.24, NAMES[0], "match 1", 12, 48, "builtin", 0, date(2026, 1, 1), id=1,
    )  # fmt: skip
    usual = {puzzle.task: puzzle for puzzle in usual_puzzles()}
    for name, puzzle in {"own": Puzzle.of_drill(drill), **{task.value: usual[task] for task in Task}}.items():
        content._begin(puzzle)
        settle()
        yield f"{name} begins"
        content._ask(Answer(next(iter(puzzle.choices), Play.from_text("24/20"))))
        wait_until(lambda: content.state.verdict is not None)
        settle()
        yield f"{name} is not solved"
        content._ask(None)
        wait_until(lambda: content.state.is_over)
        settle()
        yield f"{name} is shown"


def _photograph(stage: Stage, content: Any) -> States:
    """Where pictures are, what is asked in turn, a correction, and what comes of it; of both games."""
    yield "places"
    content.places.list(PICTURES.listed)
    yield "files"
    content.places.list(())
    yield "no files"
    for one in (PICTURES.open_board, PICTURES.open_squares):
        name = type(one).__name__
        content._read(framed_board(one))
        while questions := content.value.questions():
            key = questions[0].key
            settle()
            yield f"{name} {key}"
            if "boards" in content.buttons.by_name:
                content._show_boards(questions[0])
                settle()
                yield f"{name} {key} drawn"
                content._close_panel(lambda: None)
            value = {Key.LENGTH: "7", Key.SCORE: "6,4"}.get(key, questions[0].options[-1].value)
            content._answer(key, value)
        settle()
        yield f"{name} complete"
        content.outcome.hint(content.value)
        wait_until(lambda: not content._waits)
        stage.app.app_root._unsay()
        settle()
        if stage.app.app_root.top.content is not content:
            stage.app.app_root.back()
        yield f"{name} hint"
        content._show_code()
        settle()
        yield f"{name} code"
        content._show_code()
        content._choose(10)
        settle()
        yield f"{name} corrected"
        content._choose(None)
    content._read(framed_board(PICTURES.open_board))
    content._show_rolls()
    settle()
    yield "roll"
    content._close_panel(lambda: None)
    content._said(lambda board: board.corrected(10, (15, 0)))
    settle()
    yield "too many"


MADE: Final = cache(made)
"""The exercises of draughts, which take their time, once for all ways in which pages are looked at."""
_TRIED: Final[dict[str, list[DrillState]]] = {}
"""Of each lesson, its first exercise after each move."""


def _tried(name: str, begun: DrillState) -> list[DrillState]:
    if name not in _TRIED:
        entries = [replace(begun.entry, touches=(move.route,)) for move in begun.entry.routes]
        _TRIED[name] = [begun.entered(entry).judged() for entry in entries]
    return _TRIED[name]


def _draughts_drill(stage: Stage, content: Any) -> States:
    """Of each kind: the task, the help, the right move, and of the others the one of which most is said."""
    for lesson in DRAUGHTS_LESSONS:
        kind = lesson.kind.value
        page = opened(stage, PageName.DRAUGHTS_DRILL, opposite=content.opposite, name=lesson.name, number=1)
        wait_until(lambda page=page: page.state is not None)  # type: ignore[misc]
        begun = page.state
        yield f"{kind} begins"
        said = {}
        for state in _tried(lesson.name, begun):
            page._becomes(state)
            said[page.said.text] = state
        for wanted in (False, True):
            page._becomes(said[max((words for words in said if said[words].is_solved is wanted), key=len)])
            yield f"{kind} {'right' if wanted else 'wrong'}"
        page._becomes(begun)
        for help_ in ("where", "which", "the move"):
            page._ask()
            yield f"{kind} {help_}"


def _outcome(stage: Stage, content: Any) -> States:
    yield "costly"
    content.show(ended(SOLVED))
    yield "solved"
    content.show(ended(WRONG_DROP))
    del stage
    yield "cube"


def _player(stage: Stage, content: Any) -> States:
    for part in ("overview", "opponents", "games", "kinds"):
        content._turn_to(part)
        settle()
        yield part
    for ask in (content._merge, content._delete):
        ask()
        settle()
        yield ask.__name__.strip("_")
        over(stage).close()


def _first_steps(stage: Stage, content: Any) -> States:
    del stage
    for step in FirstStep:
        content._turn_to(step)
        settle()
        yield step.value


def _help(stage: Stage, content: Any) -> States:
    yield "of the game"
    for place in PageName:
        if place is not PageName.HELP:
            opened(stage, PageName.HELP, opposite=content.opposite, about=place.value)
            yield place.value


ADDRESS: Final = "http://Aleksandra:password@telephone-of-aleksandra.local:8080/video"
PICTURES: Final = Pictures()
MATCH: Final = {"match": 7}
_UNFINISHED: Final = 6
LIGHT_ALONE: Final = board("c3 e3", "")
_DISPUTED: Final = DisputeShown(
    3, 2, Side.DARK, Dice(6, 3), replace(BEGINNING, on_roll=Side.DARK), "24/18 13/10", BEGINNING,
    claims=("claim.board", "the die lay on the rim and then it fell to the floor"),
)  # fmt: skip
PAGES: Final[Mapping[PageName, Shown]] = {
    PageName.WELCOME: Shown(states=_welcome),
    PageName.NEW_MATCH: Shown(states=_new_match),
    PageName.CAMERA: Shown(),
    PageName.POSITION: Shown(view=replace(ILLEGAL, names=NAMES)),
    PageName.DRAUGHTS_POSITION: Shown(
        view=replace(TABLE, names=NAMES, board_read=lying(TABLE.position)), states=_placed
    ),
    PageName.RECAP: Shown(MATCH, view=replace(OVER, names=NAMES, mode=Mode.TRAINING), states=_recap),
    PageName.REVIEW: Shown(MATCH, states=_review),
    PageName.ARCHIVE: Shown(states=_archive),
    PageName.EXPORT: Shown(MATCH, states=_export),
    PageName.SETTINGS: Shown(states=_settings),
    PageName.DOCTOR: Shown(states=_doctor),
    PageName.PLAYS: Shown(view=helped(HintLevel.LIST)),
    PageName.PRACTICE: Shown(states=_practice),
    PageName.DRAUGHTS_DRILL: Shown({"name": "draughts-shot", "number": 1}, view=TABLE, states=_draughts_drill),
    PageName.PUZZLE: Shown({"puzzle": usual_puzzles()[0]}, states=_puzzle),
    PageName.PHOTOGRAPH: Shown(states=_photograph),
    PageName.OUTCOME: Shown(view=ended(COSTLY), states=_outcome),
    PageName.ANALYSIS: Shown(MATCH, states=_analysis),
    PageName.PHONE: Shown(MATCH, states=_phone),
    PageName.PICTURE_PHONE: Shown(states=_picture_phone),
    PageName.NETWORK_CAMERA: Shown(states=_network_camera),
    PageName.PLAYERS: Shown(),
    PageName.PLAYER: Shown({"name": NAMES[0]}, states=_player),
    PageName.RULE: Shown(view=view_of(begun_at(TERMS, practice_of(RULES, 3)), layer=layer)),
    PageName.HELP: Shown(states=_help),
    PageName.FIRST_STEPS: Shown(states=_first_steps),
    PageName.DISPUTE: Shown(
        view=replace(
            UNDER_WAY, names=NAMES, phase="phase.paused", dispute=_DISPUTED, clock=ClockShown((5999, 5999), 0, None)
        )
    ),
}
"""Every page of :class:`PageName`."""


def recorded(folder: Path) -> None:
    """Seven matches of two players with long names, the sixth unfinished."""
    with Journal(folder) as journal:
        for number in range(7):
            fill(journal, number, names=NAMES, length=3, most_entries=30 if number == 5 else None)


@contextmanager
def everything(stage: Stage, folder: Path, values: Mapping[str, object]) -> Iterator[None]:
    """All that pages need, with matches of a folder: the unfinished one is at the table."""
    with Journal(folder) as journal:
        at_table = next((header for header in journal.matches() if header.id == _UNFINISHED), None)
    archive, sight = shelf_of(folder, at_table), CameraService()
    sight.saw(Frame(Plain(np.full((240, 320, 3), 90, np.uint8)), 0.0, 0, "usb:2#0"))
    names = {"match.light": NAMES[0], "match.dark": NAMES[1], "director.pin": "2468"}
    with with_services(
        stage, {**names, **values}, archive=archive, trash=archive, exports=archive, practice=Lessons(due=3),
        analyses=Judging(), sight=sight, phone=Phone(), players=Players(NAMES),
        records=StoredPlayers(folder, at_table=lambda: (), shared=True), camera_reader=Cameras(),
        pictures=PICTURES,
    ):  # fmt: skip
        yield


def shown(stage: Stage, place: PageName, *, opposite: bool) -> Iterator[str]:
    """Go through the states of a page, turned to a chair."""
    page = PAGES[place]
    stage.lay(page.view)
    content = opened(stage, place, opposite=opposite, **page.told)
    while content is not None and _is_busy():
        settle()
    yield from page.states(stage, content)


def _is_busy() -> bool:
    from companion.screen import tasks

    return tasks.busy()
