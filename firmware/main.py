"""Starts the controller; whatever goes wrong is told to the host, counted, and answered by a reset.

After three crashes in a row it runs in safe mode, after six it leaves the REPL free; so it does when asked.
"""

import gc
import time

import store

_HOPELESS = 6  # crashes in a row: not even safe mode runs
_FLUSH = 200  # ms for the last packet to leave
_TELLINGS = 10  # of why it does not run, one a second: the host needs some to open the port


def _crashed(error, controller):
    gc.collect()
    import machine

    import crashes

    text = crashes.describe(error)
    store.note_crash(store.crashes()[0] + 1, text, counted=True)
    try:
        controller.link.fault("crash at " + text, always=True)
        controller.link.darken()
    except Exception:  # the link is what crashed, or was never made
        crashes.tell("crash at " + text)
    time.sleep_ms(_FLUSH)
    machine.reset()


def main():
    """Run for ever, or not at all."""
    if store.take_repl():
        count, why, _ = store.crashes()
        store.note_crash(count, why, counted=True)  # the reset that ends the prompt is no crash
        return
    import crashes

    reason = crashes.reset_reason()
    count, why = crashes.at_start(reason)
    if count >= _HOPELESS:
        for _ in range(_TELLINGS):
            crashes.tell("the firmware does not run; the last of its crashes: " + why)
            time.sleep_ms(1000)
        return
    import micropython

    micropython.kbd_intr(-1)  # byte 3 is data
    controller = None
    try:
        import app

        controller = app.Controller(reason, why, safe=count >= app.CRASHES_TO_SAFE)
        controller.run()
    except Exception as error:
        _crashed(error, controller)


main()
