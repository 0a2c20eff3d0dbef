"""Brings the newest pixel buffer to the controller: one frame under way at a time, newest wins."""

from typing import Final

from triboard.protocol.codec import PIXELS_A_MESSAGE
from triboard.protocol.messages import HostMessage, SetPixels, ShowPixels
from triboard.units import SECOND, Duration, Instant, Pixel, after, millis

SHOW_TIMEOUT: Final = millis(250)
"""Wait for `ShowAck` before sending again: many times what 500 pixels take on a slow line."""

REFRESH: Final = Duration(5 * SECOND)
"""Between repeats of an unchanged picture: heals pixels that went dark unnoticed."""

_FRAMES: Final = 1 << 32


class PixelSender:
    """Remembers what is wanted, under way and shown; repeats what is shown only to refresh it."""

    def __init__(self) -> None:
        self.resends = 0
        self._wanted: bytes | None = None
        self._under_way: bytes | None = None
        self._shown: bytes | None = None
        self._frame = 0
        self._deadline = Instant(0)

    def want(self, rgb: bytes) -> None:
        """Red, green, blue of every pixel, from now on."""
        self._wanted = rgb

    def acked(self, frame: int, now: Instant) -> None:
        """The controller shows `frame`."""
        if frame == self._frame and self._under_way is not None:
            self._shown, self._under_way = self._under_way, None
            self._deadline = after(now, REFRESH)

    def forget(self) -> None:
        """The controller went dark or restarted: what is wanted must be sent again."""
        self._under_way = self._shown = None

    def messages(self, now: Instant) -> list[HostMessage]:
        """What to send now; nothing while a frame is under way or all is shown."""
        if self._wanted is None:
            return []
        waiting = self._under_way is not None or self._shown == self._wanted
        if waiting and now < self._deadline:
            return []
        self.resends += self._under_way is not None
        self._under_way = self._wanted
        self._frame = (self._frame + 1) % _FRAMES
        self._deadline = after(now, SHOW_TIMEOUT)
        step = 3 * PIXELS_A_MESSAGE
        starts = range(0, len(self._wanted), step)
        parts = [SetPixels(Pixel(start // 3), self._wanted[start : start + step]) for start in starts]
        return [*parts, ShowPixels(self._frame)]

    def next_deadline(self) -> Instant | None:
        """When a frame under way, or an old picture, must be sent again."""
        return None if self._under_way is None and self._shown is None else self._deadline
