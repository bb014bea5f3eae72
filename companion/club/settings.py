"""The settings of the server (Django), from its environment.

``COMPANION_CLUB_DATA``: the folder of the secret and of the SQLite database, by default ``companion-club`` in the
user's data folder.  ``COMPANION_CLUB_DATABASE``: ``postgresql://USER:PASSWORD@HOST:PORT/NAME``; what is left out is
taken from libpq's own variables (``PGHOST`` ...).  ``COMPANION_CLUB_HOSTS``: the names under which it is reached, with
commas.  ``COMPANION_CLUB_PLAIN=1``: without TLS, for a try on one's own machine.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from django.utils.functional import lazy

from companion.club.secret import secret_in

_OWN: Final = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "companion-club"
DATA: Final = Path(os.environ.get("COMPANION_CLUB_DATA") or _OWN)
_PLAIN: Final = os.environ.get("COMPANION_CLUB_PLAIN") == "1"
_LONGEST_REQUEST: Final = 2 * 2**20


def _database(url: str) -> dict[str, Any]:
    if not url:
        # IMMEDIATE: a transaction that would write later cannot wait for another one and fails instead.
        options = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": "PRAGMA journal_mode = WAL"}
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA / "club.sqlite3", "OPTIONS": options}
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.lstrip("/") or os.environ.get("PGDATABASE", "companion"),
        "USER": unquote(parts.username or os.environ.get("PGUSER", "")),
        "PASSWORD": unquote(parts.password or os.environ.get("PGPASSWORD", "")),
        "HOST": parts.hostname or os.environ.get("PGHOST", ""),
        "PORT": parts.port or os.environ.get("PGPORT", ""),
        # Each thread keeps its own, and asks whether it is still there.
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
    }


SECRET_KEY = lazy(secret_in, str)(DATA)  # whoever only reads the settings makes none
DEBUG = False
ALLOWED_HOSTS = [name for name in os.environ.get("COMPANION_CLUB_HOSTS", "").split(",") if name]
if _PLAIN:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "companion.club",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "companion.club.middleware.PageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "companion.club.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
ASGI_APPLICATION = "companion.club.asgi.application"
DATABASES = {"default": _database(os.environ.get("COMPANION_CLUB_DATABASE", ""))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
# Somebody else at the same address, such as a guest in the club's network, does not lock the director out.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_CALLABLE = "companion.club.rates.locked_out"
AXES_VERBOSE = False
# A minute, of each process.  A table sends an event a second, and more only after it was without a network.
CLUB_TABLE_RATE = 6000
CLUB_WRONG_TOKEN_RATE = 300
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
LANGUAGE_CODE = "en"
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "static/"
STATIC_ROOT = DATA / "static"
DATA_UPLOAD_MAX_MEMORY_SIZE = _LONGEST_REQUEST

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}

SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not _PLAIN
SECURE_HSTS_SECONDS = 0 if _PLAIN else 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = not _PLAIN
# The server that has the certificate says so; it must take this header away from what comes from outside.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
