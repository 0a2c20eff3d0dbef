"""From raw values to readings: an uncertain value is unknown, never a guess."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triboard.board.classify import classify_level, nearest_colour, observe, unseen
from triboard.board.definition import Level, SensorFrame, Signature
from triboard.board.load import load_board
from triboard.board.readings import EMPTY, SOMETHING, UNKNOWN, Reading, RimReading, RimState, holds
from triboard.board.rims import carried
from triboard.board.wiring import config_of
from triboard.units import Channel, Detent, Piece, Site

BOARD = load_board("ttt3d")
BALL = BOARD.sites[0].levels[0].sensing
AT_REST = (RimReading(RimState.REST, Detent(0)),) * 3
WHITE, BLACK = Signature(Piece("white"), (200, 0, 0)), Signature(Piece("black"), (100, 0, 0))


@pytest.mark.parametrize("signature", BALL.signatures)
def test_every_signature_of_the_shipped_board_is_read_as_itself(signature: Signature) -> None:
    """Law: at its own values, and as far off as balls of one colour and sensors differ, a kind is read."""
    expected = EMPTY if signature.piece is None else holds(signature.piece)
    for step in (-9, 0, 9):
        values = tuple(min(255, max(0, value + step)) for value in signature.values)
        assert classify_level(BALL, values) == expected


@pytest.mark.parametrize(
    ("value", "reading"),
    [
        (200, holds(Piece("white"))),
        (163, holds(Piece("white"))),
        (162, UNKNOWN),
        (150, UNKNOWN),
        (138, UNKNOWN),
        (137, holds(Piece("black"))),
        (252, UNKNOWN),
        (250, holds(Piece("white"))),
        (49, UNKNOWN),
        (50, holds(Piece("black"))),
    ],
)
def test_the_nearest_signature_must_win_by_the_margin_and_be_near(value: int, reading: Reading) -> None:
    """Law: nearer than every other by the margin, and within its reach; else unknown."""
    assert nearest_colour((value, 0, 0), (WHITE, BLACK), 25.0, 50.0) == reading


def test_a_colour_that_no_ball_has_is_unknown() -> None:
    """Law: a yellow ball, a coin or a sleeve is not taken for the least different colour."""
    assert classify_level(BALL, (240, 220, 40)) == UNKNOWN
    assert classify_level(BALL, (0, 255, 255)) == UNKNOWN


@pytest.mark.parametrize("value", [0, 3, 6])
def test_a_dead_dark_sensor_is_no_black_ball(value: int) -> None:
    """Law (§1): what shows no light at all tells nothing; a black ball gives back more than that."""
    assert classify_level(BALL, (value, 0, value)) == UNKNOWN
    tolerant = replace(BALL, reach=400)  # however near black is taken to be
    assert classify_level(tolerant, (value, value, value)) == UNKNOWN
    without = replace(tolerant, dark=0, signatures=BALL.signatures[1:3])
    assert classify_level(without, (value + 1,) * 3) == holds(Piece("black"))


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_no_value_is_ever_read_as_something_it_is_not_near_to(values: tuple[int, ...]) -> None:
    """Law: whatever is read lies within reach of its signature, and no other signature is as near."""
    reading = classify_level(BALL, values)
    if reading == UNKNOWN:
        return
    distances = {
        signature.piece: sum((a - b) ** 2 for a, b in zip(values, signature.values, strict=True)) ** 0.5
        for signature in BALL.signatures
    }
    assert distances[reading.piece] == min(distances.values())
    assert distances[reading.piece] <= BALL.reach


def raw(**pieces: str) -> list[int]:
    """A whole scan with balls in some holes."""
    signatures = {signature.piece: signature.values for signature in BALL.signatures}
    values = [0] * BOARD.channels
    for site in BOARD.sites:
        piece = pieces.get(site.site)
        for channel, value in zip(
            site.levels[0].channels, signatures[Piece(piece) if piece else None], strict=True
        ):
            values[channel] = value
    return values


def test_a_scan_becomes_the_readings_of_all_sites() -> None:
    """Law: channels are read by the board file's wiring."""
    observation = observe(BOARD, raw(Ab2="red", Cc3="black"), AT_REST)
    standing = {site: levels[0].text for site, levels in observation.sites.items() if levels[0] != EMPTY}
    assert standing == {"Ab2": "red", "Cc3": "black"}
    assert observation.rims == AT_REST


def test_wiring_is_the_board_files_business_alone() -> None:
    """Law: two sites that swap their channels swap their readings, nothing else."""
    sites = list(BOARD.sites)
    sites[0], sites[1] = replace(sites[0], levels=sites[1].levels), replace(sites[1], levels=sites[0].levels)
    observation = observe(replace(BOARD, sites=tuple(sites)), raw(Aa1="white"), AT_REST)
    assert observation.sites[Site("Ab1")] == (holds(Piece("white")),)


@pytest.mark.parametrize("detent", range(4))
def test_sensors_that_travel_are_read_where_they_stand_now(detent: int) -> None:
    """Law (§18, `sensors = "rim"`): the sensor named Ba1 reads the hole to which its rim has carried it."""
    rims = tuple(replace(rim, sensors=SensorFrame.RIM) for rim in BOARD.rims)
    turned = (AT_REST[0], RimReading(RimState.REST, Detent(detent)), AT_REST[2])
    observation = observe(replace(BOARD, rims=rims), raw(Ba1="green", Aa1="white", Bb2="red"), turned)
    standing = {site: levels[0].text for site, levels in observation.sites.items() if levels[0] != EMPTY}
    where = carried(rims[1], Site("Ba1"), detent)
    assert standing == {where: "green", "Aa1": "white", "Bb2": "red"}


def test_before_the_first_scan_nothing_is_known() -> None:
    """Law: unknown is not empty."""
    assert all(levels == (UNKNOWN,) for levels in unseen(BOARD).sites.values())


@pytest.mark.parametrize("reading", [EMPTY, SOMETHING, UNKNOWN, holds(Piece("white"))])
def test_what_a_reading_agrees_with(reading: Reading) -> None:
    """Law (physical-play, first paragraph): a piece agrees with itself, `something` and `unknown`; an empty
    level with `empty` and `unknown`."""
    table = {EMPTY: (True, False, False), SOMETHING: (False, True, True), UNKNOWN: (True, True, True)}
    white, red = Piece("white"), Piece("red")
    found = (reading.agrees(None), reading.agrees(white), reading.agrees(red))
    assert found == table.get(reading, (False, True, False))


def test_the_controller_is_told_what_the_board_file_says() -> None:
    """Law: a change of scanning or of the number of channels changes the configuration and its CRC."""
    config = config_of(BOARD)
    assert (config.board, config.channels, config.pixels, config.bits) == ("ttt3d", 81, 32, 8)
    slower = replace(BOARD, scan=replace(BOARD.scan, stable_scans=5))
    assert config_of(slower) != config
    [level] = BOARD.sites[0].levels
    longer = replace(BOARD.sites[0], levels=(level, Level(BALL, (Channel(81), Channel(82), Channel(83)))))
    assert config_of(replace(BOARD, sites=(longer, *BOARD.sites[1:]))).channels == 84
