"""Practice at this table: begins exercises for the screens and ``companion practise``, and keeps their outcomes."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Final

from companion.app.current_match import CurrentMatch
from companion.app.games import AnyTerms
from companion.app.match_settings import match_terms, terms_from
from companion.app.services import facts_of
from companion.closing import Closes
from companion.coach.answering import answer_of_any
from companion.coach.at_the_table.events import HintReady
from companion.coach.at_the_table.shown import help_with
from companion.coach.at_the_table.state import coaching_in
from companion.coach.draughts.teaching import Advice, advised
from companion.coach.drill_box import DrillBox, choice_text
from companion.coach.drills import Drill, Task, drill_of, due, graded
from companion.coach.engines.choosing import BUILTIN, engine_named
from companion.coach.evaluation import MILLI
from companion.coach.evaluator import Evaluator
from companion.coach.teaching import Decision, HelpShown
from companion.errors import CompanionError, EngineError, InputError, StorageError
from companion.games.backgammon import STANDARD, BackgammonRules
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import rules_named
from companion.games.draughts import Position as Squares
from companion.games.draughts import legal_moves
from companion.games.rules import Side
from companion.match.events import Event
from companion.match.session import Step
from companion.match.state import DiceSource, EndOfTurn, State, Terms
from companion.match.terms import HintLevel, Opponent, PlayerTraining, Strength
from companion.practice.beginning import begun_at
from companion.practice.draughts import DRAUGHTS_LESSONS, draughts_lesson_named
from companion.practice.exercise import Lesson, Practice, practice_in
from companion.practice.lessons import LESSONS, drill_exercise, game_from, in_turn, lesson_named, practice_of
from companion.practice.progress import StoredAttempt, attempts, first_open, keep, lessons_shown
from companion.practice.puzzles import Answer, Puzzle, Verdict, judged, next_puzzle
from companion.practice.session import step
from companion.practice.view import LessonShown
from companion.record import Header, Journal, Mode
from companion.record.journal import FILE_NAME
from companion.record.players import engines_side
from companion.settings.file import SettingsFile
from companion.settings.tree import Settings, terms_of
from companion.texts import label, sentence

log = logging.getLogger(__name__)

_SEEDS: Final = 1 << 30
_MOST_DRILLS: Final = 10
"""The most drills of a session."""


class PracticeHere(Closes):
    """Begins exercises and games against the engine; keeps the outcomes of exercises in the data folder.

    Rolls and plays of exercises are recorded in a temporary folder that is removed on closing: they are no matches.  A
    game is a training match.  ``learner``: the learner's side.  A context manager.
    """

    def __init__(
        self, session: CurrentMatch, settings: SettingsFile, *, learner: Side = Side.LIGHT, seed: int | None = None
    ) -> None:
        self.learner = learner
        self._session: Final = session
        self._settings: Final = settings
        self._seed: Final = secrets.randbelow(_SEEDS) if seed is None else seed
        self._begun = 0
        self._stack: Final = ExitStack()
        self._journal: Journal | None = None
        self._drills: dict[int, Drill] = {}
        self._judging: Final = Lock()
        self._asked: tuple[str, tuple[Evaluator, ...]] | None = None

    def lessons(self) -> Sequence[LessonShown]:
        return lessons_shown((*LESSONS, *DRAUGHTS_LESSONS), attempts(self._data_dir))

    def next_lesson(self) -> str:
        """The name of the first lesson on the board that is not done yet; the first one if all are done."""
        lessons = lessons_shown(LESSONS, attempts(self._data_dir))
        return next((lesson.name for lesson in lessons if not lesson.is_done), LESSONS[0].name)

    def begin(self, lesson: str, number: int | None = None, strength: Strength | None = None) -> None:
        self.check()
        found: Lesson = lesson_named(lesson)
        number = first_open(found, attempts(self._data_dir)) if number is None else number
        seed = self._next_seed()
        self._put(practice_of(found, number, learner=self.learner, strength=strength, seed=seed))

    def exercise(self, name: str, *, after: int = 0) -> int:
        self.check()
        return first_open(draughts_lesson_named(name), attempts(self._data_dir), after=after)

    def keep_answer(self, name: str, number: int, *, solved: bool, helped: bool) -> None:
        try:
            keep(self._data_dir, StoredAttempt(f"{name}.{number}", solved, _now(), helped=helped))
        except StorageError as error:
            log.warning("%s", error)

    def play(self, strength: Strength, *, cube: bool = False, length: int = 0, goes_on: bool = False) -> None:
        """Begin a match against the engine in place of the current match, which is kept.

        ``length``: in points, 0 = for money, with the cube only if ``cube``.  ``goes_on``: resume an unfinished one of
        this strength and length, with or without the cube, instead.
        """
        self.check()
        if self._session.unwritten:
            raise StorageError("game: the match at the table is not on disk yet; check the disk")
        settings = self._settings.now()
        opponent = Opponent(self.learner.other, strength, self._next_seed())
        terms = game_terms(settings, opponent, cube=cube, length=length)
        facts = {"pictures": settings.pictures.keep}
        self._session.leave()
        if not (goes_on and self._session.go_on(terms, facts, meant=lambda header: _is_alike(header, terms))):
            self._session.begin(terms, facts)

    def puzzle(self, after: str = "") -> Puzzle:
        self.check()
        solved = (attempt.exercise for attempt in attempts(self._data_dir) if attempt.solved)
        try:
            own = self._due()
        except CompanionError as error:
            log.warning("%s", error)
            own = ()
        return next_puzzle(own, solved, after=after)

    def judge(self, puzzle: Puzzle, answer: Answer | None) -> Verdict:
        with self._judging:
            return judged(puzzle, answer, *self._engines())

    def help_in(self, situation: Situation) -> HelpShown:
        self.check()
        return help_with(self._answer(situation), HintLevel.LIST, PlayerTraining())

    def advice_in(self, position: Squares) -> Advice | None:
        self.check()
        return advised(position) if legal_moves(position) else None

    def keep_puzzle(self, situation: Situation) -> bool:
        drill = drill_of(self._answer(situation), date.today())
        if drill is None:
            return False
        with DrillBox(self._data_dir, shared=True) as box:
            box.add([drill])
        return True

    def play_on(self, situation: Situation) -> None:
        self.check()
        self._put(Practice(game_from(situation), seed=self._next_seed()))

    def _answer(self, situation: Situation) -> HintReady:
        """Raises :class:`EngineError` where no engine answers."""
        decision = Decision(0, situation, situation.state.dice, to_answer=situation.state.doubled)
        with self._judging:
            answer = answer_of_any(decision, *self._engines())
        if answer.failure:
            raise EngineError(answer.failure)
        return answer

    def keep_verdict(self, puzzle: Puzzle, verdict: Verdict) -> None:
        drill = puzzle.drill
        try:
            if drill is None:
                loss_mp = None if verdict.is_told else round(MILLI * verdict.loss, 1)
                keep(
                    self._data_dir,
                    StoredAttempt(puzzle.key, verdict.solved, _now(), loss_mp, helped=verdict.is_told),
                )
                return
            loss = max(verdict.loss, drill.loss) if verdict.is_told else verdict.loss
            with DrillBox(self._data_dir, shared=True) as box:
                box.put(graded(drill, loss, date.today()))
        except StorageError as error:
            log.warning("%s", error)

    def drills_due(self) -> int:
        """The number of drills that are due; 0 if it cannot be read: the menu does not fail over it."""
        try:
            return len(self._due())
        except CompanionError as error:
            log.warning("%s", error)
            return 0

    def repeat(self) -> None:
        self.check()
        drills = self._due()[:_MOST_DRILLS]
        if not drills:
            raise InputError("drills: none is due today; companion analyse MATCH --drills makes some")
        self._drills = {drill.id: drill for drill in drills}
        exercises = [drill_exercise(drill) for drill in drills]
        self._put(in_turn(exercises, lesson="drill", learner=self.learner, seed=self._next_seed()))

    def leave(self) -> None:
        """Resume the waiting match, even if it is a game against the engine.

        If none waits, or the game itself is left: resume the last unfinished match between people, or begin a new one.
        Raises :class:`InputError` and :class:`StorageError`; nothing has changed then.
        """
        match = self._session.match
        if match is not None and (self._session.practises or match.terms.opponent is None):
            self._session.stop_practising()
            return
        self._session.leave()
        terms, facts = self._usual()
        if not self._session.go_on(terms, facts, meant=lambda header: engines_side(header) is None):
            self._session.begin(terms, facts)

    def close(self) -> None:
        """Forget the rolls and plays of the exercise."""
        self._stack.close()
        self._journal = None
        with self._judging:
            self._close_engines()

    # --- on the table ------------------------------------------------------------------------------

    @property
    def _data_dir(self) -> Path:
        return self._settings.now().data_dir

    def _engines(self) -> tuple[Evaluator, ...]:
        """The engine of the settings, and the one that is always here; they stay open for the next puzzle."""
        name = self._settings.now().coach.engine.value
        if self._asked is None or self._asked[0] != name:
            self._close_engines()
            found = []
            for one in dict.fromkeys((name, BUILTIN)):
                try:
                    found.append(engine_named(one))
                except CompanionError as error:
                    log.warning("puzzles are judged without %s: %s", one, error)
            self._asked = name, tuple(found)
        return self._asked[1]

    def _close_engines(self) -> None:
        for engine in () if self._asked is None else self._asked[1]:
            engine.close()
        self._asked = None

    def _usual(self) -> tuple[AnyTerms, dict[str, object]]:
        settings = self._settings.now()
        return match_terms(settings, asks=True), facts_of(settings)

    def check(self) -> None:
        """Raise :class:`InputError` while a match in which no help is allowed is not over."""
        self._session.check_practice(*self._usual())

    def _next_seed(self) -> int:
        self._begun += 1
        return self._seed + 1000 * self._begun

    def _put(self, practice: Practice) -> None:
        terms, match = practice_terms(self._settings.now(), practice), self._session.match
        state = replace(
            begun_at(terms, practice, after=match if isinstance(match, State) else None), n=0
        )  # a record of its own
        self._session.practise(state, self._recording(), self._decide)

    def _recording(self) -> Journal:
        if self._journal is None:
            try:
                folder = self._stack.enter_context(TemporaryDirectory(prefix="companion-practice-"))
            except OSError as error:
                raise StorageError(f"practice: no folder can be made for it ({error.strerror})") from error
            self._journal = self._stack.enter_context(Journal(Path(folder), goes_on=True))
        return self._journal

    def _decide(self, state: State, event: Event) -> Step:
        after, effects = step(state, event)
        before, practice = practice_in(state), practice_in(after)
        was_over = before is not None and before.outcome is not None
        if practice is not None and practice.outcome is not None and not was_over:
            self._keep(practice, helped=_is_helped(after, practice))
        return after, effects

    def _keep(self, practice: Practice, *, helped: bool) -> None:
        """Keep an outcome on disk before it is shown as solved; if the disk fails, it is shown all the same."""
        assert practice.outcome is not None
        try:
            if practice.exercise.drill is not None:
                self._keep_drill(practice, self._drills.pop(practice.exercise.drill, None), helped=helped)
                return
            keep(self._data_dir, StoredAttempt.of(practice.outcome, _now(), helped=helped))
        except StorageError as error:
            log.warning("%s", error)

    def _keep_drill(self, practice: Practice, drill: Drill | None, *, helped: bool) -> None:
        """Keep the first try of a session; an ungraded one counts only if its equity is known.

        A play found with the coach's help does not count as found.
        """
        if drill is None:
            return
        loss = _lost(practice, drill)
        if loss is None:
            return
        loss = max(loss, drill.loss) if helped else loss
        with DrillBox(self._data_dir, shared=True) as box:
            box.put(graded(drill, loss, date.today()))

    def _due(self) -> tuple[Drill, ...]:
        if not (self._data_dir / FILE_NAME).exists():
            return ()
        with DrillBox(self._data_dir, shared=True) as box:
            return due(box.drills(), date.today())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _lost(practice: Practice, drill: Drill) -> float | None:
    """Equity that a try lost, None if unknown."""
    outcome = practice.outcome
    assert outcome is not None
    if outcome.loss_mp is not None:
        return outcome.loss_mp / MILLI
    if drill.task is not Task.PLAY:
        return 0.0 if outcome.solved else drill.loss
    return {choice_text(drill.best): 0.0, choice_text(drill.made): drill.loss}.get(practice.made[-1].play.text())


def _is_helped(state: State, practice: Practice) -> bool:
    return coaching_in(state).helped.of(practice.learner) > 0


def practice_terms(settings: Settings, practice: Practice) -> Terms:
    """Return the match settings of an exercise: training, no clock, the button ends a turn, electronic dice.

    The learner has the help that the settings allow; the coach does not comment on the opponent's plays.
    """
    return _in_training(settings, practice.learner, label("practice.opponent", language=_language(settings)))


def game_terms(settings: Settings, opponent: Opponent, *, cube: bool, length: int = 0) -> Terms:
    """Return the settings of a match against the engine: those of an exercise, of this length (0 = for money).

    A match has the cube; ``cube``: whether money play has it.
    """
    strength = label(f"practice.strength.{opponent.strength.value}", language=_language(settings))
    name = sentence("practice.opponent-of", {"strength": strength}, language=_language(settings))
    terms = _in_training(settings, opponent.side.other, name)
    rules = BackgammonRules(STANDARD.changed({"cube": length > 1 or (cube and not length)}))
    return replace(terms, rules=rules, length=length, opponent=opponent)


def _is_alike(header: Header, terms: Terms) -> bool:
    """Whether a match is against the engine under these settings, whatever the seed of its luck."""
    if engines_side(header) is None:
        return False
    there = terms_from(header)
    one, other = there.opponent, terms.opponent
    alike = isinstance(one, Opponent) and other is not None and (one.side, one.strength) == (other.side, other.strength)
    return alike and (there.rules, there.length) == (terms.rules, terms.length)


def _language(settings: Settings) -> str:
    return settings.screen.language.value


def _of_backgammon(settings: Settings) -> Settings:
    """The settings with rules of backgammon, which is what is practised, whatever is played at the table."""
    if isinstance(rules_named(settings.match.rules), BackgammonRules):
        return settings
    return replace(settings, match=replace(settings.match, rules=STANDARD.name))


def _in_training(settings: Settings, learner: Side, opponent: str) -> Terms:
    terms = terms_of(_of_backgammon(settings), asks=True)
    own = terms.names[0 if learner is Side.LIGHT else 1]
    quiet, taught = PlayerTraining(help=HintLevel.LANDINGS), terms.teaching.of(learner)
    light, dark = (taught, quiet) if learner is Side.LIGHT else (quiet, taught)
    return replace(
        terms,
        names=(own, opponent) if learner is Side.LIGHT else (opponent, own),
        length=0,
        mode=Mode.TRAINING,
        clock=False,
        end_of_turn=EndOfTurn.BUTTON,
        dice=DiceSource.ELECTRONIC,
        teaching=replace(terms.teaching, light=light, dark=dark),
    )


def strength_named(name: str) -> Strength:
    """Return the strength of this name.  Raises :class:`InputError` listing the known names."""
    try:
        return Strength(name)
    except ValueError:
        names = ", ".join(strength.value for strength in Strength)
        raise InputError(f"strength {name!r}: expected one of {names}") from None
