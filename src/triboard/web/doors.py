"""Routes with their doors: closed to all but whoever looks after the board, unless a route says it is open.

Host and Origin are judged before, for every route alike (`web.security`). Here: proof, method, kind of
content, the header of our own page, and the size of the body.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from triboard.errors import ConfigurationError, PlayerError
from triboard.phrases import Catalogue, Said, phrase, translated
from triboard.web.admin import Admin
from triboard.web.limits import LARGEST_BODY

OWN_HEADER: Final = "x-triboard"
"""Header of every change: no form of another site can send it, and scripts have to ask first."""

NEVER_KEPT: Final = {"Cache-Control": "no-store"}

Body = Mapping[str, Any]


class Door(Enum):
    """Who may come in."""

    OPEN = "open"
    CARE = "care"  # whoever looks after the board


@dataclass(frozen=True, slots=True)
class Reading:
    """A route that changes nothing: GET."""

    path: str
    answer: Callable[[Request], Awaitable[Response]]
    door: Door = Door.CARE


@dataclass(frozen=True, slots=True)
class Change:
    """A route that changes something: POST with a JSON object."""

    path: str
    answer: Callable[[Request, Body], Awaitable[Response]]
    door: Door = Door.CARE


class _RefusedError(PlayerError):
    """A request that is turned away, with its HTTP status."""

    def __init__(self, status: int, text: Said) -> None:
        super().__init__(text)
        self.status = status


CatalogueOf = Callable[[Request], Catalogue]
"""The language in which whoever sent a request wants to read."""


def route(wanted: Reading | Change, admin: Admin | None, catalogue_of: CatalogueOf) -> Route:
    """The route behind its door; without `admin` a closed door stays closed."""

    async def knock(request: Request) -> Response:
        try:
            _prove(request, wanted, admin)
            if isinstance(wanted, Reading):
                return await wanted.answer(request)
            return await wanted.answer(request, await _body(request))
        except _RefusedError as refused:
            return refusal(refused.status, refused.words, catalogue_of(request))
        except ConfigurationError as error:
            return refusal(422, error.words, catalogue_of(request))

    return Route(wanted.path, knock, methods=["GET" if isinstance(wanted, Reading) else "POST"])


def refusal(status: int, text: Said, catalogue: Catalogue) -> Response:
    """Why not, in words."""
    return told({"refused": text}, catalogue, status)


def told(content: Mapping[str, Any], catalogue: Catalogue, status: int = 200) -> JSONResponse:
    """An answer with its words in one language; nobody keeps it."""
    return JSONResponse(translated(content, catalogue), status, headers=NEVER_KEPT)


def _prove(request: Request, wanted: Reading | Change, admin: Admin | None) -> None:
    headers = request.headers
    authorization = headers.get("authorization")
    proved = admin is not None and admin.knows(authorization=authorization, cookies=headers.get("cookie"))
    if wanted.door is Door.CARE and not proved:
        raise _RefusedError(
            401, phrase("This is for whoever looks after the board. Enter its token or PIN at /care.")
        )
    if isinstance(wanted, Reading):
        return
    if OWN_HEADER not in headers:
        raise _RefusedError(403, f"Changes need the header {OWN_HEADER}: 1.")
    if "origin" not in headers and not (proved and authorization):
        raise _RefusedError(403, "Changes come from the board's own page, or with its token.")
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise _RefusedError(415, "Send application/json.")


async def _body(request: Request) -> Body:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > LARGEST_BODY:
            raise _RefusedError(413, f"The body is larger than {LARGEST_BODY} bytes.")
    try:
        body = json.loads(data)
    except (ValueError, RecursionError):
        raise _RefusedError(400, "The body is not JSON.") from None
    if not isinstance(body, dict):
        raise _RefusedError(400, "The body must be one JSON object.")
    return body
