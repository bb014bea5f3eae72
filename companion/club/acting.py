"""Acts in the admin pages: each is a page that says what it will do, and does it once somebody has confirmed that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.cache import never_cache

from companion.club.directing import ActError
from companion.club.middleware import language_of
from companion.errors import InputError
from companion.live.state import Say
from companion.live.words import speaker
from companion.texts import sentence

Values = Mapping[str, Any]
Fields = Mapping[str, forms.Field]


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a person does with an object.

    ``name``: in the address, and of its texts ``club.act.NAME`` and ``club.act.NAME-note``.  ``do``: raises
    :class:`InputError` where it is not possible; may return a page of its own.  ``fields``: what it asks for.
    ``blanks``: of the note.
    """

    name: str
    do: Callable[[HttpRequest, Any, Values], HttpResponse | None]
    fields: Callable[[Any, Say], Fields] = lambda _found, _say: {}
    blanks: Callable[[Any], Mapping[str, str]] = lambda _found: {}

    @property
    def title(self) -> str:
        return f"club.act.{self.name}"


class ActsAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # Django has no type arguments when it runs
    """The pages of a model with links to what can be done with an object of it."""

    acts: ClassVar[tuple[Act, ...]] = ()
    change_form_template = "club/admin/change.html"

    def get_urls(self) -> list[URLPattern]:
        model = self.opts.model_name
        own = [
            path(f"<int:number>/{act.name}/", self.admin_site.admin_view(self._view(act)), name=f"{model}-{act.name}")
            for act in self.acts
        ]
        return own + super().get_urls()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "acts": self.acts})

    def _view(self, act: Act) -> Callable[..., HttpResponse]:
        @never_cache
        def view(request: HttpRequest, number: int) -> HttpResponse:
            return self._act(request, number, act)

        return view

    def _act(self, request: HttpRequest, number: int, act: Act) -> HttpResponse:
        found, say = get_object_or_404(self.model, pk=number), speaker(language_of(request))
        if not self.has_change_permission(request, found):
            raise PermissionDenied
        form = forms.Form(request.POST if request.method == "POST" else None)
        form.fields.update(act.fields(found, say))
        if form.is_valid():
            try:
                done = act.do(request, found, form.cleaned_data)
            except InputError as error:
                form.add_error(None, say(error.key) if isinstance(error, ActError) else str(error))
            else:
                self._log(request, number, act)
                if done is not None:
                    return done
                messages.success(request, say("club.act.done", act=say(act.title)))
                return self._after(number)
        return self._confirm(request, found, act, form)

    def _after(self, number: int) -> HttpResponse:
        """Go to the page of the object; to that of all, if it is not there any more."""
        if self.model._default_manager.filter(pk=number).exists():
            return redirect(f"admin:club_{self.opts.model_name}_change", number)
        return redirect(f"admin:club_{self.opts.model_name}_changelist")

    def _log(self, request: HttpRequest, number: int, act: Act) -> None:
        """Keep who has done it, without a name that may just have been removed."""
        LogEntry.objects.create(
            user_id=int(request.user.pk or 0), content_type=ContentType.objects.get_for_model(self.model),
            object_id=str(number), object_repr=f"#{number}", action_flag=CHANGE, change_message=sentence(act.title),
        )  # fmt: skip

    def _confirm(self, request: HttpRequest, found: Model, act: Act, form: forms.Form) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": str(found),
            "act": act,
            "note": f"{act.title}-note",
            "blanks": act.blanks(found),
            "form": form,
            "back": _page_of(found),
        }
        return TemplateResponse(request, "club/admin/act.html", context)


def _page_of(found: Model) -> str:
    return reverse(f"admin:club_{found._meta.model_name}_change", args=[found.pk])
