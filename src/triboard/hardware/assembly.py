"""The assembly of a board, step by step, with a check after each; only steps that the board needs."""

from collections.abc import Iterator
from typing import NamedTuple

from triboard.board.build import AnalogueKind, Computer, LightFrom, SwitchKind
from triboard.board.definition import Board
from triboard.hardware.design_inputs import lamp_gate
from triboard.hardware.overview import parts_of
from triboard.hardware.power import plan_power
from triboard.hardware.tables import MADE
from triboard.protocol.parts import (
    ColourSensors,
    Multiplexers,
    PixelChain,
    Quadrature,
    ShiftChain,
    TagReaders,
)


class Step(NamedTuple):
    """One step: what to do, how to see that it is right. `drawing`: the diagram that shows it."""

    title: str
    do: tuple[str, ...]
    check: tuple[str, ...]
    drawing: str = ""


def assembly_page(board: Board, name: str) -> str:
    """The whole page; `name` is how the board is named on the command line."""
    lines = [
        f"# {board.title}: assembly",
        MADE,
        "",
        (
            "Names like U1 and R1 are those of [bom.md](bom.md), the drawings and [netlist.net](netlist.net). Every step ends with "
            "a check: go on when it passes. Commands are typed on the computer that will run the board, with `triboard` installed "
            "([README](../../README.md))."
        ),
        "",
    ]
    for number, step in enumerate(steps(board, name), 1):
        lines += [f"## {number}. {step.title}", ""]
        if step.drawing:
            lines += [f"![{step.title}]({step.drawing}.svg)", ""]
        lines += [f"- {text}" for text in step.do]
        lines += ["", "**Check.** " + step.check[0], *step.check[1:], ""]
    return "\n".join(lines).rstrip() + "\n"


def _shell(*commands: str) -> str:
    return "\n```sh\n" + "\n".join(commands) + "\n```"


def steps(board: Board, name: str) -> Iterator[Step]:
    """All steps of a board."""
    yield Step(
        "Parts and tools",
        (
            f"Order what [bom.md](bom.md) lists, and print what lies in [parts]({parts_of(name)}).",
            "You need a soldering iron, a multimeter, a crimping tool or patience, a 3D printer or somebody who has one.",
            "Changed the board file? Look whether it still fits, and make these files anew.",
        ),
        (
            'No mistakes are found; the command prints `"ok": true`.',
            _shell(f"triboard hardware check {name}"),
        ),
    )
    yield Step(
        "The controller",
        (
            (
                "Hold BOOTSEL while you plug the Pico (U1) into the computer, and copy MicroPython's `.uf2` to the drive that appears "
                "([firmware](../../firmware/README.md))."
            ),
            "Bring our firmware to it. Nothing else is connected yet.",
        ),
        (
            "`status` prints a version and no error.",
            _shell(f"triboard firmware install --unit {_unit(board)}", "triboard firmware status"),
        ),
    )
    yield _supply(board)
    yield _light(board, name)
    yield from _chips(board)
    yield from _hands(board)
    yield Step(
        "The whole board",
        (
            f"Put the sensors and LEDs into the printed parts ([how they go together]({parts_of(name)}/README.md)), and close the case; no wire may touch a moving part.",
            "Let the board learn what is really wired where; sensors may have been plugged in anywhere.",
        ),
        (
            "Both pass, and doctor finds nothing red. Then play: the page's address is the one that `run` printed.",
            _shell("triboard calibrate", "triboard selftest", "triboard doctor"),
            "\nTo have it start by itself whenever the power comes: [operating](../../docs/operating.md).",
        ),
    )


def _unit(board: Board) -> str:
    return f"my-{board.game}"


def _supply(board: Board) -> Step:
    plan = plan_power(board)
    do = [
        (
            "Solder socket J1 and fuse F1 with its holder, nothing behind the fuse yet. Red is plus (the socket's middle), black is "
            "ground."
        ),
    ]
    if plan.own_rails:
        word = "regulators" if len(plan.regulators) > 1 else "regulator"
        do.append(f"Solder fuse F2 and the {word} for the sensors' 3.3 V.")
        if any(isinstance(part, Multiplexers) for part in board.parts):
            do.append(
                "Its 3.3 V also goes to ADC_VREF (35) of the Pico: the converter then compares with what the sensors get."
            )
    do += [
        f"Wires of 5 V have {board.build.wire_mm2:g} mm² or more: [power.md](power.md).",
        "Join the grounds: of supply, Pico"
        + ("" if board.build.computer is Computer.YOURS else ", Pi")
        + " and chips, before any other wire.",
    ]
    check = "Without power the meter shows more than 1 kΩ between 5 V and ground (it rises while the capacitor charges). "
    check += "With power: 4.9 to 5.2 V behind F1"
    check += ", 3.2 to 3.4 V behind each regulator." if plan.own_rails else "."
    return Step("The 5 V supply", tuple(do), (check,), "wiring-supply")


def _light(board: Board, name: str) -> Step:
    route = "controller" if board.build.light is LightFrom.CONTROLLER else "spi"
    source = "the Pico" if route == "controller" else "the Pi (GPIO 10, pin 19; SPI must be on)"
    do = [
        f"Solder the 74AHCT125, its 100 nF, R1 and the 1000 µF. Data comes from {source}.",
        "Join the LEDs in the order of their numbers (D1 is pixel 0), DOUT to DIN; 5 V and ground to each; feeds as power.md says.",
        "Write `board.toml`, and start the daemon in a terminal of its own; it stays there in all further steps.",
    ]
    settings = [
        f'game = "{board.game}"',
        f'board = "{name}"',
        "[controller]",
        'serial = "auto"',
        "[light]",
        f'route = "{route}"',
    ]
    check = (
        "All LEDs show red, green, blue and white. Sensors that are not there yet are reported as unread; that is right so far.",
        "\n```toml\n" + "\n".join(settings) + "\n```",
        _shell("triboard run --config board.toml", "triboard selftest --step 0"),
    )
    return Step("Light", tuple(do), check)


def _chips(board: Board) -> Iterator[Step]:
    do: list[str] = []
    sensors: list[str] = []
    for part in board.parts:
        match part:
            case ShiftChain(span=span, tail=tail):
                chips = -(-span.count // 8)
                do += [
                    (
                        f"Solder {chips} 74HC165 for the switches and one more that proves the chain alive: its inputs are wired to "
                        f"the pattern 0x{tail:02X} (A is bit 0), high is 3.3 V. CLK INH (15) of each to ground, a network of 8 x 10 kΩ "
                        "at the inputs of each but the last."
                    ),
                    "QH of the first goes to the Pico; QH of each next one to SER of the one before.",
                ]
                sensors.append(
                    "A Hall switch for each input, its flat printed side to the magnet: VCC to 3.3 V, GND, OUT to the input; "
                    "100 nF between VCC and GND, at its legs. [sensors.md](sensors.md) says which hangs where."
                    if board.build.switch is SwitchKind.HALL
                    else "A microswitch (COM and NO) for each input: [sensors.md](sensors.md) says which. Input to switch, "
                    "switch to ground."
                )
            case Multiplexers(span=span, used=used):
                chips = -(-span.count // used)
                do.append(
                    f"Mount {chips} boards CD74HC4067 for sensors"
                    + (
                        f", and one before GP{part.adc}, whose C0 to C{chips - 1} take their SIG in order. "
                        if part.select[4:]
                        else ". "
                    )
                    + "EN and all inputs that stay unused go to ground. 1 kΩ in the line to the Pico; no capacitor there, it "
                    "would have to be charged anew for each sensor."
                )
                if board.build.analogue is AnalogueKind.HALL:
                    do.append(
                        "A network of 8 x 4.7 kΩ from every eight used inputs to ground, at the board: a broken wire then shows 0."
                    )
                if board.build.analogue is AnalogueKind.HALL:
                    sensors.append(
                        "A linear Hall sensor for each input, its flat printed side to the magnet: VCC to 3.3 V, GND, OUT to the "
                        "input; 100 nF between VCC and GND, at its legs."
                    )
                else:
                    sensors.append(
                        "For each input two contacts, its pull-up to 3.3 V at the multiplexer and its own resistor to ground at "
                        "the post: a wire broken between them then shows as one. See sensors.md."
                    )
            case ColourSensors(muxes=muxes):
                do.append(
                    f"Mount {len(muxes)} boards TCA9548A and set their addresses by A0 to A2 (high is 3.3 V): "
                    + ", ".join(f"0x{address:02x}" for address in muxes)
                    + ". 2.2 kΩ from SDA and from SCL to 3.3 V of the Pico."
                )
                gate = lamp_gate(board)
                sensors.append(
                    "A TCS34725 on each port: VIN to 3.3 V of the regulator, SDA to SD, SCL to SC, all pins LED together to "
                    f"{gate}Y of the 74AHCT125, {gate}A to the Pico's lamp pin."
                )
            case TagReaders(select=select):
                do.append(
                    f"Mount {len(select)} RC522 boards, one under each field, 10 kΩ from each SDA to its 3.3 V; IRQ stays free."
                )
                sensors.append(
                    "A tag in each pyramid; write their numbers into the board file, in the order of `sensing.tags.pieces`."
                )
            case _:
                pass
    yield Step(
        "Controller and chips",
        (*dict.fromkeys(do), "Pins of the Pico: [pins.md](pins.md)."),
        (
            _chips_check(board),
            _shell("triboard selftest --step 1"),
        ),
        "wiring-controller",
    )
    yield Step(
        "Sensors",
        (
            *dict.fromkeys(sensors),
            "The drawing shows the first ones; all others are wired alike, each to its own input.",
        ),
        (
            (
                "Each site lights up; put a piece there. Every sensor answers for its own site. Then take the pieces off. Should the board "
                "take that for a game and refuse the next check, choose *New game* on its page."
            ),
            _shell("triboard selftest --step 2"),
        ),
        "wiring-sensors",
    )


def _chips_check(board: Board) -> str:
    if all(isinstance(part, ShiftChain | PixelChain | Quadrature) for part in board.parts):
        return "With nothing on the board no switch is stuck. A chain that does not answer is named as unread, whole."
    return (
        "Sites whose sensors are not there yet are named as unread; that is right so far. Now hang on the first sensor, as the next "
        "step says, and repeat the command: its site is no longer named. If it is, mend the wires from the Pico to here first."
    )


def _hands(board: Board) -> Iterator[Step]:
    if board.buttons:
        yield Step(
            "Buttons",
            ("One side of each button to its pin, the other to ground; no resistors.",),
            ("Each button that is asked for is felt.", _shell("triboard selftest --step 3")),
            "wiring-panel",
        )
    if board.rims:
        yield Step(
            "Rims",
            (
                "Two slotted optical switches a rim, a quarter of a tooth apart, and the index switch: holders among the printed parts.",
                "270 Ω from 5 V to each lamp (anode); cathode and emitter to ground; collector to the pin.",
                "A reed switch: one wire to the pin, the other to ground.",
            ),
            (
                "Turn each rim as it is asked: its tracks, direction and index are told.",
                _shell("triboard selftest --step 4"),
            ),
            "wiring-rims",
        )
