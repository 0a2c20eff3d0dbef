"""How others find this board: a QR code of its numeric address with the code of the game, and its names.

Numbers first, because older phones do not resolve `.local` names; the name stands beside it for people. The
code of the game travels in the fragment, which reaches no server and no log, and ends with the game.
"""

import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import segno

from triboard.units import SECOND, Duration, Instant
from triboard.web.addresses import WILDCARDS, is_loopback
from triboard.web.serving import bracketed

LOOK_EVERY: Final = Duration(10 * SECOND)
"""Between two looks for the address, which a Pi gets, or loses, while it runs."""

ERROR_CORRECTION: Final = "m"
"""Level M mends 15 %: a smudge on the screen or a hard edge of light."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """Where to go: the address as a browser takes it, without the code, and the same with a name."""

    address: str
    name: str | None
    qr: str
    """What the QR code says: the address with page and code."""

    def as_json(self) -> dict[str, Any]:
        """The invitation for a page; `path` draws the dark squares of a picture of `size` by `size`."""
        size, path = squares(self.qr)
        return {"address": self.address, "name": self.name, "url": self.qr, "size": size, "path": path}


@lru_cache(maxsize=4)
def squares(text: str) -> tuple[int, str]:
    """Modules along one edge, and the dark ones as a path of an SVG picture, row by row."""
    code = segno.make(text, error=ERROR_CORRECTION, micro=False, boost_error=False)
    parts = []
    for row, line in enumerate(code.matrix):
        begun: int | None = None
        for column, dark in enumerate((*line, 0)):
            if dark and begun is None:
                begun = column
            elif not dark and begun is not None:
                parts.append(f"M{begun} {row}h{column - begun}v1h-{column - begun}z")
                begun = None
    return len(code.matrix), "".join(parts)


class Inviter:
    """Knows how this board is reached from elsewhere; asks anew from time to time."""

    def __init__(
        self,
        *,
        host: Callable[[], str],
        port: Callable[[], int],
        names: Sequence[str],
        addresses: Callable[[], Sequence[str]],
        clock: Callable[[], Instant],
    ) -> None:
        """`host` is what the server listens on; `names` are this machine's own; `addresses` finds numbers."""
        self._host = host
        self._port = port
        self._names = names
        self._addresses = addresses
        self._clock = clock
        self._met: str | None = None
        self._found: str | None = None
        self._next: Instant | None = None

    def met(self, server: tuple[str, int | None] | None) -> None:
        """Somebody came by this address of ours: good to know where a hardened service may not ask."""
        address = plain(server[0]) if server is not None else None
        if address is not None and not is_loopback(address):
            self._met = address

    def look(self) -> bool:
        """Look for the address when it is time; whether it is another one than before."""
        now = self._clock()
        if self._next is not None and now < self._next:
            return False
        self._next = Instant(now + LOOK_EVERY)
        before, self._found = self._found, self._number()
        return before != self._found

    def invite(self, code: str, page: str) -> Invitation | None:
        """The invitation to a page with the code of the game; `None` where nobody else can come."""
        self.look()
        name = next((name for name in self._names if name.endswith(".local")), next(iter(self._names), None))
        host = self._found or name
        if host is None:
            return None
        address = f"http://{bracketed(host)}{self._tail()}{page}"
        named = f"http://{name}{self._tail()}{page}" if name is not None and name != host else None
        return Invitation(address, named, f"{address}#code={code}")

    def _number(self) -> str | None:
        host = self._host()
        if host not in WILDCARDS:
            return None if is_loopback(host) else host
        return next(iter(self._addresses()), None) or self._met

    def _tail(self) -> str:
        port = self._port()
        return "/" if port == 80 else f":{port}/"


def plain(address: str) -> str | None:
    """An address without its zone, an IPv4 one in its usual form; `None` for what is none."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return str(getattr(found, "ipv4_mapped", None) or found)
