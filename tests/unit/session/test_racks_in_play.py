"""Racks during a game: draws are read there, what lies astray is said, and nothing stops a move (§28)."""

from random import Random
from typing import Any

import pytest
from tests.unit.session.board_table import BoardTable
from tests.unit.session.trioker_table import Table

from triboard.board.racks import Astray, astray, rack_places
from triboard.board.readings import UNKNOWN, Observation
from triboard.light.scene import Role
from triboard.rules import trioker
from triboard.rules.trioker.field import placements
from triboard.rules.trioker.tiles import TILES, lays_of, names_of, tile_named
from triboard.session import racks
from triboard.session.holding import holdings
from triboard.session.state import GRACE
from triboard.sim.world import World
from triboard.units import SECOND, Duration, Piece, Seat, Site
from triboard.web.view import board_view, view_of

HANDS = (TILES[:7], TILES[7:14], TILES[14:21])
MIXED = (TILES[1:22:3], TILES[2:23:3], TILES[3:24:3])
LATE = Duration(GRACE + SECOND)
"""After the time of grace."""


class Racks(Table):
    """A Rapid game for three with racks that are read."""

    board_name = "trioker-racks"

    def __init__(self, hands: tuple[tuple[str, ...], ...] = HANDS, **options: Any) -> None:
        super().__init__({"mode": "rapid", "players": len(hands), "start": 0, **options})
        for seat, hand in enumerate(hands):
            for place, name in enumerate(hand):
                self.world.drop(Site(f"rack:{seat}:{place}"), Piece(name))
        self.calm()
        assert self.phase == "play"

    @property
    def game(self) -> trioker.TableState:
        """The game now."""
        assert isinstance(self.state.game, trioker.TableState)
        return self.state.game

    def find(self, name: str) -> Site:
        """The rack place on which a tile lies."""
        return next(site for site, stack in self.world.racks().items() if tile_named(stack[0]) == name)

    def free(self, seat: int) -> Site:
        """A free place of a rack."""
        places = [site for site, owner in rack_places(self.board.aside).items() if owner == seat]
        return next(site for site in places if not self.world.standing(site))

    def lay_own(self, text: str) -> None:
        """Take a tile out of its rack and lay it."""
        cell, lay = text.split(":")
        self.world.lift(self.find(str(tile_named(lay))))
        self.calm()
        self.drop(cell, lay)

    def play_on(self) -> str:
        """Play tiles of the racks until the player on turn has none that fits, or the game is `over`."""
        while not trioker.at_chance(self.game):
            if trioker.GAME.outcome(self.game) is not None:
                return "over"
            move = next(iter(trioker.GAME.legal_moves(self.game)))
            match move:
                case trioker.Place():
                    self.lay_own(trioker.GAME.format_move(move))
                case trioker.Coin():
                    self.press("RED" if move.colour is trioker.Colour.RED else "BLACK")
                case trioker.Pass():
                    self.press("PASS")
            assert self.moves[-1] == trioker.GAME.format_move(move)
        return "draw"


def at_a_draw() -> Racks:
    """Somebody has no tile that fits."""
    table = Racks()
    table.play_on()
    return table


def bank_of(table: Racks) -> tuple[str, ...]:
    """Tiles of the bank."""
    return names_of(table.game.pool)


def test_a_tile_that_comes_into_the_right_rack_is_the_draw() -> None:
    """Law (§15): DRAW asks for the rack in place of a throw; any place tells the tile, turned or not."""
    table = at_a_draw()
    seat, tile, before = table.game.turn, bank_of(table)[0], list(table.moves)
    table.press("DRAW")
    assert table.thrown == []
    assert table.says == f"Player {seat + 1}: draw a tile and put it into the rack."
    table.drop(table.free(seat), tile[1:] + tile[:1])
    assert table.moves == [*before, f"draw:{tile}"]
    assert tile in names_of(table.game.hands[seat].known)
    assert table.journal[-1]["text"] == f"draw:{tile}"
    assert table.state.astray is None


def test_without_pressing_anything_the_rack_draws() -> None:
    """Law: hands need no button; a restart knows the draw."""
    table = at_a_draw()
    seat, tile = table.game.turn, bank_of(table)[-1]
    table.drop(table.free(seat), tile)
    table.restart()
    table.calm()
    assert table.moves[-1] == f"draw:{tile}"
    assert table.state.astray is None


def test_a_drawn_tile_may_go_straight_to_the_field() -> None:
    """Law: draw and placement are told together by what lies there."""
    table = at_a_draw()
    field, pool = table.game.field, table.game.pool
    place = next(
        move
        for move in placements(field, field.edge, lays_of(pool))
        if tile_named(move.text) in bank_of(table)
    )
    table.lay(trioker.GAME.format_move(place))
    assert table.moves[-2:] == [f"draw:{tile_named(place.text)}", trioker.GAME.format_move(place)]


def test_a_tile_in_the_wrong_rack_is_no_draw() -> None:
    """Law: it is said after the time of grace, by place and not by name; taken out all is well again."""
    table = at_a_draw()
    other = (table.game.turn + 1) % 3
    place, before = table.free(other), table.moves
    table.drop(place, bank_of(table)[0])
    assert (table.moves, table.phase) == (before, "play")
    assert "rack" not in table.says
    table.wait(LATE)
    assert table.says == f"The tile on {place} belongs into no rack. Take it out."
    assert table.lit(Role.WRONG) == {place}
    table.take(place)
    assert table.state.astray is None


def test_two_drawn_tiles_are_asked_about() -> None:
    """Law (physical-play 7): never pick; with one of them gone the other is the draw."""
    table = at_a_draw()
    seat, (one, two), before = table.game.turn, bank_of(table)[:2], table.moves
    table.world.drop(table.free(seat), Piece(one))
    table.drop(table.free(seat), two)
    table.wait(LATE)
    assert table.moves == before
    assert table.says.endswith("belongs into no rack. Take it out.")
    table.take(table.find(one))
    assert table.moves == [*before, f"draw:{two}"]


def test_who_draws_next_has_let_the_other_pass() -> None:
    """Law (§15): a pass that was the only move is implied by the next draw, as it is by the next tile."""
    table, tile, after = next(filter(None, map(two_draws_in_a_row, range(40))))
    table.drop(table.free(table.game.turn), tile)
    other = bank_of(table)[0]
    table.drop(table.free(after.turn), other)
    assert table.moves[-3:] == [f"draw:{tile}", "pass", f"draw:{other}"]


def two_draws_in_a_row(seed: int) -> tuple[Racks, str, trioker.TableState] | None:
    """A table at which drawing this tile helps nobody, so that the next player draws as well."""
    tiles = Random(seed).sample(TILES, 21)
    table = Racks((tuple(tiles[:7]), tuple(tiles[7:14]), tuple(tiles[14:])))
    if table.play_on() == "over":
        return None
    for tile in bank_of(table):
        drawn = trioker.GAME.play(table.game, trioker.Draw(tile))
        if list(trioker.GAME.legal_moves(drawn)) == [trioker.Pass()]:
            passed = trioker.GAME.play(drawn, trioker.Pass())
            if trioker.at_chance(passed):
                assert isinstance(passed, trioker.TableState)
                return table, tile, passed
    return None


def test_a_rack_that_cannot_tell_leaves_the_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Law (§1): with a dead place in the rack, DRAW throws and names the tile, as without racks."""
    table = at_a_draw()
    dead = table.free(table.game.turn)
    blind(table, dead, monkeypatch)
    table.calm()
    tiles = bank_of(table)
    table.press("DRAW")
    assert table.thrown == [len(tiles)]
    assert table.moves[-1] == f"draw:{tiles[-1]}"
    table.wait(LATE)
    assert table.state.astray is None  # the dead place may hold it


def blind(table: Racks, place: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rack place cannot be read any more."""
    whole = BoardTable.observation

    def observation(self: BoardTable) -> Observation:
        seen = whole(self)
        return Observation(seen.sites, seen.rims, {**seen.aside, place: (UNKNOWN,)})

    monkeypatch.setattr(type(table), "observation", observation)


def test_what_is_astray_never_blocks_play() -> None:
    """Law: a tile missing from another rack is said; the move is played all the same, and so is a pass."""
    table = Racks()
    gone = table.find(HANDS[0][0])
    table.world.lift(gone)
    table.world.put_away()
    table.calm(LATE)
    assert table.says == "The rack of Player 1 lacks a tile. Put it back."
    table.lay_own("U3,3:333")
    assert (table.moves, table.phase) == (["U3,3:333"], "play")
    table.drop(gone, HANDS[0][0])
    assert table.state.astray is None


def test_one_tile_in_the_hand_of_whoever_is_on_turn_is_no_trouble() -> None:
    """Law (physical-play 9): only its own targets shine while it is held, as long as it takes."""
    table = Racks(MIXED)
    table.lay_own("U3,3:333")
    seat = table.game.turn
    places = [move for move in trioker.GAME.legal_moves(table.game) if isinstance(move, trioker.Place)]
    tile = str(tile_named(places[0].text))
    fit = {str(move.cell) for move in places if tile_named(move.text) == tile}
    table.world.lift(table.find(tile))
    table.touch()
    assert table.lit(Role.TARGET) == fit
    table.calm(LATE)
    assert table.state.astray is None
    table.drop(table.free(seat), tile[2:] + tile[:2])  # back, elsewhere and turned
    assert table.state.astray is None


def test_lights_do_not_give_hands_away() -> None:
    """Law (§13): with nothing in a hand those cells shine that any tile nobody has seen fits."""
    table = Racks()
    table.lay_own("U3,3:333")
    hidden = trioker.seen_by(table.game, Seat(-1))
    assert table.lit(Role.TARGET) == set(table.state.manners.targets(hidden)) - {"U3,3"}
    rich = Racks((TILES[14:21], TILES[:7], TILES[7:14]))
    rich.lay_own("U3,3:333")
    assert rich.lit(Role.TARGET) == table.lit(Role.TARGET)


def test_a_tile_in_another_rack_is_told_where_it_belongs() -> None:
    """Law: cheapest pairing first: one move puts both racks right; the words name no tile."""
    table = Racks()
    place = table.free(1)
    table.world.drop(place, table.world.lift(table.find(HANDS[0][2])))
    table.calm(LATE)
    assert table.says == f"The tile on {place} belongs into the rack of Player 1."
    table.world.drop(table.free(0), table.world.lift(place))
    table.calm()
    assert table.state.astray is None


def test_an_unused_rack_may_hold_the_bank() -> None:
    """Law: racks of seats that do not play are nobody's, but a tile of a hand does not lie there."""
    table = Racks()
    table.drop("rack:3:0", bank_of(table)[0])
    table.wait(LATE)
    assert table.state.astray is None
    table.world.drop(Site("rack:3:1"), table.world.lift(table.find(HANDS[1][0])))
    table.calm(LATE)
    assert table.says == "The tile on rack:3:1 belongs into the rack of Player 2."


def test_a_takeback_lets_the_tile_go_home() -> None:
    """Law: the tile is taken off and stands in its rack again: nothing is astray; then it is laid anew."""
    table = Racks()
    table.lay_own("U3,3:333")
    seat = 2
    table.world.lift(Site("U3,3"))
    table.world.drop(table.free(seat), Piece("333"))
    table.calm(LATE)
    assert (table.moves, table.state.astray) == ([], None)
    table.lay_own("U3,3:333")
    assert table.moves == ["U3,3:333"]


def test_a_draw_that_is_undone_is_asked_back() -> None:
    """Law: UNDO goes back before the last tile; what was drawn since belongs into the bank again."""
    table = at_a_draw()
    seat, tile, laid = table.game.turn, bank_of(table)[0], table.moves
    place = table.free(seat)
    table.drop(place, tile)
    last = [text for text in laid if ":" in text and not text.startswith(("draw", "coin"))][-1]
    table.press("UNDO")
    cell = last.split(":")[0]
    assert last not in table.moves
    lay = table.world.lift(Site(cell))
    table.world.drop(table.free(table.game.turn), lay)
    table.calm(LATE)
    assert table.says == f"The tile on {place} belongs into no rack. Take it out."
    table.take(place)
    assert table.state.astray is None


def test_racks_are_compared_when_a_game_is_taken_up_again() -> None:
    """Law: after a restart a tile that went astray meanwhile is said, and the game goes on."""
    table = Racks()
    table.lay_own("U3,3:333")
    table.world.lift(table.find(HANDS[2][0]))
    table.world.put_away()
    table.restart()
    table.calm(LATE)
    assert (table.moves, table.phase) == (["U3,3:333"], "play")
    assert table.says == "The rack of Player 3 lacks a tile. Put it back."


def test_one_tile_seen_twice_is_a_conflict_of_sensors() -> None:
    """Law (physical-play 12): neither a draw nor a stranger; the places are said."""
    table = Racks()
    seen = table.observation()
    place, twin = Site("rack:0:8"), table.find(HANDS[1][0])
    double = Observation(seen.sites, (), {**seen.aside, place: seen.aside[twin]})
    found = astray(table.board, holdings(table.state, table.game), double)
    assert found == Astray(twice=(place, twin))
    assert racks.drawn(table.state, double) == ()


@pytest.mark.parametrize("options", [{"mode": "pair-impair"}, {"mode": "puzzle", "outline": "eagle"}])
def test_modes_with_open_tiles_do_not_watch_racks(options: dict[str, Any]) -> None:
    """Law (§7): there a rack is a place like the box."""

    class Open(Table):
        board_name = "trioker-racks"

    table = Open(options)
    table.drop("rack:0:0", "012")
    table.wait(LATE)
    assert (table.phase, table.state.astray) == ("play", None)
    assert view_of(table.state, covered=True)["racks"]["rack:0:0"] == "012"


def test_a_page_that_looks_on_sees_no_hand() -> None:
    """Law (§13): covered tiles, no hands in the options, no names of drawn tiles; open once it is over."""
    table = at_a_draw()
    table.drop(table.free(table.game.turn), bank_of(table)[0])
    open_view, covered = view_of(table.state), view_of(table.state, covered=True)
    assert open_view["moves"][-1].startswith("draw:")
    assert covered["moves"][-1] == "draw"
    assert set(covered["racks"].values()) == {"something", "empty"}
    assert (covered["options"]["hands"], bool(open_view["options"]["hands"])) == (None, True)
    drawn = table.moves[-1].removeprefix("draw:")
    assert drawn in open_view["last"]["text"]
    assert drawn not in str([covered[key] for key in ("moves", "last", "racks", "options", "message")])
    assert open_view["racks"][table.find(drawn)] == drawn
    empty = BoardTable("trioker-racks", {"mode": "rapid", "players": 3})
    empty.drop("rack:0:0", "123")
    assert view_of(empty.state, covered=True)["racks"]["rack:0:0"] == "something"


def test_the_page_knows_where_racks_lie() -> None:
    """Law: places with their seat; boards without racks have none."""
    places = board_view(Racks().board)["racks"]
    assert (len(places), places[3]["site"], places[3]["seat"]) == (40, "rack:0:3", 0)
    assert board_view(BoardTable("trioker").board)["racks"] == []


def test_the_world_tells_field_and_racks_apart() -> None:
    """Law: tiles on racks are no tiles on holes."""
    world = World(Racks().board)
    world.drop(Site("rack:1:4"), Piece("120"))
    assert world.holes() == {}
    assert world.racks() == {"rack:1:4": ("120",)}


@pytest.mark.parametrize("returned", [True, False])
def test_a_tile_put_back_brings_back_a_draw_that_still_lies_in_its_rack(*, returned: bool) -> None:
    """Law (physical-play 8): what was drawn since comes back too, unless it is in the bank again."""
    table = at_a_draw()
    laid = table.moves
    place, tile = table.free(table.game.turn), bank_of(table)[0]
    table.drop(place, tile)
    drawn = table.moves
    last = next(text for text in reversed(laid) if ":" in text and not text.startswith("draw"))
    cell, lay = last.split(":")
    table.world.lift(Site(cell))
    table.calm()
    assert last not in table.moves
    if returned:
        table.world.lift(place)
        table.world.put_away()
    table.drop(cell, lay)
    assert table.moves == (laid[: laid.index(last) + 1] if returned else drawn)
    assert table.state.astray is None
