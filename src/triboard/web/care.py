"""What whoever looks after the board can see and do from a page: health, log, settings, support bundle."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from triboard.phrases import SOURCE, Said
from triboard.web.admin import COOKIE, COOKIE_DAYS, Admin
from triboard.web.doors import NEVER_KEPT, Body, CatalogueOf, Change, Door, Reading, refusal, told
from triboard.web.staff import Staff, StaffRoutes

BUNDLE_NAME: Final = "triboard-support.zip"

Changed = Said | None
"""What could not be done about a change, in words; `None`: nothing."""


@dataclass(frozen=True, slots=True)
class Care:
    """What the pages of care ask for; nothing here may block the loop."""

    admin: Admin
    health: Callable[[], Sequence[Mapping[str, Any]]]
    """Every part of the board in plain words."""
    state: Callable[[], Mapping[str, Any]]
    """Settings of the page, the last lines of the log, where data lies."""
    change: Callable[[Mapping[str, Any]], Awaitable[Changed]]
    """Takes settings of the page; raises `ConfigurationError` for wrong ones."""
    bundle: Callable[[bool], Awaitable[bytes]]
    """The support bundle, with or without the games."""
    metrics: Callable[[], tuple[bytes, str]] | None = None
    """Body and content type for Prometheus, where that is wanted."""
    staff: Staff | None = None
    """What staff set and do, where there is a house to keep."""


class CareRoutes:
    """The routes of care."""

    def __init__(
        self, care: Care, *, code: Callable[[], str | None], catalogue_of: CatalogueOf = lambda _: SOURCE
    ) -> None:
        self._care = care
        self._code = code
        self._catalogue_of = catalogue_of

    def routes(self) -> list[Reading | Change]:
        """All of them; `/metrics` only where it is wanted."""
        found: list[Reading | Change] = [
            Reading("/health", self._health, Door.OPEN),
            Reading("/care/state", self._state),
            Reading("/care/bundle", self._bundle),
            Change("/care/login", self._login, Door.OPEN),
            Change("/care/logout", self._logout),
            Change("/care/settings", self._settings),
        ]
        if self._care.metrics is not None:
            found.append(Reading("/metrics", self._metrics, Door.OPEN))
        if self._care.staff is not None:
            found += StaffRoutes(self._care.staff, self._catalogue_of).routes()
        return found

    async def _health(self, request: Request) -> Response:
        headers = request.headers
        inside = self._care.admin.knows(
            authorization=headers.get("authorization"), cookies=headers.get("cookie")
        )
        staff = self._care.staff
        parts = [*self._care.health(), *(staff.parts() if staff is not None else ())]
        return told({"parts": parts, "inside": inside}, self._catalogue_of(request))

    async def _state(self, request: Request) -> Response:
        return told({**self._care.state(), "code": self._code()}, self._catalogue_of(request))

    async def _bundle(self, request: Request) -> Response:
        data = await self._care.bundle(request.query_params.get("records") == "yes")
        headers = {**NEVER_KEPT, "Content-Disposition": f'attachment; filename="{BUNDLE_NAME}"'}
        return Response(data, media_type="application/zip", headers=headers)

    async def _metrics(self, _request: Request) -> Response:
        assert self._care.metrics is not None
        body, kind = self._care.metrics()
        return Response(body, headers={**NEVER_KEPT, "Content-Type": kind})

    async def _login(self, request: Request, body: Body) -> Response:
        token, pin = body.get("token"), body.get("pin")
        if not isinstance(token if token is not None else pin, str):
            return refusal(400, 'Send {"token": "..."} or {"pin": "..."}.', self._catalogue_of(request))
        address = request.client.host if request.client and not forwarded(request.headers) else None
        admin = self._care.admin
        if (why := admin.enter(token=token, pin=pin, address=address)) is not None:
            return refusal(401, why, self._catalogue_of(request))
        answer = JSONResponse({"done": True}, headers=NEVER_KEPT)
        answer.set_cookie(
            COOKIE, admin.cookie, max_age=COOKIE_DAYS * 86_400, path="/", httponly=True, samesite="strict"
        )
        return answer

    async def _logout(self, _request: Request, _body: Body) -> Response:
        answer = JSONResponse({"done": True}, headers=NEVER_KEPT)
        answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return answer

    async def _settings(self, request: Request, body: Body) -> Response:
        trouble = await self._care.change(body)
        return told({"done": True, "trouble": trouble}, self._catalogue_of(request))


def forwarded(headers: Mapping[str, str]) -> bool:
    """Whether a proxy brought this request, so that its address is not that of whoever asks."""
    return any(name in headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
