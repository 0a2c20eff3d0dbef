"""Who may talk to the server, as a table."""

import pytest

from triboard.web.addresses import arrived, own_addresses, own_names
from triboard.web.security import (
    FOREIGN_HOST,
    FOREIGN_ORIGIN,
    Refusal,
    allowed_authorities,
    authority,
    judge,
)

ALLOWED = allowed_authorities(8080, ["board.local", "board.example:443", "not a host"])


@pytest.mark.parametrize(
    ("hosts", "origins", "refusal"),
    [
        (["127.0.0.1:8080"], [], None),
        (["localhost:8080"], [], None),
        (["LOCALHOST:8080"], [], None),
        (["[::1]:8080"], [], None),
        (["board.local:8080"], [], None),
        (["board.example:443"], [], None),
        (["127.0.0.1:8080"], ["http://127.0.0.1:8080"], None),
        (["127.0.0.1:8080"], ["http://[::1]:8080"], None),
        (["board.example:443"], ["https://board.example"], None),
        ([], [], FOREIGN_HOST),
        ([""], [], FOREIGN_HOST),
        (["127.0.0.1"], [], FOREIGN_HOST),
        (["127.0.0.1:80"], [], FOREIGN_HOST),
        (["127.0.0.1:8081"], [], FOREIGN_HOST),
        (["board.local"], [], FOREIGN_HOST),
        (["evil.example:8080"], [], FOREIGN_HOST),
        (["evil.example:8080"], ["http://evil.example:8080"], FOREIGN_HOST),
        (["127.0.0.1:8080.evil.example"], [], FOREIGN_HOST),
        (["evil@127.0.0.1:8080"], [], FOREIGN_HOST),
        (["127.0.0.1:99999"], [], FOREIGN_HOST),
        (["127.0.0.1:8080", "evil.example:8080"], [], FOREIGN_HOST),
        (["127.0.0.1:8080"], ["http://evil.example:8080"], FOREIGN_ORIGIN),
        (["127.0.0.1:8080"], ["http://127.0.0.1:9090"], FOREIGN_ORIGIN),
        (["127.0.0.1:8080"], ["http://127.0.0.1"], FOREIGN_ORIGIN),
        (["127.0.0.1:8080"], ["null"], FOREIGN_ORIGIN),
        (["127.0.0.1:8080"], [""], FOREIGN_ORIGIN),
        (["127.0.0.1:8080"], ["file://"], FOREIGN_ORIGIN),
        (["127.0.0.1:8080"], ["chrome-extension://127.0.0.1:8080"], FOREIGN_ORIGIN),
        (["127.0.0.1:8080"], ["http://127.0.0.1:8080", "http://evil.example"], FOREIGN_ORIGIN),
        (["127.0.0.1:8080"], ["http://127.0.0.1:8080.evil.example"], FOREIGN_ORIGIN),
    ],
)
def test_only_known_hosts_and_pages_of_known_hosts_are_let_in(
    hosts: list[str], origins: list[str], refusal: Refusal | None
) -> None:
    """One Host, on the list; an Origin only if its host and port are on the list."""
    assert judge(hosts, origins, ALLOWED) == refusal


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Board.Local", ("board.local", 80)),
        ("[fe80::1]:8080", ("[fe80::1]", 8080)),
        ("fe80::1", None),
        ("a b", None),
        ("a/b", None),
        ("host:port", None),
        ("host:", None),
    ],
)
def test_a_name_and_its_port_are_told_apart(text: str, found: tuple[str, int] | None) -> None:
    """Anything that is not exactly a name with an optional port is nothing."""
    assert authority(text, default_port=80) == found


@pytest.mark.parametrize(
    ("server", "found"),
    [
        (("192.168.1.7", 8765), {("192.168.1.7", 8765)}),
        (("::ffff:192.168.1.7", 80), {("192.168.1.7", 80)}),
        (("fe80::1%eth0", 8765), {("[fe80::1]", 8765)}),
        (("/run/triboard.sock", None), set()),
        (("nonsense", 1), set()),
        (None, set()),
    ],
)
def test_the_address_at_which_a_connection_arrives_is_a_name_of_ours(
    server: tuple[str, int | None] | None, found: set[tuple[str, int]]
) -> None:
    """Law: as a browser writes it in Host and Origin."""
    assert arrived(server) == found


def test_a_machine_names_itself_without_asking_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: no name is looked up, and a service that may open no socket still starts."""

    def refused(*_: object, **__: object) -> None:
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr("socket.getaddrinfo", refused)
    assert len(own_names("0.0.0.0")) == 2
    assert own_names("127.0.0.1") == ()
    monkeypatch.setattr("socket.socket", refused)
    assert own_addresses() == ()
