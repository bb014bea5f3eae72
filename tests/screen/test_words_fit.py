"""Every word around a match is seen whole at every size, however long, and no field lies over another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion import texts
from companion.screen import PageName
from tests.screen.conftest import Stage
from tests.screen.fakes import Matches, standing
from tests.screen.views import START
from tests.screen.with_services import opened, over, settle, touch, wait_until, with_services

pytestmark = pytest.mark.slow

SIZES = [(800, 480), (1024, 600), (1280, 720), (480, 800), (600, 1024), (720, 1280)]
LONG = {"match.light": "Bartłomiej Wojciechowski", "match.dark": "Константин Ростропович"}


def walked(widget: Any) -> Iterator[Any]:
    yield widget
    for child in widget.children:
        yield from walked(child)


def cut_off(root: Any) -> list[str]:
    """The words that are not seen whole."""
    from kivy.uix.label import Label

    from companion.screen.widgets.fitting import width_of
    from companion.screen.widgets.keyboard import KeyField

    found = []
    for label in walked(root):
        if not isinstance(label, Label) or not label.text or isinstance(label, KeyField):
            continue
        width = label.width - label.padding[0] - label.padding[2]
        longest = max(width_of(word, label.font_size, bold=label.bold) for word in label.text.split())
        if "/" in label.text:
            continue  # a path is shortened
        if label.shorten or longest > width + 1 or label.texture_size[1] > label.height + 3:
            found.append(f"{label.text!r} in {label.width:.0f} x {label.height:.0f}")
    return found


def overlapping(root: Any) -> list[tuple[str, str]]:
    """Fields to touch that lie over each other, within what they lie in."""
    from companion.screen.widgets.touching import TouchField

    found = []
    for parent in walked(root):
        fields = [child for child in parent.children if isinstance(child, TouchField) and child.width > 1]
        for index, one in enumerate(fields):
            for other in fields[index + 1 :]:
                across = min(one.right, other.right) - max(one.x, other.x)
                up = min(one.top, other.top) - max(one.y, other.y)
                if across > 1 and up > 1:
                    found.append((str(one.text), str(other.text)))
    return found


def looked_at(stage: Stage, what: str) -> list[str]:
    settle()
    top = stage.app.app_root.top
    outside = [
        child for child in walked(top.content) if child.parent is top.content
        and (child.x < -1 or child.y < -1 or child.right > top.width + 1 or child.top > top.height + 1)
    ]  # fmt: skip
    assert overlapping(top) == [], what
    assert outside == [], what
    return [f"{what}: {words}" for words in cut_off(top)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_words_that_are_four_tenths_longer_fit_at_every_size(
    stage: Stage, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as Polish, Slovak and Russian words are, whatever a catalogue holds by now."""
    in_language = texts._in_language
    monkeypatch.setattr(texts, "_in_language", lambda *told: stretched(in_language(*told)))
    assert all_cut_off(stage, size) == []


def stretched(words: str) -> str:
    return re.sub(r"[^\W\d_]+(?![^{]*})", lambda word: word[0] + word[0][-1] * (2 * len(word[0]) // 5), words)


def all_cut_off(stage: Stage, size: tuple[int, int]) -> list[str]:
    stage.resize(*size)
    try:
        with with_services(stage, {"director.pin": "2468", **LONG}) as services:
            return list(walk(stage, services, f"{size[0]}x{size[1]}"))
    finally:
        stage.resize(800, 480)


def walk(stage: Stage, services: Any, what: str) -> Iterator[str]:
    """Through everything that can be opened."""
    app_root = stage.app.app_root
    opened(stage, PageName.WELCOME)
    yield from looked_at(stage, f"{what} welcome")
    assert isinstance(services.matches, Matches)
    services.matches.standing = standing((LONG["match.light"], LONG["match.dark"]), 25, (24, 24))
    app_root.top.content.show(START)
    yield from looked_at(stage, f"{what} welcome, go on")
    app_root.home()
    form = opened(stage, PageName.NEW_MATCH)
    form._change({"match.rules": "box-leaflet", "match.length": 25})
    form._furnish()
    yield from looked_at(stage, f"{what} new match, locked")
    form._unlocked = True
    form._furnish()
    yield from looked_at(stage, f"{what} new match")
    form._asked_to_begin()
    yield from looked_at(stage, f"{what} begin")
    over(stage).close()
    touch(stage, form.editors["rules"])
    yield from looked_at(stage, f"{what} rules")
    app_root.home()
    screen = opened(stage, PageName.SETTINGS)
    screen._unlocked = True
    for group in screen.groups:
        screen.show_group(group)
        if group == "device":
            wait_until(lambda: "device.update" in screen.deeds)
        yield from looked_at(stage, f"{what} settings {group}")
    app_root.home()
    screen = opened(stage, PageName.DOCTOR)
    wait_until(lambda: bool(screen.said.text))
    yield from looked_at(stage, f"{what} doctor")
    app_root.home()
