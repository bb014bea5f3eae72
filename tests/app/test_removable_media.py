"""Where files can be taken away."""

from __future__ import annotations

from pathlib import Path

from companion.app.removable_media import plugged_in


def test_what_is_mounted_and_can_be_written_to_is_found(tmp_path: Path) -> None:
    media = (tmp_path / "media", tmp_path / "run/media")
    wanted = [media[0] / "pi/KINGSTON", media[0] / "card", media[1] / "pi/STICK"]
    others = [media[0] / "pi/empty-folder", media[0] / "pi/READONLY"]
    for folder in wanted + others:
        folder.mkdir(parents=True)
    mounted = {*wanted, others[1]}
    found = plugged_in(media, is_mounted=mounted.__contains__, is_writable=lambda folder: folder.name != "READONLY")
    assert found == tuple(sorted(wanted))


def test_where_there_is_no_such_folder_nothing_is_plugged_in(tmp_path: Path) -> None:
    assert plugged_in((tmp_path / "media",)) == ()
    (tmp_path / "media/pi/folder").mkdir(parents=True)
    assert plugged_in((tmp_path / "media",)) == ()  # a folder on the device itself is no stick
