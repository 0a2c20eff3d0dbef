"""A drawing as an image, and a film as a moving one. Needs Pillow: `pip install 'triboard[pictures]'`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from triboard.errors import ConfigurationError, Mistake
from triboard.light.palette import Colour
from triboard.preview.drawing import GROUND, OUTLINE, Drawing, Spot, View, Words
from triboard.preview.svg import UNLIT

if TYPE_CHECKING:
    from PIL.Image import Image

SHARP: Final = 2
"""Pixels drawn for each one kept, so that edges are smooth."""

COLOURS: Final = 128  # of a GIF, which holds 256 at most


def to_image(drawing: Drawing) -> "Image":
    """The picture, twice as large as its SVG is by default."""
    pil = _pillow()
    size = (round(SHARP * drawing.width), round(SHARP * drawing.height))
    image: Image = pil.Image.new("RGB", size, GROUND)
    pen = pil.ImageDraw.Draw(image)
    for box in drawing.boxes:
        x, y = SHARP * box.at.x, SHARP * box.at.y
        area = (x, y, x + SHARP * box.width, y + SHARP * box.height)
        pen.rounded_rectangle(area, 6 * SHARP, fill=box.colour)
    for view in drawing.views:
        _still(pen, view)
    image = _lit(pil, image, drawing.views)
    pen = pil.ImageDraw.Draw(image)
    for view in drawing.views:
        _write(pil, pen, view.words)
    _write(pil, pen, drawing.words)
    return image


def save_png(drawing: Drawing, path: Path) -> None:
    """Write one picture."""
    to_image(drawing).save(path, "PNG", optimize=True)


def save_gif(drawings: Sequence[Drawing], milliseconds: int, path: Path) -> None:
    """Write a moving picture of drawings of one size, each shown for `milliseconds`, for ever."""
    pil = _pillow()
    images = [to_image(drawing).reduce(SHARP) for drawing in drawings]
    # One palette for all, from a strip of some of them: colours do not jump between the pictures.
    few = images[:: max(1, len(images) // 8)]
    strip = pil.Image.new("RGB", (images[0].width, images[0].height * len(few)))
    for number, image in enumerate(few):
        strip.paste(image, (0, number * image.height))
    palette = strip.quantize(COLOURS)
    first, *others = (image.quantize(palette=palette, dither=pil.Image.Dither.NONE) for image in images)
    first.save(path, "GIF", save_all=True, append_images=others, duration=milliseconds, loop=0, optimize=True)


def _still(pen: Any, view: View) -> None:
    for ring in view.rings:
        _dot(pen, ring.at, ring.radius, OUTLINE)
        _dot(pen, ring.at, ring.radius - max(0.8, ring.radius * 0.11), GROUND)
    if view.rings:  # a swatch of the legend has no LED that could be off
        for lamp in view.lamps:
            _dot(pen, lamp.at, lamp.radius * 0.5, UNLIT)


def _lit(pil: Any, image: "Image", views: Sequence[View]) -> "Image":
    """Lamps on a layer of their own: blurred and added for the glow, then sharp on top."""
    glow, mask = pil.Image.new("RGB", image.size), pil.Image.new("L", image.size)
    light, cut = pil.ImageDraw.Draw(glow), pil.ImageDraw.Draw(mask)
    radius = 1.0
    for view in views:
        for lamp in view.lamps:
            if any(lamp.colour):
                radius = max(radius, lamp.radius)
                _dot(light, lamp.at, lamp.radius, lamp.colour)
                _dot(cut, lamp.at, lamp.radius, 255)
    blurred = glow.filter(pil.ImageFilter.GaussianBlur(SHARP * radius * 0.9))
    shining: Image = pil.ImageChops.screen(pil.ImageChops.screen(image, blurred), blurred)
    shining.paste(glow, (0, 0), mask)
    return shining


def _dot(pen: Any, at: Spot, radius: float, fill: Colour | int) -> None:
    x, y, r = SHARP * at.x, SHARP * at.y, SHARP * radius
    pen.ellipse((x - r, y - r, x + r, y + r), fill=fill)


def _write(pil: Any, pen: Any, words: Sequence[Words]) -> None:
    for one in words:
        font = pil.ImageFont.load_default(SHARP * one.size)
        place = (SHARP * one.at.x, SHARP * one.at.y)
        anchor = "ms" if one.centred else "ls"
        weight = 1 if one.bold else 0
        pen.text(place, one.text, fill=one.colour, font=font, anchor=anchor, stroke_width=weight)


def _pillow() -> Any:
    """Pillow's modules, or the remedy."""
    try:
        import PIL
        from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont  # noqa: F401 (attributes of PIL)
    except ImportError as error:
        remedy = "Run pip install 'triboard[pictures]', or name a file that ends in .svg."
        raise ConfigurationError(Mistake("--out", "needs Pillow, which is not installed", remedy)) from error
    return PIL
