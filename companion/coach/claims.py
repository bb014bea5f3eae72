"""The claims in favour of a play: facts that hold for it, and may not hold for another play of the same roll.

Each is a fact of :mod:`companion.coach.features`, in the order in which players look at a position: win or hit, stay
safe, make points and primes and anchors, get the back checkers away, race, and bring checkers to where they are useful.
The value of a claim follows from the plays that lack it (:mod:`companion.coach.reasons`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.coach.features import HOME, OUTFIELD, THEIRS, Features
from companion.games.backgammon.plays import BAR_POINT

Test: TypeAlias = Callable[[Features], bool]
Counts: TypeAlias = Callable[[Features], Mapping[str, int]]

# How readily players name a claim where two tell good plays from bad ones equally well.
STRIKING: Final = 1.2
USUAL: Final = 1.0
QUIET: Final = 0.7
FAINT: Final = 0.4

_FEWER_ROLLS: Final = 3  # of 36, and a third of those left: less is not worth a word
_KEPT_OUT: Final = 9  # of 36: where fewer than three points are held, nearly every roll comes in
_FEWER_PIPS: Final = 4
_PRIME: Final = 4
_STACK: Final = 5
_DEEP: Final = (1, 2)
_SLOTS: Final = (5, 4, 7, 3, 6)
_BACK: Final = (*THEIRS, BAR_POINT)
_BEST_FIRST: Final = (5, 4, 7, 6, 3, 2, 8, 9, 10, 11, 1, 12)


@dataclass(frozen=True, slots=True)
class Claim:
    """``name``: the end of its text keys; ``points``: its subject, in the mover's numbering, to be marked.

    ``misses``: whether another play lacks it; ``counts``: numbers for the blanks of its text, given such a play.  The
    blank ``point`` is the first of ``points``.
    """

    name: str
    misses: Test
    points: tuple[int, ...] = ()
    counts: Counts = lambda _: {}
    weight: float = USUAL


def claims(play: Features) -> Iterator[Claim]:
    """All claims in favour of a play, the most striking first."""
    if play.wins:
        yield Claim("win", lambda other: not other.wins, weight=STRIKING)
    yield from _hitting(play)
    if play.after.is_contact:
        yield from _safety(play)
        yield from _priming(play)
        yield from _points(play)
    yield from _back(play)
    yield from _racing(play)
    if play.after.is_contact:
        yield from _shape(play)


def _hitting(play: Features) -> Iterator[Claim]:
    hits, taken = play.hits(), play.pips_taken
    if len(hits) > 1:
        yield Claim(
            "hit-more",
            lambda other: len(other.hits()) < len(hits),
            hits,
            lambda _: {"n": len(hits)},
            STRIKING,
        )
    for point in hits:
        if point in play.made() and point in HOME:
            yield Claim("hit-point", _hits_and_holds_not(point), (point,), weight=STRIKING)
    if hits:
        yield Claim("hit", lambda other: not other.hits(), hits)
        yield Claim(
            "hit-far",
            lambda other: 0 < other.pips_taken <= taken - _FEWER_PIPS,
            hits,
            lambda other: {"n": taken, "m": other.pips_taken},
        )
    out = play.rolls_kept_out()
    closed = tuple(sorted(play.after.held() & frozenset(HOME), reverse=True))
    if out and play.is_closed:
        yield Claim("closed", lambda other: other.rolls_kept_out() < out, closed, weight=STRIKING)
    elif out >= _KEPT_OUT:
        yield Claim(
            "stay-out",
            lambda other: other.is_waiting and other.rolls_kept_out() < out,
            closed,
            lambda other: {"n": out, "m": other.rolls_kept_out()},
        )


def _safety(play: Features) -> Iterator[Claim]:
    left, blots = play.shots, play.after.blots()
    if left == 0:
        yield Claim("safe", _is_in_danger(play, 1), counts=lambda other: {"n": other.shots})
    else:
        yield Claim(
            "shots",
            _is_in_danger(play, max(_FEWER_ROLLS, left // 3)),
            play.under_fire(),
            lambda other: {"n": left, "m": other.shots},
        )
    yield Claim(
        "blots" if blots else "no-blots",
        lambda other: len(other.after.blots()) > len(blots),
        tuple(sorted(blots, reverse=True)),
        lambda other: {"n": len(blots), "m": len(other.after.blots())},
        FAINT if blots else QUIET,
    )


def _points(play: Features) -> Iterator[Claim]:
    useful = tuple(point for point in sorted(play.made(), key=_worth) if point not in _DEEP)
    if len(useful) > 1:
        yield Claim(
            "make-more",
            lambda other: len(other.made() - {*_DEEP}) < len(useful),
            useful,
            lambda _: {"n": len(useful)},
            STRIKING,
        )
    for point in sorted(play.made(), key=_worth):
        yield Claim(_making(play, point), _holds_not(point), (point,), weight=_weight(point))
    for point in sorted(play.kept(), key=_worth):
        name, weight = ("keep-anchor", QUIET) if point in THEIRS else ("keep", FAINT)
        yield Claim(name, _holds_not(point), (point,), weight=weight)


def _priming(play: Features) -> Iterator[Claim]:
    prime, earlier = play.after.prime(), play.before.prime()
    if len(prime) < _PRIME or play.after.is_home:
        return
    yield Claim(
        "prime" if len(prime) > len(earlier) else "keep-prime",
        lambda other: len(other.after.prime()) < len(prime),
        prime,
        lambda other: {"n": len(prime), "m": len(other.after.prime())},
        STRIKING if len(prime) > len(earlier) else QUIET,
    )


def _back(play: Features) -> Iterator[Claim]:
    lead = play.after.lead
    if play.before.is_contact and not play.after.is_contact and lead > 0:
        yield Claim("past", lambda other: other.after.is_contact, counts=lambda _: {"n": lead})
    if play.after.is_contact and lead < 0:
        yield Claim("contact", lambda other: not other.after.is_contact, counts=lambda _: {"n": -lead})
    back = play.after.at(_BACK)
    if back < play.before.at(_BACK):
        yield Claim("out", lambda other: other.after.at(_BACK) > back)


def _racing(play: Features) -> Iterator[Claim]:
    off, home, brought = play.borne_off, play.home, play.brought_home
    if off:
        yield Claim(
            "off",
            lambda other: other.borne_off < off,
            counts=lambda other: {"n": off, "m": other.borne_off},
        )
    if brought > 0:
        weight = FAINT if play.after.is_contact else QUIET
        yield Claim("home", lambda other: other.home < home, counts=lambda _: {"n": brought}, weight=weight)
    if not play.after.is_contact:
        for point in play.brought(HOME):
            if not play.before.own[point]:
                yield Claim("fill", _leaves_empty(point), (point,))


def _shape(play: Features) -> Iterator[Claim]:
    before, after = play.before, play.after
    for point in play.brought(THEIRS):
        yield Claim("up", _brings_none_to(point), (point,), weight=QUIET)
    for point in _SLOTS:
        if after.own[point] == 1 and not before.own[point]:
            yield Claim("slot", _leaves_empty(point), (point,), weight=QUIET)
    for point in play.brought(OUTFIELD):
        yield Claim("builder", lambda other: not other.brought(OUTFIELD), (point,), weight=QUIET)
    if after.at(_DEEP) <= before.at(_DEEP):
        yield Claim("in-play", lambda other: other.after.at(_DEEP) > before.at(_DEEP), weight=FAINT)
    stack = before.stack()
    if before.own[stack] >= _STACK and after.own[stack] < before.own[stack]:
        yield Claim(
            "stack",
            lambda other: other.after.own[stack] >= before.own[stack],
            (stack,),
            lambda _: {"n": before.own[stack]},
            QUIET,
        )


def _weight(point: int) -> float:
    """The weight of a made point: high for home points but the deepest, points before home, and anchors."""
    if point in _DEEP:
        return QUIET
    return STRIKING if point in (*HOME, *OUTFIELD, *THEIRS) else USUAL


def _is_in_danger(play: Features, rolls: int) -> Test:
    """Whether so many more rolls hit, and not only checkers that have little to lose."""
    return lambda other: other.shots >= play.shots + rolls and other.costly_shots >= play.costly_shots + rolls


def _holds_not(point: int) -> Test:
    return lambda other: point not in other.after.held()


def _leaves_empty(point: int) -> Test:
    return lambda other: not other.after.own[point]


def _brings_none_to(point: int) -> Test:
    return lambda other: point not in other.brought(THEIRS)


def _hits_and_holds_not(point: int) -> Test:
    return lambda other: point not in other.hits() or point not in other.made()


def _making(play: Features, point: int) -> str:
    if point in THEIRS:
        return "make-anchor"
    if play.before.own[point]:
        return "cover"
    return "make-home" if point in HOME else "make-point"


def _worth(point: int) -> int:
    return _BEST_FIRST.index(point) if point in _BEST_FIRST else len(_BEST_FIRST) + point
