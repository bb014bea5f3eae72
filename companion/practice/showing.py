"""What a session shows of its exercise."""

from __future__ import annotations

from companion.coach.at_the_table.remarks import spoken
from companion.coach.evaluation import PlayReason
from companion.games.backgammon.arrows import arrows_of
from companion.match.phases import PLAYING, WRONG, Phase
from companion.match.state import State
from companion.practice import resigning
from companion.practice.exercise import OF_CUBE, Exercise, ExerciseOutcome, Practice, practice_in
from companion.practice.goals import awaits_grade
from companion.practice.view import ExerciseStage, OutcomeShown, PracticeShown, RuleShown


def shown(state: State) -> PracticeShown | None:
    """The exercise as it stands, None in a match."""
    practice = practice_in(state)
    if practice is None:
        return None
    exercise, stage = practice.exercise, stage_of(state, practice)
    meant = practice.meant if stage in (ExerciseStage.MOVE_FOR_ME, ExerciseStage.MISPLACED) else None
    play = meant.play.text() if meant is not None else ""
    return PracticeShown(
        title=f"practice.{practice.lesson or exercise.key}",
        number=practice.number,
        of=practice.of,
        learner=exercise.learner,
        instruction=PlayReason(exercise.set_up, _facts(exercise)),
        hint=exercise.hint,
        stage=stage,
        said=_said(practice, stage, play),
        play=play,
        arrows=arrows_of(meant.play, practice.opponent) if meant is not None else (),
        set_dice=practice.dice_are_set,
        strength=f"practice.strength.{practice.strength.value}" if practice.plays_opponent else None,
        outcome=_outcome(state, practice, practice.outcome) if practice.outcome is not None else None,
        is_match=practice.is_match,
        rule=_rule(exercise),
    )


def _rule(exercise: Exercise) -> RuleShown | None:
    drawn = exercise.illustration
    if drawn is None:
        return None
    name = f"{exercise.set_up}.rule"
    return RuleShown(
        name,
        tuple(f"{name}.{number}" for number in range(1, drawn.sentences + 1)),
        drawn.position,
        arrows_of(drawn.play, exercise.learner),
        drawn.doubled,
    )


def _said(practice: Practice, stage: ExerciseStage, play: str) -> PlayReason:
    is_solved = practice.outcome is not None and practice.outcome.solved
    if stage is ExerciseStage.OVER and not practice.is_match and not (is_solved and practice.ahead):
        return PlayReason("practice.again")
    return PlayReason(f"practice.stage.{stage.value}", {"play": play} if play else {})


def stage_of(state: State, practice: Practice) -> ExerciseStage:
    """What the exercise waits for."""
    if practice.outcome is not None:
        return ExerciseStage.OVER
    if state.phase in (Phase.PUTTING_BACK, Phase.SETTING_UP, Phase.BETWEEN_GAMES):
        return ExerciseStage.SET_UP
    if awaits_grade(practice, state):
        return ExerciseStage.THINKING
    if state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER):
        is_whole = practice.is_match and state.phase is Phase.MATCH_OVER
        return ExerciseStage.MATCH_OVER if is_whole else ExerciseStage.OVER
    if practice.plays_opponent and (offerer := resigning.offerer(state)) is not None:
        answers = offerer is practice.opponent or practice.deserted
        return ExerciseStage.RESIGNED if answers else ExerciseStage.THINKING
    if state.phase is Phase.DOUBLED:
        answers = state.record.cube.offer is not None and state.record.cube.offer.to is practice.learner
        return ExerciseStage.ANSWER if answers else ExerciseStage.THINKING
    if state.phase is not Phase.OPENING and state.side is practice.opponent:
        return _opponents(state, practice)
    if state.phase in PLAYING | WRONG:
        return ExerciseStage.PLAY
    return ExerciseStage.CUBE if state.phase is Phase.MAY_DOUBLE else ExerciseStage.ROLL


def _opponents(state: State, practice: Practice) -> ExerciseStage:
    if practice.misplaced:
        return ExerciseStage.MISPLACED
    if practice.meant is not None and state.phase in PLAYING | WRONG:
        return ExerciseStage.MOVE_FOR_ME
    return ExerciseStage.PLAY_FOR_ME if practice.deserted and state.phase in PLAYING | WRONG else ExerciseStage.THINKING


def _facts(exercise: Exercise) -> dict[str, str]:
    facts = {"rolls": exercise.most_rolls, "point": exercise.point}
    dice = {"dice": str(exercise.dice[0])} if exercise.dice else {}
    return {name: str(value) for name, value in facts.items() if value} | dice


def _hint(exercise: Exercise) -> PlayReason | None:
    """Why, where no engine says it: what helps with an exercise of a lesson about the cube says it as well."""
    return PlayReason(exercise.hint) if exercise.goal in OF_CUBE and exercise.drill is None else None


def _outcome(state: State, practice: Practice, outcome: ExerciseOutcome) -> OutcomeShown:
    costly, player_settings = outcome.costly, state.terms.teaching.of(practice.learner)
    compared = costly is not None and costly.best is not None
    why = costly.why_not if costly is not None else outcome.why
    return OutcomeShown(
        solved=outcome.solved,
        said=outcome.said,
        loss_mp=outcome.loss_mp,
        before=costly.before if costly is not None and compared else None,
        made=costly.play.text() if costly is not None and compared else "",
        made_arrows=arrows_of(costly.play, practice.learner) if costly is not None and compared else (),
        best=costly.best.text() if costly is not None and costly.best is not None else "",
        best_arrows=arrows_of(costly.best, practice.learner) if costly is not None and costly.best is not None else (),
        reason=_hint(practice.exercise) if why is None else spoken(why, player_settings.words),
        has_next=bool(practice.ahead),
        lost=outcome.lost,
    )
