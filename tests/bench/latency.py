"""From a change of a sensor to the last byte on the LED wire, against what the hardware takes at least."""

import statistics
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.journeys.table import Table

from triboard.board.definition import Board
from triboard.board.load import load_board
from triboard.rules import ttt3d
from triboard.sim.pixel_bus import wire_time
from triboard.units import Channel, Instant, Piece, millis

BAUD = 115_200  # the slowest link that a controller may have; native USB is some hundred times faster
BITS_A_BYTE = 10  # start and stop bit included


def report(*, rounds: int) -> None:
    """Print the latency of the shipped board and of its 27 holes alone, touch and played move."""
    board = load_board("ttt3d")
    bare = replace(board, pixels=tuple(pixel for pixel in board.pixels if pixel.pixel < len(board.sites)))
    print(f"latency, {rounds} balls, simulated wire time + measured processor time, milliseconds")
    for one in (bare, board):
        _report(one, rounds)


def _report(board: Board, rounds: int) -> None:
    touches, moves, turns, packets = [], [], [], []
    with TemporaryDirectory() as folder:
        table = Table(Path(folder), {"players": 3}, board=board)
        for _ in range(min(rounds, len(board.sites) - 1)):
            touch, move, turn, packet = _one_ball(table)
            touches.append(touch)
            moves.append(move)
            turns.append(turn)
            packets.append(packet)
        table.close()
    wire = wire_time(len(board.pixels)) / 1000
    packet_time = statistics.median(packets) * BITS_A_BYTE / BAUD * 1000
    busy = statistics.median(turns) * 1000
    scan = board.scan.period * (board.scan.stable_scans - 1) / 1000  # the first equal scan may come at once
    floor = scan + packet_time + wire
    touch = statistics.median(touches) / 1000 + packet_time + busy + wire
    move = statistics.median(moves) / 1000 + packet_time + busy + wire
    parts = f"scans {scan:.1f}, packet {packet_time:.1f}, wire {wire:.2f}"
    print(f"  {len(board.pixels)} pixels: floor {floor:.1f} ({parts})")
    print(f"    seen light {touch:.1f}, {touch / floor:.2f} of the floor; one turn of the daemon {busy:.2f}")
    settle = board.settle / 1000
    print(
        f"    kept light {move:.1f}, {move / (floor + settle):.2f} of the floor with settling ({settle:.0f})"
    )


def _one_ball(table: Table) -> tuple[float, float, float, int]:
    """Microseconds from the last change of a raw value to the seen and to the kept light, processor seconds
    of the slowest turn, bytes of the packets."""
    site = next(site for site in ttt3d.geometry.HOLES if site not in table.world.holes())
    due = ttt3d.due_colour(table.state.game)
    assert due is not None
    controller, daemon = table.bench.controller, table.daemon
    changes: list[Instant] = []
    spent = [0.0]
    set_raw, turn = controller.set_raw, daemon.turn

    def noted(channel: Channel, value: int, now: Instant) -> None:
        changes.append(now)
        set_raw(channel, value, now)

    def timed(now: Instant) -> Instant | None:
        begun = time.process_time()
        answer = turn(now)
        spent.append(time.process_time() - begun)
        return answer

    controller.set_raw = noted  # type: ignore[method-assign]  # a note-taker around the real thing
    daemon.turn = timed  # type: ignore[method-assign]  # a stopwatch around the real thing
    plies = len(table.moves)
    table.frames.clear()
    sent = table.wire.to_host
    table.bench.hands.drop(site, Piece(due), table.run.now)
    while not table.frames:
        table.run.run_for(millis(1))
    seen, packet = table.frames[-1][0], table.wire.to_host - sent
    while len(table.moves) == plies or not table.state.saved:
        table.run.run_for(millis(1))
    kept = table.frames[-1][0]
    del controller.set_raw, daemon.turn
    table.run.run_for(millis(700))
    return seen - changes[-1], kept - changes[-1], max(spent), packet
