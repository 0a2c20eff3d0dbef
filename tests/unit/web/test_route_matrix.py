"""Every route against everything that strangers try; the routes come from the application's own table."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import pytest
from starlette.routing import Route, WebSocketRoute
from tests.unit.web.test_server import Daemon, fetch, run
from websockets import Origin
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from triboard.app.config import Config
from triboard.ports import monotonic
from triboard.units import Instant
from triboard.web.admin import Admin
from triboard.web.care import Care
from triboard.web.limits import LARGEST_BODY, REQUESTS_AT_ONCE, Clock
from triboard.web.server import WebServer

TOKEN = "correct-horse-battery-staple-0123456789"
WRONG = "wrong-horse-battery-staple-01234567890"

OPEN = {
    "/", "/care", "/healthz", "/status", "/favicon.ico", "/static/{name}", "/health", "/metrics", "/ws",
    "/display", "/display/rules", "/classroom", "/classroom/sheet", "/classroom/sheet.json",
    "/care/login", "/words", "/words/{code}",
}  # fmt: skip
"""Routes that need no proof. Every other route must be closed: a new one is, unless it is named here."""

EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "/care/login": {"token": TOKEN},
    "/care/settings": {"light.palette": "night"},
}
"""A good body for each change; one without an entry takes an empty object."""


async def changed(_: Mapping[str, Any]) -> str | None:
    return None


async def bundle(_: bool) -> bytes:  # noqa: FBT001 (the shape of `Care.bundle`)
    return b"zip"


def care() -> Care:
    admin = Admin(TOKEN, pin="402817", clock=monotonic)
    return Care(admin, list, dict, changed, bundle, lambda: (b"m 1\n", "text/plain"))


@asynccontextmanager
async def cared(given: Sequence[socket.socket] = (), clock: Clock = monotonic) -> AsyncIterator[WebServer]:
    """A server with every route that there is; on sockets that were handed over, where some are `given`."""
    server = WebServer(
        "127.0.0.1",
        0,
        health=lambda: (True, ""),
        receive=Daemon().receive,
        build="b1",
        care=care(),
        clock=clock,
    )
    await server.start(given)
    try:
        yield server
    finally:
        await server.stop()


def table() -> list[Route | WebSocketRoute]:
    """All routes of the application."""
    server = WebServer(
        "127.0.0.1", 0, health=lambda: (True, ""), receive=Daemon().receive, build="b", care=care()
    )
    routes = server.app().routes
    assert all(isinstance(one, Route | WebSocketRoute) for one in routes)  # a mount would hide routes
    return [one for one in routes if isinstance(one, Route | WebSocketRoute)]


ROUTES = table()
PATHS = [one.path for one in ROUTES]


def changes(one: Route | WebSocketRoute) -> bool:
    """Whether a route changes something."""
    return isinstance(one, Route) and "POST" in (one.methods or ())


class Asked:
    """One route of one server, with the headers of an honest request to take away from or add to."""

    def __init__(self, server: WebServer, one: Route | WebSocketRoute) -> None:
        self.port = server.port
        self.path = one.path.replace("{name}", "main.js").replace("{code}", "en")
        self.method = "POST" if changes(one) else "GET"
        self.body = json.dumps(EXAMPLES.get(one.path, {})) if changes(one) else ""
        here = f"127.0.0.1:{self.port}"
        self.headers = {"Host": here, "Origin": f"http://{here}", "Authorization": f"Bearer {TOKEN}"}
        if isinstance(one, WebSocketRoute):
            self.headers |= {
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            }
        if changes(one):
            self.headers |= {"Content-Type": "application/json", "X-Triboard": "1"}

    async def status(self, *, method: str = "", body: str | None = None, **headers: str | None) -> int:
        """The answer's status; a header that is `None` is left out. `_` in a name stands for `-`."""
        sent = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        text = self.body if body is None else body
        if text:
            sent.setdefault("Content-Length", str(len(text.encode("latin-1"))))
        lines = [f"{name}: {value}" for name, value in sent.items() if value is not None]
        if "Upgrade" in sent:
            return await self.upgrade(method or self.method, lines)
        return await talk(self.port, f"{method or self.method} {self.path} HTTP/1.1", lines, text)

    async def upgrade(self, method: str, lines: list[str]) -> int:
        lines = [line for line in lines if not line.startswith("Connection")]
        return await talk(self.port, f"{method} {self.path} HTTP/1.1", [*lines, "Connection: Upgrade"], "")


async def talk(port: int, first: str, lines: list[str], body: str, *, address: str = "127.0.0.1") -> int:
    """Word for word; the status, or 0 if the line is cut without an answer."""
    reader, writer = await asyncio.open_connection(address, port)
    close = [] if any(line.startswith("Connection") for line in lines) else ["Connection: close"]
    writer.write(("\r\n".join([first, *lines, *close, "", ""]) + body).encode("latin-1"))
    answer = b""
    with suppress(ConnectionError):
        answer = await reader.readline()
    writer.close()
    return int(answer.split()[1]) if answer else 0


def test_the_table_is_not_empty_and_every_route_is_known_as_open_or_closed() -> None:
    """Law: the open routes are the ones named here and no others; the rest need proof."""
    assert len(PATHS) == len(set(PATHS)) >= 14
    assert set(PATHS) >= OPEN


def handed_over() -> list[socket.socket]:
    """As triboard-socket.socket hands it over: one for both families."""
    return [socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True)]


def test_metrics_are_no_route_until_somebody_wants_them() -> None:
    """Law: off by default."""
    assert Config().metrics is False
    quiet = replace(care(), metrics=None)
    server = WebServer(
        "127.0.0.1", 0, health=lambda: (True, ""), receive=Daemon().receive, build="b", care=quiet
    )
    paths = {one.path for one in server.app().routes if isinstance(one, Route | WebSocketRoute)}
    assert set(PATHS) - paths == {"/metrics"}


@pytest.mark.parametrize("given", [list, handed_over], ids=["bound", "handed over"])
@pytest.mark.parametrize("one", ROUTES, ids=PATHS)
def test_every_route_stands_every_trial(
    one: Route | WebSocketRoute, given: Callable[[], list[socket.socket]]
) -> None:
    """Law (gate 9): an honest request is answered; a foreign Host or Origin never is; a closed route asks for
    proof; nothing changes by GET; nothing too large or malformed is taken; by either of the two services."""

    async def story() -> None:
        async with cared(given()) as server:
            asked = Asked(server, one)
            honest = 101 if isinstance(one, WebSocketRoute) else 200
            assert await asked.status() == honest
            assert await asked.status(Host=f"evil.example:{server.port}") == 421
            assert (
                await asked.status(
                    Host=f"evil.example:{server.port}", Origin=f"http://evil.example:{server.port}"
                )
                == 421
            )
            assert await asked.status(Host=None) in (400, 421)
            for origin in ("http://evil.example", "null", f"https://127.0.0.1:{server.port + 1}"):
                assert await asked.status(Origin=origin) == 403
            for proof in (None, f"Bearer {WRONG}", f"Basic {TOKEN}", "Bearer", f"Bearer {TOKEN}x"):
                expected = honest if one.path in OPEN else 401
                assert await asked.status(Authorization=proof) == expected
                assert await asked.status(Authorization=proof, Cookie=f"triboard={WRONG}") == expected
            assert await asked.status(Cookie=f"triboard={care().admin.cookie}", Authorization=None) == honest
            if changes(one):
                assert await asked.status(method="GET") == 405
                await trials_of_a_change(asked, one)
            elif isinstance(one, Route):
                assert await asked.status(method="POST", body="{}") == 405
                assert await asked.status(method="DELETE") == 405
            cut = [0] if isinstance(one, WebSocketRoute) else []  # an upgrade with a body is no upgrade
            assert await asked.status(Content_Length=str(LARGEST_BODY + 1)) in (413, *cut)
            assert await asked.status(Content_Length="9" * 30) in (400, 413, *cut)
            assert await asked.status(**{"Bad Header\x00": "x"}) == 400

    run(story)


async def trials_of_a_change(asked: Asked, one: Route | WebSocketRoute) -> None:
    """What only concerns requests with a body."""
    assert await asked.status(X_Triboard=None) == 403
    assert await asked.status(Origin=None, Authorization=None) in (401, 403)
    cookie = f"triboard={care().admin.cookie}"
    assert await asked.status(Origin=None, Authorization=None, Cookie=cookie) == 403
    assert await asked.status(Content_Type="text/plain") == 415
    assert await asked.status(Content_Type="application/x-www-form-urlencoded", body="a=1") == 415
    for body in ("{", "[]", "null", "1", '"text"', "\xff", "[" * 5000):
        assert await asked.status(body=body) == 400
    large = json.dumps({"x": "y" * LARGEST_BODY})
    assert await asked.status(body=large) == 413
    chunked = f"{len(large):x}\r\n{large}\r\n0\r\n\r\n"
    assert await asked.status(body=chunked, Transfer_Encoding="chunked", Content_Length=None) == 413


def test_the_upgrade_is_judged_by_the_same_function() -> None:
    """Law: what would be refused for a page is refused for the WebSocket, DNS rebinding included."""

    async def story() -> None:
        async with cared() as server:
            for host in ("evil.example", "127.0.0.1"):
                url, origin = f"ws://{host}:{server.port}/ws", Origin("http://evil.example")
                with pytest.raises(InvalidStatus):
                    await connect(url, host="127.0.0.1", port=server.port, origin=origin)

    run(story)


def test_every_answer_carries_the_security_headers() -> None:
    """Law: also refusals and answers to paths that do not exist; scripts come from this board alone."""

    async def story() -> None:
        async with cared() as server:
            for path in ("/", "/care", "/nothing", "/care/state", "/static/nothing.js"):
                for host in (f"127.0.0.1:{server.port}", "evil.example"):
                    _, headers, _ = await fetch(server.port, path, f"Host: {host}")
                    policy = headers["content-security-policy"]
                    assert "default-src 'none'" in policy
                    assert "unsafe" not in policy
                    assert headers["x-content-type-options"] == "nosniff"

    run(story)


def test_a_device_that_asks_too_often_is_slowed_down() -> None:
    """Law: beyond the rate a request costs a refusal and no work (429)."""

    async def story() -> None:
        async with cared(clock=lambda: Instant(0)) as server:
            host = f"Host: 127.0.0.1:{server.port}"
            found = [(await fetch(server.port, "/nothing", host))[0] for _ in range(REQUESTS_AT_ONCE + 2)]
            assert found == [404] * REQUESTS_AT_ONCE + [429] * 2

    run(story)


def test_an_address_that_the_board_got_after_its_start_is_its_own_at_once() -> None:
    """Law: a Pi that starts without network is called by the number that it is given later; other numbers
    and pages of other numbers are foreign."""

    async def story() -> None:
        server = WebServer("0.0.0.0", 0, health=lambda: (True, ""), receive=Daemon().receive, build="b1")
        await server.start()
        try:
            port, late = server.port, "127.0.0.2"  # every Linux machine has it, and no list names it
            for host, origin, expected in (
                (late, late, 200),
                (late, "127.0.0.3", 403),
                ("127.0.0.3", "127.0.0.3", 421),
                ("192.168.1.7", "192.168.1.7", 421),
            ):
                lines = [f"Host: {host}:{port}", f"Origin: http://{origin}:{port}"]
                assert await talk(port, "GET /healthz HTTP/1.1", lines, "", address=late) == expected
        finally:
            await server.stop()

    run(story)
