"""The harmless things that people do before they play, which must not lead to an accusation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.backgammon import Play, Position
from companion.games.rules import Side
from companion.lab.simulation.acts import steps_of
from companion.lab.simulation.hands import Hands
from companion.lab.simulation.table import FLOOR, Shift, shifts_between
from companion.lab.simulation.truth import TrueTurn


def before_play(hands: Hands, turn: TrueTurn, ends: Mapping[Position, Play]) -> None:
    """Harmless actions before a play."""
    behaviour, rng = hands.behaviour, hands.rng
    if rng.random() < behaviour.camera_gone:
        turn.harmless.append("camera-gone")
        hands.session.lose_camera()
        hands.session.wait(60.0)
        hands.session.regain_camera()
        hands.people.watch(1.0)
    if rng.random() < behaviour.tried:
        turn.harmless.append("tried")
        _try_another(hands, turn, ends)
    if rng.random() < behaviour.hand_left:
        turn.harmless.append("hand-left")
        hands.over(still=True)
        hands.people.watch(rng.uniform(1.0, 6.0))
        hands.away()
    if rng.random() < behaviour.knocked:
        turn.harmless.append("knocked")
        _knock(hands)
    if rng.random() < behaviour.dice_aside:
        turn.harmless.append("dice-aside")
        hands.over()
        hands.session.wait(0.4)
        for k, die in enumerate(hands.table.dice):
            put = replace(die, place=hands.place(die.owner))
            hands.table.dice = (*hands.table.dice[:k], put, *hands.table.dice[k + 1 :])
        hands.session.wait(0.4)
        hands.away()
        hands.people.watch(rng.uniform(0.4, 2.0))


def _try_another(hands: Hands, turn: TrueTurn, ends: Mapping[Position, Play]) -> None:
    before = hands.table.picture()
    shifts = list(steps_of(hands.rng.choice(list(ends.values())), turn.side))
    if hands.rng.random() < 0.4:
        shifts = shifts[: hands.rng.randrange(1, len(shifts) + 1)]
    hands.move(shifts)
    hands.people.watch(hands.rng.uniform(1.0, 4.0))
    hands.move(shifts_between(hands.table.picture(), before))
    hands.people.watch(hands.pace.of(hands.pace.think, hands.rng) / 2)


def _knock(hands: Hands) -> None:
    """A sleeve takes a checker along; it is put straight."""
    side = hands.rng.choice(list(Side))
    point = hands.rng.choice([p for p in range(1, 25) if hands.table.picture()[p].of(side)] or [0])
    if not point:
        return
    to = hands.rng.choice([q for q in (point - 1, point + 1, FLOOR) if q == FLOOR or 1 <= q <= 24])
    hands.move([Shift(side, point, to)])
    hands.people.watch(hands.rng.uniform(0.6, 2.5))
    hands.move([Shift(side, to, point)])
    hands.people.watch(hands.rng.uniform(0.2, 1.0))
