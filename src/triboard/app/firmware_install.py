"""Brings the firmware to a Pico: first beside the old version, then in its place, checked by hash.

    ask who is there ──> free the prompt ──> what is it? ──> lay beside, check
                                                                   │
    hello of the new version <── start anew <── check <── put in place by boot.py

Whatever is cut off, the board starts: with the old version until all of the new one lies beside it, with the
new one from then on (`firmware/boot.py`). Repeating the command goes on where it stopped.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from triboard.app.firmware_files import LISTING, Files, names_in
from triboard.app.firmware_status import (
    Found,
    first_hello,
    forgive,
    hello_json,
    look_inside,
    prompt_that_restarts,
    wait_for_hello,
)
from triboard.drivers.handshake import free_prompt
from triboard.drivers.pico import Prompt, PromptError
from triboard.errors import ConfigurationError, ControllerError, Mistake
from triboard.protocol.messages import Hello

NEXT: Final = "next."
COMPLETE: Final = "next.complete"
MARK: Final = "next.mark"
"""Names in flash, see `firmware/boot.py`: a file of the new version, the mark, the mark half written."""

OLDEST: Final = (1, 24)
"""MicroPython's version that the firmware needs at least: the first one that runs on both kinds of Pico."""

CHIPS: Final = ("RP2040", "RP2350")

SPARE: Final = 32 * 1024
"""Bytes of flash that stay free beside two versions: room for the configuration and for littlefs itself."""

LONGEST_UNIT: Final = 64

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person asked for. `board`, `unit`: the controller must be this one; `adopt`: or become it."""

    port: str
    board: str | None = None
    unit: str | None = None
    adopt: bool = False


def install(wish: Wish, files: Files, tell: Tell) -> dict[str, Any]:
    """Install and report, as JSON values. Raises `ControllerError` or `ConfigurationError` with the remedy;
    then the controller runs what it ran before, or says at its next start that it does not."""
    _check_name(wish.unit)
    hello = first_hello(wish.port)
    if hello is not None:
        tell(f"{wish.port}: unit {hello.unit}, firmware {hello.firmware}, board {hello.board or 'none yet'}.")
        _check_wanted(wish, hello.board, hello.unit)
    tell("Restarting it into MicroPython's prompt.")
    free_prompt(wish.port)
    try:
        found, done = _at_the_prompt(wish, files, tell)
    except PromptError as error:
        raise ControllerError(
            f"The installation was cut off ({error}). Repeat the command: it goes on where it stopped;"
            " until then the controller runs the firmware that it had."
        ) from error
    tell("Waiting for the new firmware.")
    after = wait_for_hello(wish.port)
    _check_answer(wish, files, after)
    return {
        "port": wish.port,
        "micropython": found.machine.text,
        "before": None if hello is None and not found.version else _before(found, hello),
        "after": hello_json(after),
        **done,
        "files": files.hashes,
    }


def _at_the_prompt(wish: Wish, files: Files, tell: Tell) -> tuple[Found, dict[str, Any]]:
    with prompt_that_restarts(wish.port) as pico:
        found = look_inside(pico)
        _check_machine(found)
        _check_wanted(wish, found.board, found.unit)
        done = _bring(pico, files, tell)
        if wish.unit is not None and wish.unit != found.unit:
            pico.write("unit.txt.new", wish.unit.encode())
            pico.rename("unit.txt.new", "unit.txt")
        forgive(pico)
    return found, done


def _bring(pico: Prompt, files: Files, tell: Tell) -> dict[str, Any]:
    """Copy what differs beside the old version, check it there, put it in place, check it again."""
    boot = files.contents["boot.py"].decode()
    pico.run(boot)  # finishes an earlier installation that was cut off; nothing where there is none
    hashes = {name: bytes.fromhex(digest) for name, digest in files.hashes.items()}
    present = pico.hashes(hashes)
    differing = [name for name in hashes if present.get(name) != hashes[name]]
    gone = sorted(names_in(pico.read(LISTING)) - set(hashes))
    staged = {name.removeprefix(NEXT) for name in pico.files() if name.startswith(NEXT)}
    for name in sorted(staged - set(differing)):
        pico.remove(NEXT + name)  # of another version
    arrived = pico.hashes(NEXT + name for name in differing)
    resumed = [name for name in differing if arrived.get(NEXT + name) == hashes[name]]
    copied = [name for name in differing if name not in resumed]
    _check_room(pico, sum(len(files.contents[name]) for name in copied))
    for number, name in enumerate(copied, 1):
        tell(f"Copying {name} ({number} of {len(copied)}, {len(files.contents[name])} bytes).")
        pico.write(NEXT + name, files.contents[name])
        if pico.hashes([NEXT + name]).get(NEXT + name) != hashes[name]:
            raise ControllerError(
                f"{name} reads back differently from the Pico's flash. Try again; if it happens again,"
                " the flash is worn out or the cable is bad."
            )
    if differing or gone:
        # boot.py first: it finishes also the very first installation; main.py, which starts all, last.
        order = sorted(differing, key=lambda name: (name != "boot.py", name == "main.py"))
        pico.write(MARK, "\n".join([*order, *(f"-{name}" for name in gone)]).encode())
        pico.rename(MARK, COMPLETE)
        pico.run(boot)
    now = pico.hashes(hashes)
    wrong = [name for name in hashes if now.get(name) != hashes[name]]
    if wrong:
        raise ControllerError(f"After copying these files are not what they should be: {', '.join(wrong)}.")
    kept = [name for name in hashes if name not in differing]
    return {"copied": copied, "resumed": resumed, "kept": kept, "removed": gone}


def _check_name(unit: str | None) -> None:
    if unit is None:
        return
    if not unit.strip() or unit != unit.strip() or "\n" in unit or len(unit.encode()) > LONGEST_UNIT:
        raise ConfigurationError(
            Mistake("--unit", f"{unit!r} is no name", f"Give a name of 1 to {LONGEST_UNIT} bytes.")
        )


def _check_machine(found: Found) -> None:
    machine = found.machine
    if machine.implementation != "micropython" or not any(chip in machine.board for chip in CHIPS):
        raise ControllerError(
            f"This is {machine.text}. The firmware runs on a Raspberry Pi Pico ({' or '.join(CHIPS)})."
        )
    if machine.version[:2] < OLDEST:
        oldest = ".".join(str(part) for part in OLDEST)
        raise ControllerError(
            f"This is {machine.text}; the firmware needs MicroPython {oldest} or newer. Hold BOOTSEL while"
            " plugging the Pico in and copy a newer .uf2 file to it; its files stay."
        )


def _check_wanted(wish: Wish, board: str, unit: str) -> None:
    """Refuse a controller that belongs elsewhere; one that belongs nowhere yet fits."""
    if wish.adopt:
        return
    if wish.board is not None and board not in ("", wish.board):
        raise ControllerError(
            f"The controller at {wish.port} is set up for board {board!r}, not {wish.board!r}. Check the"
            " port, or say --adopt to take it over."
        )
    if wish.unit is not None and unit not in ("", wish.unit) and not _is_number(unit):
        raise ControllerError(
            f"The controller at {wish.port} is unit {unit!r}, not {wish.unit!r}. Check the port, or say"
            " --adopt to rename it."
        )


def _is_number(unit: str) -> bool:
    """Whether this is no given name but the chip's own number."""
    return len(unit) == 16 and all(digit in "0123456789abcdef" for digit in unit)


def _check_room(pico: Prompt, wanted: int) -> None:
    free = pico.room()
    if free < wanted + SPARE:
        raise ControllerError(
            f"The Pico's flash has {free} bytes free; {wanted + SPARE} are needed."
            " Remove files of yours from it."
        )


def _check_answer(wish: Wish, files: Files, after: Hello | None) -> None:
    if after is None:
        raise ControllerError(
            f"The files are in place and checked, but no firmware answers at {wish.port}."
            " Unplug the Pico and plug it in again, then run triboard firmware status."
        )
    if after.firmware != files.version:
        raise ControllerError(
            f"Firmware {after.firmware} answers though {files.version} was installed."
            " Unplug the Pico and plug it in again, then run triboard firmware status."
        )


def _before(found: Found, hello: Hello | None) -> dict[str, Any]:
    if hello is not None:
        return hello_json(hello)
    return {"firmware": found.version, "board": found.board, "unit": found.unit, "answered": False}
