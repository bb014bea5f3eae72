"""The code of a club is scanned at the table: it asks before anything is sent anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.pairing import Club, ClubHere, paired_club
from companion.errors import InputError
from companion.screen import PageName
from companion.settings.director_lock import stored
from tests.screen.conftest import Stage
from tests.screen.with_services import opened, over, press, said, touch, with_services

CODE = "https://club.example:8443/pair#s3cret"
CLUB = Club("https://club.example:8443", "s3cret")
PIN: dict[str, object] = {"director.pin": stored("2468", bytes(16))}


@pytest.mark.parametrize("language", ["en", "pl", "ru", "sk"])
def test_a_table_is_paired_once_somebody_has_agreed_to_the_host(stage: Stage, tmp_path: Path, language: str) -> None:
    with with_services(stage, {"screen.language": language}, club=ClubHere(tmp_path)):
        form = opened(stage, PageName.NEW_MATCH)
        form._scanned(CODE)
        question = over(stage)
        assert "club.example:8443?" in question.asked.text
        stage.keep(f"pairing-{language}")
        touch(stage, question.keep)
        assert paired_club(tmp_path) is None
        form._scanned(CODE)
        touch(stage, over(stage).act)
        assert paired_club(tmp_path) == CLUB
        stage.keep(f"paired-{language}")
        assert "club.example:8443" in said(stage)
        assert over(stage) is None


def test_where_there_is_a_pin_nobody_pairs_without_it(stage: Stage, tmp_path: Path) -> None:
    with with_services(stage, PIN, club=ClubHere(tmp_path)):
        form = opened(stage, PageName.NEW_MATCH)
        for pin, club in (("1111", None), ("2468", CLUB)):
            form._scanned(CODE)
            touch(stage, over(stage).act)
            assert paired_club(tmp_path) is None
            press(stage, *pin, "done")
            assert paired_club(tmp_path) == club
            said(stage)


def test_a_table_that_cannot_keep_a_club_says_why(stage: Stage, tmp_path: Path) -> None:
    in_the_way = tmp_path / "data"
    in_the_way.write_text("")
    with with_services(stage, club=ClubHere(in_the_way)):
        form = opened(stage, PageName.NEW_MATCH)
        form._scanned(CODE)
        touch(stage, over(stage).act)
        assert f"{in_the_way}: cannot be made" in said(stage)


@pytest.mark.parametrize("club", [ClubHere(Path("/nowhere")), None])
def test_other_codes_are_what_they_were(stage: Stage, club: ClubHere | None) -> None:
    with with_services(stage, club=club):
        form = opened(stage, PageName.NEW_MATCH)
        form._scanned("https://club.example/pair")
        assert said(stage) == "This code is not one for setting up a match."
        form._scanned("companion:1?light=Eva")
        assert form.settings.match.light == "Eva"


def test_who_is_asked_can_read_the_whole_host(stage: Stage, tmp_path: Path) -> None:
    with with_services(stage, {"screen.language": "ru"}, club=ClubHere(tmp_path)):
        form = opened(stage, PageName.NEW_MATCH)
        host = "w" * 30 + ".example"
        form._scanned(f"https://{host}/pair#s3cret")
        assert over(stage).asked.text.endswith(f"{host}?")
        stage.keep("pairing-long")
        assert not over(stage).asked.shorten
        over(stage).close()
        form._scanned(f"https://x{host}/pair#s3cret")
        assert said(stage) == "Этот код использовать нельзя: в нём ошибка."
        assert over(stage) is None


@pytest.mark.parametrize(
    "code",
    [
        "http://club.example/pair#s", "https://club.example/pair", "https:///pair#s", "https://club.example/#s",
        "https://club.example@elsewhere.example/pair#s", "https://club.exаmple/pair#s", "https://club\u202e.example/pair#s",
    ],
)  # fmt: skip
def test_a_code_whose_host_cannot_be_trusted_or_read_is_none(tmp_path: Path, code: str) -> None:
    assert ClubHere(tmp_path).host(code) is None
    with pytest.raises(InputError, match="is no pairing code of a club"):
        Club.from_code(code)
