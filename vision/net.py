"""A trained net that runs in OpenCV: weights beside this package, read once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import WeightsError

Array = npt.NDArray[np.float32]
WEIGHTS = Path(__file__).parent / "weights"


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
    net = _loaded(WEIGHTS / f"{name}.onnx")
    net.setInput(cv2.dnn.blobFromImages(list(images_bgr), 1 / 255.0, mean=(127.5, 127.5, 127.5)), "images")
    for other, values in others.items():
        net.setInput(values, other)
    return np.asarray(net.forward(), dtype=np.float32)
