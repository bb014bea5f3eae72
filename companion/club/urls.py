"""The addresses of the server."""

from __future__ import annotations

from django.contrib import admin
from django.urls import path

from companion.club import table_views

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/matches", table_views.matches),
    path("api/matches/<uuid:uuid>", table_views.header),
    path("api/matches/<uuid:uuid>/entries", table_views.entries),
]
