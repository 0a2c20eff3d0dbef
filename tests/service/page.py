"""Plays on a page without a screen: `python page.py URL MOVES [SEAT]` drops balls and prints what came of it.

With a seat, that one drops them, and what the opponent of the other wants is done for it.

Runs inside a private systemd, where only the page leads to the daemon.
"""

import json
import sys
import time
from typing import Any

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

PATIENCE = 30.0


def view_with(socket: ClientConnection, wanted: Any) -> dict[str, Any]:
    """The first view that fits."""
    deadline = time.monotonic() + PATIENCE
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=deadline - time.monotonic()))
        if message["type"] == "view" and wanted(message):
            return message


def main(url: str, count: int, seat: int | None = None) -> None:
    """Drop balls into free holes, each when the one before is kept; print the moves and the phase as JSON."""
    origin = Origin(url.rstrip("/"))
    with connect(url.replace("http", "ws") + "ws", origin=origin, proxy=None) as socket:
        view = view_with(socket, lambda one: one["phase"] == "play")
        done = len(view["moves"])
        sites = [site["site"] for site in view["board"]["sites"]]
        for number in range(done, done + count):
            if seat is None or view["turn"]["seat"] == seat:
                taken = view["world"]["holes"]
                site = next(one for one in sites if one not in taken)
            else:  # what the opponent wants stands in the message
                while (view["opponent"] or {}).get("state") in ("thinking", "failed"):  # it is asked again
                    view = view_with(socket, lambda one: True)
                site = view["opponent"]["move"].rpartition("@")[2]
            verb = {"type": "hand", "verb": "drop", "site": site, "piece": view["turn"]["piece"]}
            socket.send(json.dumps(verb))
            view = view_with(socket, lambda one, n=number: len(one["moves"]) > n and one["saved"])
    print(json.dumps({"moves": view["moves"], "phase": view["phase"]}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *map(int, sys.argv[3:]))
