"""Writes the golden frames of boards that have none yet: `python -m tests.tools.make_frames`.

A vector is made once and then only compared. This tool never overwrites one: whoever changes the light on
purpose deletes the file, looks at the difference, and says why.

Each scene at one instant, within both limits: `rgb` as rendered; `spi`, the bytes on MOSI, as low bytes
before and after and the LED bits between (a bit is the SPI byte c0 or f0); `controller`, the packets on the
link; `strip`, the buffer handed to the PWM or PIO library.
"""

import json
from pathlib import Path
from random import Random
from typing import Any, Final

from adafruit_pixelbuf import PixelBuf

from triboard.board.definition import Board
from triboard.board.load import load_board, shipped_boards
from triboard.board.wiring import config_of
from triboard.drivers.link import LinkPump
from triboard.drivers.link_pixels import LinkPixels
from triboard.drivers.pi_model import NO_PI
from triboard.drivers.routes import Route, open_route
from triboard.drivers.strip_pixels import StripPixels
from triboard.light.examples import examples
from triboard.light.palette import DEFAULT
from triboard.light.strips import Strip
from triboard.preview.film import film_of
from triboard.protocol.host import HostLink
from triboard.sim.controller import SimulatedController
from triboard.sim.lockstep import LockStep
from triboard.sim.pixel_bus import FakeSpiBus
from triboard.sim.wire import MemoryWire
from triboard.units import SECOND, Instant

FOLDER: Final = Path(__file__).parents[1] / "vectors"
PLENTY: Final = 1 << 16


def path_of(name: str) -> Path:
    return FOLDER / f"frames-{name}.json"


def frames_of(board: Board) -> dict[str, dict[str, Any]]:
    """Every example scene as its bytes on each route."""
    found = {}
    for name, scene in examples(board).items():
        rgb = film_of(name, board, DEFAULT, scene, shots=1).shots[0].rgb
        found[name] = {
            "rgb": rgb.hex(),
            "spi": over_spi(board, rgb),
            "controller": over_link(board, rgb),
            "strip": over_strip(board, rgb),
        }
    return found


def over_spi(board: Board, rgb: bytes) -> list[dict[str, Any]]:
    """The last transfer on each bus, through Adafruit's library and our tables."""
    buses: dict[int, FakeSpiBus] = {}

    def open_spi(number: int) -> FakeSpiBus:
        parts = [segment for segment in board.strips if segment.bus == number]
        buses[number] = FakeSpiBus(len(board.pixels), segments=parts)
        return buses[number]

    link = LinkPump(HostLink(config_of(board)), MemoryWire().open)
    port = open_route(Route.SPI, board, link=link, open_spi=open_spi, machine=NO_PI, spi_buffer=PLENTY)
    port.show(rgb)
    lit = bytes(map(max, *(bus.decode() for bus in buses.values()))) if len(buses) > 1 else buses[0].decode()
    assert lit == rgb
    return [packed(bus.sent[-1]) for _, bus in sorted(buses.items())]


def packed(wire: bytes) -> dict[str, Any]:
    """A transfer in few letters; `unpacked` is the inverse."""
    inner = wire.strip(b"\0")
    before = len(wire) - len(wire.lstrip(b"\0"))
    bits = inner.translate(bytes.maketrans(b"\xc0\xf0", b"01"))
    return {
        "low": [before, len(wire) - before - len(inner)],
        "bits": int(bits, 2).to_bytes(len(bits) // 8).hex(),
    }


def unpacked(transfer: dict[str, Any]) -> bytes:
    before, after = transfer["low"]
    data = bytes.fromhex(transfer["bits"])
    bits = "".join(f"{value:08b}" for value in data).encode()
    return bytes(before) + bits.translate(bytes.maketrans(b"01", b"\xc0\xf0")) + bytes(after)


def over_link(board: Board, rgb: bytes) -> str:
    """The bytes that leave for a controller that has just come up and shows nothing, and latches this."""
    wire = MemoryWire()
    controller = SimulatedController(wire, Random(1))
    pump = LinkPump(HostLink(config_of(board)), wire.open)
    run = LockStep(pump, controller, wire, Instant(0))
    run.run_for(SECOND)
    LinkPixels(pump, len(board.pixels)).show(rgb)
    packets = bytes(wire._down)
    run.run_for(SECOND)
    assert controller.pixels == rgb
    return packets.hex()


class Buffer(PixelBuf):  # type: ignore[misc]  # the library carries no types
    """What the PWM and PIO libraries are, without a wire."""

    sent = b""

    def _transmit(self, buffer: bytearray) -> None:
        self.sent = bytes(buffer)


def over_strip(board: Board, rgb: bytes) -> str | None:
    """The buffer of one strip; boards with more than one cannot take these routes."""
    strip = Strip(board.strips)
    if len({segment.pin for segment in board.strips}) > 1:
        return None
    buffer = Buffer(strip.count, byteorder=board.strips[0].order)
    StripPixels(buffer, strip, len(board.pixels)).show(rgb)
    return buffer.sent.hex()


def main() -> None:
    for name in shipped_boards():
        path = path_of(name)
        if path.exists():
            print(f"{path} exists; it is not written again.")
            continue
        scenes = {scene: json.dumps(frames) for scene, frames in frames_of(load_board(name)).items()}
        lines = ",\n".join(f'"{scene}": {text}' for scene, text in scenes.items())
        path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
