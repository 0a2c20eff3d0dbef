"""An opponent whose daemon is killed while its move is being made."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.simulator import Simulator
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from triboard.app.storage import open_state
from triboard.board.load import load_board

PATIENCE = 60.0
"""For a view that must come; a hang, not a speed."""


def open_socket(simulator: Simulator) -> ClientConnection:
    """A page's socket."""
    return connect(simulator.url.replace("http", "ws") + "ws", origin=Origin(simulator.url.rstrip("/")))


def until(socket: ClientConnection, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first view that `holds`."""
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] == "view" and holds(message):
            return dict(message)


def wanted(view: dict[str, Any]) -> bool:
    """Whether an opponent's move is shown."""
    return bool(view["opponent"]) and view["opponent"]["state"] == "shown"


@pytest.mark.timeout(180)
def test_an_opponent_wants_the_same_after_a_kill(tmp_path: Path) -> None:
    """Law: a power cut does not change an opponent's mind: what hands have begun for it is still right; the
    seat and the clock are as they were."""
    simulator = Simulator(tmp_path, "--players", "2", "--opponent", "1=3", "--clock", "5+3")
    simulator.start()
    shown: list[dict[str, Any]] = []
    try:
        for cut in range(3):
            with open_socket(simulator) as socket:
                until(socket, lambda view: view["phase"] == "play")
                if cut == 0:
                    drop = {"type": "hand", "verb": "drop", "site": "Aa1", "piece": "white"}
                    socket.send(json.dumps(drop))
                shown.append(until(socket, wanted))
            simulator.kill()
            if cut < 2:
                simulator.start()
    finally:
        simulator.stop()
    assert len({view["opponent"]["move"] for view in shown}) == 1
    assert {view["clock"]["left"][0] for view in shown} == {303_000}


def test_opponents_of_two_boards_need_not_play_alike(tmp_path: Path) -> None:
    """Law: chance is kept with the games: one number in one folder, another in another folder."""

    def seed(folder: Path) -> int:
        opened = open_state(folder, load_board("ttt3d"), {}, log=lambda _: None)
        assert opened.lock is not None
        opened.lock.release()
        opened.journal.close()
        return opened.seed

    assert seed(tmp_path / "one") == seed(tmp_path / "one")
    assert seed(tmp_path / "one") != seed(tmp_path / "other")
