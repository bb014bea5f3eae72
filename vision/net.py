"""A trained net that runs in ONNX Runtime: weights beside this package, read once."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import WeightsError

Array = npt.NDArray[np.float32]
WEIGHTS = Path(__file__).parent / "weights"
_LOADING = Lock()


@cache
def _loaded(path: Path) -> Any:
    if not path.is_file():
        raise WeightsError(f"{path} is missing: the installation is incomplete, install the package again")
    with _LOADING:
        engine, options = _engine()
    return engine.InferenceSession(path, options, providers=["CPUExecutionProvider"])


@cache
def _engine() -> tuple[Any, Any]:
    """ONNX Runtime, and how nets run in it: on OpenCV's threads, none of them busy waiting, all nets in one memory."""
    said, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)  # on a Pi it begins by saying that it knows no such graphics chip
    try:
        import onnxruntime as engine  # not above: most commands look at no picture
    finally:
        os.dup2(said, 2)
        os.close(said)
        os.close(nowhere)
    main_memory = engine.OrtMemoryInfo("Cpu", engine.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, engine.OrtMemType.DEFAULT)
    engine.create_and_register_allocator(main_memory, None)
    options = engine.SessionOptions()
    options.add_session_config_entry("session.use_env_allocators", "1")
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_mem_pattern = False  # each net would keep memory of its own
    options.intra_op_num_threads = cv2.getNumThreads()
    return engine, options


def run(name: str, images_bgr: npt.NDArray[np.uint8], **others: Array) -> Array:
    """Send images (n, h, w, 3) through the net ``weights/NAME.onnx``; what comes out is (n, …).

    ``others``: what the net is given beside the images, by the names of its inputs.
    """
    return answers(name, {"images": blob(images_bgr), **others})[0]


def answers(name: str, inputs: Mapping[str, Array], outputs: Sequence[str] = ()) -> tuple[Array, ...]:
    """What the net ``weights/NAME.onnx`` answers to inputs, by the names of its outputs, in whose order all come."""
    return tuple(_loaded(WEIGHTS / f"{name}.onnx").run(outputs, inputs))


def blob(images_bgr: npt.NDArray[np.uint8]) -> Array:
    """Images (n, h, w, 3) as nets take them: (n, 3, h, w), each channel from -0.5 to 0.5."""
    return np.ascontiguousarray(images_bgr.transpose(0, 3, 1, 2)) * np.float32(1 / 255) - np.float32(0.5)
