"""What every page of the server has: its language, and what a browser may load for it."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from companion.live.languages import accepted_language, known_language
from companion.texts import Language

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
COOKIE: Final = "language"
_YEAR_S: Final = 365 * 24 * 3600


class PageMiddleware(MiddlewareMixin):
    """Chooses the language of a request, and adds the content security policy to the answer."""

    def process_request(self, request: HttpRequest) -> None:
        chosen = known_language(request.GET.get("lang")) or known_language(request.COOKIES.get(COOKIE))
        accepted = request.headers.get("Accept-Language", "")
        request.LANGUAGE_CODE = chosen or accepted_language(accepted, Language.ENGLISH)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        chosen = known_language(request.GET.get("lang"))
        if chosen is not None:
            response.set_cookie(
                COOKIE, chosen, max_age=_YEAR_S, secure=request.is_secure(), httponly=True, samesite="Lax"
            )
        return response


def language_of(request: HttpRequest) -> str:
    """Return the language that was chosen for a request."""
    return str(request.LANGUAGE_CODE)
