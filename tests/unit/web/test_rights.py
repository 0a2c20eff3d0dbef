"""Watching is open; playing from another device needs the code of the game."""

import json
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.unit.web.test_route_matrix import care
from tests.unit.web.test_server import VIEW, Daemon, hear, run
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect, unix_connect
from websockets.exceptions import ConnectionClosed

from triboard.units import Piece, Site
from triboard.web.addresses import WILDCARDS, own_addresses
from triboard.web.messages import Drop
from triboard.web.rights import ENTER_CODE, ONLY_CARE
from triboard.web.server import WebServer

DROP = '{"type":"hand","verb":"drop","site":"Ab2","piece":"white","id":1}'
ELSEWHERE = {"X-Forwarded-For": "203.0.113.9"}
"""What makes a connection of this machine count as another device's."""


@asynccontextmanager
async def shared(
    daemon: Daemon, host: str = "0.0.0.0", given: Sequence[socket.socket] = (), **others: Any
) -> AsyncIterator[WebServer]:
    """A server that other devices can reach; on sockets that were handed over, where some are `given`."""
    server = WebServer(
        host, 0, health=lambda: (True, ""), receive=daemon.receive, build="b1", care=care(), patience=1.0,
        **others,
    )  # fmt: skip
    await server.start(given)
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


async def ask(page: ClientConnection, message: dict[str, Any]) -> None:
    await page.send(json.dumps(message))


def test_another_device_watches_and_plays_only_with_the_code() -> None:
    """Law: views come without a code; hands do not move without it; the code opens for this game alone."""

    async def story() -> None:
        daemon = Daemon()
        async with shared(daemon) as server, page(server) as board, page(server, ELSEWHERE) as phone:
            at_board = await hear(board, "rights")
            assert (at_board["play"], at_board["why"]) == (True, "here")
            assert await hear(phone, "rights") == {
                "type": "rights",
                "play": False,
                "why": None,
                "code": None,
                "join": None,
            }
            assert (await hear(phone, "view"))["seq"] == 1
            await phone.send(DROP)
            assert await hear(phone, "refused") == {"type": "refused", "text": str(ENTER_CODE), "id": 1}
            await ask(phone, {"type": "join", "code": "wrong", "id": 2})
            assert "not the code" in (await hear(phone, "refused"))["text"]
            assert daemon.requests == []
            await ask(phone, {"type": "join", "code": at_board["code"]})
            assert await hear(phone, "rights") == {
                "type": "rights",
                "play": True,
                "why": "code",
                "code": None,
                "join": None,
            }
            await phone.send(DROP)
            await daemon.came.wait()
            assert daemon.requests == [Drop(Site("Ab2"), Piece("white"))]
            await ask(phone, {"type": "fault", "fault": "unplug", "id": 3})
            assert await hear(phone, "refused") == {"type": "refused", "text": str(ONLY_CARE), "id": 3}
            server.begin_game(1)
            assert (await hear(phone, "rights"))["play"] is False
            assert (await hear(board, "rights"))["code"] != at_board["code"]
            await phone.send(DROP)
            assert (await hear(phone, "refused"))["text"] == str(ENTER_CODE)
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


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("board.example", None),
        ("this-machine", "here"),
        ("localhost", "here"),
        ("127.0.0.1", "here"),
    ],
)
def test_a_proxy_that_tells_nothing_is_known_by_the_name_it_was_called_by(host: str, why: str | None) -> None:
    """Law: a listed name leads to a proxy, so that even without its headers nobody who came by it counts as
    sitting here; names of this machine itself do. On such a board the code is shown to those who are here."""

    async def story() -> None:
        names: dict[str, Any] = {
            "allowed_hosts": ("board.example", "this-machine"),
            "own_names": ("this-machine",),
        }
        async with shared(Daemon(), "127.0.0.1", **names) as server:
            called = f"http://{host}:{server.port}"
            url = called.replace("http", "ws") + "/ws"
            async with connect(url, host="127.0.0.1", port=server.port, origin=Origin(called)) as socket:
                rights = await hear(socket, "rights")
                assert (rights["play"], rights["why"]) == (why is not None, why)
                assert (rights["code"] is not None) == (why is not None)

    run(story)


@pytest.mark.parametrize("addresses", [("::",), ("127.0.0.1", "0.0.0.0"), ("0.0.0.0", "127.0.0.1")])
def test_on_sockets_that_were_handed_over_only_this_machine_is_here(addresses: tuple[str, ...]) -> None:
    """Law: the widest of the sockets decides whether others can come, so that the code is shown; one of this
    machine's loopback is here, also as IPv4 in IPv6, whoever calls its address on the network is not."""

    async def story() -> None:
        listening = [
            socket.create_server(
                (one, 0), family=socket.AF_INET6 if ":" in one else socket.AF_INET, dualstack_ipv6=":" in one
            )
            for one in addresses
        ]
        ports = {one: given.getsockname()[1] for one, given in zip(addresses, listening, strict=True)}
        async with shared(Daemon(), "127.0.0.1", listening) as server:
            first = ports[addresses[0]]
            assert server.port == first
            url = f"ws://127.0.0.1:{first}/ws"
            async with connect(url, origin=Origin(f"http://127.0.0.1:{first}")) as here:
                rights = await hear(here, "rights")
                assert (rights["why"], len(rights["code"])) == ("here", 6)
            for address in own_addresses():  # none without a network
                port = first if addresses[0] in WILDCARDS else ports["0.0.0.0"]
                called = f"{address}:{port}"
                async with connect(f"ws://{called}/ws", origin=Origin(f"http://{called}")) as other:
                    assert await hear(other, "rights") == {
                        "type": "rights", "play": False, "why": None, "code": None, "join": None,
                    }  # fmt: skip

    run(story)


def test_behind_a_socket_file_nobody_is_here(tmp_path: Path) -> None:
    """Law: a proxy stands at the other end, whatever it tells or does not tell."""

    async def story() -> None:
        with socket.socket(socket.AF_UNIX) as given:
            given.bind(str(tmp_path / "page"))
            given.listen()
            async with shared(Daemon(), "127.0.0.1", [given.dup()], allowed_hosts=("board.example:80",)):
                url = "ws://board.example/ws"
                async with unix_connect(str(tmp_path / "page"), url) as page_of_proxy:
                    assert (await hear(page_of_proxy, "rights"))["why"] is None

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
                "join": None,
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
