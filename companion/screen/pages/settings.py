"""The settings page: everything in the settings file, group by group, and the device itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from threading import Thread
from types import MappingProxyType
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.errors import CompanionError, StorageError
from companion.match.events import Paused
from companion.screen.closing import AfterClosing
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import DevicePort, Services
from companion.screen.setting_words import is_stacked, options_of, value_words
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import row
from companion.screen.widgets.editors import ChoiceRow, LinkField, Stepper, Toggle
from companion.screen.widgets.keyboard import Keyboard, Pad
from companion.screen.widgets.keyboard_layouts import LONGEST_NAME
from companion.screen.widgets.live_address import LiveAddress
from companion.screen.widgets.modals import Chooser, Confirm, Modal
from companion.screen.widgets.pin import ask_pin, set_pin
from companion.screen.widgets.progress import Progress
from companion.screen.widgets.rows import ListRow, Row, Sheet
from companion.screen.widgets.scrolling import ScrollSpring
from companion.screen.widgets.words import WordField
from companion.settings.director_lock import is_locked
from companion.settings.entries import FILE_ONLY, Holds, SettingEntry, entries
from companion.settings.limits import LONGEST_TEXT
from companion.updating.device import UpdateStep
from companion.updating.offers import RefusedRelease, ReleaseOffer

_DEVICE: Final = "device"
_ORDER: Final = (
    "screen", "light", "dark", "sound", "match", "table", "pictures", "live", "camera", "button", "lamps", "buzzer",
    "director", "",
)  # fmt: skip
"""The groups in the order of the page; any others follow."""
_NAMES: Final = ("match.light", "match.dark")
_CAPITALS: Final = (*_NAMES, "match.event")
_RESTYLES: Final = ("screen.theme", "screen.language", "screen.lower", "light.", "dark.")
"""Names of settings, and prefixes of names, whose change makes all pages again."""
_WRITTEN_AFTER_S: Final = 0.4
"""Seconds without a touch after which a number that is being stepped is written."""
_INDEX: Final = 0.235
_GROUP_PX: Final = 150.0
_GROUP_HIGH_PX: Final = 66.0
_INDEX_PX: Final = 76.0
"""The share of the groups of a wide window, and their height in an upright one."""


class SettingsPage(AppPage):
    """The settings page: the groups at the left or above, and the rows of one of them."""

    title = "screen.settings"

    def __init__(
        self,
        services: Services,
        ways: Navigator,
        *,
        language: str,
        group: str = _ORDER[0],
        typed: Mapping[str, str] = MappingProxyType({}),
        **kwargs: Any,
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._group = group
        self._unlocked = False
        self._waiting: dict[str, object] = {}
        self._typed: dict[str, str] = dict(typed)
        self._write: Final = Clock.create_trigger(lambda _: self._write_down(), _WRITTEN_AFTER_S)
        self._bring_in: Final = Clock.create_trigger(lambda _: self._show_chosen())
        self.groups: dict[str, WordField] = {}
        upright = THEME.upright
        self._index: Final = ScrollView(
            do_scroll_x=upright, do_scroll_y=not upright, bar_width=0, scroll_timeout=250, effect_cls=ScrollSpring
        )
        self._fields: Final = BoxLayout(
            orientation="horizontal" if upright else "vertical", spacing=THEME.gap_px, padding=THEME.gap_px,
            size_hint=(None, 1) if upright else (1, None),
        )  # fmt: skip
        along = "width" if upright else "height"
        self._fields.bind(**{f"minimum_{along}": self._fields.setter(along), along: lambda *_: self._bring_in()})
        self._index.add_widget(self._fields)
        self.sheet: Final = Sheet()
        self.rows: dict[str, Row] = {}
        self.deeds: dict[str, ListRow] = {}
        self.live_address: LiveAddress | None = None
        self.picture: ListRow | None = None
        if upright:
            self._hold((self._index, _INDEX_PX), self.sheet)
        else:
            self._hold(row((self._index, _INDEX), (self.sheet, 1 - _INDEX)))
        for name in self._all_groups():
            field = WordField(text=self._text(f"settings.group.{name}"), most=24, size_hint=self._fields.size_hint)
            field.size = THEME.px(_GROUP_PX), THEME.px(_GROUP_HIGH_PX)
            field.bind(on_touched=lambda _, name=name: self.show_group(name))
            self.groups[name] = field
            self._fields.add_widget(field)
        self.show_group(group)

    @property
    def keeps(self) -> bool:
        """Whether a call from the table leaves the page open; the warnings of a match in play are more urgent."""
        return self._services.matches is None or self._services.matches.unfinished() is None

    @property
    def arguments(self) -> dict[str, str]:
        """The arguments that open the page again at the same group."""
        return {"group": self._group}

    @property
    def draft(self) -> dict[str, object]:
        """The arguments that open the page with what was typed and is no setting yet, by key."""
        return {"typed": dict(self._typed)} if self._typed else {}

    def closed(self) -> None:
        """Write a number that is still being stepped."""
        self._write_down()

    def show_group(self, name: str) -> None:
        """Show the rows of a group."""
        self._write_down()
        self._group = name
        for group, field in self.groups.items():
            field.main = group == name
        self.sheet.column.clear_widgets()
        self.rows = {}
        if name == _DEVICE:
            self._show_device()
        else:
            for entry in self._entries():
                self.rows[entry.key] = self._row(entry)
                self.sheet.column.add_widget(self.rows[entry.key])
                if entry.key == "live.on":
                    self._add_live_address()
        self.sheet.scroll_y = 1
        self._bring_in()

    def _show_chosen(self) -> None:
        """Scroll the index so that the chosen group is seen in it."""
        self._index.scroll_to(self.groups[self._group], padding=THEME.gap_px, animate=False)

    # --- the groups -----------------------------------------------------------------------------------------------

    def _all_groups(self) -> list[str]:
        there = {each.group: None for each in entries(self._services.settings.now()) if each.group not in FILE_ONLY}
        ordered = [group for group in _ORDER if group in there] + [group for group in there if group not in _ORDER]
        return [*ordered, *([_DEVICE] if self._services.device is not None else [])]

    def _entries(self) -> list[SettingEntry]:
        return [entry for entry in entries(self._services.settings.now()) if entry.group == self._group]

    # --- a setting ------------------------------------------------------------------------------------------------

    def _row(self, entry: SettingEntry) -> Row:
        row = Row(
            self._text(f"setting.{entry.key}"),
            self._editor(entry),
            note=self._note(entry),
            stacked=is_stacked(entry),
            share=0.5,
        )
        self._mark(row, entry)
        return row

    def _note(self, entry: SettingEntry) -> str:
        note = self._text(f"setting.{entry.key}.note")
        return note if entry.holds is Holds.AT_ONCE else f"{note} {self._text(f'settings.{entry.holds.value}')}"

    def _mark(self, row: Row, entry: SettingEntry) -> None:
        """Mark a setting that differs from its default; a touch resets it."""
        row.marked = entry.is_changed
        if not entry.is_changed or entry.key == "director.pin" or self._is_locked(entry.key):
            row.stand_on(None)
            return
        words = self._text("settings.delivered", value=value_words(entry, entry.delivered, self._language))
        field = WordField(text=words, most=22)
        field.bind(on_touched=lambda _: self._set(entry.key, entry.delivered, anew=True))
        row.stand_on(field)

    def _editor(self, entry: SettingEntry) -> Any:
        if self._is_locked(entry.key):
            editor = LinkField(shown=value_words(entry, entry.value, self._language), locked=True)
            editor.bind(on_touched=lambda _: self._unlock())
            return editor
        if entry.key == "director.pin":
            return self._leading(entry, lambda: set_pin(
                self, self._services, self._ways, language=self._language, done=lambda: self.show_group(self._group)
            ))  # fmt: skip
        options = options_of(entry, self._language)
        if entry.kind is bool:
            toggle = Toggle(says=(self._text("edit.off"), self._text("edit.on")), active=bool(entry.value))
            toggle.bind(on_changed=lambda _, on: self._set(entry.key, on))
            return toggle
        if options is not None and len(options) <= 3:
            choice = ChoiceRow([(value, words) for value, words, _ in options], entry.value)
            choice.bind(on_changed=lambda _, value: self._set(entry.key, value))
            return choice
        if options is not None:
            return self._leading(entry, lambda: self._choose(entry, options))
        if entry.kind in (int, float):
            return self._stepper(entry)
        return self._leading(entry, lambda: self._type(entry))

    def _leading(self, entry: SettingEntry, leads: Callable[[], None]) -> LinkField:
        editor = LinkField(shown=value_words(entry, entry.value, self._language))
        editor.bind(on_touched=lambda _: leads())
        return editor

    def _choose(self, entry: SettingEntry, options: list[tuple[str, str, str]]) -> None:
        now = next(each.value for each in self._entries() if each.key == entry.key)
        Chooser(
            self._text(f"setting.{entry.key}"), options, now, keep=self._text("edit.back"),
            done=lambda value: self._set(entry.key, value, anew=True),
        ).lie_over(self)  # fmt: skip

    def _stepper(self, entry: SettingEntry) -> Stepper:
        whole = entry.kind is int
        stepper = Stepper(float(str(entry.value)), least=entry.least, most=entry.most, step=entry.step)
        stepper.bind(on_changed=lambda _, value: self._step(entry.key, int(value) if whole else value))
        stepper.bind(on_asked=lambda _: self._ask_number(entry))
        return stepper

    def _ask_number(self, entry: SettingEntry) -> None:
        Pad(hint=self._text(f"setting.{entry.key}"), done=lambda text: self._typed_number(entry, text),
            left=lambda text: self._left(entry, text), text=self._typed.get(entry.key, ""),
            signs="" if entry.kind is int else ".", language=self._language).lie_over(self)  # fmt: skip

    def _left(self, entry: SettingEntry, text: str) -> None:
        """Keep a text that is not finished: half a folder or half a number is no setting, though half a name is."""
        self._typed[entry.key] = text
        self._ways.tell(self._text("keyboard.kept"))

    def _typed_number(self, entry: SettingEntry, text: str) -> None:
        self._typed.pop(entry.key, None)
        try:
            number = int(text) if entry.kind is int else float(text)
            if not entry.least <= number <= entry.most:
                raise ValueError(text)
        except ValueError:
            if text:
                bounds = {"least": f"{entry.least:g}", "most": f"{entry.most:g}"}
                self._typed[entry.key] = text
                self._ways.tell(self._text("settings.no-number", text=text, **bounds))
            return
        self._set(entry.key, number, anew=True)

    def _type(self, entry: SettingEntry) -> None:
        now = next(each.value for each in self._entries() if each.key == entry.key)
        longest = LONGEST_NAME if entry.key in _NAMES else LONGEST_TEXT
        Keyboard(
            self._typed.get(entry.key, str(now)), hint=self._text(f"setting.{entry.key}"), longest=longest,
            names=entry.key in _CAPITALS, language=self._language,
            done=lambda text: self._typed_text(entry, text),
            left=None if entry.group == "match" else lambda text: self._left(entry, text),
        ).lie_over(self)  # fmt: skip

    def _typed_text(self, entry: SettingEntry, text: str) -> None:
        self._typed.pop(entry.key, None)
        if not self._takes(entry.key, text or entry.delivered, anew=True):
            self._typed[entry.key] = text

    # --- a change -------------------------------------------------------------------------------------------------

    def _step(self, key: str, value: object) -> None:
        self._waiting[key] = value
        self._write()

    def _write_down(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for key, value in waiting.items():
            self._set(key, value)

    def _set(self, key: str, value: object, *, anew: bool = False) -> None:
        """Change a setting; ``anew``: draw its editor again."""
        self._takes(key, value, anew=anew)

    def _takes(self, key: str, value: object, *, anew: bool) -> bool:
        """Change a setting, and answer whether it may be so."""
        taken = True
        try:
            self._services.settings.change({key: value})
        except CompanionError as error:
            self._ways.tell(str(error))
            anew, taken = True, isinstance(error, StorageError)  # one that cannot be written applies all the same
        if any(key == each or (each.endswith(".") and key.startswith(each)) for each in _RESTYLES):
            self._ways.restyle()
            return taken
        if key.startswith("live.") and self._services.live is not None and self.live_address is not None:
            self.live_address.show(self._services.live.shown())
        entry = next((each for each in self._entries() if each.key == key), None)
        row = self.rows.get(key)
        if entry is None or row is None:
            return taken
        if anew:
            place = self.sheet.column.children.index(row)
            self.sheet.column.remove_widget(row)
            self.rows[key] = self._row(entry)
            self.sheet.column.add_widget(self.rows[key], index=place)
        else:
            self._mark(row, entry)
        return taken

    def _add_live_address(self) -> None:
        """Say below the switch of the live page where it is, and lead to the code for a picture."""
        if self._services.live is None:
            return
        self.live_address = LiveAddress(self._text)
        self.live_address.show(self._services.live.shown())
        self.sheet.column.add_widget(self.live_address)
        self.picture = _row(
            self._text("screen.picture-phone"), "", "next", lambda: self._ways.open(PageName.PICTURE_PHONE)
        )
        self.sheet.column.add_widget(self.picture)

    def _is_locked(self, key: str) -> bool:
        return bool(self._services.settings.now().director.pin) and not self._unlocked and is_locked(key)

    def _unlock(self) -> None:
        def opened() -> None:
            self._unlocked = True
            self.show_group(self._group)

        ask_pin(self, self._services, self._ways, language=self._language, then=opened)

    # --- the device -----------------------------------------------------------------------------------------------

    def _show_device(self) -> None:
        device = self._services.device
        if device is None:
            return
        self._deed("device.shut-down", lambda: self._leave(AfterClosing.SHUT_DOWN))
        self._deed("device.restart", lambda: self._leave(AfterClosing.RESTART))
        version, before = device.version(), device.version_before()
        if version is not None:
            self.sheet.column.add_widget(_row(self._text("device.version", version=version)))
            if before is not None:
                self._deed("device.back", lambda: self._leave(AfterClosing.GO_BACK), version=before)
            self._seek_updates(device)

    def _leave(self, what: AfterClosing) -> None:
        """Pause the game, write everything, and then let the device do what was chosen."""
        table, device = self._services.table, self._services.device
        if device is not None:
            table.happen(Paused(table.now_s()))
            device.leave(what)

    def _deed(self, key: str, act: Callable[[], None], **values: str) -> None:
        """A row for an action that needs confirmation, and the director's PIN if that locks it."""

        def confirm() -> None:
            Confirm(self._text(f"{key}.ask", **values), act=self._text(key, **values), keep=self._text("edit.back"),
                    done=act).lie_over(self)  # fmt: skip

        def ask() -> None:
            if self._is_locked(key):
                ask_pin(self, self._services, self._ways, language=self._language, then=confirm)
            else:
                confirm()

        row = _row(self._text(key, **values), self._text(f"{key}.note", **values), "next", ask)
        self.deeds[key] = row
        self.sheet.column.add_widget(row)

    def _seek_updates(self, device: DevicePort) -> None:
        def seek() -> None:
            offers, refused = tuple(device.offers()), tuple(device.refused())
            Clock.schedule_once(lambda _: self._found(device, offers, refused))

        Thread(target=seek, daemon=True).start()

    def _found(self, device: DevicePort, offers: tuple[ReleaseOffer, ...], refused: tuple[RefusedRelease, ...]) -> None:
        if self.parent is None or self._group != _DEVICE:
            return
        for offer in offers:
            self._deed(
                "device.update", partial(self._install, device, offer),
                version=offer.version, place=str(offer.file.parent),
            )  # fmt: skip
        for each in refused:
            row = _row(
                self._text("device.refused", file=each.file.name), self._text(f"device.refused.{each.refusal.value}")
            )
            self.deeds[f"device.refused {each.file.name}"] = row
            self.sheet.column.add_widget(row)
        if not offers:
            self.deeds["device.update.none"] = none = _row(
                self._text("device.update.none"), self._text("device.update.none.note"), "next",
                lambda: self.show_group(_DEVICE),
            )  # fmt: skip
            self.sheet.column.add_widget(none)

    def _install(self, device: DevicePort, offer: ReleaseOffer) -> None:
        """Install on a thread, with a progress bar over the page; then the companion restarts."""
        over = Modal(cover=0.92, stays=True)
        line = Progress(text=self._text("device.working"), size_hint=(0.8, None), height=THEME.px(90),
                        pos_hint={"center_x": 0.5, "center_y": 0.5})  # fmt: skip
        over.add_widget(line)
        over.lie_over(self)

        def on_step(step: UpdateStep) -> None:
            Clock.schedule_once(lambda _: setattr(line.words, "text", self._text(f"device.step.{step.value}")))

        def install() -> None:
            try:
                device.install(offer, on_step)
                failed = None
            except CompanionError as error:
                failed = str(error)
            Clock.schedule_once(lambda _: installed(failed))

        def installed(failed: str | None) -> None:
            over.close()
            if failed is not None:
                self._ways.tell(failed)
            else:
                self._leave(AfterClosing.START_AGAIN)

        Thread(target=install, daemon=True).start()


def _row(title: str, note: str = "", sign: str = "", then: Callable[[], None] | None = None) -> ListRow:
    return ListRow(title=title, note=note, sign=sign, then=then, grows=True)
