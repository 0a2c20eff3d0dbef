"""What one event leads to: the next state and effects; small makers of steps."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from triboard.session.effects import Effect, Record
from triboard.session.entries import Entry
from triboard.session.state import SessionState


@dataclass(frozen=True, slots=True)
class Step:
    """The state after an event, and effects in the order in which they must happen."""

    state: SessionState
    effects: tuple[Effect, ...] = ()

    def then(self, other: "Step") -> "Step":
        """This step's effects before another's, with the other's state."""
        return Step(other.state, (*self.effects, *other.effects))

    def through(self, go_on: Callable[[SessionState], "Step"]) -> "Step":
        """This step, and from its state what `go_on` makes of it."""
        return self.then(go_on(self.state))


def record(state: SessionState, entry: Entry) -> Step:
    """Hand one entry to the journal."""
    number = state.recorded + 1
    return Step(replace(state, recorded=number), (Record(state.serial, number, entry),))
