"""`triboard selftest`: the opening check, by lights, hands and a terminal."""

import sys
from typing import Any, Final

import click

from triboard.care.round import SELFTEST
from triboard.commands.care_terminal import Terminal, options
from triboard.commands.files import print_json

FAULTY: Final = 4
"""Exit code when a part failed, as that of doctor."""

ABOUT: Final = {
    "lights": "all lights in red, green, blue and white; single ones that stay dark are found one by one",
    "empty": "nothing on the board: sensors that are stuck, or cannot be read",
    "sites": "a piece on each site, where its light is; also tells whether sensors are turned against lights",
    "buttons": "each button",
    "rims": "each rim one click; its index where its angle is not known",
}


@click.command()
@options
@click.option("--interrupt", is_flag=True, help="Interrupt a game under way; it goes on afterwards.")
def selftest(url: str, steps: tuple[int, ...], *, listed: bool, as_json: bool, interrupt: bool) -> None:
    """Check lights, sensors, buttons and rims of a running board, under a minute for a board of 27 holes.

    The board lights up what it asks for; OK and UNDO of the board, the page and this terminal answer.
    Exit code 0: all passed; 4: something failed.
    """
    if listed:
        print_json(
            {
                "steps": [
                    {"step": number, "name": name, "about": ABOUT[name]}
                    for number, name in enumerate(SELFTEST)
                ]
            }
        )
        return
    care = Terminal(url).run("selftest", steps=steps, interrupt=interrupt)
    sys.exit(told(care, as_json=as_json))


def told(care: Any, *, as_json: bool) -> int:
    """Print the result; the exit code."""
    parts = care["parts"]
    if as_json:
        print_json({"kind": care["kind"], "steps": care["steps"], "parts": parts})
    else:
        print(care["text"])
        for part in parts:
            if part["result"] != "passed":
                print(f"- {part['part']} {part['result']}. {part['note']}")
    return FAULTY if any(part["result"] == "failed" for part in parts) else 0
