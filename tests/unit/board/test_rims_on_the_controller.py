"""Rims whose encoders hang on the controller: it counts, the host reads where they stand."""

from importlib import resources
from random import Random
from typing import Final

import pytest

from triboard.board.definition import Board
from triboard.board.load import parse_board
from triboard.board.readings import RimState
from triboard.board.rims import RimTracking, counted, locate, rim_reading
from triboard.board.wiring import config_of
from triboard.protocol.messages import ResetReason
from triboard.protocol.parts import Quadrature
from triboard.sim.controller import SimulatedController
from triboard.sim.wire import MemoryWire
from triboard.units import Detent, Instant

PINS: Final = {17: 6, 27: 7, 22: 8, 23: 9, 24: 10, 25: 11, 19: 12, 20: 13, 21: 14}
"""The pins of the shipped rims on the Pi, and free ones of the Pico."""


def board(name: str) -> Board:
    """A shipped board whose rims hang on the controller."""
    text = (resources.files("triboard") / "boards" / f"{name}.toml").read_text(encoding="utf-8")
    head, *rims = text.split("[[rims]]\n")
    for number, rim in enumerate(rims):
        for key in ("track_a", "track_b", "index"):
            old = next(line for line in rim.splitlines() if line.startswith(f"{key} ="))
            rim = rim.replace(old, f"{key} = {PINS[int(old.split()[-1])]}")
        rims[number] = 'on = "controller"\n' + rim
    return parse_board("[[rims]]\n".join([head, *rims]), "x.toml")


@pytest.mark.parametrize(("name", "channels"), [("ttt3d", 81 + 3 * 2), ("ttt3d-presence", 27 + 3 * 9)])
def test_their_channels_follow_those_of_the_holes(name: str, channels: int) -> None:
    """As many as the bits of a channel make of a count, and one more; the controller learns the pins."""
    loaded = board(name)
    assert loaded.channels == config_of(loaded).channels == channels
    rims = [part for part in loaded.parts if isinstance(part, Quadrature)]
    assert [(rim.track_a, rim.turn, rim.reverse) for rim in rims] == [
        (6, 64, False),
        (9, 64, False),
        (12, 64, False),
    ]
    assert [loaded.rim_channels(number) for number in range(3)] == [rim.span.channels for rim in rims]


def turned(loaded: Board, controller: SimulatedController, edges: list[int]) -> list[tuple[int, bool]]:
    """Turn rim 0 edge by edge; count and located as the channels tell after each."""
    rim, told = loaded.rims[0], []
    for number, edge in enumerate(edges):
        at = Instant(1_000_000 * (number + 1))
        phase = edge % 4
        for pin, closed in zip(rim.pins, (phase in (1, 2), phase in (2, 3), edge % 64 == 0), strict=True):
            controller.set_level(pin, at, high=not closed)
        controller.advance(Instant(at + 500_000))
        channels = loaded.rim_channels(0)
        assert channels is not None
        *digits, located = (controller.values[channel] for channel in channels)
        count = sum(digit << place * loaded.scan.bits for place, digit in enumerate(digits))
        told.append((count, bool(located)))
    return told


@pytest.mark.parametrize("name", ["ttt3d", "ttt3d-presence"])
def test_the_count_is_told_without_debounce_and_whatever_the_dead_band(name: str) -> None:
    """Law: once the index was seen, the channels say edges from it modulo a full turn, every single one."""
    loaded = board(name)
    controller = SimulatedController(MemoryWire(), Random(1), config=config_of(loaded))
    edges = [*range(10, -80, -1), *range(-80, 70)]
    told = turned(loaded, controller, edges)
    known = edges.index(0)
    assert [located for _, located in told] == [number >= known for number in range(len(edges))]
    assert [count for count, _ in told[known:]] == [edge % 64 for edge in edges[known:]]


def test_the_host_reads_where_the_rim_rests() -> None:
    """Law: a count that is a multiple of a detent is a rest, any other is between; unknown until located."""
    rim = board("ttt3d").rims[0]
    state = counted(RimTracking(), rim, 5, located=False)
    assert rim_reading(state, rim).state is RimState.UNKNOWN
    for count in range(64):
        reading = rim_reading(counted(state, rim, count, located=True), rim)
        assert reading.state is (RimState.BETWEEN if count % 16 else RimState.REST)
        assert reading.detent == (None if count % 16 else count // 16)


def test_an_angle_told_by_the_pieces_is_carried_along_until_the_index_is_seen() -> None:
    """Law: differences of the count move what the pieces told; the index overrules it and is counted."""
    rim = board("ttt3d").rims[0]
    state = locate(counted(RimTracking(), rim, 60, located=False), rim, Detent(1))
    state = counted(state, rim, 12, located=False)  # over the end of a turn
    assert rim_reading(state, rim).detent == 2
    state = counted(state, rim, 32, located=True)
    assert (rim_reading(state, rim).detent, state.corrected) == (2, 1)


def test_a_lost_edge_makes_the_rim_unknown() -> None:
    """Law: when the controller loses the angle, the host does not go on believing it."""
    rim = board("ttt3d").rims[0]
    state = counted(RimTracking(), rim, 16, located=True)
    state = counted(state, rim, 16, located=False)
    assert rim_reading(state, rim).state is RimState.UNKNOWN
    assert state.skipped == 1


def test_a_restarted_controller_knows_no_angle() -> None:
    """It counts from 0 again until it sees the index."""
    loaded = board("ttt3d")
    controller = SimulatedController(MemoryWire(), Random(1), config=config_of(loaded))
    assert turned(loaded, controller, [0, 1, 2, 3])[-1] == (3, True)
    controller.reset(ResetReason.EXTERNAL, Instant(9_000_000))
    channels = loaded.rim_channels(0)
    assert channels is not None
    assert [controller.values[channel] for channel in channels] == [0, 0]
