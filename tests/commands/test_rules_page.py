"""The page on rule sets says what the code says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from companion.errors import InputError
from companion.games.backgammon import RULE_SETS, RuleSet
from companion.games.backgammon.ruleset import FIELDS
from companion.games.catalogue import GAME_OF
from companion.games.draughts import ruleset
from companion.games.rule_data import RuleData
from companion.games.rule_fields import Field

PAGE: Final = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def side_by_side(sets: Mapping[str, RuleData], fields: Mapping[str, Field]) -> list[str]:
    """The table of the lines in which the rule sets differ."""
    rows = [f"| | {' | '.join(sets)} |", "|---" * (len(sets) + 1) + "|"]
    for name, field in fields.items():
        values = [field.text(getattr(rules, name)) for rules in sets.values()]
        if len(set(values)) > 1:
            rows.append(f"| `{name}` | {' | '.join(values)} |")
    return rows


def every_line(fields: Mapping[str, Field]) -> list[str]:
    """The table of all fields with what they say and their source."""
    rows = ["| line | may be | says | comes from |", "|---|---|---|---|"]
    for name, field in fields.items():
        rows.append(f"| `{name}` | {field.expected} | {field.says} | {field.source} |")
    return rows


@pytest.mark.parametrize(
    "table",
    [
        side_by_side(RULE_SETS, FIELDS),
        every_line(FIELDS),
        side_by_side(ruleset.RULE_SETS, ruleset.FIELDS),
        every_line(ruleset.FIELDS),
    ],
    ids=["side by side", "every line", "draughts side by side", "draughts every line"],
)
def test_the_tables_on_the_page_are_those_of_the_code(table: list[str]) -> None:
    assert "\n".join(table) in PAGE, "write the table into docs/rules.md again:\n" + "\n".join(table)


def test_the_file_on_the_page_is_a_rule_set_and_its_text_is_the_one_beside_it() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    rules = RuleSet.from_toml(block)
    assert f"`{rules.text()}`" in PAGE


def test_what_the_page_calls_a_contradiction_is_refused() -> None:
    (section,) = re.findall(r"## What does not go together\n(.*?)(?=\n## |\Z)", PAGE, re.DOTALL)
    told = re.findall(r"^\* `([^`]+)`", section, re.MULTILINE)
    assert len(told) > 5
    for text in told:
        with pytest.raises(InputError):
            RuleSet.from_text(text)


def test_every_set_is_introduced_on_the_page() -> None:
    assert [name for name in GAME_OF if f"**`{name}`**" not in PAGE] == []
