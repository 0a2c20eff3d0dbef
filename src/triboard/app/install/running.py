"""What the running service says of itself, by its page and by the service manager."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, Final

from triboard.app.install.machine import Machine, inside
from triboard.app.install.settings import SETTINGS, Page, host_of, port_of
from triboard.app.install.trial import Look

PORT_OF_SOCKET: Final = 80
PATIENCE: Final = 5.0

_VERSION: Final = re.compile(r"/opt/triboard/versions/([^/\0]+)/")

Ask = Callable[[str], Mapping[str, Any] | None]
"""The JSON at an address of this computer; `None` where nothing answers."""


def ask(address: str) -> Mapping[str, Any] | None:
    """By HTTP, from this computer."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            found = json.loads(answer.read())
    except (urllib.error.URLError, OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def address_of(machine: Machine, page: Page) -> str:
    """Where the page is for this computer."""
    port = PORT_OF_SOCKET if page is Page.SOCKET else port_of(inside(machine, SETTINGS))
    return f"http://127.0.0.1:{port}/"


def status_of_service(machine: Machine, page: Page, question: Ask = ask) -> Mapping[str, Any] | None:
    """Status of the service, if it runs and answers."""
    if not machine.live or not active(machine, page.unit):
        return None  # a socket alone would start it, or hold us until it starts
    return question(address_of(machine, page) + "status")


def active(machine: Machine, unit: str) -> bool:
    """Whether a unit runs."""
    return machine.run("systemctl", "is-active", unit, check=False).strip() == "active"


def enabled_page(machine: Machine) -> Page | None:
    """The choice that was made before: by the service that starts with the computer, and by the settings for
    who sees the page of the one without a socket; `None`: none was made."""
    wants = inside(machine, "/etc/systemd/system/multi-user.target.wants")
    if (wants / Page.SOCKET.unit).is_symlink():
        return Page.SOCKET
    if not (wants / Page.LOCAL.unit).is_symlink():
        return None
    return Page.LOCAL if host_of(inside(machine, SETTINGS)) == Page.LOCAL.host else Page.LAN


def present_page(machine: Machine) -> Page | None:
    """The service that is in use: enabled, or running though somebody disabled it."""
    if (page := enabled_page(machine)) is not None or not machine.live:
        return page
    return next((page for page in (Page.SOCKET, Page.LOCAL) if active(machine, page.unit)), None)


def in_game(status: Mapping[str, Any] | None) -> str | None:
    """The game that is under way, in words; `None` where nobody is disturbed."""
    if status is None or status.get("phase") not in ("play", "correction") or not status.get("ply"):
        return None
    return f"a game of {status.get('game')} at ply {status.get('ply')}"


def running_version(machine: Machine, page: Page) -> tuple[str, str | None]:
    """Process of the service, and the version folder that it runs from; what runs, not what should."""
    process = machine.run(
        "systemctl", "show", page.unit, "--property=MainPID", "--value", check=False
    ).strip()
    try:
        command = inside(machine, f"/proc/{process}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return process, None
    found = _VERSION.search(command)
    return process, found[1] if found else None


def look_at(machine: Machine, page: Page, question: Ask = ask) -> Look:
    """For the judge."""
    process, version = running_version(machine, page)
    status = status_of_service(machine, page, question)
    return Look(process, None if status is None else version, scanned=board_up(status))


def board_up(status: Mapping[str, Any] | None) -> bool:
    """Whether the board is attached: its link is up only after a full scan."""
    link = {} if status is None else status.get("link")
    return isinstance(link, dict) and link.get("state") == "up"
