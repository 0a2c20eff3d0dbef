"""What a controller is and what lies in its flash: by its hello, and by MicroPython's prompt."""

import time
from binascii import crc32
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from triboard.app.firmware_files import Files, version_in
from triboard.drivers.handshake import ask_hello, free_prompt, open_alone
from triboard.drivers.pico import Machine, Prompt, open_prompt
from triboard.drivers.serial_port import open_serial
from triboard.errors import ControllerError, LinkLostError
from triboard.protocol.config import ControllerConfig
from triboard.protocol.messages import Hello

_CRASHES: Final = "crashes.txt"

RESTART: Final = 8.0
"""Seconds that a controller may take from its reset to its hello: USB comes back after 1 to 3."""

TRIES: Final = 4
"""Times that a port may break while somebody asks who is there."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the prompt shows of a controller. `version` is empty where there is no firmware of ours.

    `crashes`: in a row; `last_crash` says what and where.
    """

    machine: Machine
    version: str
    board: str
    unit: str
    config_crc: int
    crashes: int
    last_crash: str


def look_inside(pico: Prompt) -> Found:
    """Read what lies in flash; nothing is changed."""
    config = _config(pico.read("config.bin"))
    unit = pico.read("unit.txt") or b""
    crashes, last_crash, *_ = [*(pico.read(_CRASHES) or b"0").decode("utf-8", "replace").split("\n"), ""]
    return Found(
        machine=pico.machine(),
        version=version_in(pico.read("version.py") or b"") or "",
        board=config.board if config else "",
        unit=unit.decode("utf-8", "replace").strip(),
        config_crc=config.crc if config else 0,
        crashes=int(crashes) if crashes.strip().isdecimal() else 0,
        last_crash=last_crash,
    )


def _config(stored: bytes | None) -> ControllerConfig | None:
    """The configuration with its CRC behind it, as the firmware keeps it; `None` where it is damaged."""
    if stored is None or len(stored) < 5 or crc32(stored[:-4]).to_bytes(4, "little") != stored[-4:]:
        return None
    try:
        return ControllerConfig.decode(stored[:-4])
    except ValueError:
        return None


def status(path: str, files: Files, *, inside: bool) -> dict[str, Any]:
    """What a controller says of itself; with `inside` also its files, for which it restarts twice.

    A prompt without running firmware is looked into in any case. Raises `ControllerError`.
    """
    hello = first_hello(path)
    report: dict[str, Any] = {"port": path, "running": hello is not None, "newest": files.version}
    if hello is not None:
        report |= hello_json(hello)
        if not inside:
            return report
    free_prompt(path)
    with prompt_that_restarts(path) as pico:
        report |= _inside(pico, files, report)
    return report


def first_hello(path: str) -> Hello | None:
    """Who answers at a port that nobody else may hold; `None` where no firmware of ours does.

    A controller that just restarts is waited for. Raises `ControllerError`.
    """
    for _ in range(TRIES):
        port = open_alone(path)
        try:
            return ask_hello(port)
        except LinkLostError:
            time.sleep(0.5)
        finally:
            port.close()
    raise ControllerError(f"{path} breaks again and again. Check the cable.")


@contextmanager
def prompt_that_restarts(port: str) -> Iterator[Prompt]:
    """The prompt; however the work on it ends, the controller starts anew, and runs what is in its flash.

    That start counts as no crash: on an RP2040 it looks like the watchdog's.
    """
    pico = open_prompt(port)
    try:
        yield pico
        lines = (pico.read(_CRASHES) or b"0").decode("utf-8", "replace").split("\n")
        pico.write(_CRASHES, f"{lines[0]}\n{(lines[1:] or [''])[0]}\ncounted".encode())
    finally:
        pico.reset()


def forgive(pico: Prompt) -> None:
    """Another program begins without the crashes of the last one, and so not in its safe mode."""
    pico.remove(_CRASHES)


def _inside(pico: Prompt, files: Files, report: dict[str, Any]) -> dict[str, Any]:
    found, listed = look_inside(pico), {}
    present = pico.hashes(files.hashes)
    for name, wanted in files.hashes.items():
        digest = present.get(name)
        state = "missing" if digest is None else "same" if digest.hex() == wanted else "differs"
        listed[name] = {"sha256": None if digest is None else digest.hex(), "state": state}
    more: dict[str, Any] = {"micropython": found.machine.text}
    more |= {"crashes": found.crashes, "last_crash": found.last_crash, "files": listed}
    if not report["running"]:
        more |= {"firmware": found.version, "board": found.board, "unit": found.unit}
        more |= {"config_crc": f"{found.config_crc:08x}"}
    return more


def hello_json(hello: Hello | None) -> dict[str, Any]:
    """A hello for a report."""
    if hello is None:
        return {}
    return {
        "firmware": hello.firmware,
        "protocol": f"{hello.major}.{hello.minor}",
        "board": hello.board,
        "unit": hello.unit,
        "config_crc": f"{hello.config_crc:08x}",
        "channels": hello.channels,
        "pixels": hello.pixels,
        "boot_id": f"{hello.boot_id:08x}",
        "reset": hello.reset.name.lower().replace("_", "-"),
    }


def wait_for_hello(path: str, patience: float = RESTART) -> Hello | None:
    """The hello of a controller that restarts: its port may vanish and return meanwhile."""
    deadline = time.monotonic() + patience
    while (left := deadline - time.monotonic()) > 0:
        try:
            port = open_serial(path)
        except LinkLostError:
            time.sleep(0.1)  # its port is not back yet
            continue
        try:
            hello = ask_hello(port, min(left, 2.0))
        except LinkLostError:
            hello = None  # it was still going down
        finally:
            port.close()
        if hello is not None:
            return hello
    return None
