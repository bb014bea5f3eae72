"""Pictures from files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.errors import PictureError
from vision.rectify import Image


def load_picture(path: Path) -> Image:
    """A picture file as BGR; raises PictureError naming the file."""
    try:
        raw = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    except OSError as error:
        raise PictureError(f"{path}: cannot be read ({error.strerror}), expected a picture file") from error
    image = cv2.imdecode(raw, cv2.IMREAD_COLOR) if len(raw) else None
    if image is None:
        raise PictureError(f"{path}: not a picture that can be read, expected JPEG or PNG")
    return np.asarray(image, dtype=np.uint8)
