"""What `triboard hardware check` looks for besides the mistakes that loading a board file finds.

Each check yields mistakes with their place in the board file and a remedy; none stops another.
"""

from collections.abc import Iterator
from math import ceil
from typing import Final

from triboard.board.build import Computer, LightFrom
from triboard.board.definition import Board
from triboard.errors import Mistake
from triboard.hardware.power import FUSES, LEAST_AT_PIXEL, PICO_3V3, SHARE, SUPPLIES, PowerPlan, plan_power
from triboard.hardware.timing import EDGES_PI, EDGES_PICO, FRAME_GOAL, edges_a_second, frame_ms, scan_ms
from triboard.protocol.parts import ColourSensors, PixelChain, ShiftChain

SPI1: Final = frozenset({16, 17, 18, 19, 20, 21})
"""GPIO that an overlay for SPI1 takes: chip selects, MISO, MOSI, clock."""

BOOT_PINS: Final = {
    0: "the identification EEPROM that a Pi reads at start",
    1: "the identification EEPROM that a Pi reads at start",
    2: "I2C1, with a pull-up of 1.8 kΩ on the Pi",
    3: "I2C1, with a pull-up of 1.8 kΩ; low while halted it starts the Pi",
}

INPUT_PF: Final = 10.0
"""Picofarads of one input of a 74HC chip (data sheet: at most 10)."""
WIRE_PF: Final = 15.0
"""Picofarads of the wire to it."""
DRIVER_OHM: Final = 50.0
"""Output of the Pico at 12 mA (some 40 ohms) and a little of wire."""

I2C_RISE: Final = {True: 300.0, False: 1000.0}
"""Nanoseconds that an edge of I2C may take, over 100 kHz and up to it (NXP UM10204, table 10)."""
I2C_CABLE_PF: Final = 60.0
I2C_PULL_UP: Final = 2200.0


def check_hardware(board: Board) -> list[Mistake]:
    """All mistakes of a board's wiring, power and times."""
    plan = plan_power(board)
    return [
        *_pi_pins(board),
        *_controller(board),
        *_edges_of_buses(board),
        *_power(board, plan),
        *_times(board),
    ]


def _pi_pins(board: Board) -> Iterator[Mistake]:
    """Buttons, rims and strips on the Pi: none on a pin that something else owns. That each pin is used
    once, and none of SPI0 and UART, was checked on loading."""
    users: list[tuple[str, int]] = [(f"buttons.{button.button}", button.pin) for button in board.buttons]
    users += [
        (f"rims.{rim.rim}.{key}", pin)
        for rim in board.rims
        if not rim.on_controller
        for key, pin in zip(("track_a", "track_b", "index"), rim.pins, strict=True)
    ]
    for place, pin in users:
        if pin in BOOT_PINS:
            yield Mistake(
                place, f"GPIO {pin} belongs to {BOOT_PINS[pin]}", "Use GPIO 4 to 6, 12, 13, 16 to 27."
            )
        if pin in SPI1 and board.build.light is LightFrom.PI and any(one.bus == 1 for one in board.strips):
            yield Mistake(
                place,
                f"GPIO {pin} belongs to SPI1, which drives LEDs",
                "Use GPIO 4 to 6, 12, 13 or 22 to 27.",
            )
    if users and board.build.computer is Computer.YOURS:
        yield Mistake(
            "build.computer",
            f"is 'yours', but {users[0][0]} hangs on a Pi's pin",
            "Name a Pi, or leave buttons and rims out as the variant 'starter' does.",
        )


def _controller(board: Board) -> Iterator[Mistake]:
    """There is a controller, and light where the build wants it. Its pins, addresses and channels were
    checked on loading (`board.inputs`)."""
    chains = [part for part in board.parts if isinstance(part, PixelChain)]
    if not board.parts:
        yield Mistake(
            "controller", "is missing", "Add [controller] and what hangs on its pins (docs/boards.md)."
        )
    elif board.build.light is LightFrom.CONTROLLER and not chains:
        yield Mistake(
            "build.light", "is 'controller', which has no LEDs", "Add pixels = { pin = 22 } to [controller]."
        )
    if board.build.light is LightFrom.CONTROLLER and any(one.bus for one in board.strips):
        yield Mistake("segments", "name bus 1, but the controller has one chain", "Give all segments bus 0.")
    if board.build.light is LightFrom.PI and board.build.computer is Computer.YOURS:
        yield Mistake("build.light", "is 'pi', but the computer is 'yours'", 'Write light = "controller".')


def _edges_of_buses(board: Board) -> Iterator[Mistake]:
    """Lines that many chips share must still rise in time."""
    for number, part in enumerate(board.parts):
        place = f"controller.inputs[{number}].baud"
        if isinstance(part, ShiftChain):
            chips = ceil(part.span.count / 8) + 1
            rise = 2.2 * DRIVER_OHM * chips * (INPUT_PF + WIRE_PF) * 1e-3
            room = 0.25 / part.baud * 1e9
            if rise > room:
                yield Mistake(
                    place,
                    f"is {part.baud}: with {chips} chips an edge takes {rise:.0f} ns, "
                    f"a quarter of a bit is {room:.0f}",
                    f"Write at most {int(0.25e9 / rise / 10_000) * 10_000}.",
                )
        if isinstance(part, ColourSensors):
            rise = 0.8473 * I2C_PULL_UP * (len(part.muxes) * (INPUT_PF + WIRE_PF) + I2C_CABLE_PF) * 1e-3
            most = I2C_RISE[part.baud > 100_000]
            if rise > most:
                yield Mistake(
                    place,
                    f"is {part.baud}: with {len(part.muxes)} TCA9548A an edge takes "
                    f"{rise:.0f} ns of {most:.0f}",
                    "Write baud = 100000, or use fewer TCA9548A.",
                )


def _power(board: Board, plan: PowerPlan) -> Iterator[Mistake]:
    build = board.build
    if plan.five_volts > SHARE * plan.supply:
        fit = [size for size in SUPPLIES if SHARE * size * 1000 >= plan.five_volts]
        remedy = (
            f"Write supply_a = {min(fit):g}." if fit else "Lower light.budget_ma, or use several supplies."
        )
        yield Mistake(
            "build.supply_a",
            f"is {build.supply_a:g} A, of which {SHARE:.0%} may be used; "
            f"5 V needs {plan.five_volts / 1000:.2f} A",
            remedy,
        )
    if plan.budget > SHARE * plan.fuse:
        fit = [size for size in FUSES if SHARE * size * 1000 >= plan.budget]
        remedy = f"Write fuse_a = {min(fit):g}." if fit else "Lower light.budget_ma."
        yield Mistake(
            "build.fuse_a",
            f"is {build.fuse_a:g} A, of which {SHARE:.0%} may flow for long; "
            f"the LEDs may take {plan.budget:.0f} mA",
            remedy,
        )
    if plan.fuse > plan.wire_limit:
        yield Mistake(
            "build.wire_mm2",
            f"is {build.wire_mm2:g} mm², good for {plan.wire_limit / 1000:.1f} A: less than the fuse",
            f"Use wire of {ceil(plan.fuse / 1000 / 6 * 4) / 4:g} mm², or a smaller fuse.",
        )
    if plan.farthest < LEAST_AT_PIXEL:
        yield Mistake(
            "build.feeds",
            f"is {build.feeds}: {plan.farthest:.2f} V are left at the worst LED, "
            f"{LEAST_AT_PIXEL} V are needed",
            "Feed the LEDs in more places, or use thicker or shorter wires (wire_mm2, wire_m).",
        )
    if plan.pico.most > PICO_3V3:
        yield Mistake(
            "controller", f"takes {plan.pico.most:.0f} mA of 3.3 V, a Pico gives {PICO_3V3:.0f}",
            "Use fewer chips, or a second board.",
        )  # fmt: skip


def _times(board: Board) -> Iterator[Mistake]:
    period, scan = board.scan.period / 1000, scan_ms(board)
    if scan > SHARE * period:
        yield Mistake(
            "scan.period_ms",
            f"is {period:g}: one scan takes {scan:.2f} ms on the buses alone",
            f"Write at least {ceil(scan / SHARE)}, or spread the channels over more buses.",
        )
    frame = frame_ms(board)
    if frame > FRAME_GOAL:
        yield Mistake(
            "pixels",
            f"take {frame:.1f} ms a frame; 25 frames a second leave {FRAME_GOAL:g}",
            "Split them into [[segments]] on both buses.",
        )
    for controller, most in ((False, EDGES_PI), (True, EDGES_PICO)):
        rims = tuple(rim for rim in board.rims if rim.on_controller is controller)
        edges = edges_a_second(rims)
        if edges > most:
            where = "controller" if controller else "Pi"
            other = "" if controller else ', or on = "controller"'
            yield Mistake(
                "rims",
                f"may give {edges:.0f} edges a second, the {where} follows {most:.0f}",
                f"Use fewer edges_per_detent{other}.",
            )
