"""People decide in the admin pages: nothing happens before they have confirmed it, and who may not, cannot."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from companion.club.deriving import Deriver
from companion.club.models import Conflict, Match, Pairing, Player, Table, Tournament
from companion.club.people import player_of
from companion.club.tokens import tables_of
from companion.texts import sentence
from tests.club.cups import entrant, met, play, tournament
from tests.club.sending import Played, Sender

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def director(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("director"))
    return client


def act(client: Client, found: Table | Conflict | Player | Tournament, name: str, **values: object) -> str:
    """Ask for an act, confirm it, and return what is said then."""
    address = reverse(f"admin:{found._meta.model_name}-{name}", args=[found.pk])
    asked = client.get(address)
    assert asked.status_code == 200
    said = asked.content.decode()
    assert f"<h2>{sentence(f'club.act.{name}')}</h2>" in said
    assert "csrfmiddlewaretoken" in said
    assert not re.search(r"<script(?! src=)|<style|\sstyle=|\son[a-z]+=", said)
    done = client.post(address, values, follow=True)
    return unescape(done.content.decode())


def is_done(said: str, name: str) -> bool:
    return sentence("club.act.done", {"act": sentence(f"club.act.{name}")}) in said


def test_whoever_opens_a_pairing_code_reads_what_it_is_for(client: Client) -> None:
    said = client.get("/pair", headers={"Accept-Language": "pl"}).content.decode()
    assert "<code>companion club pair &#x27;http://testserver/pair#…&#x27;</code>" in said.replace("'", "&#x27;")
    for text in ("screen.new_match", "new.scan"):
        assert sentence(text, language="pl") in said


def test_a_table_is_paired_by_a_code_that_is_shown_once(director: Client) -> None:
    table = Table.objects.create(name="Table 1")
    said = act(director, table, "pair")
    found = re.search(r"http://testserver/pair#([\w-]{43})<", said)
    assert found is not None
    assert tables_of([found[1]]) == {found[1]: table}
    assert 'src="data:image/svg+xml' in said
    assert found[1] not in director.get(f"/admin/club/table/{table.pk}/change/").content.decode()
    assert is_done(act(director, table, "revoke"), "revoke")
    assert tables_of([found[1]]) == {}


def test_what_tables_have_sent_is_read_and_not_changed(director: Client) -> None:
    Sender().match(Played(1))
    address = f"/admin/club/match/{Match.objects.get().pk}/change/"
    said = director.get(address).content.decode()
    assert "&quot;names&quot;: [&quot;Anna&quot;, &quot;Bert&quot;]" in said
    assert "<input" not in said.partition('id="content"')[2].partition("</form>")[0].replace('<input type="hidden"', "")
    assert director.post(address, {"digest": "another"}).status_code == 403


def test_a_name_is_corrected_but_removed_by_its_act_alone(director: Client) -> None:
    player = player_of("Anna")
    address = f"/admin/club/player/{player.pk}/change/"
    assert director.post(address, {"name": ""}).status_code == 200
    assert Player.objects.get().name == "Anna"
    assert director.post(address, {"name": "Anna B."}).status_code == 302
    assert Player.objects.get().name == "Anna B."


def test_a_page_of_a_thing_leads_to_what_can_be_done_with_it(director: Client) -> None:
    cup = tournament("Anna")
    said = director.get(f"/admin/club/tournament/{cup.pk}/change/").content.decode()
    for name in ("draw", "undraw", "enter", "withdraw", "move-up", "decide", "put"):
        assert f'href="{reverse(f"admin:tournament-{name}", args=[cup.pk])}">{sentence(f"club.act.{name}")}<' in said


@pytest.mark.parametrize("name", ["keep", "take"])
def test_a_conflict_is_shown_with_both_entries_and_decided(director: Client, name: str) -> None:
    match, table = Played(1), Sender()
    table.match(match)
    table.entries(Played(1, entries=(*match.entries[:5], *Played(2).entries[5:])), 4, 8)
    conflict = Conflict.objects.get()
    said = director.get(f"/admin/club/conflict/{conflict.pk}/change/").content.decode()
    assert 'type="submit" value="Save' not in said
    assert said.count("<br>n: 6<br>") == 2
    assert is_done(act(director, conflict, name), name)
    assert Conflict.objects.get().decision == {"keep": "kept", "take": "taken"}[name]


def test_a_match_goes_over_to_another_table(director: Client) -> None:
    match, table, other = Played(1), Sender(), Sender("Table 2")
    table.match(match)
    other.header(match)
    act(director, Conflict.objects.get(), "take")
    assert Match.objects.get().table == other.table


def test_players_are_merged_and_their_names_removed(director: Client) -> None:
    table = Sender()
    for match in (Played(1, ("Anna", "Bert")), Played(2, ("Ania", "Bert"))):
        table.match(match)
    Deriver().derive_new()
    anna = player_of("Anna")
    assert sentence("club.nobody-found") in act(director, player_of("Ania"), "merge", other="Nobody")
    assert is_done(act(director, player_of("Ania"), "merge", other=" ANNA "), "merge")
    Deriver().derive_new()
    assert set(Player.objects.values_list("name", flat=True)) == {"Anna", "Bert"}
    director.post(f"/admin/club/player/{anna.pk}/change/", {"name": "Anna B."})
    assert is_done(act(director, anna, "anonymise"), "anonymise")
    assert is_done(act(director, player_of("Bert"), "forget"), "forget")
    assert list(Player.objects.values_list("name", flat=True)) == [""]
    told = repr(list(LogEntry.objects.values()))
    assert LogEntry.objects.count() == 4
    assert not re.search("Anna|Ania|Bert", told)


def test_a_tournament_is_directed(director: Client) -> None:
    cup, table = tournament("Anna", rounds=2, places=2), Sender()
    assert sentence("club.cup.nothing-to-draw") in act(director, cup, "draw")
    for name in ("Bert", "Cora"):
        assert is_done(act(director, cup, "enter", player=name), "enter")
    assert sentence("club.cup.entered-already") in act(director, cup, "enter", player="anna")
    assert is_done(act(director, cup, "draw"), "draw")
    assert is_done(act(director, cup, "undraw"), "undraw")
    act(director, cup, "draw")
    pairing = Pairing.objects.get()
    assert is_done(act(director, cup, "put", pairing=pairing.pk, table=table.table.pk), "put")
    assert met(cup, "Anna").table == table.table
    assert sentence("club.cup.no-reason") in act(director, cup, "decide", pairing=pairing.pk, outcome="second")
    said = act(director, cup, "decide", pairing=pairing.pk, outcome="second", reason="late")
    assert is_done(said, "decide")
    assert str(met(cup, "Anna").winner) == "Bert"
    assert sentence("club.cup.begun") in act(director, cup, "undraw")
    assert is_done(act(director, cup, "decide", pairing=pairing.pk, outcome=""), "decide")
    play(table, "Anna", "Bert")
    assert is_done(act(director, cup, "withdraw", entrant=entrant(cup, "Bert").pk), "withdraw")
    assert is_done(act(director, cup, "move-up", entrant=entrant(cup, "Cora").pk), "move-up")
    act(director, cup, "draw")
    assert [str(one) for one in cup.pairings.filter(round=2)] == ["Anna - Cora"]


def test_what_is_drawn_keeps_its_kind(director: Client) -> None:
    cup = tournament("Anna", "Bert")
    act(director, cup, "draw")
    director.post(f"/admin/club/tournament/{cup.pk}/change/", {"name": "New", "length": 9, "rounds": 3, "lives": 4})
    cup.refresh_from_db()
    assert (cup.name, cup.length, cup.rounds, cup.lives) == ("New", 1, 3, None)


def test_who_may_not_cannot() -> None:
    cup, client = tournament("Anna", "Bert"), Client(enforce_csrf_checks=True)
    address = reverse("admin:tournament-draw", args=[cup.pk])
    assert client.post(address).status_code in (302, 403)
    client.force_login(User.objects.create_user("helper", is_staff=True))
    assert client.get(address).status_code == 403
    client.force_login(User.objects.create_superuser("director"))
    assert client.post(address).status_code == 403  # without the token of the form
    assert not Pairing.objects.exists()


def test_what_tables_have_sent_is_not_written_or_deleted_in_the_admin_pages(director: Client) -> None:
    Sender().match(Played(1))
    Deriver().derive_new()
    number, anna = Match.objects.get().pk, player_of("Anna").pk
    for address in (f"match/{number}/delete", "match/add", f"player/{anna}/delete", "player/add", "conflict/add"):
        assert director.get(f"/admin/club/{address}/").status_code == 403
