"""So much at once, so much a second, for each device apart."""

from tests.unit.web.test_gate import Clock

from triboard.units import SECOND
from triboard.web.limits import MOST_DEVICES, Bucket, Rates


def test_a_bucket_takes_its_size_at_once_and_its_rate_for_ever() -> None:
    """Law: never more than size + rate x time, and after a rest the size again."""
    clock = Clock()
    bucket = Bucket(10, 5, clock())
    assert sum(bucket.take(clock()) for _ in range(100)) == 10
    taken = 0
    for _ in range(1000):
        clock.wait(SECOND // 100)
        taken += bucket.take(clock())
    assert 49 <= taken <= 50
    clock.wait(3600 * SECOND)
    assert sum(bucket.take(clock()) for _ in range(100)) == 10


def test_devices_do_not_pay_for_each_other_and_only_so_many_are_known() -> None:
    """Law: one that floods slows itself alone; memory is bounded."""
    rates = Rates(Clock(), at_once=3, a_second=1)
    assert [rates.take("flood") for _ in range(5)] == [True, True, True, False, False]
    assert rates.take("other")
    for number in range(3 * MOST_DEVICES):
        rates.take(str(number))
    assert len(rates._buckets) == MOST_DEVICES
