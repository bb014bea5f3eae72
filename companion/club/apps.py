"""What Django has to know of the club."""

from __future__ import annotations

from django.apps import AppConfig


class ClubConfig(AppConfig):
    name = "companion.club"
    label = "club"
    verbose_name = "Club"
