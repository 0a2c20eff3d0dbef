"""The token by which the board is looked after: made at the first start, for its owner's eyes only."""

import re
import secrets
from pathlib import Path
from typing import Final

from triboard.store.atomic import REAL_FILES, FileOps, storage_error, write_atomically

TOKEN_FILE: Final = "admin-token"
TOKEN_BYTES: Final = 32
"""Twice what no guessing reaches; written as 43 characters."""

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22,128}", re.ASCII)  # 22 characters carry 128 bit


def read_token(folder: Path, *, files: FileOps = REAL_FILES) -> str | None:
    """The token in a state folder, if there is one that can be read and is long enough."""
    try:
        text = files.read(folder / TOKEN_FILE, 256).decode("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text if _TOKEN.fullmatch(text) else None


def token_of(folder: Path, *, files: FileOps = REAL_FILES) -> str:
    """The token in a state folder; one is made (mode 0600) where there is none. Raises `StorageError`."""
    known = read_token(folder, files=files)
    if known is not None:
        return known
    token = secrets.token_urlsafe(TOKEN_BYTES)
    try:
        files.make_folder(folder)
    except OSError as error:
        raise storage_error(error, folder) from error
    write_atomically(folder / TOKEN_FILE, token.encode() + b"\n", files=files)
    return token
