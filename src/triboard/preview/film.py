"""Frames over time: an example scene through one cycle, or a game from its first move to its last.

Frames come from the renderer with both limits, so a picture shows what the wire would carry.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from triboard.board.definition import Board
from triboard.light.animate import next_change
from triboard.light.legend import LINE
from triboard.light.palette import Palette
from triboard.light.render import Renderer
from triboard.light.scene import Scene
from triboard.units import SECOND, Duration, Instant, millis

CYCLE: Final = Duration(4 * SECOND)
"""Every rhythm has come round by then."""

SHOTS: Final = 8
SOON: Final = millis(100)
"""From the edges of the common phase to a shot: hard edges have happened, short flashes still shine."""

BEGIN: Final = Instant(8 * SECOND)
"""A whole number of cycles, and long enough after the start for the flash limit to have forgotten it."""

A_PLY: Final = Duration(2 * SECOND)
"""How long a film of a game stays at each ply."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What the LEDs show at one moment."""

    at: Duration
    rgb: bytes
    caption: str


@dataclass(frozen=True, slots=True)
class Film:
    """Shots of one board, and the names of the lights in them (as the legend has them)."""

    title: str
    board: Board
    palette: Palette
    shots: tuple[Shot, ...]
    roles: tuple[str, ...]


def film_of(
    title: str,
    board: Board,
    palette: Palette,
    scene: Scene,
    *,
    brightness: float = 1.0,
    shots: int = SHOTS,
    length: Duration = CYCLE,
) -> Film:
    """A scene through one cycle, the shots evenly apart, each soon after its time begins; a scene that stands
    still needs no more than one."""
    if next_change(scene, BEGIN, palette.rhythms) is None:
        shots = 1
    moments = [Duration(length * n // shots + SOON) for n in range(shots)]
    frames = _frames(board, palette, brightness, ((scene, moment) for moment in moments))
    captions = [f"{moment / SECOND:.1f} s" if shots > 1 else "" for moment in moments]
    taken = tuple(map(Shot, moments, frames, captions))
    return Film(title, board, palette, taken, roles_of([scene]))


def film_of_game(
    title: str,
    board: Board,
    palette: Palette,
    scenes: Sequence[tuple[str, Scene]],
    *,
    brightness: float = 1.0,
    each: int = 1,
) -> Film:
    """A game ply by ply: `scenes` with their captions, `each` shots of a ply."""
    moments = [
        (caption, scene, Duration(ply * A_PLY + A_PLY * (2 * n + 1) // (2 * each)))
        for ply, (caption, scene) in enumerate(scenes)
        for n in range(each)
    ]
    frames = _frames(board, palette, brightness, ((scene, moment) for _, scene, moment in moments))
    taken = tuple(
        Shot(moment, frame, caption) for (caption, _, moment), frame in zip(moments, frames, strict=True)
    )
    return Film(title, board, palette, taken, roles_of(scene for _, scene in scenes))


def roles_of(scenes: Iterable[Scene]) -> tuple[str, ...]:
    """Names of the lights of some scenes, each once, in the order of the legend."""
    found: dict[str, None] = {}
    for scene in scenes:
        found |= dict.fromkeys(glow.role.value for glow in scene.glows.values())
        if scene.runs:
            found[LINE] = None
    return tuple(found)


def _frames(
    board: Board, palette: Palette, brightness: float, scenes: Iterable[tuple[Scene, Duration]]
) -> Iterator[bytes]:
    """Each scene at its moment; in between the renderer is stepped whenever it wants to be."""
    renderer = Renderer(board, palette, brightness=brightness)
    state = renderer.start(Instant(BEGIN - CYCLE))
    now = Instant(BEGIN - CYCLE)
    for scene, moment in scenes:
        until = Instant(BEGIN + moment)
        while True:
            step = renderer.step(state, scene, now)
            state = step.state
            if step.due is None or step.due >= until:
                break
            now = step.due
        now = until
        yield renderer.step(state, scene, now).state.frame
