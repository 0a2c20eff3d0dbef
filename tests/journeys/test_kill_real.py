"""The product itself is killed: `triboard simulate`, with its pty, its writer thread and its page."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.journeys.simulator import Simulator
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from triboard.rules import ttt3d
from triboard.store.journal import read_segment

KILLS = 5
MANY_KILLS = 50  # in the long run; the faster harness of test_kill.py dies as often by default
GAMES = 5  # side by side: each mostly waits for its hands
PATIENCE = 10.0


class Watcher:
    """A page without a screen: sends hands, remembers what was acknowledged as kept."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.acknowledged: list[str] = []
        self.view: dict[str, Any] = {}

    def drop(self, site: str, piece: str) -> None:
        """Ask the hand to put a ball into a hole."""
        self.socket.send(json.dumps({"type": "hand", "verb": "drop", "site": site, "piece": piece}))

    def watch(self, until: float) -> None:
        """Take in views until an instant of the monotonic clock."""
        while (left := until - time.monotonic()) > 0:
            try:
                message = json.loads(self.socket.recv(timeout=left))
            except TimeoutError:
                return
            if message["type"] == "view":
                self.view = message
                if message["saved"]:
                    self.acknowledged = message["moves"]

    def until_playable(self) -> None:
        """Wait for a view of a game in play."""
        deadline = time.monotonic() + PATIENCE
        while self.view.get("phase") != "play":
            assert time.monotonic() < deadline, self.view.get("message")
            self.watch(min(deadline, time.monotonic() + 0.05))


def one_game(folder: Path, game: int, kills: int) -> None:
    """Kill one game again and again at random instants, each time while hands are at work."""
    chance = Random(game)
    simulator = Simulator(folder, "--players", "3", "--seed", str(game))
    for _ in range(kills):
        simulator.start()
        origin = Origin(simulator.url.rstrip("/"))
        with connect(simulator.url.replace("http", "ws") + "ws", origin=origin) as socket:
            watcher = Watcher(socket)
            watcher.until_playable()
            watcher.watch(time.monotonic() + 0.4)  # a ball that fell while nobody looked is played now
            before = watcher.view["moves"]
            state = ttt3d.GAME.start({"players": 3})
            for text in before:
                state = ttt3d.GAME.play(state, ttt3d.GAME.parse_move(text))
            for _ in range(2):  # two balls on their way; the kill comes somewhere among them
                taken = {*watcher.view["world"]["holes"], *ttt3d.GAME.position(state).pieces}
                free = [site for site in ttt3d.geometry.HOLES if site not in taken]
                piece = ttt3d.due_colour(state)
                if piece is None or not free:
                    break
                site = chance.choice(free)
                watcher.drop(site, piece)
                state = ttt3d.GAME.play(state, ttt3d.Place(piece, site))
                watcher.watch(time.monotonic() + chance.uniform(0.2, 0.9))
            simulator.kill()
        journal = sorted((folder / "journal").glob("*.journal"))[-1]
        kept = [entry["text"] for entry in read_segment(journal).entries if entry["event"] == "move"]
        assert kept[: len(watcher.acknowledged)] == watcher.acknowledged
        assert before == watcher.acknowledged[: len(before)]


@pytest.mark.timeout(180)
@pytest.mark.parametrize("kills", [KILLS, pytest.param(MANY_KILLS, marks=pytest.mark.long)])
def test_the_product_killed_again_and_again_forgets_no_acknowledged_move(kills: int, tmp_path: Path) -> None:
    """Law: every move of a view that said *saved* is in the journal after SIGKILL, and the next start shows
    the same game with the pieces where the hands had put them."""
    with ThreadPoolExecutor(GAMES) as pool:
        games = [pool.submit(one_game, tmp_path / str(game), game, kills // GAMES) for game in range(GAMES)]
        for done in games:
            done.result()
