"""Draw the film of a script with the rasteriser: a whole game, five frames a second, in minutes.

    python -m vision.training.raster.dense --renderer ../shared/render --script SCRIPT.json --out FOLDER --seed 1

The script is what ``companion.lab.bench.filmscript`` writes; the film is as ``filmed`` has it (path-traced, in hours),
on one of the rasteriser's boards.  A film that is whole is not drawn again.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import numpy as np

from vision.training.director import Director, write_truth
from vision.training.raster import looks
from vision.training.raster.make import Studio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--renderer", type=Path, required=True, help="the path tracer's folder")
    parser.add_argument("--script", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="film")
    parser.add_argument("--seed", type=int, default=1, help="of the board, its table, camera and light")
    parser.add_argument("--lively", type=float, default=0.2, help="in how many movements one more picture is shown")
    parser.add_argument("--size", default="1280x960")
    options = parser.parse_args()
    folder = options.out / options.name
    if (folder / "film.json").exists():
        return
    width, height = (int(v) for v in options.size.split("x"))
    studio = Studio(options.renderer, (width, height))
    rng = random.Random(options.seed)
    style = looks.board_style(rng)
    shot = looks.film(rng, options.name, 0)
    geometry = studio.geometry(shot, style)
    turns = json.loads(options.script.read_text(encoding="utf-8"))["turns"]
    director = Director.of(studio.parts, geometry, np.random.default_rng([shot["seed"], 17]), shot, options.lively)
    director.film(turns)
    print(f"{options.name}: {len(director.pictures)} pictures, {len(director.shown)} frames", flush=True)
    studio.frames(shot, style, director.pictures, folder)
    write_truth(folder, director, turns)


if __name__ == "__main__":
    main()
