"""``python -m companion.club COMMAND``: the server and its commands, as Django's ``manage.py``."""

from __future__ import annotations

import os
import sys

from django.conf import settings
from django.core.management import execute_from_command_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.club.settings")
settings.DATA.mkdir(parents=True, exist_ok=True)
execute_from_command_line(["companion.club", *sys.argv[1:]])
