"""The product tells others how it is: a broker, a hub and Prometheus, while it is being played."""

import time
import urllib.request
from pathlib import Path

from tests.journeys.simulator import Simulator
from tests.journeys.test_kill_real import PATIENCE, Watcher
from tests.unit.app.brokers import Hub, Listener, Mosquitto, tarpit
from websockets import Origin
from websockets.sync.client import connect

HOLES = (("Ab2", "white"), ("Ac1", "black"))


def play(simulator: Simulator) -> float:
    """Two moves by hand; seconds until both are saved."""
    origin = Origin(simulator.url.rstrip("/"))
    with connect(simulator.url.replace("http", "ws") + "ws", origin=origin) as socket:
        watcher = Watcher(socket)
        watcher.until_playable()
        begun = time.monotonic()
        for number, (hole, colour) in enumerate(HOLES, start=1):
            watcher.drop(hole, colour)
            deadline = time.monotonic() + PATIENCE
            while len(watcher.view["moves"]) < number or not watcher.view["saved"]:
                assert time.monotonic() < deadline, watcher.view["message"]
                watcher.watch(time.monotonic() + 0.05)
        return time.monotonic() - begun


def test_a_game_is_followed_by_broker_hub_and_prometheus(tmp_path: Path) -> None:
    """Law: settings are enough; the state arrives with its plies; a killed daemon leaves its last will."""
    broker, hub = Mosquitto(tmp_path), Hub()
    broker.start()
    environment = {
        "TRIBOARD_MQTT_HOST": "127.0.0.1",
        "TRIBOARD_MQTT_PORT": str(broker.port),
        "TRIBOARD_MQTT_NAME": "hall",
        "TRIBOARD_HEARTBEAT_URL": hub.url,
        "TRIBOARD_HEARTBEAT_EVERY": "5 s",
        "TRIBOARD_WEB_METRICS": "true",
    }
    simulator = Simulator(tmp_path / "state", "--players", "3", environment=environment).start()
    listener = Listener(broker.port)
    assert listener.wait("hall/availability") == "online"
    play(simulator)
    assert listener.wait_for(lambda topic, message: topic == "hall/state" and message["ply"] == 2)
    hub.wait(1)
    assert hub.bodies[0]["game"] == "ttt3d"
    with urllib.request.urlopen(simulator.url + "metrics", timeout=PATIENCE) as answer:
        assert b"triboard_ply 2.0" in answer.read()
    simulator.kill()
    assert listener.wait("hall/availability", "offline")
    listener.close()
    hub.close()
    broker.stop()


def test_hubs_and_brokers_that_never_answer_change_nothing(tmp_path: Path) -> None:
    """Law (E-hub-dead-no-effect): the game is played, care names the trouble, the daemon ends at once."""
    with tarpit() as port:
        environment = {
            "TRIBOARD_MQTT_HOST": "127.0.0.1",
            "TRIBOARD_MQTT_PORT": str(port),
            "TRIBOARD_HEARTBEAT_URL": f"http://127.0.0.1:{port}/",
        }
        simulator = Simulator(tmp_path / "state", "--players", "3", environment=environment).start()
        play(simulator)
        begun = time.monotonic()
        assert simulator.stop() == 0
        assert time.monotonic() - begun < PATIENCE / 2
