"""Style sheets and scripts, without another server for them."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

_KEPT_S: Final = 600


@require_safe
def static_file(_: HttpRequest, path: str) -> HttpResponse:
    """``GET static/PATH``: a file of an installed app; a browser asks again after some minutes."""
    found = finders.find(path)  # which refuses a path that leads elsewhere
    if not found or not Path(found).is_file():
        raise Http404
    kind = mimetypes.guess_type(found)[0] or "application/octet-stream"
    return HttpResponse(Path(found).read_bytes(), kind, headers={"Cache-Control": f"max-age={_KEPT_S}"})
