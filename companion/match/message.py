"""The message across the screen, and how long it stands: a warning, a notice or a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

NOTICE_S: Final = 4.0
"""Seconds for which a notice stands unless it is touched away."""
LASTING: Final = frozenset(
    {
        "notice.camera-lost", "notice.crown", "notice.differs", "notice.differs.squares", "notice.light-squares",
        "notice.men-astray", "notice.not-start", "notice.put-back", "notice.put-back.squares", "notice.taken-up",
        "notice.time-out", "notice.unreadable", "notice.unseen", "practice.stage.set-up",
    }
)  # fmt: skip
"""Notices that stand until the players have fixed something, or touched them away."""


@dataclass(frozen=True, slots=True)
class Message:
    """A warning with its reason, a notice, or a question in words.

    ``key`` and ``values`` name a text of :mod:`companion.texts`; ``points`` are marked on the board (numbers from
    Light's seat).  ``alarm``: it is a warning.  ``choices``: the answers to a question, in the order of
    ``Answered.choice``: text keys or plain words (a play in standard notation).  ``over``: the warning that it covers
    for its time.
    """

    key: str
    values: Mapping[str, str] = field(default_factory=dict)
    points: tuple[int, ...] = ()
    alarm: bool = True
    choices: tuple[str, ...] = ()
    over: Message | None = field(default=None, compare=False)

    @property
    def stays(self) -> bool:
        """Whether it does not leave by itself."""
        return self.alarm or bool(self.choices) or self.key in LASTING


def alarm_in(message: Message | None) -> Message | None:
    """The warning that stands, also where a notice covers it."""
    if message is None or message.alarm:
        return message
    return message.over


class Standing(NamedTuple):
    """The message, its time (seconds of the session), and the notice that has left."""

    message: Message | None
    said_t: float
    read: Message | None


def after_step(
    before: Standing, now: Message | None, t: float, *, by_person: bool, again: bool, fault: bool
) -> Standing:
    """The message after a step.

    A warning stands as long as its fault, a question until its answer, a notice for its time unless it lasts.
    ``before``: the message until then; ``now``: the message of the step.  A look or the time does not repeat a message,
    but a person's act does.  ``again``: repeat it though it stands already.  ``fault``: the reported fault is still
    there.
    """
    was, said_t, read = before
    if now is not None and (now is not was or again):
        if not by_person and now == was:
            now = was
        elif not by_person and now == read:
            now = alarm_in(was) if fault else None
        else:
            said_t = t
            now = now if now.alarm or not fault else replace(now, over=alarm_in(was))
    if now is None or now.stays or t - said_t < NOTICE_S:
        return Standing(now, said_t, read)
    return Standing(now.over, said_t, now)
