"""Faults of the link, the controller, the LEDs and the disk."""

from typing import Final

from triboard.protocol.messages import ResetReason
from triboard.sim.bench import SimulatedBench
from triboard.sim.fault import HOW_LONG, HOW_MANY, Fault, Part, fault
from triboard.sim.verbs import COUNT, CURRENT, NAME, NUMBER, SECONDS, Argument, choice
from triboard.units import Duration, Instant, after, millis

REASONS: Final = {
    "power": ResetReason.POWER,
    "watchdog": ResetReason.WATCHDOG,
    "brown-out": ResetReason.BROWN_OUT,
    "external": ResetReason.EXTERNAL,
}

BETWEEN_BROWN_OUTS: Final = millis(700)
"""A supply that sags each time the LEDs come on takes the controller down before it can say much."""


def _seconds(seconds: float) -> Duration:
    return millis(1000 * seconds)


def _silent(bench: SimulatedBench, now: Instant, seconds: float) -> None:
    bench.controller.go_silent(after(now, _seconds(seconds)))


def _stall(bench: SimulatedBench, now: Instant, seconds: float) -> None:
    bench.controller.stall(after(now, _seconds(seconds)))


def _reset(bench: SimulatedBench, now: Instant, reason: str, deaf: float) -> None:
    bench.controller.reset(REASONS[reason], now, _seconds(deaf))


def _brown_outs(bench: SimulatedBench, now: Instant, count: int) -> None:
    for number in range(count):
        moment = after(now, Duration(number * BETWEEN_BROWN_OUTS))
        bench.plans.at(
            moment,
            lambda at: bench.controller.reset(ResetReason.BROWN_OUT, at, Duration(BETWEEN_BROWN_OUTS // 2)),
        )


def _absent(bench: SimulatedBench, now: Instant, seconds: float) -> None:
    bench.wire.unplug()
    bench.plans.at(after(now, _seconds(seconds)), lambda _: bench.wire.plug())


def _swap(bench: SimulatedBench, now: Instant, unit: str) -> None:
    bench.wire.unplug()
    bench.controller.stand_in(unit, None, now)
    bench.wire.plug()


def _old_protocol(bench: SimulatedBench, now: Instant, major: int, minor: int) -> None:
    bench.controller.stand_in(None, (major % 256, minor % 256), now)


def _flip_bits(bench: SimulatedBench, now: Instant, count: int) -> None:
    del now
    for _ in range(count):
        bench.controller.flip_bit(bench.chance.getrandbits(16))


def _over_budget(bench: SimulatedBench, now: Instant, limit: float) -> None:
    del now
    bench.supply = limit


def _disk_full(bench: SimulatedBench, now: Instant, seconds: float) -> None:
    bench.disk.full_until = after(now, _seconds(seconds))


def _read_only(bench: SimulatedBench, now: Instant, seconds: float) -> None:
    bench.disk.read_only_until = after(now, _seconds(seconds))


def _slow_disk(bench: SimulatedBench, now: Instant, seconds: float, delay: float) -> None:
    bench.disk.slow_until, bench.disk.delay = after(now, _seconds(seconds)), _seconds(delay)


def _power_cut(bench: SimulatedBench, now: Instant, offset: int) -> None:
    del now
    bench.disk.cut_after = offset


LINK_FAULTS: Final[tuple[Fault, ...]] = (
    fault(
        Part.LINK,
        "drop-frames",
        (HOW_MANY,),
        "The next COUNT sensor frames vanish, resent ones included.",
        lambda bench, _, count: bench.controller.drop_next_frames(count),
    ),
    fault(
        Part.LINK,
        "duplicate",
        (HOW_MANY,),
        "The next COUNT packets of the controller arrive twice.",
        lambda bench, _, count: bench.controller.duplicate_next(count),
    ),
    fault(
        Part.LINK,
        "reorder-ack",
        (HOW_MANY,),
        "The next COUNT acks of the host arrive behind the packet that followed them.",
        lambda bench, _, count: bench.controller.reorder_acks(count),
    ),
    fault(
        Part.LINK,
        "flip-bit",
        (HOW_MANY,),
        "In each of the next COUNT packets one bit is turned over.",
        _flip_bits,
    ),
    fault(
        Part.LINK,
        "truncate",
        (Argument("BYTES", NUMBER, "4"),),
        "Of the next packet only the first BYTES arrive.",
        lambda bench, _, keep: bench.controller.truncate_next(keep),
    ),
    fault(
        Part.LINK,
        "garbage",
        (Argument("BYTES", COUNT, "40"),),
        "BYTES of nonsense arrive now.",
        lambda bench, _, count: bench.controller.insert_garbage(bench.chance.randbytes(count)),
    ),
    fault(Part.LINK, "silent", (HOW_LONG,), "Nothing passes in either direction.", _silent),
    fault(
        Part.LINK,
        "unplug",
        (),
        "The cable between controller and Pi is pulled.",
        lambda bench, _: bench.wire.unplug(),
    ),
    fault(Part.LINK, "plug", (), "The cable is put in again.", lambda bench, _: bench.wire.plug()),
    fault(
        Part.LINK,
        "renumber",
        (Argument("SECONDS", SECONDS, "0.5"),),
        "The port vanishes and returns under another name.",
        _absent,
    ),
    fault(Part.LINK, "late", (HOW_LONG,), "The port is not there until SECONDS have passed.", _absent),
    fault(
        Part.CONTROLLER,
        "stall",
        (HOW_LONG,),
        "Its loop hangs: it neither scans nor answers, then goes on.",
        _stall,
    ),
    fault(
        Part.CONTROLLER,
        "reset",
        (Argument("REASON", choice(*REASONS)), Argument("DEAF-SECONDS", SECONDS, "1.5")),
        "It starts anew with a new boot id and is deaf for a while.",
        _reset,
    ),
    fault(
        Part.CONTROLLER,
        "brown-out-loop",
        (Argument("COUNT", COUNT, "5"),),
        "It starts anew COUNT times, each 0.7 s, before its supply holds.",
        _brown_outs,
    ),
    fault(
        Part.CONTROLLER,
        "swap-unit",
        (Argument("UNIT", NAME),),
        "Another controller, with the unit id UNIT, answers at this port.",
        _swap,
    ),
    fault(
        Part.CONTROLLER,
        "old-protocol",
        (Argument("MAJOR", NUMBER), Argument("MINOR", NUMBER, "0")),
        "It starts anew with firmware that speaks protocol MAJOR.MINOR (older or newer).",
        _old_protocol,
    ),
    fault(
        Part.CONTROLLER,
        "wrong-crc",
        (),
        "It starts anew with a damaged configuration, so that its CRC is wrong.",
        lambda bench, now: bench.controller.damage_config(now),
    ),
    fault(
        Part.LIGHT,
        "latch-failure",
        (HOW_MANY,),
        "The next COUNT frames reach the LEDs but are not shown.",
        lambda bench, _, count: bench.bus.latch_failure(count),
    ),
    fault(
        Part.LIGHT,
        "led-bus-error",
        (HOW_MANY,),
        "The next COUNT transfers on the SPI bus fail.",
        lambda bench, _, count: bench.bus.bus_error(count),
    ),
    fault(
        Part.LIGHT,
        "over-budget",
        (Argument("MILLIAMPERES", CURRENT),),
        "The supply gives no more: a frame that takes more browns the controller out.",
        _over_budget,
    ),
    fault(Part.DISK, "disk-full", (HOW_LONG,), "The disk has no room.", _disk_full),
    fault(
        Part.DISK,
        "read-only",
        (HOW_LONG,),
        "The disk takes nothing, as after an error of its card.",
        _read_only,
    ),
    fault(
        Part.DISK,
        "slow-disk",
        (HOW_LONG, Argument("DELAY", SECONDS, "2")),
        "Each entry takes DELAY seconds to be kept.",
        _slow_disk,
    ),
    fault(
        Part.DISK,
        "power-cut",
        (Argument("BYTES", NUMBER, "0"),),
        "The power goes after BYTES more bytes of the journal, and comes back.",
        _power_cut,
    ),
)
