"""An analysis as one self-contained page: summary, match graph, worst decisions, and all turns to step through.

A few lines of script open a turn and step with the arrow keys; without them every turn can still be opened and read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final

from companion.coach.analysis_text import ReportSpeaker, TextRow
from companion.coach.analysis_turns import FIELDS, Turn, board_of, head_of, mark_of, name_of, turn_part, turns_of
from companion.coach.match_graph import match_graph_of
from companion.coach.match_graph_svg import match_graph_svg
from companion.coach.rate_words import pr_says
from companion.coach.report import GameReport, JudgedDecision, MatchReport
from companion.games.rules import Side
from companion.record.reports.board_svg import shared_fields

_STYLE: Final = """
:root { color-scheme: light dark; --line: #8886; --soft: #8882; --bad: #b3261e; --doubtful: #9a6700; --link: #1a5fb4 }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --doubtful: #f0c060; --link: #8ab4f8 } }
* { box-sizing: border-box }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 76rem; margin: 0 auto; padding: 1rem;
  overflow-wrap: break-word }
h1 { font-size: 1.4rem; margin: 0 } h2 { font-size: 1.15rem; margin: 1.8rem 0 .5rem }
p { margin: .3rem 0 } .note { opacity: .75; font-size: .9rem } a { color: var(--link) }
table { border-collapse: collapse; width: 100% } .wide { overflow-x: auto }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top }
th.n, td.n { text-align: right }
td.n { white-space: nowrap; font-variant-numeric: tabular-nums } th { font-weight: 600 }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem }
.card { border: 1px solid var(--line); border-radius: .6rem; padding: .7rem } .card svg { width: 100%; height: auto }
.why { font-style: italic } .why:empty { display: none } code { font-size: .7rem; opacity: .7; overflow-wrap: anywhere }
h1, .who { overflow-wrap: anywhere }
.doubtful { color: var(--doubtful) } .bad, .very-bad { color: var(--bad) } .mark { font-weight: 700 }
.swings { display: block; width: 100%; min-width: 40rem; height: auto } .swings a:hover rect { fill: #8885 }
summary { cursor: pointer } .game > summary { padding: .6rem 0; font-weight: 600 }
.row { display: grid; gap: 0 .7rem; padding: .35rem .2rem; border-bottom: 1px solid var(--line); align-items: baseline;
  grid-template-columns: 2.6rem 10rem 2.6rem minmax(8rem, 1fr) 4.6rem 5.4rem 6rem 6.5rem }
.head { font-weight: 600; font-size: .85rem } .turn > summary:hover, .turn[open] > summary { background: var(--soft) }
.number, .cost, .loss, .luck, .chance { text-align: right; font-variant-numeric: tabular-nums }
.dot { display: inline-block; width: .75em; height: .75em; margin-right: .4em; border-radius: 50%;
  border: 1px solid #888 }
.dot.light { background: #f6efdd } .dot.dark { background: #43261a }
.turn { scroll-margin-top: 1rem } .open { display: grid; gap: 1rem; padding: .8rem .2rem;
  grid-template-columns: minmax(0, 27rem) minmax(0, 1fr) } .board svg { width: 100%; height: auto }
.plays { max-height: 24rem; overflow: auto; margin: .4rem 0 } .made { background: var(--soft); font-weight: 700 }
nav { display: flex; justify-content: space-between; gap: .6rem; padding: 0 .2rem .8rem }
nav .next { margin-left: auto }
nav a, button { font: inherit; padding: .5rem .9rem; border: 1px solid var(--line); border-radius: .4rem;
  background: var(--soft); color: inherit; text-decoration: none; cursor: pointer }
@media screen and (max-width: 47rem) {
  .row { grid-template-columns: 1.6rem minmax(0, 1fr) 3.8rem 4.6rem } .head, .luck, .chance { display: none }
  .who { grid-column: 2 / 4 } .roll { grid-column: 4; grid-row: 1; text-align: right }
  .what { grid-column: 2 } .open { grid-template-columns: minmax(0, 1fr) }
  table { font-size: .82rem } th, td { padding: .3rem .2rem }
}
@media print {
  @page { margin: 14mm } html { font-size: 11px } body { font-size: 11px; max-width: none; padding: 0 }
  .screen, nav, code { display: none } .swings { min-width: 0 } .cards { grid-template-columns: repeat(3, 1fr) }
  .card, .turn, tr, .wide { break-inside: avoid } h2, h2 + p, h2 + p + p, .head, .game > summary { break-after: avoid }
  details.game::details-content { content-visibility: visible; block-size: auto }
  .plays { max-height: none; overflow: visible } .plays tr:nth-child(n + 12):not(.made) { display: none }
  .open { grid-template-columns: 7cm minmax(0, 1fr) } th, td { padding: .1rem .3rem }
  :root { color-scheme: light; --bad: #b3261e; --doubtful: #9a6700 }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
"""

_SCRIPT: Final = """
addEventListener("DOMContentLoaded", () => {
  const turns = [...document.querySelectorAll(".turn")];
  const every = open => turns.forEach(turn => { turn.open = open; if (open) turn.closest(".game").open = true });
  const go = turn => {
    turns.forEach(one => { one.open = one === turn });
    turn.closest(".game").open = true;
    turn.scrollIntoView({ block: "start" });
    turn.querySelector("summary").focus({ preventScroll: true });
  };
  const asked = () => turns.find(turn => turn.id === location.hash.slice(1));
  const step = by => {
    const at = turns.findIndex(turn => turn.open);
    const next = turns[at === -1 ? 0 : at + by];
    if (next) { history.replaceState(null, "", "#" + next.id); go(next) }
  };
  addEventListener("click", event => {
    const link = event.target.closest("a[href^='#']");
    const turn = link && turns.find(one => "#" + one.id === link.getAttribute("href"));
    if (turn) { event.preventDefault(); history.pushState(null, "", "#" + turn.id); go(turn) }
  });
  addEventListener("popstate", () => { if (asked()) go(asked()) });
  addEventListener("keydown", event => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) { event.preventDefault(); step(by) }
  });
  addEventListener("beforeprint", () => document.querySelectorAll(".game").forEach(game => { game.open = true }));
  document.getElementById("open-all").onclick = () => every(true);
  document.getElementById("close-all").onclick = () => every(false);
  if (asked()) go(asked());
});
"""


def page_of(report: MatchReport, *, language: str = "en", worst: int = 10) -> str:
    """The page, in one of :class:`companion.texts.Language`."""
    speaker, points = ReportSpeaker(report, language), match_graph_of(report)
    chances = {(point.game, point.turn): point.light_wins for point in points if point.side is not None}
    facts = (speaker.result, speaker.occasion, speaker.about)
    body = [
        shared_fields(FIELDS, report.rules),
        f"<h1>{escape(speaker.title)}</h1>",
        *(f"<p>{escape(words)}</p>" for words in facts if words),
        *(f'<p class="note">{escape(note)}</p>' for note in speaker.notes),
        f"<h2>{escape(speaker.say('summary'))}</h2>",
        _summary(speaker, speaker.summary),
        f'<p class="note">{escape(speaker.say("rates-say"))}. {escape(speaker.grades)}.</p>',
        f'<p class="note">{escape(pr_says(language))}</p>',
        f"<h2>{escape(speaker.graph_title)}</h2>",
        f"<p>{escape(speaker.graph_caption)}</p>",
        f'<p class="note screen">{escape(speaker.say("graph-says"))}</p>',
        f'<div class="wide">{match_graph_svg(points, speaker)}</div>',
        f"<h2>{escape(speaker.say('worst'))}</h2>",
        *_worst(speaker, report.worst(worst)),
        f"<h2>{escape(speaker.say('all-turns'))}</h2>",
        f'<p class="note screen">{escape(speaker.say("steps-say"))}</p>',
        f'<p class="screen"><button id="open-all">{escape(speaker.say("open-all"))}</button> '
        f'<button id="close-all">{escape(speaker.say("close-all"))}</button></p>',
        *_games(speaker, chances),
    ]
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(speaker.title)}</title><style>{_STYLE}</style><script>{_SCRIPT}</script></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _summary(speaker: ReportSpeaker, rows: Sequence[TextRow]) -> str:
    head = f"<tr><th></th><th>{escape(speaker.name(Side.LIGHT))}</th><th>{escape(speaker.name(Side.DARK))}</th></tr>"
    lines = (
        f'<tr><th scope="row">{escape(row.what)}</th><td>{escape(row.light)}</td><td>{escape(row.dark)}</td></tr>'
        for row in rows
    )
    return f'<div class="wide"><table>{head}{"".join(lines)}</table></div>'


def _worst(speaker: ReportSpeaker, decisions: Sequence[JudgedDecision]) -> Iterator[str]:
    if not decisions:
        yield f"<p>{escape(speaker.say('no-errors'))}</p>"
        return
    yield f'<p class="note">{escape(speaker.ranked)}. {escape(speaker.say("arrows-say"))}</p>'
    yield '<div class="cards">'
    yield from (_card(speaker, decision) for decision in decisions)
    yield "</div>"


def _card(speaker: ReportSpeaker, decision: JudgedDecision) -> str:
    where = speaker.place(decision)
    return (
        f'<div class="card"><p><b>{escape(speaker.who(decision))}</b> · '
        f'<a href="#{name_of(decision)}">{escape(where)}</a></p>'
        f'<p class="note">{escape(speaker.standing(decision))}</p>{board_of(decision, where)}'
        f"<p>{escape(speaker.say('made', what=speaker.made(decision)))} {mark_of(speaker, decision)}</p>"
        f"<p>{escape(speaker.say('best', what=speaker.best(decision)))}</p>"
        f'<p class="why">{escape(speaker.reason(decision))}</p>'
        f'<p>{escape(speaker.lost(decision))} <span class="note">({escape(speaker.grade(decision))})</span></p>'
        f"<code>{escape(decision.situation.xgid())}</code></div>"
    )


def _games(speaker: ReportSpeaker, chances: Mapping[tuple[int, int], float]) -> Iterator[str]:
    games = [(game, turns_of(game)) for game in speaker.report.games]
    every: list[Turn | None] = [None, *(turn for _, turns in games for turn in turns), None]
    names = [turn.name for _, turns in games for turn in turns]
    around = {turn: (before, after) for before, turn, after in zip(every[:-2], names, every[2:], strict=True)}
    for game, turns in games:
        parts = (turn_part(speaker, one, chances.get((one.game, one.number)), *around[one.name]) for one in turns)
        yield _game(speaker, game, parts, opened=len(games) == 1)


def _game(speaker: ReportSpeaker, game: GameReport, turns: Iterable[str], *, opened: bool) -> str:
    light, dark = (str(points) for points in game.score)
    title = speaker.say("game", n=str(game.number), light=light, dark=dark)
    opening = ' open="open"' if opened else ""
    return (
        f'<details class="game"{opening}><summary>{escape(title)}</summary>'
        + _summary(speaker, speaker.rows(game.totals(Side.LIGHT), game.totals(Side.DARK)))
        + head_of(speaker)
        + "".join(turns)
        + "</details>"
    )
