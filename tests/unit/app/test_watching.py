"""Telling others: heartbeat, MQTT with a last will against a real broker, metrics. Nothing slows play."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.table import Table
from tests.unit.app.brokers import PATIENCE, Hub, Listener, Mosquitto, free_port, tarpit

from triboard.app.config import Config, HeartbeatConfig, MqttConfig
from triboard.app.health import Shape, parts_of
from triboard.app.heartbeat import Heartbeat, ping
from triboard.app.metrics import metrics_of
from triboard.app.mqtt import Mqtt, discovery
from triboard.app.status import status_of
from triboard.app.tellers import watchers_of
from triboard.app.watching import Slot, Watching, told_of
from triboard.errors import ConfigurationError
from triboard.units import Duration, Instant, millis

QUICK = Duration(50_000)  # microseconds between two heartbeats of a test


@pytest.fixture
def status(tmp_path: Path) -> Iterator[Callable[[], dict[str, Any]]]:
    """The status of a daemon on a simulated board."""
    table = Table(tmp_path / "state", {"players": 3})
    yield lambda: status_of(table.daemon, table.link, table.run.now)
    table.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A real Mosquitto."""
    made = Mosquitto(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def hub() -> Iterator[Hub]:
    """A hub that takes heartbeats."""
    made = Hub()
    yield made
    made.close()


def until(true: Callable[[], object]) -> None:
    """Wait for another thread; fails after a while."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        threading.Event().wait(0.01)


def told(**changes: Any) -> dict[str, Any]:
    return {
        "game": "ttt3d",
        "phase": "play",
        "ply": 0,
        "connected": True,
        "busy": True,
        "ailing": {},
        **changes,
    }


def mqtt(port: int, **changes: Any) -> Mqtt:
    return Mqtt(MqttConfig(host="127.0.0.1", port=port, name="hall/board-1", **changes))


def test_all_are_off_unless_somebody_asks() -> None:
    """Law: without a setting nothing goes out and nothing is served."""
    config = Config()
    assert (config.heartbeat.url, config.mqtt.host, config.metrics) == (None, None, False)


def test_a_heartbeat_carries_the_newest_state(hub: Hub, status: Callable[[], dict[str, Any]]) -> None:
    """Law: a POST of JSON, again and again; what is offered in between replaces what waits."""
    heart = Heartbeat(HeartbeatConfig(hub.url, "hall", QUICK))
    state = told_of(status())
    heart.offer(state)
    hub.wait(1)
    frame = {"class": "exhibitComponent", "id": "hall", "type": "triboard", "currentInteraction": "true"}
    assert hub.bodies[0] == {**frame, "error": {}, **state}
    assert state["connected"] is True
    assert state["well"] is True
    for ply in range(50):
        heart.offer(told(ply=ply))
    hub.wait(2)
    until(lambda: hub.bodies[-1].get("ply") == 49)
    assert len(hub.bodies) <= 4
    assert heart.trouble == ""
    heart.close()


@pytest.mark.parametrize(
    ("code", "words"), [(500, "answers 500"), (404, "answers 404"), (302, "answers 302")]
)
def test_a_hub_that_refuses_is_shown_and_asked_again(hub: Hub, code: int, words: str) -> None:
    """Law: also one that sends us elsewhere: the state goes nowhere else."""
    hub.status = code
    heart = Heartbeat(HeartbeatConfig(hub.url, every=QUICK))
    heart.offer(told())
    hub.wait(1)
    until(lambda: words in heart.trouble)
    hub.status = 200
    heart.offer(told())
    until(lambda: heart.trouble == "")
    heart.close()


def test_a_hub_that_is_not_there_or_never_answers_costs_nothing(hub: Hub) -> None:
    """Law (E-hub-dead-no-effect): offers return at once, the end of the daemon waits for nobody, and trouble
    is said without an address."""
    with tarpit() as port:
        for url in (
            f"http://127.0.0.1:{free_port()}/x",
            f"http://127.0.0.1:{port}/x",
            "http://nowhere.invalid/x",
        ):
            heart = Heartbeat(HeartbeatConfig(url, every=QUICK))
            begun = time.monotonic()
            for ply in range(2000):
                heart.offer(told(ply=ply))
            heart.close()
            assert time.monotonic() - begun < 3
            if str(port) not in url:
                until(lambda: heart.trouble)  # noqa: B023 (called before the next round)
                assert "127.0.0.1" not in heart.trouble
                assert "nowhere" not in heart.trouble


def test_a_broker_hears_availability_state_and_discovery(broker: Mosquitto) -> None:
    """Law: retained, so that who comes later knows; state on every change and not otherwise."""
    board = mqtt(broker.port, discovery="homeassistant")
    board.offer(told())
    listener = Listener(broker.port)
    assert listener.wait("hall/board-1/availability") == "online"
    assert listener.wait("hall/board-1/state") == told()
    for topic, message in discovery(MqttConfig(name="hall/board-1", discovery="homeassistant")):
        assert listener.wait(topic) == message
    for _ in range(20):
        board.offer(told())
    board.offer(told(ply=1))
    listener.wait("hall/board-1/state", told(ply=1))
    states = [message for topic, message in listener.heard if topic == "hall/board-1/state"]
    assert states == [told(), told(ply=1)]
    late = Listener(broker.port)
    assert late.wait("hall/board-1/state") == told(ply=1)
    board.close()
    assert late.wait("hall/board-1/availability", "offline") == "offline"
    listener.close()
    late.close()


def test_a_daemon_that_dies_leaves_its_last_will(broker: Mosquitto) -> None:
    """Law: without a good-bye the broker says `offline`."""
    board = mqtt(broker.port)
    board.offer(told())
    listener = Listener(broker.port)
    listener.wait("hall/board-1/availability", "online")
    until(board._client.socket)
    board._client.socket().shutdown(2)  # type: ignore[union-attr]  # as when the process is killed
    assert listener.wait("hall/board-1/availability", "offline")
    listener.wait("hall/board-1/availability", "online")  # and it comes back by itself
    board.close()
    listener.close()


def test_a_broker_that_comes_late_or_goes_gets_everything_again(tmp_path: Path) -> None:
    """Law: the board keeps trying; after each connection availability and the newest state are told."""
    broker = Mosquitto(tmp_path)
    board = mqtt(broker.port)
    board.offer(told(ply=3))
    until(lambda: "cannot be reached" in board.trouble)
    for ply in (4, 5):
        board.offer(told(ply=ply))
        broker.start()
        listener = Listener(broker.port)
        assert listener.wait("hall/board-1/state", told(ply=ply))
        assert listener.wait("hall/board-1/availability") == "online"
        assert board.trouble == ""
        listener.close()
        broker.stop()
        until(lambda: board.trouble)
    board.close()


def test_a_wrong_password_is_told_and_a_right_one_let_in(tmp_path: Path) -> None:
    """Law: the broker's reason is shown, the password never."""
    broker = Mosquitto(tmp_path, password="s3cret")
    broker.start()
    wrong = mqtt(broker.port, user="board", password="wr0ng")
    until(lambda: "refuses" in wrong.trouble)
    assert "wr0ng" not in wrong.trouble
    wrong.close()
    right = mqtt(broker.port, user="board", password="s3cret")
    right.offer(told())
    listener = Listener(broker.port, user="board", password="s3cret")
    assert listener.wait("hall/board-1/state") == told()
    right.close()
    listener.close()
    broker.stop()


def test_a_broker_that_never_answers_costs_nothing() -> None:
    """Law (E-hub-dead-no-effect): offers return at once and so does the end."""
    with tarpit() as port:
        board = mqtt(port)
        begun = time.monotonic()
        for ply in range(2000):
            board.offer(told(ply=ply))
        board.close()
        assert time.monotonic() - begun < 3
        assert board.trouble


def test_discovery_names_every_entity_once_with_its_state() -> None:
    """Law: unique ids, topics and templates of the form that Home Assistant reads; nothing personal."""
    found = discovery(MqttConfig(name="hall/board-1", discovery="homeassistant"))
    topics = [topic for topic, _ in found]
    assert topics[0] == "homeassistant/binary_sensor/hall_board-1/connected/config"
    assert len(set(topics)) == len({message["unique_id"] for _, message in found}) == len(found) == 6
    for topic, message in found:
        assert message["state_topic"] == "hall/board-1/state"
        assert message["availability_topic"] == "hall/board-1/availability"
        assert topic.split("/")[3] in message["value_template"]


def test_metrics_tell_the_status_in_the_words_of_prometheus(status: Callable[[], dict[str, Any]]) -> None:
    """Law: what the standard parser reads, with the values of the status."""
    from prometheus_client.parser import text_string_to_metric_families

    body, kind = metrics_of(status)()
    assert kind.startswith("text/plain")
    families = {family.name: family for family in text_string_to_metric_families(body.decode())}
    samples = {sample.name: sample for family in families.values() for sample in family.samples}
    assert samples["triboard_connected"].value == 1
    assert samples["triboard_sensors"].value == 27
    assert samples["triboard_info"].labels["game"] == "ttt3d"
    assert samples["triboard_packets_total"].labels["fate"] == "resends"
    assert families["triboard_packets"].type == "counter"


def test_a_board_is_busy_for_half_a_minute_after_a_touch(tmp_path: Path) -> None:
    """Law: so that a hub can tell a board that is played from one that waits; trouble is named by part."""
    table = Table(tmp_path, {"players": 3})
    table.drop("Ab2", "white")
    busy = told_of(status_of(table.daemon, table.link, table.run.now))
    assert ping("hall", busy)["currentInteraction"] == "true"
    table.run.run_for(Duration(40_000_000))
    quiet = told_of(status_of(table.daemon, table.link, table.run.now))
    assert ping("hall", quiet)["currentInteraction"] == "false"
    table.bench.unplug()
    table.run.run_for(Duration(5_000_000))
    lost = told_of(status_of(table.daemon, table.link, table.run.now))
    assert ping("hall", lost)["error"] == {"Board": "failed", "Sensors": "failed"}
    table.close()


def test_watchers_are_offered_at_most_one_state_a_second(status: Callable[[], dict[str, Any]]) -> None:
    """Law: turns of the loop are cheap; without watchers the status is never even made."""
    asked: list[int] = []

    class Counting:
        name = "Counting"
        trouble = ""

        def offer(self, _: object) -> None:
            asked.append(1)

        def close(self) -> None:
            pass

    Watching([], lambda: pytest.fail("nobody asked")).turn(Instant(0))
    made = status()
    watching = Watching([Counting()], lambda: made)
    for turn in range(1000):
        watching.turn(Instant(turn * millis(10)))
    assert 9 <= len(asked) <= 11


def test_a_library_that_is_missing_is_named_with_its_setting_and_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Law: who asks for MQTT or metrics without the extra gets one clear mistake."""
    for name in ("paho.mqtt.enums", "paho.mqtt", "paho", "prometheus_client.core", "prometheus_client"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(
        ConfigurationError, match=r"mqtt.host: needs the library paho-mqtt.*triboard\[watch\]"
    ):
        mqtt(1)
    with pytest.raises(ConfigurationError, match=r"web.metrics: needs the library prometheus-client"):
        metrics_of(dict)


def test_a_slot_holds_only_the_newest() -> None:
    """Law: bounded at one; closing wakes whoever waits."""
    slot = Slot()
    for ply in range(100):
        slot.put({"ply": ply})
    assert slot.take(0) == {"ply": 99}
    assert slot.take(0) is None
    taker = threading.Thread(target=lambda: slot.take(None))
    taker.start()
    slot.close()
    taker.join(PATIENCE)
    assert not taker.is_alive()


def test_where_there_is_no_network_nobody_is_told_and_that_is_said(
    status: Callable[[], dict[str, Any]],
) -> None:
    """Law: the service of the socket cannot send anything: page and doctor say which service can, in plain
    words; no thread tries in vain."""
    config = Config(
        heartbeat=HeartbeatConfig(url="http://hub.example/"), mqtt=MqttConfig(host="broker.example")
    )
    before = threading.active_count()
    watching = Watching(watchers_of(config, network=False), status)
    watching.turn(Instant(0))
    assert threading.active_count() == before
    told = {**status(), "watching": watching.as_json()}
    parts = {part.part: part for part in parts_of(told) if part.part in ("Heartbeat", "MQTT")}
    assert set(parts) == {"Heartbeat", "MQTT"}
    for part in parts.values():
        assert part.state is Shape.AILING
        assert "sudo triboard install --page lan" in str(part.text)
    watching.close()
    assert watchers_of(Config(), network=True) == []
