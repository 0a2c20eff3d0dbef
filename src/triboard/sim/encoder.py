"""A rim's encoder on the simulated controller: pin levels in, channel values out, as the firmware counts."""

from dataclasses import replace

from triboard.board.definition import RimDefinition, SensorFrame
from triboard.board.rims import RimTracking, follow
from triboard.protocol.config import ControllerConfig
from triboard.protocol.parts import Quadrature


class Encoder:
    """Counts one rim from the levels that its pins have when it starts."""

    def __init__(self, part: Quadrature, levels: dict[int, bool], bits: int) -> None:
        self.pins = (part.track_a, part.track_b, part.index)
        self._part = part
        self._bits = bits
        self._levels = levels
        edges = part.turn // 4
        self._rim = RimDefinition("", (), *self.pins, edges, part.reverse, SensorFrame.ROOM)
        self._state = RimTracking()
        self.follow()

    def follow(self) -> None:
        """A level has changed."""
        a, b, index = (not self._levels.get(pin, True) for pin in self.pins)  # a closed switch pulls it low
        self._state = follow(self._state, self._rim, track_a=a, track_b=b, index=index)
        self._state = replace(self._state, count=self._state.count % self._part.turn)

    def miss(self) -> None:
        """A level has changed without an interrupt: scans find it, so the count is no longer believed."""
        count = self._state.count
        self.follow()
        self._state = replace(self._state, count=count, located=False)

    def values(self) -> dict[int, int]:
        """Its channels: the count, lowest digits first, and whether it is located."""
        *digits, located = self._part.span.channels
        mask = (1 << self._bits) - 1
        found = {
            channel: self._state.count >> self._bits * place & mask for place, channel in enumerate(digits)
        }
        return {**found, located: int(self._state.located)}


def encoders_of(config: ControllerConfig, levels: dict[int, bool]) -> list[Encoder]:
    """The encoders that a configuration names."""
    return [Encoder(part, levels, config.bits) for part in config.parts if isinstance(part, Quadrature)]
