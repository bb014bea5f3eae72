"""A server of a club with an empty database for each test."""

from __future__ import annotations

import os
import tempfile

os.environ.setdefault("COMPANION_CLUB_DATA", tempfile.mkdtemp(prefix="companion-tests-club-"))
os.environ.setdefault("COMPANION_CLUB_PLAIN", "1")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.club.settings")

import django  # it reads the settings from the environment
from django.conf import settings

# A password is to be slow to guess, which no test needs.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
django.setup()
if "sqlite3" in settings.DATABASES["default"]["ENGINE"]:
    # In a file, as in earnest: threads share one in memory, and wait for nobody.
    settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(settings.DATA / f"test-{os.getpid()}.sqlite3")
