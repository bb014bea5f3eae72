"""The drawn part of the coach's help: as much of its answers as was requested."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.coach.at_the_table.events import HintReady
from companion.coach.at_the_table.remarks import FAILED, spoken
from companion.coach.at_the_table.state import Coaching, coaching_in
from companion.coach.evaluation import CubeAdvice, Ranking
from companion.coach.teaching import CountsShown, CubeShown, Decision, HelpShown, RankedShown, Remark
from companion.games.backgammon.arrows import arrows_of
from companion.games.backgammon.table import spot_of
from companion.games.rules import BAR, Side, Spot
from companion.match.any_session import value_of
from companion.match.any_view import AnyView
from companion.match.phases import INTERRUPTED, OVER, PLAYING
from companion.match.state import State
from companion.match.terms import HintLevel, PlayerTraining
from companion.record.journal import Mode
from vision.observation import POINTS


@dataclass(frozen=True, slots=True)
class CoachShown:
    """The coach's part of the view of a match in training; in any other it is None, empty or zero.

    ``help``: requested in this turn.  ``remarks``: on plays, and before those on the double that was answered.
    ``counts``: if requested; ``pips``: as (light, dark), if they are always shown.  ``helped``: turns of this game in
    which (light, dark) have had help, for both to see.  ``tutored``: what (light, dark) may request.  ``may_ask``:
    sides that may request the next hint level now; ``may_compare``: sides that may ask "why not mine?".  ``landings``:
    for each spot of the side on roll, the targets of a checker from there in this turn, unranked.  ``in_hand``: the
    spot whose checker is seen lifted.
    """

    help: HelpShown | None = None
    remarks: tuple[Remark, ...] = ()
    counts: CountsShown | None = None
    pips: tuple[int, int] | None = None
    helped: tuple[int, int] = (0, 0)
    tutored: tuple[PlayerTraining, PlayerTraining] | None = None
    may_ask: frozenset[Side] = frozenset()
    may_compare: frozenset[Side] = frozenset()
    landings: Mapping[Spot, tuple[Spot, ...]] = field(default_factory=dict)
    in_hand: Spot | None = None


def coach_shown(view: AnyView) -> CoachShown:
    """The coach's part of a view."""
    return value_of(view.layers, CoachShown) or CoachShown()


def shown(state: State) -> Mapping[type, object]:
    """The coach's part of a view; empty outside training."""
    coach, teaching = coaching_in(state), state.terms.teaching
    if state.terms.mode is not Mode.TRAINING:
        return {}
    return {
        CoachShown: CoachShown(
            help=help_of(state, coach),
            remarks=remarks_of(coach),
            counts=coach.counts,
            pips=pips_of(state) if teaching.pips else None,
            helped=(coach.helped.light, coach.helped.dark),
            tutored=(teaching.light, teaching.dark),
            may_ask=may_ask(state, coach),
            may_compare=may_compare(state, coach),
            landings=coach.landings if state.rolled else {},
            in_hand=in_hand(state),
        )
    }


def pips_of(state: State) -> tuple[int, int] | None:
    """The pip counts by the record, None outside a game."""
    if state.phase in OVER or state.record.game == 0:
        return None
    return state.record.position.pip_count(Side.LIGHT), state.record.position.pip_count(Side.DARK)


def remarks_of(coach: Coaching) -> tuple[Remark, ...]:
    """The remarks to the players, on a double first."""
    of_double = coach.answered.remarks if coach.answered is not None else {}
    return tuple(said[side] for said in (of_double, coach.remarks) for side in Side if side in said)


def help_of(state: State, coach: Coaching) -> HelpShown | None:
    """The help that the deciding side has requested, or None."""
    decision, answer = coach.decision, coach.answer
    if decision is None or coach.hint_level is HintLevel.LANDINGS or state.phase in INTERRUPTED:
        return None
    player_settings = state.terms.teaching.of(decision.side)
    if answer is None:
        return HelpShown(decision.side, coach.hint_level, player_settings.help, waiting=True)
    return help_with(answer, coach.hint_level, player_settings)


def help_with(answer: HintReady, hint_level: HintLevel, player_settings: PlayerTraining) -> HelpShown:
    """The requested part of an engine's answer."""
    decision, most = answer.decision, player_settings.help
    side = decision.side
    if answer.failure:
        return HelpShown(side, hint_level, most, failed=spoken(FAILED, player_settings.words).key)
    reason = spoken(answer.reason, player_settings.words) if answer.reason and hint_level >= HintLevel.WHY else None
    if answer.advice is not None:
        cube = _cube(decision, answer.advice, hint_level)
        return HelpShown(side, hint_level, most, reason=reason, cube=cube, refined=answer.refined)
    assert answer.ranking is not None
    best = answer.ranking.best.play
    shows_play = hint_level >= HintLevel.PLAY
    return HelpShown(
        side, hint_level, most,
        spots=tuple(dict.fromkeys(spot_of(start, side) for start, _ in best.ways())),
        play=best.text() if shows_play else "",
        arrows=arrows_of(best, side) if shows_play else (),
        reason=reason,
        rows=_rows(answer.ranking, side) if hint_level >= HintLevel.LIST else (),
        refined=answer.refined,
    )  # fmt: skip


def _rows(ranking: Ranking, side: Side) -> tuple[RankedShown, ...]:
    return tuple(
        RankedShown(
            play=one.play.text(),
            arrows=arrows_of(one.play, side),
            equity=one.equity,
            loss=ranking.loss(one),
            win=one.chances.win,
        )
        for one in ranking.candidates
    )


def _cube(decision: Decision, advice: CubeAdvice, hint_level: HintLevel) -> CubeShown:
    shown = CubeShown(decision.to_answer, advice.chances.lose if decision.to_answer else advice.chances.win)
    if hint_level >= HintLevel.PLAY:
        shown = replace(shown, doubling=advice.doubling, takes=advice.takes)
    if hint_level >= HintLevel.LIST:
        shown = replace(
            shown, no_double=advice.no_double, double_take=advice.double_take, double_drop=advice.double_drop
        )
    return shown


def may_ask(state: State, coach: Coaching) -> frozenset[Side]:
    """The sides that may request the next hint level now."""
    decision = coach.decision
    if decision is None or state.phase in INTERRUPTED or (decision.dice is not None and not coach.playable):
        return frozenset()
    return frozenset({decision.side}) if coach.hint_level < state.terms.teaching.of(decision.side).help else frozenset()


def may_compare(state: State, coach: Coaching) -> frozenset[Side]:
    """The sides that may ask why their own play was not the best."""
    decided = coach.made.keys() | (coach.answered.of if coach.answered is not None else frozenset())
    return frozenset(side for side in decided if state.terms.teaching.of(side).help >= HintLevel.PLAY)


def in_hand(state: State) -> Spot | None:
    """The spot from which the last look shows one checker of the side on roll taken up, and nothing else moved."""
    if state.seen.look is None or state.phase not in PLAYING:
        return None
    seen = {spot: state.seen.look.observation.spot(spot) for spot in (BAR, *POINTS)}
    recorded = state.terms.rules.picture(state.record.position)
    moved = [spot for spot, evidence in seen.items() if evidence.seen and tuple(evidence.best) != tuple(recorded[spot])]
    if len(moved) != 1:
        return None
    spot, side = moved[0], state.side
    light, dark = seen[spot].best
    missing = (recorded[spot].light - light, recorded[spot].dark - dark)
    return spot if missing == ((1, 0) if side is Side.LIGHT else (0, 1)) else None
