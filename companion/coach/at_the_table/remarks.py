"""What the coach says of a play that was made, and at the end of a game: remarks, as far as a player may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.coach.at_the_table.state import Made
from companion.coach.evaluation import Reason
from companion.coach.teaching import Occasion, Remark
from companion.coach.themes import Theme, simply
from companion.games.backgammon.arrows import arrows_of
from companion.games.rules import Side
from companion.match.training import Register, Rung, Tutoring

FAILED: Final = Reason("coaching.failed")
_AS_GOOD: Final = 0.001
_NEARLY: Final = 0.02
"""Points of equity below which two plays are worth the same, or nearly so."""


def compared(made: Made, tutoring: Tutoring, occasion: Occasion) -> Remark:
    """A play beside the best one."""
    decision, answer = made.decision, made.answer
    side, before = decision.side, decision.situation.position
    said = spoken(_verdict(made, occasion), tutoring.words)
    remark = Remark(
        occasion, side, said, before=before, made=made.play.text(), made_arrows=arrows_of(made.play, side),
        waiting=answer is None and not made.forced,
    )  # fmt: skip
    candidate, ranking = made.candidate, answer.ranking if answer else None
    if answer is None or ranking is None or candidate is None or made.forced or made.loss < _AS_GOOD:
        return remark
    best = ranking.best.play
    reason = answer.reason if tutoring.help >= Rung.WHY else None
    return Remark(
        occasion, side, said, spoken(reason, tutoring.words) if reason else None, before, remark.made,
        remark.made_arrows, best.text(), arrows_of(best, side), made.loss,
    )  # fmt: skip


def _verdict(made: Made, occasion: Occasion) -> Reason:
    answer = made.answer
    if made.forced:
        return Reason("coaching.forced")
    if answer is None:
        return Reason("coaching.waiting")
    if answer.ranking is None or made.candidate is None:
        return FAILED
    if made.loss < _AS_GOOD:
        return Reason("coaching.best")
    values = {"play": answer.ranking.best.play.text(), "loss": f"{made.loss:.2f}"}
    if made.loss < _NEARLY:
        return Reason("coaching.nearly", values)
    return Reason("coaching.better" if occasion is Occasion.ASKED else "coaching.costly", values)


def next_time(side: Side, costs: Mapping[tuple[Side, Theme], float], tutoring: Tutoring) -> Remark | None:
    """After a game: what the theme that cost a side most has to teach, None where nothing cost anything."""
    own = {theme: cost for (whose, theme), cost in costs.items() if whose is side}
    if not own or tutoring.help < Rung.WHY:
        return None
    theme = max(own, key=lambda theme: own[theme])
    said = spoken(Reason("coaching.next-time"), tutoring.words)
    return Remark(Occasion.AFTER_GAME, side, said, spoken(theme.advice, tutoring.words))


def spoken(reason: Reason, words: Register) -> Reason:
    """The same in a player's own words."""
    return simply(reason) if words is Register.SIMPLE else reason
