"""An analysis as one self-contained page: summary, match graph, worst decisions on boards, and all by game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from companion.coach.analysis_text import FORTUNE_MARKS, GRADE_MARKS, Telling, TextRow
from companion.coach.grading import fortune
from companion.coach.match_graph import GraphPoint, match_graph_of
from companion.coach.match_graph_svg import swing_svg
from companion.coach.report import CubeJudged, GameReport, JudgedDecision, LeftOut, MatchReport, PlayJudged
from companion.coach.resignations import ResignJudged
from companion.games.backgammon import Play, picture_of
from companion.games.backgammon.table import spot_of
from companion.games.rules import Side
from companion.record.reports.board_svg import SvgArrow, board_svg

_STYLE: Final = """
:root { color-scheme: light dark; --line: #8886; --soft: #8882; --bad: #b3261e; --doubtful: #9a6700; --good: #1a6e2e }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --doubtful: #f0c060; --good: #7fd494 } }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.4rem; margin: 0 } h2 { font-size: 1.15rem; margin: 1.8rem 0 .5rem }
p { margin: .3rem 0 } .note { opacity: .75; font-size: .9rem }
table { border-collapse: collapse; width: 100% } .wide { overflow-x: auto }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top }
td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums } th { font-weight: 600 }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem; margin-bottom: 1.8rem }
.card { border: 1px solid var(--line); border-radius: .6rem; padding: .7rem } .card svg { width: 100%; height: auto }
.why { font-style: italic } .why:empty { display: none }
.card code { font-size: .7rem; overflow-wrap: anywhere; opacity: .7 }
.doubtful { color: var(--doubtful) } .bad, .very-bad { color: var(--bad) } .mark { font-weight: 700 }
th.n { text-align: right }
summary { cursor: pointer; padding: .4rem 0; font-weight: 600 } .swings { width: 100%; min-width: 40rem; height: auto }
@media print { details > * { display: block } .card { break-inside: avoid } }
"""


def page_of(report: MatchReport, *, language: str = "en", worst: int = 10) -> str:
    """The page, in one of :class:`companion.texts.Language`."""
    telling, swings = Telling(report, language), match_graph_of(report)
    body = [
        f"<h1>{escape(telling.title)}</h1>",
        f"<p>{escape(telling.about)}</p>",
        *(f'<p class="note">{escape(note)}</p>' for note in telling.notes),
        f"<h2>{escape(telling.say('summary'))}</h2>",
        _summary(telling, telling.summary),
        f'<p class="note">{escape(telling.say("rates-say"))}. {escape(telling.grades)}.</p>',
        f"<h2>{escape(telling.swings)}</h2>",
        f"<p>{escape(telling.swings_say)}</p>",
        f'<div class="wide">{swing_svg(swings, telling)}</div>',
        f"<h2>{escape(telling.say('worst'))}</h2>",
        *_worst(telling, report.worst(worst)),
        *(_game(telling, game, [one for one in swings if one.game == game.number]) for game in report.games),
    ]
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(telling.title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _summary(telling: Telling, rows: Sequence[TextRow]) -> str:
    head = f"<tr><th></th><th>{escape(telling.name(Side.LIGHT))}</th><th>{escape(telling.name(Side.DARK))}</th></tr>"
    lines = (
        f'<tr><th scope="row">{escape(row.what)}</th><td>{escape(row.light)}</td><td>{escape(row.dark)}</td></tr>'
        for row in rows
    )
    return f'<div class="wide"><table>{head}{"".join(lines)}</table></div>'


def _worst(telling: Telling, decisions: Sequence[JudgedDecision]) -> Iterator[str]:
    if not decisions:
        yield f"<p>{escape(telling.say('no-errors'))}</p>"
        return
    yield f'<p class="note">{escape(telling.say("arrows-say"))}</p>'
    yield '<div class="cards">'
    yield from (_card(telling, decision) for decision in decisions)
    yield "</div>"


def _card(telling: Telling, decision: JudgedDecision) -> str:
    where = telling.place(decision)
    lost = telling.say("gave-up", points=telling.number(decision.loss, 3))
    drawn = board_svg(
        picture_of(decision.position), label=where, arrows=_arrows(decision), numbered_for=decision.position.on_roll
    )
    return (
        f'<div class="card"><p><b>{escape(telling.who(decision))}</b> · {escape(where)}</p>{drawn}'
        f"<p>{escape(telling.say('made', what=telling.made(decision)))} "
        f'<span class="mark {decision.grade.value}">{GRADE_MARKS[decision.grade]}</span></p>'
        f"<p>{escape(telling.say('best', what=telling.best(decision)))}</p>"
        f'<p class="why">{escape(telling.reason(decision))}</p>'
        f'<p>{escape(lost)} <span class="note">({escape(telling.grade(decision))})</span></p>'
        f"<code>{escape(decision.situation.xgid())}</code></div>"
    )


def _arrows(decision: JudgedDecision) -> tuple[SvgArrow, ...]:
    if not isinstance(decision, PlayJudged):
        return ()
    made = decision.made.play if decision.made is not None else Play()
    return (*_ways(made, decision.side, dashed=False), *_ways(decision.best.play, decision.side, dashed=True))


def _ways(play: Play, side: Side, *, dashed: bool) -> Iterator[SvgArrow]:
    for start, end in play.ways():
        yield SvgArrow(spot_of(start, side), spot_of(end, side), side, dashed)


def _game(telling: Telling, game: GameReport, swings: Sequence[GraphPoint]) -> str:
    light, dark = (str(points) for points in game.score)
    title = telling.say("game", n=str(game.number), light=light, dark=dark)
    head = "".join(f"<th>{escape(telling.say(column))}</th>" for column in ("turn", "player", "roll", "play", "right"))
    head += "".join(f'<th class="n">{escape(telling.say(column))}</th>' for column in ("loss", "luck"))
    head += f'<th class="n">{escape(telling.chance)}</th>'
    chances = {swing.turn: swing.light_wins for swing in swings if swing.side is not None}
    lines = "".join(_line(telling, one, chances) for one in game.judged if _is_told(one))
    return (
        f"<details><summary>{escape(title)}</summary>"
        + _summary(telling, telling.rows(game.totals(Side.LIGHT), game.totals(Side.DARK)))
        + f'<div class="wide"><table><tr>{head}</tr>{lines}</table></div></details>'
    )


def _is_told(one: JudgedDecision | LeftOut) -> bool:
    """Every roll and resignation, and of the cube what was done or should have been."""
    return isinstance(one, PlayJudged | ResignJudged) or (
        isinstance(one, CubeJudged) and (one.act is not one.best or one.counts)
    )


def _line(telling: Telling, one: JudgedDecision | LeftOut, chances: Mapping[int, float]) -> str:
    """``chances``: how likely Light wins after each turn."""
    assert not isinstance(one, LeftOut)
    roll = luck = chance = ""
    if isinstance(one, PlayJudged):
        roll = str(one.dice)
        if one.luck is not None:
            mark = FORTUNE_MARKS[fortune(one.luck)]
            luck = (
                f'<span title="{escape(telling.fortune(one))}">{telling.number(one.luck, 3, signed=True)} {mark}</span>'
            )
        if one.turn in chances:
            chance = f"{telling.number(100 * chances[one.turn])} %"
    loss = ""
    if one.counts:
        grade = one.grade
        loss = (
            f'{telling.number(one.loss, 3)} <span class="mark {grade.value}" '
            f'title="{escape(telling.grade(one))}">{GRADE_MARKS[grade]}</span>'
        )
    wrong = one.fault is not None if isinstance(one, ResignJudged) else one.loss > 0
    best = telling.best(one) if wrong else ""
    cells = (str(one.turn), telling.name(one.side), roll, telling.made(one), best)
    text = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr>{text}<td class="n">{loss}</td><td class="n">{luck}</td><td class="n">{chance}</td></tr>'
