"""Traces: what passed between a host and a controller, as text: one JSON object a line (docs/traces.md).

The first line is the header, each other one bytes of one direction with their instant. A file that was cut
off is good up to its last whole line.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from triboard.errors import ConfigurationError, Mistake
from triboard.protocol.config import ControllerConfig
from triboard.units import Instant

FORMAT: Final = 1
CLOCK: Final = "host monotonic, microseconds"


class Sender(Enum):
    """Who said the bytes, or that the port was opened anew or lost."""

    HOST = "host"
    CONTROLLER = "controller"
    OPENED = "opened"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Header:
    """What a trace is of. `started` is the instant of its first moment; all others are counted from it.

    `firmware`, `unit`, `boot_id`: of the controller's last hello before the trace, where there was one.
    """

    board: str
    config: ControllerConfig
    started: Instant
    firmware: str = ""
    unit: str = ""
    boot_id: int = 0
    recorded: str = ""  # wall time, for people only
    program: str = ""  # that recorded it


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes as they came, cut anywhere."""

    at: Instant
    sender: Sender
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Trace:
    """A whole recording, in order."""

    header: Header
    chunks: tuple[Chunk, ...]


def header_line(header: Header) -> str:
    """The first line, without its end."""
    return json.dumps(
        {
            "trace": FORMAT,
            "board": header.board,
            "config": header.config.encode().hex(),
            "config_crc": f"{header.config.crc:08x}",
            "firmware": header.firmware,
            "unit": header.unit,
            "boot_id": f"{header.boot_id:08x}",
            "clock": CLOCK,
            "started": header.started,
            "recorded": header.recorded,
            "program": header.program,
        }
    )


def chunk_line(header: Header, chunk: Chunk) -> str:
    """A line for some bytes, without its end."""
    entry: dict[str, Any] = {"at": chunk.at - header.started, "from": chunk.sender.value}
    if chunk.data:
        entry["bytes"] = chunk.data.hex()
    return json.dumps(entry)


def parse_trace(text: str, origin: str) -> Trace:
    """Inverse of writing all lines. Raises `ConfigurationError` that names the line."""
    lines = text.split("\n")
    header = _header(lines[0], origin)
    whole = lines[1:] if text.endswith("\n") else lines[1:-1]  # the last one may have been cut off
    return Trace(header, tuple(_chunks(whole, header, origin)))


def text_of(trace: Trace) -> str:
    """The whole file."""
    lines = [header_line(trace.header), *(chunk_line(trace.header, chunk) for chunk in trace.chunks)]
    return "\n".join(lines) + "\n"


def _header(line: str, origin: str) -> Header:
    try:
        entry = json.loads(line)
        if entry["trace"] != FORMAT:
            raise ConfigurationError(
                Mistake(
                    f"{origin} line 1",
                    f"is a trace of format {entry['trace']}; this program reads {FORMAT}",
                    "Use a newer triboard.",
                )
            )
        config = ControllerConfig.decode(bytes.fromhex(entry["config"]))
        return Header(
            board=str(entry["board"]),
            config=config,
            started=Instant(int(entry["started"])),
            firmware=str(entry.get("firmware", "")),
            unit=str(entry.get("unit", "")),
            boot_id=int(entry.get("boot_id", "0"), 16),
            recorded=str(entry.get("recorded", "")),
            program=str(entry.get("program", "")),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _mistake(origin, 1, "is no header of a trace") from error


def _chunks(lines: Iterable[str], header: Header, origin: str) -> Iterator[Chunk]:
    earliest = 0
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            at, sender = int(entry["at"]), Sender(entry["from"])
            data = bytes.fromhex(entry.get("bytes", ""))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise _mistake(origin, number, "is no line of a trace") from error
        if at < earliest:
            raise _mistake(origin, number, "lies before the line above it")
        earliest = at
        yield Chunk(Instant(header.started + at), sender, data)


def _mistake(origin: str, line: int, problem: str) -> ConfigurationError:
    remedy = "Take a file of triboard trace record."
    return ConfigurationError(Mistake(f"{origin} line {line}", problem, remedy))
