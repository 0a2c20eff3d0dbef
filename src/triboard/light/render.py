"""From a scene to the bytes of a frame: colour, level, gamma, power budget, flash limit.

`Renderer` holds what a board and a palette fix; its state is frozen and comes back from each step:

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
from triboard.light.scene import Run, Scene
from triboard.units import Instant

GAMMA: Final = 2.2
"""Wire values are linear in light; palette colours are sRGB, whose curve this follows closely."""


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
    """Renders scenes for one board in one palette. Holds no state of its own."""

    def __init__(self, board: Board, palette: Palette = DEFAULT) -> None:
        self._palette = palette
        self._power = board.power
        self._offset: Mapping[str, int] = {target: 3 * pixel for target, pixel in board.pixel_of().items()}
        self._dark = bytes(max(self._offset.values(), default=-3) + 3)

    @property
    def count(self) -> int:
        """Number of pixels in a frame: up to the last one that the board names."""
        return len(self._dark) // 3

    def start(self, at: Instant) -> RenderState:
        """State for LEDs of which nothing is known but that no frame of ours is on them."""
        return RenderState(limiter.begin(at), self._dark, sent=False)

    def step(self, state: RenderState, scene: Scene, at: Instant) -> Rendered:
        """Render `scene` at `at`, which is not before the last step, within both limits."""
        frame, scale = power.fit(self.frame(scene, at), self._power)
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
        """Red, green and blue of each pixel with gamma, before any limit.

        A channel that the palette lights at a level above 0 is at least 1. Targets without a pixel are
        passed over.
        """
        frame = bytearray(self._dark)
        for target, glow, level in animate.levels(scene.glows, at, self._palette.rhythms):
            self._paint(frame, target, self._palette.colour(glow), level)
        if scene.runs:
            run, places, _ = animate.running(scene.runs, scene.since, at)
            if run is not None:
                self._paint_run(frame, run, places)
        return bytes(frame)

    def _paint_run(self, frame: bytearray, run: Run, places: int) -> None:
        for target in run.places[:places]:
            self._paint(frame, target, self._palette.line_colour(run), 1.0)

    def _paint(self, frame: bytearray, target: str, colour: Colour, level: float) -> None:
        offset = self._offset.get(target)
        if offset is not None:
            frame[offset : offset + 3] = _wire(colour, round(level * 255))


def unsent(state: RenderState) -> RenderState:
    """The state after a frame did not reach the LEDs: the next step sends again."""
    return replace(state, sent=False)


def render(scene: Scene, board: Board, palette: Palette, at: Instant) -> bytes:
    """One frame before any limit; `Renderer.frame` is quicker for many."""
    return Renderer(board, palette).frame(scene, at)


@lru_cache(maxsize=8192)  # at most 256 levels of each colour in use: some 4,000 entries of 3 bytes
def _wire(colour: Colour, level: int) -> bytes:
    """Wire values of a colour at a level of 0 to 255."""
    return bytes(_gamma(value * level / 255) for value in colour)


def _gamma(value: float) -> int:
    return 0 if value == 0 else max(1, round(255 * (value / 255) ** GAMMA))
