"""Keeps OpenCV and FFmpeg from printing."""

from __future__ import annotations

import os

import cv2


def hush() -> None:
    """What they would print about a bad file or device is said by our own errors, in one sentence."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
