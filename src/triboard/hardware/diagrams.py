"""Which diagrams a board gets: supply and light, controller, first sensors of each kind, panel."""

import itertools
from collections.abc import Iterable

from triboard.board.definition import Board
from triboard.hardware.circuit import UNUSED, Circuit, Component
from triboard.hardware.harness import Harness
from triboard.hardware.rails import GROUND

FEW = 2
"""Chips in a row that are all shown; of more only the first two and the last two."""

SOME = 4
"""Sensors of a kind that are shown; the others are wired alike and listed in sensors.md."""


def diagrams(board: Board, circuit: Circuit) -> list[Harness]:
    """All diagrams of a board, in the order in which it is assembled."""
    found = [
        _supply(board, circuit),
        _controller(board, circuit),
        _sensors(board, circuit),
        _panel(board, circuit),
        _rims(board, circuit),
    ]
    return [harness for harness in found if not harness.empty]


def _kind(circuit: Circuit, *names: str) -> list[Component]:
    return [one for one in circuit.components.values() if one.symbol.name in names]


def _nets_of(circuit: Circuit, component: Component) -> set[str]:
    return {
        net
        for net, nodes in circuit.nets.items()
        if net != UNUSED and any(node.component == component.name for node in nodes)
    }


def _on(circuit: Circuit, *nets: str, kind: str) -> list[Component]:
    members = {node.component for net in nets for node in circuit.nets.get(net, ())}
    return [one for one in _kind(circuit, kind) if one.name in members]


def _rails(circuit: Circuit, regulator: Component) -> list[str]:
    return [net for net in _nets_of(circuit, regulator) if net.startswith("3V3")]


def _supply(board: Board, circuit: Circuit) -> Harness:
    """5 V from the socket to both ends of the LEDs, and their data."""
    harness = Harness("wiring-supply", f"{board.title}: supply and light", circuit)
    [jack], fuses = _kind(circuit, "5 V supply"), _kind(circuit, "fuse")
    [shifter] = _kind(circuit, "74AHCT125")
    lamps = _kind(circuit, "WS2812B")
    thick = board.build.wire_mm2
    for fuse in fuses:
        harness.link(jack, fuse, mm2=thick)
    for big in _kind(circuit, "1000 µF"):
        harness.link(fuses[0], big, mm2=thick)
        harness.link(jack, big, mm2=thick)
    feeds = max(1, min(board.build.feeds, len(lamps)))
    places = sorted({round(step * (len(lamps) - 1) / max(1, feeds - 1)) for step in range(feeds)})
    for place in places:
        harness.link(fuses[0], lamps[place], nets=["5V"], mm2=thick)
        harness.link(jack, lamps[place], nets=[GROUND], mm2=thick)
    harness.link(fuses[0], shifter)
    harness.link(jack, shifter)
    for regulator in _kind(circuit, "3.3 V regulator"):
        harness.link(fuses[1], regulator, mm2=thick)
        harness.link(jack, regulator, mm2=thick)
    [pico], computers = _kind(circuit, "Pico"), _kind(circuit, "Raspberry Pi")
    for source in (*computers, pico):
        data = [net for net in _nets_of(circuit, source) if net.startswith("LED data")]
        if data:
            harness.link(source, shifter, nets=[*sorted(data), GROUND], once=True)
    harness.link(jack, pico, nets=[GROUND])
    for series in _kind(circuit, "resistor"):
        if series.symbol.article == "r330":
            harness.link(shifter, series)
            first = next(lamp for lamp in lamps if _nets_of(circuit, series) & _nets_of(circuit, lamp))
            harness.link(series, first)
    if len(lamps) > 1:
        harness.link(lamps[0], lamps[1])
    return harness


def _controller(board: Board, circuit: Circuit) -> Harness:
    """From the Pico to every chip that it talks to."""
    harness = Harness("wiring-controller", f"{board.title}: controller and chips", circuit)
    [pico] = _kind(circuit, "Pico")
    chain = _kind(circuit, "74HC165")
    if chain:
        harness.link(pico, chain[0])
        _row(harness, chain)
    chips = _kind(circuit, "CD74HC4067")
    joints = [chip for chip in chips if chip.place.startswith("before")]
    for series in _kind(circuit, "resistor"):
        if series.symbol.article == "r1k":
            harness.link(pico, series)
            for chip in chips:
                harness.link(series, chip)
    for joint in joints:
        adc = joint.place.removeprefix("before ")
        harness.link(pico, joint)
        first = [chip for chip in chips if chip.place.endswith(adc) and chip is not joint]
        for chip in _some(first, 2):
            harness.link(joint, chip, nets=_not_supply(circuit, chip))
        for chip in _some(first, 1):
            harness.link(pico, chip)
        for regulator in _kind(circuit, "3.3 V regulator"):
            harness.link(regulator, joint, nets=_supplies(circuit, regulator), once=True)
            harness.link(regulator, pico, nets=_rails(circuit, regulator))
            for chip in _some(_on(circuit, *_rails(circuit, regulator), kind="CD74HC4067"), 2):
                if chip in first:
                    harness.link(regulator, chip, nets=_rails(circuit, regulator))
                    break
        if len(first) > 1:
            harness.link(first[0], first[1])
    for chip in chips if not joints else []:
        harness.link(pico, chip)
    boards = _kind(circuit, "TCA9548A", "RC522")
    if boards:
        harness.link(pico, boards[0])
        _row(harness, boards)
        if boards[0].symbol.name == "RC522":
            for board_of_reader in boards[1:2]:
                own = [net for net in _nets_of(circuit, board_of_reader) if net.endswith("select")]
                harness.link(pico, board_of_reader, nets=own)
            for regulator in _kind(circuit, "3.3 V regulator"):
                harness.link(regulator, boards[0])
    for pull_up in _kind(circuit, "resistor"):
        if pull_up.symbol.article == "r2k2":
            harness.link(pico, pull_up)
    return harness


def _not_supply(circuit: Circuit, component: Component) -> list[str]:
    return [
        net for net in _nets_of(circuit, component) if net != GROUND and not net.startswith(("3V3", "5V"))
    ]


def _row(harness: Harness, chips: list[Component]) -> None:
    """Chips one after the other; of many only the first two and the last two."""
    pairs = list(itertools.pairwise(chips))
    shown = pairs if len(chips) <= FEW else [pairs[0], pairs[-1]]
    for one, other in shown:
        harness.link(one, other)


def _sensors(board: Board, circuit: Circuit) -> Harness:
    """The first sensors of the first chip of each kind."""
    harness = Harness("wiring-sensors", f"{board.title}: sensors", circuit)
    regulators = _kind(circuit, "3.3 V regulator")
    for chip_kind, sensors in (
        ("74HC165", ("microswitch", "DRV5023")),
        ("CD74HC4067", ("DRV5055", "contacts")),
        ("TCA9548A", ("TCS34725",)),
    ):
        chips = [chip for chip in _kind(circuit, chip_kind) if not chip.place.startswith("before")]
        if not chips:
            continue
        chip = chips[0]
        own = _nets_of(circuit, chip)
        mine = [one for one in _kind(circuit, *sensors) if _signals(circuit, one) & own]
        for sensor in _some(mine, 8 if chip_kind == "74HC165" else SOME):
            harness.link(chip, sensor)
            for part in _kind(circuit, "resistor"):
                if part.symbol.article.startswith("ladder") and part.place == sensor.place:
                    harness.link(sensor, part, nets=[sensor.place])
                    harness.link(chip, part, nets=_supplies(circuit, part))
            for regulator in regulators:
                if set(_rails(circuit, regulator)) & _nets_of(circuit, sensor):
                    harness.link(sensor, regulator)
        for network in _kind(circuit, "8 x 10 kΩ", "8 x 4.7 kΩ"):
            if network.place == f"at {chip.name}":
                harness.link(network, chip)
        if chip_kind == "TCA9548A":
            [shifter] = _kind(circuit, "74AHCT125")
            [pico] = _kind(circuit, "Pico")
            harness.link(pico, shifter, nets=["lamp 3V3"])
            for sensor in _some(mine, SOME):
                harness.link(sensor, shifter, nets=["lamp"])
    return harness


def _supplies(circuit: Circuit, part: Component) -> list[str]:
    return [net for net in _nets_of(circuit, part) if net == GROUND or net.startswith("3V3")]


def _signals(circuit: Circuit, component: Component) -> set[str]:
    return set(_not_supply(circuit, component)) - {"lamp"}


def _panel(board: Board, circuit: Circuit) -> Harness:
    """Buttons on the Pi."""
    harness = Harness("wiring-panel", f"{board.title}: buttons", circuit)
    for header in _kind(circuit, "Raspberry Pi"):
        for button in _kind(circuit, "button"):
            harness.link(header, button)
    return harness


def _rims(board: Board, circuit: Circuit) -> Harness:
    """One rim; the others are wired alike to their own pins."""
    harness = Harness("wiring-rims", f"{board.title}: rims", circuit)
    fuses = _kind(circuit, "fuse")
    hosts = [*_kind(circuit, "Raspberry Pi"), *_kind(circuit, "Pico")]
    for host in hosts:
        for eye in _kind(circuit, "TCST2103", "index switch"):
            if set(_not_supply(circuit, eye)) & _nets_of(circuit, host):
                harness.link(host, eye)
    for eye in _kind(circuit, "TCST2103"):
        for series in _kind(circuit, "resistor"):
            if series.symbol.article == "r270" and _nets_of(circuit, series) & set(_not_supply(circuit, eye)):
                harness.link(eye, series)
                harness.link(series, fuses[0])
    return harness


def _some(chips: Iterable[Component], count: int) -> list[Component]:
    return list(chips)[:count]
