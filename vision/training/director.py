"""Carries a film's script out on the renderer's table, five frames a second: what either renderer then draws.

What stands still is drawn once and shown for as long as it lasts; a hand on its way is two or three pictures.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np

FPS = 5
FLOOR, TRAY = 26, 25
AWAY_CM = 9.0
"""So far beyond the board's edge a hand that comes or goes is seen last."""

_FIRST_TOO = 0.3
"""A film that is so lively shows the first checker of a play in the hand, too."""

Way = list[Any]
Picture = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]
"""What lies where, the position, and what else is true of a picture."""
LETTERS = {"light": "W", "dark": "B"}


class Director:
    """Carries a script out on the renderer's table and films it.

    ``lively``: in how many movements one more picture of them is shown.  ``pictures``: those to render,
    each once.  ``shown``: one row a frame, with the number of its picture.
    """

    def __init__(self, render: Any, geometry: Any, table: Any, rng: Any, name: str, lively: float) -> None:
        self._lively = lively
        self._render, self._geometry, self._table, self._rng, self._name = render, geometry, table, rng, name
        self._hand: dict[str, Any] | None = None
        self._floor: list[dict[str, Any]] = []
        self._knocked: tuple[dict[str, Any], list[float]] | None = None
        self._turn = -1
        self.pictures: list[Picture] = []
        self.shown: list[dict[str, Any]] = []

    @classmethod
    def of(cls, parts: Any, geometry: Any, rng: Any, shot: dict[str, Any], lively: float) -> Director:
        """A film that begins with the start position; ``parts``: the renderer's modules game, layout and render."""
        table = parts.layout.Table(geometry, rng, shot["mess"], {"lean": 0})
        table.setup(parts.game.new())
        table.set_cube(1, "bar" if geometry["bar_h"] else "side_right")
        return cls(parts.render, geometry, table, rng, shot["id"], lively)

    def film(self, turns: list[dict[str, Any]]) -> None:
        """The whole script, from the start position on."""
        self.rest(2.4)
        for number, turn in enumerate(turns):
            self._turn = number
            turn["lies"] = []
            for step in turn["steps"]:
                first = len(self.shown)
                self._step(step)
                if step["do"] == "carry" and turn["act"]:
                    turn["lies"].append([round(len(self.shown) / FPS, 2), len(turn["lies"]) > 0])
                if step.get("signal"):
                    turn["signal_s"] = self._signal(step, first)
            turn["end_s"] = round((len(self.shown) - 1) / FPS, 2)
        self.rest(2.0)
        for turn in turns:
            turn["clear_s"] = self._clear_since(turn.get("signal_s", turn["end_s"]))

    def rest(self, seconds: float, kind: str = "rest") -> None:
        """Nothing moves; a hand that is over the board stays there."""
        self._shoot(kind, frames=max(1, round(seconds * FPS)))

    def _step(self, step: dict[str, Any]) -> None:
        player = LETTERS[step.get("side", "light")]
        match step["do"]:
            case "rest":
                self.rest(step["s"])
            case "throw":
                self._throw(player, step)
            case "lift":
                self._lift(player, stays=bool(step.get("stays")))
            case "carry":
                self._carry(player, step)
            case "turn":
                self._turn_dice(player, [int(n) for n in step["dice"]])
            case "cube":
                self._move_cube(player, step)
            case "reach":
                self._reach(player, step["s"])
            case "straighten":
                self._straighten(player)
            case other:
                raise ValueError(f"{other}: no step of a script")

    def _signal(self, step: dict[str, Any], first: int) -> float:
        """When the dice are gone, or the opponent's lie there."""
        wanted = "dice_gone" if step["do"] == "lift" else "thrown_over"
        kinds = [row["kind"] for row in self.shown[first:]]
        at = first + kinds.index(wanted) if wanted in kinds else len(self.shown)
        return round(at / FPS, 2)

    def _clear_since(self, seconds: float) -> float | None:
        clear = (row["t"] for row in self.shown if row["t"] >= seconds and not row["hand"])
        return next(clear, None)

    # --- what a player does ---------------------------------------------------------------------------

    def _throw(self, player: str, step: dict[str, Any]) -> None:
        values = [int(n) for n in step["dice"]]
        half = "right" if player == "W" else "left"
        x = (1 if half == "right" else -1) * self._geometry["W"] * 0.25
        self._over(player, (x, float(self._rng.normal(0, 3)), 6.0), "roll")
        self._shoot("throwing")
        if step.get("each"):
            larger = sorted(values, reverse=True)
            other = "B" if player == "W" else "W"
            landed = self._landed(player, larger[:1]) + self._landed(other, larger[1:])
        else:
            landed = self._landed(player, values, cocked=bool(step.get("cocked")))
        if self._rng.random() < 0.8 * self._lively:
            self._table.dice = tumbling(landed, self._rng)
            self._outwards(player)
            self._shoot("dice_in_the_air")
        self._table.dice = landed
        self._hand = None
        self.rest(1.2 if step.get("cocked") else step["s"], "dice_lie")

    def _landed(self, player: str, values: list[int], *, cocked: bool = False, half: str | None = None) -> Any:
        half = half or ("right" if player == "W" else "left")
        landed = self._table.roll(player, values, half, 0 if player == "W" else 1, cocked)
        self._table.dice = []
        return landed

    def _lift(self, player: str, *, stays: bool) -> None:
        mine = [die for die in self._table.dice if die["player"] == player] or self._table.dice
        pair = mine if len(self._table.dice) > 2 else self._table.dice
        self._over(player, self._above(pair[0]["xyz"]), "pinch")
        self._shoot("hand_at_dice")
        left = [die for die in self._table.dice if not any(die is one for one in pair)]
        self._table.dice = left
        if stays:
            self._shoot("dice_gone")
        else:
            self._hand = None
            self._shoot("dice_gone")

    def _carry(self, player: str, step: dict[str, Any]) -> None:
        ways = step["ways"]
        for number, way in enumerate(ways):
            last = number == len(ways) - 1
            if last and step.get("meanwhile"):
                self._shown_carrying(player, way, "checker_carried")
                self._thrown_over(step["meanwhile"])
            if last or (number == 0 and self._lively >= _FIRST_TOO):
                late = bool(last and step.get("meanwhile"))
                self._shown_carrying(player, way, "thrown_over" if late else "checker_carried")
            self._move(way)
        if step.get("knocks"):
            self._knock()
        self._over(player, self._above(self._last_place), "pinch")
        if step.get("knocks") or step.get("meanwhile") or self._rng.random() < self._lively:
            self._shoot("checker_down")
        if not step.get("stays") and not step.get("at_once"):
            self._hand = None

    def _shown_carrying(self, player: str, way: Way, kind: str) -> None:
        """The checker of a way in the hand, about half-way."""
        colour, start, end = way
        lifted = copy.deepcopy(self._table)
        checker = self._taken(lifted, LETTERS[colour], start)
        trial = copy.deepcopy(lifted)
        target = self._laid(trial, copy.deepcopy(checker), end)["xyz"]
        share = float(self._rng.uniform(0.35, 0.75))
        at = [a + (b - a) * share for a, b in zip(checker["xyz"][:2], target[:2], strict=True)]
        height = float(self._rng.uniform(2.2, 4.0))
        self._over(player, (*at, height), "pinch")
        held = dict(checker, where="hand", point=None, held=True, rot=None, edge=False, layer=0)
        held["xyz"] = [*at, height - self._geometry["t"] / 2]
        if end != FLOOR and start != FLOOR:
            lifted.ch.append(held)
        self._shoot(kind, table=lifted)

    def _thrown_over(self, meanwhile: list[str]) -> None:
        """The opponent's pair on the other half, while the mover's lies there or not."""
        side, values = meanwhile
        player = LETTERS[side]
        lying = list(self._table.dice)
        taken = {die["half"] for die in lying}
        usual = "right" if player == "W" else "left"
        free = usual if usual not in taken else {"right": "left", "left": "right"}[usual]
        thrown = self._landed(player, [int(n) for n in values], half=free)
        self._table.dice = lying + thrown

    def _turn_dice(self, player: str, values: list[int]) -> None:
        """A hand at the dice, and they show other numbers than were thrown."""
        dice = self._table.dice
        self._over(player, self._above(dice[0]["xyz"]), "pinch")
        self._shoot("hand_at_dice")
        turned = []
        left = list(values)
        kept = []
        for die in dice:
            if die["value"] in left:
                left.remove(die["value"])
                kept.append(die)
        for die in dice:
            if any(die is one for one in kept):
                turned.append(die)
                continue
            x, y = die["xyz"][0], die["xyz"][1]
            pose = self._table.die_pose(left.pop(), x, y, 0.0, die["yaw"])
            turned.append(dict(die, **pose))
        self._table.dice = turned

    def _move_cube(self, player: str, step: dict[str, Any]) -> None:
        owner = LETTERS.get(step["owner"] or "")
        cube = self._table.cube
        self._over(player, self._above(cube["xyz"]), "pinch")
        self._shoot("hand_at_cube")
        place = "offered" if step["place"] == "offered" else f"{owner}_{self._owned}"
        self._table.set_cube(step["value"], place, owner)
        self._hand = None

    @property
    def _owned(self) -> str:
        return "rail" if self._geometry["bar"] > self._geometry["cube"] + 0.3 else "side"

    def _reach(self, player: str, seconds: float) -> None:
        across = 0.1 * self._geometry["D"] * (-1 if player == "W" else 1)
        self._over(player, (float(self._rng.normal(0, 5)), across, 3.5), "flat")
        self.rest(seconds, "hand_rests")
        self._outwards(player)
        self._shoot("hand_out")
        self._hand = None

    def _knock(self) -> None:
        """A lone or outermost checker slides towards the next point."""
        geometry, table = self._geometry, self._table
        tops: dict[int, dict[str, Any]] = {}
        for checker in table.ch:
            if checker["where"] == "point" and checker["layer"] == 0:
                best = tops.get(checker["point"])
                if best is None or checker["slot"] > best["slot"]:
                    tops[checker["point"]] = checker
        order = list(tops.values())
        self._rng.shuffle(order)
        for checker in order:
            for way in (1, -1):
                old = list(checker["xyz"])
                checker["xyz"] = [old[0] + way * 0.42 * geometry["pw"], old[1], old[2]]
                left, right, _, _ = table._half(old[0])
                inside = left + geometry["d"] / 2 <= checker["xyz"][0] <= right - geometry["d"] / 2
                if inside and table._free(*checker["xyz"], ignore=checker) <= 0.01:
                    self._knocked = (checker, old)
                    return
                checker["xyz"] = old

    def _straighten(self, player: str) -> None:
        if self._knocked is None:
            return
        checker, old = self._knocked
        self._over(player, self._above(checker["xyz"]), "pinch")
        self._shoot("hand_at_checker")
        checker["xyz"] = old
        self._knocked, self._hand = None, None

    # --- checkers, by colour and spot -----------------------------------------------------------------

    def _move(self, way: Way) -> None:
        colour, start, end = way
        checker = self._laid(self._table, self._taken(self._table, LETTERS[colour], start), end)
        self._last_place = list(checker["xyz"])

    def _taken(self, table: Any, colour: str, spot: int) -> dict[str, Any]:
        """The uppermost checker of a side on a spot, off the table."""
        if spot == FLOOR:
            return dict(next(c for c in self._floor if c["color"] == colour))
        where = {0: "bar", TRAY: "off"}.get(spot, "point")
        lying = table.at(where, spot if where == "point" else None, colour)
        checker: dict[str, Any] = max(lying, key=lambda c: (c["layer"], c["slot"]))
        table.ch.remove(checker)
        return checker

    def _laid(self, table: Any, checker: dict[str, Any], spot: int) -> dict[str, Any]:
        if table is self._table:
            self._floor = [c for c in self._floor if c["id"] != checker["id"]]
        if spot == FLOOR:
            if table is self._table:
                self._floor.append(checker)
            return checker
        where = {0: "bar", TRAY: "off"}.get(spot, "point")
        point = spot if where == "point" else None
        used = {c["slot"] for c in table.at(where, point, checker["color"] if where != "point" else None)}
        slot = next(k for k in range(40) if k not in used)
        checker.update(where=where, point=point, slot=slot, held=False)
        table._place(checker)
        table.ch.append(checker)
        return checker

    # --- hands and frames -------------------------------------------------------------------------------

    def _above(self, xyz: Any) -> tuple[float, float, float]:
        return float(xyz[0]), float(xyz[1]), 3.0

    def _over(self, player: str, at: tuple[float, float, float], pose: str) -> None:
        self._hand = self._render.hand_spec(self._table, self._geometry, player, list(at), self._rng, pose, at[2])

    def _outwards(self, player: str) -> None:
        """The hand most of the way out."""
        assert self._hand is not None
        side = -1 if player == "W" else 1
        x, y, _ = self._hand["at"]
        self._hand = dict(self._hand, at=[x, (y + 2 * side * (self._geometry["outer_y"] + AWAY_CM)) / 3, 6.5])

    def _shoot(self, kind: str, *, frames: int = 1, table: Any = None) -> None:
        seen = table or self._table
        snapshot = (seen.snapshot(), copy.deepcopy(self._hand))
        if not self.pictures or (self.pictures[-1][0], self.pictures[-1][2]["hand"]) != snapshot:
            number = len(self.pictures)
            truth = {"kind": kind, "stable": self._hand is None, "t": number / FPS, "frame": number}
            truth |= {"sequence": self._name, "hand": snapshot[1], "held": None}
            self.pictures.append((snapshot[0], seen.position(), truth))
        for _ in range(frames):
            row = {"file": f"{len(self.pictures) - 1:04d}.jpg", "t": round(len(self.shown) / FPS, 2)}
            self.shown.append(row | {"turn": self._turn, "kind": kind, "hand": self._hand is not None})


def tumbling(landed: list[dict[str, Any]], rng: Any) -> list[dict[str, Any]]:
    """Dice in the air, near where they will lie."""
    flying = []
    for die in landed:
        turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        turn[:, 0] *= np.linalg.det(turn)
        offset = [*rng.normal(0, 3, 2), rng.uniform(1, 4)]
        place = [c + float(d) for c, d in zip(die["xyz"], offset, strict=True)]
        flying.append(dict(die, rot=turn.tolist(), xyz=place, cocked=False))
    return flying


def write_truth(folder: Path, director: Director, turns: list[dict[str, Any]]) -> None:
    """``frames.jsonl`` and ``film.json`` beside the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [json.dumps({"file": row["file"], "t": row["t"]}) for row in director.shown]
    (folder / "frames.jsonl").write_text("\n".join(rows) + "\n")
    film = {"fps": FPS, "turns": turns, "frames": director.shown}
    (folder / "film.json").write_text(json.dumps(film))
