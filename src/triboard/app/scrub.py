"""Texts without people, machines and networks: for the log, and for bundles that leave the house."""

import getpass
import ipaddress
import platform
import re
import socket
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

IMPERSONAL: Final = frozenset({"triboard", "root", "localhost"})
"""Names of users and hosts that say nothing about anybody."""

_HOME: Final = re.compile(r"/(?:home|Users)/[^\s'\",;:)]+|/root(?:/[^\s'\",;:)]*)?")
_IPV4: Final = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])")
_COLONS: Final = re.compile(r"(?<![\w:])[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:[0-9A-Fa-f:.%\w]*")
_MAC: Final = re.compile(r"(?<![\w:-])(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}(?![\w:-])")
_MAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_LOCAL: Final = re.compile(
    r"(?<![\w-])[\w-]+\.(?:local|lan|home|fritz\.box|internal)(?![\w-])", re.IGNORECASE
)


class Scrubber:
    """Takes out of texts what names people, machines and networks."""

    def __init__(self, names: Iterable[str]) -> None:
        """`names` are those of this host and this user, and others that must not leave the house."""
        known = {name for name in names if len(name) > 1 and name.lower() not in IMPERSONAL}
        ordered = sorted(known, key=len, reverse=True)
        self._names = (
            re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, ordered))})(?!\w)", re.IGNORECASE)
            if ordered
            else None
        )

    def text(self, text: str) -> str:
        """A text without them."""
        text = _MAIL.sub("<mail>", _HOME.sub("<home>", text))
        text = _COLONS.sub(_address, _MAC.sub("<address>", text))
        text = _LOCAL.sub("<host>", _IPV4.sub("<address>", text))
        return self._names.sub("<name>", text) if self._names is not None else text

    def value(self, value: Any) -> Any:
        """A JSON value without them, in keys and texts."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.text(str(key)): self.value(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(one) for one in value]
        return value


def _address(match: re.Match[str]) -> str:
    text = match[0].rstrip(".")
    tail = match[0][len(text) :]
    try:
        ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return match[0]
    return f"<address>{tail}"


def own_names() -> list[str]:
    """Names of this host and of this user."""
    names = [socket.gethostname(), socket.gethostname().partition(".")[0], platform.node()]
    with suppress(KeyError, OSError, ImportError):
        names.append(getpass.getuser())
    return names


_OWNER: Final = re.compile(r"/(?:home|Users)/[^/\s'\",;:)]+|/root(?=/|$)")


def tidy(text: str) -> str:
    """A line of the log: no address, and of a path in somebody's home only the part below it."""
    return _IPV4.sub("<address>", _COLONS.sub(_address, _OWNER.sub("~", text)))
