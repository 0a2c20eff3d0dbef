"""Routes of staff: the house, another game, pause, bypass, maintenance log, statistics, restart."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from triboard.phrases import SOURCE, Said
from triboard.web.doors import NEVER_KEPT, Body, CatalogueOf, Change, Reading, told

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
    async def pause(self, body: Mapping[str, Any]) -> Said | None: ...
    async def bypass(self, body: Mapping[str, Any]) -> Said | None: ...
    async def note(self, body: Mapping[str, Any]) -> Said | None: ...
    async def choose(self, body: Mapping[str, Any]) -> Said | None: ...
    async def command(self, body: Mapping[str, Any]) -> Said | None: ...
    async def mute(self, body: Mapping[str, Any]) -> Said | None: ...


class StaffRoutes:
    """The routes, all of them behind the door of care."""

    def __init__(self, staff: Staff, catalogue_of: CatalogueOf = lambda _: SOURCE) -> None:
        self._staff = staff
        self._catalogue_of = catalogue_of

    def routes(self) -> list[Reading | Change]:
        """All of them."""
        staff = self._staff
        return [
            Reading("/care/staff", self._view),
            Reading("/care/games", self._games),
            Reading("/care/maintenance.csv", self._maintenance),
            Reading("/care/statistics", self._statistics),
            Reading("/care/statistics.csv", self._statistics_csv),
            Change("/care/pause", self._change(staff.pause)),
            Change("/care/bypass", self._change(staff.bypass)),
            Change("/care/note", self._change(staff.note)),
            Change("/care/game", self._change(staff.choose)),
            Change("/care/machine", self._change(staff.command)),
            Change("/care/mute", self._change(staff.mute)),
        ]

    async def _view(self, request: Request) -> Response:
        return told(self._staff.view(), self._catalogue_of(request))

    def _change(
        self, carry_out: Callable[[Mapping[str, Any]], Awaitable[Said | None]]
    ) -> Callable[[Request, Body], Awaitable[Response]]:
        async def answer(request: Request, body: Body) -> Response:
            trouble = await carry_out(body)
            return told({"done": trouble is None, "trouble": trouble}, self._catalogue_of(request))

        return answer

    async def _games(self, _request: Request) -> Response:
        return JSONResponse({"games": list(self._staff.games())}, headers=NEVER_KEPT)

    async def _maintenance(self, _request: Request) -> Response:
        return _csv(self._staff.maintenance(), LOG_NAME)

    async def _statistics(self, _request: Request) -> Response:
        return JSONResponse(dict(await self._staff.statistics()), headers=NEVER_KEPT)

    async def _statistics_csv(self, request: Request) -> Response:
        sites = request.query_params.get("by") == "site"
        return _csv(await self._staff.statistics_csv(sites=sites), SITES_NAME if sites else STATISTICS_NAME)


def _csv(text: str, name: str) -> Response:
    headers = {**NEVER_KEPT, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)
