"""A player's page in words: the lines of its parts, in any language of the app."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.coach.error_rates import ErrorRate
from companion.coach.grading import CubeFault
from companion.coach.player_errors import KindCount, PlayerErrors
from companion.coach.rate_words import number_words, rate_words
from companion.record.journal import Header
from companion.record.players import PlayerRecord, PlayersMatch
from companion.texts import label, sentence


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """All that is known of a player; ``errors``: None if no match of his was analysed to its end."""

    record: PlayerRecord
    errors: PlayerErrors | None = None

    def match(self, number: int) -> PlayersMatch:
        """Return a match of the player by its number in the archive."""
        return next(match for match in self.record.matches if match.header.id == number)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line of a player's page: its subject, a note to it, and the value.

    ``match``: the match that it opens.  ``is_rate``: the value is the error rate over all matches.
    """

    what: str
    note: str = ""
    value: str = ""
    match: int | None = None
    is_rate: bool = False


@dataclass(frozen=True, slots=True)
class PlayerSpeaker:
    """Says things of players in one language."""

    language: str = "en"

    def say(self, key: str, **values: object) -> str:
        texts = {name: str(value) for name, value in values.items()}
        return sentence(key if "." in key else f"players.{key}", texts, language=self.language)

    def number(self, value: float, digits: int = 1) -> str:
        """A number of 0 or more as the language writes it."""
        return number_words(value, digits, self.language)

    def day(self, header: Header) -> str:
        began = header.began
        return self.say("date.day", day=began.day, month=f"month.{began.month}", year=began.year)

    def score(self, own: int, other: int) -> str:
        """A score as the language writes it."""
        return self.say("score.money", own=own, other=other)

    # --- lines -------------------------------------------------------------------------------------

    def listed(self, record: PlayerRecord) -> PlayerLine:
        """The line of a player in the list of all."""
        note = f"{self._matches(len(record.matches))} · {self.day(record.matches[-1].header)}"
        return PlayerLine(record.name, note, self.rating(record))

    def overview(self, shown: PlayerShown) -> Iterator[PlayerLine]:
        record, errors = shown.record, shown.errors
        won = self.say("score", won=record.won, lost=record.lost)
        yield PlayerLine(self.say("games"), won, str(len(record.matches)))
        says = self.say("no-rating")
        if record.rating is not None:
            says = self.say("rating-says", n=record.rating.experience)
        yield PlayerLine(self.say("rating"), says, self.rating(record))
        if errors is None:
            yield PlayerLine(self.say("analysis.rate"), self.say("none-analysed"), "–")
        else:
            yield from self._errors(shown, errors)
        if len(record.names) > 1:
            yield PlayerLine(self.say("names"), ", ".join(record.names[1:]))

    def opponents(self, record: PlayerRecord) -> Iterator[PlayerLine]:
        for one in record.against():
            notes = [self._matches(one.matches)]
            if one.engine:
                notes.insert(0, self.say("engine"))
            if any(one.points):
                notes.append(self.say("money", own=one.points[0], other=one.points[1]))
            yield PlayerLine(self.opponent(one.opponent), " · ".join(notes), self.score(one.won, one.lost))

    def matches(self, shown: PlayerShown) -> Iterator[PlayerLine]:
        """The matches, the newest first."""
        for match in reversed(shown.record.matches):
            yield self._match(match, shown.errors)

    def kinds(self, errors: PlayerErrors | None) -> Iterator[PlayerLine]:
        if errors is None:
            yield PlayerLine(self.say("none-analysed"))
        elif not errors.kinds:
            yield PlayerLine(self.say("no-errors"))
        else:
            for one in errors.kinds:
                lost = self.say("lost-points", points=self.number(one.lost, 2))
                yield PlayerLine(self.kind(one), lost, self.say("errors", n=one.errors))

    # --- parts of lines ----------------------------------------------------------------------------

    def rating(self, record: PlayerRecord) -> str:
        return "–" if record.rating is None else self.number(record.rating.points, 0)

    def opponent(self, name: str | None) -> str:
        return self.say("nobody") if name is None else name

    def length(self, header: Header) -> str:
        return self.say("archive.points", n=header.length) if header.length else self.say("archive.money")

    def rate(self, rate: ErrorRate) -> str:
        """An error rate with its PR and its interval."""
        return f"{rate_words(rate.rate, self.language)}, {self.range(rate)}"

    def range(self, rate: ErrorRate) -> str:
        return self.say("range", low=self.number(rate.low), high=self.number(rate.high))

    def judged_by(self, errors: PlayerErrors) -> str:
        engine = label(f"analysis.engine-{errors.engine}", language=self.language)
        return self.say("judged-by", engine=engine, ply=errors.ply)

    def kind(self, one: KindCount) -> str:
        if isinstance(one.kind, CubeFault):
            return self.say(f"analysis.fault-{one.kind.value}")
        return self.say(f"kind-{one.kind.value}")

    def trend(self, errors: PlayerErrors) -> tuple[str, str]:
        """The change, and its figures."""
        if errors.trend is None:
            return "–", self.say("trend-none")
        earlier, later = (rate_words(one.rate, self.language) for one in (errors.trend.earlier, errors.trend.later))
        says = "trend-better" if errors.trend.improves else "trend-worse"
        return self.say(says), self.say("trend-says", earlier=earlier, later=later)

    def _matches(self, number: int) -> str:
        return self.say("matches", n=number)

    def _match(self, match: PlayersMatch, errors: PlayerErrors | None) -> PlayerLine:
        notes = [self.day(match.header), self.length(match.header)]
        if match.engine:
            notes.append(self.say("engine"))
        rate = None if errors is None else errors.matches.get(match.header.id)
        if rate is not None:
            notes.append(f"{self.say('rate')} {self.rate(rate)}")
        elif not match.finished:
            notes.append(self.say("archive.unfinished"))
        own, other = match.score
        return PlayerLine(self.opponent(match.opponent), " · ".join(notes), self.score(own, other), match.header.id)

    def _errors(self, shown: PlayerShown, errors: PlayerErrors) -> Iterator[PlayerLine]:
        about = f"{self.range(errors.rate)} · {self._matches(errors.rate.matches)} · {self.judged_by(errors)}"
        yield PlayerLine(self.say("analysis.rate"), about, rate_words(errors.rate.rate, self.language), is_rate=True)
        if errors.apart:
            yield PlayerLine(self.say("apart", n=errors.apart))
        change, figures = self.trend(errors)
        yield PlayerLine(self.say("trend"), figures, change)
        for what, number in (("best", errors.best), ("worst", errors.worst)):
            if number is not None:
                header, opponent = shown.match(number).header, self.opponent(shown.match(number).opponent)
                note = f"{opponent} · {self.day(header)} · {self.length(header)}"
                yield PlayerLine(self.say(what), note, rate_words(errors.matches[number].rate, self.language), number)
