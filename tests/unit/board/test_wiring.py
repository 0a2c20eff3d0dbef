"""The `[controller]` table: every shipped board is wired, and every mistake has its place and remedy."""

from importlib import resources
from typing import Final

import pytest

from triboard.board.load import load_board, parse_board, shipped_boards
from triboard.board.pico import HEADER
from triboard.board.wiring import config_of
from triboard.errors import ConfigurationError
from triboard.protocol.config import ControllerConfig
from triboard.protocol.parts import (
    ColourSensors,
    Multiplexers,
    Part,
    PixelChain,
    Quadrature,
    ShiftChain,
    TagReaders,
)

SECOND_CHAIN: Final = (
    '  { part = "74HC165", first = 1, count = 1, spi = 0, sck = 18, mosi = 19, miso = 16, load = 17 }'
)

BOARDS: Final = [
    (name, size) for name in shipped_boards() for size in ((7, 13, 19) if "trike" in name else (None,))
]


def pins_of(part: Part) -> list[tuple[int, ...]]:
    """The pins of a part; a list that may be shared is one entry."""
    match part:
        case ShiftChain():
            return [(part.sck,), (part.mosi,), (part.miso,), (part.load,)]
        case Multiplexers():
            return [(part.adc,), part.select]
        case ColourSensors():
            return [(part.sda,), (part.scl,), *([(part.lamp,)] if part.lamp != 255 else [])]
        case Quadrature():
            return [(part.track_a,), (part.track_b,), (part.index,)]
        case TagReaders():
            own = (part.sck, part.mosi, part.miso, part.reset)
            return [*((pin,) for pin in own), *((pin,) for pin in part.select)]
        case PixelChain():
            return [(part.pin,)]


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_every_shipped_board_is_wired(name: str, size: int | None) -> None:
    """Law: each channel has one part, each pin one use, and all of it fits on one Pico."""
    board = load_board(name, size)
    inputs = [part for part in board.parts if not isinstance(part, PixelChain)]
    channels = [channel for part in inputs for channel in part.span.channels]
    assert sorted(channels) == list(range(board.channels))
    used = [pins for part in board.parts for pins in pins_of(part)]
    alone = [pins for pins in used if len(pins) == 1]
    pins = [pin for group in set(used) for pin in group]
    assert len(alone) == len(set(alone))
    assert len(pins) == len(set(pins))
    assert set(pins) <= HEADER
    assert sum(run.count for part in board.parts if isinstance(part, PixelChain) for run in part.runs) == len(
        board.pixels
    )


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_the_wiring_survives_the_wire(name: str, size: int | None) -> None:
    """Law: decode(encode(configuration)) == configuration, and the bytes fit into one message."""
    config = config_of(load_board(name, size))
    assert ControllerConfig.decode(config.encode()) == config
    assert len(config.encode()) <= 1000


def test_a_board_without_a_wiring_loads() -> None:
    """It can be simulated; the firmware will call all its channels unread."""
    text = _text("ttt3d-presence")
    begin, end = text.index("[controller]"), text.index("[scan]")
    board = parse_board(text[:begin] + text[end:], "x.toml")
    assert board.parts == ()


def _text(name: str) -> str:
    return (resources.files("triboard") / "boards" / f"{name}.toml").read_text(encoding="utf-8")


def complaints(name: str, old: str, new: str) -> list[str]:
    """What is said of a shipped file with a piece of its wiring replaced."""
    text = _text(name)
    assert old in text
    with pytest.raises(ConfigurationError) as caught:
        parse_board(text.replace(old, new, 1), "x.toml")
    return [str(mistake).removeprefix("x.toml: ") for mistake in caught.value.mistakes]


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (
            "ttt3d-presence", '"74HC165"', '"74HC595"',
            "controller.inputs[0].part: is '74HC595'. Did you mean '74HC165'?",
        ),
        (
            "ttt3d-presence", "count = 27", "count = 26",
            "controller.inputs: leave channel 26 without a part. Name each channel in one input.",
        ),
        (
            "ttt3d-presence", "count = 27", "count = 28",
            "controller.inputs: read channel 27. The sites have channels 0 to 26.",
        ),
        (
            "ttt3d-presence", "sck = 2", "sck = 3",
            "controller.inputs[0].sck: GP 3 is not SPI0 SCK. Use GP 2, 6, 18, 22.",
        ),
        (
            "ttt3d-presence", "sck = 2, ", "",
            "controller.inputs[0].sck: is missing. Add it, for example sck = 2.",
        ),
        (
            "ttt3d-presence", "load = 5", "load = 24",
            "controller.inputs[0].load: GP 24 is not on the header. A Pico has GP 0 to 22 and 26 to 28.",
        ),
        (
            "ttt3d-presence", "load = 5", "load = 4",
            (
                "controller.inputs[0].load: GP 4 is taken by controller.inputs[0].miso."
                " Free: GP 0, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,"
                " 26, 27, 28."
            ),
        ),
        (
            "ttt3d-presence", "load = 5", "load = 5, tail = 255",
            (
                "controller.inputs[0].tail: is 255."
                " Mix ones and zeros (0xA5): a dead line shows only the one or the other."
            ),
        ),
        (
            "troika", "adc = 26", "adc = 22",
            "controller.inputs[0].adc: GP 22 is not an analogue input. Use GP 26, 27, 28.",
        ),
        (
            "troika", "adc = 27", "adc = 26",
            "controller.inputs[1].adc: GP 26 is taken by controller.inputs[0].adc. Free: GP 27, 28.",
        ),
        (
            "troika", "used = 13", "used = 3",
            "controller.inputs[0].count: is 117; 8 select lines reach 48. Add lines or another ADC.",
        ),
        (
            "troika", "first = 117, count = 18", "first = 116, count = 19",
            "controller.inputs: read channel 116 twice. Name each channel in one input.",
        ),
        (
            "troika", "used = 9, adc = 27, select = [6, 7, 8, 9, 10, 11, 12, 13]",
            "used = 9, adc = 27, select = [6, 7, 8, 14, 15]",
            (
                "controller.inputs[1].select: GP 6 is taken by controller.inputs[0].select."
                " Free: GP 0, 1, 2, 3, 4, 5, 14, 15, 16, 17, 18, 19, 20, 21, 22, 28."
            ),
        ),
        (
            "ttt3d", "muxes = [0x70, 0x71, 0x72, 0x73]", "muxes = [0x70, 0x71, 0x72]",
            "controller.inputs[0].muxes: have 24 ports for 27 sensors. Add an address.",
        ),
        (
            "ttt3d", "muxes = [0x70, 0x71, 0x72, 0x73]", "muxes = [0x70, 0x71, 0x72, 0x72]",
            (
                "controller.inputs[0].muxes: name an address twice."
                " Give each TCA9548A its own address (A0 to A2)."
            ),
        ),
        (
            "ttt3d", "sda = 20", "sda = 21",
            "controller.inputs[0].sda: GP 21 is not I2C0 SDA. Use GP 0, 4, 8, 12, 16, 20, 28.",
        ),
        (
            "ttt3d", "lamp = 19", "lamp = 19, gain = 5",
            "controller.inputs[0].gain: is 5. Choose one of 1, 4, 16, 60.",
        ),
        (
            "ttt3d", "bits = 8", "bits = 1",
            "controller.inputs[0].part: reads colours, but scan.bits is 1. Choose 8 bits.",
        ),
        (
            "trike", "load = 5 }", "load = 5 },\n" + SECOND_CHAIN,
            "controller.inputs[2].spi: SPI0 belongs to controller.inputs[1] already. Use the other bus.",
        ),
        (
            "troika-tags", '"04a1b210"', '"04a1b2"',
            (
                "controller.inputs[0].tags: '04a1b2' is no number of a tag."
                ' Write 4 bytes in hexadecimal: "04a1b2c3".'
            ),
        ),
        (
            "troika-tags", '"04a1b210"', '"04a1b211"',
            "controller.inputs[0].tags: name a tag twice. Give each piece a tag of its own.",
        ),
        (
            "troika", "pixels = { pin = 22 }", "pixels = { pin = 13 }",
            (
                "controller.pixels.pin: GP 13 is taken by controller.inputs[0].select."
                " Free: GP 0, 1, 2, 3, 4, 5, 14, 15, 16, 17, 18, 19, 20, 21, 22, 28."
            ),
        ),
        (
            "troika", "pixels = { pin = 22 }", "pixel = { pin = 22 }",
            "controller.pixel: is not known. Did you mean 'pixels'?",
        ),
    ],
)  # fmt: skip
def test_a_mistake_in_the_wiring_names_its_place_and_remedy(name: str, old: str, new: str, said: str) -> None:
    """Law: every mistake says where it is and what can be written instead."""
    assert said in complaints(name, old, new)


def test_all_mistakes_come_together() -> None:
    """A maker mends a file once, not once a mistake."""
    found = complaints(
        "ttt3d-presence", "sck = 2, mosi = 3, miso = 4, load = 5", "sck = 3, mosi = 2, miso = 5, load = 40"
    )
    assert len(found) == 4
