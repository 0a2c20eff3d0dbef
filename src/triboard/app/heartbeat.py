"""A sign of life: a POST of the state as JSON to one address, again and again, from a thread of its own.

The body is a ping as the museum hub Exhibitera (formerly Constellation) takes it at `/system/ping`: `class`,
`id`, `type`, `currentInteraction` ("true" within 30 s of a touch) and `error`; our own fields stand beside.
"""

import json
import threading
import urllib.error
import urllib.request
from typing import Any, Final

from triboard.app.config import HeartbeatConfig
from triboard.app.watching import Slot, Told
from triboard.units import SECOND

PATIENCE: Final = 5.0
"""Seconds that the other side gets."""

LARGEST_ANSWER: Final = 4096
"""Bytes read of an answer; nobody needs it."""

GOODBYE: Final = 0.2
"""Seconds that the end of the daemon waits for a POST on its way."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """An answer that sends us elsewhere is a failure: the state goes where it was meant to go, or nowhere."""

    def redirect_request(self, *_: object) -> None:
        return None


class Heartbeat:
    """Sends the newest state every `every`."""

    name = "Heartbeat"

    def __init__(self, config: HeartbeatConfig) -> None:
        """Start the thread; `config.url` is set."""
        assert config.url is not None
        self._url = config.url
        self._id = config.id
        self._every = config.every / SECOND
        self._slot = Slot()
        self._over = threading.Event()
        self._trouble = ""
        # A daemon: a hub that never answers must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self._opener = urllib.request.build_opener(_NoRedirect)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """Why the last POST failed."""
        return self._trouble

    def offer(self, told: Told) -> None:
        """Take the newest state."""
        self._slot.put(told)

    def close(self) -> None:
        """Send no more."""
        self._over.set()
        self._slot.close()
        self._thread.join(GOODBYE)

    def _run(self) -> None:
        while not self._over.is_set():
            told = self._slot.take(None)
            if told is None:
                return
            self._trouble = self._post(told)
            self._over.wait(self._every)

    def _post(self, told: Told) -> str:
        body = json.dumps(ping(self._id, told)).encode()
        try:
            request = urllib.request.Request(
                self._url, data=body, headers={"Content-Type": "application/json"}, method="POST"
            )
            with self._opener.open(request, timeout=PATIENCE) as answer:
                answer.read(LARGEST_ANSWER)
        except urllib.error.HTTPError as error:
            with error:
                return f"The hub answers {error.code}."
        except TimeoutError:
            return "The hub does not answer in time."
        except urllib.error.URLError as error:
            if isinstance(error.reason, TimeoutError):
                return "The hub does not answer in time."
            return f"The hub cannot be reached ({_reason(error.reason)})."
        except Exception as error:  # whatever a strange server does, the thread goes on
            return f"The hub cannot be reached ({type(error).__name__})."
        return ""


def ping(name: str, told: Told) -> dict[str, Any]:
    """The body of a heartbeat."""
    return {
        "class": "exhibitComponent",
        "id": name,
        "type": "triboard",
        "currentInteraction": "true" if told["busy"] else "false",
        "error": dict(told["ailing"]),
        **told,
    }


def _reason(reason: object) -> str:
    """In the system's words, without the address."""
    return getattr(reason, "strerror", None) or type(reason).__name__
