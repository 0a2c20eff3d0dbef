"""The state for an MQTT broker: availability with a last will, the state as JSON, Home Assistant's discovery.

    NAME/availability   online | offline        retained; offline is the last will
    NAME/state          JSON                     retained; on every change

Paho keeps the connection in its thread; ours hands it the newest state: the loop takes none of its locks.
"""

import json
import re
import threading
from typing import Any, Final

from triboard import __version__
from triboard.app.config import MqttConfig
from triboard.app.watching import Slot, Told, missing_library

KEEP_ALIVE: Final = 30
"""Seconds; the broker sends the last will after one and a half of them without a word."""

FIRST_RETRY: Final = 1
LAST_RETRY: Final = 60

MOST_QUEUED: Final = 8
"""Messages that wait for a broker; the state is retained, so that older ones are of no use."""

GOODBYE: Final = 0.5
"""Seconds that the end of the daemon gives to the good-bye; after them the last will says the same."""

_ENTITIES: Final[tuple[tuple[str, str, dict[str, str]], ...]] = (
    ("binary_sensor", "connected", {"name": "Board", "device_class": "connectivity"}),
    ("binary_sensor", "busy", {"name": "Being played", "device_class": "occupancy"}),
    ("binary_sensor", "ailing", {"name": "Trouble", "device_class": "problem"}),
    ("sensor", "game", {"name": "Game", "icon": "mdi:checkerboard"}),
    ("sensor", "phase", {"name": "Phase"}),
    ("sensor", "ply", {"name": "Ply"}),
)


class Mqtt:
    """Tells one broker, for ever; reconnects by itself."""

    name = "MQTT"

    def __init__(self, config: MqttConfig) -> None:
        """Start; raises `ConfigurationError` where the library is missing. `config.host` is set."""
        assert config.host is not None
        try:
            from paho.mqtt import client as paho
            from paho.mqtt.enums import CallbackAPIVersion
        except ImportError as error:
            raise missing_library("mqtt.host", "paho-mqtt") from error
        self._config = config
        self._trouble = "The broker has not answered yet."
        self._slot = Slot()
        self._last: Told = {}
        self._again = threading.Event()
        client = paho.Client(CallbackAPIVersion.VERSION2, client_id="")
        client.will_set(self._topic("availability"), "offline", qos=1, retain=True)
        if config.user is not None:
            client.username_pw_set(config.user, config.password)
        if config.tls:
            client.tls_set()
        client.reconnect_delay_set(FIRST_RETRY, LAST_RETRY)
        client.max_queued_messages_set(MOST_QUEUED)
        client.on_connect = self._connected
        client.on_connect_fail = self._failed
        client.on_disconnect = self._lost
        self._client = client
        # A daemon: a broker that hangs must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """Why nothing is told now."""
        return self._trouble

    def offer(self, told: Told) -> None:
        """Take the newest state."""
        self._slot.put(told)

    def close(self) -> None:
        """Say good-bye if that goes quickly."""
        self._slot.close()
        self._thread.join(GOODBYE)

    def _topic(self, name: str) -> str:
        return f"{self._config.name}/{name}"

    def _run(self) -> None:
        assert self._config.host is not None
        try:
            self._client.connect_async(self._config.host, self._config.port, keepalive=KEEP_ALIVE)
            self._client.loop_start()
            while not self._slot.closed:
                told = self._slot.take(None)
                if told is not None and (told != self._last or self._again.is_set()):
                    self._again.clear()
                    self._last = told
                    self._tell(told)
            if self._client.is_connected():
                self._client.publish(
                    self._topic("availability"), "offline", qos=1, retain=True
                ).wait_for_publish(GOODBYE)
            self._client.disconnect()
            self._client.loop_stop()
        except Exception as error:  # whatever the network does, the game goes on; the page says so
            self._trouble = f"MQTT has stopped ({type(error).__name__})."

    def _tell(self, told: Told) -> None:
        if self._client.is_connected():  # what changes meanwhile is told as a whole after the reconnection
            self._client.publish(self._topic("state"), json.dumps(told), qos=1, retain=True)

    # Callbacks of paho, in its thread

    def _connected(
        self, client: Any, _userdata: object, _flags: object, reason: Any, _properties: object
    ) -> None:
        if reason.is_failure:
            self._trouble = f"The broker refuses: {reason}."
            return
        self._trouble = ""
        client.publish(self._topic("availability"), "online", qos=1, retain=True)
        if self._config.discovery is not None:
            for topic, message in discovery(self._config):
                client.publish(topic, json.dumps(message), qos=1, retain=True)
        if self._last:
            client.publish(self._topic("state"), json.dumps(self._last), qos=1, retain=True)
        self._again.set()

    def _failed(self, _client: object, _userdata: object) -> None:
        self._trouble = "The broker cannot be reached."

    def _lost(
        self, _client: object, _userdata: object, _flags: object, _reason: object, _properties: object
    ) -> None:
        if not self._trouble:  # a refusal says more than the end that follows it
            self._trouble = "The connection to the broker is lost."


def discovery(config: MqttConfig) -> list[tuple[str, dict[str, Any]]]:
    """Messages by which Home Assistant makes a device with its entities, by topic."""
    node = re.sub(r"[^A-Za-z0-9_-]", "_", config.name)
    device = {
        "identifiers": [node],
        "name": config.name,
        "manufacturer": "Triboard",
        "sw_version": __version__,
    }
    found = []
    for component, key, words in _ENTITIES:
        message: dict[str, Any] = {
            **words,
            "unique_id": f"{node}_{key}",
            "state_topic": f"{config.name}/state",
            "availability_topic": f"{config.name}/availability",
            "device": device,
            "value_template": _template(component, key),
        }
        found.append((f"{config.discovery}/{component}/{node}/{key}/config", message))
    return found


def _template(component: str, key: str) -> str:
    if component == "binary_sensor":
        return f"{{{{ 'ON' if value_json.{key} else 'OFF' }}}}"
    return f"{{{{ value_json.{key} }}}}"
