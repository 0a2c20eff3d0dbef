"""Pictures of pin headers as SVG: the Pico seen from above, and the 40 pins of a Pi; what is used is
coloured."""

from html import escape
from typing import Final, NamedTuple

from triboard.hardware.circuit import UNUSED, Circuit, Component, Node
from triboard.hardware.rails import GROUND

ROW: Final = 24
PAD: Final = 13
SIDE: Final = 250
"""Width for the labels on each side."""
FONT: Final = "'DejaVu Sans', Verdana, sans-serif"


class Look(NamedTuple):
    """Colours of a pin's label: ground of the pill, and its letters."""

    fill: str
    ink: str


SUPPLY: Final = Look("#c62828", "#ffffff")
THREE: Final = Look("#ef8e19", "#000000")
EARTH: Final = Look("#222222", "#ffffff")
SIGNAL: Final = Look("#1e5fb3", "#ffffff")
LIGHT: Final = Look("#2e7d32", "#ffffff")


def pico_picture(circuit: Circuit, pico: Component, title: str) -> str:
    """The Pico with its USB socket up: pins 1 to 20 on the left, 40 to 21 on the right."""
    pairs = [(str(left), str(41 - left)) for left in range(1, 21)]
    return _picture(circuit, pico, title, pairs, board=170, notch="USB")


def pi_picture(circuit: Circuit, header: Component, title: str) -> str:
    """The Pi's header with pin 1 at the upper left, as it lies with the USB sockets down."""
    pairs = [(str(left), str(left + 1)) for left in range(1, 40, 2)]
    return _picture(circuit, header, title, pairs, board=200, notch="pin 1 is at this end")


def _picture(
    circuit: Circuit, part: Component, title: str, pairs: list[tuple[str, str]], *, board: int, notch: str
) -> str:
    width, height = 2 * SIDE + board, 84 + ROW * len(pairs)
    nets = circuit.net_of()
    out = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" '
            f'font-family="{escape(FONT)}" font-size="12" role="img">'
        ),
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        (
            f'<text x="{width / 2:g}" y="22" font-size="15" font-weight="bold" '
            f'text-anchor="middle">{escape(title)}</text>'
        ),
        f'<rect x="{SIDE}" y="34" width="{board}" height="{height - 44}" rx="8" fill="#1f5f3f"/>',
        f'<text x="{width / 2:g}" y="54" fill="#ffffff" text-anchor="middle">{escape(notch)}</text>',
    ]
    for row, (left, right) in enumerate(pairs):
        y = 78 + ROW * row
        out += _pin(part, left, nets, x=SIDE, y=y, right=False)
        out += _pin(part, right, nets, x=SIDE + board, y=y, right=True)
    return "\n".join([*out, "</svg>"]) + "\n"


def _pin(part: Component, number: str, nets: dict[Node, str], *, x: int, y: int, right: bool) -> list[str]:
    pin = part.pin(number)
    net = nets.get(Node(part.name, number), UNUSED)
    inward = -1 if right else 1
    anchor, outer = ("end", "start") if right else ("start", "end")
    found = [
        f'<circle cx="{x + inward * PAD}" cy="{y}" r="8" fill="#e8c66a" stroke="#7a6420"/>',
        f'<text x="{x + inward * PAD}" y="{y + 3}" font-size="8.5" text-anchor="middle">{number}</text>',
        (
            f'<text x="{x + inward * (PAD + 14)}" y="{y + 4}" fill="#ffffff" '
            f'text-anchor="{anchor}">{escape(pin.name)}</text>'
        ),
    ]
    if net == UNUSED:
        return found
    look = _look(net)
    wide = 16 + 7.7 * len(net)
    start = x + 10 if right else x - 10 - wide
    tip = x + (2 if right else -2)
    found += [
        (
            f'<line x1="{tip}" y1="{y}" x2="{x + (10 if right else -10)}" y2="{y}" '
            f'stroke="{look.fill}" stroke-width="3"/>'
        ),
        f'<rect x="{start:g}" y="{y - 10}" width="{wide:g}" height="20" rx="5" fill="{look.fill}"/>',
        (
            f'<text x="{x + 16 if right else x - 16}" y="{y + 4}" fill="{look.ink}" '
            f'text-anchor="{outer}">{escape(net)}</text>'
        ),
    ]
    return found


def _look(net: str) -> Look:
    if net == GROUND:
        return EARTH
    if net.startswith("5V"):
        return SUPPLY
    if net.startswith("3V3"):
        return THREE
    return LIGHT if net.startswith(("LED", "lamp")) else SIGNAL
