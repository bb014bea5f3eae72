"""``companion analyse``: writes a page with the equity of every decision of a match, for each player."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from companion.app.arguments import add_encoding_argument, add_engine_arguments
from companion.app.match_files import matches_in, places_in_words
from companion.app.progress_bar import with_bar
from companion.coach.analysing import AnalysisStep, analysed, report_of
from companion.coach.analysis_json import report_values
from companion.coach.analysis_page import page_of
from companion.coach.analysis_text import GRADE_MARKS, ReportSpeaker, TextRow
from companion.coach.decisions import decisions
from companion.coach.drill_box import DrillBox
from companion.coach.drills import drills_of
from companion.coach.engines.choosing import engine_named
from companion.coach.evaluator import Evaluator
from companion.coach.rate_words import pr_says
from companion.coach.report import MatchReport
from companion.coach.saved_analyses import Keeping
from companion.commands import in_full
from companion.errors import InputError, StorageError
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.record import Journal, match_from_entries
from companion.record.archive import listed
from companion.record.files.formats import ENDINGS, read_matches
from companion.record.files.reading import Problem
from companion.record.journal import FILE_NAME
from companion.record.match import Match
from companion.record.players import engines_side
from companion.record.reports.review import is_silent
from companion.record.saving import save
from companion.settings.reading import load_settings
from companion.texts import Language, many

_DONE, _BAD_INPUT = 0, 2
_NICE: Final = 10
_PAGE: Final = ".html"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("matches", nargs="+", metavar="MATCH",
                        help=f"{', '.join(ENDINGS)}, the same as .txt or with any other ending, a folder, or a "
                        "match's number in the archive")  # fmt: skip
    add_encoding_argument(parser)
    add_engine_arguments(parser)
    parser.add_argument("--html", type=Path, metavar="OUT", help="write a page for people to read: a file, or for "
                        "several matches a folder")  # fmt: skip
    parser.add_argument("--worst", type=_number, default=10, metavar="N",
                        help="show the N worst decisions (default: 10)")  # fmt: skip
    parser.add_argument("--no-luck", action="store_true", help="leave the luck of the dice out, which is faster")
    parser.add_argument("--anew", action="store_true", help="judge again what was judged before")
    parser.add_argument("--drills", action="store_true", help="make exercises of the worst decisions, which come back")
    parser.add_argument("--player", metavar="NAME", help="exercises from this player's errors only (part of the name)")
    parser.add_argument("--language", choices=[one.value for one in Language], help="of the page and the summary "
                        "(default: that of the screen)")  # fmt: skip
    parser.add_argument("--steps", action="store_true", help="print a JSON line for each decision and nothing else, "
                        "for a program that shows how far it is")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Analyse match after match; return 2 if a named one cannot be analysed; the others are."""
    settings = load_settings(options.settings, data_dir=options.data_dir)
    language = options.language or settings.screen.language.value
    sources = [source for text in options.matches for source in _sources(text, settings.data_dir, options.encoding)]
    pages = _pages(options.html, sources)
    if options.steps:
        os.nice(_NICE)  # the program that shows the progress needs the processor for other work
    wanted = list(_readable(sources, pages))
    before, of = 0, sum(one.decisions for one in wanted)
    if len(sources) > 1:
        _complain(f"{len(wanted)} of {many(len(sources), 'match', 'matches')}, {many(of, 'decision')}")
    with engine_named(options.engine, options.ply) as engine:
        for one in wanted:
            try:
                report = _analysed(one, engine, settings.data_dir, options, before=before, of=of)
            except KeyboardInterrupt:
                _complain("stopped; what is judged is kept, and the same command goes on from there")
                raise
            before += one.decisions
            made = _drills(report, one.source, settings.data_dir, options) if options.drills else None
            if one.page is not None:
                save(one.page, page_of(report, language=language, worst=options.worst))
            if not options.steps:
                _print(report, one.source, one.page, made, language, options)
    return _DONE if len(wanted) == len(sources) else _BAD_INPUT


def _complain(sentence: str) -> None:
    print(f"companion analyse: {sentence}", file=sys.stderr)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 4:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number up to 9999")
    return int(text)


# --- the matches ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Source:
    """A match of a file, or a match of the archive in a data folder.

    ``held``: the read file, or its error.  ``part``: the place of the match in a file that holds several.
    ``problems``: faults and notes of its reader.
    """

    name: str
    path: Path
    number: int | None = None
    held: Match | InputError | None = None
    part: int | None = None
    problems: tuple[Problem, ...] = ()

    def read(self) -> tuple[Match, int]:
        """Return the match and its number of decisions.

        Raises :class:`InputError` if it cannot be read, or may not be analysed yet.
        """
        if isinstance(self.held, InputError):
            raise self.held
        match = self.held if self.held is not None else _recorded(self.path, self.number or 0)
        try:
            if asked := decisions(match):
                return match, len(asked)
        except InputError as error:
            raise InputError(f"{self.name}: {error}") from None
        raise InputError(f"{self.name}: no turns to judge; choose a match with a roll in it")

    @property
    def engine(self) -> Side | None:
        """The side the engine played in a match of the archive."""
        if self.number is None:
            return None
        with Journal(self.path) as journal:
            return engines_side(journal.header(self.number))

    @property
    def stem(self) -> str:
        if self.number is not None:
            return f"match-{self.number}"
        return self.path.stem if self.part is None else f"{self.path.stem}-{self.part}"

    @property
    def title(self) -> str:
        """The name without its folder."""
        part = f", match {self.part}" if self.part is not None else ""
        return self.name if self.number is not None else f"{self.path.name}{part}"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A match that was read, with its number of decisions and the path of its page."""

    source: _Source
    match: Match
    decisions: int
    page: Path | None


def _readable(sources: Sequence[_Source], pages: Sequence[Path | None]) -> Iterator[_Wanted]:
    """The matches that can be analysed; why each of the others cannot is printed before the long work begins."""
    for source, page in zip(sources, pages, strict=True):
        try:
            wanted = _Wanted(source, *source.read(), page)
            if places := places_in_words((problem.line, problem.is_fault) for problem in source.problems):
                _complain(f"{source.name}: {places}")
            for note in (problem.reason for problem in source.problems if problem.line is None):
                _complain(f"{source.name}: {note}")
            yield wanted
        except InputError as error:
            _complain(str(error))


def _sources(text: str, data_dir: Path, encoding: str | None) -> Iterator[_Source]:
    path = Path(text)
    if path.is_dir():
        found = matches_in(path, draughts=False)
        for file in found.files:
            yield from _in_file(file, encoding)
        for line in found.sentences():
            _complain(line)
    elif text.isascii() and text.isdecimal() and len(text) <= 15 and not path.exists():
        yield _Source(f"match {text}", data_dir, int(text))
    else:
        yield from _in_file(path, encoding)


def _in_file(path: Path, encoding: str | None) -> Iterator[_Source]:
    try:
        readings = read_matches(path, encoding=encoding)
    except InputError as error:
        yield _Source(str(path), path, held=error)
        return
    if len(readings) == 1:
        yield _Source(str(path), path, held=readings[0].match, problems=readings[0].problems)
        return
    for part, reading in enumerate(readings, start=1):
        yield _Source(f"{path}, match {part}", path, held=reading.match, part=part, problems=reading.problems)


def _recorded(data_dir: Path, number: int) -> Match:
    if not (data_dir / FILE_NAME).exists():
        raise InputError(f"match {number}: not found; {data_dir} holds no journal")
    with Journal(data_dir) as journal:
        try:
            header = journal.header(number)
        except StorageError:
            raise InputError(f"match {number}: not found; see companion archive list") from None
        if header.game is not Game.BACKGAMMON:
            raise InputError(f"match {number}: is of {header.game}; the screen analyses it, from the archive")
        try:
            entries = journal.entries(number)
            match = match_from_entries(header, entries)
        except ValueError as error:
            raise InputError(f"match {number}: its record is damaged: {error}") from None
    if is_silent(header, over=listed(header, entries).finished):
        raise InputError(
            f"match {number}: is {header.mode.value} and not over, expected a finished match or one in training"
        )
    return match


def _pages(out: Path | None, sources: Sequence[_Source]) -> list[Path | None]:
    """The path of each match's page, determined before the long work begins."""
    if out is None:
        return [None] * len(sources)
    if len(sources) == 1 and not out.is_dir():
        if not out.parent.is_dir():
            raise InputError(f"--html {out}: there is no folder {out.parent}")
        return [out]
    if out.exists() and not out.is_dir():
        raise InputError(f"--html {out}: is a file, expected a folder for {len(sources)} pages")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--html {out}: cannot be made ({error.strerror})") from None
    names = [source.stem for source in sources]
    return [out / f"{_apart(names, at)}{_PAGE}" for at in range(len(names))]


def _apart(names: Sequence[str], at: int) -> str:
    before = list(names[:at]).count(names[at])
    return f"{names[at]}-{before + 1}" if before else names[at]


# --- the analysis --------------------------------------------------------------------------------


def _analysed(
    wanted: _Wanted, engine: Evaluator, data_dir: Path, options: argparse.Namespace, *, before: int, of: int
) -> MatchReport:
    """``before``: the number of decisions done in earlier matches, ``of``: the number in all."""

    def over_all(step: AnalysisStep) -> tuple[int, int]:
        return before + step.done, of

    match, number = wanted.match, wanted.source.number
    ply = engine.usual_ply if options.ply is None else options.ply
    luck = not options.no_luck
    with Keeping(data_dir, match, engine=engine.name, ply=ply, luck=luck, number=number) as keeping:
        if options.anew:
            keeping.forget()
        judged = list(keeping.so_far)
        steps = analysed(match, engine, ply=ply, luck_ply=0 if luck else None, so_far=judged[:])
        if options.steps:
            print(json.dumps({"engine": engine.name, "ply": ply, "kept": str(keeping.path)}), flush=True)
        for step in with_bar(steps, over_all, quiet=options.json or options.steps):
            keeping.add(step.judged)
            judged.append(step.judged)
            if options.steps:
                print(json.dumps({"done": step.done, "of": step.of}), flush=True)
    return report_of(match, judged, engine=engine.name, ply=ply)


def _drills(report: MatchReport, source: _Source, data_dir: Path, options: argparse.Namespace) -> int:
    name = (options.player or "").casefold()
    sides = [side for side in Side if name in report.name(side).casefold()]
    if not sides:
        raise InputError(f"--player {options.player!r}: expected one of {' and '.join(report.names)}")
    if not name and (engine := source.engine) is not None:
        sides = [engine.other]  # nobody learns from the engine's errors
    with DrillBox(data_dir) as box:
        return sum(
            box.add(drills_of(report, source.title, date.today(), match=source.number, side=side)) for side in sides
        )


# --- the output -----------------------------------------------------------------------------


def _print(
    report: MatchReport, source: _Source, page: Path | None, drills: int | None, language: str,
    options: argparse.Namespace,
) -> None:  # fmt: skip
    if options.json:
        about: dict[str, Any] = {"file": str(source.path)} if source.number is None else {"id": source.number}
        about |= {"match": source.part} if source.part is not None else {}
        extra = {"page": str(page)} if page is not None else {}
        made = {"drills": drills} if drills is not None else {}
        values = about | report_values(report, worst=options.worst) | extra | made
        print(json.dumps(values, ensure_ascii=False), flush=True)
        return
    print("\n".join(_plain(report, source, ReportSpeaker(report, language), options.worst)))
    if drills is not None:
        print(ReportSpeaker(report, language).say("drills", n=str(drills)))
    if page is not None:
        print(f"written: {in_full(page)}")
    sys.stdout.flush()


def _plain(report: MatchReport, source: _Source, speaker: ReportSpeaker, worst: int) -> Iterator[str]:
    yield f"{source.name}. {speaker.title}"
    yield from (words for words in (speaker.result, speaker.occasion, speaker.about, *speaker.notes) if words)
    yield from _table(speaker, speaker.summary)
    yield pr_says(speaker.language)
    yield f"{speaker.say('worst')}. {speaker.ranked}" if report.worst(worst) else speaker.say("no-errors")
    for one in report.worst(worst):
        mark = GRADE_MARKS[one.grade]
        yield f"  {speaker.place(one)}: {speaker.who(one)}. {speaker.standing(one)}"
        yield (
            f"    {speaker.say('made', what=speaker.made(one))} {mark}  {speaker.say('best', what=speaker.best(one))}  "
            f"{speaker.lost(one)}"
        )
        if reason := speaker.reason(one):
            yield f"    {reason}"
        yield f"    {one.situation.xgid()}"


def _table(speaker: ReportSpeaker, rows: Iterable[TextRow]) -> Iterator[str]:
    lines = [("", speaker.name(Side.LIGHT), speaker.name(Side.DARK)), *((r.what, r.light, r.dark) for r in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(3)]
    for line in lines:
        yield "  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
