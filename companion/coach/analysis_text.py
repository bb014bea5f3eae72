"""An analysis in words: the lines of the summary and what is said of single decisions, in any language of the app."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.coach.cube_acts import CubeAct
from companion.coach.cube_reasons import hundred, why_cube, why_take
from companion.coach.evaluation import PlayReason, Ranking, Stakes
from companion.coach.grading import GRADES_FROM, CubeFault, Fortune, Grade, fortune
from companion.coach.options import CubeLine, Option
from companion.coach.rate_words import number_words, rate_words
from companion.coach.reasons import why_not
from companion.coach.report import CubeJudged, Judged, JudgedDecision, LeftOut, MatchReport, PlayJudged, cost_of
from companion.coach.resignations import ResignFault, ResignJudged
from companion.coach.totals import Totals
from companion.games.backgammon import Play
from companion.games.backgammon.wording import play_in_numbers
from companion.games.rules import Side
from companion.record.reports.event_words import how_ended
from companion.texts import label, sentence

GRADE_MARKS: Final = {Grade.FINE: "", Grade.DOUBTFUL: "?!", Grade.BAD: "?", Grade.VERY_BAD: "??"}
FORTUNE_MARKS: Final = {
    Fortune.VERY_LUCKY: "++", Fortune.LUCKY: "+", Fortune.USUAL: "", Fortune.UNLUCKY: "−", Fortune.VERY_UNLUCKY: "−−",
}  # fmt: skip
_COST_AT: Final = 5  # behind the equity lost


@dataclass(frozen=True, slots=True)
class TextRow:
    """One line of the summary, with the words for (light, dark).  ``is_rate``: these are error rates."""

    what: str
    light: str
    dark: str
    is_rate: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ReportSpeaker:
    """Says things of one analysis in one language."""

    report: MatchReport
    language: str = "en"

    def say(self, key: str, **values: str) -> str:
        return sentence(key if "." in key else f"analysis.{key}", values, language=self.language)

    def number(self, value: float, digits: int = 0, *, signed: bool = False) -> str:
        """A number as the language writes it."""
        sign = "−" if round(value, digits) < 0 else "+" if signed else ""
        return sign + number_words(abs(value), digits, self.language)

    def percent(self, share: float, digits: int = 0) -> str:
        """A share of 1 as the language writes it in per cent."""
        return self.say("percent", n=self.number(100 * share, digits))

    def name(self, side: Side) -> str:
        return label(self.report.name(side), language=self.language)

    @property
    def title(self) -> str:
        return self.say("title", light=self.name(Side.LIGHT), dark=self.name(Side.DARK))

    @property
    def about(self) -> str:
        """The length of the match and who says so."""
        length = self.report.length
        kind = (
            sentence("archive.points", {"n": str(length)}, language=self.language)
            if length
            else sentence("archive.money", language=self.language)
        )
        engine = label(f"analysis.engine-{self.report.engine}", language=self.language)
        return f"{kind}. {self.say('engine', engine=engine, ply=str(self.report.ply))}"

    @property
    def occasion(self) -> str:
        """The place and time of the match by the record, or empty."""
        said = {key: value.strip() for key, value in self.report.header.items()}
        date = said.get("EventDate", "").replace(".", "-")
        words = (said.get("Event", ""), said.get("Round", ""), said.get("Site", ""), date)
        return " · ".join(word for word in words if word.strip("?- "))

    @property
    def result(self) -> str:
        """The score at the end, or so far."""
        report = self.report
        over = bool(report.games) and report.games[-1].win is not None
        last = report.games[-1].win if report.games else None
        decided = last is not None and last.cause.decides_match
        if report.length:
            over = decided or max(report.score) >= report.length
        light, dark = report.score
        names = {"light": self.name(Side.LIGHT), "dark": self.name(Side.DARK)}
        said = self.say(
            "result" if over else "result-so-far",
            score=self.say("score.money", own=str(light), other=str(dark)),
            **names,
        )
        if last is None or not decided:
            return said
        return f"{said} · {self.say(f'event.match-over{how_ended(last.cause)}', name=self.name(last.side))}"

    @property
    def notes(self) -> tuple[str, ...]:
        """The missing parts: decisions not reached, those left out, each with the reason, and plays not kept."""
        report = self.report
        partial = [] if report.is_whole else [self.say("partial", done=str(report.done), all=str(report.of))]
        plays = [self.say("without-plays", n=str(report.without_plays))] if report.without_plays else []
        return (*partial, *self._left_out(report.left_out), *plays)

    @property
    def summary(self) -> tuple[TextRow, ...]:
        """The rows of the whole match, and what the errors cost."""
        rows = self.rows(*(self.report.totals(side) for side in Side))
        return (*rows[:_COST_AT], self._cost(), *rows[_COST_AT:])

    def rows(self, light: Totals, dark: Totals) -> tuple[TextRow, ...]:
        """The summary of a game or match: a line for each fact, those that are nothing for both left out."""
        return tuple(self._rows(light, dark))

    @property
    def graph_title(self) -> str:
        """The title of the graph."""
        return self.say(f"swings-{self._whole}")

    @property
    def graph_caption(self) -> str:
        """The player whose chances the graph shows: of the match, or in money play of the game."""
        return self.say(f"swings-say-{self._whole}", name=self.name(Side.LIGHT))

    @property
    def chance(self) -> str:
        """The same in a few words, over a column."""
        return self.say(f"chance-{self._whole}", name=self.name(Side.LIGHT))

    @property
    def grades(self) -> str:
        """From where on an error has a name."""
        named = {grade.value.replace("-", "_"): self.number(least, 2) for grade, least in GRADES_FROM.items()}
        return self.say("grades-say", **named)

    @property
    def ranked(self) -> str:
        """The measure by which the errors are ranked."""
        return self.say("ranked-match" if self.report.length else "ranked-money")

    def place(self, decision: Judged) -> str:
        return self.say("place", game=str(decision.game), turn=str(decision.turn))

    def standing(self, decision: JudgedDecision) -> str:
        """The score before the game, and the cube as it stood."""
        return " · ".join((self._score(decision), *self._cube_at(decision)))

    def cost(self, decision: JudgedDecision) -> str:
        """The cost of a decision: match winning chances in percent, in money play points."""
        cost = cost_of(decision, self.report.rules)
        return self.percent(cost, 2) if self.report.length else self.number(cost, 3)

    def lost(self, decision: JudgedDecision) -> str:
        """The same in a sentence, with the equity."""
        points = self.number(decision.loss, 3)
        return self.say(f"lost-{'match' if self.report.length else 'money'}", cost=self.cost(decision), points=points)

    def option(self, option: Option, side: Side) -> str:
        """The words of an option of a side."""
        match option.what:
            case Play() as play:
                return self._play(play, side)
            case CubeLine() as line:
                return self.say(f"line-{line.value}")
            case act:
                return self.say(f"option-{act.value}")

    def equity(self, option: Option) -> str:
        return self.number(option.equity, 3, signed=True)

    def not_judged(self, left_out: LeftOut) -> str:
        return self.say("not-judged", why=self.say(f"left-out-{left_out.why.value}"))

    def who(self, decision: JudgedDecision) -> str:
        """The deciding player, with the roll."""
        dice = f", {decision.dice}" if isinstance(decision, PlayJudged) else ""
        return self.name(decision.side) + dice

    def made(self, decision: JudgedDecision) -> str:
        """The play or act that was made."""
        match decision:
            case PlayJudged(played=None):
                return "–"
            case PlayJudged(made=None):
                assert decision.played is not None
                return f"{self._play(decision.played, decision.side)} ({self.say('illegal')})"
            case PlayJudged():
                assert decision.played is not None
                return self._play(decision.played, decision.side)
            case CubeJudged():
                return self.say(f"act-{decision.act.value}")
            case ResignJudged():
                result = label(f"result.{decision.asked.result.name.lower()}", language=self.language)
                return self.say(f"act-{decision.act.value}", result=result)

    def best(self, decision: JudgedDecision) -> str:
        """The play or act that would have been best."""
        if isinstance(decision, PlayJudged):
            return self._play(decision.best.play, decision.side)
        if isinstance(decision, ResignJudged) and decision.fault is ResignFault.TOO_LITTLE:
            return self.say("too-little")
        return self.say(f"act-{decision.best.value}")

    def grade(self, decision: JudgedDecision) -> str:
        return self.say(f"grade-{decision.grade.value}")

    def reason(self, decision: JudgedDecision) -> str:
        """The advantage of the better play or act in a sentence, empty if nothing is to be compared.

        For a play: a fact that distinguishes it from the best one, since no other play is kept.
        """
        reason = self._reason(decision)
        return sentence(reason.key, reason.values, language=self.language) if reason is not None else ""

    def fortune(self, decision: PlayJudged) -> str:
        return self.say(f"fortune-{fortune(decision.luck or 0.0).value}")

    @property
    def _whole(self) -> str:
        return "match" if self.report.length else "game"

    def _reason(self, decision: JudgedDecision) -> PlayReason | None:
        rules = self.report.rules
        match decision:
            case PlayJudged(made=None):
                return None
            case PlayJudged(made=made, best=best):
                assert made is not None
                ranking = Ranking(decision.position, decision.dice, self.report.engine, self.report.ply, (best, made))
                return why_not(ranking, made, rules)
            case CubeJudged(act=CubeAct.ROLLED | CubeAct.DOUBLED):
                return why_cube(decision.advice, decision.position)
            case ResignJudged():
                chances, name = decision.chances, self.name(decision.asked.loser)
                values = {"win": hundred(chances.win), "gammon": hundred(chances.lose_gammon)}
                return PlayReason("analysis.why-resigned", {"name": name} | values)
            case CubeJudged():
                return why_take(decision.advice, Stakes.of(decision.situation.state, rules))

    def _score(self, decision: JudgedDecision) -> str:
        state = decision.situation.state
        light, dark, length = str(state.score.light), str(state.score.dark), str(state.length)
        return self.say("score-match" if state.length else "score-money", light=light, dark=dark, length=length)

    def _cube_at(self, decision: JudgedDecision) -> Iterator[str]:
        state = decision.situation.state
        if state.crawford:
            yield self.say("crawford")
        elif self.report.rules.cube:
            owner = "" if state.owner is None else self.name(state.owner)
            key = "cube-owned" if owner else "cube-middle" if state.cube == 1 else "cube-value"
            yield self.say(key, value=str(state.cube), name=owner)

    def _play(self, play: Play, side: Side) -> str:
        if not play.steps:
            return sentence("play.none", language=self.language)
        return play_in_numbers(play.text(), side, self.report.rules)

    def _rows(self, light: Totals, dark: Totals) -> Iterator[TextRow]:
        both = (light, dark)
        yield self._rates("rate", *(one.rate for one in both))
        yield TextRow(self.say("level"), *(self.say(f"level-{one.level.value}") if one.level else "–" for one in both))
        yield self._rates("play-rate", *(one.play_rate for one in both))
        yield self._rates("cube-rate", *(one.cube_rate for one in both))
        yield TextRow(self.say("lost"), *(self.number(one.loss, 3) for one in both))
        yield TextRow(self.say("decisions"), *(f"{one.plays}, {one.cubes}" for one in both))
        yield TextRow(self.say("errors"), *(self._errors(one) for one in both))
        for fault in CubeFault:
            if any(fault in one.faults for one in both):
                yield TextRow(self.say(f"fault-{fault.value}"), *(self._fault(one, fault) for one in both))
        if any(one.resignations for one in both):
            yield TextRow(self.say("resignations"), *(self._resignations(one) for one in both))
        for wrong in ResignFault:
            if any(wrong in one.resign_faults for one in both):
                yield TextRow(self.say(f"fault-{wrong.value}"), *(str(one.resign_faults.get(wrong, 0)) for one in both))
        if any(one.luck_rolls for one in both):
            yield TextRow(self.say("luck"), *(self.number(one.luck, 3, signed=True) for one in both))

    def _rates(self, key: str, light: float, dark: float) -> TextRow:
        return TextRow(self.say(key), *(rate_words(rate, self.language) for rate in (light, dark)), is_rate=True)

    def _cost(self) -> TextRow:
        light, dark = (self.report.cost(side) for side in Side)
        if self.report.length:
            return TextRow(self.say("match-lost"), *(self.percent(cost, 1) for cost in (light, dark)))
        return TextRow(self.say("points-lost"), *(self.number(cost, 3) for cost in (light, dark)))

    def _errors(self, totals: Totals) -> str:
        return ", ".join(str(totals.play_grades.get(grade, 0)) for grade in (Grade.DOUBTFUL, Grade.BAD, Grade.VERY_BAD))

    def _fault(self, totals: Totals, fault: CubeFault) -> str:
        number = totals.faults.get(fault, 0)
        return f"{number} ({self.number(-totals.fault_losses[fault], 3)})" if number else "0"

    def _resignations(self, totals: Totals) -> str:
        return f"{totals.resignations} ({self.number(-totals.resign_loss, 3)})" if totals.resignations else "0"

    def _left_out(self, left_out: Sequence[LeftOut]) -> Iterator[str]:
        for why in dict.fromkeys(one.why for one in left_out):
            number = sum(one.why is why for one in left_out)
            yield f"{self.say('left-out', n=str(number))}: {self.say(f'left-out-{why.value}')}"
