"""The coach's view as JSON values and as lines; empty unless the match is training."""

from __future__ import annotations

from typing import Final

from companion.coach.at_the_table import shown as coaching_shown
from companion.coach.at_the_table.state import coaching_in
from companion.coach.evaluation import IN_WORDS, MILLI, PlayReason
from companion.coach.teaching import CubeShown, HelpShown, Remark
from companion.match.state import State
from companion.record.journal import Mode
from companion.texts import sentence

_LISTED: Final = 5
"""Plays of the list that are printed; JSON has them all."""


def coach_facts(state: State) -> dict[str, object] | None:
    """The coach as JSON values, None in a match without one.

    ``help``: ``side``, ``rung`` 1 to 4, ``spots``, ``play``, ``reason`` in words, ``plays`` with equities, ``cube``;
    ``remarks``: of the double that was answered, and of plays; ``counts``: ``pips`` and shots of 36; ``helped``: turns
    with help.
    """
    if state.terms.mode is not Mode.TRAINING:
        return None
    coach = coaching_in(state)
    shown = coaching_shown.help_of(state, coach)
    return {
        "help": None if shown is None else _help(shown, state),
        "remarks": [_remark(remark, state) for remark in coaching_shown.remarks_of(coach)],
        "counts": None if coach.counts is None else {
            "pips": list(coach.counts.pips),
            "shots": {str(spot): rolls for spot, rolls in coach.counts.shots.items()},
            "any_shot": list(coach.counts.any_shot),
        },
        "helped": list(coach.helped),
    }  # fmt: skip


def _help(shown: HelpShown, state: State) -> dict[str, object]:
    return {
        "side": shown.side.value,
        "rung": int(shown.hint_level),
        "waiting": shown.waiting,
        "refined": shown.refined,
        "failed": bool(shown.failed),
        "spots": list(shown.spots),
        "play": shown.play or None,
        "reason": _said(shown.reason, state),
        "plays": [
            {"play": row.play, "equity": round(row.equity, 4), "loss": round(row.loss, 4), "win": round(row.win, 4)}
            for row in shown.rows
        ],
        "cube": None if shown.cube is None else _cube(shown.cube),
    }


def _cube(cube: CubeShown) -> dict[str, object]:
    return {
        "win": round(cube.win, 4),
        "doubling": cube.doubling.value if cube.doubling else None,
        "takes": cube.takes,
        "no_double": cube.no_double,
        "double_take": cube.double_take,
        "double_drop": cube.double_drop,
    }


def _remark(remark: Remark, state: State) -> dict[str, object]:
    return {
        "side": remark.side.value,
        "occasion": remark.occasion.value,
        "said": _said(remark.said, state),
        "reason": _said(remark.reason, state),
        "made": remark.made or None,
        "best": remark.best or None,
        "loss": round(remark.loss, 4),
        "waiting": remark.waiting,
    }


def coach_lines(state: State) -> list[str]:
    """The same as lines to read."""
    if state.terms.mode is not Mode.TRAINING:
        return []
    coach = coaching_in(state)
    shown = coaching_shown.help_of(state, coach)
    lines = [] if shown is None else _help_lines(shown, state)
    for remark in coaching_shown.remarks_of(coach):
        lines += [f"coach to {remark.side.value}: {text}" for text in _texts(remark, state)]
    if coach.counts is not None:
        light, dark = coach.counts.pips
        hit = coach.counts.any_shot
        lines.append(f"pips {light} light, {dark} dark; rolls that hit light {hit[0]}, dark {hit[1]} of 36")
    return lines


def _texts(remark: Remark, state: State) -> list[str]:
    return [text for reason in (remark.said, remark.reason) if (text := _said(reason, state)) is not None]


def _help_lines(shown: HelpShown, state: State) -> list[str]:
    if shown.failed:
        return [f"hint: {sentence(shown.failed)}"]
    if shown.waiting:
        return ["hint: …"]
    if shown.cube is not None:
        lines = [f"hint: you win {shown.cube.win:.0%}"]
        if shown.cube.doubling is not None:
            right = "take" if shown.cube.takes else "drop"
            lines = [f"hint: {right if shown.cube.to_answer else IN_WORDS[shown.cube.doubling]}"]
        equities = shown.cube.no_double, shown.cube.double_take, shown.cube.double_drop
        names = "no double", "double, take", "double, drop"
        rows = [f"{equity:+8.3f}  {name}" for equity, name in zip(equities, names, strict=True) if equity is not None]
    else:
        lines = [f"hint: {shown.play or 'from ' + ', '.join(map(str, shown.spots))}"]
        rows = [
            f"{row.equity:+8.3f} {MILLI * row.loss:6.0f}  {row.win:4.0%}  {row.play}" for row in shown.rows[:_LISTED]
        ]
    text = _said(shown.reason, state)
    lines += [f"      {text}"] if text is not None else []
    return lines + rows


def _said(reason: PlayReason | None, state: State) -> str | None:
    if reason is None:
        return None
    try:
        return sentence(reason.key, reason.values, terms=state.terms.rules.rules.terms)
    except KeyError:
        return reason.key
