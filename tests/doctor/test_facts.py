"""Everything that the doctor may find is said in whole sentences, in every language."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from companion import doctor
from companion.doctor import Fact, Finding, FindingState
from companion.texts import TEXTS, Language, blanks, forms

VALUES = {"n": "2", "device": "finding.device.lamp"}
"""What some blanks need; all others take any words."""


def filled(fact: Fact) -> Finding:
    """A finding with a value for every blank of its texts."""
    keys = [key for key in TEXTS if key == f"finding.{thing(fact)}" or f"{key}.".startswith(f"finding.{fact.key}.")]
    named = {name for key in keys for wording in TEXTS[key] for name in blanks(wording)}
    return Finding(fact, {name: VALUES.get(name, name.upper()) for name in named})


def thing(fact: Fact) -> str:
    return fact.key.partition(".")[0]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("fact", Fact, ids=lambda fact: str(fact.key))
def test_every_finding_is_whole_sentences_in_every_language(fact: Fact, language: Language) -> None:
    finding = filled(fact)
    assert finding.name(language)
    assert finding.found(language).endswith(".")
    assert bool(finding.remedy(language)) is (fact.state is not FindingState.OK)
    if language is not Language.ENGLISH:
        assert finding.found(language) != finding.found()
        assert not finding.remedy() or finding.remedy(language) != finding.remedy()


def test_no_text_of_a_finding_is_left_over() -> None:
    known = {f"finding.{key}" for fact in Fact for key in (thing(fact), fact.key, f"{fact.key}.fix")}
    assert {key for key in TEXTS if key.startswith("finding.") and not key.startswith("finding.device.")} <= known


def test_a_finding_begins_with_a_capital_letter_in_english() -> None:
    texts = [form for key in TEXTS if key.startswith("finding.") for wording in TEXTS[key] for form in forms(wording)]
    assert [text for text in texts if text[0].islower()] == []


def test_every_fact_is_found_somewhere() -> None:
    package = Path(doctor.__file__).parent
    named = {
        node.attr
        for path in package.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Fact"
    }
    assert {fact.name for fact in Fact} - named == set()
