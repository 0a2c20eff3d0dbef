"""Recording: a port with a controller on a pty, a daemon through its socket, and the file itself."""

import io
import logging
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.traces.make import GOLDEN
from tests.unit.rules.commands import triboard

from triboard.app.realtime import monotonic
from triboard.app.trace_record import SOCKET, TraceSocket, header_of, open_file, record_daemon, record_port
from triboard.app.trace_replay import Replay
from triboard.board.load import load_board
from triboard.board.wiring import config_of
from triboard.errors import ConfigurationError, ControllerError
from triboard.protocol.host_events import Frame, Up
from triboard.protocol.trace import Chunk, Sender, Trace, header_line, parse_trace, text_of
from triboard.sim.controller import SimulatedController
from triboard.sim.wire_kernel import PtyWire
from triboard.units import Channel, Instant

pytestmark = pytest.mark.timeout(60)


class Attached:
    """A simulated controller on a pty that lives in real time until it is closed."""

    def __init__(self, folder: Path, board: str) -> None:
        self._wire = PtyWire(folder / "port")
        self.path = self._wire.path
        self._controller = SimulatedController(
            self._wire, Random(1), now=monotonic(), config=config_of(load_board(board))
        )
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def _live(self) -> None:
        begun = time.monotonic()
        while not self._over.wait(0.005):
            if time.monotonic() - begun > 0.3:
                self._controller.set_raw(Channel(4), 200, monotonic())
            self._controller.advance(monotonic())

    def close(self) -> None:
        """Off."""
        self._over.set()
        self._thread.join(10)
        self._wire.close()


def test_a_port_at_which_nothing_answers_is_no_silent_success(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Law: a short recording of a mute device says so, and what to look at next."""
    wire, end = PtyWire(tmp_path / "port"), time.monotonic() + 0.5
    try:
        with caplog.at_level(logging.WARNING, logger="triboard.app"):
            record_port(wire.path, load_board("ttt3d"), io.StringIO(), lambda: time.monotonic() > end)
    finally:
        wire.close()
    assert f"triboard firmware status --port {wire.path}" in caplog.text


def test_a_port_is_recorded_and_replays(tmp_path: Path) -> None:
    """Law: what a controller sent within two seconds brings a fresh link up and shows the change."""
    board, attached = load_board("ttt3d"), Attached(tmp_path, "ttt3d")
    end = time.monotonic() + 2.5
    with open_file(tmp_path / "trace.jsonl") as out:
        count = record_port(attached.path, board, out, lambda: time.monotonic() > end)
    attached.close()
    trace = parse_trace((tmp_path / "trace.jsonl").read_text(), "trace")
    assert len(trace.chunks) == count > 5
    assert {chunk.sender for chunk in trace.chunks} == {Sender.OPENED, Sender.HOST, Sender.CONTROLLER}
    happened = [what for _, _, what in Replay(trace, board)]
    assert [what for what in happened if isinstance(what, Up)]
    assert [what for what in happened if isinstance(what, Frame)][-1].values[4] == 200


def test_a_port_in_use_or_absent_is_told(tmp_path: Path) -> None:
    """Law: recording takes no port from a daemon, and says so."""
    with open_file(tmp_path / "a") as out, pytest.raises(ControllerError, match="There is no port"):
        record_port(str(tmp_path / "none"), load_board("ttt3d"), out, lambda: True)


def test_a_daemon_is_listened_to(tmp_path: Path) -> None:
    """Law: whoever connects gets a header with the last hello, then all that passes; leaving is free."""
    board, server = load_board("ttt3d"), TraceSocket(tmp_path, load_board("ttt3d"))
    source = parse_trace(GOLDEN.read_text(), GOLDEN.name)
    for chunk in source.chunks[:10]:
        server.tell(chunk)
    out, rest = io.StringIO(), list(source.chunks[10:])
    enough: Callable[[], bool] = lambda: out.getvalue().count("\n") >= 20  # noqa: E731 (shorter than its def)
    listener = threading.Thread(target=lambda: record_daemon(tmp_path, out, enough), daemon=True)
    listener.start()
    while listener.is_alive() and rest:
        server.tell(rest.pop(0))
        listener.join(0.02)
    server.tell(source.chunks[-1])  # to nobody
    server.close()
    trace = parse_trace(out.getvalue(), "trace")
    assert len(trace.chunks) >= 19
    assert (trace.header.unit, trace.header.board) == ("sim-1", board.name)
    place = source.chunks.index(trace.chunks[0])
    assert trace.chunks == source.chunks[place : place + len(trace.chunks)]
    assert not (tmp_path / SOCKET).exists()


def test_a_listener_that_does_not_read_is_let_go(tmp_path: Path) -> None:
    """Law: the daemon neither waits nor grows for it."""
    server = TraceSocket(tmp_path, load_board("ttt3d"))
    sleeper = socket.socket(socket.AF_UNIX)
    sleeper.connect(str(tmp_path / SOCKET))
    for number in range(2000):
        server.tell(Chunk(Instant(number), Sender.CONTROLLER, bytes(1000)))
    sleeper.settimeout(5)
    size = 0
    while data := sleeper.recv(1 << 16):
        size += len(data)
    assert size < 2000 * 2000
    sleeper.close()
    server.close()


def test_no_daemon_is_told(tmp_path: Path) -> None:
    """Law: the remedy is named."""
    with open_file(tmp_path / "a") as out, pytest.raises(ControllerError, match="--state-dir"):
        record_daemon(tmp_path, out, lambda: True)


def test_a_file_that_was_cut_off_is_good_up_to_its_last_whole_line() -> None:
    """Law: a power cut costs at most the line that was being written."""
    text = GOLDEN.read_text()
    whole = parse_trace(text, "g")
    for cut in (len(text) - 1, len(text) - 20, len(text) // 2):
        chunks = parse_trace(text[:cut], "g").chunks
        assert chunks == whole.chunks[: len(chunks)]
        assert len(chunks) < len(whole.chunks)


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        (1, "{}", "is no header"),
        (1, '{"trace": 2}', "format 2"),
        (1, "", "is no header"),
        (1, "[1]", "is no header"),
        (2, "nonsense", "is no line"),
        (2, '{"at": 1, "from": "nobody"}', "is no line"),
        (3, '{"at": 1, "from": "host", "bytes": "0g"}', "is no line"),
        (3, '{"at": -5, "from": "host"}', "lies before"),
    ],
)
def test_a_line_that_is_wrong_is_named(line: int, text: str, words: str) -> None:
    """Law: one clear mistake with the number of the line."""
    lines = GOLDEN.read_text().split("\n")
    lines[line - 1] = text
    with pytest.raises(ConfigurationError, match=f"g line {line}: .*{words}"):
        parse_trace("\n".join(lines), "g")


def test_an_empty_trace_is_a_trace() -> None:
    """Law: a header alone reads back."""
    header = header_of(load_board("ttt3d"), Instant(5))
    assert parse_trace(header_line(header) + "\n", "h") == Trace(header, ())
    assert text_of(Trace(header, ())) == header_line(header) + "\n"


def test_replay_prints_json_lines() -> None:
    """Law: each line one happening with instant and speaker; nothing else on standard output."""
    shown = triboard("trace", "replay", str(GOLDEN))
    lines = shown.lines
    assert {line["who"] for line in lines} == {"host", "controller", "link", "board"}
    settled = [line for line in lines if line["event"] == "BoardSettled"]
    assert len(settled[-1]["sites"]) == 27


def test_bad_words_end_with_2(tmp_path: Path) -> None:
    """Law: what is missing or wrong is named; no file is left behind."""
    (tmp_path / "bad").write_text("x\n")
    for words, expected in (
        (("replay", str(tmp_path / "bad")), "line 1"),
        (("record", str(tmp_path / "new")), "--board"),
        (("record", str(tmp_path / "new"), "--daemon", "--port", "x"), "--port"),
        (("record", str(tmp_path / "bad"), "--daemon"), "is there already"),
    ):
        refused = triboard("trace", *words)
        assert refused.code == 2
        assert expected in refused.err
    lost = triboard("trace", "record", str(tmp_path / "new"), "--daemon", "--state-dir", str(tmp_path))
    assert (lost.code, "--state-dir" in lost.err) == (1, True)
    assert not (tmp_path / "new").exists()
