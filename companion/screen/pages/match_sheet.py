"""The sheet of match settings: its rows, what is chosen in them, and what is scanned: a table sheet, or a club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from companion.errors import InputError
from companion.games.backgammon.choices import Opening
from companion.games.catalogue import GAME_OF, backgammon_named
from companion.games.rules import Side
from companion.match.state import DiceSource
from companion.record import Mode
from companion.screen.games import (
    GAMES,
    RESERVES,
    OfferedGame,
    field_words,
    game_named,
    game_of,
    rules_note,
    rules_options,
    rules_words,
)
from companion.screen.match_options import (
    RuleOption,
    clock_words,
    money_options,
    reserve_option,
    time_options,
    with_option,
    with_reserve,
)
from companion.screen.match_text import length_words
from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.editors import ChoiceRow, LinkField, Stepper, Toggle
from companion.screen.widgets.keyboard import Keyboard
from companion.screen.widgets.modals import Chooser
from companion.screen.widgets.pairing import ask_pairing
from companion.screen.widgets.pin import ask_pin
from companion.screen.widgets.rows import Row, Sheet
from companion.screen.widgets.scan import Scan
from companion.settings.director_lock import is_locked
from companion.settings.limits import Limits, limits_of
from companion.settings.match_code import is_set_up_code, settings_in
from companion.settings.reading import changed
from companion.settings.tree import Against, MatchSettings, Settings, written
from companion.texts import label

_LONGEST_TEXT: Final = 40
_POINTS: Final = limits_of("match.length")
_SOUNDS: Final[Mapping[str, tuple[bool, bool]]] = {
    "edit.off": (False, False), "new.sound.effects": (True, False), "new.sound.voice": (True, True)
}  # fmt: skip


class MatchSheetPage(AppPage):
    """A page on which the settings of a match are chosen, in rows that scroll.  Nothing is applied before it begins."""

    def __init__(
        self,
        services: Services,
        ways: Navigator,
        *,
        language: str,
        chosen: Mapping[str, object] = MappingProxyType({}),
        **kwargs: Any,
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._set: dict[str, object] = dict(chosen)
        self._unlocked = False
        self._chose_game = False
        self._seen: OfferedGame | None = None
        self.sheet: Final = Sheet()
        self._above_px = 0.0
        self.sheet.column.bind(height=self._keep_place)
        self.sheet.bind(scroll_y=self._scrolled)
        self.editors: dict[str, Any] = {}

    def _sum_up(self) -> None:
        """Show in short what is chosen."""
        raise NotImplementedError

    def _seat(self) -> None:
        """Show who sits where."""
        raise NotImplementedError

    # --- the settings -------------------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """The settings with the changes made here."""
        return changed(self._services.settings.now(), self._set)

    def _change(self, values: Mapping[str, object]) -> None:
        self._set.update(values)
        self._sum_up()

    # --- what is scanned -----------------------------------------------------------------------------------------

    def _scan(self) -> None:
        sight, codes_in = self._services.sight, self._services.codes_in
        if sight is not None and codes_in is not None:
            Scan(sight, codes_in, done=self._scanned, language=self._language).lie_over(self)

    def _scanned(self, text: str) -> None:
        if ask_pairing(self, text, self._services, self._ways, locked=self._is_locked, language=self._language):
            return
        if not is_set_up_code(text):
            self._ways.tell(self._text("scan.foreign"))
            return
        try:
            named = settings_in(text)
            changed(self.settings, named)
        except InputError:
            self._ways.tell(self._text("scan.bad"))
            return
        new = {key: value for key, value in named.items() if written(self.settings, key) != value}
        if self._is_locked and any(is_locked(key) for key in new):
            ask_pin(self, self._services, self._ways, language=self._language, then=lambda: self._take_over(new))
        else:
            self._take_over(new)

    def _take_over(self, values: Mapping[str, object]) -> None:
        self._change(values)
        self._furnish()
        self._ways.tell(self._text("scan.done"))

    # --- what is seen -------------------------------------------------------------------------------------------

    @property
    def _is_locked(self) -> bool:
        return bool(self._services.settings.now().director.pin) and not self._unlocked

    def _unlock(self) -> None:
        def opened() -> None:
            self._unlocked = True
            self._furnish()

        ask_pin(self, self._services, self._ways, language=self._language, then=opened)

    def _furnish(self, *, keeps: str = "") -> None:
        """Make the sheet's rows, except for one that is kept since it is being touched, and leave them where they are.

        ``keeps``: the name of that row's editor.
        """
        kept = {keeps: self.editors[keeps].parent} if keeps else {}
        column = self.sheet.column
        column.clear_widgets()
        self.editors = {}
        for row in self._rows(kept):
            column.add_widget(row)
        self._sum_up()
        self._seat()

    @property
    def _beyond_px(self) -> float:
        """How much higher the rows are than what is seen of them."""
        return float(max(self.sheet.column.height - self.sheet.height, 0))

    def _keep_place(self, *_: object) -> None:
        """Have as much of the rows above what is seen as before, whatever rows come and go and how high they are."""
        above_px, beyond_px = self._above_px, self._beyond_px
        self.sheet.scroll_y = 1 - min(above_px / beyond_px, 1) if beyond_px else 1
        self._above_px = above_px

    def _scrolled(self, *_: object) -> None:
        self._above_px = (1 - self.sheet.scroll_y) * self._beyond_px

    def _rows(self, kept: Mapping[str, Row]) -> Sequence[Row]:
        settings = self.settings
        match = settings.match
        locked = self._is_locked
        rows: list[Row | None] = [
            self._game_row(dead=locked),
            self._length_row(match, kept.get("length")),
            self._locked_row() if locked else None,
            self._row("rules", LinkField(shown=rules_words(match.rules, self._language)), self._choose_rules,
                      note=rules_note(match.rules, self._language), dead=locked),
            *(self._option_row(option, dead=locked, note=self._text(f"new.{option.field}.note"))
              for option in money_options(match)),
            self._younger_row(settings),
            self._row("mode", self._choice(Mode, "mode", match.mode), self._mode_chosen,
                      note=self._text(f"mode.{match.mode.value}.note"), stacked=True, dead=locked),
            *self._engine_rows(match),
            self._dice_row(settings),
            self._row("clock", self._switch(on=match.clock), self._clock_chosen,
                      note=clock_words(match, self._language), stacked=False),
            *self._time_rows(match, dead=locked),
            self._row("sound", ChoiceRow(
                [(key, self._text(key)) for key in _SOUNDS],
                next((key for key, value in _SOUNDS.items()
                      if value == (settings.sound.effects, settings.sound.voice)), None),
            ), self._sound_chosen, stacked=True, dead=locked),
            self._row("pictures", self._switch(on=settings.pictures.keep),
                      lambda on: self._change({"pictures.keep": on}),
                      note=self._text("new.pictures.note", n=f"{settings.pictures.days:.0f}"), stacked=False),
            *(self._text_row(name, getattr(match, name)) for name in ("event", "round", "board")),
            self._scan_row(),
        ]  # fmt: skip
        return [row for row in rows if row is not None]

    def _row(
        self,
        name: str,
        editor: Any,
        done: Any,
        *,
        note: str = "",
        stacked: bool = False,
        share: float = 0.52,
        dead: bool = False,
    ) -> Row:
        """A row of the sheet; a locked setting is shown but cannot be changed."""
        self.editors[name] = editor
        if dead:
            editor = LinkField(shown=editor.shown)
            self.editors[name] = editor
            editor.locked = True
            editor.bind(on_touched=lambda _: self._unlock())
        elif isinstance(editor, LinkField):
            editor.bind(on_touched=lambda _: done())
        else:
            editor.bind(on_changed=lambda _, value: done(value))
        return Row(self._text(f"new.{name}"), editor, note=note, stacked=stacked, share=share)

    def _length_row(self, match: MatchSettings, kept: Row | None) -> Row:
        if kept is not None:
            self.editors["length"] = kept.editor
            return kept
        editor = Stepper(
            match.length, least=_POINTS.least, most=_POINTS.most,
            says=lambda points: length_words(int(points), self._language, self.settings.match.rules),
        )  # fmt: skip
        return self._row("length", editor, self._length_chosen, stacked=False, share=0.64)

    def _length_chosen(self, points: float) -> None:
        was_money = not self.settings.match.length
        self._change({"match.length": int(points)})
        if was_money != (not points):  # money play has options of its own, and no reserve of time
            self._furnish(keeps="length")
        else:
            self._clock_noted()

    def _option_row(self, option: RuleOption, *, dead: bool, note: str = "") -> Row:
        """A field of the rules: a switch, a time, or with a note a number, which has a line of its own."""
        is_switch = option.limits is None
        editor = self._switch(on=bool(option.now)) if option.limits is None else self._number(option, option.limits)
        return self._row(
            option.field, editor, lambda value: self._option_chosen(option, value), note=note,
            stacked=bool(note) and not is_switch, share=0.52 if is_switch else 0.64, dead=dead,
        )  # fmt: skip

    def _number(self, option: RuleOption, limits: Limits) -> Stepper:
        return Stepper(
            option.now, least=limits.least, most=limits.most, step=limits.step or 1,
            says=lambda number: field_words(option.field, int(number), self._language),
        )  # fmt: skip

    def _option_chosen(self, option: RuleOption, value: float) -> None:
        changed_to = bool(value) if option.limits is None else int(value)
        self._change({"match.rules": with_option(self.settings.match, option.field, changed_to)})
        self._noted("rules", rules_note(self.settings.match.rules, self._language))
        self._clock_noted()

    def _reserve_chosen(self, whole: bool) -> None:
        self._change({"match.rules": with_reserve(self.settings.match, whole=whole)})
        self._furnish()

    def _clock_noted(self) -> None:
        self._noted("clock", clock_words(self.settings.match, self._language))

    def _choice(self, kind: Any, prefix: str, chosen: Any) -> ChoiceRow:
        return ChoiceRow([(value, self._text(f"{prefix}.{value.value}")) for value in kind], chosen)

    def _switch(self, *, on: bool) -> Toggle:
        return Toggle(says=(self._text("edit.off"), self._text("edit.on")), active=on)

    def _locked_row(self) -> Row:
        editor = LinkField(shown=self._text("new.unlock"))
        editor.bind(on_touched=lambda _: self._unlock())
        self.editors["unlock"] = editor
        return Row(self._text("new.locked"), editor)

    def _game_row(self, *, dead: bool) -> Row:
        """Which game; with a note if the camera sees another board than the chosen game's."""
        seen = self._seen
        note = "" if seen is None else self._text("new.game.seen", game=self._text(f"game.{seen.name}"))
        options = [(game, self._text(f"game.{game.name}")) for game in GAMES.values()]
        return self._row("game", ChoiceRow(options, self._game), self._game_chosen, note=note, stacked=True, dead=dead)

    @property
    def _game(self) -> OfferedGame:
        return game_of(self.settings.match.rules)

    def _game_chosen(self, game: OfferedGame) -> None:
        self._chose_game = True
        if game is not self._game:
            self._take_game(game)
            self._furnish()

    def _take_game(self, game: OfferedGame) -> None:
        """Choose a game, by the rules that are set for it already or by its usual ones."""
        set_before = str(written(self._services.settings.now(), "match.rules"))
        rules = set_before if game_of(set_before) is game else game.rules[0]
        self._change({"match.rules": rules})

    def _propose_game(self) -> None:
        """Choose the game whose board the camera sees, until somebody chooses one here."""
        before, self._seen = self._seen, game_named(self._services.proposed_game())
        if self._seen is before:
            return
        if self._seen not in (None, self._game) and not self._chose_game and not self._is_locked:
            self._take_game(self._seen)
        self._furnish()

    def _clock_chosen(self, on: bool) -> None:
        self._change({"match.clock": on})
        self._furnish()

    def _time_rows(self, match: MatchSettings, *, dead: bool) -> tuple[Row, ...]:
        """What the clock gives: by the rules, and locked with them, or by the match where the rules say nothing."""
        if not match.clock:
            return ()
        if self._game.sets_time:
            return (
                self._time_row("minutes", match.minutes, "recap.minutes"),
                self._time_row("increment_s", match.increment_s, "new.seconds"),
            )
        reserve = reserve_option(match)
        if reserve is None:
            return ()
        kinds = ChoiceRow(
            [(field == "reserve_s", self._text(f"new.reserve.{field}")) for field in RESERVES],
            reserve.field == "reserve_s",
        )
        return (
            self._row("reserve", kinds, self._reserve_chosen, stacked=True, dead=dead),
            self._option_row(reserve, dead=dead),
            *(self._option_row(option, dead=dead) for option in time_options(match)),
        )

    def _time_row(self, name: str, now: int, unit: str) -> Row:
        key = f"match.{name}"
        limits = limits_of(key)
        editor = Stepper(
            now, least=limits.least, most=limits.most, step=limits.step or 1,
            says=lambda number: self._text(unit, n=f"{number:.0f}"),
        )  # fmt: skip
        return self._row(name, editor, lambda number: self._time_chosen(key, number), share=0.64)

    def _time_chosen(self, key: str, number: float) -> None:
        self._change({key: int(number)})
        self._clock_noted()

    def _engine_rows(self, match: MatchSettings) -> tuple[Row, ...]:
        """In training who plays the other side, and which men the engine has, of a game that it plays at the table."""
        if not self._game.with_engine or match.mode is not Mode.TRAINING:
            return ()
        field = LinkField(shown=self._text(f"setting.match.against={match.against.value}"))
        against = self._row("against", field, self._choose_opponent)
        if match.against is Against.PERSON:
            return (against,)
        options = [(side, self._text(f"side.{side.value}")) for side in Side]
        has = self._row("engine_side", ChoiceRow(options, match.engine_side), self._engine_side_chosen)
        return against, has

    def _choose_opponent(self) -> None:
        options = [(who.value, self._text(f"setting.match.against={who.value}"), "") for who in Against]

        def chosen(name: str) -> None:
            self._change({"match.against": name})
            self._furnish()

        Chooser(self._text("new.against"), options, self.settings.match.against.value, keep=self._text("edit.back"),
                done=chosen).lie_over(self)  # fmt: skip

    def _engine_side_chosen(self, side: Side) -> None:
        self._change({"match.engine_side": side.value})
        self._seat()

    def _dice_row(self, settings: Settings) -> Row | None:
        if not self._game.with_dice:
            return None
        return self._row("dice", self._choice(DiceSource, "dice", settings.table.dice), self._dice_chosen,
                         note=self._text(f"dice.{settings.table.dice.value}.note"), stacked=True)  # fmt: skip

    def _younger_row(self, settings: Settings) -> Row | None:
        if not self._game.with_dice or backgammon_named(settings.match.rules).rules.opening is not Opening.YOUNGER:
            return None
        names = {Side.LIGHT: settings.match.light, Side.DARK: settings.match.dark}
        options = [(side, label(name, language=self._language)) for side, name in names.items()]
        return self._row("younger", ChoiceRow(options, settings.match.younger),
                         lambda side: self._change({"match.younger": side.value}),
                         note=self._text("new.younger.note"), stacked=True)  # fmt: skip

    def _text_row(self, name: str, text: str) -> Row:
        editor = LinkField(shown=text or "–")

        def typed(text: str) -> None:
            self._change({f"match.{name}": text})
            editor.shown = text or "–"

        def ask() -> None:
            text = str(written(self.settings, f"match.{name}"))
            Keyboard(text, hint=self._text(f"new.{name}"), done=typed, longest=_LONGEST_TEXT, names=name == "event",
                     language=self._language).lie_over(self)  # fmt: skip

        return self._row(name, editor, ask)

    def _scan_row(self) -> Row | None:
        if self._services.sight is None or self._services.codes_in is None:
            return None
        return self._row(
            "scan", LinkField(shown=self._text("new.scan.touch")), self._scan, note=self._text("new.scan.note")
        )

    def _choose_rules(self) -> None:
        now = self.settings.match.rules
        own = now if now not in GAME_OF else self._services.settings.now().match.rules
        options = rules_options(own, self._language, (self._game,))

        def chosen(name: str) -> None:
            self._change({"match.rules": name})
            self._furnish()

        Chooser(self._text("new.rules"), options, self.settings.match.rules, keep=self._text("edit.back"),
                done=chosen).lie_over(self)  # fmt: skip

    def _mode_chosen(self, mode: Mode) -> None:
        self._change({"match.mode": mode.value})
        if self._game.with_engine:
            self._furnish()
        else:
            self._noted("mode", self._text(f"mode.{mode.value}.note"))

    def _dice_chosen(self, dice: DiceSource) -> None:
        self._change({"table.dice": dice.value})
        self._noted("dice", self._text(f"dice.{dice.value}.note"))

    def _sound_chosen(self, key: str) -> None:
        effects, voice = _SOUNDS[key]
        self._change({"sound.effects": effects, "sound.voice": voice})

    def _noted(self, name: str, note: str) -> None:
        self.editors[name].parent.note = note
