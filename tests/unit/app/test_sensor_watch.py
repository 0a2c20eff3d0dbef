"""The watch over all sensors: who is excused, what is hidden, what health says."""

from tests.unit.session.table import BOARD

from triboard.app.sensor_watch import SensorWatch
from triboard.board.readings import EMPTY, SOMETHING, UNKNOWN
from triboard.units import Instant, Site, millis

ONE, OTHER = Site("Aa1"), Site("Bb2")
BARE = {site.site: (EMPTY,) for site in BOARD.sites}
CHANNELS = {site.site: site.levels[0].channels for site in BOARD.sites}


def at(ms: float) -> Instant:
    return Instant(millis(ms))


def hidden(watch: SensorWatch) -> list[Site]:
    return list(watch.quarantined)


def flicker(watch: SensorWatch, site: Site, excused: frozenset[Site] = frozenset()) -> None:
    shown = {**BARE, site: (SOMETHING,)}
    for number in range(10):
        pair = (BARE, shown) if number % 2 == 0 else (shown, BARE)
        watch.compare(*pair, excused, at(100 * number))


def test_only_what_flickers_is_hidden() -> None:
    """Law (§13): its level reads unknown, all others as they are, until it is calm."""
    watch = SensorWatch(BOARD)
    flicker(watch, ONE)
    assert hidden(watch) == [ONE]
    assert watch.believed(BARE) == {**BARE, ONE: (UNKNOWN,)}
    end = watch.next_deadline()
    assert end is not None
    watch.release(end)
    assert hidden(watch) == []
    assert watch.believed(BARE) is BARE
    assert watch.next_deadline() is None


def test_a_turning_rim_excuses_its_sites() -> None:
    """Law (§16): holes that pass under a rim change as often as hands turn it."""
    watch = SensorWatch(BOARD)
    flicker(watch, ONE, frozenset({ONE}))
    assert hidden(watch) == []
    toggles = tuple(99 if channel in CHANNELS[ONE] else 0 for channel in range(BOARD.channels))
    watch.chattered(toggles, {ONE}, at(1))
    assert hidden(watch) == []
    watch.chattered(toggles, set(), at(1))
    assert hidden(watch) == [ONE]


def test_health_names_what_cannot_be_read_and_since_when() -> None:
    """Law: a level that is not read was last seen when it was lost; the others at the last scan."""
    watch = SensorWatch(BOARD)
    values = (46, 48, 52) * len(BOARD.sites)
    watch.scanned(frozenset(), at(100))
    watch.scanned(frozenset({CHANNELS[OTHER][1]}), at(200))
    watch.scanned(frozenset({CHANNELS[OTHER][1]}), at(900))
    health = {one.site: one for one in watch.health(values)}
    assert (health[OTHER].seen, health[OTHER].margin) == (at(200), None)
    assert health[ONE].seen == at(900)
    assert (health[ONE].margin or 0) > 0
    watch.scanned(frozenset(), at(1000))
    assert watch.health(values)[0].seen == at(1000)
    assert {one.site: one.seen for one in watch.health(None)}[OTHER] == at(1000)
