"""By which names others may call this machine."""

import pytest

from triboard.web.addresses import arrived


@pytest.mark.parametrize(
    ("server", "found"),
    [
        (("192.168.1.7", 80), {("192.168.1.7", 80)}),
        (("::ffff:192.168.1.7", 80), {("192.168.1.7", 80)}),
        (("fe80::1%eth0", 8765), {("[fe80::1]", 8765)}),
        (("fd00:0:0:0:0:0:0:7", 80), {("[fd00::7]", 80)}),
        (("evil.example", 80), set()),
        (("/run/socket", None), set()),
        (None, set()),
    ],
)
def test_our_end_of_a_connection_is_a_name_for_us(
    server: tuple[str, int | None] | None, found: set[tuple[str, int]]
) -> None:
    """Law: the number at which a connection reached us may stand in Host; nothing that is no number may."""
    assert arrived(server) == found
