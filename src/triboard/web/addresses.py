"""Names and addresses by which other machines may call this one.

No name is looked up here: without a network that can take longer than a start may.
"""

import ipaddress
import socket
from collections.abc import Sequence
from typing import Final

WILDCARDS: Final = frozenset({"0.0.0.0", "::", ""})

_DOCUMENTATION: Final = "192.0.2.1"  # RFC 5737: no such host; connecting a datagram socket sends nothing


def own_addresses() -> tuple[str, ...]:
    """This machine's address towards the rest of the network, to be told at the start; none without one, or
    where a hardened service may not ask. Others that it has, or gets later, work as well (`arrived`)."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((_DOCUMENTATION, 9))
            found = str(probe.getsockname()[0])
    except OSError:
        return ()
    return () if ipaddress.ip_address(found).is_loopback else (found,)


def own_names(host: str) -> tuple[str, ...]:
    """Names to allow for a server bound to `host`: with a wildcard the machine's own, else nothing more."""
    if host not in WILDCARDS:
        return ()
    name = socket.gethostname().lower()
    return (name, f"{name}.local")


def widest(listening: Sequence[socket.socket]) -> str:
    """Of the addresses of these sockets the one that most others can reach; a socket file counts as such,
    since a proxy stands at its other end, and has no address (empty)."""
    found = [name[0] if isinstance(name := one.getsockname(), tuple) else "" for one in listening]
    return max(map(str, found), key=lambda host: (bool(host) and host in WILDCARDS, not is_loopback(host)))


def is_loopback(address: str | None) -> bool:
    """Whether an address is this machine's own."""
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return False
    return bool((getattr(found, "ipv4_mapped", None) or found).is_loopback)


def arrived(server: tuple[str, int | None] | None) -> frozenset[tuple[str, int]]:
    """Name and port of the address of ours at which a connection arrived, as a browser writes them.

    Whoever calls us by that number has not been led here by a name that somebody made to point at us, so
    that such a Host is as good as a listed one, also for an address that came after the start.
    """
    if server is None or server[1] is None:
        return frozenset()
    try:
        found = ipaddress.ip_address(server[0].partition("%")[0])
    except ValueError:
        return frozenset()
    found = getattr(found, "ipv4_mapped", None) or found
    return frozenset({(f"[{found}]" if found.version == 6 else str(found), server[1])})
