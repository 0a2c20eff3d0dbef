"""Sheets of pictures: a film as rows of views with its legend, and all roles of a board below one another."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from triboard.light.legend import Entry, legend
from triboard.light.palette import Palette
from triboard.preview.drawing import FAINT, INK, Drawing, Lamp, Spot, View, Words
from triboard.preview.film import Film
from triboard.preview.plan import Plan, plan_of

MARGIN: Final = 24.0
GAP: Final = 10.0
APART: Final = 28.0  # between views whose storeys lie side by side
VIEW_WIDTH: Final = 470.0
VIEW_HEIGHT: Final = 320.0
WIDEST: Final = 1000.0
ALONE: Final = 1.7
"""How much larger a single view is drawn."""

MANY: Final = 12
"""Shots from which on views are drawn smaller."""

TITLE: Final = 22.0
TEXT: Final = 13.0
SMALL: Final = 11.0
LETTER: Final = 0.56
"""Width of a letter as part of its size, on the safe side."""

STILL: Final = "stands still: the board sends no new frames"
NAMES: Final = 210.0
"""Width of the column of words on a sheet of all roles."""

ROLE_WIDTH: Final = 150.0
ROLE_HEIGHT: Final = 250.0


def sheet(film: Film) -> Drawing:
    """One film: large views with labels, then what its lights mean."""
    plan = plan_of(film.board)
    part = ALONE if len(film.shots) == 1 else 1.0 if len(film.shots) <= MANY else 0.66
    scale = part * min(VIEW_WIDTH / plan.width, VIEW_HEIGHT / plan.height)
    columns = max(1, min(len(film.shots), int(WIDEST / (scale * plan.width + APART))))
    drawing = _begin(film.title)
    cell_width, cell_height = scale * plan.width, scale * plan.height
    top = MARGIN + TITLE + 14
    for number, shot in enumerate(film.shots):
        row, column = divmod(number, columns)
        at = Spot(MARGIN + column * (cell_width + APART), top + row * (cell_height + 22 + APART))
        _view(drawing, plan, shot.rgb, at, scale, labels=True)
        caption = Spot(at.x + cell_width / 2, at.y + cell_height + 15)
        drawing.words.append(Words(caption, shot.caption, SMALL, FAINT, centred=True))
    rows = -(-len(film.shots) // columns)
    width = max(2 * MARGIN + columns * (cell_width + APART) - APART, 560.0)
    bottom = top + rows * (cell_height + 22 + APART) + 6
    entries = _entries(film.palette, film.roles)
    drawing.width = width
    drawing.height = _legend(drawing, entries, Spot(MARGIN, bottom), width - 2 * MARGIN) + MARGIN
    return drawing


def board_sheet(title: str, films: Sequence[Film]) -> Drawing:
    """One row a film, named by its light, the same moments below one another."""
    plan = plan_of(films[0].board, sideways=False)
    scale = min(ROLE_WIDTH / plan.width, ROLE_HEIGHT / plan.height)
    moments = max((film.shots for film in films), key=len)
    cell_width, cell_height = scale * plan.width, scale * plan.height
    drawing = _begin(title)
    top = MARGIN + TITLE + 14
    for column, shot in enumerate(moments):
        x = MARGIN + NAMES + column * (cell_width + GAP) + cell_width / 2
        drawing.words.append(Words(Spot(x, top + 8), shot.caption, SMALL, FAINT, centred=True))
    top += 16
    height = max(cell_height, 96.0)
    for row, film in enumerate(films):
        y = top + row * (height + GAP)
        for entry in _entries(film.palette, film.roles):
            _row_words(drawing, entry, Spot(MARGIN, y))
        for column, shot in enumerate(film.shots):
            at = Spot(MARGIN + NAMES + column * (cell_width + GAP), y)
            _view(drawing, plan, shot.rgb, at, scale, labels=False)
        if len(film.shots) < len(moments):
            beside = Spot(MARGIN + NAMES + len(film.shots) * (cell_width + GAP) + 6, y + height / 2)
            drawing.words.append(Words(beside, STILL, SMALL, FAINT))
    drawing.width = 2 * MARGIN + NAMES + len(moments) * (cell_width + GAP) - GAP
    drawing.height = top + len(films) * (height + GAP) - GAP + MARGIN
    return drawing


def single(film: Film, number: int) -> Drawing:
    """One shot alone, for a moving picture; the caption stays below it."""
    plan = plan_of(film.board)
    scale = min(1.2 * VIEW_WIDTH / plan.width, 1.4 * VIEW_HEIGHT / plan.height)
    drawing = _begin(film.title)
    top = MARGIN + TITLE + 14
    at = Spot(MARGIN, top)
    _view(drawing, plan, film.shots[number].rgb, at, scale, labels=True)
    below = top + scale * plan.height + 18
    drawing.words.append(Words(Spot(MARGIN, below), film.shots[number].caption, TEXT, INK))
    drawing.width = max(2 * MARGIN + scale * plan.width, 420.0)
    entries = _entries(film.palette, film.roles)
    drawing.height = _legend(drawing, entries, Spot(MARGIN, below + 18), drawing.width - 2 * MARGIN) + MARGIN
    return drawing


def _begin(title: str) -> Drawing:
    drawing = Drawing(title)
    drawing.words.append(Words(Spot(MARGIN, MARGIN + TITLE * 0.7), title, TITLE, INK, bold=True))
    return drawing


def _view(drawing: Drawing, plan: Plan, rgb: bytes, at: Spot, scale: float, *, labels: bool) -> None:
    drawing.boxes += plan.boxes(at, scale)
    drawing.views.append(plan.view(rgb, at, scale, labels=labels))


def _entries(palette: Palette, roles: Sequence[str]) -> list[Entry]:
    return [entry for entry in legend(palette) if entry.role in roles]


def _legend(drawing: Drawing, entries: Sequence[Entry], at: Spot, width: float) -> float:
    """The lights in words; answers where it ends."""
    y = at.y
    for entry in entries:
        drawing.legend.append(entry.role)
        _swatch(drawing, entry, Spot(at.x + 7, y + 7))
        drawing.words.append(Words(Spot(at.x + 22, y + 11.5), entry.role, TEXT, INK, bold=True))
        lines = wrap(f"{entry.meaning}; {entry.cue}", int((width - 110) / (SMALL * LETTER)))
        for line in lines:
            drawing.words.append(Words(Spot(at.x + 110, y + 11), line, SMALL, FAINT))
            y += 16
        y += 4
    return y


def _row_words(drawing: Drawing, entry: Entry, at: Spot) -> None:
    drawing.legend.append(entry.role)
    _swatch(drawing, entry, Spot(at.x + 7, at.y + 9))
    drawing.words.append(Words(Spot(at.x + 22, at.y + 14), entry.role, TEXT, INK, bold=True))
    y = at.y + 32
    for text in (entry.meaning, entry.cue):
        for line in wrap(str(text), int((NAMES - 16) / (SMALL * LETTER))):
            drawing.words.append(Words(Spot(at.x, y), line, SMALL, FAINT))
            y += 14
        y += 3


def _swatch(drawing: Drawing, entry: Entry, at: Spot) -> None:
    """The light's own colour, as the palette writes it."""
    drawing.views.append(View(lamps=[Lamp(at, 5.5, entry.colour, f"legend:{entry.role}")]))
