"""The controller route: Adafruit's `PixelBuf` over the real link, down to the simulated controller."""

from random import Random

import pytest
from adafruit_pixelbuf import PixelBuf

from triboard.drivers.link import LinkPump
from triboard.drivers.link_pixels import SILENT, LinkPixels
from triboard.errors import ControllerError, InternalError, LinkLostError
from triboard.ports import PixelPort
from triboard.protocol.config import ControllerConfig
from triboard.protocol.host import DARK_AFTER, HostLink
from triboard.protocol.messages import HostMessage, ResetReason, SetPixels, ShowPixels
from triboard.protocol.pixel_sender import REFRESH, SHOW_TIMEOUT, PixelSender, Span, changed_spans
from triboard.sim.controller import SimulatedController
from triboard.sim.lockstep import LockStep
from triboard.sim.wire import MemoryWire
from triboard.units import SECOND, Duration, Instant, Pixel, millis

COUNT = 40
CONFIG = ControllerConfig("small", 8, 2, millis(10), 2, 0, COUNT)
RGB = bytes(range(3 * COUNT))
MOMENT = millis(50)


class Bench:
    """A link in lock step with a controller that has the pixels."""

    def __init__(self) -> None:
        self.wire = MemoryWire()
        self.shown: list[bytes] = []
        self.controller = SimulatedController(self.wire, Random(1), on_pixels=self.shown.append)
        self.pump = LinkPump(HostLink(CONFIG), self.wire.open)
        self.run = LockStep(self.pump, self.controller, self.wire, Instant(0))
        self.pixels = LinkPixels(self.pump, COUNT)

    def up(self) -> "Bench":
        self.run.run_for(SECOND)
        if not self.pump.up:
            raise AssertionError("the controller did not come up")
        return self


def test_it_is_a_pixel_port_and_a_pixel_buf() -> None:
    port: PixelPort = Bench().up().pixels
    assert isinstance(port, PixelBuf)


def test_a_frame_is_latched_by_the_controller_and_acknowledged() -> None:
    bench = Bench().up()
    bench.pixels.show(RGB)
    bench.run.run_for(MOMENT)
    assert bench.controller.pixels == RGB
    assert bench.pixels.trouble() is None


def test_pixels_may_be_set_one_by_one_as_with_any_pixel_buf() -> None:
    """Law: the library's own interface works; nothing is sent before `show`."""
    bench = Bench().up()
    bench.pixels[3] = (1, 2, 3)
    bench.pixels[5:7] = [(4, 5, 6), 0x070809]
    bench.run.run_for(MOMENT)
    assert not any(bench.controller.pixels)
    bench.pixels.show()
    bench.run.run_for(MOMENT)
    assert bench.controller.pixels[9:21] == bytes([1, 2, 3, 0, 0, 0, 4, 5, 6, 7, 8, 9])


def test_without_a_link_the_frame_is_refused_and_nothing_waits() -> None:
    """Law: the daemon shows its newest frame when the link is up; an older one never comes late."""
    bench = Bench()
    with pytest.raises(LinkLostError, match="wait for the board"):
        bench.pixels.show(RGB)
    bench.up().run.run_for(SECOND)
    assert bench.shown == []


def test_a_frame_of_another_length_is_our_mistake() -> None:
    with pytest.raises(InternalError, match="40 pixels has 120 bytes, not 3"):
        Bench().up().pixels.show(b"123")


def test_closing_darkens_at_once_whatever_is_under_way() -> None:
    """Law (T-dark-exit): the last word to the controller is darkness; later frames are refused."""
    bench = Bench().up()
    bench.pixels.show(RGB)
    bench.pixels.show(bytes([7]) * 3 * COUNT)  # waits for the first one's answer
    bench.pixels.close()
    bench.pixels.close()
    bench.pump.close()
    bench.controller.advance(bench.run.now)
    assert bench.controller.pixels == bytes(3 * COUNT)
    with pytest.raises(ControllerError, match="closed"):
        bench.pixels.show(RGB)


def test_a_program_that_is_killed_leaves_no_picture_for_longer_than_three_seconds() -> None:
    """Law (T-dark-exit, watchdog kill): the controller darkens by itself after the last heartbeat."""
    bench = Bench().up()
    bench.pixels.show(RGB)
    bench.run.run_for(MOMENT)
    killed = bench.run.now
    assert bench.controller.pixels == RGB
    bench.controller.advance(Instant(killed + DARK_AFTER))
    assert bench.controller.pixels == bytes(3 * COUNT)


def test_pixels_that_nobody_confirms_for_two_seconds_are_stuck_until_an_answer_comes() -> None:
    """Law: the first sending and seven repeats are patience."""
    sender = PixelSender()
    sender.want(RGB)
    stuck, now = [], Instant(0)
    for _ in range(10):
        (*_, show) = sender.messages(now)
        stuck.append(sender.stuck)
        now = Instant(now + SHOW_TIMEOUT)
    assert stuck == [False] * 8 + [True] * 2
    assert isinstance(show, ShowPixels)
    sender.acked(show.frame, now)
    stuck.append(sender.stuck)
    assert stuck[-1] is False


def test_a_controller_that_confirms_nothing_is_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench().up()
    monkeypatch.setattr(LinkPump, "pixels_stuck", True)
    assert bench.pixels.trouble() == SILENT


def test_a_restart_of_the_controller_asks_for_the_frame_anew() -> None:
    """Law: nothing is repeated unasked; the flash limit decides what is shown next."""
    bench = Bench().up()
    bench.pixels.show(RGB)
    bench.run.run_for(MOMENT)
    told = [bench.pixels.dark()]
    bench.controller.reset(ResetReason.BROWN_OUT, bench.run.now)
    bench.run.run_for(SECOND)
    told.append(bench.pixels.dark())
    assert not any(bench.controller.pixels)
    bench.pixels.show(RGB)
    bench.run.run_for(MOMENT)
    told.append(bench.pixels.dark())
    assert told == [False, True, False]
    assert bench.controller.pixels == RGB


def test_a_broken_port_is_told_by_the_link_and_not_by_the_lights() -> None:
    """Law: writing a frame never raises what the link says anyway."""
    bench = Bench().up()
    bench.wire.unplug()
    bench.pixels.show(RGB)
    assert bench.pump.next_deadline() == 0
    (down,) = bench.run.run_for(millis(10))
    assert "pulled" in str(down)


# Spans


def sent(sender: PixelSender, rgb: bytes, now: Instant) -> list[HostMessage]:
    sender.want(rgb)
    return sender.messages(now)


def test_only_changed_pixels_travel_and_near_ones_together() -> None:
    """Law: joining costs less than a message of its own; far ones go apart."""
    one, other = bytes(3 * COUNT), bytearray(3 * COUNT)
    for pixel in (2, 3, 8, 20):
        other[3 * pixel + 1] = 9
    assert changed_spans(one, bytes(other)) == [Span(2, 9), Span(20, 21)]
    sender = PixelSender()
    (*_, show) = sent(sender, one, Instant(0))
    assert isinstance(show, ShowPixels)
    sender.acked(show.frame, Instant(1))
    assert sent(sender, bytes(other), Instant(2)) == [
        SetPixels(Pixel(2), bytes(other[6:27])),
        SetPixels(Pixel(20), bytes(other[60:63])),
        ShowPixels(2),
    ]


def test_whatever_is_not_certain_goes_whole() -> None:
    """Law: the first frame, one without an answer, the refresh, and after a restart."""
    sender = PixelSender()
    whole = SetPixels(Pixel(0), RGB)
    assert sent(sender, RGB, Instant(0)) == [whole, ShowPixels(1)]
    assert sent(sender, RGB, Instant(SHOW_TIMEOUT)) == [whole, ShowPixels(2)]
    sender.acked(2, Instant(SHOW_TIMEOUT))
    assert sender.messages(Instant(SHOW_TIMEOUT + 1)) == []
    assert sender.messages(Instant(SHOW_TIMEOUT + REFRESH)) == [whole, ShowPixels(3)]
    sender.forget()
    assert sender.messages(Instant(SHOW_TIMEOUT + REFRESH + 1)) == [whole, ShowPixels(4)]


def test_a_random_film_arrives_frame_by_frame_over_a_link_that_loses_packets() -> None:
    """Law: whatever spans travel, the controller shows the newest frame; lost ones are healed by repeats."""
    chance = Random(3)
    bench = Bench().up()
    frame = bytearray(3 * COUNT)
    for step in range(60):
        for _ in range(chance.choice([0, 1, 1, 3, 30])):
            frame[chance.randrange(len(frame))] = chance.randrange(256)
        if step % 20 == 19:
            bench.controller.drop_next_frames(1)
        bench.pixels.show(bytes(frame))
        bench.run.run_for(MOMENT)
    bench.run.run_for(Duration(2 * SHOW_TIMEOUT))
    assert bench.controller.pixels == bytes(frame)
