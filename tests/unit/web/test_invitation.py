"""The way in for phones: numbers before names, the code in the fragment, squares that can be read."""

from collections.abc import Sequence

import zxingcpp
from PIL import Image

from triboard.units import SECOND, Instant
from triboard.web.invitation import LOOK_EVERY, Inviter, plain, squares


class House:
    """A machine whose address comes and goes."""

    def __init__(self, host: str = "0.0.0.0", names: Sequence[str] = ("board", "board.local")) -> None:
        self.addresses: list[str] = []
        self.now = Instant(0)
        self.inviter = Inviter(
            host=lambda: host, port=lambda: 8000, names=names, addresses=lambda: self.addresses,
            clock=lambda: self.now,
        )  # fmt: skip

    def wait(self) -> bool:
        """Until the address is looked for again; whether it is another."""
        self.now = Instant(self.now + LOOK_EVERY)
        return self.inviter.look()

    def says(self, code: str = "402817", page: str = "") -> tuple[str, str | None, str] | None:
        """Address, name and what the QR code says."""
        found = self.inviter.invite(code, page)
        return None if found is None else (found.address, found.name, found.qr)


def test_the_numeric_address_goes_first_and_the_name_stands_beside_it() -> None:
    """Law (exhibit 47, 48): the QR code names a number; the name is there for people."""
    house = House()
    house.addresses = ["192.0.2.7"]
    assert house.says() == (
        "http://192.0.2.7:8000/",
        "http://board.local:8000/",
        "http://192.0.2.7:8000/#code=402817",
    )
    assert house.says(page="classroom") == (
        "http://192.0.2.7:8000/classroom",
        "http://board.local:8000/classroom",
        "http://192.0.2.7:8000/classroom#code=402817",
    )


def test_without_a_number_the_name_must_do_and_a_number_that_comes_later_is_told() -> None:
    """Law: a Pi that gets its address after the start shows it within one look; looks are rare."""
    house = House()
    assert house.says() == ("http://board.local:8000/", None, "http://board.local:8000/#code=402817")
    house.addresses = ["192.0.2.7"]
    house.now = Instant(house.now + SECOND)
    assert not house.inviter.look()
    assert house.wait()
    assert not house.wait()
    found = house.says()
    assert found is not None
    assert found[0] == "http://192.0.2.7:8000/"


def test_where_a_hardened_service_may_not_ask_the_address_of_a_visitor_tells() -> None:
    """Law: in a private network the address at which somebody arrived is ours; loopback tells nothing."""
    house = House()
    house.inviter.met(("127.0.0.1", 8000))
    house.wait()
    assert house.says() == ("http://board.local:8000/", None, "http://board.local:8000/#code=402817")
    house.inviter.met(("::ffff:192.0.2.9", 8000))
    assert house.wait()
    found = house.says()
    assert found is not None
    assert found[0] == "http://192.0.2.9:8000/"


def test_a_board_that_nobody_else_can_reach_invites_nobody() -> None:
    """Law: no code is shown that could not be used."""
    assert House("127.0.0.1", names=()).says() is None
    assert House("192.0.2.3", names=()).says() == (
        "http://192.0.2.3:8000/",
        None,
        "http://192.0.2.3:8000/#code=402817",
    )


def test_addresses_are_written_as_browsers_write_them() -> None:
    """Law: zones are dropped, mapped addresses become plain, names are no addresses."""
    assert [plain(text) for text in ("fe80::1%eth0", "::ffff:192.0.2.1", "board")] == [
        "fe80::1",
        "192.0.2.1",
        None,
    ]


def test_the_squares_are_read_as_the_text_they_were_made_of() -> None:
    """Law: a reader that knows nothing of us reads the address off the path that the page draws."""
    text = "http://192.0.2.7:8000/classroom#code=402817"
    size, path = squares(text)
    scale, quiet = 4, 4
    picture = Image.new("L", ((size + 2 * quiet) * scale,) * 2, 255)
    for part in filter(None, path.split("z")):
        place, _, run = part.removeprefix("M").partition("h")
        x, y = map(int, place.split())
        width = int(run.split("v")[0])
        picture.paste(
            0,
            ((x + quiet) * scale, (y + quiet) * scale, (x + quiet + width) * scale, (y + quiet + 1) * scale),
        )
    assert [found.text for found in zxingcpp.read_barcodes(picture)] == [text]
