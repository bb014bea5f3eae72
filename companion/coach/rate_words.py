"""An error rate in words, always with its PR, and the meaning of a PR."""

from __future__ import annotations

from companion.coach.grading import CLOSE, performance_rating
from companion.texts import sentence


def rate_words(rate: float, language: str) -> str:
    """An error rate in millipoints per decision, with its PR.

    >>> [rate_words(12.4, language).replace(chr(0xA0), " ") for language in ("en", "pl")]
    ['12.4 (PR 6.2)', '12,4 (PR 6,2)']
    """
    texts = {"rate": number_words(rate, 1, language), "pr": number_words(performance_rating(rate), 1, language)}
    return sentence("analysis.rate-pr", texts, language=language)


def pr_says(language: str) -> str:
    """The meaning of the PR, the decisions that count in it, and its difference from that of eXtreme Gammon."""
    close = number_words(CLOSE, 2, language)
    said = (
        sentence(f"analysis.pr-{part}", {"close": close}, language=language) for part in ("is", "counts", "differs")
    )
    return " ".join(said)


def number_words(value: float, digits: int, language: str) -> str:
    """A number of 0 or more as the language writes it."""
    whole, _, part = f"{value:.{digits}f}".partition(".")
    return sentence("analysis.number", {"whole": whole, "part": part}, language=language) if part else whole
