"""The pages around a match: welcome, new match, settings, doctor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {}
