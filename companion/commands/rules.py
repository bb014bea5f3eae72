"""``companion rules``: prints the rule sets side by side, or one of them field by field."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterator
from typing import Any, Final

from companion.games.backgammon import RULE_SETS, RuleSet
from companion.games.backgammon.ruleset import FIELDS
from companion.games.catalogue import rules_named

_WIDTH: Final = 100


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="*", metavar="NAME", help="a rule set, 'tactic jacoby=true', or a TOML file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print all rule sets, or the named one."""
    if options.name:
        rules = rules_named(" ".join(options.name)).rules
        print(json.dumps(_one(rules)) if options.json else "\n".join(_lines_of(rules)))
    else:
        print(json.dumps(_all()) if options.json else "\n".join(_side_by_side()))
    return 0


def _one(rules: RuleSet) -> dict[str, Any]:
    changes = rules.changes()
    rows = [
        {
            "field": name,
            "value": FIELDS[name].plain(value),
            "changed": name in changes,
            "expected": FIELDS[name].expected,
            "says": FIELDS[name].says,
            "source": FIELDS[name].source,
        }
        for name, value in rules.values().items()
    ]
    return {"name": rules.name, "text": rules.text(), "fields": rows}


def _all() -> dict[str, Any]:
    values = {name: rules.values().items() for name, rules in RULE_SETS.items()}
    return {"rule_sets": {name: {key: FIELDS[key].plain(value) for key, value in own} for name, own in values.items()}}


def _lines_of(rules: RuleSet) -> Iterator[str]:
    yield rules.text()
    changes = rules.changes()
    for name, value in rules.values().items():
        field = FIELDS[name]
        changed = f"   (in {rules.name}: {field.text(getattr(RULE_SETS[rules.name], name))})" if name in changes else ""
        yield ""
        yield f"{name} = {field.text(value)}{changed}"
        yield from textwrap.wrap(field.says, _WIDTH, initial_indent="    ", subsequent_indent="    ")
        yield from textwrap.wrap(
            f"Source: {field.source}.", _WIDTH, initial_indent="    ", subsequent_indent="            "
        )


def _side_by_side() -> Iterator[str]:
    rows = [["", *RULE_SETS]]
    for name, field in FIELDS.items():
        values = [field.text(getattr(rules, name)) for rules in RULE_SETS.values()]
        if len(set(values)) > 1:
            rows.append([name, *values])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(f"{word:<{width}}" for word, width in zip(row, widths, strict=True)).rstrip()
    yield ""
    yield f"{len(FIELDS) - len(rows) + 1} more lines are alike in all of them: companion rules NAME prints every line."
