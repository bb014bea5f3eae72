"""Players as values for JSON: what ``companion players --json`` prints."""

from __future__ import annotations

from typing import Any

from companion.coach.error_rates import ErrorRate
from companion.coach.grading import performance_rating
from companion.coach.player_errors import PlayerErrors
from companion.coach.player_text import PlayerShown
from companion.record.players import PlayerRecord, PlayersMatch

Values = dict[str, Any]

_DIGITS = 3


def player_values(record: PlayerRecord) -> Values:
    """A player in the list; ``rating``: None before the first match that is rated."""
    return {
        "name": record.name,
        "names": list(record.names),
        "matches": len(record.matches),
        "won": record.won,
        "lost": record.lost,
        "rating": None if record.rating is None else round(record.rating.points, _DIGITS),
        "experience": 0 if record.rating is None else record.rating.experience,
        "last": record.matches[-1].header.started,
    }


def shown_values(shown: PlayerShown) -> Values:
    """All about a player.  Rates are in millipoints per decision, losses in points."""
    return player_values(shown.record) | {
        "against": [
            {
                "opponent": one.opponent, "engine": one.engine, "matches": one.matches, "won": one.won,
                "lost": one.lost, "money": list(one.points),
            }
            for one in shown.record.against()
        ],
        "history": [
            _match(match, shown.errors) for match in shown.record.matches
        ],
        "errors": None if shown.errors is None else _errors(shown.errors),
    }  # fmt: skip


def _match(match: PlayersMatch, errors: PlayerErrors | None) -> Values:
    rate = None if errors is None else errors.matches.get(match.header.id)
    return {
        "id": match.header.id,
        "started": match.header.started,
        "side": match.side.value,
        "opponent": match.opponent,
        "engine": match.engine,
        "length": match.header.length,
        "mode": match.header.mode.value,
        "score": list(match.score),
        "finished": match.finished,
        "won": match.won,
        "rating": None if match.rating is None else round(match.rating.points, _DIGITS),
        "error_rate": None if rate is None else _rate(rate),
    }


def _errors(errors: PlayerErrors) -> Values:
    trend = errors.trend
    return {
        "engine": errors.engine,
        "ply": errors.ply,
        **_rate(errors.rate),
        "matches": errors.rate.matches,
        "apart": errors.apart,
        "trend": None if trend is None else {"earlier": _rate(trend.earlier), "later": _rate(trend.later)},
        "best": errors.best,
        "worst": errors.worst,
        "kinds": [
            {"kind": one.kind.value, "errors": one.errors, "lost": round(one.lost, _DIGITS)} for one in errors.kinds
        ],
    }


def _rate(rate: ErrorRate) -> Values:
    low, high = round(rate.low, _DIGITS), round(rate.high, _DIGITS)
    pr = round(performance_rating(rate.rate), _DIGITS)
    return {"rate": round(rate.rate, _DIGITS), "pr": pr, "low": low, "high": high, "decisions": rate.decisions}
