"""The README of a board's folder."""

from typing import Final

from triboard.board.definition import Board
from triboard.hardware.articles import PRICED
from triboard.hardware.bom import Row, total
from triboard.hardware.circuit import Circuit
from triboard.hardware.examine import figures
from triboard.hardware.harness import Harness
from triboard.hardware.tables import MADE

PICTURES: Final = {
    "ttt3d": "page.png",
    "troika": "troika.png",
    "trike": "trike.png",
    "trioker": "trioker.png",
}
"""Of the board in play, in docs/pictures."""

OWN_PICTURE: Final = ("ttt3d-presence+starter",)
"""Variants that are put together otherwise than the board whose parts they take."""

CAPTIONS: Final = {
    "wiring-supply": "5 V from the socket over the fuses to the places where it feeds the LEDs; their data",
    "wiring-controller": "The Pico and the chips that it talks to; more chips follow one another in the same way",
    "wiring-sensors": "The first sensors; all others are wired alike, each to its own input",
    "wiring-panel": "Buttons on the Pi",
    "wiring-rims": "Encoders and index switches of the rims",
}


def parts_of(name: str) -> str:
    """Where the printed parts of a board lie, seen from its folder; variants share those of the game's board."""
    board, plus, _ = name.partition("+")
    shared = plus or "-" in board
    return f"../{board.partition('-')[0]}/parts" if shared else "parts"


def _picture(name: str) -> str:
    return ("" if name in OWN_PICTURE else parts_of(name).removesuffix("parts")) + "pictures/together.png"


def overview_page(
    board: Board,
    name: str,
    circuit: Circuit,
    rows: tuple[Row, ...],
    drawings: list[Harness],
    variants: dict[str, str],
) -> str:
    """What the board is, what it costs, and where everything stands; `name` is that on the command line."""
    found = figures(board)
    sensors = sum(component.symbol.letter in "SX" for component in circuit.components.values())
    boards = sum(component.symbol.name in ("TCS34725", "RC522") for component in circuit.components.values())
    text = [
        f"# {board.title}: the hardware" + (f" (variant `{name.partition('+')[2]}`)" if "+" in name else ""),
        MADE,
        "",
        f"![The printed parts put together]({_picture(name)})",
        "",
        f"![The board in play, on its page](../../docs/pictures/{PICTURES.get(board.game, 'page.png')})",
        "",
        (
            f"{len(board.sites)} sites, {sensors + boards} sensors, {len(board.pixels)} LEDs, {len(board.buttons)} buttons, {len(board.rims)} rims. "
            f"Parts for about **{total(rows):.0f} €** (estimate of {PRICED}; without printed parts and magnets). 5 V, at most "
            f"{found['power']['five_volts_ma'] / 1000:.1f} A."
        ),
        "",
        "| file | what |",
        "|---|---|",
        "| [assembly.md](assembly.md) | how to build it, step by step, with a check after each step |",
        "| [bom.md](bom.md), [bom.csv](bom.csv) | bill of materials: part numbers, quantity, alternatives, cost |",
        "| [pins.md](pins.md) | pin maps of Pico and Pi |",
        "| [sensors.md](sensors.md) | which sensor hangs where |",
        "| [power.md](power.md) | power plan: LED budget, supply, feeds, fuses, level shifter; times |",
        "| [netlist.net](netlist.net) | netlist in KiCad's format; SKiDL's electrical rules find no error in it |",
        "| `wiring-*.yml` | the drawings below as WireViz text |",
        f"| [{parts_of(name)}]({parts_of(name)}) | printed parts, named by part number; their drawings are in [hardware/parts](../parts) |",
        "| [sensing](../sensing/README.md) | how pieces are told apart, in numbers, with every tolerance |",
        "",
        (
            "All of it comes from one board file, which the daemon and the controller read as well: "
            f"`triboard hardware build {name}` makes it anew, `triboard hardware check {name}` looks for mistakes."
        ),
        "",
    ]
    if "+" not in name and variants:
        text += ["Variants, options of the same board file:", ""]
        text += [f"- `triboard hardware build {name}+{one}`: {about}" for one, about in variants.items()]
        text += [""]
    text += ["## Drawings", ""]
    for harness in drawings:
        text += [
            f"{CAPTIONS.get(harness.name, harness.title)}.",
            "",
            f"![{harness.title}]({harness.name}.svg)",
            "",
        ]
    text += [
        "Colours of wires: black ground, red 5 V, orange 3.3 V; others are free, the drawings' are a proposal.",
        "",
        "![Pins of the Pico](pico.svg)",
    ]
    return "\n".join(text) + "\n"
