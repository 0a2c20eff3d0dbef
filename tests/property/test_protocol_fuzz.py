"""Fuzz of both ends: packets with a right CRC and hostile contents, and runs of bytes that are no packets.

Law, everywhere: no crash, no hang, and whatever was said before, an honest other end that appears behind
the next delimiter is understood and brings the link up. The default run is a part of the long one: the same
seeds, fewer steps.
"""

from collections.abc import Callable

import pytest
from tests.property.attacker import CONTROLLER_KINDS, HOST_KINDS, Attacker

from triboard.protocol import messages as m
from triboard.protocol.config import ControllerConfig
from triboard.protocol.connection import Connection, NeedData, Role
from triboard.protocol.controller_link import ControllerLink, Identity
from triboard.protocol.framing import DELIMITER, Damaged
from triboard.protocol.host import HostLink, Stage
from triboard.units import SECOND, Instant, millis

CONFIG = ControllerConfig("b", 8, 4, millis(10), 3, 4, 2)
WHO = Identity("f", "u", 1, m.ResetReason.POWER)
SHORT = 10_000
LONG = 1_000_000
HONEST_EVERY = 2_500
"""Steps after which an honest end takes over, to see whether everything still works."""

PATIENCE = 30
"""Seconds that it gets: a refused controller is asked each 5 s, a dead link is noticed after 3 s."""

steps = pytest.mark.parametrize(
    "steps", [SHORT, pytest.param(LONG, marks=[pytest.mark.long, pytest.mark.timeout(1800)])]
)
kinds_of_attack = pytest.mark.parametrize("attack", ["packets", "bytes"])


def _source(attacker: Attacker, attack: str) -> Callable[[], bytes]:
    return attacker.packet if attack == "packets" else attacker.noise


def _converse(host: HostLink, controller: ControllerLink, now: Instant) -> Instant:
    """Both ends for `PATIENCE` on a good line; the instant of the end."""
    to_host, to_controller = DELIMITER, DELIMITER
    for _ in range(PATIENCE * 10):
        now = Instant(now + SECOND // 10)
        host.feed(to_host, now)
        host.tick(now)
        controller.feed(to_controller + host.outgoing(), now)
        controller.tick(now)
        to_host, to_controller = b"".join(one.packet for one in controller.outgoing()), b""
    return now


@steps
@kinds_of_attack
def test_the_host_survives_any_controller(attack: str, steps: int) -> None:
    """Law: see above; an honest controller brings the attacked host's link up."""
    attacker = Attacker(1, CONTROLLER_KINDS, CONFIG.encode())
    source, chance = _source(attacker, attack), attacker.chance
    host, now = HostLink(CONFIG), Instant(0)
    host.opened(now)
    for step in range(1, steps + 1):
        now = Instant(now + chance.choice((0, 0, 1000, 100_000, 700_000)))
        host.feed(source(), now)
        host.tick(now)
        host.outgoing()
        assert host.next_deadline() is not None
        if step % HONEST_EVERY == 0:
            who = Identity("f", "u", 1000 + step, m.ResetReason.POWER)
            now = _converse(host, ControllerLink(who, None, booted=now), now)
            assert host.stage is Stage.UP, step


@steps
@kinds_of_attack
def test_the_controller_survives_any_host(attack: str, steps: int) -> None:
    """Law: see above; an honest host brings its link to the attacked controller up."""
    attacker = Attacker(2, HOST_KINDS, CONFIG.encode())
    source, chance = _source(attacker, attack), attacker.chance
    controller, now = ControllerLink(WHO, CONFIG, booted=Instant(0)), Instant(0)
    for step in range(1, steps + 1):
        now = Instant(now + chance.choice((0, 0, 1000, 100_000, 700_000)))
        controller.feed(source(), now)
        controller.tick(now)
        controller.outgoing()
        if step % HONEST_EVERY == 0:
            host = HostLink(CONFIG, adopt=True)
            host.opened(now)
            now = _converse(host, controller, now)
            assert host.stage is Stage.UP, step


@steps
@pytest.mark.parametrize("role", list(Role))
def test_the_packet_behind_the_next_delimiter_is_understood(role: Role, steps: int) -> None:
    """Law: after each run of noise, a zero and a message give the message."""
    other = Role.HOST if role is Role.CONTROLLER else Role.CONTROLLER
    message: m.Message = m.Ping(Instant(77)) if other is Role.HOST else m.ShowAck(77)
    attacker = Attacker(3, HOST_KINDS if other is Role.HOST else CONTROLLER_KINDS, CONFIG.encode())
    under_attack, sender = Connection(role), Connection(other)
    for _ in range(steps):
        under_attack.receive_data(attacker.noise() + DELIMITER + sender.send(message))
        last: object = None
        while not isinstance(event := under_attack.next_event(), NeedData):
            last = event
        assert last == message
        assert not isinstance(last, Damaged)
