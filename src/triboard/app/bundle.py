"""The support bundle: what a helper far away needs to know, and nothing about people, machines or networks.

Everything that goes in passes one scrubber: addresses, host and user names and paths in homes are replaced.
"""

import io
import json
import platform
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from triboard import __version__
from triboard.app.config_text import shown
from triboard.app.logbook import Line
from triboard.app.schema import BY_KEY
from triboard.app.scrub import Scrubber, own_names
from triboard.app.settings import Settings
from triboard.drivers.pi_model import this_machine
from triboard.session.state import START
from triboard.units import SECOND, Instant

SET: Final = "(set)"

LIBRARIES: Final = (
    "gpiozero", "lgpio", "gpiod", "pyserial", "adafruit-blinka", "adafruit-circuitpython-neopixel",
    "adafruit-circuitpython-neopixel-spi", "adafruit-circuitpython-pixelbuf", "rpi_ws281x", "cobs",
    "starlette", "uvicorn", "websockets", "click", "prometheus-client", "paho-mqtt",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Findings:
    """What goes into a bundle. `records` are games in the form of `rules replay`, where they are wanted."""

    settings: Settings
    board: Mapping[str, Any] = field(default_factory=dict)
    health: Sequence[Mapping[str, Any]] = ()
    status: Mapping[str, Any] = field(default_factory=dict)
    log: Sequence[Line] = ()
    now: Instant = START
    records: Sequence[Mapping[str, Any]] | None = None
    note: str = ""


def make_bundle(found: Findings, *, names: Callable[[], Iterable[str]] = own_names) -> bytes:
    """The zip file. The same findings give the same bytes: no date is in it, a board's clock may be wrong."""
    scrub = Scrubber([*names(), *_set_names(found.settings)])
    files: dict[str, str] = {
        "about.json": _pretty(scrub.value({**versions(), "note": found.note})),
        "board.json": _pretty(scrub.value(found.board)),
        "settings.json": _pretty(scrub.value(_settings(found.settings))),
        "health.json": _pretty(scrub.value(list(found.health))),
        "status.json": _pretty(scrub.value(found.status)),
        "log.txt": "".join(f"{_age(found.now, line)}  {scrub.text(line.text)}\n" for line in found.log),
    }
    if found.records is not None:
        files["records.jsonl"] = "".join(json.dumps(scrub.value(one)) + "\n" for one in found.records)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def versions() -> dict[str, Any]:
    """Of this program, Python, kernel, machine and libraries."""
    libraries = {}
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            libraries[name] = version(name)
    return {
        "triboard": __version__,
        "python": platform.python_version(),
        "kernel": platform.release(),
        "machine": platform.machine(),
        "model": this_machine().model,
        "libraries": libraries,
    }


def _settings(settings: Settings) -> dict[str, Any]:
    rows = shown(settings)
    for row in rows:
        setting = BY_KEY.get(row["key"])
        if setting is not None and setting.names and row["from"] != "default" and row["value"]:
            row["value"] = SET
    return {"settings": rows, "notes": list(settings.notes)}


def _set_names(settings: Settings) -> list[str]:
    """What settings name, so that no text of the log or of an error names it either."""
    config = settings.config
    hosts = [name.partition(":")[0] for name in config.allowed_hosts]
    secrets = [config.mqtt.host, config.mqtt.user, config.mqtt.password, config.pin, config.heartbeat.url]
    return [*hosts, *(one for one in secrets if one)]


def _age(now: Instant, line: Line) -> str:
    return f"-{(now - line.at) / SECOND:.1f} s"


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, default=str) + "\n"
