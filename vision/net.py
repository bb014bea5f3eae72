"""A trained net that runs in OpenCV: weights beside this package, read once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import WeightsError

Array = npt.NDArray[np.float32]
WEIGHTS = Path(__file__).parent / "weights"

_running = Lock()
"""A net keeps its inputs until it is run: two threads must not mix theirs."""


@lru_cache(maxsize=8)
def _loaded(path: Path) -> cv2.dnn.Net:
    if not path.is_file():
        raise WeightsError(f"{path} is missing: the installation is incomplete, install the package again")
    # OpenCV 5 also has a new engine, which runs these nets a fifth slower; OpenCV 4 has only this one.
    engine = {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
    return cv2.dnn.readNetFromONNX(str(path), **engine)


def run(name: str, images_bgr: npt.NDArray[np.uint8], **others: Array) -> Array:
    """Send images (n, h, w, 3) through the net ``weights/NAME.onnx``; what comes out is (n, …).

    ``others``: what the net is given beside the images, by the names of its inputs.
    """
    with _running:
        net = _loaded(WEIGHTS / f"{name}.onnx")
        net.setInput(blob(images_bgr), "images")
        for other, values in others.items():
            net.setInput(values, other)
        return np.asarray(net.forward(), dtype=np.float32)


def answers(name: str, inputs: Mapping[str, Array], outputs: Sequence[str]) -> tuple[Array, ...]:
    """Everything that the net ``weights/NAME.onnx`` answers to these inputs, by the names of its outputs."""
    with _running:
        net = _loaded(WEIGHTS / f"{name}.onnx")
        for one, values in inputs.items():
            net.setInput(values, one)
        return tuple(np.array(values, dtype=np.float32) for values in net.forward(list(outputs)))


def blob(images_bgr: npt.NDArray[np.uint8]) -> Array:
    """Images (n, h, w, 3) as nets take them: (n, 3, h, w), each channel from -0.5 to 0.5."""
    made = cv2.dnn.blobFromImages(list(images_bgr), 1 / 255.0, mean=(127.5, 127.5, 127.5))
    return np.asarray(made, dtype=np.float32)
