"""Trioker with racks that read their tiles: hands are known from what lies there (§28)."""

from typing import Any

import pytest
from tests.unit.session.trioker_table import Table

from triboard.board.readings import SOMETHING, UNKNOWN, Reading, holds
from triboard.rules.trioker.tiles import TILES, names_of
from triboard.session.entries import dealt
from triboard.session.notices import Notice
from triboard.units import Piece, Site

HANDS = (TILES[:7], TILES[7:14], TILES[14:21])
RAPID = {"mode": "rapid", "players": 3, "start": 0}


class Racks(Table):
    """A Trioker board with racks."""

    board_name = "trioker-racks"

    def fill(self, hands: tuple[tuple[str, ...], ...] = HANDS) -> None:
        """Put hands into the racks, the tiles turned and the last place first."""
        for seat, hand in enumerate(hands):
            for place, name in enumerate(hand):
                self.world.drop(Site(f"rack:{seat}:{9 - place}"), Piece(name[1:] + name[:1]))
        self.calm()

    @property
    def hands(self) -> list[tuple[str, ...]]:
        """Tiles that the game knows."""
        return [names_of(hand.known) for hand in self.state.game.hands]


def test_full_racks_start_a_game_with_known_hands() -> None:
    """Law: names are those of the rules; 333 opens, whatever `start` said; the journal says so."""
    table = Racks(RAPID)
    assert (table.phase, table.says) == ("setup", "Fill the racks: Player 1 has 0 of 7 tiles.")
    table.fill()
    assert (table.phase, table.hands) == ("play", list(HANDS))
    assert [entry["event"] for entry in table.journal] == ["start"]
    assert table.journal[0]["options"] == {
        "mode": "rapid",
        "players": 3,
        "hands": [list(one) for one in HANDS],
    }
    assert table.state.on_turn == (2,)


def test_the_journal_resumes_with_known_hands() -> None:
    """Law: racks are not asked again; tiles have left them meanwhile."""
    table = Racks(RAPID)
    table.fill()
    table.hold("rack:2:5")
    table.lay("U3,3:333")
    table.restart()
    table.calm()
    assert (table.phase, table.moves) == ("play", ["U3,3:333"])
    assert table.hands == [HANDS[0], HANDS[1], tuple(name for name in HANDS[2] if name != "333")]


@pytest.mark.parametrize("seat", range(3))
def test_a_missing_tile_is_named_by_player(seat: int) -> None:
    """Law: the game waits until the tile lies there."""
    table = Racks(RAPID)
    table.fill(tuple(hand[: 7 - (number == seat)] for number, hand in enumerate(HANDS)))
    says = f"Fill the racks: Player {seat + 1} has 6 of 7 tiles."
    assert (table.phase, table.says, table.journal) == ("setup", says, [])
    table.drop(f"rack:{seat}:0", HANDS[seat][6])
    assert (table.phase, table.hands) == ("play", list(HANDS))


def test_the_field_comes_first() -> None:
    """Law: full racks start nothing while a tile lies on the field."""
    table = Racks(RAPID)
    table.lay("U0,3:310")
    table.fill()
    assert (table.phase, table.says) == (
        "setup",
        "Take all tiles off the board to begin. Take the 310 tile off U0,3.",
    )
    table.take("U0,3")
    assert table.phase == "play"


def test_a_new_game_reads_the_racks_again() -> None:
    """Law: hands of the game before are not those of the next."""
    table = Racks(RAPID)
    table.fill()
    table.hold("rack:0:9")
    table.press("NEW")
    assert (table.phase, table.says) == ("setup", "Fill the racks: Player 1 has 6 of 7 tiles.")
    table.world.put_away()
    table.drop("rack:0:0", "*12")
    assert table.hands == [(*HANDS[0][1:], "*12"), *HANDS[1:]]


@pytest.mark.parametrize(
    ("reading", "says"),
    [
        (UNKNOWN, "The sensor of rack:0:9 cannot tell what is there."),
        (SOMETHING, "The sensor of rack:0:9 cannot tell what is there."),
        (holds(Piece("100")), "The 001 tile is seen on rack:0:8, rack:0:9 at once, and there is only one."),
    ],
)
def test_what_is_not_certain_starts_nothing(reading: Reading, says: str) -> None:
    """Law: a rack that cannot be read, and one tile seen twice, are said."""
    table = Racks(RAPID)
    table.fill()
    seen = table.observation()
    waiting = Racks(RAPID).state
    notice = dealt(waiting, type(seen)(seen.sites, (), {**seen.aside, Site("rack:0:9"): (reading,)}))
    assert isinstance(notice, Notice)
    assert notice.text.startswith(says)


def test_a_tile_that_is_not_dealt_is_named() -> None:
    """Law: Simple leaves 333 and the joker out."""
    table = Racks({"mode": "simple", "players": 2})
    table.lay("U3,3:333")
    names = [name for name in TILES if name != "333"]
    table.fill((tuple(names[14:]), tuple(names[:10])))
    assert (table.phase, "*12 is not dealt in this mode" in table.says) == ("setup", True)
    table.take("rack:0:0")
    table.drop("rack:0:0", names[13])
    assert (table.phase, table.state.on_turn) == ("play", (0,))


@pytest.mark.parametrize("options", [{"mode": "pair-impair"}, {"mode": "puzzle", "outline": "0: 1 2 / 1"}])
def test_modes_without_a_deal_do_not_ask(options: dict[str, Any]) -> None:
    """Law: there the racks mean nothing."""
    assert Racks(options).phase == "play"
