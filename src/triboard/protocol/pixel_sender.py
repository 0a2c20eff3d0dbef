"""Brings the newest pixel buffer to the controller: one frame under way at a time, newest wins.

Only what differs from the acknowledged frame travels. Whenever that is not certain (nothing shown yet, no
answer, the regular refresh) all pixels do.
"""

from typing import Final, NamedTuple

from triboard.protocol.codec import PIXELS_A_MESSAGE
from triboard.protocol.messages import HostMessage, SetPixels, ShowPixels
from triboard.units import SECOND, Duration, Instant, Pixel, after, millis

SHOW_TIMEOUT: Final = millis(250)
"""Wait for `ShowAck` before sending again: many times what 500 pixels take on a slow line."""

REFRESH: Final = Duration(5 * SECOND)
"""Between repeats of an unchanged picture: heals pixels that went dark unnoticed."""

SAME_SPAN: Final = 4
"""Unchanged pixels in a row that are sent along: a message of its own costs as many bytes."""

STUCK: Final = 8
"""Unanswered sendings after which the controller counts as not showing anything (2 s)."""

_FRAMES: Final = 1 << 32


class Span(NamedTuple):
    """Pixels from `first` up to, not including, `end`."""

    first: int
    end: int


class PixelSender:
    """Remembers what is wanted, under way and shown; repeats what is shown only to refresh it."""

    def __init__(self) -> None:
        self.resends = 0
        self.epoch = 0
        """Times that the pixels may have gone dark without having been asked to."""
        self._keep = True
        self._wanted: bytes | None = None
        self._under_way: bytes | None = None
        self._shown: bytes | None = None
        self._frame = 0
        self._unanswered = 0
        self._deadline = Instant(0)

    @property
    def stuck(self) -> bool:
        """The controller lives but does not acknowledge what it should show."""
        return self._unanswered >= STUCK

    def want(self, rgb: bytes, *, keep: bool = True) -> None:
        """Red, green, blue of every pixel, from now on; with `keep` also after the controller went dark."""
        self._wanted = rgb
        self._keep = keep

    def acked(self, frame: int, now: Instant) -> None:
        """The controller shows `frame`."""
        if frame == self._frame and self._under_way is not None:
            self._shown, self._under_way = self._under_way, None
            self._unanswered = 0
            self._deadline = after(now, REFRESH)

    def forget(self) -> None:
        """The controller went dark or restarted: what is wanted and kept must be sent again, whole."""
        self.epoch += 1
        if not self._keep:
            self._wanted = None
        self._under_way = self._shown = None
        self._unanswered = 0

    def messages(self, now: Instant) -> list[HostMessage]:
        """What to send now; nothing while a frame is under way or all is shown."""
        if self._wanted is None:
            return []
        due = now >= self._deadline
        if not due and (self._under_way is not None or self._shown == self._wanted):
            return []
        whole = due or self._under_way is not None
        if self._under_way is not None:
            self.resends += 1
            self._unanswered += 1
        before = None if whole else self._shown
        self._under_way = self._wanted
        self._frame = (self._frame + 1) % _FRAMES
        self._deadline = after(now, SHOW_TIMEOUT)
        return [*_parts(before, self._wanted), ShowPixels(self._frame)]

    def darkness(self, count: int) -> list[HostMessage]:
        """Messages that darken every pixel now, whatever is under way; the last word to a controller."""
        self._wanted = self._under_way = bytes(3 * count)
        self._frame = (self._frame + 1) % _FRAMES
        return [*_parts(None, self._wanted), ShowPixels(self._frame)]

    def next_deadline(self) -> Instant | None:
        """When a frame under way, or an old picture, must be sent again."""
        return None if self._under_way is None and self._shown is None else self._deadline


def _parts(before: bytes | None, wanted: bytes) -> list[HostMessage]:
    spans = [Span(0, len(wanted) // 3)] if before is None else changed_spans(before, wanted)
    return [
        SetPixels(Pixel(first), wanted[3 * first : 3 * min(first + PIXELS_A_MESSAGE, span.end)])
        for span in spans
        for first in range(span.first, span.end, PIXELS_A_MESSAGE)
    ]


def changed_spans(before: bytes, after_it: bytes) -> list[Span]:
    """Where two frames of equal length differ, as spans of pixels; near ones are joined."""
    spans: list[Span] = []
    for pixel in range(len(after_it) // 3):
        if before[3 * pixel : 3 * pixel + 3] == after_it[3 * pixel : 3 * pixel + 3]:
            continue
        if spans and pixel - spans[-1].end <= SAME_SPAN:
            spans[-1] = Span(spans[-1].first, pixel + 1)
        else:
            spans.append(Span(pixel, pixel + 1))
    return spans
