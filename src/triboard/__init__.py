"""Triboard: the controller for physical electronic game boards."""

from importlib import metadata

try:
    __version__ = metadata.version("triboard")
except metadata.PackageNotFoundError:  # run from a tree that was never installed
    __version__ = "0"
