"""The road of one event, from the ball in the hole to the bytes on the LED wire (docs/one-event.md)."""

from pathlib import Path

import pytest
from tests.journeys.table import Table

from triboard.board.classify import observe
from triboard.board.readings import Observation, RimReading, RimState, holds
from triboard.board.reconcile import Suggests
from triboard.board.settle import Settling, settle, touch
from triboard.board.wiring import config_of
from triboard.drivers.pixels import SpiPixels
from triboard.light.compose import scene_of
from triboard.light.render import Renderer
from triboard.light.scene import Role, Target
from triboard.protocol.connection import Connection, NeedData
from triboard.protocol.connection import Role as End
from triboard.protocol.messages import SensorFrame
from triboard.rules import ttt3d
from triboard.session import judge
from triboard.session.effects import Record
from triboard.session.events import BoardSettled, Kept
from triboard.session.reducer import reduce
from triboard.session.state import Moves, Phase, SessionState
from triboard.sim.hands import CONTACT_BOUNCE
from triboard.sim.pixel_bus import FakeSpiBus
from triboard.store.atomic import RealFiles
from triboard.store.journal import Journal, read_segment
from triboard.units import Detent, Instant, Piece, Site, after, millis

BALL = Piece("white")
HOLE = Site("Bb2")


def test_a_ball_becomes_light_stage_by_stage(tmp_path: Path) -> None:
    """Law: each stage's output is the next one's input; nothing is passed around the road."""
    table = Table(tmp_path / "board", {"players": 3})
    board, session = table.board, table.state
    assert session.phase is Phase.PLAY

    # A ball drops into a hole; the controller scans, removes chatter, sends a full-state sensor frame.
    heard: list[bytes] = []
    write = table.wire.write
    table.wire.write = lambda data: (heard.append(data), write(data))[1]  # type: ignore[method-assign,func-returns-value]  # a tap on the wire
    table.bench.hands.drop(HOLE, BALL, table.run.now)
    table.run.run_for(millis(600))
    connection = Connection(End.HOST)
    connection.receive_data(b"".join(heard))
    frames = []
    while not isinstance(message := connection.next_event(), NeedData):
        if isinstance(message, SensorFrame):
            frames.append(message)
    assert len(frames) == 1  # however it bounced
    values = frames[0].values
    assert len(values) == config_of(board).channels == 81

    # board.observe: channels become readings of sites.
    rims = (RimReading(RimState.REST, Detent(0)),) * 3
    observation = observe(board, values, rims)
    assert observation.sites[HOLE] == (holds(BALL),)

    # board.settle: hands are off.
    at = Instant(1_000_000)
    settling = touch(Settling(), observation, at)
    assert settle(settling, board.settle, after(at, millis(199)))[1] is None
    at = after(at, board.settle)
    settled = settle(settling, board.settle, at)[1]
    assert settled == observation

    # session.reduce -> board.reconcile: exactly one legal move fits -> rules.play -> Record.
    assert settled is not None
    verdict = judge.judge(session, settled)
    assert isinstance(verdict, Suggests)
    assert verdict.candidate.path == Moves((ttt3d.Place(BALL, HOLE),))
    step = reduce(session, BoardSettled(at, settled))
    assert step.state.game == ttt3d.GAME.play(session.game, ttt3d.Place(BALL, HOLE))
    [record] = step.effects
    assert isinstance(record, Record)
    assert record.content["text"] == "w@Bb2"

    # The journal line is flushed to disk before the kept light.
    journal = Journal.open(tmp_path / "journal")
    journal.append(record.content)
    assert read_segment(journal.path).entries == (dict(record.content),)
    seen, kept = step.state, reduce(step.state, Kept(at, record.game, record.entries)).state
    assert (seen.saved, kept.saved) == (False, True)

    # light.scene_of -> light.render -> driver -> wire; decoded again from the bytes on the wire.
    assert scene_of(seen).glows[Target(HOLE)].role is Role.SEEN
    assert scene_of(kept).glows[Target(HOLE)].role is Role.SOURCE
    renderer = Renderer(board)
    rendered = renderer.step(renderer.start(at), scene_of(kept), at)
    assert rendered.frame is not None
    bus = FakeSpiBus(len(board.pixels), board.colour_order)
    pixels = SpiPixels(bus, len(board.pixels), board.colour_order)
    pixels.show(rendered.frame)
    pixel = board.pixel_of()[HOLE]
    assert bus.decode() == rendered.frame
    assert bus.decode()[3 * pixel : 3 * pixel + 3] != bytes(3)
    table.close()


class TellingFiles(RealFiles):
    """Real files that tell when a line has reached the disk."""

    def __init__(self, order: list[str]) -> None:
        self._order = order

    def sync(self, descriptor: int) -> None:
        super().sync(descriptor)
        self._order.append("synced")


def test_the_journal_line_is_on_disk_before_the_kept_light_shines(tmp_path: Path) -> None:
    """Law (physical-play 20): fdatasync of the line returns before any frame with the kept light is sent."""
    order: list[str] = []
    table = Table(tmp_path, {"players": 3}, files=TellingFiles(order))
    pixel = slice(3 * table.board.pixel_of()[HOLE], 3 * table.board.pixel_of()[HOLE] + 3)
    kept = Renderer(table.board).frame(scene_of(reduced_by_hand(table)), table.run.now)[pixel]
    order.clear()
    table.bench.bus.on_latch = lambda rgb: order.append("kept" if rgb[pixel] == kept else "not kept")
    table.drop(HOLE, BALL)
    assert table.moves == ["w@Bb2"]
    assert order[:3] == ["not kept", "synced", "kept"]
    table.close()


def reduced_by_hand(table: Table) -> SessionState:
    """The session as it will be once the ball is kept, to know the colour of its light."""
    settled = table.state.settled
    assert settled is not None
    observed = Observation({**settled.sites, HOLE: (holds(BALL),)}, settled.rims)
    step = reduce(table.state, BoardSettled(table.run.now, observed))
    [record] = step.effects
    assert isinstance(record, Record)
    return reduce(step.state, Kept(table.run.now, record.game, record.entries)).state


@pytest.mark.parametrize("seed", range(20))
def test_light_answers_within_a_tenth_of_a_second_and_a_move_within_three(seed: int, tmp_path: Path) -> None:
    """Law (physical-play 9): light answers within 100 ms of a touch, a move is played within 300 ms of the
    ball's coming to rest, on simulated time."""
    table = Table(tmp_path, {"players": 3}, seed=seed)
    dropped: list[Instant] = []
    table.bench.hands.changed = lambda _: dropped.append(table.run.now)
    table.frames.clear()
    table.bench.hands.drop(HOLE, BALL, table.run.now)
    while not table.moves:
        table.run.run_for(millis(1))
    at_rest = after(dropped[0], CONTACT_BOUNCE)
    assert table.frames[0][0] <= after(at_rest, millis(100))
    assert table.run.now <= after(at_rest, millis(300))
    table.close()
