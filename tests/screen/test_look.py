from tests.screen.conftest import Stage
from tests.screen.fakes import *
from tests.screen.views import START
from companion.screen import Desk, Place
from companion.settings_file import SettingsFile
import pytest
from dataclasses import replace

@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_look(stage: Stage, size):
    book = SettingsFile(Settings())
    m = Matches(book)
    before = stage.app._desk
    stage.app._desk = Desk(stage.source, book, m, players=Players(["Anna","Bob"]), doctor=Doctor(), machine=Machine(), releases=Releases(), codes_in=lambda _: ())
    try:
        stage.resize(*size)
        tag=f"{size[0]}x{size[1]}"
        stage.app.restyle()
        stage.show(START)
        s=stage.app.shell
        for place in (Place.WELCOME, Place.NEW_MATCH, Place.SETTINGS, Place.DOCTOR):
            s.home(); s.open(place)
            import time; stage.picture(); time.sleep(0.3)
            stage.keep(f"look-{place.value}-{tag}")
        s.home(); s.open(Place.NEW_MATCH); stage.picture(); s.top.content.sheet.scroll_y=0.5; stage.keep(f"look-new2-{tag}")
        s.top.content.sheet.scroll_y=0.; stage.keep(f"look-new3-{tag}")
        book.change({"screen.theme":"day","screen.lower":"dark"})
        s.home(); s.open(Place.SETTINGS); stage.picture(); s.top.content.sheet.scroll_y=0; stage.keep(f"look-set2-{tag}")
        s.top.content.show_group("table"); stage.keep(f"look-set3-{tag}")
        s.top.content.show_group("device"); stage.picture(); stage.keep(f"look-set4-{tag}")
        m.standing=standing(); s.home(); s.open(Place.WELCOME); stage.keep(f"look-welcome2-{tag}")
    finally:
        stage.app._desk=before
        stage.resize(800,480)
        stage.app.restyle()
