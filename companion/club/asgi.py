"""The server as an application that uvicorn runs."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.club.settings")
application = get_asgi_application()
