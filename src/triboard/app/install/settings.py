"""The settings of the installed service, and the installer's one choice in them: who sees the page."""

import re
import tomllib
from enum import Enum
from pathlib import Path
from typing import Final

from triboard.app.config_text import commented_file
from triboard.app.defaults import DEFAULT_HOST, DEFAULT_PORT
from triboard.errors import ConfigurationError, Mistake

SETTINGS: Final = "/etc/triboard/triboard.toml"
STATE: Final = "/var/lib/triboard"

EVERYWHERE: Final = "0.0.0.0"


class Page(Enum):
    """Who can open the page, and by which unit."""

    LOCAL = "local"  # this computer only
    LAN = "lan"  # the network, on the port of the settings
    SOCKET = "socket"  # the network, on port 80; the program itself has no network

    @property
    def unit(self) -> str:
        """The service that runs."""
        return "triboard-socket.service" if self is Page.SOCKET else "triboard.service"

    @property
    def other(self) -> str:
        """The service that must not run."""
        return "triboard.service" if self is Page.SOCKET else "triboard-socket.service"

    @property
    def host(self) -> str:
        """Address of the page; a socket that is handed over goes before it."""
        return EVERYWHERE if self is Page.LAN else DEFAULT_HOST


_HOST_LINE: Final = re.compile(r'^(\s*host\s*=\s*)"[^"]*"', re.MULTILINE)
_WEB_LINE: Final = re.compile(r"^\s*\[\s*web\s*\].*$", re.MULTILINE)


def first_settings(page: Page) -> str:
    """The file of a first installation: that of `triboard config init`, with what the service needs set."""
    return commented_file({"state_dir": STATE, "web.host": page.host})


def with_host(text: str, page: Page) -> str:
    """The same settings with the address that a choice needs; every other byte stays.

    Raises `ConfigurationError` where that cannot be done without touching anything else.
    """
    table = _parsed(text)
    web = table.get("web")
    has = web.get("host", DEFAULT_HOST) if isinstance(web, dict) else DEFAULT_HOST
    if page is Page.SOCKET or has == page.host or (page is Page.LAN and has != DEFAULT_HOST):
        return text
    wanted = {**table, "web": {**(web if isinstance(web, dict) else {}), "host": page.host}}
    line = f'host = "{page.host}"'
    for mended in (
        _HOST_LINE.sub(rf'\1"{page.host}"', text, count=1),
        _WEB_LINE.sub(rf"\g<0>\n{line}", text, count=1),
        text.rstrip("\n") + f"\n\n[web]\n{line}\n",
    ):
        if _parsed_or_none(mended) == wanted:
            return mended
    remedy = f"Write {line} under [web] yourself, and run this again."
    raise ConfigurationError(Mistake(SETTINGS, f"has another page address ({has})", remedy))


def port_of(path: Path) -> int:
    """Port of the page as the settings say; the default where they cannot be read."""
    port = _web(path).get("port")
    return port if isinstance(port, int) else DEFAULT_PORT


def host_of(path: Path) -> str:
    """Address of the page as the settings say; the default where they cannot be read."""
    host = _web(path).get("host")
    return host if isinstance(host, str) else DEFAULT_HOST


def _web(path: Path) -> dict[str, object]:
    try:
        web = tomllib.loads(path.read_text(encoding="utf-8")).get("web")
    except (OSError, ValueError):
        return {}
    return web if isinstance(web, dict) else {}


def _parsed_or_none(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _parsed(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(
            Mistake(SETTINGS, f"is not TOML: {error}", "Mend the line named.")
        ) from error
