"""Who may talk to the server: one judgement for every page and for the WebSocket upgrade.

A page of a foreign site that a visitor has open may try to reach the board through the visitor's browser:
its `Origin` gives it away. If it first makes its own name point at the board (DNS rebinding), its `Host`
does. Neither is a login: who may play is the matter of `web.gate`, who may look after the board that of
`web.admin`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triboard.web.addresses import arrived
from triboard.web.limits import LARGEST_BODY, Rates

LOOPBACK_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")

DEFAULT_PORTS: Final = {"http": 80, "https": 443}

_AUTHORITY: Final = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")

SECURITY_HEADERS: Final = (
    (
        "Content-Security-Policy",
        (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is turned away, as an HTTP status and a sentence."""

    status: int
    text: str


FOREIGN_HOST: Final = Refusal(421, "This is not the name of this board. Use the address shown at its start.")
TOO_LARGE: Final = Refusal(413, f"The body is larger than {LARGEST_BODY} bytes.")
TOO_MANY: Final = Refusal(429, "Too many requests. Wait a moment.")
FOREIGN_ORIGIN: Final = Refusal(403, "Pages of other sites may not talk to this board.")


def authority(text: str, *, default_port: int) -> tuple[str, int] | None:
    """Name (lower case) and port of `name`, `name:port` or `[v6]:port`; `None` if it is none of these."""
    match = _AUTHORITY.fullmatch(text.lower())
    if match is None:
        return None
    port = int(match["port"] or default_port)
    return (match["name"], port) if port <= 65535 else None


def allowed_authorities(port: int, extra: Iterable[str] = ()) -> frozenset[tuple[str, int]]:
    """Names under which the board may be called: loopback and `extra`, on `port` unless they name their own.

    A board behind a proxy or on a forwarded port lists `board.example:443`, or `board.example:80`.
    """
    names = (*LOOPBACK_NAMES, *extra)
    return frozenset(found for name in names if (found := authority(name, default_port=port)) is not None)


def judge(
    hosts: Sequence[str], origins: Sequence[str], allowed: frozenset[tuple[str, int]]
) -> Refusal | None:
    """Whether a request with these Host and Origin headers is turned away, and how.

    Exactly one Host, on the list. An Origin may be absent (tools send none, browsers always do on an
    upgrade); if there is one, it must be on the list too, `null` is not.
    """
    if len(hosts) != 1 or authority(hosts[0], default_port=80) not in allowed:
        return FOREIGN_HOST
    if not origins:
        return None
    scheme, separator, name = origins[0].lower().partition("://")
    if len(origins) != 1 or not separator or scheme not in DEFAULT_PORTS:
        return FOREIGN_ORIGIN
    return None if authority(name, default_port=DEFAULT_PORTS[scheme]) in allowed else FOREIGN_ORIGIN


class Guard:
    """ASGI middleware: judges each request and upgrade, and puts the security headers on each answer."""

    def __init__(self, app: ASGIApp, *, allowed: frozenset[tuple[str, int]], rates: Rates) -> None:
        self._app = app
        self._allowed = allowed
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS]
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        refusal = self._judge(scope)
        if refusal is None:
            await self._app(scope, receive, send_guarded)
            return
        response = PlainTextResponse(refusal.text + "\n", refusal.status)
        await response(scope, receive, send_guarded)

    def _judge(self, scope: Scope) -> Refusal | None:
        headers = Headers(scope=scope)
        allowed = self._allowed | arrived(scope.get("server"))
        refusal = judge(headers.getlist("host"), headers.getlist("origin"), allowed)
        if refusal is not None:
            return refusal
        client = scope.get("client")
        if not self._rates.take(client[0] if client else ""):
            return TOO_MANY
        length = headers.get("content-length", "0")
        return TOO_LARGE if not length.isdecimal() or int(length[:12]) > LARGEST_BODY else None
