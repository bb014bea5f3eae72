"""What is said across the screen, and how long it stands: a warning, a notice or a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

NOTICE_S: Final = 4.0
"""For so long a notice stands, if its reader does not touch it away before."""
LASTING: Final = frozenset(
    {
        "notice.camera-lost", "notice.crown", "notice.differs", "notice.differs.squares", "notice.light-squares",
        "notice.men-astray", "notice.not-start", "notice.put-back", "notice.put-back.squares", "notice.time-out",
        "notice.unreadable", "notice.unseen", "practice.stage.set-up",
    }
)  # fmt: skip
"""Notices of what the players are to mend, which stand until it is mended, or touched away."""


@dataclass(frozen=True, slots=True)
class Message:
    """A warning with its reason, a notice, or a question in words.

    ``key`` and ``values`` name a text of :mod:`companion.texts`; ``points`` are marked on the board
    (numbers from Light's seat).  ``alarm`` distinguishes a warning from a notice or question.
    ``choices``: the answers to a question, in the order of ``Answered.choice``: text keys, or words as
    they are (a play in standard notation).
    ``said_t``: when it was said, in seconds of the session.  ``over``: the warning that it stands before for its time,
    and that is still true.
    """

    key: str
    values: Mapping[str, str] = field(default_factory=dict)
    points: tuple[int, ...] = ()
    alarm: bool = True
    choices: tuple[str, ...] = ()
    said_t: float = field(default=0.0, compare=False)
    over: Message | None = field(default=None, compare=False)

    @property
    def stays(self) -> bool:
        """Whether it does not leave by itself."""
        return self.alarm or bool(self.choices) or self.key in LASTING


def alarm_in(message: Message | None) -> Message | None:
    """The warning that stands, also where a notice stands before it."""
    if message is None or message.alarm:
        return message
    return message.over


def told(
    was: Message | None, now: Message | None, read: Message | None, t: float, *, again: bool, standing: bool
) -> tuple[Message | None, Message | None]:
    """What stands after a step, with the time at which it was said, and the notice that has been read.

    A warning stands as long as its fault, a question until its answer, a notice for its time unless something is to be
    mended.  ``was``: what stood
    before the step; ``now``: what the step has said; ``read``: a notice that has left.  Words that a look or the time
    brings once more are not said anew, but those that a person asks for (``again``) are.  ``standing``: the fault of
    which a warning was given is still there.
    """
    if now is not None and now is not was:
        if not again and now == was:
            now = was
        elif not again and now == read:
            now = alarm_in(was) if standing else None
        else:
            now = replace(now, said_t=t, over=alarm_in(was) if standing and not now.alarm else None)
    if now is None or now.stays or t - now.said_t < NOTICE_S:
        return now, read
    return now.over, now
