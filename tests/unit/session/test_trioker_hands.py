"""Rapid, Original and Simple at a board: draws, coins, passes, and hands that are shown at the end (§28)."""

from random import Random
from typing import Any

from tests.unit.session.trioker_table import Table

from triboard.app.games import board_for
from triboard.light.scene import Role
from triboard.rules import trioker
from triboard.rules.chance import random_game
from triboard.rules.trioker.tiles import names_of
from triboard.session.trioker import MANNERS
from triboard.units import Piece, Seat, Side
from triboard.web.view import view_of

GAME = trioker.GAME
BOARD = board_for("trioker", None, {})


def test_hidden_hands_draw_pass_and_show() -> None:
    """Law (§28): DRAW and PASS are buttons; at the end tiles are laid on any lit cells, in any order."""
    table = Table({"mode": "simple", "players": 2})
    assert (table.phase, table.says) == ("setup", "Set the board up to begin. Put the 333 tile on U3,3.")
    table.lay("U3,3:333")
    assert table.phase == "play"
    table.press("PASS")
    assert table.says == "Draw a tile from the bank before you pass."
    table.press("DRAW", "DRAW")
    assert table.says == "You have drawn a tile in this turn already."
    table.press("PASS", "DRAW", "PASS")
    table.press("DRAW")
    table.lay("D3,3:033")
    table.press("PASS", "PASS")
    assert table.moves == ["draw", "pass", "draw", "pass", "draw", "D3,3:033", "pass", "pass"]
    assert table.says == "Player 1 has 11 left: lay them on any lit cells for the final count."
    assert len(table.lit(Role.TARGET)) == 71
    names = trioker.unseen(table.state.game)
    hands = (names[:11], names[11:])
    cells = [site.site for site in BOARD.sites if site.site not in ("U3,3", "D3,3")]
    for seat in (0, 1):
        for cell, name in zip(cells[seat * 11 :], hands[seat], strict=False):
            assert table.phase == "play"
            if name == hands[1][5]:
                table.restart()  # what lies there is understood again
            table.lay(f"{cell}:{name[1:]}{name[:1]}")
    assert table.moves[-2:] == [f"reveal:{seat}:{','.join(hands[seat])}" for seat in (0, 1)]
    assert (table.phase, len(view_of(table.state)["outcome"]["text"]) > 0) == ("finished", True)
    table.take(*[cell for cell in table.world.holes() if cell != "U3,3"])
    assert (table.phase, table.state.serial) == ("play", 1)  # 333 lies where it should


def test_known_hands_draw_by_a_throw_or_by_laying_the_tile() -> None:
    """Law: who has nothing that fits presses DRAW and is told the tile, or lays the one drawn."""
    seed = next(seed for seed in range(200) if _drawing(seed) is not None)
    options, texts = _drawing(seed) or ({}, [])
    table = Table(options)
    table.lay(*texts)
    assert "press DRAW" in table.says
    state = table.state
    tiles = list(GAME.legal_moves(state.game))
    table.press("DRAW")
    assert table.thrown == [len(tiles)]
    assert table.state.moves[-1] == tiles[-1]
    for draw in tiles:
        drawn = GAME.play(state.game, draw)
        for place in GAME.legal_moves(drawn):
            if isinstance(place, trioker.Place):
                table.state = state
                table.lay(GAME.format_move(place))
                assert table.moves[-2:] == [GAME.format_move(draw), GAME.format_move(place)]
                return


def _drawing(seed: int) -> tuple[dict[str, Any], list[str]] | None:
    """A deal and placements after which somebody must draw a tile of which some fits."""
    played = random_game(GAME, {"mode": "rapid", "players": 2}, Random(seed).randrange)
    for ply, state in enumerate(played.states[:-1]):
        if played.texts[ply][0] not in "UDd":
            return None
        if trioker.at_chance(state):
            draws = [GAME.play(state, draw) for draw in GAME.legal_moves(state)]
            fits = any(isinstance(move, trioker.Place) for drawn in draws for move in GAME.legal_moves(drawn))
            return (dict(played.options), played.texts[:ply]) if fits and ply > 1 else None
    return None


def test_coins_are_given_by_button() -> None:
    """Law (§16): nothing else is possible first."""
    start = GAME.start({"mode": "rapid", "players": 2, "start": 0})
    assert MANNERS.direct(start, "RED") == trioker.Coin(trioker.Colour.RED)
    table = Table({"mode": "rapid", "players": 2})
    table.press("RED")
    assert table.says == "A coin is given only after a tile was laid on J1."
    assert str(MANNERS.name(start, Seat(1))) == "Player 2"


def test_clearing_a_game_of_simple_asks_also_where_333_stays() -> None:
    """Law (physical-play 20): setting up the start position does not silently wipe an unfinished game."""
    table = Table({"mode": "simple", "players": 2})
    table.lay("U3,3:333", "D3,3:033", "U4,3:310")
    assert len(table.moves) == 2
    table.take("D3,3", "U4,3")
    assert (len(table.moves), table.says[:18]) == (2, "The board is empty")
    table.lay("D3,3:033", "U4,3:310")
    assert (table.phase, len(table.moves)) == ("play", 2)


def test_only_tiles_that_the_hand_may_hold_are_shown() -> None:
    """Law (§28): nothing while some are missing, nothing with one too many or one that was seen elsewhere."""
    options: dict[str, Any] = {"mode": "rapid", "players": 2}
    ended = (random_game(GAME, options, Random(seed).randrange) for seed in range(50))
    played = next(game for game in ended if game.states[-1].out >= 0)
    state = GAME.start({**options, "start": played.states[0].turn})
    for move in played.moves:
        state = GAME.play(state, trioker.Draw() if isinstance(move, trioker.Draw) else move)
    assert isinstance(state, trioker.TableState)
    [seat] = trioker.to_reveal(state)
    tiles = names_of(played.states[-1].hands[seat].known)
    bare = list(MANNERS.targets(state))
    laid = {site: Piece(tile) for site, tile in zip(bare, tiles, strict=False)}
    assert MANNERS.laid_out(state, laid) == trioker.Reveal(Side(seat), tiles)
    assert MANNERS.laid_out(state, dict(list(laid.items())[1:])) is True
    spare = next(site for site in bare if site not in laid)
    standing = next(iter(GAME.position(state).pieces.values()))[0]
    assert MANNERS.laid_out(state, {**laid, spare: standing}) is False
    assert MANNERS.laid_out(state, {spare: standing}) is False
    assert MANNERS.laid_out(played.states[0], {}) is False
