"""A player as one self-contained page: results, rating, opponents, error rates with a chart, and kinds of errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from companion.coach.player_errors import PlayerErrors
from companion.coach.player_text import PlayerLine, PlayerShown, PlayerSpeaker
from companion.coach.rate_words import pr_says
from companion.record.players import PlayersMatch

_STYLE: Final = """
:root { color-scheme: light dark; --line: #8886; --soft: #8883; --mark: #1f6feb }
@media (prefers-color-scheme: dark) { :root { --mark: #79b8ff } }
* { box-sizing: border-box }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.15rem; margin: 1.8rem 0 .5rem } p { margin: .3rem 0 }
.note { opacity: .75; font-size: .9rem }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: .6rem }
.facts { margin: 1rem 0 }
.fact { border: 1px solid var(--line); border-radius: .6rem; padding: .5rem .7rem }
.fact b { float: right; font-size: 1.15rem; margin-left: .6rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums } th { font-weight: 600 }
svg { width: 100%; height: auto; max-height: 20rem } svg text { fill: currentColor; font: 11px system-ui, sans-serif }
.grid { stroke: var(--line) } .all { fill: var(--soft) } .rate { stroke: var(--mark); fill: var(--mark) }
@media (max-width: 34rem) {
  svg text { font-size: 20px }
  .matches tr { display: block; border-bottom: 1px solid var(--line); padding: .3rem 0 }
  .matches tr.head { display: none }
  .matches td { display: inline-block; border: 0; padding: 0 .8rem 0 0; text-align: left }
  .matches td.who { display: block; font-weight: 600 }
}
"""
_WIDE: Final = 640
_HIGH: Final = 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 8, 10, 12
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_LINES: Final = 5


def player_page(shown: PlayerShown, *, language: str = "en") -> str:
    """The page, in one of :class:`companion.texts.Language`."""
    speaker, errors = PlayerSpeaker(language), shown.errors
    name = escape(shown.record.name)
    body = [
        f"<h1>{name}</h1>",
        f'<div class="facts">{"".join(map(_fact, speaker.overview(shown)))}</div>',
        f"<h2>{escape(speaker.say('opponents'))}</h2>",
        _opponents(shown, speaker),
    ]
    if errors is not None:
        body += [
            f"<h2>{escape(speaker.say('analysis.rate'))}</h2>",
            f'<p class="note">{escape(speaker.judged_by(errors))}. {escape(speaker.say("analysis.rates-say"))}.</p>',
            f'<p class="note">{escape(pr_says(language))}</p>',
            _chart(shown, errors, speaker),
            f'<p class="note">{escape(speaker.say("range-says"))}.</p>',
            f"<h2>{escape(speaker.say('kinds'))}</h2>",
            f"<table>{''.join(map(_row, speaker.kinds(errors)))}</table>",
        ]
    body += [f"<h2>{escape(speaker.say('games'))}</h2>", _matches(shown, speaker)]
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{name}</title><style>{_STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _fact(line: PlayerLine) -> str:
    value = f"<b>{escape(line.value)}</b>" if line.value else ""
    return f'<div class="fact">{value}{escape(line.what)}<div class="note">{escape(line.note)}</div></div>'


def _row(line: PlayerLine) -> str:
    note = f'<div class="note">{escape(line.note)}</div>' if line.note else ""
    return f'<tr><td>{escape(line.what)}{note}</td><td class="n">{escape(line.value)}</td></tr>'


def _opponents(shown: PlayerShown, speaker: PlayerSpeaker) -> str:
    result = f"{speaker.say('won')}–{speaker.say('lost')}"
    rows = "".join(map(_row, speaker.opponents(shown.record)))
    return f"<table><tr>{_heads((speaker.say('opponent'),), (result,))}</tr>{rows}</table>"


def _heads(left: Iterable[str], right: Iterable[str]) -> str:
    return "".join(f"<th>{escape(words)}</th>" for words in left) + "".join(
        f'<th class="n">{escape(words)}</th>' for words in right
    )


def _matches(shown: PlayerShown, speaker: PlayerSpeaker) -> str:
    left = (speaker.say(key) for key in ("opponent", "date", "length"))
    right = (speaker.say(key) for key in ("result", "rating", "analysis.rate"))
    rows = "".join(_match(match, shown.errors, speaker) for match in reversed(shown.record.matches))
    return f'<table class="matches"><tr class="head">{_heads(left, right)}</tr>{rows}</table>'


def _match(match: PlayersMatch, errors: PlayerErrors | None, speaker: PlayerSpeaker) -> str:
    rate = None if errors is None else errors.matches.get(match.header.id)
    score = speaker.score(*match.score)
    engine = f' <span class="note">({escape(speaker.say("engine"))})</span>' if match.engine else ""
    left = (speaker.day(match.header), speaker.length(match.header))
    right = (
        score if match.finished else f"{score} ({speaker.say('archive.unfinished')})",
        "" if match.rating is None else speaker.number(match.rating.points, 0),
        "" if rate is None else speaker.rate(rate),
    )
    return (
        f'<tr><td class="who">{escape(speaker.opponent(match.opponent))}{engine}</td>'
        + "".join(f"<td>{escape(words)}</td>" for words in left)
        + "".join(f'<td class="n">{escape(words)}</td>' for words in right)
        + "</tr>"
    )


# --- the chart -----------------------------------------------------------------------------------


def _chart(shown: PlayerShown, errors: PlayerErrors, speaker: PlayerSpeaker) -> str:
    """A mark for each match over its range; behind them the range of all."""
    title = escape(speaker.say("chart"))
    return (
        f'<svg viewBox="0 0 {_WIDE} {_HIGH}" role="img" aria-label="{title}"><title>{title}</title>'
        + "".join(_drawn(shown, errors, speaker))
        + "</svg>"
    )


def _drawn(shown: PlayerShown, errors: PlayerErrors, speaker: PlayerSpeaker) -> Iterator[str]:
    rates = list(errors.matches.items())
    top = max(rate.high for _, rate in rates) or 1.0
    right = _WIDE - _RIGHT

    def y(rate: float) -> float:
        return _HIGH - _BOTTOM - (_HIGH - _BOTTOM - _TOP) * rate / top

    low, high = y(errors.rate.low), y(errors.rate.high)
    yield f'<rect class="all" x="{_LEFT}" y="{high:.1f}" width="{right - _LEFT}" height="{low - high:.1f}"/>'
    for line in _grid(top):
        yield f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{y(line):.1f}" y2="{y(line):.1f}"/>'
        yield f'<text x="{_LEFT - 5}" y="{y(line) + 4:.1f}" text-anchor="end">{speaker.number(line, 0)}</text>'
    step = (right - _LEFT) / len(rates)
    for place, (number, rate) in enumerate(rates):
        x, match = _LEFT + (place + 0.5) * step, shown.match(number)
        says = f"{speaker.opponent(match.opponent)}, {speaker.day(match.header)}: {speaker.rate(rate)}"
        yield (
            f'<g class="rate"><title>{escape(says)}</title>'
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y(rate.low):.1f}" y2="{y(rate.high):.1f}"/>'
            f'<circle cx="{x:.1f}" cy="{y(rate.rate):.1f}" r="{min(4.0, 1.5 + step / 4):.1f}"/></g>'
        )


def _grid(top: float) -> Sequence[float]:
    """The rates at which a line is drawn, 0 among them."""
    step = next((step for step in _STEPS if top / step <= _LINES), _STEPS[-1])
    return range(0, int(top) + 1, step)
