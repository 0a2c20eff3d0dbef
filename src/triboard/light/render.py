"""From a scene to the bytes of a frame: colour, level, gamma, dither, power budget, flash limit.

`Renderer` holds what a board, a palette and a brightness fix; its state is frozen and comes back from each
step, also into the next renderer when the palette changes:

    state = renderer.start(now)
    state, frame, scale, due, held = renderer.step(state, scene, now)

`frame` is `None` while the LEDs already show the right thing; `due` is when to step again even though the
scene has not changed, `None` for never.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from triboard.board.definition import Board
from triboard.light import animate, limiter, power
from triboard.light.limiter import Limiter
from triboard.light.palette import DEFAULT, Colour, Palette
from triboard.light.scene import Scene
from triboard.units import Instant

GAMMA: Final = 2.2
"""Wire values are linear in light; palette colours are sRGB, whose curve this follows closely."""

PARTS: Final = 16
"""Steps between two values of the wire that dithering can show as a mean; a power of two."""

_SPREAD: Final = (0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15)
"""Thresholds of pixels, and of steps in time, one after the other: any few neighbours lie far apart."""

_GREEN, _BLUE = 5, 10  # thresholds of the channels of one pixel lie a third apart


@dataclass(frozen=True, slots=True)
class RenderState:
    """What the LEDs show, whether it reached them, and what the flash limit remembers."""

    limiter: Limiter
    frame: bytes
    sent: bool


class Rendered(NamedTuple):
    """`frame`: bytes to send, `None` if nothing changed. `scale`: 1, or less if the power budget limits
    the newest frame. `due`: when to step again. `held`: the flash limit delays the newest frame."""

    state: RenderState
    frame: bytes | None
    scale: float
    due: Instant | None
    held: bool


class Renderer:
    """Renders scenes for one board in one palette. Holds no state of its own.

    `brightness` is the part of the palette's light that may shine, above 0 up to 1.
    """

    def __init__(self, board: Board, palette: Palette = DEFAULT, *, brightness: float = 1.0) -> None:
        self._palette = palette
        self._brightness = brightness
        self._power = board.power
        self._whites = power.whites_of(board)
        self._pixel: Mapping[str, int] = {target: int(pixel) for target, pixel in board.pixel_of().items()}
        self._dark = bytes(3 * max(self._pixel.values(), default=-1) + 3)

    @property
    def count(self) -> int:
        """Number of pixels in a frame: up to the last one that the board names."""
        return len(self._dark) // 3

    def start(self, at: Instant) -> RenderState:
        """State of a new process: the LEDs were just made dark, whatever an earlier one left on them."""
        return RenderState(limiter.begin_unknown(at), self._dark, sent=False)

    def step(self, state: RenderState, scene: Scene, at: Instant) -> Rendered:
        """Render `scene` at `at`, which is not before the last step, within both limits."""
        frame, scale = power.fit(self.frame(scene, at), self._power, self._whites)
        wait_until: Instant | None = None
        if frame != state.frame:
            allowed, wait_until = limiter.admit(state.limiter, frame, at)
            if wait_until is None:
                state = RenderState(allowed, frame, sent=False)
            else:
                state = replace(state, limiter=allowed)
        changes = (wait_until, animate.next_change(scene, at, self._palette.rhythms))
        return Rendered(
            state=replace(state, sent=True),
            frame=None if state.sent else state.frame,
            scale=scale,
            due=min((change for change in changes if change is not None), default=None),
            held=wait_until is not None,
        )

    def frame(self, scene: Scene, at: Instant) -> bytes:
        """Red, green and blue of each pixel with gamma and dither, before any limit.

        A channel that the palette lights at a level above 0 is at least 1. Targets without a pixel are
        passed over.
        """
        frame = bytearray(self._dark)
        rhythms = self._palette.rhythms
        moment = _SPREAD[at // animate.STEP % PARTS]
        part = self._brightness * scene.level
        for target, glow, level in animate.levels(scene.glows, at, rhythms):
            turning = moment if rhythms[glow.role].smooth else 0
            self._paint(frame, target, self._palette.colour(glow), level, part, turning)
        if scene.runs:
            run, places, _ = animate.running(scene.runs, scene.since, at)
            if run is not None:
                for place in run.places[:places]:
                    self._paint(frame, place, self._palette.line_colour(run), 1.0, part, 0)
        for pixel, wire in scene.raw.items():
            frame[3 * pixel : 3 * pixel + 3] = wire
        return bytes(frame)

    def _paint(
        self, frame: bytearray, target: str, colour: Colour, level: float, part: float, turning: int
    ) -> None:
        """Each channel in parts of a wire value, rounded up or down by the pixel's threshold."""
        pixel = self._pixel.get(target)
        if pixel is None:
            return
        red, green, blue = _light(colour, round(level * 255), part)
        threshold = _SPREAD[pixel % PARTS] + turning
        frame[3 * pixel : 3 * pixel + 3] = (
            (red + threshold % PARTS) // PARTS,
            (green + (threshold + _GREEN) % PARTS) // PARTS,
            (blue + (threshold + _BLUE) % PARTS) // PARTS,
        )


def unsent(state: RenderState, at: Instant) -> RenderState:
    """The state after a frame did not reach the LEDs, or they went dark by themselves: nobody knows what they
    show, so darkness is assumed and counted, and the next step sends again."""
    dark = bytes(len(state.frame))
    return RenderState(limiter.note(state.limiter, dark, at), dark, sent=False)


def render(scene: Scene, board: Board, palette: Palette, at: Instant) -> bytes:
    """One frame before any limit; `Renderer.frame` is quicker for many."""
    return Renderer(board, palette).frame(scene, at)


@lru_cache(maxsize=8192)  # at most 256 levels of each colour in use: some 4,000 entries of three numbers
def _light(colour: Colour, level: int, brightness: float) -> tuple[int, int, int]:
    """A colour at a level of 0 to 255, each channel in `PARTS` of a wire value."""
    red, green, blue = (_linear(value * level / 255, brightness) for value in colour)
    return red, green, blue


def _linear(value: float, brightness: float) -> int:
    """At least one whole wire value for what is lit: no threshold makes it vanish."""
    return 0 if value == 0 else max(PARTS, round(PARTS * 255 * brightness * (value / 255) ** GAMMA))
