"""Servers that watchers are told to talk to: a real Mosquitto, and hubs that misbehave."""

import json
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

PATIENCE = 15.0
"""Seconds; a hang, not a speed."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Mosquitto:
    """Debian's broker on a port of loopback; `stop` and `start` it as a site would."""

    def __init__(self, folder: Path, *, password: str | None = None) -> None:
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        if not Path(program).exists():
            pytest.skip("MQTT is tested against a real broker (apt install mosquitto)")
        self.port = free_port()
        self._program = program
        self._file = folder / "mosquitto.conf"
        lines = [f"listener {self.port} 127.0.0.1", "persistence false", "user root"]
        if password is None:
            lines.append("allow_anonymous true")
        else:
            secrets = folder / "passwords"
            tool = Path(program).parent.parent / "bin" / "mosquitto_passwd"
            subprocess.run([tool, "-b", "-c", secrets, "board", password], check=True, capture_output=True)
            secrets.chmod(0o644)
            lines += ["allow_anonymous false", f"password_file {secrets}"]
        self._file.write_text("\n".join(lines) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it takes connections."""
        self._process = subprocess.Popen(
            [self._program, "-c", str(self._file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                assert time.monotonic() < deadline, "mosquitto does not start"
                threading.Event().wait(0.02)
            else:
                return

    def stop(self) -> None:
        """It is gone, with all that it knew."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None


class Listener:
    """Another client of the broker: every message by topic, the newest last."""

    def __init__(self, port: int, *, user: str | None = None, password: str | None = None) -> None:
        from paho.mqtt import client as paho
        from paho.mqtt.enums import CallbackAPIVersion

        self.heard: list[tuple[str, Any]] = []
        self._news = threading.Condition()
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        if user is not None:
            self._client.username_pw_set(user, password)
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_message = self._take
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def _take(self, _client: object, _data: object, message: Any) -> None:
        text = message.payload.decode()
        with self._news:
            self.heard.append((message.topic, json.loads(text) if text[:1] in "{[" else text))
            self._news.notify()

    def wait(self, topic: str, wanted: Any = ...) -> Any:
        """The newest message of a topic, or the one that is wanted; fails after a while."""

        def newest() -> Any:
            found = [message for known, message in self.heard if known == topic]
            return found[-1] if found and (wanted is ... or found[-1] == wanted) else None

        with self._news:
            assert self._news.wait_for(newest, PATIENCE), (topic, wanted, self.heard)
            return newest()

    def wait_for(self, wanted: Callable[[str, Any], bool]) -> bool:
        """Until a message came that is wanted; false after a while."""
        with self._news:
            return self._news.wait_for(lambda: any(wanted(*one) for one in self.heard), PATIENCE)

    def close(self) -> None:
        """No more."""
        self._client.disconnect()
        self._client.loop_stop()


class Hub:
    """A web server that takes heartbeats: `status` is what it answers, `hang` lets it say nothing."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.status = 200
        self.came = threading.Condition()
        hub = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with hub.came:
                    hub.bodies.append(json.loads(body))
                    hub.came.notify()
                self.send_response(hub.status)
                self.send_header("Location", "http://127.0.0.1:1/")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/ping"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def wait(self, count: int) -> None:
        """Until so many heartbeats came."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.bodies) >= count, PATIENCE)

    def close(self) -> None:
        """No more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(PATIENCE)


@contextmanager
def tarpit() -> Iterator[int]:
    """A port that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=50) as server:
        yield int(server.getsockname()[1])
