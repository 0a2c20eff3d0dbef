"""The code of the game, and how wrong tries are slowed down."""

import pytest

from triboard.units import SECOND, Instant, after
from triboard.web.gate import MOST_DEVICES, MOST_WRONG, PlayGate, Tries, in_words

MINUTE = 60 * SECOND


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = Instant(1)

    def __call__(self) -> Instant:
        return self.now

    def wait(self, microseconds: int) -> None:
        self.now = Instant(self.now + microseconds)


class Counter:
    """Chance that is none: 0, 1, 2 and so on."""

    def __init__(self) -> None:
        self.count = -1

    def __call__(self, below: int) -> int:
        self.count += 1
        return self.count % below


def gate() -> tuple[PlayGate, Clock]:
    clock = Clock()
    return PlayGate(Counter(), clock), clock


def test_the_right_code_opens_with_or_without_blanks() -> None:
    """Law: six digits, as shown or run together."""
    found, _ = gate()
    assert found.code == "012345"
    assert found.knock("phone", "012345") is None
    assert found.knock("phone", " 012 345 ") is None
    assert found.knock("phone", "12345") is not None
    assert found.knock("phone", "") is not None


def test_five_tries_then_a_minute_then_twice_as_long() -> None:
    """Law: 5 free tries, 1 min, doubling; the right one does not help before, and clears all after."""
    found, clock = gate()
    for _ in range(5):
        assert "not the code" in str(found.knock("phone", "999999"))
    assert str(found.knock("phone", found.code)) == "Too many wrong codes. Wait 1 minute."
    clock.wait(MINUTE - 1)
    assert "Wait 1 second" in str(found.knock("phone", found.code))
    clock.wait(1)
    assert "not the code" in str(found.knock("phone", "999999"))
    assert str(found.knock("phone", found.code)) == "Too many wrong codes. Wait 2 minutes."
    assert found.knock("other phone", found.code) is None
    clock.wait(2 * MINUTE)
    assert found.knock("phone", found.code) is None
    assert "not the code" in str(found.knock("phone", "999999"))


def test_the_wait_doubles_up_to_an_hour() -> None:
    """Law: 1, 2, 4, 8, 16, 32, then 60 minutes, never more."""
    tries, now = Tries(), Instant(0)
    waits = []
    for number in range(16):
        tries.wrong(now)
        waits.append(tries.wait(now) // MINUTE)
        now = after(now, tries.wait(now))
        assert number < 4 or waits[-1] > 0
    assert waits[4:] == [1, 2, 4, 8, 16, 32, *[60] * 6]


def test_a_new_game_has_a_new_code_and_ends_what_was_allowed() -> None:
    """Law: the code expires with the game."""
    found, _ = gate()
    assert not found.begin(0)
    old, before = found.code, found.round
    assert not found.begin(0)
    assert found.code == old
    assert found.begin(1)
    assert found.round == before + 1
    assert found.code != old
    assert found.knock("phone", old) is not None


def test_many_wrong_tries_from_many_devices_change_the_code() -> None:
    """Law: a guess among so many is all that a swarm of devices gets for one code."""
    found, _ = gate()
    old = found.code
    for number in range(MOST_WRONG):
        assert found.code == old
        found.knock(f"device {number}", "999999")
    assert found.code != old


def test_only_so_many_devices_are_remembered() -> None:
    """Law: memory is bounded, whoever asks."""
    found, _ = gate()
    for number in range(3 * MOST_DEVICES):
        found.knock(str(number), "999999")
    assert len(found._tries) == MOST_DEVICES


@pytest.mark.parametrize(
    ("wait", "words"),
    [
        (1, "Wait 1 second."),
        (30 * SECOND, "Wait 30 seconds."),
        (MINUTE, "Wait 1 minute."),
        (61 * SECOND, "Wait 2 minutes."),
    ],
)
def test_waits_are_said_in_words(wait: int, words: str) -> None:
    """Law: rounded up, never 0."""
    assert str(in_words(wait)) == words  # type: ignore[arg-type]  # a plain number of microseconds
