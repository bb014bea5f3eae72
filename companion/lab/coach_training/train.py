"""Trains one network of the built-in evaluator on labelled games, with torch.

The command lines are in docs/internals/evaluator.md.

    python -m companion.lab.coach_training.train contact --data FOLDER --oracle FOLDER --out FILE --minutes 30

A network gives six exclusive outcomes of the player on roll.  At play the difference between the plays of one
decision matters, so training uses whole decisions and the loss has three parts: cross entropy of the
outcomes, the error of the equity, and the error of its difference from the mean of its siblings.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from torch import nn

from companion.coach.engines.builtin.boards import is_race
from companion.coach.engines.builtin.inputs import CONTACT_SCALE, RACE_SCALE, contact_inputs, race_inputs
from companion.lab.coach_training import groups as material
from companion.lab.coach_training.groups import Groups

POINTS = np.array([3, 2, 1, -1, -2, -3], np.float32)
"""The points of the six outcomes for the player on roll."""
SHAPES = {"contact": (310, 512, 256, 6), "race": (234, 160, 64, 6)}
INPUTS = {"contact": (contact_inputs, CONTACT_SCALE), "race": (race_inputs, RACE_SCALE)}
DEEPER = 0.65
"""Weight of the 1-ply value, if there is one, against the 0-ply value."""


class Network(nn.Module):
    """Linear layers with ReLU between; the last one is never computed in half precision."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        sizes = SHAPES[kind]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        self.register_buffer("scale", torch.from_numpy(INPUTS[kind][1]), persistent=False)

    def forward(self, inputs: torch.Tensor, half: bool = False) -> torch.Tensor:
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            values = inputs.to(torch.bfloat16 if half else torch.float32) * self.scale.to(
                torch.bfloat16 if half else torch.float32
            )
            for layer in self.layers[:-1]:
                values = torch.relu(layer(values))
        return self.layers[-1](values.float())


def encoded(boards: np.ndarray, kind: str) -> torch.Tensor:
    inputs, scale = INPUTS[kind]
    rows = np.empty((len(boards), len(scale)), np.uint8)
    for at in range(0, len(boards), 4096):
        rows[at : at + 4096] = inputs(boards[at : at + 4096])
    return torch.from_numpy(rows)


def blended(groups: Groups) -> Groups:
    """Decisions valued at 0 plies, or at 0 and 1 plies together.

    GNU Backgammon's values at an odd and an even depth err in opposite directions; together they are nearer to its
    2-ply values than either.  Decisions valued at 2 plies keep those.
    """
    starts, marks = groups.starts, material.keys(groups.ends)
    chances, equity = groups.chances.copy(), groups.equity.copy()
    keep = np.ones(len(groups), bool)
    for deep in np.flatnonzero(groups.asked == 1):
        shallow = deep - 1
        keep[shallow] = False
        if groups.asked[min(deep + 1, len(groups) - 1)] == 2:
            keep[deep] = False
            continue
        before, after = slice(starts[shallow], starts[deep]), slice(starts[deep], starts[deep + 1])
        at_0 = np.argsort(marks[before]) + before.start
        at_1 = np.argsort(marks[after]) + after.start
        rest = 1 - DEEPER * (groups.plies[at_1] == 1)
        chances[at_1] += rest[:, None] * (chances[at_0] - chances[at_1])
        equity[at_1] += rest * (equity[at_0] - equity[at_1])
    return replace(groups, chances=chances, equity=equity).decisions(keep)


def loaded(folder: Path, oracle: Path, pattern: str) -> tuple[Groups, Groups]:
    """All decisions for training, and those for validation."""
    forbidden = material.in_oracles(oracle)
    train, valid = [], []
    for path in sorted(folder.glob(pattern)):
        groups = material.read(path)
        if path.name.startswith("2-"):
            held, groups = material.parted(groups)
            valid.append(held)
        train.append(material.without(blended(groups), forbidden))
    return material.joined(train), material.joined(valid)


def of_kind(
    groups: Groups, kind: str, near: float, trust: list[float], random: np.random.Generator
) -> tuple[Groups, np.ndarray]:
    """The rows this network is for, bad plays thinned out, and each row's weight."""
    best = np.maximum.reduceat(groups.equity, groups.starts[:-1])
    gap = np.repeat(best, np.diff(groups.starts)) - groups.equity
    finished = ~(groups.ends < 0).any(axis=1)  # who made the play has won
    keep = (is_race(groups.ends) == (kind == "race")) & ~finished
    keep &= random.random(len(gap)) < 0.1 + 0.9 * near / (near + np.maximum(gap - 0.05, 0))
    weight = near / (near + gap) * np.array(trust)[np.minimum(groups.plies, 2)]
    return groups.rows(keep), weight[keep].astype(np.float32)


class Loss:
    """See above; ``among``: the weight of the third part."""

    def __init__(self, among: float) -> None:
        self.points = torch.from_numpy(POINTS)
        self.among = among

    def __call__(
        self, logits: torch.Tensor, chances: torch.Tensor, weight: torch.Tensor, group: torch.Tensor
    ) -> torch.Tensor:
        logs = torch.log_softmax(logits, 1)
        entropy = -(chances * logs).sum(1) + (chances * torch.log(chances.clamp_min(1e-7))).sum(1)
        error = ((logs.exp() - chances) * self.points).sum(1)
        total = torch.zeros(int(group[-1]) + 1).index_add(0, group, weight)
        mean = torch.zeros_like(total).index_add(0, group, weight * error) / total
        among = (error - mean[group]) ** 2
        return (weight * (entropy + error**2 + self.among * among)).sum() / weight.sum()


def batches(groups: Groups, size: int, random: np.random.Generator) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Endless: shuffled decisions, about ``size`` rows at a time, over and over."""
    counts = np.diff(groups.starts)
    step = max(1, int(size / counts.mean()))
    while True:
        order = random.permutation(len(groups))
        for at in range(0, len(order) - step + 1, step):
            some = order[at : at + step]
            number = counts[some]
            first = np.concatenate([[0], np.cumsum(number)[:-1]])
            rows = np.repeat(groups.starts[some] - first, number) + np.arange(number.sum())
            yield rows, np.repeat(np.arange(step), number)


class Validation:
    """Mean equity lost per decision in millipoints, and the share of best plays, by cubeless money equity."""

    def __init__(self, valid: Groups, kind: str) -> None:
        of_kind = is_race(valid.ends) == (kind == "race")
        whole = np.add.reduceat(of_kind, valid.starts[:-1]) == np.diff(valid.starts)
        self.groups = valid.decisions(whole & (np.diff(valid.starts) > 1))
        self.inputs = encoded(self.groups.ends, kind)

    def of(self, net: nn.Module) -> str:
        with torch.no_grad():
            equity = -(torch.softmax(net(self.inputs), 1).numpy() @ POINTS)
        losses = []
        for a, b in pairwise(self.groups.starts):
            labels = self.groups.equity[a:b]
            losses.append(labels.max() - labels[equity[a:b].argmax()])
        return f"held out ({len(losses)}) {1000 * np.mean(losses):.2f} mp, best {np.mean(np.array(losses) == 0):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=SHAPES)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--oracle", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--size", type=int, default=2048)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", default="*.bin")
    parser.add_argument("--near", type=float, default=0.12, help="a play that loses so much matters half as the best")
    parser.add_argument("--among", type=float, default=4, help="weight of the differences between siblings")
    parser.add_argument(
        "--trust", type=float, nargs=3, default=[1, 1, 1], help="weight of values found at 0, 1, 2 plies"
    )
    parser.add_argument("--resume", type=Path, help="weights to go on from")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)  # more than one wait for each other where the machine is busy
    random = np.random.default_rng(given.seed)
    print(time.ctime(), "reading", flush=True)
    train, valid = loaded(given.data, given.oracle, given.files)
    print(time.ctime(), len(train), "decisions", len(train.ends), "positions;", len(valid), "held out", flush=True)
    train, weight = of_kind(train, given.kind, given.near, given.trust, random)
    print(time.ctime(), len(train), "decisions", len(train.ends), "positions", given.kind, flush=True)
    check = Validation(valid, given.kind)
    inputs = encoded(train.ends, given.kind)
    print(time.ctime(), "encoded", flush=True)
    net = Network(given.kind)
    if given.resume:
        net.load_state_dict(torch.load(given.resume))
    average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.999))
    optimiser = torch.optim.AdamW(net.parameters(), lr=given.rate, weight_decay=1e-5)
    loss_of = Loss(given.among)
    began, step, running, done, next_word = time.time(), 0, [], 0, time.time() + 60
    for rows, group in batches(train, given.size, random):
        share = (time.time() - began) / (60 * given.minutes)
        if share >= 1:
            break
        for parameters in optimiser.param_groups:
            parameters["lr"] = given.rate * min(1, (step + 1) / 500) * (1 + np.cos(np.pi * share)) / 2
        outputs = net(inputs[torch.from_numpy(rows)], half=share < 0.92)
        loss = loss_of(
            outputs, torch.from_numpy(train.chances[rows]), torch.from_numpy(weight[rows]), torch.from_numpy(group)
        )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        average.update_parameters(net)
        running.append(loss.item())
        done += len(rows)
        step += 1
        if time.time() > next_word:
            print(f"{time.ctime()} step {step} epoch {done / len(inputs):.2f} {done / (time.time() - began):.0f}/s "
                  f"loss {np.mean(running):.5f} {check.of(average.module)}", flush=True)  # fmt: skip
            running, next_word = [], time.time() + 60
            torch.save(average.module.state_dict(), given.out)
    torch.save(average.module.state_dict(), given.out)
    print(f"{time.ctime()} end: step {step}, {done} positions, {check.of(average.module)}")


if __name__ == "__main__":
    main()
