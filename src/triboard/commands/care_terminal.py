"""A terminal at a running daemon's round of care: shows what is asked, sends what is answered.

Pieces, buttons and rims are the board's own; the terminal only answers what no sensor can tell.
"""

import json
import select
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final, TextIO, TypeVar
from urllib.parse import urlsplit

import click
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from triboard.commands.numbers import Whole
from triboard.errors import ControllerError, PlayerError

PATIENCE: Final = 5.0  # seconds that a daemon gets to answer
BEAT: Final = 0.1  # seconds between two looks at the keyboard
MOST: Final = 1 << 20  # bytes of a picture

T = TypeVar("T")

Ask = Callable[[], str | None]
"""A line that somebody typed, if any; never waits."""


class Terminal:
    """One connection to the page's socket."""

    def __init__(self, url: str, *, ask: Ask | None = None, out: TextIO | None = None) -> None:
        self._url = url
        self._ask = ask or _typed
        self._out = out or sys.stderr
        self._shown: tuple[Any, ...] = ()
        self._answered: tuple[Any, ...] = ()

    def run(self, kind: str, *, steps: tuple[int, ...], interrupt: bool) -> Mapping[str, Any]:
        """Begin a round, see it to its end, give the board back; its last picture.

        Raises `ControllerError` where no daemon answers, `PlayerError` where it refuses.
        """
        request = {
            "type": "care",
            "action": "begin",
            "kind": kind,
            "steps": list(steps),
            "interrupt": interrupt,
        }
        try:
            return self._talk(request, self._follow)
        except ConnectionClosed as error:
            raise ControllerError("The daemon has ended. Look at its log, and start it again.") from error

    def adopt(self) -> str:
        """Adopt the controller that waits; what to say then. Raises as `run` does."""

        def wait(socket: ClientConnection) -> str:
            waiting = False
            while True:
                message = self._next(socket)
                if message.get("type") == "refused":
                    raise PlayerError(str(message["text"]))
                if message.get("type") != "view":
                    continue
                waiting = waiting or message.get("adoptable") is not None
                if waiting and message.get("adoptable") is None:
                    return "Adopted: the controller is looked for again, and driven from now on."

        try:
            return self._talk({"type": "care", "action": "adopt"}, wait)
        except ConnectionClosed:
            return "Adopted: the daemon begins anew with this controller."

    def _talk(self, request: Mapping[str, Any], then: Callable[[ClientConnection], T]) -> T:
        parts = urlsplit(self._url)
        address = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/ws?language=en"
        try:
            with connect(address, open_timeout=PATIENCE, max_size=MOST, compression=None) as socket:
                socket.send(json.dumps({**request, "id": "begin"}))
                return then(socket)
        except ConnectionClosed:
            raise
        except (OSError, WebSocketException) as error:
            raise ControllerError(
                f"No daemon answers at {self._url} ({error}). Start one with triboard simulate or "
                "triboard run, or name its page with --url."
            ) from error

    def _follow(self, socket: ClientConnection) -> Mapping[str, Any]:
        begun = False
        care: Mapping[str, Any] | None = None
        while True:
            message = self._next(socket)
            if message.get("type") == "refused":
                if message.get("id") == "begin":
                    raise PlayerError(str(message["text"]))
                print(message["text"], file=self._out)
                self._answered = ()
            if message.get("type") == "view":
                care = message.get("care")
                if care is None and begun:
                    raise PlayerError("The round was ended by somebody else, or because nobody did anything.")
                begun = begun or care is not None
            if care is None:
                continue
            if care["over"]:
                socket.send(json.dumps({"type": "care", "action": "stop"}))
                return care
            self._show(care)
            # What is typed is an answer to what was read, not to a question that has just been answered.
            if self._answered != self._shown and (line := self._ask()) is not None:
                self._answer(socket, care, line)

    def _next(self, socket: ClientConnection) -> Mapping[str, Any]:
        try:
            message = json.loads(socket.recv(timeout=BEAT))
        except TimeoutError:
            return {}
        return message if isinstance(message, dict) else {}

    def _show(self, care: Mapping[str, Any]) -> None:
        """Each prompt once."""
        key = (care["number"], care["text"], care["done"])
        if key == self._shown:
            return
        self._shown = key
        count = f" [{care['done'] + 1}/{care['total']}]" if care["total"] else ""
        print(f"{care['step']}{count}: {care['text']}", file=self._out)
        for number, choice in enumerate(care["answers"], 1):
            print(f"    {number}  {choice['label']}", file=self._out)

    def _answer(self, socket: ClientConnection, care: Mapping[str, Any], line: str) -> None:
        names = [choice["answer"] for choice in care["answers"]]
        word = line.strip().lower()
        if word in ("q", "quit", "stop"):
            socket.send(json.dumps({"type": "care", "action": "stop"}))
            return
        chosen = [
            name
            for number, name in enumerate(names, 1)
            if word in (str(number), name, name[:1] if word else "")
        ]
        if word == "" and names:
            chosen = names[:1]
        if not chosen:
            print(f"Type a number from 1 to {len(names)}, or q to stop.", file=self._out)
            return
        self._answered = self._shown
        socket.send(json.dumps({"type": "care", "action": "answer", "answer": chosen[0]}))


def _typed() -> str | None:
    """A line of standard input, if one is there; nothing after its end."""
    if sys.stdin.closed or not select.select([sys.stdin], [], [], 0)[0]:
        return None
    return sys.stdin.readline() or None


def options(command: Any) -> Any:
    """Options that every command of care has."""
    for decorate in (
        click.option(
            "--url", default="http://127.0.0.1:8765/", show_default=True, help="Page of the daemon."
        ),
        click.option("--step", "steps", type=Whole(0), multiple=True, help="Only this step; see --list."),
        click.option("--list", "listed", is_flag=True, help="List the steps, and stop."),
        click.option("--json", "as_json", is_flag=True, help="Print the result as one line of JSON."),
    ):
        command = decorate(command)
    return command
