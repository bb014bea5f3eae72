"""Render a film of a game: a script's throws, plays, mistakes and habits, five frames a second.

Needs the renderer's own environment (``bpy``); run it with that Python:

    python filmed.py --renderer ../shared/render --script SCRIPT.json --out FOLDER --name one --seed 1

The script is what ``companion.lab.bench.filmscript`` writes, and ``director`` carries out.  ``FOLDER/NAME`` holds the
pictures with their truth and masks, ``frames.jsonl`` (file and time, as a camera would know them: the same file
again and again while nothing moves) and ``film.json``: the script's turns with the time of the signal that
ended each (``signal_s``), the first frame after it with no hand over the board (``clear_s``), its last
(``end_s``) and from when on what lay there after a planted act, and whether that was legal (``lies``); and what
every frame shows.  What is already there is not rendered again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

from director import Director, Picture, write_truth
from scenes import board_style


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--renderer", type=Path, required=True)
    parser.add_argument("--script", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="film")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lively", type=float, default=0.2)
    parser.add_argument("--spp", type=int, default=4)
    parser.add_argument("--plan", action="store_true", help="write the truth and render nothing")
    options = parser.parse_args()
    sys.path.insert(0, str(options.renderer.resolve()))
    import game
    import layout
    import make_shots
    import render
    import styles

    rng = random.Random(options.seed)
    style = f"film_{options.seed}"
    styles.STYLES[style] = board_style(rng)
    turns = json.loads(options.script.read_text())["turns"]
    directed: list[Director] = []

    def sequence(shot: Any, geometry: Any, generator: Any) -> list[Picture]:
        parts = argparse.Namespace(game=game, layout=layout, render=render)
        director = Director.of(parts, geometry, generator, shot, options.lively)
        director.film(turns)
        directed.append(director)
        write_truth(options.out / options.name, director, turns)
        print(f"{options.name}: {len(director.pictures)} pictures, {len(director.shown)} frames", flush=True)
        return [] if options.plan else director.pictures

    render.sequence_frames = sequence
    shot = {
        "id": options.name,
        "type": "sequence",
        "style": style,
        "seed": rng.randint(0, 10**8),
        "home": rng.choice(("right", "left")),
        "light": rng.choice(make_shots.LIGHTS),
        "table": rng.choice(list(styles.TABLES)),
        "camera": make_shots.camera(rng),
        "mess": round(rng.uniform(0.3, 1.2), 2),
        "post": {"quality": 80},
    }
    render.run_shot(shot, str(options.out), options.spp, masks=True, resume=True)
    write_truth(options.out / options.name, directed[0], turns)  # the renderer's own list names each picture once


if __name__ == "__main__":
    main()
