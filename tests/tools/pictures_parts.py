"""Pictures of the printed parts, with OpenSCAD and Pillow: `python -m tests.tools.pictures_parts`.

For each board a sheet of its parts from above and from below, and one of how they go together; of the
starter, which has parts of 3D tic-tac-toe, only the latter. Needs a display; on a machine without one run it
under `xvfb-run -a`.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFont

from triboard.hardware.mechanics_build import boards, folder_of
from triboard.hardware.mechanics_parts import PrintedPart, parts_of

ROOT: Final = Path(__file__).parents[2] / "hardware"
SHEET: Final = "parts.png"
TOGETHER: Final = "together.png"
CELL: Final = (300, 230)
COLUMNS: Final = 4
VIEWS: Final = ("55,0,25", "235,0,25")
SHOWN_TILES: Final = ("M410", "M414", "M434")  # the others differ by their values only
TOGETHER_VIEW: Final = {
    "ttt3d": "50,0,30", "troika": "65,0,20", "trike": "50,0,10", "trioker": "40,0,10",
    "starter": "62,0,30",
}  # fmt: skip


def shot(source: Path, target: Path, view: str, size: tuple[int, int]) -> Image.Image:
    """OpenSCAD's preview of a drawing."""
    subprocess.run(
        [
            "openscad", "-q", "-o", str(target), f"--imgsize={2 * size[0]},{2 * size[1]}", "--viewall",
            "--autocenter", f"--camera=0,0,0,{view},140", "--projection=o", "--colorscheme=Tomorrow",
            str(source),
        ],
        check=True,
        timeout=600,
    )  # fmt: skip
    with Image.open(target) as image:
        return image.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def trimmed(picture: Image.Image) -> Image.Image:
    """Without most of the empty ground round it."""
    ground = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    left, top, right, bottom = ImageChops.difference(picture, ground).getbbox() or (0, 0, *picture.size)
    return picture.crop((max(0, left - 20), max(0, top - 20), right + 20, bottom + 20))


def sheet(board: str, folder: Path) -> Image.Image:
    """All parts of a board, each from above and from below, under its number."""
    parts = [part for part in parts_of(board) if part.source != "tri_tile" or part.number in SHOWN_TILES]
    rows = -(-len(parts) * len(VIEWS) // COLUMNS)
    picture = Image.new("RGB", (CELL[0] * COLUMNS, (CELL[1] + 26) * rows), "white")
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(17)
    for number, part in enumerate(parts):
        for turn, view in enumerate(VIEWS):
            column, row = (number * len(VIEWS) + turn) % COLUMNS, (number * len(VIEWS) + turn) // COLUMNS
            corner = (column * CELL[0], row * (CELL[1] + 26))
            picture.paste(view_of(part, view, folder), (corner[0], corner[1] + 26))
            if turn == 0:
                pen.text(
                    (corner[0] + 8, corner[1] + 3), f"{part.number} {part.name}", fill="black", font=font
                )
    return picture


def view_of(part: PrintedPart, view: str, folder: Path) -> Image.Image:
    """One part from one side."""
    source = folder / "one.scad"
    stl = folder_of(ROOT, part.board) / f"{part.file}.stl"
    source.write_text(f'color("steelblue") import("{stl}");\n')
    return shot(source, folder / "one.png", view, CELL)


def save(picture: Image.Image, path: Path) -> None:
    """Few colours are enough."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.quantize(96).save(path, optimize=True)
    print(path)


if __name__ == "__main__":
    for name in [one for one in sys.argv[1:] if one[0] != "-"] or TOGETHER_VIEW:
        with tempfile.TemporaryDirectory() as scratch:
            drawing = ROOT / "parts" / f"assembly_{name}.scad"
            together = shot(drawing, Path(scratch) / "all.png", TOGETHER_VIEW[name], (900, 700))
            save(trimmed(together), ROOT / name / "pictures" / TOGETHER)
            if name in boards() and "--together" not in sys.argv:
                save(sheet(name, Path(scratch)), ROOT / name / "pictures" / SHEET)
