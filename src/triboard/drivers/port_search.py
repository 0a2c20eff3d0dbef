"""Finds the controller by what it says, whatever its port is called today.

All ports that it could be are opened at once and greeted; the one at which the right controller answers stays
open, the others are let go. Names mean nothing here: boards may swap ports, and numbers may change.
"""

import glob
import logging
import select
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final

from serial.tools.list_ports import comports

from triboard.drivers.link import LinkPort
from triboard.errors import BoardNotFoundError, LinkLostError
from triboard.protocol.codec import KINDS, decode
from triboard.protocol.connection import Connection, Role
from triboard.protocol.framing import DELIMITER, Packet, unseal
from triboard.protocol.messages import Hello, HelloRequest
from triboard.protocol.version import MAJOR, MINOR

AUTO: Final = "auto"
"""What the configuration says in place of a port."""

PATTERNS: Final = ("/dev/triboard*", "/dev/serial/by-id/*", "/dev/ttyACM*", "/dev/ttyUSB*")
"""Where USB controllers appear; names that stay come first."""

MICROPYTHON: Final = (0x2E8A, 0x0005)
"""USB vendor and product of a Pico that runs MicroPython."""

_KEPT: Final = 2048
"""Bytes of an unfinished packet that are kept for a port; a chatty stranger costs no more."""

_ROUNDS: Final = 2
"""Greetings after which everybody has had half a second to answer."""

_UNANSWERED: Final = 4
"""Greetings in a row, 2 s, after which a port that was the board's is given up and all are tried again."""

_log = logging.getLogger(__name__)


def is_pattern(serial: str) -> bool:
    """Whether a setting names a choice of ports and not one port."""
    return serial == AUTO or any(sign in serial for sign in "*?[")


def candidates(serial: str) -> list[str]:
    """Ports that a setting may mean, each device once, by the first of its names."""
    found: dict[str, str] = {}
    for pattern in PATTERNS if serial == AUTO else (serial,):
        for path in sorted(glob.glob(pattern)):
            found.setdefault(str(Path(path).resolve()), path)
    return list(found.values())


def stable_name(path: str) -> str:
    """The name of a port that survives its renumbering, where it has one; else the path as it is."""
    real = Path(path).resolve()
    links = [link for link in sorted(glob.glob("/dev/serial/by-id/*")) if Path(link).resolve() == real]
    return links[0] if links else path


def micropython_ports() -> list[str]:
    """Those candidates whose USB identity is MicroPython's on a Pico, whatever program runs there."""
    own = {str(Path(port.device).resolve()) for port in comports() if (port.vid, port.pid) == MICROPYTHON}
    return [path for path in candidates(AUTO) if str(Path(path).resolve()) in own]


class Rank(IntEnum):
    """How well a controller fits; less is better."""

    KNOWN = 0  # the unit that is named, or that was driven last
    FITS = 1
    BLANK = 2  # never configured for any board
    MISFIT = 3  # to be refused, in words


@dataclass(slots=True)
class _Candidate:
    """An open port: an unfinished packet of it; once it said hello, that packet and all behind it."""

    path: str
    port: LinkPort
    heard: bytes = b""
    hello: Hello | None = None
    rank: Rank | None = None


class PortSearch:
    """Opens the right port among many: an opener for `LinkPump`.

    `fits` judges a hello (`HostLink.fits`); `named`: a unit is named in the configuration, so that whoever
    fits is certain. The unit that was driven last is preferred for as long as this object lives.
    """

    def __init__(
        self,
        look: Callable[[], Sequence[str]],
        opener: Callable[[str], LinkPort],
        fits: Callable[[Hello], bool],
        *,
        named: bool = False,
    ) -> None:
        self.look = look
        self.opener = opener
        self._fits = fits
        self._named = named
        self._last: str | None = None

    def __call__(self) -> "SearchedPort":
        """All candidates in one; raises `LinkLostError` when there is none that can be opened."""
        return SearchedPort(self)

    def rank(self, hello: Hello) -> Rank:
        """How well a controller fits."""
        if not self._fits(hello):
            return Rank.MISFIT
        if not hello.board:
            return Rank.KNOWN if self._named else Rank.BLANK
        return Rank.KNOWN if self._named or hello.unit == self._last else Rank.FITS

    def took(self, hello: Hello, path: str) -> None:
        """This one is driven from now on."""
        _log.info("The board's controller (unit %s) answers at %s.", hello.unit, path)
        self._last = hello.unit


class SearchedPort:
    """Many ports that become one. Satisfies `LinkPort`.

    Until the right controller has answered, whatever is written (only greetings are) goes to all, and ports
    that appear are greeted as well. If only wrong ones answer, their hello is passed on to be refused.
    """

    def __init__(self, search: PortSearch) -> None:
        self.sent = self.received = 0
        self._search = search
        self._epoll = select.epoll()
        self._open: list[_Candidate] = []
        self._chosen: _Candidate | None = None
        self._closed_to: dict[str, str] = {}
        self._rounds = 0
        self._asked_again = False
        self._unanswered = 0  # greetings to the chosen one since its last byte
        self._rescan()
        if not self._open:
            self._epoll.close()
            raise BoardNotFoundError(self._nothing()) if self._closed_to else LinkLostError(self._nothing())

    def fileno(self) -> int:
        """One descriptor for all of them."""
        return self._epoll.fileno()

    def read(self) -> bytes:
        """Bytes of the chosen controller, from its hello on."""
        if self._chosen is not None:
            return self._read_chosen(self._chosen)
        self._rescan()
        for candidate in list(self._open):
            self._listen(candidate)
        if not self._open:
            raise LinkLostError(self._nothing())
        best = self._best()
        if best is None or not self._certain(best):
            return b""
        return self._choose(best)

    def write(self, data: bytes) -> None:
        """To the chosen one, or a greeting to all."""
        self.sent += len(data)
        if self._chosen is not None:
            self._unanswered += _greets(data)
            if self._unanswered > _UNANSWERED:
                raise LinkLostError("the board's port has fallen silent")
            self._chosen.port.write(data)
            return
        self._rounds += 1
        self._asked_again = True
        for candidate in list(self._open):
            try:
                candidate.port.write(data)
            except LinkLostError as error:
                self._drop(candidate, str(error))

    def close(self) -> None:
        """Let all go."""
        for candidate in self._open:
            candidate.port.close()
        self._open.clear()
        self._epoll.close()

    def _rescan(self) -> None:
        held = {candidate.path for candidate in self._open}
        present = self._search.look()
        self._closed_to = {path: why for path, why in self._closed_to.items() if path in present}
        for path in present:
            if path in held:
                continue
            try:
                port = self._search.opener(path)
            except LinkLostError as error:
                self._closed_to[path] = str(error)
                continue
            self._closed_to.pop(path, None)
            candidate = _Candidate(path, port)
            self._epoll.register(port.fileno(), select.EPOLLIN)
            self._open.append(candidate)
            greeting = Connection(Role.HOST).send(HelloRequest(MAJOR, MINOR))
            try:
                port.write(DELIMITER + greeting)
            except LinkLostError as error:
                self._drop(candidate, str(error))

    def _listen(self, candidate: _Candidate) -> None:
        try:
            candidate.heard += candidate.port.read()
        except LinkLostError as error:
            self._drop(candidate, str(error))
            return
        *packets, rest = candidate.heard.split(DELIMITER)
        for place, packet in enumerate(packets):
            if (hello := _hello_in(packet)) is not None:
                candidate.hello, candidate.rank = hello, self._search.rank(hello)
                candidate.heard = DELIMITER.join((*packets[place:], rest))
        if candidate.hello is None:
            candidate.heard = rest[-_KEPT:]

    def _best(self) -> _Candidate | None:
        answered = [candidate for candidate in self._open if candidate.rank is not None]
        return min(answered, key=lambda one: one.rank or Rank.KNOWN, default=None)

    def _certain(self, best: _Candidate) -> bool:
        """Nobody better can come: it is the one, or all have answered, or all had half a second for it."""
        waited = self._rounds >= _ROUNDS
        if best.rank is Rank.KNOWN:
            return True
        if best.rank is Rank.MISFIT:
            return waited and self._asked_again
        all_answered = not self._closed_to and all(one.rank is not None for one in self._open)
        if not all_answered and not waited:
            return False
        blank = [candidate for candidate in self._open if candidate.rank is Rank.BLANK]
        if best.rank is Rank.BLANK and len(blank) > 1:
            ports = ", ".join(f"{one.path} (unit {one.hello.unit})" for one in blank if one.hello)
            raise BoardNotFoundError(f"several new controllers answer: {ports}; name one of them as unit")
        return True

    def _choose(self, best: _Candidate) -> bytes:
        """A misfit is passed on without being chosen: the right one may still come at another port."""
        data = best.heard
        if best.rank is Rank.MISFIT:
            self._asked_again = False
            for candidate in self._open:
                candidate.heard, candidate.hello, candidate.rank = b"", None, None
        elif best.hello is not None:
            for other in [candidate for candidate in self._open if candidate is not best]:
                self._drop(other, "")
            self._chosen = best
            self._search.took(best.hello, best.path)
        best.heard = b""
        self.received += len(data)
        return data

    def _read_chosen(self, chosen: _Candidate) -> bytes:
        data = chosen.port.read()
        self.received += len(data)
        if data:
            self._unanswered = 0
        *whole, rest = (chosen.heard + data).split(DELIMITER)
        chosen.heard = rest[-_KEPT:]
        for packet in whole:
            hello = _hello_in(packet)
            if hello is not None and self._search.rank(hello) is Rank.MISFIT:
                raise LinkLostError("another controller answers at the board's port")
        return data

    def _drop(self, candidate: _Candidate, why: str) -> None:
        self._epoll.unregister(candidate.port.fileno())
        candidate.port.close()
        self._open.remove(candidate)
        if why:
            self._closed_to[candidate.path] = why

    def _nothing(self) -> str:
        if not self._closed_to:
            return "no serial port is there"
        return "; ".join(f"{path}: {why}" for path, why in sorted(self._closed_to.items()))


def _greets(data: bytes) -> bool:
    """Whether bytes of the host hold a greeting: it then knows of no controller."""
    packets = (unseal(part) for part in data[:_KEPT].split(DELIMITER) if part)
    return any(isinstance(packet, Packet) and packet.kind == KINDS[HelloRequest] for packet in packets)


def _hello_in(encoded: bytes) -> Hello | None:
    packet = unseal(encoded) if encoded else None
    if not isinstance(packet, Packet) or packet.kind != KINDS[Hello]:
        return None
    try:
        message = decode(packet.kind, packet.payload)
    except ValueError:
        return None
    return message if isinstance(message, Hello) else None
