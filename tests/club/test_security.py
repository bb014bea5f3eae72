"""Who guesses is stopped, and a server that is set up as it should be has nothing to say to Django's own check."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client, override_settings

from tests.club.sending import Played, Sender

pytestmark = pytest.mark.django_db

PASSWORD = "long enough for anybody"


def login(client: Client, password: str, name: str = "director", address: str = "192.0.2.1") -> int:
    said = {"username": name, "password": password}
    return client.post("/admin/login/?next=/admin/", said, REMOTE_ADDR=address).status_code


def test_who_guesses_passwords_is_locked_out_and_nobody_else(client: Client) -> None:
    User.objects.create_superuser("director", password=PASSWORD)
    User.objects.create_superuser("other", password=PASSWORD)
    assert [login(client, f"guess {n}") for n in range(5)] == [200, 200, 200, 200, 429]
    assert login(client, PASSWORD) == 429
    assert login(Client(), PASSWORD, address="192.0.2.2") == 302
    assert login(Client(), PASSWORD, name="other") == 302


@override_settings(CLUB_TABLE_RATE=3)
def test_a_table_that_asks_too_often_waits() -> None:
    cache.clear()
    table, other, match = Sender("Table 11"), Sender("Table 12"), Played(1)
    assert [table.header(match)[0] for _ in range(4)] == [200, 200, 200, 429]
    assert other.header(Played(2))[0] == 200


@override_settings(CLUB_WRONG_TOKEN_RATE=3)
def test_who_guesses_tokens_is_stopped() -> None:
    cache.clear()
    stranger = Sender("Table 13")
    right, stranger.token = stranger.token, "guess"
    assert [stranger.header(Played(3))[0] for _ in range(4)] == [401, 401, 401, 429]
    stranger.token = right
    assert stranger.header(Played(3)) == (429, {"error": "too many requests"})


def test_a_server_in_earnest_passes_the_check_of_django(tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION_CLUB")}
    env |= {"COMPANION_CLUB_DATA": str(tmp_path), "COMPANION_CLUB_HOSTS": "club.example"}
    words = [sys.executable, "-m", "companion.club", "check", "--deploy", "--fail-level", "WARNING"]
    found = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout == "System check identified no issues (0 silenced).\n"
