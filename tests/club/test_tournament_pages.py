"""The pages of tournaments show what is drawn, how it stands, who waits, and at which table who plays."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion.club.directing import decide, draw_round, put_at
from companion.club.draw import Outcome
from companion.club.models import Pairing, Tournament
from companion.club.people import anonymise, player_of
from companion.texts import Language, sentence
from tests.club.cups import play, play_round, tournament
from tests.club.evening import content
from tests.club.sending import Sender
from tests.club.test_pages import INLINE

pytestmark = pytest.mark.django_db


def text(html: str) -> str:
    """What a page says, in one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_tournament_with_all_that_can_be_in_it() -> None:
    cup, table = tournament("Anna", "Bert", "Cora", "Dan", "Eva", "Fero", rounds=3, places=5), Sender("Table 7")
    draw_round(cup)
    play(table, "Anna", "Cora")
    pairing = Pairing.objects.get(place=2)
    put_at(cup, pairing, Sender("Table 8").table)
    said = text(content(f"/tournaments/{cup.pk}"))
    assert "Swiss, 3 rounds." in said
    assert re.search(r"Standings .* 1 Anna 1 0 0 ", said)
    assert re.search(r"Waiting list Fero ", said)
    assert re.search(r"Round 1 Pairing Score Result Table Anna – Cora \d–0 Won by Anna Table 7 ", said)
    assert "Bert – Dan Not played yet Table 8 Eva Free round" in said
    decide(cup, pairing, Outcome.SECOND, "Bert came late")
    assert "Bert – Dan Won by Dan. Set by the director: Bert came late Table 8" in text(
        content(f"/tournaments/{cup.pk}")
    )


@pytest.mark.parametrize("values", [{}, {"rounds": 2}, {"lives": 2, "again": True}])
@pytest.mark.parametrize("language", Language)
def test_each_kind_in_every_language(values: dict[str, Any], language: Language) -> None:
    cup, table = tournament("Anna", "<i>Bert", **values), Sender()
    draw_round(cup)
    play_round(table, cup)
    anonymise(player_of("Anna"))
    for address in ("/tournaments", f"/tournaments/{cup.pk}"):
        said = content(address, None, **{"Accept-Language": language.value})
        assert f'<html lang="{language}">' in said
        assert not INLINE.search(said)
        assert "<i>" not in said
        assert sentence("club.cups", language=language) in said
        assert "Anna" not in said
        for table_of_page in re.findall(r"<table.*?</table>", said, re.DOTALL):
            assert "<caption" in table_of_page
            assert 'scope="col"' in table_of_page


def test_tournaments_are_listed_in_pages_the_newest_first() -> None:
    assert sentence("club.cup.none") in content("/tournaments")
    Tournament.objects.bulk_create(Tournament(name=f"Cup {n}", length=5) for n in range(60))
    first = content("/tournaments")
    assert re.findall(r">Cup (\d+)<", first) == [str(n) for n in range(59, 9, -1)]
    following = re.search(r'rel="next" href="([^"]+)"', first)
    assert following is not None
    assert re.findall(r">Cup (\d+)<", content(f"/tournaments{following[1]}")) == [str(n) for n in range(9, -1, -1)]


def queries(address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        content(address)
    return len(seen)


def test_a_page_asks_the_database_as_often_for_many_as_for_few() -> None:
    few, many = tournament("Anna", "Bert"), tournament(*(f"Player {n}" for n in range(12)), name="Large")
    table = Sender()
    for cup in (few, many):
        draw_round(cup)
        play_round(table, cup)
    assert queries(f"/tournaments/{many.pk}") == queries(f"/tournaments/{few.pk}")
    assert queries(f"/tournaments/{many.pk}") <= 5
    assert queries("/tournaments") == 1
