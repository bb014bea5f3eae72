"""The page of one match in words: what its blanks are filled with, as HTML, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.live.published import Decision, DecisionWords, Judged, Judging, ShownMatch
from companion.live.state import Say
from companion.live.words import speaker, table
from companion.record.reports.event_words import how_ended
from companion.texts import label

_LENGTHS: Final[Mapping[Game, tuple[str, str]]] = {
    Game.BACKGAMMON: ("match.points", "match.money"),
    Game.DRAUGHTS: ("match.games", "match.open"),
}
"""The text keys for a match of a length, and for one without."""
_SAID: Final[Mapping[Judging, str]] = {
    Judging.RUNS: "live.judging",
    Judging.DONE: "live.judged",
    Judging.FAILED: "live.judging-failed",
}


def match_parts(match: ShownMatch, language: str) -> Mapping[str, str]:
    """Return what fills the blanks of the page."""
    say = speaker(language)
    names = (label(match.names[0], language=language), label(match.names[1], language=language))
    counted, endless = _LENGTHS[match.game]
    length = say(counted, n=str(match.length)) if match.length else say(endless)
    score = say("score.money", own=str(match.score[0]), other=str(match.score[1]))
    return {
        "match_title": escape(f"{names[0]} – {names[1]} {score}"),
        "light_name": escape(names[0]),
        "dark_name": escape(names[1]),
        "light_score": str(match.score[0]),
        "dark_score": str(match.score[1]),
        "about": escape(f"{length} · {match.day}"),
        "result": escape(_result(match, names, say)),
        "score_by_game": table(tuple(_games(match, names, say)), say("live.by-game")),
        "judging": match.judged.state.value,
        "judging_said": escape(_judging(match.judged, say)),
        "progress": _progress(match.judged, say),
        "decisions": "".join(_decision(one, at, language) for at, one in enumerate(match.judged.dearest, start=1)),
        "files": " ".join(
            f'<a href="{escape(match.uuid)}.{form}" download>{escape(say("live.file"))} (.{form})</a>'
            for form in match.files
        ),
    }


def _result(match: ShownMatch, names: tuple[str, str], say: Say) -> str:
    if match.winner is not None:
        return say(f"event.match-over{how_ended(match.cause)}", name=names[match.winner is Side.DARK])
    if not match.over:
        return say("live.so-far")
    return say("event.match-drawn") if match.length else say("phase.over")


def _games(match: ShownMatch, names: tuple[str, str], say: Say) -> Iterator[tuple[str, ...]]:
    yield (say("live.game"), *names, say("live.result"))
    for number, game in enumerate(match.games, start=1):
        if game.winner is not None:
            name = names[game.winner is Side.DARK]
            ended = "match" if match.game is Game.BACKGAMMON and game.cause.decides_match else "game"
            result = say(f"event.{ended}-over{how_ended(game.cause)}", name=name, points=str(game.points))
        else:
            result = say("result.drawn") if game.over else say("live.so-far")
        yield (str(number), *map(str, game.score), result)


def _judging(judged: Judged, say: Say) -> str:
    if judged.state is Judging.DONE and not judged.dearest:
        return say("live.no-dear")
    return say(_SAID[judged.state])


def _progress(judged: Judged, say: Say) -> str:
    if judged.state is not Judging.RUNS:
        return ""
    value = f' value="{judged.done}" max="{judged.of}"' if judged.of else ""
    return f'<progress{value} aria-label="{escape(say("live.progress"))}"></progress>'


def _decision(decision: Decision, number: int, language: str) -> str:
    say, words = speaker(language), decision.words[language]
    names = (label(decision.names[0], language=language), label(decision.names[1], language=language))
    board = decision.board
    head = f"{number}. {words.who} · {words.where}"
    return (
        f"<article><h3>{escape(head)}</h3>"
        f'<div class="board">{board.svg(board.summary(names, say))}</div>'
        f'<div class="unseen">{table(board.rows(names, say), say("live.table"))}</div>'
        f"{''.join(_lines(words))}</article>"
    )


def _lines(words: DecisionWords) -> Iterator[str]:
    for kind, line in (("made", words.made), ("best", words.best), ("cost", words.cost), ("quiet", words.reason)):
        if line:
            yield f'<p class="{kind}">{escape(line)}</p>'
