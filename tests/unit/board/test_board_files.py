"""Every shipped board file: it loads, holds its game, and its sensors tell apart whatever may stand there."""

from collections.abc import Mapping
from itertools import pairwise
from random import Random

import pytest
from tests.bench.census import SETTINGS, Viewer, take

from triboard.app.games import DEFAULT_BOARDS
from triboard.board.classify import classify_level, observe
from triboard.board.definition import Board, Sensing, SensingKind, SiteDefinition
from triboard.board.games_check import needs_of
from triboard.board.layout import LARGEST, SMALLEST
from triboard.board.load import load_board, shipped_boards
from triboard.board.readings import (
    EMPTY,
    SOMETHING,
    Observation,
    Reading,
    ReadingKind,
    RimReading,
    RimState,
    fits,
    holds,
)
from triboard.board.reconcile import Candidate, Standing, Suggests, in_room, reconcile, standing
from triboard.board.signals import level_signals, site_signals
from triboard.board.wiring import config_of
from triboard.errors import ConfigurationError
from triboard.hardware.sensing_models import SPREAD
from triboard.protocol.codec import encode
from triboard.protocol.config import ControllerConfig
from triboard.protocol.framing import MAX_PAYLOAD
from triboard.protocol.messages import Counter, McuTime, Snapshot
from triboard.protocol.unread import MOST_RANGES
from triboard.rules import trike, troika
from triboard.rules.chance import random_game
from triboard.rules.registry import GAMES
from triboard.rules.trioker.boards import hexagon_board
from triboard.rules.ttt3d.geometry import HOLES
from triboard.units import Channel, Detent, Piece

NAMES = (
    "trike", "trike-presence", "trioker", "trioker-racks", "troika", "troika-tags", "ttt3d", "ttt3d-presence",
)  # fmt: skip
SIZED = ("trike", "trike-presence")
RESERVED = {0, 1, 7, 8, 9, 10, 11, 14, 15}  # identification EEPROM, SPI0, console UART
PRESENCE = ("ttt3d-presence", "trike-presence")


def shapes_of(board: Board) -> list[Piece]:
    """Every way in which a piece may stand."""
    return [shape for tray in board.trays for shape in tray.shapes]


def sensings_of(board: Board) -> list[Sensing]:
    """Every way of sensing that some level uses."""
    places = (*board.sites, *board.aside)
    return list(dict.fromkeys(level.sensing for site in places for level in site.levels))


def random_stack(board: Board, site: SiteDefinition, chance: Random) -> tuple[Piece, ...]:
    """Pieces that can stand on a site of this board, whether or not the rules would ever have it."""
    if board.game == "trike":
        stack = (Piece(chance.choice(["black", "white"])), Piece("pawn"))
        return stack[: chance.randrange(3)]
    high = min(site.height, len(board.trays), 13)
    kinds = chance.sample(board.trays, chance.randrange(high + 1))
    return tuple(chance.choice(tray.shapes) for tray in kinds)


def read_back(site: SiteDefinition, raw: Mapping[Channel, int]) -> tuple[Reading, ...]:
    """Readings of a site whose channels show these values."""
    return tuple(
        classify_level(level.sensing, tuple(raw[channel] for channel in level.channels))
        for level in site.levels
    )


def test_these_boards_are_shipped() -> None:
    """Law (interfaces): the seven files; each game's default board is one of them."""
    assert shipped_boards() == NAMES
    assert set(DEFAULT_BOARDS.values()) <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_has_the_name_and_game_that_it_says(name: str) -> None:
    """Law: `--board NAME` finds the board of that name."""
    board = load_board(name)
    assert board.name == name
    assert board.game == name.split("-")[0]
    assert board.game in GAMES


def test_sites_are_those_of_the_rules_in_their_order() -> None:
    """Law: geometry agrees with the game, spelled out without the check on loading."""
    sites = {name: tuple(site.site for site in load_board(name).sites) for name in NAMES}
    assert sites["ttt3d"] == sites["ttt3d-presence"] == HOLES
    assert sites["troika"] == sites["troika-tags"] == troika.SITES
    assert sites["trioker"] == tuple(cell.site for cell in hexagon_board(73).cells)
    assert len(sites["trioker"]) == 73


@pytest.mark.parametrize("name", SIZED)
@pytest.mark.parametrize("size", range(SMALLEST, LARGEST + 1))
def test_trike_is_laid_out_in_every_size(name: str, size: int) -> None:
    """Law (trike §1): n(n+1)/2 cells, named as the rules name them, one pixel each and two seats."""
    board = load_board(name, size)
    assert tuple(site.site for site in board.sites) == trike.cells(size)
    assert board.channels == size * (size + 1)
    assert len(board.pixels) == len(board.sites) + 2


@pytest.mark.parametrize("size", [SMALLEST - 1, LARGEST + 1])
def test_other_sizes_are_refused(size: int) -> None:
    """Law: no board is built with fewer or more cells a side."""
    with pytest.raises(ConfigurationError, match=rf"size: is {size}. Boards are built with 7 to 19"):
        load_board("trike", size)


@pytest.mark.parametrize("name", NAMES)
def test_pieces_are_those_of_the_game(name: str) -> None:
    """Law: every piece has a tray, and its shapes are the texts that positions use."""
    board = load_board(name)
    needs = needs_of(board.game, len(board.sites))
    assert needs is not None
    assert {tray.piece: tray.shapes for tray in board.trays} == dict(needs.shapes)


def test_there_are_enough_pieces_for_every_game() -> None:
    """Law: 18 pyramids and 25 tiles once each; checkers for a full board of 19; balls (ttt3d §18)."""
    stock = {name: {tray.piece: tray.stock for tray in load_board(name).trays} for name in NAMES}
    assert set(stock["troika"].values()) == set(stock["trioker"].values()) == {1}
    assert (len(stock["troika"]), len(stock["trioker"])) == (18, 25)
    assert stock["trike"] == {"black": 95, "white": 95, "pawn": 1}
    for name in NAMES:
        assert stock[name] == stock[name.split("-")[0]]


@pytest.mark.parametrize("name", NAMES)
def test_buttons_are_those_of_the_game_on_free_pins(name: str) -> None:
    """Law: no pin of the SPI bus, the console or the identification EEPROM is taken."""
    board = load_board(name)
    wanted = {
        "ttt3d": ["OK", "UNDO", "NEW", "FIVE", "ONE"],
        "troika": ["OK", "UNDO", "NEW", "DIE", "HINT"],
        "trike": ["OK", "UNDO", "NEW", "SWAP"],
        "trioker": ["OK", "UNDO", "NEW", "DRAW", "PASS", "RED", "BLACK", "CHALLENGE"],
    }
    assert [button.button for button in board.buttons] == wanted[board.game]
    assert not RESERVED & {button.pin for button in board.buttons}
    assert not RESERVED & {pin for rim in board.rims for pin in (rim.track_a, rim.track_b, rim.index)}


@pytest.mark.parametrize("name", NAMES)
def test_every_site_and_seat_has_its_light(name: str) -> None:
    """Law: whatever the game has to say about a place can be shown there."""
    board = load_board(name)
    lit = board.pixel_of()
    assert {site.site for site in board.sites} <= lit.keys()
    assert {f"seat:{seat}" for seat in board.seats} <= lit.keys()
    places = [pixel.place for pixel in board.pixels]
    assert len(set(places)) == len(places)
    assert len({site.place for site in board.sites}) == len(board.sites)


def test_trioker_cells_lie_on_their_lattice() -> None:
    """Law (trioker §4): neighbours lie one inradius pair apart; `U` cells point to the far side; the corner
    order is counter-clockwise seen from above, so j grows towards the far side."""
    at = {str(site.site): site.place for site in load_board("trioker").sites}
    assert (at["U3,3"].x, at["U3,3"].y) == (0, 0)
    assert at["U4,3"].x - at["U3,3"].x == pytest.approx(55)
    assert at["U3,4"].x - at["U3,3"].x == pytest.approx(27.5)
    assert at["U3,4"].y - at["U3,3"].y == pytest.approx(-47.6, abs=0.1)
    assert at["D3,2"].y - at["U3,3"].y == pytest.approx(31.8, abs=0.1)  # below its base: the near side
    assert at["D3,2"].x == pytest.approx(0)


@pytest.mark.parametrize("name", NAMES)
def test_places_aside_are_named_after_their_piece_or_seat(name: str) -> None:
    """Law (troika §13, trioker §28): `tray:Wl` reads whether Wl has been laid yet, `rack:0:3` a tile."""
    board = load_board(name)
    places = [site.site for site in board.aside]
    trays = [place for place in places if not place.startswith("rack:")]
    assert trays == ([f"tray:{tray.piece}" for tray in board.trays] if name == "troika" else [])
    racks = [f"rack:{seat}:{place}" for seat in range(4) for place in range(10)]
    assert places[len(trays) :] == (racks if name == "trioker-racks" else [])


@pytest.mark.parametrize(("name", "size"), [(name, None) for name in NAMES] + [(name, 19) for name in SIZED])
def test_the_controller_can_be_told_and_can_answer(name: str, size: int | None) -> None:
    """Law: the configuration travels unchanged; a full state fits into one packet, with unread channels."""
    board = load_board(name, size)
    config = config_of(board)
    assert ControllerConfig.decode(config.encode()) == config
    full = ((1 << board.scan.bits) - 1,) * board.channels
    snapshot = Snapshot(Counter(1), McuTime(1), board.scan.bits, full, 0, ((0, 1),) * MOST_RANGES)
    assert len(encode(snapshot)) <= MAX_PAYLOAD


@pytest.mark.parametrize("name", NAMES)
def test_every_piece_is_read_back_as_itself(name: str) -> None:
    """Law: classify(signals(piece)) is the piece, or `something` where the sensor tells presence only."""
    board = load_board(name)
    for sensing in sensings_of(board):
        assert classify_level(sensing, level_signals(sensing, None)) == EMPTY
        known = [shape for shape in shapes_of(board) if _names(sensing, shape)]
        for shape in known:
            reading = classify_level(sensing, level_signals(sensing, shape, (shape,)))
            if sensing.kind is SensingKind.TAGS:
                assert reading.pieces == {shape}
            elif sensing.kind is SensingKind.DIGITAL and sensing.piece is None:
                assert reading == SOMETHING
            else:
                assert reading == holds(shape)


def _names(sensing: Sensing, shape: Piece) -> bool:
    if sensing.kind is SensingKind.BANDS:
        return any(band.symbol == shape for band in sensing.bands)
    return sensing.piece in (None, shape)


@pytest.mark.parametrize("name", NAMES)
def test_every_stack_is_read_back_as_itself(name: str) -> None:
    """Law: for random stacks, `fits` accepts the stack itself and, where pieces are named, no other one."""
    board = load_board(name)
    chance = Random(name)
    for _ in range(200):
        site = chance.choice(board.sites)
        stack, other = random_stack(board, site, chance), random_stack(board, site, chance)
        readings = read_back(site, site_signals(site, stack))
        assert fits(stack, readings)
        if name in PRESENCE:
            assert fits(other, readings) == (len(stack) == len(other))
        elif name == "troika-tags":
            assert fits(other, readings) == (set(stack) == set(other))
        else:
            assert fits(other, readings) == (stack == other)


@pytest.mark.parametrize("name", NAMES)
def test_noise_within_the_spread_of_like_pieces_is_read_right(name: str) -> None:
    """Law: every analogue channel off by as much as hands and converter make it: the same reading."""
    board = load_board(name)
    chance = Random(name)
    reach = SPREAD + board.scan.dead_band  # a reported value may lag behind by the dead band
    for sensing in sensings_of(board):
        if sensing.kind in (SensingKind.DIGITAL, SensingKind.TAGS):
            continue
        for shape in [None, *(shape for shape in shapes_of(board) if _names(sensing, shape))]:
            plain = level_signals(sensing, shape)
            for offsets in [(-reach,) * len(plain), (reach,) * len(plain)] + [
                tuple(chance.randint(-reach, reach) for _ in plain) for _ in range(20)
            ]:
                noisy = tuple(max(0, value + off) for value, off in zip(plain, offsets, strict=True))
                assert classify_level(sensing, noisy) == classify_level(sensing, plain)


@pytest.mark.parametrize("name", ["troika", "trike", "trioker"])
def test_bands_leave_room_for_noise(name: str) -> None:
    """Law (hardware facts): a margin of at least four times the noise (the dead band) between any two
    meanings, and the ends of the scale (a short, a broken wire) mean nothing."""
    board = load_board(name)
    for sensing in sensings_of(board):
        if sensing.kind is SensingKind.DIGITAL:
            continue
        bands = sorted(sensing.bands, key=lambda band: band.low)
        for low, high in pairwise(bands):
            assert high.low - low.high >= 4 * board.scan.dead_band
            assert 2 * sensing.hysteresis < high.low - low.high
        for band in bands:
            assert min(band.middle - band.low, band.high - band.middle) >= 4 * board.scan.dead_band
        channels = sensing.channels
        for value in (0, 4095):
            assert classify_level(sensing, (value,) * channels).kind is ReadingKind.UNKNOWN


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_scan_shows_a_random_game(name: str) -> None:
    """Law: what stands after a random game, as raw values of all channels, fits where it stands."""
    for settings in SETTINGS[load_board(name).game]:
        board = load_board(name, settings.get("size"))
        chance = Random(name)
        replay = random_game(GAMES[board.game], settings, chance.randrange, most=60)
        position = replay.game.position(replay.states[-1])
        seen = scanned(board, standing(position, board.rims, (Detent(0),) * len(board.rims)))
        assert all(fits(position.pieces.get(site, ()), levels) for site, levels in seen.sites.items())
        assert sum(levels[0] != EMPTY for levels in seen.sites.values()) == len(position.pieces)
        assert seen.aside.keys() == {site.site for site in board.aside}


@pytest.mark.parametrize("name", NAMES)
def test_one_ply_is_never_ambiguous(name: str) -> None:
    """Law: over random games no two legal moves give one observation, not even by presence alone: each move
    fills another site, or the sensors tell its piece. (Two plies at once: see the bench `census`.)"""
    for options in SETTINGS[load_board(name).game]:
        census = take(load_board(name, options.get("size")), options, games=1, seed=5)
        assert census.states > 0
        assert census.ambiguous == 0, census


@pytest.mark.parametrize(("name", "open_ones"), [("ttt3d", False), ("ttt3d-presence", True)])
def test_two_plies_at_once_need_colours_to_be_told_apart(name: str, *, open_ones: bool) -> None:
    """Law (physical-play 6): with colours the observation tells who put what; by presence alone it cannot."""
    census = take(load_board(name), {"players": 3}, games=1, seed=5, pairs=True)
    assert census.pairs > 0
    assert census.other_pieces == (census.pairs if open_ones else 0)


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_move_is_recognised(name: str) -> None:
    """Law: raw values of the position after a move, observed and reconciled, suggest that very move."""
    board = load_board(name)
    options = SETTINGS[board.game][0]
    chance, view, game = Random(name), Viewer(board), GAMES[board.game]
    states = random_game(game, options, chance.randrange, most=30).states
    for state in chance.sample(states, min(4, len(states))):
        steps = list(view.steps(game, state))
        expected = view.stands(game.position(state))
        candidates = [Candidate(after, stands) for after, stands in steps]
        for after, stands in chance.sample(steps, min(12, len(steps))):
            observed = scanned(board, stands)
            verdict = reconcile(expected, observed, [candidates], rims=board.rims, base=view.base)
            assert isinstance(verdict, Suggests)
            assert verdict.candidate.path == after


def scanned(board: Board, stands: Standing) -> Observation:
    """What a whole scan of a board shows on which pieces and rims stand so."""
    base = (Detent(0),) * len(board.rims)
    room = in_room(stands, board.rims, base)
    raw = [0] * board.channels
    for site in (*board.sites, *board.aside):
        for channel, value in site_signals(site, room.get(site.site, ())).items():
            raw[channel] = value
    return observe(board, raw, tuple(RimReading(RimState.REST, detent) for detent in stands.rims))
