"""The files of the page, read once at the start: nothing a request says ever becomes a path on disk."""

import hashlib
import html
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
}

BUILD_MARK: Final = "{{build}}"
"""Stands in a page where the build id belongs."""


@dataclass(frozen=True, slots=True)
class Asset:
    """One file with its type and a tag that changes with its contents."""

    body: bytes
    kind: str
    tag: str

    def answer(self, request: Request) -> Response:
        """The file, or 304 if the browser has it. Browsers ask each time, so an update shows at once."""
        headers = {"Cache-Control": "no-cache", "ETag": self.tag}
        known = (tag.strip() for tag in request.headers.get("if-none-match", "").split(","))
        if self.tag in known:
            return Response(status_code=304, headers=headers)
        return Response(self.body, headers={**headers, "Content-Type": self.kind})


def asset(body: bytes, suffix: str) -> Asset:
    """An asset of these bytes."""
    return Asset(body, KINDS[suffix], f'"{hashlib.sha256(body).hexdigest()[:24]}"')


def load_assets(build: str) -> Mapping[str, Asset]:
    """All files of the pages by name; pages carry the build id."""
    found: dict[str, Asset] = {}
    for entry in _entries(files("triboard.web") / "static"):
        suffix = entry.name.rpartition(".")[2]
        body = entry.read_bytes()
        if suffix == "html":
            body = body.replace(BUILD_MARK.encode(), html.escape(build).encode())
        found[entry.name] = asset(body, suffix)
    return found


def _entries(folder: Traversable) -> list[Traversable]:
    return [entry for entry in folder.iterdir() if entry.name.rpartition(".")[2] in KINDS]
