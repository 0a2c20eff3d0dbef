"""Who may look after the board: token, cookie, PIN."""

import pytest
from tests.unit.web.test_gate import MINUTE, Clock

from triboard.web.addresses import is_loopback
from triboard.web.admin import Admin, is_private

TOKEN = "a-token-of-forty-three-characters-0123456789"
HOME = "192.168.1.20"


def admin(pin: str | None = "402817") -> tuple[Admin, Clock]:
    clock = Clock()
    return Admin(TOKEN, pin=pin, clock=clock), clock


def test_token_and_cookie_prove_and_nothing_else_does() -> None:
    """Law: the token as Bearer, or the cookie made from it; the token itself is no cookie."""
    found, _ = admin()
    assert found.knows(authorization=f"Bearer {TOKEN}", cookies=None)
    assert found.knows(authorization=None, cookies=f"other=1; triboard={found.cookie}")
    assert TOKEN not in found.cookie
    for authorization in (None, "", TOKEN, f"Bearer {TOKEN[:-1]}", f"Bearer {found.cookie}", "Bearer é"):
        assert not found.knows(authorization=authorization, cookies=None)
    for cookies in (None, "", f"triboard={TOKEN}", "triboard=", "triboard", "\x00;;===", "triboard=é"):
        assert not found.knows(authorization=None, cookies=cookies)


def test_without_a_token_nobody_gets_in() -> None:
    """Law: a state folder that cannot be read opens no door."""
    found = Admin(None, pin="402817", clock=Clock())
    assert not found.knows(authorization="Bearer ", cookies="triboard=")
    assert not found.knows(authorization="Bearer None", cookies=None)
    assert found.enter(token="", pin=None, address=HOME) is not None
    assert found.enter(token=None, pin="402817", address=HOME) is not None


def test_a_pin_has_five_tries_then_waits_that_double() -> None:
    """Law: 5 tries, then 1 min, doubling, for all devices together; the token still counts meanwhile."""
    found, clock = admin()
    for _ in range(5):
        assert (
            str(found.enter(token=None, pin="000000", address=HOME)) == "This is not the PIN of this board."
        )
    assert (
        str(found.enter(token=None, pin="402817", address="10.0.0.9"))
        == "Too many wrong PINs. Wait 1 minute."
    )
    assert found.enter(token=TOKEN, pin=None, address=None) is None
    clock.wait(MINUTE)
    why = found.enter(token=None, pin="000000", address=HOME)
    assert str(why) == "This is not the PIN of this board."
    why = found.enter(token=None, pin="402817", address=HOME)
    assert str(why) == "Too many wrong PINs. Wait 2 minutes."
    clock.wait(2 * MINUTE)
    assert found.enter(token=None, pin="402817", address=HOME) is None


@pytest.mark.parametrize(
    "address", [None, "", "8.8.8.8", "2001:4860:4860::8888", "nonsense", "::ffff:8.8.8.8"]
)
def test_a_pin_counts_only_from_private_addresses(address: str | None) -> None:
    """Law: neither from the internet nor from behind a proxy, and such tries lock nobody out."""
    found, _ = admin()
    for _ in range(9):
        assert "only in the house's own network" in str(
            found.enter(token=None, pin="402817", address=address)
        )
    assert found.enter(token=None, pin="402817", address=HOME) is None


def test_a_pin_that_is_not_set_never_counts() -> None:
    """Law: off by default."""
    found, _ = admin(pin=None)
    assert "No PIN is set" in str(found.enter(token=None, pin="", address=HOME))


@pytest.mark.parametrize(
    ("address", "private", "loopback"),
    [
        ("127.0.0.1", True, True),
        ("::1", True, True),
        ("::ffff:127.0.0.1", True, True),
        ("192.168.0.7", True, False),
        ("fe80::1%eth0", True, False),
        ("fd00::7", True, False),
        ("8.8.8.8", False, False),
        ("", False, False),
    ],
)
def test_addresses_are_told_apart(address: str, *, private: bool, loopback: bool) -> None:
    """Law: mapped and scoped ones too."""
    assert (is_private(address), is_loopback(address)) == (private, loopback)
