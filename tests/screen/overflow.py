"""What does not fit: words larger than their place, places beside the screen or over each other."""

from __future__ import annotations

from typing import Any

_SLACK_PX = 2.0


def cut_off(content: Any) -> list[str]:
    """What of a screen's words and fields cannot be seen whole."""
    from kivy.uix.label import Label  # not before the window is opened

    shown = [each for each in content.walk(restrict=True) if isinstance(each, Label) and each.opacity and each.text]
    wrong = [f"{each.text!r} is cut off" for each in shown if _is_too_small(each)]
    wrong += [f"{each.text!r} lies beside the screen" for each in shown if not _within(each, content)]
    return wrong


def _is_too_small(words: Any) -> bool:
    wide, high = words.texture_size
    return bool(words.shorten or wide > words.width + _SLACK_PX or high > words.height + _SLACK_PX)


def _within(words: Any, content: Any) -> bool:
    return bool(
        words.x >= content.x - _SLACK_PX
        and words.y >= content.y - _SLACK_PX
        and words.right <= content.right + _SLACK_PX
        and words.top <= content.top + _SLACK_PX
    )
