"""Engines in tests are the source itself, even where somebody has compiled them for this Python."""

import os

from triboard.app.compiled import FOLDER

os.environ[FOLDER] = ""
