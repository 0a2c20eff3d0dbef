"""Pages of figures: pin maps of Pico and Pi, sensors, the power plan."""

from typing import Final

from triboard.board.build import AnalogueKind, LightFrom
from triboard.board.definition import Board
from triboard.board.pin_map import hook_table, pin_table
from triboard.hardware.bom import ohms
from triboard.hardware.circuit import UNUSED, Circuit, Component
from triboard.hardware.ladder import PULL_UP, ladders, own_resistor, piece_resistors
from triboard.hardware.power import LEAST_AT_PIXEL, PICO_3V3, SHARE, plan_power
from triboard.hardware.timing import EDGES_PI, EDGES_PICO, edges_a_second, frame_ms, scan_ms
from triboard.light.spi_wire import DEFAULT_BUFFER, frame_bytes

MADE: Final = "Made by `triboard hardware build`; not edited by hand."


def pins_page(board: Board, circuit: Circuit, header: Component | None) -> str:
    """Which pin carries what, on the Pico and on the Pi."""
    text = f"# {board.title}: pins\n{MADE}\n\n## Pico\n\n![Pins of the Pico](pico.svg)\n\n{pin_table(board)}"
    if header is None:
        return f"{text}\nNothing hangs on the computer but the Pico's USB cable.\n"
    rows = ["| GPIO | pin | carries | goes to |", "|---|---|---|---|"]
    nets = circuit.net_of()
    for node, net in sorted(
        nets.items(), key=lambda one: int(one[0].number) if one[0].number.isdigit() else 0
    ):
        pin = header.pin(node.number) if node.component == header.name else None
        if pin is None or net == UNUSED or not pin.name.startswith("GPIO"):
            continue
        rows.append(f"| {pin.name[4:]} | {node.number} | {net} | {_far_ends(circuit, net, header)} |")
    return (
        f"{text}\n## Raspberry Pi\nAll inputs are switches to ground; the Pi's own pull-ups are used. GND: any of pins 6, 9, 14, "
        f"20, 25, 30, 34, 39.\n\n![Pins of the Pi](pi.svg)\n\n" + "\n".join(rows) + "\n"
    )


def _far_ends(circuit: Circuit, net: str, header: Component) -> str:
    return ", ".join(
        f"{node.component} {circuit.components[node.component].pin(node.number).name}"
        for node in circuit.nets[net]
        if node.component != header.name
    )


def sensors_page(board: Board) -> str:
    """Where each sensor hangs, and the resistors of pieces."""
    text = f"# {board.title}: sensors\n{MADE}\n\nChips are numbered from 0, counted from the Pico. Inputs are named as they "
    text += (
        "are printed on the boards, those of a 74HC165 as in its data sheet, with the pin in brackets.\n\n"
        + hook_table(board)
    )
    if board.build.analogue is AnalogueKind.RESISTOR:
        for sensing in ladders(board):
            text += f"\n## Resistors of `{sensing.name}`\nEach level has {ohms(PULL_UP)} to 3.3 V and "
            text += f"{ohms(own_resistor(sensing))} to ground; the piece's own comes in parallel to that.\n\n"
            text += "| piece | resistor | shows | middle of its band |\n|---|---:|---:|---:|\n"
            for one in piece_resistors(sensing):
                text += f"| {one.piece} | {ohms(one.ohms)} | {one.shows:.0f} | {one.middle} |\n"
    return text


def power_page(board: Board) -> str:
    """The power plan: budget of the LEDs, supply, feeds, fuses, level shifter, and how much room is left."""
    plan, build = plan_power(board), board.build
    share = f"{SHARE:.0%}"
    rows = [
        ("LEDs", f"{plan.pixels}, all white and full: {plan.full_white:.0f} mA", "the daemon dims what exceeds the budget"),
        ("budget of the LEDs", f"{plan.budget:.0f} mA", "`light.budget_ma` of the board file"),
        ("5 V altogether", f"{plan.five_volts:.0f} mA", f"supply of {build.supply_a:g} A, of which {share} is used"),
        ("fuse F1", f"T {build.fuse_a:g} A", f"carries the LEDs' budget with {share} of its rating; the wire bears {plan.wire_limit / 1000:.1f} A"),
        ("wires of 5 V", f"{build.wire_mm2:g} mm², up to {build.wire_m:g} m", f"drop {plan.drop_wire * 1000:.0f} mV"),
        ("feeds", f"{build.feeds} places", f"along the string {plan.drop_string * 1000:.0f} mV more"),
        ("worst LED", f"{plan.farthest:.2f} V", f"at least {LEAST_AT_PIXEL} V: below, blue fades, and data of 5 V is too much for its input"),
        ("3.3 V of the Pico", f"{plan.pico.typical:.0f} mA, at most {plan.pico.most:.0f}", f"gives {PICO_3V3:.0f} mA"),
    ]  # fmt: skip
    if plan.own_rails:
        count = len(plan.regulators)
        rows.append(
            (
                "3.3 V of the sensors",
                f"{plan.sensors.typical:.0f} mA, at most {plan.sensors.most:.0f}",
                f"{count} regulator{'s' if count > 1 else ''} behind fuse F2: more than the Pico can give",
            )
        )
    times = [
        ("one scan, on the buses", f"{scan_ms(board):.2f} ms", f"period {board.scan.period / 1000:g} ms"),
        ("one frame of light", f"{frame_ms(board):.2f} ms", "25 a second leave 40 ms"),
    ]
    for where, on_controller, most in (("Pi", False, EDGES_PI), ("controller", True, EDGES_PICO)):
        rims = tuple(rim for rim in board.rims if rim.on_controller is on_controller)
        if rims:
            edges = f"{edges_a_second(rims):.0f} a second"
            times.append((f"edges of rims on the {where}, all spun fast", edges, f"it follows {most:.0f}"))
    need = max((frame_bytes(one.count, len(one.order)) for one in board.strips), default=0)
    text = f"# {board.title}: power and times\n{MADE} `triboard hardware check` compares the same figures with their limits.\n\n"
    text += _table(("what", "how much", "compared with"), rows)
    text += "\n" + _table(("what", "how long", "compared with"), times)
    text += (
        "\n## How it is fed\n"
        "- Three supplies share their ground and nothing else: the computer's own; 5 V for LEDs"
        + (" and sensors" if plan.own_rails else "")
        + "; and 3.3 V from the Pico, which the computer feeds by USB. Never join 5 V of the LEDs with 5 V of Pi or Pico.\n"
        f"- 5 V enters the string of LEDs at {build.feeds} place{'s' if build.feeds > 1 else ''}"
        " (first and last LED, the others evenly between), each by its own pair of wires from fuse and socket.\n"
        "- 1000 µF stand where 5 V enters, plus to 5 V. 100 nF stand at each chip.\n"
        "- Data passes a 74AHCT125, fed with 5 V: its inputs take 3.3 V as high, which a WS2812B does not (it wants 3.5 V). "
        "330 Ω stand between it and the first LED. Unused gates: input to ground, enable (OE) to 5 V.\n"
        "- Switch 5 V on before the computer, or together with it.\n"
    )
    if need > DEFAULT_BUFFER and build.light is LightFrom.PI:
        text += (
            f"- A frame takes {need} bytes, more than SPI sends at once: `triboard doctor` tells what to write into "
            "/boot/firmware/cmdline.txt.\n"
        )
    return text


def _table(head: tuple[str, str, str], rows: list[tuple[str, str, str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines) + "\n"
