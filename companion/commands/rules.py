"""``companion rules``: prints the rule sets side by side, or one of them field by field."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.games.catalogue import RULES, AnyRules, rules_named
from companion.games.rule_data import RuleData

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
        print(
            json.dumps(_all())
            if options.json
            else "\n\n".join("\n".join(_side_by_side(sets)) for sets in RULES.values())
        )
    return 0


def _one(rules: RuleData) -> dict[str, Any]:
    changes, fields = rules.changes(), rules.fields()
    rows = [
        {
            "field": name,
            "value": fields[name].plain(value),
            "changed": name in changes,
            "expected": fields[name].expected,
            "says": fields[name].says,
            "source": fields[name].source,
        }
        for name, value in rules.values().items()
    ]
    return {"name": rules.name, "text": rules.text(), "fields": rows}


def _all() -> dict[str, Any]:
    sets = {name: of.rules for sets in RULES.values() for name, of in sets.items()}
    return {"rule_sets": {name: _plain(rules) for name, rules in sets.items()}}


def _plain(rules: RuleData) -> dict[str, Any]:
    fields = rules.fields()
    return {key: fields[key].plain(value) for key, value in rules.values().items()}


def _lines_of(rules: RuleData) -> Iterator[str]:
    yield rules.text()
    changes, named = rules.changes(), rules.sets()[rules.name]
    for name, value in rules.values().items():
        field = rules.fields()[name]
        changed = f"   (in {rules.name}: {field.text(getattr(named, name))})" if name in changes else ""
        yield ""
        yield f"{name} = {field.text(value)}{changed}"
        yield from textwrap.wrap(field.says, _WIDTH, initial_indent="    ", subsequent_indent="    ")
        yield from textwrap.wrap(
            f"Source: {field.source}.", _WIDTH, initial_indent="    ", subsequent_indent="            "
        )


def _side_by_side(sets: Mapping[str, AnyRules]) -> Iterator[str]:
    rows = [["", *sets]]
    fields = next(iter(sets.values())).rules.fields()
    for name, field in fields.items():
        values = [field.text(getattr(of.rules, name)) for of in sets.values()]
        if len(set(values)) > 1:
            rows.append([name, *values])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(f"{word:<{width}}" for word, width in zip(row, widths, strict=True)).rstrip()
    if alike := len(fields) - len(rows) + 1:
        yield ""
        yield f"{alike} more lines are alike in all of them: companion rules NAME prints every line."
