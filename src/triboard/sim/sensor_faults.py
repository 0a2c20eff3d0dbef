"""Faults of sensors, rims and buttons: what breaks between the pieces and the pins."""

from collections.abc import Callable, Mapping
from typing import Final

from triboard.board.signals import site_signals
from triboard.sim.bench import SimulatedBench
from triboard.sim.fault import HOW_LONG, HOW_MANY, LEVEL, SITE, TILL_MENDED, Fault, Part, fault
from triboard.sim.verbs import COUNT, NAME, RATE, SECONDS, STEPS, Argument
from triboard.sim.world import ImpossibleError
from triboard.units import Channel, Duration, Instant, Site, after, millis

NOTICED: Final = millis(500)
"""After which the controller finds a frozen expander by reading its configuration back."""

DRIFT_STEP: Final = millis(100)


def _seconds(seconds: float) -> Duration:
    return millis(1000 * seconds)


def _mend_later(bench: SimulatedBench, channels: tuple[Channel, ...], now: Instant, seconds: float) -> None:
    bench.plans.at(after(now, _seconds(seconds)), lambda at: bench.sensors.mend(channels, at))


def _stuck(high: int) -> Callable[..., None]:
    def act(bench: SimulatedBench, now: Instant, site: Site, level: int | None) -> None:
        value = bench.sensors.highest() if high else 0
        bench.sensors.stick(dict.fromkeys(bench.sensors.channels(site, level), value), now)

    return act


def _flicker(bench: SimulatedBench, now: Instant, site: Site, rate: float, seconds: float) -> None:
    channels = bench.sensors.channels(site)
    bench.plans.cancel(site)
    end, half = after(now, _seconds(seconds)), Duration(max(1, round(1e6 / rate)))

    def other(at: Instant) -> None:
        if at >= end:
            return
        bench.sensors.stick(_otherwise(bench, site), at)
        bench.plans.at(after(at, half), back, site)

    def back(at: Instant) -> None:
        bench.sensors.unstick(channels, at)
        bench.plans.at(after(at, half), other, site)

    other(now)


def _otherwise(bench: SimulatedBench, site: Site) -> Mapping[Channel, int]:
    """Signals of a bare site where something stands, else of the first piece that it can tell."""
    place = next(one for one in (*bench.board.sites, *bench.board.aside) if one.site == site)
    bare = site_signals(place, ())
    if bench.world.standing(site):
        return bare
    for piece in (piece for tray in bench.board.trays for piece in (tray.piece, *tray.shapes)):
        try:
            return site_signals(place, (piece,))
        except StopIteration:  # a kind that this level does not read
            continue
    return dict.fromkeys(bare, bench.sensors.highest())


def _drift(bench: SimulatedBench, now: Instant, site: Site, steps: int, seconds: float) -> None:
    channels = bench.sensors.channels(site)
    count = max(1, _seconds(seconds) // DRIFT_STEP)

    def step(number: int) -> Callable[[Instant], None]:
        return lambda at: bench.sensors.shift(channels, round(steps * number / count), at)

    for number in range(1, count + 1):
        bench.plans.at(after(now, Duration(number * DRIFT_STEP)), step(number), site)


def _weak_magnet(bench: SimulatedBench, now: Instant, site: Site, times: int) -> None:
    place = next((one for one in bench.board.sites if one.site == site), None)
    channels = bench.sensors.channels(site)
    bare = {} if place is None else site_signals(place, ())
    moment = now
    for _ in range(times):
        moment = after(moment, millis(bench.chance.uniform(500, 2000)))
        bench.plans.at(moment, lambda at: bench.sensors.stick(bare, at), site)
        moment = after(moment, millis(bench.chance.uniform(100, 600)))
        bench.plans.at(moment, lambda at: bench.sensors.unstick(channels, at), site)


def _neighbour(bench: SimulatedBench, now: Instant, site: Site, other: Site, seconds: float) -> None:
    bench.sensors.hear_neighbour(site, other, now)
    _mend_later(bench, bench.sensors.channels(site), now, seconds)


def _nak(bench: SimulatedBench, now: Instant, site: Site, seconds: float) -> None:
    bank = bench.sensors.bank(site)
    bench.sensors.lose(bank, now)
    _mend_later(bench, bank, now, seconds)


def _frozen(bench: SimulatedBench, now: Instant, site: Site, seconds: float) -> None:
    bank = bench.sensors.bank(site)
    bench.sensors.freeze(bank)
    bench.plans.at(after(now, NOTICED), lambda at: bench.sensors.lose(bank, at), site)
    _mend_later(bench, bank, now, max(seconds, 2 * NOTICED / 1e6))


def _burst(bench: SimulatedBench, now: Instant, seconds: float) -> None:
    bench.hands.bounces = 6
    bench.plans.at(after(now, _seconds(seconds)), lambda _: _calm(bench))


def _calm(bench: SimulatedBench) -> None:
    bench.hands.bounces = 1


def _edge_loss(bench: SimulatedBench, now: Instant, name: str, count: int) -> None:
    del now
    pins: dict[str, tuple[int, ...]] = {rim.rim: (rim.track_a, rim.track_b) for rim in bench.board.rims}
    pins |= {button.button: (button.pin,) for button in bench.board.buttons}
    if name not in pins:
        raise ImpossibleError(f"There is no rim or button {name}; known: {', '.join(pins) or 'none'}.")
    on_controller = any(rim.rim == name and rim.on_controller for rim in bench.board.rims)
    (bench.sensors if on_controller else bench.pins).lose_edges(pins[name], count)


def _half_detent(bench: SimulatedBench, now: Instant, rim: str) -> None:
    found = next((one for one in bench.board.rims if one.rim == rim), None)
    if found is None:
        raise ImpossibleError(f"There is no rim {rim} on this board.")
    bench.hands.set_edges(rim, max(1, found.edges_per_detent // 2), now)


def mend(bench: SimulatedBench, now: Instant, site: str) -> None:
    """End the faults of one site, or all faults of the bench."""
    if site != "all":
        bench.plans.cancel(Site(site))
        bench.sensors.mend(bench.sensors.channels(Site(site)), now)
        return
    bench.plans.clear()
    bench.sensors.mend(bench.sensors.every_channel(), now)
    bench.disk.mend()
    bench.engine.mend()
    bench.wall.restore()
    bench.supply = None
    _calm(bench)
    for rim in bench.board.rims:
        bench.hands.set_edges(rim.rim, rim.edges_per_detent, now)
    bench.controller.stand_in(None, None, now)
    if not bench.wire.plugged:
        bench.wire.plug()


SENSOR_FAULTS: Final[tuple[Fault, ...]] = (
    fault(
        Part.SENSORS, "stuck-high", (SITE, LEVEL), "The site's channels show their largest value.", _stuck(1)
    ),
    fault(Part.SENSORS, "stuck-low", (SITE, LEVEL), "The site's channels show 0.", _stuck(0)),
    fault(
        Part.SENSORS,
        "flicker",
        (SITE, Argument("RATE", RATE), TILL_MENDED),
        "The site changes RATE times a second between what stands there and something else.",
        _flicker,
    ),
    fault(
        Part.SENSORS,
        "drift",
        (SITE, Argument("STEPS", STEPS), HOW_LONG),
        "The site's raw values move by STEPS, little by little.",
        _drift,
    ),
    fault(
        Part.SENSORS,
        "weak-magnet",
        (SITE, Argument("COUNT", COUNT, "3")),
        "The piece drops out of sight COUNT times, for 0.1 to 0.6 s.",
        _weak_magnet,
    ),
    fault(
        Part.SENSORS,
        "neighbour-tag",
        (SITE, Argument("OTHER", NAME), TILL_MENDED),
        "The site's sensor reads what stands on OTHER; a tag reader reads both.",
        _neighbour,
    ),
    fault(
        Part.SENSORS,
        "nak",
        (SITE, TILL_MENDED),
        "The bus of the site's sensor does not answer: it and its bank of 16 channels are unread.",
        _nak,
    ),
    fault(
        Part.SENSORS,
        "frozen",
        (SITE, TILL_MENDED),
        "The site's expander keeps its values; the controller finds out after 0.5 s.",
        _frozen,
    ),
    fault(
        Part.SENSORS,
        "lost-interrupt",
        (HOW_MANY,),
        "The next COUNT changes are noticed only by the slow poll.",
        lambda bench, _, count: bench.sensors.lose_interrupts(count),
    ),
    fault(
        Part.SENSORS,
        "bounce-burst",
        (Argument("SECONDS", SECONDS, "10"),),
        "Every piece and switch chatters six times as long.",
        _burst,
    ),
    fault(
        Part.SENSORS,
        "mend",
        (Argument("SITE", NAME, "all"),),
        "The faults of a site end; without SITE all faults end.",
        mend,
    ),
    fault(
        Part.TURNING,
        "edge-loss",
        (Argument("RIM-OR-BUTTON", NAME), Argument("COUNT", COUNT)),
        "The next COUNT edges come without anybody being told; the levels are right.",
        _edge_loss,
    ),
    fault(
        Part.TURNING,
        "half-detent",
        (Argument("RIM", NAME),),
        "The rim's encoder gives half as many edges a quarter turn as the board file says.",
        _half_detent,
    ),
)
