"""An exercise in lines to read, and as values that JSON knows: what the screen shows, for who has none."""

from __future__ import annotations

from companion.coach.evaluation import PlayReason
from companion.games.backgammon import Position
from companion.practice.view import ExerciseStage, OutcomeShown, PracticeShown, RuleShown
from companion.texts import sentence


def practice_lines(shown: PracticeShown, wanted: Position) -> list[str]:
    """What is to be done and what is awaited; ``wanted``: the board of the exercise, drawn while it is set up."""
    if shown.outcome is not None:
        return [*_outcome_lines(shown.outcome), _said(shown.said)]
    number = f" {shown.number}/{shown.of}" if shown.of > 1 else ""
    lines = [f"{sentence(shown.title)}{number}: {_said(shown.instruction)}"]
    if shown.stage is ExerciseStage.SET_UP:
        lines = [*_rule_lines(shown.rule), *lines, *str(wanted).splitlines()]
    if shown.set_dice and shown.stage is ExerciseStage.PLAY:
        lines.append(f"({sentence('practice.set-dice')})")
    return [*lines, _said(shown.said)]


def practice_facts(shown: PracticeShown) -> dict[str, object]:
    """``stage``: see :class:`ExerciseStage`.  ``said``: what is awaited, in words.

    ``rule``: the sentences of the rule that is tried, None where none is.  ``play``: the opponent's, to be moved.
    ``set_dice``: the learner's rolls are those of the exercise.  ``outcome``: None while it goes on.
    """
    outcome = shown.outcome
    return {
        "title": sentence(shown.title),
        "number": shown.number,
        "of": shown.of,
        "learner": shown.learner.value,
        "instruction": _said(shown.instruction),
        "rule": [sentence(key) for key in shown.rule.sentences] if shown.rule is not None else None,
        "hint": sentence(shown.hint),
        "stage": shown.stage.value,
        "said": _said(shown.said),
        "play": shown.play or None,
        "set_dice": shown.set_dice,
        "strength": None if shown.strength is None else sentence(shown.strength),
        "outcome": None if outcome is None else {
            "solved": outcome.solved,
            "said": _said(outcome.said),
            "loss_mp": outcome.loss_mp,
            "made": outcome.made or None,
            "best": outcome.best or None,
            "reason": None if outcome.reason is None else _said(outcome.reason),
            "next": outcome.has_next,
        },
    }  # fmt: skip


def _rule_lines(rule: RuleShown | None) -> list[str]:
    return [] if rule is None else [f"{sentence(rule.name)}:", *(f"  {sentence(key)}" for key in rule.sentences)]


def _outcome_lines(outcome: OutcomeShown) -> list[str]:
    loss = f" ({outcome.made}: -{outcome.loss_mp:g} millipoints)" if outcome.made and outcome.loss_mp else ""
    return [f"{_said(outcome.said)}{loss}", *([] if outcome.reason is None else [_said(outcome.reason)])]


def _said(reason: PlayReason) -> str:
    return sentence(reason.key, reason.values)
