"""What spectators see of a match at the table, when, and what never."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from companion.errors import StorageError
from companion.match.phases import Phase
from companion.match.view import View
from companion.record import Mode
from companion.texts import Language
from tests.live.device import DRAUGHTS, NAMES, TERMS, Device
from tests.states import backgammon

PATHS: Final = ("/", "/overlay", "/overlay/build", "/state.json", "/match.mat", "/live.js", "/overlay.js", "/live.css")
HELP: Final = re.compile(
    r"equit|evaluat|winning|chance|\bpips?\b|pip.?count|\bhints?\b|blunder|\bcoach|graded|0\.\d{3}"
)


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[Any]:
    made: list[Device] = []

    def device(terms: Any = TERMS, **live: Any) -> Device:
        made.append(Device(tmp_path / str(len(made)), terms, **live))
        return made[-1]

    yield device
    for one in made:
        one.close()


def everything(device: Device, language: str = "en") -> str:
    """All that a spectator can get: pages, headers, state, events, match file."""
    told = []
    for path in (*PATHS, "/match.pdn"):
        _, headers, content = device.ask(f"{path}?lang={language}")
        told += [str(headers), content.decode()]
    spectator = device.watch(f"?lang={language}")
    told.append(json.dumps(next(spectator.messages()), ensure_ascii=False))
    spectator.close()
    return "\n".join(told)


def test_the_whole_state_comes_first_and_then_every_change(device: Device) -> None:
    spectator = device.watch()
    messages = spectator.messages()
    whole = next(messages)
    assert whole["whole"]
    assert (whole["state"]["names"], whole["state"]["length"]) == (list(NAMES), 5)
    device.turns(2)
    seen = [next(messages) for _ in range(4 - 1)]
    assert [event["event"] for message in seen for event in message["events"]] == ["play", "roll", "play"]
    assert seen[-1]["id"] == device.session.state.n
    assert seen[-1]["state"]["points"] == list(backgammon(device.session.state).record.position.points)
    spectator.close()


def test_each_event_is_the_line_that_the_journal_exports(device: Device) -> None:
    device.turns(3)
    spectator = device.watch()
    whole = next(spectator.messages())
    entries = device.journal.entries(device.session.number)
    assert [event["n"] for event in whole["events"]] == [entry.n for entry in entries]
    assert whole["events"][-1]["position"] == entries[-1].position
    spectator.close()


def test_what_is_not_on_disk_is_not_sent(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    before = device.state()
    append = device.journal.append_all

    def full(_: Any) -> None:
        raise StorageError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(device.journal, "append_all", full)
        device.turns(1)
        assert device.session.unwritten
        assert backgammon(device.session.state).record.turn is None, "at the table the turn is over"
        assert {**device.state(), "age_s": 0} == {**before, "age_s": 0}
    assert device.journal.append_all == append
    device.pass_time(2)
    assert device.state()["n"] == device.session.state.n
    assert device.state()["state"]["turns"] == 1


@pytest.mark.parametrize("mode", [Mode.REFEREED, Mode.RECORDED])
def test_no_evaluation_no_hint_and_no_pip_count_is_anywhere(devices: Any, mode: Mode) -> None:
    device = devices(replace(TERMS, mode=mode, clock=True))
    device.begin()
    device.turns(6)
    for language in Language:
        assert HELP.findall(everything(device, language).lower()) == []
    assert set(device.state()["state"]) == {
        "game", "names", "score", "length", "mode", "phase", "to_act", "turns", "last", "corrected", "ruling", "clock",
        "winner", "over", "position", "points", "bar", "off", "dice", "crawford", "cube",
    }  # fmt: skip


def test_a_match_of_draughts_is_shown_with_its_file(devices: Any) -> None:
    device = devices(DRAUGHTS)
    device.tell("next")
    device.moves(4)
    state = device.state()["state"]
    assert (state["game"], state["position"]) == ("draughts", device.session.state.record.position.fen())
    assert state["last"]["play"] == device.session.state.record.moves[-1].text
    assert b"[White " in device.ask("/match.pdn")[2]
    assert device.ask("/match.mat")[0] == 404
    assert HELP.findall(everything(device).lower()) == []


def test_a_clock_is_shown(devices: Any) -> None:
    device = devices(replace(TERMS, clock=True))
    device.begin()
    clock = device.state()["state"]["clock"]
    assert clock["runs"] == "light"
    assert clock["left_s"][0] > 60


def test_the_match_file_grows(device: Device) -> None:
    device.turns(2)
    first = device.ask("/match.mat")[2].decode()
    device.turns(2)
    assert device.ask("/match.mat")[2].decode().startswith(first.rstrip())
    assert len(device.ask("/match.mat")[2]) > len(first)


def test_a_delay_in_turns_holds_for_state_events_and_file(devices: Any) -> None:
    device = devices(delay_turns=2)
    device.begin()
    device.turns(2)
    assert device.state()["state"]["turns"] == 0
    spectator = device.watch()
    messages = spectator.messages()
    assert next(messages)["state"]["turns"] == 0
    for turn in range(3, 6):
        device.turns(1)
        assert device.state()["state"]["turns"] == turn - 2
    told = device.ask("/match.mat")[2].decode()
    assert len(re.findall(r"\d\d: \d", told)) == 3, told
    assert next(message for message in messages if "state" in message)["state"]["turns"] == 1
    spectator.close()


def test_a_turn_that_is_taken_back_gives_nothing_away(devices: Any) -> None:
    device = devices(delay_turns=2)
    device.begin()
    device.turns(3)
    for _ in range(3):
        device.tell("undo", "answer 1")
        view = device.table.poll()
        assert isinstance(view, View)
        assert len(view.history) == 2
        device.turns(1)
    assert device.state()["state"]["turns"] == 1


def test_a_delay_in_minutes_holds_until_the_time_is_up(devices: Any) -> None:
    device = devices(delay_minutes=5)
    device.begin()
    device.turns(1)
    assert device.state()["state"]["turns"] == 0
    device.pass_time(5 * 60 - 1)
    assert device.state()["state"]["turns"] == 0
    assert "24/21" not in device.ask("/match.mat")[2].decode()
    device.pass_time(2)
    assert device.state()["state"]["turns"] == 1


def test_the_end_of_a_game_is_shown_at_once_however_many_turns_behind(devices: Any) -> None:
    device = devices(delay_turns=9)
    device.begin()
    device.turns(1)
    device.agreed("end light single")
    assert device.state()["state"]["over"]
    assert device.state()["n"] == device.session.state.n


def test_a_page_turned_on_in_a_match_is_as_far_behind(devices: Any) -> None:
    device = devices(on=False)
    device.begin()
    device.turns(5)
    device.change(on=True, delay_turns=2)
    assert device.state()["state"]["turns"] == 3
    device.turns(1)
    assert device.state()["state"]["turns"] == 4
    device.change(delay_turns=0)
    assert device.state()["state"]["turns"] == 6


def test_a_page_turned_on_after_a_game_shows_all_of_that(devices: Any) -> None:
    device = devices(on=False)
    device.begin()
    device.turns(3)
    device.agreed("end light single")
    n = device.session.state.n
    device.agreed("next", "next")
    device.begin()
    device.turns(1)
    device.change(on=True, delay_turns=9)
    assert device.state()["n"] == n
    assert device.state()["state"]["score"] == [1, 0]


def test_initials_stand_for_names_everywhere(devices: Any) -> None:
    device = devices(initials=True)
    device.begin()
    device.turns(3)
    told = everything(device)
    assert "A. N." in told
    assert not re.search("Anna|Nowak|Ben |astn", told)


def test_a_name_is_never_markup(device: Device) -> None:
    told = device.ask("/")[2].decode() + device.ask("/overlay")[2].decode()
    assert "<b>Š" not in told
    assert "Ben &lt;b&gt;" in told


def told_by_turn(message: dict[str, Any]) -> dict[tuple[int, int], list[str]]:
    """What a message says of each turn."""
    told: dict[tuple[int, int], list[str]] = {}
    for turn, words in zip(message["turns"], message["said"], strict=True):
        told.setdefault(tuple(turn), []).append(words)
    return told


def test_a_correction_stands_at_the_play_that_was_corrected(device: Device) -> None:
    device.turns(3)
    spectator = device.watch("?lang=en").messages()
    next(spectator)
    device.agreed("edit 2 play 24/20 13/7")
    assert not device.state()["state"]["corrected"], "what stands there is the turn of the other player"
    told = (told_by_turn(message) for message in spectator)
    assert next(filter(None, told)) == {(1, 2): ["Edited to 6-4: 24/20 13/7"]}
    late = told_by_turn(next(device.watch("?lang=en").messages()))
    assert late[1, 2][-1] == "Edited to 6-4: 24/20 13/7"
    assert " plays " in late[1, 2][-2]
    assert "Edited" not in "".join(late[1, 1] + late[1, 3])


def test_a_play_that_was_taken_back_is_said_at_that_play_and_not_at_the_one_before(device: Device) -> None:
    device.turns(2)
    device.agreed("undo")
    assert not device.state()["state"]["corrected"], "the last play is the one before"
    assert "Taken back" in device.ask("/?lang=en")[2].decode()
    device.turns(1)
    assert device.state()["state"]["corrected"]
    late = told_by_turn(next(device.watch("?lang=en").messages()))
    assert "Taken back" in late[1, 2]
    assert "Taken back" not in late[1, 1]
    device.turns(1)
    assert not device.state()["state"]["corrected"]


def test_a_corrected_move_of_draughts_stands_at_that_move(devices: Any) -> None:
    device = devices(DRAUGHTS)
    device.tell("next")
    device.moves(3)
    device.agreed("undo")
    assert not device.state()["state"]["corrected"]
    device.moves(1)
    assert device.state()["state"]["corrected"]
    device.moves(1)
    assert not device.state()["state"]["corrected"]
    late = told_by_turn(next(device.watch("?lang=en").messages()))
    assert [turn for turn, told in late.items() if "Taken back" in told] == [(1, 3)]
    assert list(late) == sorted(late)


def test_where_players_are_not_told_of_an_illegal_play_nobody_is(devices: Any) -> None:
    told = {}
    for mode in (Mode.REFEREED, Mode.RECORDED):
        device = devices(replace(TERMS, mode=mode))
        device.begin()
        device.tell("play 24/20")
        told[mode] = everything(device)
    assert '"illegal"' in told[Mode.REFEREED] or device.session.state.phase is not Phase.CORRECTING
    assert '"illegal"' not in told[Mode.RECORDED]
    assert '"stood"' not in told[Mode.RECORDED]


def test_the_next_match_is_shown_in_place_of_the_last(device: Device) -> None:
    spectator = device.watch()
    messages = spectator.messages()
    first = next(messages)["match"]
    device.session.begin(replace(TERMS, names=("Cyd", "Dan")), {})
    device.pass_time(0.1)
    whole = next(messages)
    assert whole["whole"]
    assert whole["match"] != first
    assert whole["state"]["names"] == ["Cyd", "Dan"]
    spectator.close()


def test_off_means_that_nothing_listens(devices: Any) -> None:
    device = devices()
    port = device.port
    device.change(on=False)
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0
    assert device.live.shown().said == "live.off-now"
    device.begin()
    device.turns(1)
    device.change(on=True)
    assert device.state()["state"]["turns"] == 1


def test_a_port_in_use_is_said_and_the_match_goes_on(devices: Any, caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("", 0)) as other:
        port = other.getsockname()[1]
        device = devices(port=port)
        assert device.live.shown().said == "live.in-use"
        assert device.live.shown().values == {"port": str(port)}
        device.begin()
        device.turns(1)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    caplog.clear()


def test_without_the_packages_it_is_said_which(
    devices: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "companion.live.server", None)
    device = devices()
    assert device.live.shown().said == "live.no-extra"
    assert "starlette" in caplog.text
    device.begin()
    caplog.clear()


def test_a_fault_of_the_page_turns_it_off_and_leaves_the_match_alone(
    device: Device, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("companion.app.live.live_state", broken)
    device.turns(2)
    view = device.table.poll()
    assert isinstance(view, View)
    assert len(view.history) == 2
    assert device.live.shown().said == "live.stopped"
    assert "turned off" in caplog.text
    caplog.clear()


def test_players_who_change_colours_keep_their_names(devices: Any) -> None:
    device = devices(replace(DRAUGHTS, names=("Cyd", "Dan")))
    device.tell("next")
    device.moves(1)
    device.agreed("resign", "next", "next")
    device.moves(1)
    assert device.state()["state"]["names"] == ["Dan", "Cyd"]
    moved = [line for line in next(device.watch().messages())["said"] if " plays " in line]
    assert [line.split()[0] for line in moved] == ["Cyd", "Dan"], "each has moved the light men"
