"""Routes of staff: the house, another game, pause, bypass, maintenance log, statistics, restart."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from triboard.web.doors import NEVER_KEPT, Body, Change, Reading

LOG_NAME: Final = "triboard-maintenance.csv"
STATISTICS_NAME: Final = "triboard-statistics.csv"
SITES_NAME: Final = "triboard-statistics-sites.csv"


class Staff(Protocol):
    """What staff may see and do; nothing here may block the loop. Each change answers what could not be done,
    in words (`None`: nothing), and raises `ConfigurationError` for what is wrong with the request."""

    def view(self) -> Mapping[str, Any]: ...
    def games(self) -> Sequence[Mapping[str, Any]]: ...
    def parts(self) -> Sequence[Mapping[str, Any]]: ...
    def maintenance(self) -> str: ...
    async def statistics(self) -> Mapping[str, Any]: ...
    async def statistics_csv(self, *, sites: bool) -> str: ...
    async def pause(self, body: Mapping[str, Any]) -> str | None: ...
    async def bypass(self, body: Mapping[str, Any]) -> str | None: ...
    async def note(self, body: Mapping[str, Any]) -> str | None: ...
    async def choose(self, body: Mapping[str, Any]) -> str | None: ...
    async def command(self, body: Mapping[str, Any]) -> str | None: ...
    async def mute(self, body: Mapping[str, Any]) -> str | None: ...


class StaffRoutes:
    """The routes, all of them behind the door of care."""

    def __init__(self, staff: Staff) -> None:
        self._staff = staff

    def routes(self) -> list[Reading | Change]:
        """All of them."""
        staff = self._staff
        return [
            Reading("/care/staff", self._view),
            Reading("/care/games", self._games),
            Reading("/care/maintenance.csv", self._maintenance),
            Reading("/care/statistics", self._statistics),
            Reading("/care/statistics.csv", self._statistics_csv),
            Change("/care/pause", _change(staff.pause)),
            Change("/care/bypass", _change(staff.bypass)),
            Change("/care/note", _change(staff.note)),
            Change("/care/game", _change(staff.choose)),
            Change("/care/machine", _change(staff.command)),
            Change("/care/mute", _change(staff.mute)),
        ]

    async def _view(self, _request: Request) -> Response:
        return JSONResponse(dict(self._staff.view()), headers=NEVER_KEPT)

    async def _games(self, _request: Request) -> Response:
        return JSONResponse({"games": list(self._staff.games())}, headers=NEVER_KEPT)

    async def _maintenance(self, _request: Request) -> Response:
        return _csv(self._staff.maintenance(), LOG_NAME)

    async def _statistics(self, _request: Request) -> Response:
        return JSONResponse(dict(await self._staff.statistics()), headers=NEVER_KEPT)

    async def _statistics_csv(self, request: Request) -> Response:
        sites = request.query_params.get("by") == "site"
        return _csv(await self._staff.statistics_csv(sites=sites), SITES_NAME if sites else STATISTICS_NAME)


def _change(
    carry_out: Callable[[Mapping[str, Any]], Awaitable[str | None]],
) -> Callable[[Request, Body], Awaitable[Response]]:
    async def answer(_request: Request, body: Body) -> Response:
        trouble = await carry_out(body)
        return JSONResponse({"done": trouble is None, "trouble": trouble}, headers=NEVER_KEPT)

    return answer


def _csv(text: str, name: str) -> Response:
    headers = {**NEVER_KEPT, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)
