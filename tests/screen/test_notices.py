"""No notice covers a name, a score or a clock, and each is seen whole: at every size, in both chairs, all languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest

from companion.games.rules import Side
from companion.match.message import Message
from companion.match.view import ClockShown
from companion.texts import Language, draughts, notices
from tests.screen import draughts_views
from tests.screen.conftest import Stage
from tests.screen.every_page import NAMES
from tests.screen.overflow import bare_boards, drawn_words, unfit
from tests.screen.views import ILLEGAL, UNDER_WAY
from tests.screen.with_services import with_services

SIZES: Final = ((800, 480), (480, 800))
CLOCK: Final = ClockShown((5999, 388), 12, Side.DARK)
VALUES: Final = {
    "name": NAMES[0], "dice": "6-5", "point": "24", "side": NAMES[1], "n": "16", "expected": "15", "value": "64",
    "seen": "32", "turn": "128", "square": "h8", "squares": "a1, b2, c3, d4", "play": "24/18*/13 6/5*(2)",
}  # fmt: skip
"""The longest that may stand in a notice."""
SAID: Final = tuple(key for area in (notices, draughts) for key in area.WORDINGS if key.split(".")[0] in
                    ("notice", "awaited", "refused"))  # fmt: skip


def values_of(key: str) -> dict[str, str]:
    """A value for each blank of a text."""
    wordings = repr({**notices.WORDINGS, **draughts.WORDINGS}[key])
    return {blank: VALUES.get(blank, "+0:45") for blank in re.findall(r"\{(\w+)\}", wordings)}


@pytest.fixture
def at_table(stage: Stage) -> Iterator[Stage]:
    yield stage
    stage.lay(UNDER_WAY)


def box_of(widget: Any) -> tuple[float, float, float, float]:
    return widget.x, widget.y, widget.right, widget.top


def lies_over(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    up = min(one[3], other[3]) - max(one[1], other[1])
    return across > 1 and up > 1


def covered(half: Any) -> list[str]:
    """What of a half's name, score and clock a message or a field in its strip covers, or leaves no place for."""
    ids = half.ids
    facts = {"name": ids.name, "score": ids.score, "clock": ids.clock, "delay": ids.delay}
    over = {"message": ids.message, **half.fields} if half.message else dict(half.fields)
    found = [
        f"{place} covers the {fact}"
        for fact, shown in facts.items()
        for place, each in over.items()
        if shown.text and lies_over(box_of(shown), box_of(each))
    ]
    drawn = [(fact, (each.x, each.y, each.x + min(each.width, each.texture_size[0]), each.top))
             for fact, each in facts.items() if each.text]  # fmt: skip
    found += [
        f"{one} and {other} lie over each other"
        for k, (one, box) in enumerate(drawn)
        for other, other_box in drawn[k + 1 :]
        if lies_over(box, other_box)
    ]
    return found


# Each size in each language; the chair changes with the size, the text size with the language.
@pytest.mark.parametrize(
    ("size", "lower", "upper", "letters"),
    [
        (SIZES[0], Language.ENGLISH, Language.SLOVAK, "usual"), (SIZES[0], Language.POLISH, Language.RUSSIAN, "large"),
        (SIZES[1], Language.SLOVAK, Language.ENGLISH, "usual"), (SIZES[1], Language.RUSSIAN, Language.POLISH, "large"),
    ],
)  # fmt: skip
def test_no_notice_covers_a_name_a_score_or_a_clock(
    at_table: Stage, size: tuple[int, int], lower: Language, upper: Language, letters: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    at_table.resize(*size)
    values: dict[str, object] = {"light.language": lower.value, "dark.language": upper.value}
    values |= {"screen.language": lower.value, "light.text": letters, "dark.text": letters}
    faults: list[str] = []
    with with_services(at_table, values), bare_boards(), drawn_words(monkeypatch) as shortened:
        for key in SAID:
            game = draughts_views.MIDDLE if key in draughts.WORDINGS else replace(UNDER_WAY, crawford=True)
            view: Any = replace(
                game,
                names=NAMES,
                clock=CLOCK,
                message=Message(key, values_of(key), alarm=False),
                may_undo=key in UNDONE,
            )
            shortened.clear()
            at_table.lay(view)
            screen = at_table.screen
            wrong = [fault for half in (screen.ids.lower, screen.ids.upper) for fault in covered(half)]
            faults += [f"{key}: {fault}" for fault in (*wrong, *unfit(screen), *shortened)]
    assert not faults, "\n".join(faults)


UNDONE: Final = {"notice.undone", "notice.amended", "notice.roll-changed", "notice.placed", "notice.change-undone"}


@pytest.mark.parametrize("size", SIZES)
def test_a_warning_leaves_names_scores_and_clocks_in_sight(at_table: Stage, size: tuple[int, int]) -> None:
    at_table.resize(*size)
    at_table.lay(replace(ILLEGAL, names=NAMES, clock=CLOCK))
    for half in (at_table.screen.ids.lower, at_table.screen.ids.upper):
        assert half.message
        assert covered(half) == []
        assert all(half.ids[fact].opacity == 1 for fact in ("name", "score", "clock"))
    at_table.keep(f"notice-warning-{size[0]}x{size[1]}")


@pytest.mark.parametrize("size", SIZES)
def test_the_way_back_stays_when_its_notice_has_left_and_covers_nothing(at_table: Stage, size: tuple[int, int]) -> None:
    at_table.resize(*size)
    message = Message("notice.amended", {"turn": "12"}, alarm=False)
    for name, said in (("told", message), ("left", None)):
        at_table.lay(replace(UNDER_WAY, names=NAMES, clock=CLOCK, message=said, may_undo=True))
        for half in (at_table.screen.ids.lower, at_table.screen.ids.upper):
            assert "undo" in half.fields
            assert covered(half) == []
        at_table.keep(f"notice-undo-{name}-{size[0]}x{size[1]}")
