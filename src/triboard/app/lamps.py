"""The daemon's hold on its LEDs: render what changed, repeat it, try again where they cannot be reached."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from triboard.app.senses import earliest
from triboard.board.definition import Board
from triboard.errors import ControllerError, LinkLostError
from triboard.light.palette import Palette
from triboard.light.render import Renderer, unsent
from triboard.light.scene import DARK, Scene
from triboard.ports import PixelPort
from triboard.units import SECOND, Duration, Instant, after

PIXEL_RETRY: Final = SECOND

PIXEL_REPEAT: Final = Duration(5 * SECOND)
"""After which an unchanged picture is sent again: nobody tells us that LEDs did not take a frame."""

PIXEL_REPEATS: Final = 2
"""How often: then the picture counts as taken, and an idle board sends no more frames."""


@dataclass(frozen=True, slots=True)
class LightHealth:
    """How the LEDs fare: the error that stops them, how far the budget dims them, whether a frame waits."""

    fault: str | None = None
    scale: float = 1.0
    held: bool = False

    @property
    def text(self) -> str:
        """For a status line; empty while all is well."""
        if self.fault is not None:
            return self.fault
        return "" if self.scale == 1 else f"Limited by the power budget to {round(100 * self.scale)} %."


class Lamps:
    """Shows scenes on a chain of pixels; a chain that fails never stops the game."""

    def __init__(
        self,
        board: Board,
        pixels: PixelPort,
        palette: Palette,
        *,
        brightness: float,
        now: Instant,
        log: Callable[[str], None],
    ) -> None:
        self.health = LightHealth()
        self.frame = b""
        """The newest frame, whether or not the LEDs take it."""
        self._board = board
        self._pixels = pixels
        self._log = log
        self._renderer = Renderer(board, palette, brightness=brightness)
        self._render_state = self._renderer.start(now)
        self._render_due: Instant | None = now
        self._repeat_due: Instant | None = None
        self._repeats = 0
        self._shown: object = None
        self._scene = DARK
        self._pixels_after = now
        self._dark_told = False

    @property
    def due(self) -> Instant | None:
        """When something moves or is to be sent again."""
        return earliest((self._render_due, self._repeat_due))

    def use(self, palette: Palette, brightness: float) -> None:
        """Another palette from the next scene on; the flash limit goes on counting."""
        self._renderer = Renderer(self._board, palette, brightness=brightness)
        self._shown = None

    def try_now(self, now: Instant) -> None:
        """They may be there again: do not wait for the next try."""
        self._pixels_after = self._render_due = now

    def close(self) -> None:
        """Darken them."""
        try:
            self._pixels.close()
        except ControllerError as error:
            self._log(str(error))

    def show(self, state: object, scene: Callable[[], Scene], now: Instant) -> None:
        """Render if `state` is another one than last time or an animation is due. `scene`: what it shows."""
        trouble = self._pixels.trouble()
        if trouble is not None and self.health.fault is None:
            self._darkened(trouble, now)
        if self._pixels.dark():
            self._render_state = unsent(self._render_state, now)
            self._render_due = now
        another = state is not self._shown and self._looks_other(state, scene())
        if not another and (self._render_due is None or now < self._render_due):
            if self._repeat_due is not None and now >= self._repeat_due:
                self._repeats -= 1
                self._send(self.frame, now)
            return
        if now < self._pixels_after:
            self._render_due = self._pixels_after
            return
        rendered = self._renderer.step(self._render_state, self._scene, now)
        self._render_state, self._render_due = rendered.state, rendered.due
        self.health = replace(self.health, scale=rendered.scale, held=rendered.held)
        if rendered.frame is None:
            return
        self.frame = rendered.frame
        self._repeats = PIXEL_REPEATS
        self._send(rendered.frame, now)

    def _looks_other(self, state: object, scene: Scene) -> bool:
        """Note what is to be shown; whether it is another picture. Some glows follow one another in order."""
        known, before = self._shown is not None, self._scene
        self._shown, self._scene = state, scene
        return not known or scene != before or list(scene.glows) != list(before.glows)

    def _send(self, frame: bytes, now: Instant) -> None:
        self._repeat_due = after(now, PIXEL_REPEAT) if self._repeats > 0 else None
        try:
            self._pixels.show(frame)
        except LinkLostError as error:  # told by the link already
            self._darkened(str(error), now, tell=False)
        except ControllerError as error:
            self._darkened(str(error), now)
        else:
            self._lit(now)

    def _darkened(self, why: str, now: Instant, *, tell: bool = True) -> None:
        """The LEDs cannot be reached: try again in a while, and say it once."""
        if tell and not self._dark_told:
            self._dark_told = True
            self._log(f"{why} The game goes on without lights.")
        self.health = replace(self.health, fault=why)
        self._render_state = unsent(self._render_state, now)
        self._pixels_after = self._render_due = after(now, PIXEL_RETRY)
        self._repeat_due = None

    def _lit(self, now: Instant) -> None:
        """A frame was taken; whether it is shown is known at once or by the next try."""
        trouble = self._pixels.trouble()
        if trouble is not None:
            self._darkened(trouble, now)
            return
        if self._dark_told:
            self._dark_told = False
            self._log("The lights answer again.")
        if self.health.fault is not None:
            self.health = replace(self.health, fault=None)
