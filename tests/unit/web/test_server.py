"""The web server on a real loopback port."""

import asyncio
import json
import signal
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from triboard.errors import ConfigurationError, PlayerError
from triboard.units import Piece, Site
from triboard.web.messages import Drop, Press, Request
from triboard.web.server import FULL_CODE, Refuse, WebServer

ROUTES = ("/", "/healthz", "/favicon.ico", "/static/main.js", "/nothing", "/ws")
VIEW: dict[str, object] = {"seq": 1, "phase": "play"}


class Daemon:
    """What the server talks to: keeps requests, refuses on demand."""

    def __init__(self) -> None:
        self.well = (True, "")
        self.requests: list[Request] = []
        self.came = asyncio.Event()

    def receive(self, request: Request, refuse: Refuse) -> None:
        self.requests.append(request)
        if request == Press("LATER"):
            asyncio.get_running_loop().call_soon(refuse, "Not now.")
        if request == Press("NEVER"):
            raise PlayerError("Never.")
        self.came.set()


@asynccontextmanager
async def serving(daemon: Daemon, **options: Any) -> AsyncIterator[WebServer]:
    """A server on a free port."""
    server = WebServer(
        "127.0.0.1", 0, health=lambda: daemon.well, receive=daemon.receive, build="b1", **options
    )
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def run(story: Callable[[], Coroutine[object, object, None]]) -> None:
    async def timed() -> None:
        async with asyncio.timeout(8):
            await story()

    asyncio.run(timed())


async def fetch(
    port: int, path: str, *headers: str, method: str = "GET"
) -> tuple[int, dict[str, str], bytes]:
    """One HTTP request, word for word."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"{method} {path} HTTP/1.1", *headers, "Connection: close", "", ""]
    writer.write("\r\n".join(lines).encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *fields = head.decode().split("\r\n")
    return int(first.split()[1]), {k.lower(): v for k, v in (f.split(": ", 1) for f in fields)}, body


def watch(server: WebServer, **options: Any) -> connect:
    return connect(f"ws://127.0.0.1:{server.port}/ws", compression=None, **options)


async def hear(page: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of this type."""
    while True:
        message: dict[str, Any] = json.loads(await page.recv())
        if message["type"] == kind:
            return message


@pytest.mark.parametrize("path", ROUTES)
def test_hostile_hosts_and_origins_are_turned_away_on_every_route(path: str) -> None:
    """421 for a foreign Host, 403 for a foreign Origin, for all methods."""

    async def story() -> None:
        async with serving(Daemon()) as server:
            good = f"Host: 127.0.0.1:{server.port}"
            for method in ("GET", "POST"):
                status, _, _ = await fetch(
                    server.port, path, f"Host: evil.example:{server.port}", method=method
                )
                assert status == 421
                status, _, _ = await fetch(server.port, path, "Host: 127.0.0.1", method=method)
                assert status == 421
                for origin in ("http://evil.example", "null", f"http://evil.example:{server.port}"):
                    status, _, _ = await fetch(server.port, path, good, f"Origin: {origin}", method=method)
                    assert status == 403

    run(story)


def test_a_hostile_upgrade_is_turned_away_and_our_own_is_not() -> None:
    """The same judgement as for pages, DNS rebinding included."""

    async def story() -> None:
        async with serving(Daemon(), allowed_hosts=["board.local"]) as server:
            port = server.port
            hostile = [
                (421, "evil.example", f"http://evil.example:{port}"),
                (403, "127.0.0.1", "http://evil.example"),
                (403, "127.0.0.1", f"http://127.0.0.1:{port + 1}"),
                (403, "board.local", "null"),
            ]
            for status, host, origin in hostile:
                attempt = connect(
                    f"ws://{host}:{port}/ws",
                    host="127.0.0.1",
                    port=port,
                    additional_headers={"Origin": origin},
                )
                with pytest.raises(InvalidStatus) as refused:
                    await attempt
                assert refused.value.response.status_code == status
                assert "content-security-policy" in refused.value.response.headers
            assert server.viewers == 0
            server.publish(VIEW)
            for host in ("127.0.0.1", "board.local"):
                origin = f"http://{host}:{port}"
                async with connect(
                    f"ws://{host}:{port}/ws",
                    host="127.0.0.1",
                    port=port,
                    additional_headers={"Origin": origin},
                ) as page:
                    assert (await hear(page, "view"))["seq"] == 1

    run(story)


def test_the_page_comes_with_its_build_and_its_policy() -> None:
    """Nothing from elsewhere, nothing inline, nothing framed; browsers ask each time and get 304."""

    async def story() -> None:
        async with serving(Daemon()) as server:
            host = f"Host: localhost:{server.port}"
            status, headers, body = await fetch(server.port, "/", host)
            assert status == 200
            assert b'data-build="b1"' in body
            assert b"style=" not in body
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cache-control"] == "no-cache"
            for path in ("/", "/static/main.js", "/static/room.css", "/favicon.ico"):
                status, headers, _ = await fetch(server.port, path, host)
                assert status == 200
                status, _, body = await fetch(server.port, path, host, f"If-None-Match: {headers['etag']}")
                assert (status, body) == (304, b"")
            for path in ("/static/..%2fserver.py", "/static/../server.py", "/static/none.js"):
                assert (await fetch(server.port, path, host))[0] == 404
            assert (await fetch(server.port, "/", host, method="POST"))[0] == 405

    run(story)


def test_health_says_ok_or_what_is_wrong() -> None:
    """200 or 503, as JSON, never from a cache."""

    async def story() -> None:
        daemon = Daemon()
        async with serving(daemon) as server:
            host = f"Host: 127.0.0.1:{server.port}"
            status, headers, body = await fetch(server.port, "/healthz", host)
            assert (status, json.loads(body)) == (200, {"status": "ok"})
            assert headers["cache-control"] == "no-store"
            daemon.well = (False, "journal cannot be written")
            status, _, body = await fetch(server.port, "/healthz", host)
            expected = {"status": "failing", "reason": "journal cannot be written"}
            assert (status, json.loads(body)) == (503, expected)

    run(story)


def test_views_and_light_reach_the_page_and_requests_the_daemon() -> None:
    """Both ways, and `snapshot` asks for everything again."""

    async def story() -> None:
        daemon = Daemon()
        async with serving(daemon) as server, watch(server) as page:
            server.publish(VIEW)
            assert await hear(page, "view") == {**VIEW, "type": "view", "build": "b1", "language": "en"}
            server.publish_light("00ff00")
            assert await hear(page, "light") == {"type": "light", "pixels": "00ff00"}
            await page.send('{"type":"hand","verb":"drop","site":"Ab2","piece":"white"}')
            await daemon.came.wait()
            assert daemon.requests == [Drop(Site("Ab2"), Piece("white"))]
            await page.send('{"type":"snapshot"}')
            assert (await hear(page, "view"))["seq"] == 1
            assert (await hear(page, "light"))["pixels"] == "00ff00"
            assert len(daemon.requests) == 1

    run(story)


def test_what_cannot_be_done_is_refused_with_its_id() -> None:
    """At once, later, by an exception, and when it is no message at all; the connection stays."""

    async def story() -> None:
        async with serving(Daemon()) as server, watch(server) as page:
            talk: list[tuple[str | bytes, dict[str, object]]] = [
                ('{"type":"press","button":"LATER","id":3}', {"text": "Not now.", "id": 3}),
                ('{"type":"press","button":"NEVER","id":"n"}', {"text": "Never.", "id": "n"}),
                ("nonsense", {"text": "The message is not JSON."}),
                (b"\x00", {"text": "Messages are text, not binary."}),
                (
                    '"' + "x" * 5000 + '"',
                    {"text": "The message is too large: 5002 characters, at most 4096."},
                ),
            ]
            for sent, answer in talk:
                await page.send(sent)
                assert await hear(page, "refused") == {"type": "refused", **answer}

    run(story)


def test_a_message_beyond_all_measure_ends_the_connection() -> None:
    """It is not even kept in memory."""

    async def story() -> None:
        async with serving(Daemon()) as server, watch(server) as page:
            await page.send("x" * 1_000_000)
            with pytest.raises(ConnectionClosed):
                await hear(page, "never")

    run(story)


def test_one_viewer_too_many_is_told_that_the_board_is_full() -> None:
    """The socket closes with "try again later", the page says so in words; a place that gets free is free."""

    async def story() -> None:
        async with serving(Daemon(), most_viewers=2) as server:
            host = f"Host: 127.0.0.1:{server.port}"
            server.publish(VIEW)
            async with watch(server) as one, watch(server) as two:
                await hear(one, "view")
                await hear(two, "view")
                async with watch(server) as three:
                    with pytest.raises(ConnectionClosed) as closed:
                        await three.recv()
                    assert closed.value.rcvd is not None
                    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (FULL_CODE, "full")
                status, _, body = await fetch(server.port, "/", host)
                assert status == 503
                assert b"try again" in body
                assert (await fetch(server.port, "/healthz", host))[0] == 200
            while server.viewers:
                await asyncio.sleep(0)
            async with watch(server) as late:
                await hear(late, "view")

    run(story)


def test_a_viewer_that_stops_reading_delays_nobody_and_is_cut() -> None:
    """E-slow-phone: others get each view at once while the slow one is stuck, then the slow one is gone."""

    async def story() -> None:
        async with serving(Daemon(), patience=0.3) as server:
            slow = socket.socket()
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.settimeout(0)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(slow, ("127.0.0.1", server.port))
            upgrade = (
                f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            await loop.sock_sendall(slow, upgrade.encode())
            async with watch(server) as quick:
                while server.viewers < 2:
                    await asyncio.sleep(0)
                worst = 0.0
                for count in range(100):
                    before = loop.time()
                    server.publish({"seq": count, "padding": "x" * 20_000})
                    assert (await hear(quick, "view"))["seq"] == count
                    worst = max(worst, loop.time() - before)
                assert worst < 0.1
                while server.viewers > 1:
                    await asyncio.sleep(0)
                server.publish(VIEW)
                assert (await hear(quick, "view"))["seq"] == 1
            slow.close()

    run(story)


def test_the_server_stops_at_once_frees_its_port_and_leaves_signals_alone() -> None:
    """Also with a viewer connected; stopping twice is no mistake."""

    async def story() -> None:
        before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
        async with serving(Daemon()) as server:
            port = server.port
            assert server.url == f"http://127.0.0.1:{port}/"
            assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before
            async with watch(server) as page:
                await page.send('{"type":"snapshot"}')
                await server.stop()
                with pytest.raises(ConnectionClosed):
                    await hear(page, "never")
        with pytest.raises(ConnectionRefusedError):
            await fetch(port, "/", "Host: x")

    run(story)


def test_sockets_can_be_handed_over_and_an_occupied_port_is_told() -> None:
    """Socket activation; and a configuration mistake with the address in it."""

    async def story() -> None:
        daemon = Daemon()
        handed = socket.create_server(("127.0.0.1", 0))
        port = handed.getsockname()[1]
        server = WebServer("127.0.0.1", 80, health=lambda: (True, ""), receive=daemon.receive, build="b")
        task = asyncio.create_task(server.serve([handed]))
        while server.port != port:
            await asyncio.sleep(0)
        other = WebServer("127.0.0.1", port, health=lambda: (True, ""), receive=daemon.receive, build="b")
        with pytest.raises(ConfigurationError, match=str(port)):
            await other.start()
        assert (await fetch(port, "/healthz", f"Host: localhost:{port}"))[0] == 200
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(ConnectionRefusedError):
            await fetch(port, "/", "Host: x")

    run(story)
