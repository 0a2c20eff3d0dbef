"""Slots of viewers: newest wins, nobody waits for anybody."""

import asyncio
import json
from collections.abc import Coroutine

import pytest

from triboard.web.viewers import MOST_ANSWERS, Viewer, Viewers


class Phone:
    """The sending half of a WebSocket whose owner can stop reading."""

    def __init__(self) -> None:
        self.got: list[dict[str, object]] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.arrived = asyncio.Event()

    async def send_text(self, data: str) -> None:
        await self.reads.wait()
        self.got.append(json.loads(data))
        self.arrived.set()

    async def until(self, kind: str) -> None:
        """Waits for a message of this type."""
        async with asyncio.timeout(2):
            while all(message["type"] != kind for message in self.got):
                self.arrived.clear()
                await self.arrived.wait()


def run(story: Coroutine[object, object, None]) -> None:
    asyncio.run(story)


def test_a_viewer_that_sleeps_gets_only_the_newest_view_and_light() -> None:
    """However much was published in between."""

    async def story() -> None:
        viewers = Viewers()
        phone, viewer = Phone(), Viewer()
        viewers.join(viewer, lambda: None)
        for count in range(1000):
            viewers.publish_view({"type": "view", "seq": count})
            viewers.publish_light(f"{count:06x}")
        pump = asyncio.create_task(viewer.pump(phone, patience=1, alive_after=1))
        await phone.until("light")
        pump.cancel()
        assert phone.got == [
            {"type": "view", "seq": 999, "language": "en"},
            {"type": "light", "pixels": "0003e7"},
        ]

    run(story())


def test_a_newcomer_gets_the_newest_snapshot_first() -> None:
    """Also when nothing happens after it came."""

    async def story() -> None:
        viewers = Viewers()
        viewers.publish_view({"type": "view", "seq": 5})
        viewers.publish_light("00ff00")
        phone, viewer = Phone(), Viewer()
        viewers.join(viewer, lambda: None)
        pump = asyncio.create_task(viewer.pump(phone, patience=1, alive_after=1))
        await phone.until("light")
        pump.cancel()
        assert [message["type"] for message in phone.got] == ["view", "light"]

    run(story())


def test_a_viewer_that_takes_nothing_is_given_up() -> None:
    """After the patience of one message."""

    async def story() -> None:
        phone, viewer = Phone(), Viewer()
        phone.reads.clear()
        viewer.offer_view("{}")
        with pytest.raises(TimeoutError):
            await viewer.pump(phone, patience=0.01, alive_after=1)

    run(story())


def test_silence_is_filled_with_alive() -> None:
    """The page must know that the line is up."""

    async def story() -> None:
        phone, viewer = Phone(), Viewer()
        pump = asyncio.create_task(viewer.pump(phone, patience=1, alive_after=0.01))
        await phone.until("alive")
        pump.cancel()
        assert phone.got[0] == {"type": "alive"}

    run(story())


def test_unchanged_light_is_sent_once() -> None:
    """A board at rest costs nothing."""

    async def story() -> None:
        viewers = Viewers()
        phone, viewer = Phone(), Viewer()
        viewers.join(viewer, lambda: None)
        viewers.publish_light("00ff00")
        pump = asyncio.create_task(viewer.pump(phone, patience=1, alive_after=0.05))
        await phone.until("light")
        viewers.publish_light("00ff00")
        await phone.until("alive")
        pump.cancel()
        assert [message["type"] for message in phone.got] == ["light", "alive"]

    run(story())


def test_answers_that_nobody_takes_do_not_pile_up() -> None:
    """The oldest go."""

    async def story() -> None:
        phone, viewer = Phone(), Viewer()
        for count in range(10 * MOST_ANSWERS):
            viewer.answer({"type": "refused", "id": count})
        viewer.offer_light('{"type":"light"}')
        pump = asyncio.create_task(viewer.pump(phone, patience=1, alive_after=1))
        await phone.until("light")
        pump.cancel()
        assert [message.get("id") for message in phone.got[:-1]] == list(
            range(9 * MOST_ANSWERS, 10 * MOST_ANSWERS)
        )

    run(story())
