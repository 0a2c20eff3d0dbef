"""Why the controller started, how often it crashed in a row, and where an exception came from."""

import io
import sys

import machine

import store

UNKNOWN, POWER, WATCHDOG, BROWN_OUT, EXTERNAL = range(5)  # as in the protocol's Hello

_CHIP_RESET = 0x40064008  # RP2040 datasheet §2.10.7, VREG_AND_CHIP_RESET
_HAD_RUN = 0x10000  # the reset came by the RUN pin


def reset_reason():
    """The reset reason as the protocol numbers it.

    An RP2040 tells a brown-out from a power-on by nothing; `machine.reset()` counts as its watchdog.
    """
    cause = machine.reset_cause()
    if cause == machine.WDT_RESET:
        return WATCHDOG
    if cause != machine.PWRON_RESET:
        return UNKNOWN
    if "RP2040" in sys.implementation._machine and machine.mem32[_CHIP_RESET] & _HAD_RUN:
        return EXTERNAL
    return POWER


def at_start(reason):
    """Crashes in a row, and why the last one; a start by hand or by power begins a new row."""
    count, why, counted = store.crashes()
    if reason != WATCHDOG:
        store.forget_crashes()
        return 0, ""
    if counted:
        store.note_crash(count, why, counted=False)
    else:
        count += 1
        why = "the watchdog: a scan did not end"
        store.note_crash(count, why, counted=False)
    return count, why


def tell(text):
    """A `Fault` by the least of the program, where its link was never made; as text where even that fails."""
    try:
        import messages
        from framing import PAYLOAD, Writer

        writer = Writer(sys.stdout.buffer)
        writer.send(messages.FAULT, messages.put_fault(writer.body, PAYLOAD, text), 1)
    except Exception:
        print(text)


def describe(error):
    """An exception in one line: its place, kind and text."""
    text = io.StringIO()
    sys.print_exception(error, text)
    lines = text.getvalue().strip().split("\n")
    place = ""
    for line in lines:
        if line.startswith("  File "):
            parts = line.split('"')
            place = parts[1].split("/")[-1] + ":" + parts[2].split(",")[1].replace(" line ", "")
    return f"{place} {lines[-1]}"
