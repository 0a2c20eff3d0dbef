"""What outlives a reset: small files in flash, each written beside itself and renamed.

littlefs renames atomically, so a power cut leaves the old file or the new one.
"""

import os

from framing import crc_into

_CONFIG = "config.bin"
_UNIT = "unit.txt"
_CRASHES = "crashes.txt"
_REPL = "repl.once"

_LONGEST_UNIT = 64


def load_config():
    """The stored configuration's bytes; `None` when there is none or it is damaged."""
    data = _read(_CONFIG)
    if data is None or len(data) < 5:
        return None
    crc = bytearray(4)
    crc_into(data, 0, len(data) - 4, crc)
    return data[:-4] if bytes(crc) == data[-4:] else None


def save_config(data):
    """Keep these bytes; raises `OSError` when flash refuses."""
    crc = bytearray(4)
    crc_into(data, 0, len(data), crc)
    _write(_CONFIG, bytes(data) + bytes(crc))


def put_back(data):
    """Hold what was held before: a configuration's bytes, or `None`."""
    _remove(_CONFIG)
    if data is not None:
        save_config(data)


def unit(default):
    """The name that this controller was given, else `default`."""
    data = _read(_UNIT)
    if data is None:
        return default
    try:
        return data[:_LONGEST_UNIT].decode().strip() or default
    except UnicodeError:
        return default


def crashes():
    """Crashes in a row, why the last one, and whether it was counted when it happened."""
    data = _read(_CRASHES)
    try:
        lines = data.decode().split("\n")
        return int(lines[0]), lines[1], lines[2] == "counted"
    except (AttributeError, ValueError, IndexError):
        return 0, "", False


def note_crash(count, reason, *, counted):
    """Keep the count; where flash refuses, safe mode comes later or not at all."""
    reason = reason.replace("\n", " ")
    try:
        _write(_CRASHES, f"{count}\n{reason}\n{'counted' if counted else ''}".encode())
    except OSError:
        pass


def forget_crashes():
    """It runs well."""
    _remove(_CRASHES)


def ask_for_repl():
    """The next boot leaves the REPL free."""
    _write(_REPL, b"")


def take_repl():
    """Whether this boot shall leave the REPL free; once."""
    return _remove(_REPL)


def _read(name):
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError:
        return None


def _write(name, data):
    with open(name + ".new", "wb") as file:
        file.write(data)
    os.rename(name + ".new", name)
    if hasattr(os, "sync"):
        os.sync()


def _remove(name):
    try:
        os.remove(name)
    except OSError:
        return False
    return True
