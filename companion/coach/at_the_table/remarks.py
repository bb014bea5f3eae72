"""The coach's remarks on a play or a double, and at the end of a game, as far as a player may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.coach.at_the_table.state import AnsweredDouble, MadePlay
from companion.coach.cube_reasons import why_cube, why_take
from companion.coach.evaluation import PlayReason, Stakes
from companion.coach.teaching import Occasion, Remark
from companion.coach.themes import ErrorTheme, simply
from companion.games.backgammon.arrows import arrows_of
from companion.games.backgammon.cube import Act
from companion.games.rules import Side
from companion.match.terms import HintLevel, PlayerTraining, WordingLevel

FAILED: Final = PlayReason("coaching.failed")
_AS_GOOD: Final = 0.001
_NEARLY: Final = 0.02
"""Points of equity below which two plays are worth the same, or nearly so."""


def compared(made: MadePlay, player_settings: PlayerTraining, occasion: Occasion) -> Remark:
    """A play compared with the best one."""
    decision, answer = made.decision, made.answer
    side, before = decision.side, decision.situation.position
    said = spoken(_verdict(made, occasion), player_settings.words)
    remark = Remark(
        occasion, side, said, before=before, made=made.play.text(), made_arrows=arrows_of(made.play, side),
        waiting=answer is None and not made.forced,
    )  # fmt: skip
    candidate, ranking = made.candidate, answer.ranking if answer else None
    if answer is None or ranking is None or candidate is None or made.forced or made.loss < _AS_GOOD:
        return remark
    best = ranking.best.play
    reason = answer.reason if player_settings.help >= HintLevel.WHY else None
    return Remark(
        occasion, side, said, spoken(reason, player_settings.words) if reason else None, before, remark.made,
        remark.made_arrows, best.text(), arrows_of(best, side), made.loss,
    )  # fmt: skip


def _verdict(made: MadePlay, occasion: Occasion) -> PlayReason:
    answer = made.answer
    if made.forced:
        return PlayReason("coaching.forced")
    if answer is None:
        return PlayReason("coaching.waiting")
    if answer.ranking is None or made.candidate is None:
        return FAILED
    if made.loss < _AS_GOOD:
        return PlayReason("coaching.best")
    values = {"play": answer.ranking.best.play.text(), "loss": f"{made.loss:.2f}"}
    if made.loss < _NEARLY:
        return PlayReason("coaching.nearly", values)
    return PlayReason("coaching.better" if occasion is Occasion.ASKED else "coaching.costly", values)


def of_double(answered: AnsweredDouble, side: Side, player_settings: PlayerTraining, occasion: Occasion) -> Remark:
    """The remark to a side on the double that it made or answered: whether that was right, and why."""
    decision, advice = answered.decision, answered.answer.advice if answered.answer is not None else None
    if advice is None:
        said = PlayReason("coaching.waiting") if answered.answer is None else FAILED
        return Remark(occasion, side, spoken(said, player_settings.words), waiting=answered.answer is None)
    act = decision.act if side is decision.side else Act.DOUBLE
    loss, situation = advice.loss(act), decision.situation
    if loss < _AS_GOOD:
        said = PlayReason(f"coaching.cube.{_NAMES[act]}")
    else:
        better = {Act.TAKE: Act.DROP, Act.DROP: Act.TAKE}.get(act) if act is not None else None
        said = PlayReason(f"coaching.cube.better.{_NAMES[better]}", {"loss": f"{loss:.2f}"})
    reason = None
    if player_settings.help >= HintLevel.WHY:
        stakes = Stakes.of(situation.state, decision.rules)
        why = why_take(advice, stakes) if side is decision.side else why_cube(advice, situation.position)
        reason = spoken(why, player_settings.words)
    return Remark(occasion, side, spoken(said, player_settings.words), reason, loss=loss)


_NAMES: Final[Mapping[Act | None, str]] = {
    Act.DOUBLE: "double",
    None: "no-double",
    Act.TAKE: "take",
    Act.DROP: "drop",
}


def next_time(
    side: Side, costs: Mapping[tuple[Side, ErrorTheme], float], player_settings: PlayerTraining
) -> Remark | None:
    """After a game: what the theme that cost a side most has to teach, None where nothing cost anything."""
    own = {theme: cost for (whose, theme), cost in costs.items() if whose is side}
    if not own or player_settings.help < HintLevel.WHY:
        return None
    theme = max(own, key=lambda theme: own[theme])
    said = spoken(PlayReason("coaching.next-time"), player_settings.words)
    return Remark(Occasion.AFTER_GAME, side, said, spoken(theme.advice, player_settings.words))


def spoken(reason: PlayReason, words: WordingLevel) -> PlayReason:
    """The same in a player's own words."""
    return simply(reason) if words is WordingLevel.SIMPLE else reason
