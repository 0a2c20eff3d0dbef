"""The web server: pages, health and the WebSocket, inside the daemon's own event loop.

Nothing here waits for the game and the game never waits for anything here: `publish` only fills slots,
requests of pages go out through a callback that must not block.
"""

import asyncio
import contextlib
import logging
import socket
from asyncio.transports import BaseTransport, Transport
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, cast

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from triboard.errors import ConfigurationError, Mistake, PlayerError
from triboard.web.assets import Asset, load_assets
from triboard.web.messages import MessageId, RefusedError, Request, Snapshot, parse
from triboard.web.security import Guard, allowed_authorities
from triboard.web.viewers import ALIVE_AFTER, MOST_VIEWERS, PATIENCE, Viewer, Viewers

Health = Callable[[], tuple[bool, str]]
"""Whether all is well, and if not, what is wrong."""

Refuse = Callable[[str], None]
"""Tells the sender of a request why it is not carried out; may be called later, or never."""

Receive = Callable[[Request, Refuse], None]
"""Takes a checked request; must return at once. A `PlayerError` it raises is a refusal too."""

FULL_CODE: Final = 1013
"""WebSocket close code "try again later": there are too many viewers."""

PING_EVERY: Final = 20.0
"""Seconds; finds viewers that went without a word."""

LARGEST_FRAME: Final = 65_536
"""Bytes; larger messages end the connection (code 1009), smaller ones that are too large get an answer."""

SEND_BUFFER: Final = 32_768
"""Bytes of the kernel's buffer a viewer: small, so that a slow one is noticed and gets new pictures."""

STOP_WAIT: Final = 1
"""Seconds for open requests to end when the server stops."""

_log = logging.getLogger(__name__)


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


class _Uvicorn(uvicorn.Server):
    """A server that leaves signals to the daemon and sleeps between requests."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
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


class WebServer:
    """Serves the page on `host` and `port` (0: any free one) or on sockets that are handed over.

    `allowed_hosts` are further names by which browsers may call this board, each with or without a port;
    loopback names and `host` itself need not be listed. `build` names the version of the program: pages
    of another build reload themselves.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        health: Health,
        receive: Receive,
        allowed_hosts: Iterable[str] = (),
        build: str,
        status: Callable[[], Mapping[str, object]] = dict,
        most_viewers: int = MOST_VIEWERS,
        patience: float = PATIENCE,
        alive_after: float = ALIVE_AFTER,
    ) -> None:
        self._host = host
        self._port = port
        self._health = health
        self._receive = receive
        self._allowed_hosts = tuple(allowed_hosts)
        self._build = build
        self._status = status
        self._patience = patience
        self._alive_after = alive_after
        self._viewers = Viewers(most=most_viewers)
        self._assets: Mapping[str, Asset] = load_assets(build)
        self._server: _Uvicorn | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port in use; the real one after `start`."""
        return self._port

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the page."""
        return f"http://{_reachable(self._host)}:{self._port}/"

    @property
    def viewers(self) -> int:
        """How many pages are connected."""
        return len(self._viewers)

    async def start(self, sockets: Sequence[socket.socket] | None = None) -> None:
        """Returns when the page can be fetched; raises `ConfigurationError` if the address is not free."""
        listening = list(sockets) if sockets else [_bind(self._host, self._port)]
        address = listening[0].getsockname()
        if isinstance(address, tuple):
            self._port = int(address[1])
            self._host = str(address[0]) if sockets else self._host
        self._server = _Uvicorn(self._config())
        self._serving = asyncio.create_task(self._server.serve(listening), name="web server")
        ready = asyncio.create_task(self._server.listening.wait())
        await asyncio.wait({self._serving, ready}, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            ready.cancel()
            await self._serving  # raises what went wrong
        _log.info("page at %s", self.url)

    async def stop(self) -> None:
        """Ends every connection and frees the port; safe to call twice, or before `start`."""
        server, serving = self._server, self._serving
        self._server = self._serving = None
        if server is None or serving is None:
            return
        self._viewers.cut_all()
        server.should_exit = True
        server.leave.set()
        await serving

    async def serve(self, sockets: Sequence[socket.socket] | None = None) -> None:
        """Starts and serves until cancelled or stopped."""
        await self.start(sockets)
        assert self._serving is not None
        try:
            await asyncio.shield(self._serving)
        finally:
            await self.stop()

    def publish(self, view: Mapping[str, object]) -> None:
        """Shows a new snapshot to everyone; never blocks. `type` and `build` are added."""
        self._viewers.publish_view({**view, "type": "view", "build": self._build})

    def publish_light(self, pixels: str) -> None:
        """Shows the light, six hex digits a pixel; never blocks."""
        self._viewers.publish_light(pixels)

    def _config(self) -> uvicorn.Config:
        own = () if self._host in ("", "0.0.0.0", "::") else (_bracketed(self._host),)
        names = (*self._allowed_hosts, *own)
        guard = Guard(self._app(), allowed=allowed_authorities(self._port, names))
        return uvicorn.Config(
            guard,
            http="h11",
            ws=_ViewerProtocol,
            ws_max_size=LARGEST_FRAME,
            ws_ping_interval=PING_EVERY,
            ws_ping_timeout=PING_EVERY,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=STOP_WAIT,
        )

    def _app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", self._index),
                Route("/healthz", self._healthz),
                Route("/status", self._tell),
                Route("/favicon.ico", self._favicon),
                Route("/static/{name}", self._static),
                WebSocketRoute("/ws", self._watch),
            ]
        )

    async def _index(self, request: HttpRequest) -> Response:
        if self._viewers.full:
            text = "This board has as many viewers as it can take. Please try again in a minute.\n"
            return PlainTextResponse(text, 503, headers={"Retry-After": "30", "Cache-Control": "no-store"})
        return self._assets["index.html"].answer(request)

    async def _static(self, request: HttpRequest) -> Response:
        found = self._assets.get(request.path_params["name"])
        return PlainTextResponse("Not found\n", 404) if found is None else found.answer(request)

    async def _favicon(self, request: HttpRequest) -> Response:
        return self._assets["favicon.svg"].answer(request)

    async def _tell(self, _request: HttpRequest) -> Response:
        return JSONResponse(self._status(), headers={"Cache-Control": "no-store"})

    async def _healthz(self, _request: HttpRequest) -> Response:
        well, reason = self._health()
        body = {"status": "ok"} if well else {"status": "failing", "reason": reason}
        return JSONResponse(body, 200 if well else 503, headers={"Cache-Control": "no-store"})

    async def _watch(self, page: WebSocket) -> None:
        await page.accept()
        if self._viewers.full:
            await page.close(FULL_CODE, "full")
            return
        cut: Callable[[], None] = page.scope["state"]["cut"]
        viewer = Viewer()
        self._viewers.join(viewer, cut)
        pump = asyncio.create_task(self._pump(viewer, page, cut))
        try:
            while True:
                message = await page.receive()
                if message["type"] == "websocket.disconnect":
                    return
                self._take(viewer, message.get("text") or message.get("bytes") or "")
        finally:
            self._viewers.leave(viewer)
            pump.cancel()

    async def _pump(self, viewer: Viewer, page: WebSocket, cut: Callable[[], None]) -> None:
        try:
            await viewer.pump(page, patience=self._patience, alive_after=self._alive_after)
        except TimeoutError:
            _log.info("a viewer took nothing for %s s: cut", self._patience)
            cut()
        except WebSocketDisconnect:
            pass  # gone; the reading side notices and forgets it

    def _take(self, viewer: Viewer, text: str | bytes) -> None:
        message_id: MessageId = None
        try:
            request, message_id = parse(text)
            if isinstance(request, Snapshot):
                self._viewers.refresh(viewer)
            else:
                self._receive(request, lambda reason: _refuse(viewer, reason, message_id))
        except RefusedError as refused:
            _refuse(viewer, str(refused), refused.message_id)
        except PlayerError as refused:
            _refuse(viewer, str(refused), message_id)


def _refuse(viewer: Viewer, text: str, message_id: MessageId) -> None:
    answer: dict[str, object] = {"type": "refused", "text": text}
    viewer.answer(answer if message_id is None else {**answer, "id": message_id})


def _bind(host: str, port: int) -> socket.socket:
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


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _reachable(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(host, _bracketed(host))
