"""Rim tracks, index switches and buttons as gpiozero devices.

Plain `DigitalInputDevice`s: `RotaryEncoder` cannot tell *between*, and each `Button` costs a polling thread.
The library's debouncing is not used (it drops edges, differently on each backend); ours works on levels.
Callbacks may come on a thread of the backend, so they only put the change into a queue and wake the loop.
"""

import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gpiozero import DigitalInputDevice
from gpiozero.exc import GPIOZeroError

from triboard.board.definition import Board
from triboard.errors import ControllerError

MOST_CHANGES: Final = 4096  # a queue this long means that nobody reads it; levels heal what is dropped


@dataclass(frozen=True, slots=True)
class PinLevel:
    """Level of one pin after a change; `active` is a closed switch."""

    pin: int
    active: bool


class GpioInputs:
    """All input pins of a board. `drain` gives the changes since the last call, in order.

    Raises `ControllerError` naming the pin when a pin cannot be had; nothing stays open then.
    """

    def __init__(self, board: Board, factory: Any, wake: Callable[[], None]) -> None:
        self._queue: deque[PinLevel] = deque(maxlen=MOST_CHANGES)
        self._wake = wake
        self._devices: dict[int, Any] = {}
        for pin in input_pins(board):
            try:
                device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
            except (GPIOZeroError, OSError) as error:
                self.close()
                raise ControllerError(
                    f"GPIO {pin} cannot be opened ({error}). Is another program using it, or an overlay?"
                ) from error
            self._devices[pin] = device
            device.when_activated = self._note(pin, active=True)
            device.when_deactivated = self._note(pin, active=False)

    def _note(self, pin: int, *, active: bool) -> Callable[[], None]:
        level = PinLevel(pin, active)

        def note() -> None:
            self._queue.append(level)
            self._wake()

        return note

    def drain(self) -> list[PinLevel]:
        """Changes in the order in which they came."""
        changes = []
        with contextlib.suppress(IndexError):
            while True:
                changes.append(self._queue.popleft())
        return changes

    def levels(self) -> dict[int, bool]:
        """Levels of all pins now: heals an edge that was lost."""
        return {pin: bool(device.is_active) for pin, device in self._devices.items()}

    def close(self) -> None:
        """Let all pins go; safe to call twice."""
        for device in self._devices.values():
            device.close()
        self._devices.clear()


def input_pins(board: Board) -> list[int]:
    """BCM numbers of all buttons and rims that hang on the computer; none where it needs no pins at all."""
    pins = [button.pin for button in board.buttons]
    return pins + [pin for rim in board.rims if not rim.on_controller for pin in rim.pins]


def pi_factory() -> Any:
    """The pin factory of a real Pi: lgpio, chosen by name, never by falling through a list.

    Raises `ControllerError` with the remedy where lgpio is missing or cannot start.
    """
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except ImportError as error:
        raise ControllerError(
            "The pin library lgpio is missing. Install it with: pip install 'triboard[pi]' "
            "(Python 3.13: apt install python3-lgpio and a venv with --system-site-packages)."
        ) from error
    except Exception as error:  # lgpio raises its own plain errors
        raise ControllerError(
            f"lgpio cannot start ({error}). It needs /dev/gpiochip0 (group gpio) and a writable "
            "working directory, or LG_WD set to one."
        ) from error
