"""`triboard doctor`: asks a running daemon what ails it, and names the remedy."""

import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from typing import Any, Final

import click

from triboard.app.config import DEFAULT_HOST, DEFAULT_PORT
from triboard.commands.files import print_json
from triboard.errors import ControllerError

PATIENCE: Final = 5.0  # seconds that a daemon gets to answer
STALE: Final = 5.0  # seconds without a reading; snapshots come each second
SICK: Final = 1  # exit code when there is a finding

Finding = Mapping[str, str]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print everything as one line of JSON.")
@click.option("--url", default=f"http://{DEFAULT_HOST}:{DEFAULT_PORT}/", help="Page of the daemon to ask.")
def doctor(url: str, *, as_json: bool) -> None:
    """Ask a running daemon for the health of its sensors, link, lights and storage.

    Exit code 0: nothing found; 1: something is wrong, or no daemon answers.
    """
    status = _ask(url)
    findings = list(findings_of(status))
    if as_json:
        print_json({**status, "findings": findings})
    else:
        sensors = status["sensors"]
        print(f"{status['board']}: {len(sensors)} sensors, link {status['link']['state']}")
        for finding in findings:
            print(f"- {finding['where']}: {finding['what']} {finding['fix']}")
        if not findings:
            print("Nothing is wrong.")
    sys.exit(SICK if findings else 0)


def _ask(url: str) -> dict[str, Any]:
    """The status of the daemon at an address; raises `ControllerError` with the remedy."""
    address = url.rstrip("/") + "/status"
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            found: dict[str, Any] = json.loads(answer.read())
            return found
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise ControllerError(
            f"No daemon answers at {address} ({error}). Start one with triboard simulate or triboard run, "
            "or name its page with --url."
        ) from error


def findings_of(status: Mapping[str, Any]) -> Iterator[Finding]:
    """What is wrong, each with its place and remedy."""
    link = status["link"]
    if link["state"] != "up":
        yield _finding(
            "link", f"The board is not connected: {link['reason'] or 'no answer'}.", "Check its cable."
        )
    elif link["damaged"] + link["missed"] > link["received"] / 100:
        yield _finding(
            "link", "More than one packet in a hundred is lost.", "Change the cable or the supply."
        )
    for sensor in status["sensors"]:
        yield from _sensor_findings(sensor)
    for rim in status["rims"]:
        if rim["lost_edges"]:
            yield _finding(
                f"rim {rim['rim']}",
                f"{rim['lost_edges']} edges were lost.",
                "Check both tracks of its encoder.",
            )
    light = status["light"]
    if light["fault"]:
        yield _finding("lights", light["fault"], "The game goes on without them.")
    elif light["scale"] < 1:
        percent = round(100 * light["scale"])
        yield _finding(
            "lights", f"Limited to {percent} % by the power budget.", "Raise budget_ma if the supply can."
        )
    if status["storage"]["state"] == "failed":
        yield _finding("storage", status["storage"]["reason"], "Play goes on unsaved.")


def _sensor_findings(sensor: Mapping[str, Any]) -> Iterator[Finding]:
    where = f"sensor {sensor['site']} level {sensor['level']}"
    if sensor["quarantined"]:
        yield _finding(where, "It flickers and is not believed now.", "Check its magnet, contact or supply.")
    elif sensor["quarantines"]:
        yield _finding(where, f"It has flickered {sensor['quarantines']} times.", "Watch it.")
    if sensor["seen"] is None or sensor["seen"] > STALE:
        yield _finding(where, "It cannot be read.", "Check its wire and its expander.")
    elif sensor["margin"] is not None and sensor["margin"] <= 0:
        yield _finding(
            where, "Its value lies between two kinds of pieces.", "Clean it, or calibrate its bands."
        )


def _finding(where: str, what: str, fix: str) -> Finding:
    return {"where": where, "what": what, "fix": fix}
