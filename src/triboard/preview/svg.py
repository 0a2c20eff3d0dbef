"""A drawing as SVG: small, the same text on every machine, without any library."""

from html import escape
from typing import Final

from triboard.light.palette import Colour, as_hex
from triboard.preview.drawing import GROUND, OUTLINE, Drawing, Spot, View, Words

FONT: Final = "'DejaVu Sans', Verdana, sans-serif"

UNLIT: Final = Colour(70, 76, 88)
"""An LED that is off."""


def to_svg(drawing: Drawing) -> str:
    """The whole picture. All lamps lie in one group: a filter for each would cost far more to draw."""
    width, height = _number(drawing.width), _number(drawing.height)
    head = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="{escape(FONT)}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {head} role="img">',
        f"<title>{escape(drawing.title)}</title>",
        f'<rect width="{width}" height="{height}" rx="12" fill="{as_hex(GROUND)}"/>',
    ]
    for box in drawing.boxes:
        place = f'x="{_number(box.at.x)}" y="{_number(box.at.y)}"'
        size = f'width="{_number(box.width)}" height="{_number(box.height)}"'
        parts.append(f'<rect {place} {size} rx="6" fill="{as_hex(box.colour)}"/>')
    shapes: dict[str, str] = {}
    for view in drawing.views:
        parts += _still(view, shapes)
    for view in drawing.views:
        parts += map(_words, view.words)
    blur = max((lamp.radius for view in drawing.views for lamp in view.lamps), default=4) * 0.9
    parts.append(
        f'<filter id="g" filterUnits="userSpaceOnUse" x="0" y="0" width="{width}" height="{height}">'
        f'<feGaussianBlur stdDeviation="{_number(blur)}" result="b"/><feMerge><feMergeNode in="b"/>'
        '<feMergeNode in="b"/><feMergeNode in="SourceGraphic"/></feMerge></filter><g filter="url(#g)">'
    )
    for view in drawing.views:
        parts += _lit(view)
    parts.append("</g>")
    parts += map(_words, drawing.words)
    return "\n".join([*parts, "</svg>\n"])


def _still(view: View, shapes: dict[str, str]) -> list[str]:
    """Outlines and unlit LEDs; a shape that was drawn before is used again, moved."""
    if not view.rings:
        return []
    origin = view.rings[0].at
    radius = view.rings[0].radius
    rings = _dots([ring.at for ring in view.rings], radius, OUTLINE, origin)
    rings += _dots([ring.at for ring in view.rings], radius - max(0.8, radius * 0.11), GROUND, origin)
    if view.lamps:
        rings += _dots([lamp.at for lamp in view.lamps], view.lamps[0].radius * 0.5, UNLIT, origin)
    place = f'x="{_number(origin.x)}" y="{_number(origin.y)}"'
    if rings in shapes:
        return [f'<use href="#{shapes[rings]}" {place}/>']
    shapes[rings] = f"s{len(shapes)}"
    return [f'<defs><g id="{shapes[rings]}">{rings}</g></defs><use href="#{shapes[rings]}" {place}/>']


def _lit(view: View) -> list[str]:
    groups: dict[tuple[float, Colour], list[Spot]] = {}
    for lamp in view.lamps:
        if any(lamp.colour):
            groups.setdefault((lamp.radius, lamp.colour), []).append(lamp.at)
    return [_dots(places, radius, colour, Spot(0, 0)) for (radius, colour), places in groups.items()]


def _dots(places: list[Spot], radius: float, colour: Colour, origin: Spot) -> str:
    """Many circles of one kind in few bytes: round ends of lines without length, each from the one before.
    Half pixels are enough."""
    moves = []
    last = (0.0, 0.0)
    for place in places:
        here = (round(2 * (place.x - origin.x)) / 2, round(2 * (place.y - origin.y)) / 2)
        moves.append(f"m{_number(here[0] - last[0])} {_number(here[1] - last[1])}h0".replace(" -", "-"))
        last = here
    width = _number(2 * radius)
    return (
        f'<path d="{"".join(moves)}" stroke="{as_hex(colour)}" '
        f'stroke-width="{width}" stroke-linecap="round"/>'
    )


def _words(words: Words) -> str:
    style = ' font-weight="bold"' if words.bold else ""
    style += ' text-anchor="middle"' if words.centred else ""
    return (
        f'<text x="{_number(words.at.x)}" y="{_number(words.at.y)}" font-size="{_number(words.size)}" '
        f'fill="{as_hex(words.colour)}"{style}>{escape(words.text)}</text>'
    )


def _number(value: float) -> str:
    """A tenth of a pixel is enough, and rounds alike everywhere."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
