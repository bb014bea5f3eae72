"""Reports a failure as a small text: enough to understand it and to replay it alone."""

from __future__ import annotations

from collections.abc import Iterator

from companion.lab.simulation.playing import Played
from companion.lab.simulation.scoring import Failure
from companion.lab.simulation.session import SeenLook
from companion.lab.simulation.truth import TrueCube, TruePass, TrueTurn, TrueWin
from companion.record.reports.transcript import transcript_line

_TURNS_AROUND = 2
_LIKELY = 0.9
_SHOWN = 6


def case_of(failure: Failure, played: Played) -> str:
    """The failure, the true turns and boards about it, what was written then, and what was read amiss."""
    turns = {turn.number: turn for turn in played.truth.turns}
    near = [turns[n] for n in range(failure.turn - _TURNS_AROUND, failure.turn + _TURNS_AROUND + 1) if n in turns]
    from_s = min((turn.rolled_s for turn in near), default=0.0) - 2.0
    to_s = max(((turn.signal_s or turn.rolled_s) for turn in near), default=0.0) + 6.0
    lines = [
        f"{failure.kind}: {failure.detail}",
        f"again: companion simulate --only {failure.seed}   (turn {failure.turn})",
        "",
        "what happened:",
        *(line for act in played.truth.acts for line in _happened(act, near)),
        "",
        "what was written:",
        *(
            f"{written.at_s:9.2f}  {transcript_line(written.entry)}"
            for written in played.journal
            if from_s <= written.at_s <= to_s
        ),
        "",
        "what was read amiss, and the dice:",
        *(line for look in played.seen if from_s <= look.at_s <= to_s for line in _amiss(look)),
    ]
    if failure.turn in turns:
        turn = turns[failure.turn]
        lines += ["", "before:", str(turn.before), "", "after:", str(turn.end) if turn.end else "not known"]
    return "\n".join(lines) + "\n"


def _happened(act: object, near: list[TrueTurn]) -> Iterator[str]:
    match act:
        case TrueTurn() if act in near:
            signal = f"{act.signal_s:.2f}" if act.signal_s is not None else "none"
            clear = f"{act.clear_s:.2f}" if act.clear_s is not None else "none"
            facts = [*act.harmless, *([f"PLANTED {act.planted.value}"] if act.planted else [])]
            facts += [word for word in ("corrected", "stood", "noticed", "dance") if getattr(act, word)]
            yield (
                f"{act.rolled_s:9.2f}  turn {act.number} game {act.game} {act.side.value} {act.dice.text()}"
                f" ended {signal} clear {clear} {' '.join(facts)}"
            )
            if act.end is not None:
                yield f"           end {act.end.id()}  points {act.end.points} bar {tuple(act.end.bar)}"
            if act.wrong is not None:
                yield "           wrong " + " ".join(f"{k}:{s.light},{s.dark}" for k, s in act.wrong.items() if sum(s))
        case TrueCube() | TruePass() | TrueWin() if any(turn.game == act.game for turn in near):
            yield f"           {act}"
        case _:
            pass


def _amiss(look: SeenLook) -> Iterator[str]:
    words = []
    for spot, counts in look.counts.items():
        seen = look.observation.spot(spot)
        if seen.seen and (seen.best != counts or seen.likelihoods.get(counts, 0.0) < _LIKELY):
            ranked = sorted(seen.likelihoods.items(), key=lambda item: -item[1])[:_SHOWN]
            read = " ".join(f"{light},{dark}={p:.3f}" for (light, dark), p in ranked)
            words.append(f"{spot} is {counts[0]},{counts[1]} read {read}")
    dice = " ".join(
        f"{die.value}({die.confidence:.2f}{' cocked' if die.cocked else ''} at {die.field_xy[0]:.2f})"
        for die in look.observation.dice
    )
    true, cube = " ".join(str(die.value) for die in look.dice), look.observation.cube
    yield (
        f"{look.at_s:9.2f}  {'HAND ' if look.observation.hand else ''}dice {dice or '-'} true"
        f" {true or '-'}  cube {f'{cube.place.value} {cube.confidence:.2f}' if cube else '-'}"
        f"  {look.phase}  {'; '.join(words)}"
    )
