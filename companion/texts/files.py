"""What ``companion verify`` says of match files, beside the sentences that the screen has too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "file.not-legal": ("{what} is not legal",),
    "file.not-read-on": ("The rest of the game is not read.",),
}
