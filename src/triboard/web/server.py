"""The web server: pages, health and the WebSocket, inside the daemon's own event loop.

Nothing here waits for the game and the game never waits for anything here: `publish` only fills slots,
requests of pages go out through a callback that must not block.
"""

import asyncio
import logging
import secrets
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from triboard.errors import PlayerError
from triboard.languages import Language, shipped
from triboard.phrases import Catalogue, Said, phrase
from triboard.ports import monotonic
from triboard.session.lesson_slot import Voter
from triboard.session.rule_pictures import RulePicture
from triboard.web.addresses import WILDCARDS, is_loopback, own_addresses, widest
from triboard.web.assets import Asset, asset, load_assets
from triboard.web.care import Care, CareRoutes, forwarded
from triboard.web.classroom import Classroom
from triboard.web.doors import NEVER_KEPT, Change, Door, Reading, route
from triboard.web.gate import PlayGate
from triboard.web.invitation import Invitation, Inviter
from triboard.web.lesson_messages import Vote
from triboard.web.limits import Clock, Rates
from triboard.web.messages import Join, MessageId, Read, RefusedError, Request, Snapshot
from triboard.web.parsing import parse
from triboard.web.rights import Reason, Rights, rights_of
from triboard.web.screens import Screens
from triboard.web.security import Guard, allowed_authorities, authority
from triboard.web.serving import Uvicorn, bind, bracketed, reachable
from triboard.web.viewers import ALIVE_AFTER, MOST_VIEWERS, PATIENCE, Viewer, Viewers

Health = Callable[[], tuple[bool, str]]
"""Whether all is well, and if not, what is wrong."""

Refuse = Callable[[Said], None]
"""Tells the sender of a request why it is not carried out; may be called later, or never."""

Receive = Callable[[Request, Refuse], None]
"""Takes a checked request; must return at once. A `PlayerError` it raises is a refusal too."""

FULL_CODE: Final = 1013
"""WebSocket close code "try again later": there are too many viewers."""

QUICK_CODE: Final = 1008
"""WebSocket close code "policy": a page that goes on sending too much."""

MOST_TOO_MANY: Final = 200
"""Messages above the rate until the connection is closed."""

_log = logging.getLogger(__name__)


class WebServer:
    """Serves the page on `host` and `port` (0: any free one) or on sockets that are handed over.

    `allowed_hosts` are further names by which browsers may call this board, each with or without a port;
    loopback names and `host` itself need not be listed. Whoever comes by one of them never counts as sitting
    at this machine: a proxy on it may have brought them. `own_names` are those of the machine itself.
    `build` names the version of the program: pages of another build reload themselves.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        health: Health,
        receive: Receive,
        allowed_hosts: Iterable[str] = (),
        own_names: Iterable[str] = (),
        build: str,
        status: Callable[[], Mapping[str, object]] = dict,
        care: Care | None = None,
        gate: PlayGate | None = None,
        classroom: Classroom | None = None,
        rules: Callable[[], Sequence[RulePicture]] = tuple,
        addresses: Callable[[], Sequence[str]] = own_addresses,
        clock: Clock = monotonic,
        most_viewers: int = MOST_VIEWERS,
        languages: Mapping[str, Language] | None = None,
        patience: float = PATIENCE,
        alive_after: float = ALIVE_AFTER,
    ) -> None:
        self._host = host
        self._port = port
        self._health = health
        self._receive = receive
        self._allowed_hosts = tuple(allowed_hosts)
        self._own_names = tuple(own_names)
        self._build = build
        self._status = status
        self._care = care
        self._clock = clock
        self._gate = gate or PlayGate(secrets.randbelow, clock)
        self._rights: dict[Viewer, Rights] = {}
        self._shared = False
        self._patience = patience
        self._alive_after = alive_after
        self._languages = shipped() if languages is None else languages
        self._spoken = next(iter(self._languages))
        self._viewers = Viewers(self._languages, most=most_viewers)
        self._assets: Mapping[str, Asset] = load_assets(build)
        self._classroom = classroom or Classroom(clock)
        self._lesson = self._classroom.running
        self._screens = Screens(
            self._assets, rules=rules, sheet=self._classroom.sheet, catalogue_of=self._catalogue_of
        )
        self._inviter = Inviter(
            host=lambda: self._host,
            port=lambda: self._port,
            names=self._own_names,
            addresses=addresses,
            clock=clock,
        )
        self._server: Uvicorn | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port in use; the real one after `start`."""
        return self._port

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the page."""
        return f"http://{reachable(self._host)}:{self._port}/"

    @property
    def viewers(self) -> int:
        """How many pages are connected."""
        return len(self._viewers)

    @property
    def lesson_runs(self) -> bool:
        """Whether a class has its lesson."""
        return self._classroom.running

    async def start(self, sockets: Sequence[socket.socket] | None = None) -> None:
        """Returns when the page can be fetched; raises `ConfigurationError` if the address is not free."""
        listening = list(sockets) if sockets else [bind(self._host, self._port)]
        address = listening[0].getsockname()
        if isinstance(address, tuple):
            self._port = int(address[1])
        reach = widest(listening)
        self._host = reach if sockets and reach else self._host
        self._shared = bool(self._allowed_hosts) or not is_loopback(reach)
        self._server = Uvicorn(self._guarded())
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

    def speak(self, code: str) -> None:
        """The board's language from now on. Pages that it shows itself follow, whatever they chose."""
        self._spoken = code
        for viewer, rights in self._rights.items():
            if rights.standing is Reason.HERE:
                viewer.language = None
        self._viewers.speak(code)

    def begin_game(self, game: int) -> None:
        """The game of this number is played now: with a new one, codes and what they allowed are over."""
        lesson = self._classroom.running
        begun, ended = lesson and not self._lesson, self._lesson and not lesson
        self._lesson = lesson
        if ended:
            self._gate.renew()  # at the bell the class only watches again
        renewed, moved = self._gate.begin(game, keep=lesson), self._shared and self._inviter.look()
        if begun or ended or renewed or moved:
            self._tell_rights()

    def publish_light(self, pixels: str) -> None:
        """Shows the light, six hex digits a pixel; never blocks."""
        self._viewers.publish_light(pixels)

    def _guarded(self) -> Guard:
        own = () if self._host in WILDCARDS else (bracketed(self._host),)
        names = (*self._allowed_hosts, *self._own_names, *own)
        return Guard(self.app(), allowed=allowed_authorities(self._port, names), rates=Rates(self._clock))

    def app(self) -> Starlette:
        """Every route; each is closed to all but whoever looks after the board unless it says it is open."""
        pages: list[Reading | Change] = [
            Reading("/", self._index, Door.OPEN),
            Reading("/care", self._care_page, Door.OPEN),
            Reading("/healthz", self._healthz, Door.OPEN),
            Reading("/status", self._tell, Door.OPEN),
            Reading("/favicon.ico", self._favicon, Door.OPEN),
            Reading("/static/{name}", self._static, Door.OPEN),
            Reading("/words", self._tongues, Door.OPEN),
            Reading("/words/{code}", self._sentences, Door.OPEN),
            *self._screens.routes(),
        ]
        if self._care is not None:
            pages += CareRoutes(
                self._care,
                code=lambda: self._gate.code if self._shared else None,
                catalogue_of=self._catalogue_of,
            ).routes()
        admin = self._care.admin if self._care is not None else None
        return Starlette(
            routes=[
                *(route(page, admin, self._catalogue_of) for page in pages),
                WebSocketRoute("/ws", self._watch),
            ]
        )

    async def _index(self, request: HttpRequest) -> Response:
        if self._viewers.full:
            text = "This board has as many viewers as it can take. Please try again in a minute.\n"
            return PlainTextResponse(text, 503, headers={"Retry-After": "30", "Cache-Control": "no-store"})
        return self._assets["index.html"].answer(request)

    async def _care_page(self, request: HttpRequest) -> Response:
        return self._assets["care.html"].answer(request)

    async def _static(self, request: HttpRequest) -> Response:
        found = self._assets.get(request.path_params["name"])
        return PlainTextResponse("Not found\n", 404) if found is None else found.answer(request)

    def _catalogue_of(self, request: HttpRequest) -> Catalogue:
        """The language in which a page asks: its own choice, or that of the board."""
        wanted = request.query_params.get("language", "")
        return self._languages[wanted if wanted in self._languages else self._spoken].catalogue

    async def _tongues(self, _request: HttpRequest) -> Response:
        names = [{"code": one.code, "name": one.name} for one in self._languages.values()]
        return JSONResponse({"languages": names, "language": self._spoken}, headers=NEVER_KEPT)

    async def _sentences(self, request: HttpRequest) -> Response:
        found = self._languages.get(request.path_params["code"])
        if found is None:
            return PlainTextResponse("Not found\n", 404)
        return asset(found.pages, "json").answer(request)

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
        wanted = page.query_params.get("language")
        viewer.language = wanted if wanted in self._languages else None
        rights = rights_of(self._gate, *self._known(page), self._clock)
        self._rights[viewer] = rights
        self._inviter.met(page.scope.get("server"))
        viewer.answer(self._told(rights))
        self._viewers.join(viewer, cut)
        too_many = 0
        pump = asyncio.create_task(self._pump(viewer, page, cut))
        try:
            while True:
                message = await page.receive()
                if message["type"] == "websocket.disconnect":
                    return
                if rights.bucket.take(self._clock()):
                    self._take(viewer, rights, message.get("text") or message.get("bytes") or "")
                    continue
                self._refuse(viewer, phrase("Too many messages at once. Wait a moment."), None)
                too_many += 1
                if too_many > MOST_TOO_MANY:
                    await page.close(QUICK_CODE, "too many messages")
                    return
        finally:
            self._rights.pop(viewer, None)
            if not rights.device:
                self._classroom.forget(_voter(viewer, rights))
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

    def _known(self, page: WebSocket) -> tuple[str, Reason | None]:
        """The address of a page and what it may do without a code. A proxy's requests come from nowhere."""
        client, headers = page.client, page.headers
        if client is None or forwarded(headers):
            device, here = "", False
        else:
            listed = authority(headers.get("host", ""), default_port=80) in allowed_authorities(
                self._port, self._allowed_hosts
            ) - allowed_authorities(self._port, self._own_names)
            device, here = client.host, is_loopback(client.host) and not listed
        if here:
            return device, Reason.HERE
        admin = self._care.admin if self._care is not None else None
        proved = admin is not None and admin.knows(
            authorization=headers.get("authorization"), cookies=headers.get("cookie")
        )
        return device, Reason.CARE if proved else None

    def _tell_rights(self) -> None:
        for viewer, rights in self._rights.items():
            viewer.answer(self._told(rights))

    def _told(self, rights: Rights) -> dict[str, object]:
        """What a page is told of its rights; where others can come, screens at the board invite them."""
        return rights.message(invite=self._invite if self._shared else None)

    def _invite(self, code: str) -> Invitation | None:
        """To the game, or for a class to its votes."""
        return self._inviter.invite(code, "classroom" if self._classroom.running else "")

    def _join(self, viewer: Viewer, rights: Rights, code: str) -> None:
        before = self._gate.code
        why = rights.join(code)
        if self._gate.code != before:  # too many guesses: the screen at the board shows another
            self._tell_rights()
        if why is not None:
            raise PlayerError(why)
        viewer.answer(self._told(rights))

    def _take(self, viewer: Viewer, rights: Rights, text: str | bytes) -> None:
        message_id: MessageId = None
        try:
            request, message_id = parse(text)
            if isinstance(request, Snapshot):
                self._viewers.refresh(viewer)
            elif isinstance(request, Read):
                self._viewers.choose(viewer, request.language)
            elif isinstance(request, Join):
                self._join(viewer, rights, request.code)
            elif (why := rights.against(request, lesson=self._classroom.running)) is not None:
                raise PlayerError(why)
            elif isinstance(request, Vote):
                self._classroom.vote(_voter(viewer, rights), request)
            elif (left := self._classroom.remainder(request)) is not None:
                self._receive(left, lambda reason: self._refuse(viewer, reason, message_id))
        except RefusedError as refused:
            self._refuse(viewer, refused.words, refused.message_id)
        except PlayerError as refused:
            self._refuse(viewer, refused.words, message_id)

    def _refuse(self, viewer: Viewer, text: Said, message_id: MessageId) -> None:
        answer: dict[str, object] = {"type": "refused", "text": text}
        answer = answer if message_id is None else {**answer, "id": message_id}
        viewer.answer(answer, self._viewers.language_of(viewer).catalogue)


def _voter(viewer: Viewer, rights: Rights) -> Voter:
    """One vote a device, also over several tabs; one a connection behind a proxy, where all look alike."""
    return Voter(rights.device or f"#{id(viewer)}")
