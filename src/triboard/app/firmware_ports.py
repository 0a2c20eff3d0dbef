"""Which port a command means that names none: the only controller, or the only Pico, that is there."""

from dataclasses import dataclass
from typing import Final

from triboard.drivers.handshake import ask_hello, open_alone
from triboard.drivers.port_search import AUTO, candidates, micropython_ports, stable_name
from triboard.errors import ConfigurationError, ControllerError, LinkLostError, Mistake

BRIEFLY: Final = 1.2
"""Seconds that each port gets; a controller answers at once, unless opening its port restarts it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A port and what was found there."""

    path: str
    text: str
    unit: str = ""


def the_port(named: str | None, unit: str | None) -> str:
    """The port that was named, else the only one with a controller (of this unit) or MicroPython's USB name.

    Under the name that survives a restart. Raises `ConfigurationError` that lists what was found.
    """
    if named is not None:
        return stable_name(named)
    seen, refused = _look()
    chosen = [one for one in seen if unit is not None and one.unit == unit] or seen
    if len(chosen) == 1:
        return stable_name(chosen[0].path)
    if not chosen and refused:
        raise ControllerError(" ".join(refused))
    if not chosen:
        raise ConfigurationError(
            Mistake(
                "--port",
                "no Pico was found at any serial port",
                "Plug it in, or name its port. A new Pico needs MicroPython first: hold BOOTSEL while"
                " plugging it in and copy MicroPython's .uf2 file to it.",
            )
        )
    listed = "; ".join(f"{one.path} ({one.text})" for one in chosen)
    raise ConfigurationError(Mistake("--port", f"several are there: {listed}", "Name one of them."))


def _look() -> tuple[list[Seen], list[str]]:
    seen, refused = [], []
    micropython = set(micropython_ports())
    for path in candidates(AUTO):
        try:
            port = open_alone(path)
        except ControllerError as error:
            refused.append(str(error))
            continue
        try:
            hello = ask_hello(port, BRIEFLY)
        except LinkLostError:
            hello = None
        finally:
            port.close()
        if hello is not None:
            seen.append(Seen(path, f"unit {hello.unit}, board {hello.board or 'none yet'}", hello.unit))
        elif path in micropython:
            seen.append(Seen(path, "MicroPython"))
    return seen, refused
