"""Purses of real coins: red 5, black 2; the bank is unlimited and makes change (trioker §13, §17)."""

from typing import Final, NamedTuple

from triboard.rules.trioker.moves import Colour

RED: Final = Colour.RED.value
BLACK: Final = Colour.BLACK.value


class Purse(NamedTuple):
    """Coins of one player.

    Coins of 2 and 5 cannot show 1 or 3 points, yet a debt of 2 paid from one red leaves 3. The
    point that no coin shows is noted by the bank as `odd` (0 or 1); it is worth a point but is no
    coin, and two of them are a black.
    """

    red: int
    black: int
    odd: int = 0

    @property
    def points(self) -> int:
        return RED * self.red + BLACK * self.black + self.odd


def received(purse: Purse, coins: Purse) -> Purse:
    """The purse with these coins more."""
    odd = purse.odd + coins.odd
    return Purse(purse.red + coins.red, purse.black + coins.black + odd // 2, odd % 2)


def paid(purse: Purse, amount: int) -> tuple[Purse, Purse]:
    """What is left after paying 2 or 5, and what the receiver gets.

    A 2 is paid as a black and a 5 as a red where held, else with change from the bank. Who cannot
    pay in full pays all they have; the rest is forgiven.
    """
    if purse.points <= amount:
        return Purse(0, 0), purse
    if amount == BLACK:
        return _pay_black(purse), Purse(0, 1)
    return _pay_red(purse), Purse(1, 0)


def _pay_black(purse: Purse) -> Purse:
    red, black, odd = purse
    if black:
        return Purse(red, black - 1, odd)
    if odd:
        return Purse(red - 1, 2)
    if red >= 2:
        return Purse(red - 2, 4)
    return Purse(0, 1, 1)


def _pay_red(purse: Purse) -> Purse:
    red, black, odd = purse
    if red:
        return Purse(red - 1, black, odd)
    if black >= 5:
        return Purse(1, black - 5, odd)
    left = purse.points - RED
    return Purse(0, left // BLACK, left % BLACK)


def without_coin(purse: Purse, colour: Colour) -> Purse:
    """The purse with one coin less; the caller has checked that it is held."""
    if colour is Colour.RED:
        return purse._replace(red=purse.red - 1)
    return purse._replace(black=purse.black - 1)


def colours_in(purse: Purse) -> tuple[Colour, ...]:
    """Coins that can be given."""
    held = ((Colour.RED, purse.red), (Colour.BLACK, purse.black))
    return tuple(colour for colour, number in held if number)
