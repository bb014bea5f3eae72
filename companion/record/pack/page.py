"""The page of a pack: steps through all turns of a match in any browser, without a network."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from html import escape
from typing import Final

from companion.games.catalogue import GAME_OF, Game
from companion.games.rules import Side
from companion.record.archive import listed
from companion.record.entries import Entry, Kind
from companion.record.header import Header
from companion.record.pack.acts import Correction, is_ruling
from companion.record.pack.page_style import SCRIPT, STYLE
from companion.record.pack.turns import PackedMatch, PackedTurn
from companion.record.reports.event_words import Narrator, day_words, how_ended, score_in_words
from companion.record.snapshot_files import SnapshotKind
from companion.texts import TEXTS

NAME: Final = "index.html"
COMMAND: Final = "companion archive check"

_LENGTHS: Final = {Game.BACKGAMMON: ("match.points", "match.money"), Game.DRAUGHTS: ("match.games", "match.open")}


@dataclass(frozen=True, slots=True)
class PackedPicture:
    """A picture in the pack: ``path`` in it, the turn of the match that it is of, and when it was taken (ISO 8601)."""

    path: str
    counted: int
    what: SnapshotKind
    taken: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """The program that packed a match: its ``version``, and the SHA-256 of each of its ``models``, by file name."""

    version: str
    models: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PageContent:
    """The content of the page of a match."""

    header: Header
    entries: Sequence[Entry]
    match: PackedMatch
    corrections: Sequence[Correction]
    pictures: Sequence[PackedPicture]
    program: Program
    last_hash: str
    language: str


def page_of(content: PageContent) -> str:
    """Return the page, in the language that is asked for."""
    return _Page(content).text()


def time_of(header: Header, t: float) -> str:
    """Return the time of day of an entry, by the clock of the device, as hours, minutes and seconds.

    Empty for an entry of an imported match, which has no times.
    """
    return "" if header.imported is not None else f"{header.began + timedelta(seconds=t):%H:%M:%S}"


class _Page:
    def __init__(self, content: PageContent) -> None:
        self._content: Final = content
        self._header: Final = content.header
        self._narrator: Final = Narrator(content.language)
        self._turns: Final = content.match.turns
        names = {game.number: tuple(map(self._narrator.name, game.names)) for game in content.match.games}
        self._names: Final = {number: (light, dark) for number, (light, dark) in names.items()}
        self._at: Final = {entry.n: turn for turn in self._turns for entry in turn.entries}
        self._words: Final = {entry.n: words for turn in self._turns for entry, words in turn.sentences}

    def text(self) -> str:
        title = escape(" – ".join(map(self._narrator.name, self._header.names)))
        script = f"'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'"
        policy = f"default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'; script-src {script}"
        body = [self._content.match.field, f"<header><h1>{title}</h1>", *self._about(), "</header>"]
        body += [self._steps(), *map(self._turn, self._turns)] if self._turns else [self._note("review.nothing")]
        body += [*self._corrections(), *self._rulings(), *self._origin()]
        return (
            f'<!doctype html>\n<html lang="{self._content.language}"><head><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{title}</title><style>{STYLE}</style></head>\n<body>\n"
            + "\n".join(body)
            + f"\n<script>{SCRIPT}</script></body></html>\n"
        )

    def _say(self, key: str, /, **values: object) -> str:
        return escape(self._narrator.say(key, **values))

    def _note(self, key: str, /, **values: object) -> str:
        return f'<p class="note">{self._say(key, **values)}</p>'

    # --- what is said of the whole match ---------------------------------------------------------

    def _about(self) -> Iterator[str]:
        header, say = self._header, self._narrator.say
        points, endless = _LENGTHS[header.game]
        rules = header.rules.split(" ", 1)[0]
        words = {
            "length": say(points, n=header.length) if header.length else say(endless),
            "mode": say(f"mode.{header.mode.value}"),
            "rules": say("match.rules", name=say(f"rules.{rules}" if rules in GAME_OF else "rules.own")),
        }
        began = header.began
        date = say("archive.day", date=day_words(began, self._narrator), time=f"{began:%H:%M}")
        date = say("archive.doubtful", date=date) if header.clock_doubtful else date
        if (origin := header.imported) is not None:
            day = "" if origin.day is None else day_words(origin.day, self._narrator)
            date = " · ".join(filter(None, (day, say("archive.imported-from", file=origin.file))))
        yield f"<p>{escape(say('match.is', **words))}</p><p>{escape(date)}</p>"
        about = listed(header, self._content.entries)
        if about.score is not None:
            light, dark = map(self._narrator.name, header.names)
            key = "analysis.result" if about.finished else "analysis.result-so-far"
            score = score_in_words(about.score, self._narrator)
            yield f"<p><b>{self._say(key, light=light, dark=dark, score=score)}</b></p>"
        if about.winner is not None:
            name = self._narrator.name(header.names[about.winner is Side.DARK])
            yield f"<p>{self._say(f'event.match-over{how_ended(about.cause)}', name=name)}</p>"
        yield self._note("pack.says", command=COMMAND)

    def _steps(self) -> str:
        groups = []
        for game in self._content.match.games:
            options = "".join(f'<option value="{one.name}">{escape(self._line(one))}</option>' for one in game.turns)
            groups.append(f'<optgroup label="{self._say("recap.number", n=game.number)}">{options}</optgroup>')
        return (
            f'<nav class="steps"><button id="before" aria-label="{self._say("analysis.before")}">◀</button>'
            f'<select id="turns" aria-label="{self._say("analysis.all-turns")}">{"".join(groups)}</select>'
            f'<button id="next" aria-label="{self._say("analysis.next")}">▶</button></nav>'
            f'<p class="note keys">{self._say("pack.steps-say")}</p><p id="now" class="spoken" aria-live="polite"></p>'
        )

    def _line(self, turn: PackedTurn) -> str:
        """A turn in the list of all."""
        return f"{turn.number}. {self._narrator.name(turn.player)} {': '.join(filter(None, (turn.dice, turn.play)))}"

    # --- a turn ----------------------------------------------------------------------------------

    def _turn(self, turn: PackedTurn) -> str:
        place = self._say("analysis.place", game=turn.game, turn=turn.number)
        marks = "".join(f'<span class="mark">{self._say(f"mark.{mark.value}")}</span>' for mark in turn.marks)
        played = escape(": ".join(filter(None, (turn.dice, turn.play))))
        who = f"<b>{escape(self._narrator.name(turn.player))}</b>"
        parts = [
            f'<section class="turn" id="{turn.name}"><h2>{place}</h2>',
            f'<p class="played"><i class="dot {turn.side.value}"></i>{who} {played}</p>',
            f"<p>{marks}</p>" if marks else "",
            *self._clock(turn),
            f'<div class="boards">{"".join(self._board(*board) for board in turn.boards)}</div>',
            self._pictures(turn),
            self._events(turn),
            "</section>",
        ]
        return "".join(parts)

    def _clock(self, turn: PackedTurn) -> Iterator[str]:
        words = []
        if turn.began_s is not None and (time := time_of(self._header, turn.began_s)):
            words.append(time)
        if turn.seconds is not None:
            words.append(self._narrator.say("pack.took", n=round(turn.seconds)))
        if turn.clock is not None:
            times, key = turn.clock.left, "pack.left"
            if times is None:
                times, key = turn.clock.spent, "pack.used"
            light, dark = self._names[turn.game]
            words.append(f"{self._narrator.say(key)}: {light} {_minutes(times[0])}, {dark} {_minutes(times[1])}")
        if words:
            yield f'<p class="clock">{escape(" · ".join(words))}</p>'

    def _board(self, key: str, svg: str) -> str:
        return f"<figure>{svg}<figcaption>{self._say(key)}</figcaption></figure>"

    def _pictures(self, turn: PackedTurn) -> str:
        mine = [one for one in self._content.pictures if one.counted in turn.counted]
        if not mine:
            return self._note("review.no-pictures")
        parts = []
        for group in (False, True):
            figures = "".join(self._picture(one) for one in mine if (one.what is SnapshotKind.DISPUTE) is group)
            if figures:
                title = f"<h3>{self._say('review.picture-dispute')}</h3>" if group else ""
                parts.append(f'{title}<div class="{"moments" if group else "pictures"}">{figures}</div>')
        return "".join(parts)

    def _picture(self, one: PackedPicture) -> str:
        words = escape(" · ".join(filter(None, (self._narrator.say(f"review.picture-{one.what.value}"), one.taken))))
        path = escape(one.path)
        said = escape(one.taken) if one.what is SnapshotKind.DISPUTE else words
        return (
            f'<figure><a href="{path}"><img src="{path}" alt="{words}" loading="lazy"></a>'
            f"<figcaption>{said}</figcaption></figure>"
        )

    def _events(self, turn: PackedTurn) -> str:
        lines = "".join(
            f"<li{' class=ruling' if is_ruling(entry) else ''}><time>{time_of(self._header, entry.t)}</time> "
            f"{escape(words)}</li>"
            for entry, words in turn.sentences
        )
        return f'<h3>{self._say("review.events")}</h3><ol class="events">{lines}</ol>' if lines else ""

    # --- corrections and rulings -----------------------------------------------------------------

    def _corrections(self) -> Iterator[str]:
        yield f"<h2>{self._say('pack.corrections')}</h2>"
        if not self._content.corrections:
            yield self._note("pack.no-corrections")
            return
        heads = ("pack.when", "analysis.turn", "pack.what", "pack.who", "review.before", "review.after")
        rows = [
            (*self._place(one.entry), self._what(one.entry), self._who(one), self._before(one), escape(one.after))
            for one in self._content.corrections
        ]
        yield self._table(heads, rows)

    def _rulings(self) -> Iterator[str]:
        yield f"<h2>{self._say('pack.rulings')}</h2>"
        rows = [(*self._place(entry), self._what(entry)) for entry in self._content.entries if is_ruling(entry)]
        yield self._table(("pack.when", "analysis.turn", "pack.what"), rows) if rows else self._note("pack.no-rulings")

    def _place(self, entry: Entry) -> tuple[str, str]:
        turn = self._at.get(entry.n)
        link = f'<a href="#{turn.name}">{turn.game}.{turn.number}</a>' if turn is not None else ""
        return time_of(self._header, entry.t), link

    def _what(self, entry: Entry) -> str:
        return escape(self._words.get(entry.n) or self._content.match.said[entry.n])

    def _before(self, one: Correction) -> str:
        """The record before a correction, or that it was an illegal play."""
        if one.entry.event is not Kind.CORRECTED:
            return escape(one.before)
        return escape(" ".join((one.before.split(" ")[0], self._narrator.say("mark.illegal"))))

    def _who(self, one: Correction) -> str:
        turn = self._at.get(one.entry.n)
        names = self._names[turn.game] if turn is not None else self._header.names
        if one.by is None:
            return self._say("pack.unknown")
        if one.agreed is None:
            return escape(_of(names, one.by))
        return self._say("pack.agreed", name=_of(names, one.by), other=_of(names, one.agreed))

    def _table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        head = "".join(f'<th scope="col">{self._say(key)}</th>' for key in heads)
        lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
        return f'<div class="wide" tabindex="0"><table><tr>{head}</tr>{lines}</table></div>'

    # --- where it comes from ---------------------------------------------------------------------

    def _origin(self) -> Iterator[str]:
        program, header = self._content.program, self._header
        yield f"<h2>{self._say('pack.program', version=header.program or program.version)}</h2>"
        chain = self._say("pack.chain", n=len(self._content.entries))
        yield f"<p>{chain}: <code>{self._content.last_hash}</code></p>"
        yield f"<p>UUID <code>{escape(header.uuid)}</code> · {self._say('pack.epoch', n=header.epoch)}</p>"
        models = "".join(f"<dt>{escape(name)}</dt><dd><code>{one}</code></dd>" for name, one in program.models.items())
        yield f"<details><summary>{self._say('pack.models')}</summary><dl>{models}</dl></details>"
        terms = ((key, json.dumps(value, ensure_ascii=False)) for key, value in header.terms.items())
        settings = "".join(f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>" for key, value in terms)
        rules = f"<dt>rules</dt><dd>{escape(header.rules)}</dd>"
        yield f"<details><summary>{self._say('pack.settings')}</summary><dl>{rules}{settings}</dl></details>"


def _of(names: tuple[str, str], side: Side) -> str:
    return names[side is Side.DARK]


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


assert all(f"review.picture-{kind.value}" in TEXTS for kind in SnapshotKind)
