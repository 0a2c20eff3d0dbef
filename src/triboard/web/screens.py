"""Pages that look on: the screen beside the board, the projector of a class and its sheet.

They carry no cookie and change nothing; votes travel over the WebSocket like everything that plays.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from triboard.phrases import SOURCE
from triboard.session.rule_pictures import RulePicture
from triboard.web.assets import Asset
from triboard.web.doors import NEVER_KEPT, CatalogueOf, Door, Reading, told


def rules_as_json(pictures: Sequence[RulePicture]) -> list[dict[str, Any]]:
    """The rules in pictures as the page draws them."""
    return [
        {
            "code": picture.code,
            "stacks": {site: list(stack) for site, stack in picture.stacks.items()},
            "rims": list(picture.rims),
            "targets": list(picture.targets),
            "line": list(picture.line),
            "points": picture.points,
            "here": list(picture.here),
        }
        for picture in pictures
    ]


class Screens:
    """The routes of pages that only show."""

    def __init__(
        self,
        assets: Mapping[str, Asset],
        *,
        rules: Callable[[], Sequence[RulePicture]],
        sheet: Callable[[], Mapping[str, Any]],
        catalogue_of: CatalogueOf = lambda _: SOURCE,
    ) -> None:
        """`rules` gives the pictures for the game as it is played now, `sheet` what is left of a lesson;
        `catalogue` finds a language by its code, or the board's own."""
        self._assets = assets
        self._rules = rules
        self._sheet = sheet
        self._catalogue_of = catalogue_of

    def routes(self) -> list[Reading]:
        """All of them; open, since everybody may watch."""
        return [
            Reading("/display", self._page("display.html"), Door.OPEN),
            Reading("/display/rules", self._pictures, Door.OPEN),
            Reading("/classroom", self._page("classroom.html"), Door.OPEN),
            Reading("/classroom/sheet", self._page("sheet.html"), Door.OPEN),
            Reading("/classroom/sheet.json", self._left, Door.OPEN),
        ]

    def _page(self, name: str) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            return self._assets[name].answer(request)

        return answer

    async def _pictures(self, _request: Request) -> Response:
        return JSONResponse({"pictures": rules_as_json(self._rules())}, headers=NEVER_KEPT)

    async def _left(self, request: Request) -> Response:
        return told(self._sheet(), self._catalogue_of(request))
