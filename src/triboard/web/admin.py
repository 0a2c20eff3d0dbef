"""Who may look after the board: whoever holds the token of the state folder, or knows the PIN at home.

The page keeps a cookie made from the token, never the token itself; a new token ends every cookie. Nothing
here is ever written to a log or put into an address.
"""

import hashlib
import hmac
import ipaddress
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from typing import Final

from triboard.phrases import Words, phrase
from triboard.units import Instant
from triboard.web.gate import Tries, in_words

COOKIE: Final = "triboard"
COOKIE_DAYS: Final = 30


def is_private(address: str | None) -> bool:
    """Whether an address belongs to this machine or to a network that no router carries further."""
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None) or found
    return bool(mapped.is_private or mapped.is_loopback or mapped.is_link_local)


class Admin:
    """Judges tokens, cookies and PINs."""

    def __init__(self, token: str | None, *, pin: str | None, clock: Callable[[], Instant]) -> None:
        """Without a token (the state folder cannot be read) nobody gets in."""
        self._token = token
        self._pin = pin
        self._clock = clock
        self._tries = Tries()

    @property
    def cookie(self) -> str:
        """What a page keeps after it has proved itself."""
        assert self._token is not None
        return hmac.new(self._token.encode(), b"triboard page cookie", hashlib.sha256).hexdigest()

    def knows(self, *, authorization: str | None, cookies: str | None) -> bool:
        """Whether these headers prove that somebody may look after the board."""
        if self._token is None:
            return False
        scheme, _, word = (authorization or "").partition(" ")
        if scheme.lower() == "bearer" and _same(word.strip(), self._token):
            return True
        return _same(_cookie(cookies), self.cookie)

    def enter(self, *, token: str | None, pin: str | None, address: str | None) -> Words | None:
        """Try a token or a PIN; why not, in words, or `None`: hand out the cookie."""
        if self._token is None:
            return phrase("The state folder cannot be used, so nobody can be let in.")
        if token is not None:
            return (
                None if _same(token.strip(), self._token) else phrase("This is not the token of this board.")
            )
        if pin is None or self._pin is None:
            return phrase("No PIN is set (web.pin). Enter the token of the state folder.")
        if not is_private(address):
            return phrase(
                "A PIN counts only in the house's own network. Enter the token of the state folder."
            )
        now = self._clock()
        if wait := self._tries.wait(now):
            return phrase("Too many wrong PINs. {wait}", wait=in_words(wait))
        if _same(pin.strip(), self._pin):
            self._tries.right()
            return None
        self._tries.wrong(now)
        return phrase("This is not the PIN of this board.")


def _cookie(header: str | None) -> str:
    try:
        found = SimpleCookie(header or "").get(COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value


def _same(one: str, other: str) -> bool:
    """In constant time, of any text."""
    return hmac.compare_digest(one.encode(errors="replace"), other.encode())
