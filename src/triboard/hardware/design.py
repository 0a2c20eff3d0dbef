"""The circuit of a board, computed from its board file: supply, light, controller, buttons and rims.

What hangs on the controller's pins is in `design_inputs`.
"""

from typing import Final, assert_never

from triboard.board.build import Computer, LightFrom
from triboard.board.definition import Board
from triboard.hardware import symbols
from triboard.hardware.circuit import Circuit, Component, Draft, Use
from triboard.hardware.design_inputs import add_inputs
from triboard.hardware.power import (
    FUSES,
    REGULATORS,
    SUPPLIES,
    PowerPlan,
    has_lamp,
    nearest_article,
    plan_power,
    sensor_fuse,
)
from triboard.hardware.rails import FIVE, FIVE_IN, FIVE_SENSORS, GROUND, PICO_3V3, Rails
from triboard.protocol.parts import (
    NO_PIN,
    ColourSensors,
    Multiplexers,
    PixelChain,
    Quadrature,
    ShiftChain,
    TagReaders,
)

SPI_DATA: Final = {0: 10, 1: 20}
"""GPIO of the data line of each SPI bus of the Pi that can drive LEDs."""

STRING_SITES: Final = 3
"""Boards with pixels on so many heights take LEDs on a string of wires; flat ones take single boards."""


def design(board: Board) -> Circuit:
    """The whole circuit of a board. Two boards from equal files have equal circuits, names included."""
    plan = plan_power(board)
    draft = Draft()
    pico = draft.add(symbols.pico(pico_uses(board)), place="controller")
    draft.join(GROUND, (pico, "GND"), (pico, "AGND"))
    rails = _supplies(draft, plan, board, pico)
    header = None
    if board.build.computer is not Computer.YOURS:
        header = draft.add(symbols.pi(board.build.computer.value, pi_uses(board)), place="the computer")
        draft.join(GROUND, (header, "GND"))
    shifter = _light(draft, board, pico, header)
    add_inputs(draft, board, pico, rails, shifter)
    if header is not None:
        _panel(draft, board, header)
    _rims(draft, board, pico, header)
    draft.drop_lonely(PICO_3V3)  # where regulators feed every chip
    return draft.finish()


def pico_uses(board: Board) -> dict[int, Use]:
    """What each GP pin of a board's Pico does."""
    uses: dict[int, Use] = {}
    outputs: tuple[int, ...]
    inputs: tuple[int, ...]
    for part in board.parts:
        match part:
            case ShiftChain():
                outputs, inputs = (part.sck, part.mosi, part.load), (part.miso,)
            case Multiplexers():
                outputs, inputs = part.select, (part.adc,)
            case ColourSensors():
                outputs, inputs = (part.scl, *([] if part.lamp == NO_PIN else [part.lamp])), ()
            case TagReaders():
                outputs, inputs = (part.sck, part.mosi, part.reset, *part.select), (part.miso,)
            case Quadrature():
                outputs, inputs = (), (part.track_a, part.track_b, part.index)
            case PixelChain():
                outputs, inputs = (part.pin,), ()
            case _:
                assert_never(part)
        uses |= dict.fromkeys(outputs, Use.OUTPUT) | dict.fromkeys(inputs, Use.INPUT)
    return uses


def pi_uses(board: Board) -> dict[int, Use]:
    """What each GPIO (BCM) of a board's Pi does."""
    pins = [button.pin for button in board.buttons]
    pins += [pin for rim in board.rims if not rim.on_controller for pin in rim.pins]
    uses = dict.fromkeys(pins, Use.INPUT)
    if board.build.light is LightFrom.PI:
        uses |= {SPI_DATA[segment.bus]: Use.OUTPUT for segment in board.strips}
    return uses


def pixel_article(board: Board) -> str:
    """Which LEDs a board takes."""
    heights = {pixel.place.z for pixel in board.pixels}
    return "string" if len(heights) >= STRING_SITES else "led"


def _supplies(draft: Draft, plan: PowerPlan, board: Board, pico: Component) -> Rails:
    build = board.build
    jack = draft.add(
        symbols.supply(nearest_article(build.supply_a, SUPPLIES)), f"5 V {build.supply_a:g} A", place="back"
    )
    fuse = draft.add(
        symbols.fuse(nearest_article(build.fuse_a, FUSES)), f"T {build.fuse_a:g} A", place="LEDs"
    )
    big = draft.add(symbols.C1000, place="where 5 V enters the LEDs")
    draft.join(FIVE_IN, (jack, "+"), (fuse, "in"))
    draft.join(FIVE, (fuse, "out"), (big, "+"))
    draft.join(GROUND, (jack, "-"), (big, "-"))
    draft.join(PICO_3V3, (pico, "3V3(OUT)"))
    if not plan.own_rails:
        return Rails((PICO_3V3,))
    article = sensor_fuse(plan)
    second = draft.add(
        symbols.fuse(article), article.removeprefix("fuse-").replace("T", "T ") + " A", place="sensors"
    )
    draft.join(FIVE_IN, (second, "in"))
    draft.join(FIVE_SENSORS, (second, "out"))
    names = []
    for number, kind in enumerate(plan.regulators, 1):
        name = f"3V3 sensors {number}" if len(plan.regulators) > 1 else "3V3 sensors"
        made = draft.add(
            symbols.regulator(kind), f"3.3 V {REGULATORS[kind] / 1000:g} A", place="beside the sensors"
        )
        draft.join(FIVE_SENSORS, (made, "VIN"))
        draft.join(GROUND, (made, "GND"))
        draft.join(name, (made, "VOUT"))
        names.append(name)
    if any(isinstance(part, Multiplexers) for part in board.parts):
        draft.join(names[0], (pico, "ADC_VREF"))  # sensors and converter share their 3.3 V, so it falls out
    return Rails(tuple(names))


def _light(draft: Draft, board: Board, pico: Component, header: Component | None) -> Component:
    """Level shifter, its resistors, and every LED of every strip."""
    shifter = draft.add(symbols.SHIFTER, place="level shifter")
    bypass = draft.add(symbols.C100N, place="at the 74AHCT125")
    draft.join(FIVE, (shifter, "VCC"), (bypass, "1"))
    draft.join(GROUND, (shifter, "GND"), (bypass, "2"))
    article = pixel_article(board)
    gates = 0
    for bus in sorted({segment.bus for segment in board.strips}):
        gates += 1
        source = _data_source(board, bus, pico, header)
        if source is None:
            continue
        data = f"LED data {bus}" if bus else "LED data"
        series = draft.add(symbols.resistor("r330"), "330 Ω", place="before the first LED")
        draft.join(data, source, (shifter, f"{gates}A"))
        draft.join(f"{data} 5V", (shifter, f"{gates}Y"), (series, "1"))
        draft.join(GROUND, (shifter, f"{gates}OE"))
        before: tuple[Component, str] = (series, "2")
        members = [
            pixel
            for segment in board.strips
            if segment.bus == bus
            for pixel in sorted(board.pixels, key=lambda one: one.pixel)
            if segment.first <= pixel.pixel < segment.first + segment.count
        ]
        for pixel in members:
            lamp = draft.add(symbols.pixel(article), place=f"pixel {pixel.pixel}: {pixel.target}")
            draft.join(f"LED {pixel.pixel}", before, (lamp, "DIN"))
            draft.join(FIVE, (lamp, "5V"))
            draft.join(GROUND, (lamp, "GND"))
            before = (lamp, "DOUT")
    if has_lamp(board):
        gates += 1
        draft.join(GROUND, (shifter, f"{gates}OE"))
    for free in range(gates + 1, 5):
        draft.join(FIVE, (shifter, f"{free}OE"))
        draft.join(GROUND, (shifter, f"{free}A"))
    return shifter


def _data_source(
    board: Board, bus: int, pico: Component, header: Component | None
) -> tuple[Component, str] | None:
    if board.build.light is LightFrom.CONTROLLER or header is None:
        chain = next((part for part in board.parts if isinstance(part, PixelChain)), None)
        return (pico, f"GP{chain.pin}") if chain is not None and bus == 0 else None
    return header, f"GPIO{SPI_DATA[bus]}"


def _panel(draft: Draft, board: Board, header: Component) -> None:
    for button in board.buttons:
        made = draft.add(symbols.BUTTON, button.button, place="panel")
        draft.join(f"button {button.button}", (header, f"GPIO{button.pin}"), (made, "1"))
        draft.join(GROUND, (made, "2"))


def _rims(draft: Draft, board: Board, pico: Component, header: Component | None) -> None:
    """Two slotted optical switches and an index switch a rim; the pull-ups are those inside Pi or Pico."""
    on_pico = [part for part in board.parts if isinstance(part, Quadrature)]
    for rim in board.rims:
        if rim.on_controller:
            part = on_pico.pop(0)
            pins = [(pico, f"GP{pin}") for pin in (part.track_a, part.track_b, part.index)]
        elif header is not None:
            pins = [(header, f"GPIO{pin}") for pin in rim.pins]
        else:
            continue
        for track, pin in zip("AB", pins, strict=False):
            eye = draft.add(symbols.OPTO, f"rim {rim.rim}, track {track}", place=f"shelf {rim.rim}")
            series = draft.add(symbols.resistor("r270"), "270 Ω", place=f"shelf {rim.rim}")
            draft.join(FIVE, (series, "1"))
            draft.join(f"rim {rim.rim} lamp {track}", (series, "2"), (eye, "anode"))
            draft.join(f"rim {rim.rim} track {track}", (eye, "collector"), pin)
            draft.join(GROUND, (eye, "cathode"), (eye, "emitter"))
        index = draft.add(symbols.INDEX, f"rim {rim.rim}, index", place=f"shelf {rim.rim}")
        draft.join(f"rim {rim.rim} index", (index, "1"), pins[2])
        draft.join(GROUND, (index, "2"))
