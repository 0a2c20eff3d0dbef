"""Mock pins of the Pi: gpiozero's own `MockFactory`, driven edge by edge."""

from dataclasses import dataclass
from typing import Final

from gpiozero.pins.mock import MockFactory, MockPin

KEPT_STATES: Final = 64  # of the log that each mock pin keeps; a museum day has millions of edges


class WiredPin(MockPin):  # type: ignore[misc]  # gpiozero carries no types
    """A mock pin with a switch on its wire: a closed switch beats the pin's own pull-up."""

    closed: bool | None = None  # None: nothing is wired to it
    loss: "Loss | None" = None

    def _call_when_changed(self) -> None:
        if self.loss is not None and self.loss.left:
            self.loss.left -= 1
            return
        super()._call_when_changed()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.closed is not None:
            self.follow_switch()

    def _change_state(self, value: bool) -> bool:  # noqa: FBT001 (overrides gpiozero's method)
        changed = bool(super()._change_state(value))
        del self.states[:-KEPT_STATES]
        return changed

    def follow_switch(self) -> None:
        """Take the level that the switch gives."""
        if self.closed:
            self.drive_low()
        else:
            self.drive_high()


@dataclass(slots=True)
class Loss:
    """Edges that are still to be lost, on one pin or on several together; the levels stay right."""

    left: int


class MockPins:
    """Input pins with pull-ups, as the real board has them: an active switch pulls its pin low."""

    def __init__(self) -> None:
        self.factory = MockFactory(pin_class=WiredPin)
        self._wires: dict[int, WiredPin] = {}  # gpiozero looks each pin up in its drawing of the header
        self.driven = 0  # switches closed and opened so far

    def drive(self, pin: int, *, active: bool) -> None:
        """Close or open the switch on a BCM pin."""
        wire = self._wires.get(pin)
        if wire is None:
            wire = self._wires[pin] = self.factory.pin(pin)
        if wire.closed is not active:
            wire.closed = active
            wire.follow_switch()
            self.driven += 1

    def lose_edges(self, pins: tuple[int, ...], count: int) -> None:
        """The next `count` edges of these pins happen, but nobody is told."""
        loss = Loss(count)
        for pin in pins:
            self.factory.pin(pin).loss = loss
