"""Writes what docs/light.md and docs/pictures show of the light: `python -m tests.tools.light_docs`.

The legend, the colours and their differences come from the palettes, the pictures from the renderer. A test
fails while a run would change anything.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

from coloraide import Color

from triboard.board.load import load_board, shipped_boards
from triboard.commands.light import role_sheet
from triboard.light.legend import legend, piece_colours
from triboard.light.palette import DEFAULT, PALETTES, Colour, Palette
from triboard.light.render import Renderer
from triboard.preview.svg import to_svg

ROOT: Final = Path(__file__).parents[2]
DOCUMENT: Final = ROOT / "docs" / "light.md"
PICTURES: Final = ROOT / "docs" / "pictures"
VISIONS: Final = ("normal", "deutan", "protan", "tritan")

_PART: Final = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def written(text: str) -> str:
    """The document with every made part made anew."""
    makers = {"legend": _legend, "colours": _colours, "differences": _differences, "pictures": _pictures}
    return _PART.sub(lambda part: part[1] + "\n".join(makers[part[2]]()) + "\n" + part[3], text)


def pictures() -> Mapping[str, str]:
    """File names and contents of the sheets of all shipped boards."""
    return {f"light-{name}.svg": to_svg(role_sheet(load_board(name), DEFAULT)) for name in shipped_boards()}


def _legend() -> Iterator[str]:
    yield "| role | meaning | cue besides colour | colour without a piece |"
    yield "|---|---|---|---|"
    for entry in legend(DEFAULT):
        yield f"| `{entry.role}` | {entry.meaning} | {entry.cue} | {_numbers(entry.colour)} |"


def _colours() -> Iterator[str]:
    yield f"| piece | {' | '.join(PALETTES)} | |"
    yield f"|---|{'---|' * len(PALETTES)}---|"
    for number, entry in enumerate(piece_colours(DEFAULT)):
        cells = (_numbers(piece_colours(palette)[number].colour) for palette in PALETTES.values())
        yield f"| `{entry.role}` | {' | '.join(cells)} | {entry.cue} |"


def _differences() -> Iterator[str]:
    yield f"| palette | {' | '.join(VISIONS)} | brightest (part of white) | darkest |"
    yield f"|---|{'---|' * len(VISIONS)}---|---|"
    for palette in PALETTES.values():
        worst = (worst_pair(palette, vision) for vision in VISIONS)
        cells = " | ".join(f"{apart:.1f} {one} / {other}" for apart, one, other in worst)
        light = [luminance(colour) for colour in on_the_wire(palette).values()]
        yield f"| {palette.name} | {cells} | {max(light):.2f} | {min(light):.3f} |"


def _pictures() -> Iterator[str]:
    for name in shipped_boards():
        yield f"* [{load_board(name).title} (`{name}`)](pictures/light-{name}.svg)"


def _numbers(colour: Colour) -> str:
    return ", ".join(map(str, colour))


def on_the_wire(palette: Palette) -> dict[str, tuple[float, float, float]]:
    """Linear light, 0 to 1, of each piece's colour at full level, as means over many pixels show it."""
    from tests.unit.light.test_render import board, lit

    from triboard.light.scene import Role
    from triboard.units import Instant

    places = [f"t{n}" for n in range(16)]
    found = {}
    for piece in palette.pieces:
        frame = Renderer(board(*places), palette).frame(lit(Role.SOURCE, *places, piece=piece), Instant(0))
        red, green, blue = (sum(frame[channel::3]) / 16 / 255 for channel in range(3))
        found[str(piece)] = (red, green, blue)
    return found


def luminance(light: tuple[float, float, float]) -> float:
    """Relative luminance of linear light."""
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


@cache
def _differences_of(name: str, vision: str) -> tuple[float, str, str]:
    seen = {}
    for piece, light in on_the_wire(PALETTES[name]).items():
        whole = Color("srgb-linear", list(light))
        seen[piece] = whole if vision == "normal" else whole.filter(vision, method="machado")
    return min((seen[a].delta_e(seen[b], method="2000"), a, b) for a, b in combinations(seen, 2))


def worst_pair(palette: Palette, vision: str) -> tuple[float, str, str]:
    """Least CIEDE2000 difference of any two piece colours on the wire, and which two."""
    return _differences_of(palette.name, vision)


def main() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(written(text), encoding="utf-8")
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")
        print(PICTURES / name, len(picture))


if __name__ == "__main__":
    main()
