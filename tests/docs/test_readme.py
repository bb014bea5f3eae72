"""What the pages tell people to type exists: commands, options and settings."""

from __future__ import annotations

import argparse
import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Final

from companion.cli import COMMANDS, parser
from companion.settings.reading import load_settings
from companion.settings.tree import Settings

HOUSE: Final = Path(__file__).parents[2]
PAGES: Final = sorted([HOUSE / "README.md", *(HOUSE / "docs").rglob("*.md")])
TEXT: Final = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)

TYPED: Final = r"companion ([a-z]+)([^`\n#]*)"
BLOCK: Final = re.compile(r"^ *```\w*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)


def typed_on(text: str) -> list[tuple[str, str]]:
    """What a page gives to type, each command with what follows it: in backquotes, or as a line of a block."""
    lines = [found for block in BLOCK.findall(text) for found in re.findall(rf"(?m)^ *(?:\./run )?{TYPED}", block)]
    return [*re.findall(f"`{TYPED}", BLOCK.sub("", text)), *lines]


def command_parsers() -> dict[str, argparse.ArgumentParser]:
    (choices,) = (a.choices for a in parser(whole=True)._actions if isinstance(a, argparse._SubParsersAction))
    return dict(choices)


def test_every_command_on_the_pages_exists_with_its_options() -> None:
    parsers = command_parsers()
    typed = typed_on(TEXT)
    assert typed, "the pages name no command at all"
    for name, rest in typed:
        assert name in parsers, f"companion {name}"
        for option in re.findall(r"--[a-z-]+", rest):
            assert option in parsers[name].format_help() + parser().format_help(), f"companion {name} {option}"


def test_the_page_of_commands_names_every_command() -> None:
    page = (HOUSE / "docs" / "commands.md").read_text(encoding="utf-8")
    named = {name for name, _ in typed_on(page)}
    assert set(COMMANDS) - named == set()


def test_the_two_commands_of_a_newcomer_stand_in_the_readme() -> None:
    block = (HOUSE / "README.md").read_text(encoding="utf-8").split("## Two commands\n")[1].split("```")[1]
    assert re.findall(r"^\./run (\w+)", block, re.MULTILINE) == ["demo", "test"]


def test_every_word_given_to_run_is_one_it_knows() -> None:
    script = (HOUSE / "run").read_text(encoding="utf-8")
    words = set(re.findall(r"\./run ([a-z]+)", TEXT))
    assert {"demo", "test", "check", "companion", "install", "uninstall"} <= words
    for word in words:
        assert re.search(rf"^ +(\w+ \| )*{word}( \| \w+)*\)$", script, re.MULTILINE), f"./run {word}"


def test_the_settings_on_the_page_are_all_there_are_with_their_defaults(tmp_path: Path) -> None:
    page = (HOUSE / "docs" / "settings.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "settings.toml").write_text(block, encoding="utf-8")
    assert load_settings(tmp_path / "settings.toml", data_dir=tmp_path) == Settings(data_dir=tmp_path)
    told = {(table, key) for table, keys in tomllib.loads(block).items() for key in keys}
    assert told == {
        (table.name, key.name)
        for table in fields(Settings)
        if table.name != "data_dir"
        for key in fields(getattr(Settings(data_dir=tmp_path), table.name))
    }
