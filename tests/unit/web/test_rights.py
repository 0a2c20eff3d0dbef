"""Watching is open; playing from another device needs the code of the game."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from tests.unit.web.test_route_matrix import care
from tests.unit.web.test_server import VIEW, Daemon, hear, run
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from triboard.units import Piece, Site
from triboard.web.messages import Drop
from triboard.web.rights import ENTER_CODE, ONLY_CARE
from triboard.web.server import WebServer

DROP = '{"type":"hand","verb":"drop","site":"Ab2","piece":"white","id":1}'
ELSEWHERE = {"X-Forwarded-For": "203.0.113.9"}
"""What makes a connection of this machine count as another device's."""


@asynccontextmanager
async def shared(daemon: Daemon, host: str = "0.0.0.0") -> AsyncIterator[WebServer]:
    """A server that other devices can reach."""
    server = WebServer(
        host, 0, health=lambda: (True, ""), receive=daemon.receive, build="b1", care=care(), patience=1.0
    )
    await server.start()
    server.begin_game(0)
    server.publish(VIEW)
    try:
        yield server
    finally:
        await server.stop()


def page(server: WebServer, headers: dict[str, str] | None = None, *, origin: bool = True) -> connect:
    here = f"http://127.0.0.1:{server.port}"
    return connect(
        f"ws://127.0.0.1:{server.port}/ws",
        compression=None,
        additional_headers=headers or {},
        origin=Origin(here) if origin else None,
    )


async def ask(socket: ClientConnection, message: dict[str, Any]) -> None:
    await socket.send(json.dumps(message))


def test_another_device_watches_and_plays_only_with_the_code() -> None:
    """Law: views come without a code; hands do not move without it; the code opens for this game alone."""

    async def story() -> None:
        daemon = Daemon()
        async with shared(daemon) as server, page(server) as board, page(server, ELSEWHERE) as phone:
            at_board = await hear(board, "rights")
            assert (at_board["play"], at_board["why"]) == (True, "here")
            assert await hear(phone, "rights") == {"type": "rights", "play": False, "why": None, "code": None}
            assert (await hear(phone, "view"))["seq"] == 1
            await phone.send(DROP)
            assert await hear(phone, "refused") == {"type": "refused", "text": ENTER_CODE, "id": 1}
            await ask(phone, {"type": "join", "code": "wrong", "id": 2})
            assert "not the code" in (await hear(phone, "refused"))["text"]
            assert daemon.requests == []
            await ask(phone, {"type": "join", "code": at_board["code"]})
            assert await hear(phone, "rights") == {
                "type": "rights",
                "play": True,
                "why": "code",
                "code": None,
            }
            await phone.send(DROP)
            await daemon.came.wait()
            assert daemon.requests == [Drop(Site("Ab2"), Piece("white"))]
            await ask(phone, {"type": "fault", "fault": "unplug", "id": 3})
            assert await hear(phone, "refused") == {"type": "refused", "text": ONLY_CARE, "id": 3}
            server.begin_game(1)
            assert (await hear(phone, "rights"))["play"] is False
            assert (await hear(board, "rights"))["code"] != at_board["code"]
            await phone.send(DROP)
            assert (await hear(phone, "refused"))["text"] == ENTER_CODE
            await ask(phone, {"type": "join", "code": at_board["code"]})
            assert "not the code" in (await hear(phone, "refused"))["text"]
            assert len(daemon.requests) == 1

    run(story)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_what_a_proxy_on_this_machine_brings_is_not_from_here(header: str) -> None:
    """Law: a reverse proxy makes nobody a player or an administrator."""

    async def story() -> None:
        async with shared(Daemon()) as server, page(server, {header: "127.0.0.1"}) as socket:
            assert (await hear(socket, "rights"))["play"] is False

    run(story)


def test_whoever_looks_after_the_board_plays_from_anywhere_and_sees_the_code() -> None:
    """Law: the cookie of care is enough; a wrong one is none."""

    async def story() -> None:
        async with shared(Daemon()) as server:
            cookie = care().admin.cookie
            async with page(server, {**ELSEWHERE, "Cookie": f"triboard={cookie}"}) as socket:
                rights = await hear(socket, "rights")
                assert (rights["play"], rights["why"], len(rights["code"])) == (True, "care", 6)
            async with page(server, {**ELSEWHERE, "Cookie": "triboard=no"}) as socket:
                assert (await hear(socket, "rights"))["play"] is False

    run(story)


def test_a_board_that_nobody_else_can_reach_shows_no_code() -> None:
    """Law: on loopback there is no code to show, and tools without an Origin play, too."""

    async def story() -> None:
        daemon = Daemon()
        async with shared(daemon, "127.0.0.1") as server, page(server, origin=False) as socket:
            assert await hear(socket, "rights") == {
                "type": "rights",
                "play": True,
                "why": "here",
                "code": None,
            }
            await socket.send(DROP)
            await daemon.came.wait()

    run(story)


def test_a_page_that_sends_without_end_is_slowed_down_and_then_cut() -> None:
    """Law: beyond the rate messages are refused unread, and who goes on is closed (1008)."""

    async def story() -> None:
        daemon = Daemon()
        async with shared(daemon) as server, page(server) as socket:
            with suppress(ConnectionClosed):
                for _ in range(5000):
                    await socket.send(DROP)
            await socket.wait_closed()
            assert socket.close_code == 1008
            assert 0 < len(daemon.requests) < 400

    run(story)
