"""What the coach says of a play that was made, and at the end of a game: remarks, as far as a player may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.coach.at_the_table.state import MadePlay
from companion.coach.evaluation import PlayReason
from companion.coach.teaching import Occasion, Remark
from companion.coach.themes import ErrorTheme, simply
from companion.games.backgammon.arrows import arrows_of
from companion.games.rules import Side
from companion.match.training import HintLevel, PlayerTraining, WordingLevel

FAILED: Final = PlayReason("coaching.failed")
_AS_GOOD: Final = 0.001
_NEARLY: Final = 0.02
"""Points of equity below which two plays are worth the same, or nearly so."""


def compared(made: MadePlay, player_settings: PlayerTraining, occasion: Occasion) -> Remark:
    """A play beside the best one."""
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
