"""Every page shows what there is, in both games and every language, without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from companion.club.deriving import Deriver
from companion.club.middleware import POLICY
from companion.club.models import Held, Player, Result, Standing, Table, Turn
from companion.club.pages import matches
from companion.club.pages.keyed import SIZE
from companion.club.people import anonymise, merge, player_of
from companion.club.reading import names_in, read_match
from companion.club.rebuilding import rebuild
from companion.club.showing import release_due
from companion.errors import InputError
from companion.games.backgammon.position import Position
from companion.games.rules import Side, Stack
from companion.live.backgammon import BackgammonBoard
from companion.record.exporting import export_text
from companion.record.recorded import recorded_match
from companion.texts import Language, sentence
from tests.club.evening import AT_FIRST, DRAUGHTS, Evening, content
from tests.club.sending import Played, Sender

pytestmark = pytest.mark.django_db

INLINE = re.compile(r"<script(?! src=)|<style|\sstyle=|\son[a-z]+=|javascript:")


@pytest.mark.postgresql
@pytest.mark.parametrize("language", Language)
def test_every_page_is_there_in_every_language_with_nothing_inline(language: Language) -> None:
    for name, address in Evening().addresses().items():
        said = content(address, None, **{"Accept-Language": f"xx, {language};q=0.7"})
        assert f'<html lang="{language}">' in said, name
        assert not INLINE.search(said), name
        assert "<i>" not in said.replace('<i class="disc', ""), name
        assert sentence("club.tables", language=language) in said, name


def test_the_language_that_was_chosen_is_kept() -> None:
    client = Client()
    assert 'lang="sk"' in content("/?lang=sk", client)
    assert '<html lang="sk">' in content("/players", client, **{"Accept-Language": "ru"})
    assert '<html lang="en">' in content("/players?lang=tlh")


def test_what_a_browser_may_load_is_said_with_every_answer() -> None:
    for address in ("/", "/nothing", "/admin/login/", "/static/club/club.css"):
        assert Client().get(address).headers["Content-Security-Policy"] == POLICY


def test_all_tables_are_shown_as_they_are_now() -> None:
    Evening()
    said = content("/")
    states = dict(Result.objects.values_list("match__table__name", "state"))
    assert said.count("<article") == len(states) == 4
    last = states["Table 3"]["last"]
    assert last["play"] in said
    assert (
        sentence("event.match-over", {"name": states["Table 1"]["names"][states["Table 1"]["winner"] == "dark"]})
        in said
    )


def test_a_table_that_was_not_heard_for_long_is_not_shown() -> None:
    Evening()
    Table.objects.filter(name="Table 1").update(heard=timezone.now() - timedelta(days=1))
    assert "Table 1<" not in content("/")


def test_of_a_match_in_play_there_is_nothing_that_helps() -> None:
    evening = Evening()
    for match in (evening.playing, evening.playing_draughts):
        said = content(f"/matches/{match.uuid}?game=1&turn=2")
        assert sentence("club.in-play") in said
        assert 'class="turns"' not in said
        assert "pip" not in said.lower()
        for form in ("mat", "sgf", "pdn", "json"):
            assert Client().get(f"/matches/{match.uuid}.{form}").status_code == 404
    assert not Turn.objects.filter(match__uuid__in=(evening.playing.uuid, evening.playing_draughts.uuid)).exists()


def test_a_match_that_is_over_is_shown_turn_by_turn_with_its_files() -> None:
    evening = Evening()
    for match, forms in ((evening.over, ("mat", "sgf")), (evening.over_draughts, ("pdn",))):
        recorded = recorded_match(match.header, match.entries)
        for number, turns in enumerate((len(game.turns) for game in recorded.games), 1):
            said = content(f"/matches/{match.uuid}?game={number}&turn=999")
            assert said.count('<a class="step" href="?game=') == turns + 1 + len(recorded.games)
            assert 'aria-current="step"' in said
        for form in forms:
            answer = Client().get(f"/matches/{match.uuid}.{form}")
            assert answer.content.decode() == export_text(form, recorded, ())
            assert f'.{form}"' in answer.headers["Content-Disposition"]
        assert Client().get(f"/matches/{match.uuid}.json").status_code == 404


def test_a_match_that_a_form_cannot_hold_has_its_page_and_not_that_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(*_: object) -> str:
        raise InputError("it has what this form cannot hold")

    evening = Evening()
    monkeypatch.setattr(matches, "export_text", cannot)
    assert 'aria-current="step"' in content(f"/matches/{evening.over.uuid}")
    assert Client().get(f"/matches/{evening.over.uuid}.mat").status_code == 404


def test_one_steps_through_all_turns_of_all_games_and_back() -> None:
    evening = Evening()
    for direction, first, turn in (("next", 1, 0), ("prev", 2, 999)):
        count = 0
        address: str | None = f"/matches/{evening.over_draughts.uuid}?game={first}&turn={turn}"
        while address is not None:
            said = content(address)
            count += 1
            link = re.search(rf'rel="{direction}" href="([^"]+)"', said)
            address = None if link is None else f"/matches/{evening.over_draughts.uuid}{unescape(link[1])}"
        games = recorded_match(evening.over_draughts.header, evening.over_draughts.entries).games
        assert count == sum(len(game.turns) + 1 for game in games)


def rows(said: str) -> list[str]:
    """The addresses of the rows of the search."""
    return [unescape(found) for found in re.findall(r'<th scope="row"><a href="(/matches/[^"]+)"', said)]


def test_a_position_is_found_however_it_is_written_and_leads_to_its_board() -> None:
    Evening()
    turn = Turn.objects.filter(match__result__game="backgammon")[17]
    position = Position.from_id(turn.position, Side.DARK)
    for written in (turn.position, position.xgid(), f"{turn.position}:cAkAAAAAAAAA"):
        (found,) = rows(content(f"/search?position={written.replace('+', '%2B')}"))
        assert found == f"/matches/{turn.match.uuid}?at={turn.number}"
    result = turn.match.result
    read = read_match(result.pk, result.epoch, result.state["n"], names_in(turn.match))
    place = read.step_of_turn(turn.number)
    assert place is not None
    step = read.games[place[0] - 1].steps[place[1]]
    assert isinstance(step.board, BackgammonBoard)
    assert step.side is not None
    shown = Position(step.board.points, Stack(*step.board.bar), Stack(*step.board.off), step.side.other)
    assert shown.id() == turn.position
    label = re.escape(f"{place[1]}. ")
    assert re.search(rf'aria-current="step">{label}', content(found))


def test_a_position_of_draughts_is_found_by_its_fen() -> None:
    Evening()
    turn = Turn.objects.filter(match__result__game="draughts")[30]
    assert f"/matches/{turn.match.uuid}?at={turn.number}" in rows(content(f"/search?position={turn.position}"))


def test_an_opening_is_found_by_its_roll_and_by_any_way_to_write_its_play() -> None:
    Evening()
    for turn in Turn.objects.filter(match__result__game="backgammon").exclude(opening=""):
        roll, _, play = turn.opening.partition(" ")
        here = f"/matches/{turn.match.uuid}?at={turn.number}"
        turned = " ".join(reversed(play.split()))
        for address in (f"roll={roll}", f"roll={roll}&play={play}", f"roll={roll}&play={turned}"):
            assert here in rows(content(f"/search?{address}")), address
    first = Turn.objects.filter(match__result__game="draughts").exclude(opening="")[0]
    assert f"/matches/{first.match.uuid}?at={first.number}" in rows(content(f"/search?play={first.opening}"))


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ("position=nothing", "club.no-position"),
        ("position=XGID=1:2:3", "club.no-position"),
        ("roll=31&play=24/23", "club.no-play"),
        ("roll=99", "club.no-play"),
        ("play=8/5 6/5", "club.roll-needed"),
        ("roll=65&play=24/13", "club.nothing-found"),
    ],
)
def test_what_cannot_be_searched_is_said_in_a_sentence(asked: str, key: str) -> None:
    assert sentence(key) in content(f"/search?{asked}")


def test_no_page_asks_the_database_more_often_when_there_is_more() -> None:
    evening = Evening()
    counts = []
    for seeds in (range(10, 16), range(16, 30)):
        for seed in seeds:
            rules = DRAUGHTS if seed % 2 else "tournament"
            Sender(f"Table {seed}").match(Played(seed, ("Anna", "Bert"), 1, rules=rules))
        evening.deriver.derive_new()
        counts.append(counted(evening))
    assert counts[1] == counts[0]
    assert max(counts[1].values()) <= 8, counts[1]


def counted(evening: Evening) -> dict[str, int]:
    """How often each page asks."""
    found = {}
    for name, address in evening.addresses().items():
        read_match.cache_clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            content(address)
        found[name] = len(queries)
    return found


def pages(address: str, row: Callable[[str], list[str]]) -> list[list[str]]:
    """The rows of all pages, from link to link."""
    found, following = [], address
    while True:
        said = content(following)
        found.append(row(said))
        link = re.search(r'rel="next" href="([^"]+)"', said)
        if link is None:
            return found
        following = address.partition("?")[0] + unescape(link[1])


def test_standings_are_in_pages_with_everybody_once_the_best_first() -> None:
    players = Player.objects.bulk_create(Player(name=f"P{number:03}") for number in range(120))
    Standing.objects.bulk_create(
        Standing(player=player, game="backgammon", rating=None if at % 4 == 0 else 1500 + at % 7 / 3)
        for at, player in enumerate(players)
    )
    found = pages("/players?game=backgammon", lambda said: re.findall(r">(P\d{3})<", said))
    assert [len(page) for page in found] == [SIZE, SIZE, 20]
    order = [(standing.rating or 0.0, -standing.pk) for standing in Standing.objects.all()]
    by_name = dict(Standing.objects.values_list("player__name", "rating"))
    ratings = [by_name[name] or 0.0 for page in found for name in page]
    assert sorted(ratings, reverse=True) == ratings == sorted((rating for rating, _ in order), reverse=True)
    assert len({name for page in found for name in page}) == 120


def test_matches_of_two_players_are_in_pages_with_each_once() -> None:
    table = Sender()
    for seed in range(60):
        table.match(Played(seed, ("Anna", "Bert") if seed % 2 else ("Bert", "Anna"), 1))
    Deriver().derive_new()
    anna, bert = player_of("Anna").pk, player_of("Bert").pk
    for address in (f"/players/{anna}", f"/players/{anna}/against/{bert}"):
        found = pages(address, lambda said: re.findall(r'href="/matches/([^"]+)"', said))
        assert [len(page) for page in found] == [SIZE, 10]
        assert len({uuid for page in found for uuid in page}) == 60


def test_a_delay_holds_back_what_spectators_see_and_then_shows_it() -> None:
    evening = Evening()
    Table.objects.update(delay_min=5)
    shown = dict(Result.objects.values_list("pk", "state"))
    before = content(f"/matches/{evening.playing.uuid}")
    evening.go_on(7)
    assert dict(Result.objects.values_list("pk", "state")) == shown
    assert content(f"/matches/{evening.playing.uuid}") == before
    evening.go_on(4)
    assert release_due(timezone.now() + timedelta(minutes=4)) == 0
    assert release_due(timezone.now() + timedelta(minutes=6)) == 2
    assert Result.objects.get(match__uuid=evening.playing.uuid).state["n"] == AT_FIRST + 11
    assert not Held.objects.exists()


def test_a_match_that_begins_at_a_delayed_table_is_shown_later_and_its_end_too() -> None:
    evening = Evening()
    Table.objects.update(delay_min=5)
    match = Played(9, ("Anna", "Dan"), 1)
    evening.tables[0].header(match)
    evening.tables[0].entries(match, 1, 10)
    evening.deriver.derive_new()
    assert sentence("live.later") in content(f"/matches/{match.uuid}")
    assert str(match.uuid) not in content("/")
    release_due(timezone.now() + timedelta(minutes=6))
    evening.tables[0].entries(match, 11)
    evening.deriver.derive_new()
    assert sentence("club.in-play") in content(f"/matches/{match.uuid}")
    release_due(timezone.now() + timedelta(minutes=6))
    assert sentence("club.in-play") not in content(f"/matches/{match.uuid}")
    rebuild()
    assert sentence("club.in-play") not in content(f"/matches/{match.uuid}")  # it was over long ago


def test_a_removed_name_is_nowhere_at_once_whatever_is_held() -> None:
    evening = Evening()
    addresses = evening.addresses()
    Table.objects.update(delay_min=5)
    evening.go_on(5)
    anonymise(player_of("Anna"))
    evening.deriver.derive_new()
    for name, address in addresses.items():
        assert "Anna" not in content(address), name
    assert "Anna" not in repr(list(Held.objects.values()))


def test_a_link_to_a_player_leads_to_who_that_is_now() -> None:
    evening = Evening()
    dan = player_of("Dan").pk
    assert f"/players/{dan}" in content("/")
    merge(player_of("Dan"), player_of("Bert"))
    evening.deriver.derive_new()
    assert f'/players/{dan}"' not in content("/")
