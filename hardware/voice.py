"""A voice: words as a WAV file, by espeak-ng, one process an utterance."""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

log = logging.getLogger(__name__)

PROGRAM: Final = "espeak-ng"
SPEED: Final = 150
"""Words a minute: a little slower than the program's own 175."""
VOICES: Final[Mapping[str, str]] = MappingProxyType({"en": "en-gb", "pl": "pl", "sk": "sk", "ru": "ru"})
"""The program's voice for each language of the companion."""
_LOUDEST: Final = 200
_PATIENCE_S: Final = 10.0


class Voice:
    """``program``: its name or path.  ``speed``: words a minute.

    A failure is silent; it is logged once, and once more when the program speaks again.
    """

    def __init__(self, program: str = PROGRAM, *, speed: int = SPEED) -> None:
        self._program: Final = program
        self._speed: Final = speed
        self._mute = False

    def render(self, words: str, file: Path, volume: float, language: str) -> bool:
        """Write words as a WAV file; False where the program fails.

        ``volume``: 0..1.  ``language``: a key of ``VOICES``; others are spoken by the English voice.

        The program plays nothing itself: where there is no sound card it would end as if it had.
        """
        command = [
            *(self._program, "-v", VOICES.get(language, VOICES["en"])),
            *("-a", str(round(_LOUDEST * min(max(volume, 0.0), 1.0))), "-s", str(self._speed)),
            *("-w", str(file), "--stdin"),
        ]
        try:
            file.unlink(missing_ok=True)
            subprocess.run(command, input=words.encode(), capture_output=True, timeout=_PATIENCE_S, check=True)
            spoken = file.stat().st_size > 0
        except OSError as error:
            return self._failed(error.strerror or str(error))
        except subprocess.CalledProcessError as error:
            return self._failed(f"ended with {error.returncode}")
        except subprocess.TimeoutExpired:
            return self._failed(f"did not end within {_PATIENCE_S:g} s")
        if not spoken:
            return self._failed("its file is empty")
        if self._mute:
            self._mute = False
            log.info("the voice speaks again")
        return True

    def _failed(self, why: str) -> bool:
        if not self._mute:
            self._mute = True
            log.warning("no voice: %s: %s", Path(self._program).name, why)
        return False
