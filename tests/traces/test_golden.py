"""A whole recorded game, replayed byte by byte and as a controller: for ever the same game."""

from dataclasses import replace
from pathlib import Path
from random import Random

from tests.conformance.table import BadPort, Line, losing
from tests.traces.make import GOLDEN, MOVES, OPTIONS, record

from triboard.app.games import begin
from triboard.app.graph import Ends, build
from triboard.app.lockstep import _DaemonHost
from triboard.app.trace_replay import Replay, as_json, occupied
from triboard.board.load import load_board
from triboard.protocol.framing import Damaged
from triboard.protocol.host_events import Down, Refused, Up
from triboard.protocol.trace import Trace, parse_trace, text_of
from triboard.session.events import BoardSettled
from triboard.sim.lockstep import LockStep
from triboard.sim.pins import MockPins
from triboard.sim.pixel_bus import FakeSpiBus
from triboard.sim.replayed import ReplayedController
from triboard.sim.wire import MemoryWire
from triboard.store.journal import Journal
from triboard.store.writer import InlineWriter
from triboard.units import SECOND, Duration, Instant

COLOURS = {"w": "white", "k": "black", "r": "red"}


def golden() -> Trace:
    return parse_trace(GOLDEN.read_text(), GOLDEN.name)


def moves() -> list[str]:
    return MOVES.read_text().split()


def test_every_byte_is_understood_again() -> None:
    """Law: the recorded bytes bring a fresh link up once, without damage or refusal, until they end."""
    happened = list(Replay(golden(), load_board("ttt3d")))
    whats = [what for _, _, what in happened]
    assert not [what for what in whats if isinstance(what, Damaged | Refused)]
    assert len([what for what in whats if isinstance(what, Up)]) == 1
    assert not [what for what in whats if isinstance(what, Down)]
    instants = [at for at, _, _ in happened]
    assert instants == sorted(instants)


def test_the_board_layer_sees_the_game_that_was_played() -> None:
    """Law: settled observations show one ball more each, and in the end the position of the record."""
    settled = [
        what for _, who, what in Replay(golden(), load_board("ttt3d")) if isinstance(what, BoardSettled)
    ]
    seen = [occupied(event.observation) for event in settled]
    counts = [len(sites) for sites in seen]
    assert counts == sorted(counts)
    wanted = {move[2:]: [COLOURS[move[0]]] for move in moves()}
    assert seen[-1] == wanted


def test_a_trace_from_the_middle_of_a_session_replays() -> None:
    """Law: a daemon that is listened to has said its hello long before; the header holds what that said."""
    whole = golden()
    chunks = whole.chunks[20:]
    late = Trace(replace(whole.header, started=chunks[0].at), chunks)
    happened = list(Replay(late, load_board("ttt3d")))
    (up,) = [what for _, _, what in happened if isinstance(what, Up)]
    assert up.hello.unit == whole.header.unit
    settled = [what for _, _, what in happened if isinstance(what, BoardSettled)]
    assert len(occupied(settled[-1].observation)) == len(moves())


def test_a_replay_is_the_same_each_time() -> None:
    """Law: no clock and no chance: two replays print the same lines."""
    board = load_board("ttt3d")
    first, second = (
        [(at, who, as_json(what)) for at, who, what in Replay(golden(), board)] for _ in range(2)
    )
    assert first == second


def test_the_recorder_records_it_again() -> None:
    """Law: the same hands on the same seed give the same game, so the golden can be made anew."""
    trace, played = record()
    assert played == moves()
    assert len(trace.chunks) > len(golden().chunks) // 2


def test_a_trace_is_its_text() -> None:
    """Law: reading and writing are inverses."""
    assert text_of(golden()) == GOLDEN.read_text()


def _play(folder: Path, *, share_lost: float) -> list[str]:
    """The moves that today's daemon makes of the trace, over a line that loses packets."""
    board, wire, line, now = load_board("ttt3d"), MemoryWire(), Line(), Instant(0)
    line.fate = losing(share_lost)
    pins, bus = MockPins(), FakeSpiBus(len(board.pixels), board.colour_order)
    ends = Ends(lambda: BadPort(wire.open(), line, Random(3)), pins.factory, bus, spi_buffer=bus.LIMIT)
    writer = InlineWriter(Journal.open(folder))
    daemon, link = build(board, begin(board, OPTIONS), ends, writer, now=now)
    controller = ReplayedController(golden(), wire)
    steps = LockStep[object](_DaemonHost(daemon, link), controller, wire, now)
    while not controller.over:
        steps.run_for(Duration(SECOND))
    steps.run_for(Duration(8 * SECOND))
    daemon.close()
    return [daemon.state.manners.game.format_move(move) for move in daemon.state.moves]


def test_it_plays_as_a_controller(tmp_path: Path) -> None:
    """Law: the real daemon makes of the recorded states the game that was played."""
    assert _play(tmp_path, share_lost=0.0) == moves()


def test_it_plays_as_a_controller_over_a_bad_line(tmp_path: Path) -> None:
    """Law: three packets in ten lost on the way change nothing."""
    assert _play(tmp_path, share_lost=0.3) == moves()
