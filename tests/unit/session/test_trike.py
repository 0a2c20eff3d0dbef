"""Trike at a board: pawn and checker in any order, slides, swaps, seats and colours."""

import pytest
from tests.unit.session.board_table import BoardTable

from triboard.errors import ConfigurationError
from triboard.light.compose import scene_of
from triboard.light.scene import Role, Target
from triboard.rules import trike
from triboard.units import SECOND, Duration, Piece, Site
from triboard.web.view import view_of

NOW = Duration(0)
BOARDS = pytest.mark.parametrize("board", ["trike", "trike-presence"])
CORNER = ("b1", "b2", "a1")  # a trap: three moves, and the one who opened wins


def played(*cells: str, board: str = "trike", **options: object) -> BoardTable:
    table = BoardTable(board, options)
    go(table, *cells)
    assert table.moves[-len(cells) :] == list(cells)
    return table


def go(table: BoardTable, *cells: str) -> None:
    """Carry out moves, the pawn lifted first."""
    for cell in cells:
        pawn = table.state.game.pawn
        if pawn is not None:
            table.hold(trike.site_of(pawn))
        side = trike.GAME.to_move(table.state.game)
        assert side is not None
        table.drop(cell, trike.SIDES[side])
        table.drop(cell, "pawn")


def role(table: BoardTable, site: str) -> Role | None:
    glow = scene_of(table.state).glows.get(Target(site))
    return None if glow is None else glow.role


# A move


@BOARDS
def test_a_move_is_played_as_soon_as_the_pawn_stands_on_its_checker(board: str) -> None:
    """Law (§4): then nothing can turn it into another move."""
    table = played("d2", board=board)
    table.hold("d2")
    table.drop("f2", "white")
    table.drop("f2", "pawn", wait=NOW)
    assert table.moves == ["d2", "f2"]


@BOARDS
def test_the_pawn_may_stay_in_the_hand_and_targets_go_on_shining(board: str) -> None:
    """Law (§5, §9): half a move is no mistake, however long it lasts."""
    table = played("d2", board=board)
    lit = table.lit(Role.TARGET)
    table.hold("d2", wait=Duration(60 * SECOND))
    assert (table.phase, table.lit(Role.WRONG), table.lit(Role.WANTED)) == ("play", set(), set())
    assert table.lit(Role.TARGET) == lit
    assert table.says.startswith("White to move:")
    table.drop("d2", "pawn")
    assert (table.phase, table.moves) == ("play", ["d2"])


@BOARDS
@pytest.mark.parametrize("cells", [("c2", "b2"), ("e2", "f2", "g2")])
def test_cells_that_the_pawn_brushes_are_no_moves(board: str, cells: tuple[str, ...]) -> None:
    """Law (trike §9, T-slide-pass, T-slide-slow): it may rest on each of them as long as it likes."""
    table = played("d2", board=board)
    table.hold("d2")
    for cell in cells:
        table.drop(cell, "pawn", wait=Duration(3 * SECOND))
        table.hold(cell)
    assert (table.phase, table.moves) == ("play", ["d2"])
    table.drop(cells[-1], "white")
    table.drop(cells[-1], "pawn")
    assert table.moves == ["d2", cells[-1]]


def test_the_opening_is_a_checker_and_the_pawn_on_any_cell() -> None:
    """Law (trike §4): in either order."""
    table = BoardTable("trike")
    assert table.says == "Ready. Black begins."
    table.drop("d2", "pawn")
    assert (table.phase, table.moves) == ("play", [])
    table.hold("d2")
    table.drop("d2", "black")
    table.drop("d2", "pawn")
    assert table.moves == ["d2"]
    assert view_of(table.state)["last"]["text"] == "Black put a black checker on d2 and the pawn on top."


@pytest.mark.parametrize(
    ("cells", "to", "text"),
    [
        (("d2",), "e4", "The pawn moves in a straight line, and e4 is not in line with d2."),
        (("d2", "f2", "f4"), "f1", "The pawn cannot jump over the white checker on f2."),
    ],
)
def test_a_pawn_in_a_wrong_cell_is_told_its_rule_and_shown_the_way(
    cells: tuple[str, ...], to: str, text: str
) -> None:
    """Law (§10, §11): the sentence at once, then where it belongs."""
    table = played(*cells)
    home = cells[-1]
    table.hold(home)
    table.drop(to, "pawn")
    assert (table.phase, table.says) == ("correction", text)
    table.wait(Duration(5 * SECOND))
    assert table.says == f"{text} Move the pawn from {to} to {home}."
    table.shift(to, home)
    assert (table.phase, table.moves) == ("play", list(cells))


@pytest.mark.parametrize("pawn", [False, True])
def test_a_checker_of_the_wrong_colour_is_told(*, pawn: bool) -> None:
    """Law (§11): with or without the pawn on it."""
    table = played("d2")
    table.hold("d2")
    table.drop("f2", "black")
    if pawn:
        table.drop("f2", "pawn")
    assert (table.phase, table.moves) == ("correction", ["d2"])
    assert table.says == "Now comes the white checker. This one is the black checker."


def test_two_moves_at_once_are_both_recovered() -> None:
    """Law (§6): the first is told by its checker, though the pawn has gone on."""
    table = played("d2")
    table.set_up({"d2": ("black",), "f2": ("white",), "f4": ("black", "pawn")})
    assert table.moves == ["d2", "f2", "f4"]


def test_a_move_counts_although_the_next_checker_lies_there_already() -> None:
    """Law (§6): one move in full, and half of the next."""
    table = played("d2")
    table.set_up({"d2": ("black",), "f2": ("white", "pawn"), "f4": ("black",)})
    assert table.moves == ["d2", "f2"]
    table.shift("f2", "f4")
    assert table.moves == ["d2", "f2", "f4"]


def test_without_colours_two_moves_or_one_and_a_half_are_asked_about() -> None:
    """Law (§7): f2 then f4, or f4 with the next checker on f2? Nobody picks."""
    table = played("d2", board="trike-presence")
    table.set_up({"d2": ("black",), "e2": ("white",), "f2": ("black", "pawn")})
    assert (table.moves, table.lit(Role.CHOICE)) == (["d2"], {"e2", "f2"})
    table.shift("f2", "e2")
    table.lift("f2")
    assert table.moves == ["d2", "e2"]


def test_a_pawn_seen_in_two_cells_is_a_conflict_of_sensors() -> None:
    """Law (§12): which piece, and where."""
    table = played("d2")
    table.set_up({"d2": ("black", "pawn"), "f2": ("white", "pawn")})
    assert table.says == "The pawn is seen on d2 and f2 at once, and there is only one. Look at these places."


# Going back


@BOARDS
@pytest.mark.parametrize("pawn_first", [True, False])
def test_a_move_is_taken_back_by_moving_the_pawn_and_lifting_the_checker(
    board: str, *, pawn_first: bool
) -> None:
    """Law (§2): in either order, without a sign of error."""
    table = played("d2", "f2", board=board)
    table.hold("f2")
    if pawn_first:
        table.drop("d2", "pawn")
        table.lift("f2")
    else:
        table.hold("f2")
        table.drop("d2", "pawn")
    assert (table.phase, table.moves) == ("play", ["d2"])


def test_the_opening_and_a_swap_are_taken_back_by_clearing_the_two_pieces() -> None:
    """Law (§2): a swap goes with the move before it; one move laid both pieces, so nothing is asked."""
    table = played("d2")
    table.press("SWAP")
    table.hold("d2", wait=NOW)
    table.hold("d2", wait=NOW)
    assert table.moves == ["d2", "swap"]
    table.wait(SECOND)
    assert (table.phase, table.moves) == ("play", [])


def test_clearing_more_than_the_opening_is_asked_about() -> None:
    """Law (§20): an unfinished game is not wiped silently."""
    table = played("d2", "f2")
    table.clear()
    assert table.asks
    assert table.says.endswith("or put the pieces back.")


def test_undo_guides_the_pawn_home_first() -> None:
    """Law (§10): what stands on top comes off first."""
    table = played("d2", "f2")
    table.press("UNDO")
    assert (table.moves, table.says) == (["d2"], "Move the pawn from f2 to d2.")
    table.shift("f2", "d2")
    assert table.says == "Take the white checker off f2."
    table.lift("f2")
    assert (table.phase, table.moves) == ("play", ["d2"])


# Swap, seats, points


def test_swap_shines_while_it_is_possible() -> None:
    """Law (trike §10): after the opening, and never again."""
    table = BoardTable("trike")
    assert role(table, "button:SWAP") is None
    go(table, "d2")
    assert "SWAP" in view_of(table.state)["buttons"]
    go(table, "f2")
    assert "SWAP" not in view_of(table.state)["buttons"]
    table.press("SWAP")
    assert table.moves == ["d2", "f2"]
    assert table.says.startswith("Swapping is possible only right after the first checker")


def test_a_swap_exchanges_the_names_of_the_seats_and_moves_no_piece() -> None:
    """Law (trike §4): who opened plays White now and is on turn."""
    table = played("d2")
    before = [(seat["name"], seat["turn"]) for seat in view_of(table.state)["seats"]]
    table.press("SWAP")
    after = [(seat["name"], seat["turn"]) for seat in view_of(table.state)["seats"]]
    assert before == [("Black", False), ("White", True)]
    assert after == [("White", True), ("Black", False)]
    assert table.lit(Role.TURN) == {"seat:0"}
    assert view_of(table.state)["last"]["text"] == (
        "The players have changed sides. Whoever opened plays White now."
    )


@pytest.mark.parametrize("swap", [False, True])
def test_the_end_says_who_won_by_colour_and_by_player(*, swap: bool) -> None:
    """Law (trike §6, §7): points belong to the colour, the win to the seat."""
    table = played(CORNER[0])
    if swap:
        table.press("SWAP")
    go(table, *CORNER[1:])
    view = view_of(table.state)
    winner = trike.GAME.outcome(table.state.game)
    assert winner is not None
    assert table.phase == "finished"
    assert view["outcome"]["seats"] == list(winner.seats)
    points = {seat["name"]: seat["score"] for seat in view["seats"]}
    assert points == {"Black": 2, "White": 1}
    said = "Black wins, 2 to 1."
    assert view["outcome"]["text"] == (f"{said} That is the player who swapped." if swap else said)
    assert table.lit(Role.WINNER) == {f"seat:{int(swap)}"}
    assert view["last"]["lines"][0]["text"] == "Black counts a1, b1."


def test_a_win_counts_for_the_seat() -> None:
    """Law (trike §7): seat 1 won after the swap."""
    table = played(CORNER[0])
    table.press("SWAP")
    go(table, *CORNER[1:])
    table.clear()
    assert (table.phase, table.state.match.totals) == ("play", (0, 1))


# Boards of every size


@pytest.mark.parametrize("size", [7, 13, 19])
def test_the_option_size_picks_the_board(size: int) -> None:
    """Law (trike §1): rows of 1 to `size` cells."""
    table = BoardTable("trike", {"size": size})
    assert len(table.board.sites) == len(table.lit(Role.TARGET)) == size * (size + 1) // 2


def test_a_game_larger_than_the_board_is_refused() -> None:
    """Law: with the name of a cell that is missing; a smaller one fits."""
    table = BoardTable("trike", {"size": 8})
    table.ask_new({"size": 9})
    assert table.says == "--board: the board trike has no i1. Choose a smaller game, or another board."
    table.ask_new({"size": 7})
    assert len(table.lit(Role.TARGET)) == 28


def test_a_game_is_resumed_with_its_pawn() -> None:
    """Law (§20): the board agrees, so nobody is asked."""
    table = played("d2", "f2")
    table.restart()
    assert (table.phase, table.moves) == ("play", ["d2", "f2"])
    with pytest.raises(ConfigurationError):
        BoardTable("trike", {"size": 20})
    assert table.world.standing(Site("f2")) == (Piece("white"), Piece("pawn"))
