"""uvicorn as this board needs it: signals left to the daemon, slow viewers noticed, no log of requests."""

import asyncio
import contextlib
import socket
from asyncio.transports import BaseTransport, Transport
from collections.abc import Iterator
from typing import Final, cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from triboard.errors import ConfigurationError, Mistake

PING_EVERY: Final = 20.0
"""Seconds; finds viewers that went without a word."""

LARGEST_FRAME: Final = 65_536
"""Bytes; larger messages end the connection (code 1009), smaller ones that are too large get an answer."""

SEND_BUFFER: Final = 32_768
"""Bytes of the kernel's buffer a viewer: small, so that a slow one is noticed and gets new pictures."""

MOST_CONNECTIONS: Final = 256
"""Open connections of all kinds; beyond them a request gets 503 and costs nothing more."""

STOP_WAIT: Final = 1
"""Seconds for open requests to end when the server stops."""


class _ViewerProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which lets the application end a connection whose peer reads nothing."""

    def connection_made(self, transport: BaseTransport) -> None:
        stream = cast(Transport, transport)
        stream.set_write_buffer_limits(high=0)  # `send` waits until the kernel has taken the message before
        raw = stream.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self.app_state = {**self.app_state, "cut": stream.abort}
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """An upgrade that cannot be read, for example with a body, ends at once; uvicorn would keep it."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.abort()

    def send_500_response(self) -> None:
        """Only while there is a line: uvicorn would answer a refused upgrade twice when the server stops."""
        if not self.transport.is_closing():
            super().send_500_response()


class Uvicorn(uvicorn.Server):
    """A server that leaves signals to the daemon and sleeps between requests."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(_config(app))
        self.listening = asyncio.Event()
        self.leave = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    async def main_loop(self) -> None:
        await self.leave.wait()


def _config(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http="h11",
        ws=_ViewerProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_EVERY,
        ws_per_message_deflate=False,
        limit_concurrency=MOST_CONNECTIONS,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=STOP_WAIT,
    )


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; raises `ConfigurationError` if the address is not free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        mistake = Mistake(
            f"web address {host}:{port}",
            getattr(error, "strerror", None) or str(error),
            "Choose another with --host or --port",
        )
        raise ConfigurationError(mistake) from error


def bracketed(host: str) -> str:
    """An address as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def reachable(host: str) -> str:
    """Where a browser on this machine finds a server bound to `host`."""
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(host, bracketed(host))
