"""Makes the start positions of training games: the opening, and the kinds that ordinary games seldom reach.

A board is seen by the player on roll, as everywhere in the training: 26 integers, ``board[25]`` his checkers on
the bar, ``board[24..1]`` his points (+n his own checkers, -n the opponent's), ``board[0]`` minus the opponent's
checkers on the bar.  He moves from 24 to 1; what is missing of fifteen is borne off.  Only the standard library
is used: GNU Backgammon's own Python runs this.
"""

from __future__ import annotations

from random import Random

CHECKERS = 15
BAR = 25
OPENING = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)

Board = list[int]
Army = dict[int, int]
"""Checkers of one player by point, in his own view: 25 the bar, 1..24 the points."""

SHARES = (
    ("opening", 0.62),
    ("clash", 0.22),  # two armies of any of the kinds below
    ("contact bear-in", 0.06),
    ("race", 0.05),
    ("bear-off", 0.05),
)
"""The share of games with each start."""


def start(random: Random) -> tuple[str, Board]:
    """A start position and its name."""
    name = random.choices([name for name, _ in SHARES], [share for _, share in SHARES])[0]
    if name == "opening":
        return name, list(OPENING)
    while True:
        mine, theirs = _armies(name, random)
        board = facing(mine, theirs)
        if board is not None:
            return name, board


def facing(mine: Army, theirs: Army) -> Board | None:
    """The board with both armies on it, None where they would share a point or the game would be over."""
    board = [0] * 26
    for point, count in mine.items():
        board[point] = count
    for point, count in theirs.items():
        if board[25 - point]:
            return None
        board[25 - point] = -count
    return board if any(n > 0 for n in board) and any(n < 0 for n in board) else None


def flipped(board: Board) -> Board:
    """The same position seen by the other player."""
    return [-n for n in reversed(board)]


def _armies(name: str, random: Random) -> tuple[Army, Army]:
    if name == "clash":
        kinds = (_back_game, _anchor, _prime, _blitz, _scattered, _ace_point)
        return random.choice(kinds)(random), random.choice(kinds)(random)
    if name == "contact bear-in":
        pair = [_bearing_in(random), random.choice((_ace_point, _anchor, _back_game))(random)]
    elif name == "race":
        pair = [_home_and_outside(random), _home_and_outside(random)]
    else:
        pair = [_home(random), _home(random)]
    random.shuffle(pair)
    return pair[0], pair[1]


def _put(army: Army, point: int, count: int) -> None:
    """As many of these checkers as are left of fifteen."""
    count = min(count, CHECKERS - sum(army.values()))
    if count > 0:
        army[point] = army.get(point, 0) + count


def _fill(army: Army, random: Random, points: list[int], total: int = CHECKERS) -> Army:
    while sum(army.values()) < total:
        _put(army, random.choice(points), random.choice((1, 1, 2, 2, 3)))
    while sum(army.values()) > total:
        point = random.choice(list(army))
        army[point] -= 1
        if not army[point]:
            del army[point]
    return army


def _back_game(random: Random) -> Army:
    army: Army = {}
    for point in random.sample(range(20, 25), 2):
        _put(army, point, random.choice((2, 2, 2, 3)))
    _put(army, BAR, random.choice((0, 0, 0, 0, 1, 2)))
    return _fill(army, random, [3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 13])


def _anchor(random: Random) -> Army:
    army: Army = {}
    _put(army, random.choice((18, 19, 20, 20, 21, 21, 22, 23, 24)), random.choice((2, 2, 2, 3, 4)))
    return _fill(army, random, [3, 4, 5, 6, 6, 7, 8, 8, 10, 13])


def _prime(random: Random) -> Army:
    army: Army = {}
    low = random.choice((2, 3, 4, 4, 5, 6))
    for point in random.sample(range(low, low + 6), random.choice((4, 5, 5, 6))):
        _put(army, point, 2)
    for _ in range(random.choice((1, 1, 2, 3))):
        _put(army, random.choice((22, 23, 24, 24, 24)), 1)
    return _fill(army, random, [low, low + 1, low + 3, low + 6, 13])


def _blitz(random: Random) -> Army:
    army: Army = {}
    for point in random.sample(range(1, 7), random.choice((2, 3, 3, 4, 5))):
        _put(army, point, 2)
    _put(army, random.choice((20, 21, 22, 23, 24)), random.choice((1, 1, 2, 2)))
    return _fill(army, random, [4, 5, 6, 7, 8, 9, 10, 13])


def _scattered(random: Random) -> Army:
    army: Army = {}
    for _ in range(random.choice((0, 0, 1, 1, 2, 4))):
        _put(army, BAR, 1)
    off = random.choice((0, 0, 0, 0, 1, 3, 8))
    return _fill(army, random, [random.randint(1, 24) for _ in range(8)], CHECKERS - off)


def _ace_point(random: Random) -> Army:
    army: Army = {}
    _put(army, random.choice((24, 24, 23, 22, BAR)), random.choice((1, 2, 2, 3)))
    return _fill(army, random, random.choice(([1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [4, 5, 6, 7, 8])))


def _bearing_in(random: Random) -> Army:
    off = random.choice((0, 0, 0, 1, 2, 4, 6, 8, 10, 12))
    points = [1, 2, 3, 4, 5, 6] if off else [2, 3, 4, 5, 6, 6, 7, 8, 9, 10]
    return _fill({}, random, points, CHECKERS - off)


def _home_and_outside(random: Random) -> Army:
    return _fill({}, random, [1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12][random.randint(0, 5) :])


def _home(random: Random) -> Army:
    return _fill({}, random, [random.randint(1, 6) for _ in range(4)], random.randint(1, CHECKERS))
