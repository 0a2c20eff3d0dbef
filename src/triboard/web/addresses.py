"""Names and addresses by which other machines may call this one."""

import ipaddress
import socket
from typing import Final

WILDCARDS: Final = frozenset({"0.0.0.0", "::", ""})

_DOCUMENTATION: Final = "192.0.2.1"  # RFC 5737: no such host; connecting a datagram socket sends nothing


def own_addresses() -> tuple[str, ...]:
    """This machine's IPv4 addresses that are not loopback, as far as they can be told without asking the
    kernel over netlink, which a hardened service may not do."""
    found: dict[str, None] = {}
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((_DOCUMENTATION, 9))
            found[probe.getsockname()[0]] = None
    except OSError:
        pass  # no network, or a service that may have none: the connection tells (`security.Guard`)
    try:
        for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(entry[4][0])] = None
    except OSError:
        pass  # a host name that does not resolve
    return tuple(name for name in found if not ipaddress.ip_address(name).is_loopback)


def own_names(host: str) -> tuple[str, ...]:
    """Names to allow for a server bound to `host`: with a wildcard the machine's own, else nothing more."""
    if host not in WILDCARDS:
        return ()
    name = socket.gethostname().lower()
    return (*own_addresses(), name, f"{name}.local")
