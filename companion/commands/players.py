"""``companion players``: the players with results, ratings and error rates; merges and removes names."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.arguments import add_action
from companion.app.players import StoredPlayers
from companion.commands import in_full
from companion.errors import InputError
from companion.settings.reading import load_settings
from companion.settings.tree import Settings
from companion.texts import Language

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction

    from companion.coach.player_text import PlayerLine, PlayerShown, PlayerSpeaker
    from companion.record.players import PlayerRecord

_DONE, _NO = 0, 1


def add(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _action(actions, "list", _list, "a line for each player: matches, results, rating")

    show = _named(_action(actions, "show", _show, "a player: results against each opponent, error rates, errors"))
    show.add_argument("--html", type=Path, metavar="OUT", help="write a page for people to read")
    show.add_argument("--language", choices=[one.value for one in Language], help="of the page and the lines "
                      "(default: that of the screen)")  # fmt: skip

    merge = _named(_action(actions, "merge", _merge, "count the matches of one name as those of another"))
    merge.add_argument("player", metavar="PLAYER", help="whose they are from now on")
    _named(_action(actions, "unmerge", _unmerge, "undo merge: the name is a player again"))

    deleting = _named(_action(actions, "delete", _delete, "remove a player's name from all matches for good"))
    deleting.add_argument("--yes", action="store_true", help="do not ask")

    parser.epilog = "".join(action.format_usage() for action in actions.choices.values())


def run(options: argparse.Namespace) -> int:
    """Run the action in the data folder that the settings name."""
    settings = load_settings(options.settings, data_dir=options.data_dir)
    act: Callable[[argparse.Namespace, Settings], int] = options.act
    return act(options, settings)


def _action(
    actions: _SubParsersAction[ArgumentParser],
    name: str,
    act: Callable[[argparse.Namespace, Settings], int],
    says: str,
) -> ArgumentParser:
    parser = add_action(actions, name, says)
    parser.set_defaults(run=run, act=act)
    return parser


def _named(parser: ArgumentParser) -> ArgumentParser:
    parser.add_argument("name", metavar="NAME", help="a player; part of the name will do")
    return parser


# --- list and show -------------------------------------------------------------------------------


def _list(options: argparse.Namespace, settings: Settings) -> int:
    players = StoredPlayers(settings.data_dir).all()
    if options.json:
        from companion.coach.player_json import player_values

        for player in players:
            print(json.dumps(player_values(player), ensure_ascii=False))
        return _DONE
    print("\n".join(_table(players)) if players else "no players")
    return _DONE


def _table(players: Sequence[PlayerRecord]) -> Iterator[str]:
    rows = [("PLAYER", "MATCHES", "WON", "LOST", "RATING", "EXPERIENCE", "LAST"), *map(_row, players)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(player: PlayerRecord) -> tuple[str, ...]:
    rating = ("-", "-") if player.rating is None else (f"{player.rating.points:.0f}", str(player.rating.experience))
    last = player.matches[-1].header.started[:10]
    return player.name, str(len(player.matches)), str(player.won), str(player.lost), *rating, last


def _show(options: argparse.Namespace, settings: Settings) -> int:
    shown = StoredPlayers(settings.data_dir).show(options.name)
    language = options.language or settings.screen.language.value
    page = {} if options.html is None else {"page": str(_written(options.html, shown, language))}
    if options.json:
        from companion.coach.player_json import shown_values

        print(json.dumps(shown_values(shown) | page, ensure_ascii=False))
        return _DONE
    from companion.coach.player_text import PlayerSpeaker

    print("\n".join(_shown(shown, PlayerSpeaker(language))))
    if page:
        print(f"written: {in_full(page['page'])}")
    return _DONE


def _written(out: Path, shown: PlayerShown, language: str) -> Path:
    from companion.coach.player_page import player_page
    from companion.record.saving import save

    if out.is_dir():
        raise InputError(f"--html {out}: is a folder, expected a file")
    if not out.parent.is_dir():
        raise InputError(f"--html {out}: there is no folder {out.parent}")
    save(out, player_page(shown, language=language))
    return out


def _shown(shown: PlayerShown, speaker: PlayerSpeaker) -> Iterator[str]:
    yield shown.record.name
    yield from _lines(speaker.overview(shown))
    for part, lines in (
        ("opponents", speaker.opponents(shown.record)),
        ("kinds", speaker.kinds(shown.errors)),
        ("games", speaker.matches(shown)),
    ):
        yield ""
        yield speaker.say(part)
        yield from _lines(lines)


def _lines(lines: Iterable[PlayerLine]) -> Iterator[str]:
    rows = list(lines)
    what, value = (max(len(getattr(row, part)) for row in rows) for part in ("what", "value"))
    for row in rows:
        yield f"  {row.what:<{what}}  {row.value:>{value}}  {row.note}".rstrip()


# --- merged names, and deletion ------------------------------------------------------------------


def _merge(options: argparse.Namespace, settings: Settings) -> int:
    players = StoredPlayers(settings.data_dir)
    name, player = (players.named(given).name for given in (options.name, options.player))
    players.merge(name, player)
    if options.json:
        print(json.dumps({"merged": name, "player": player}, ensure_ascii=False))
    else:
        print(f"merged: {name} is {player} from now on; companion players unmerge undoes it")
    return _DONE


def _unmerge(options: argparse.Namespace, settings: Settings) -> int:
    StoredPlayers(settings.data_dir).separate(options.name)
    if options.json:
        print(json.dumps({"unmerged": options.name}, ensure_ascii=False))
    else:
        print(f"unmerged: {options.name}")
    return _DONE


def _delete(options: argparse.Namespace, settings: Settings) -> int:
    players = StoredPlayers(settings.data_dir)
    player = players.named(options.name)
    if not options.yes and not _is_sure(player):
        print("nothing was deleted", file=sys.stderr)
        return _NO
    players.delete(player.name)
    if options.json:
        print(json.dumps({"deleted": list(player.names), "matches": len(player.matches)}, ensure_ascii=False))
    else:
        print(f"deleted: {', '.join(player.names)}; the matches stay, without the name")
    return _DONE


def _is_sure(player: PlayerRecord) -> bool:
    if not sys.stdin.isatty():
        raise InputError(f"players delete: nobody can be asked here about {player.name!r}; add --yes")
    names, number = ", ".join(player.names), len(player.matches)
    print(f"remove {names} from all matches ({number}) for good? the matches stay [y/N] ", end="", file=sys.stderr,
          flush=True)  # fmt: skip
    return sys.stdin.readline().strip().lower() in ("y", "yes")
