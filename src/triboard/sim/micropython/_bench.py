"""The link from the virtual machine to the bench outside, and the clock that both share.

Two pipes carry records of 16 bytes (op u8, kind u8, index u16, value u32, instant u64, little endian); the
standard streams carry what USB would. In lock step the machine's clock moves only by what its parts cost
(`spend`) and by what the bench grants (`wait`); in real time it is the system's clock.
Nothing here allocates on the way of a scan, so that what a scan allocates is the firmware's own doing.
"""

import gc
import sys

import uos
import uselect
import utime

# to the machine
SET = 1  # a node of the circuit (kind, index) shows value
GO = 2  # in lock step: it is `instant` now; wait no further than `value` microseconds ahead of it
# from the machine
WAIT = 1  # it waits `value` microseconds from `instant` on; kind 1: bytes on the standard input end the wait
RESET = 2  # machine.reset()
FEED = 3  # the watchdog was fed; value: its time-out in microseconds
PIXELS = 4  # `value` bytes for the LEDs at pin `index` follow
ENDED = 5  # main.py has ended: a Pico would show its REPL; kind 1: by an exception
ALLOCATES = 6  # `value` bytes were allocated since the wait before (only while audited)

FOREVER = 0xFFFFFFFF
SIZE = 16
PATIENCE_US = 100_000  # a loop that never waits is interrupted this often, so that the bench goes on

real_time = True
nodes = []  # by kind: an array of what each node shows
listeners = []  # by kind: a function that takes (index, value) over, or None: then it goes into `nodes`

_from_bench = open(int(sys.argv[2]), "rb")
_to_bench = open(int(sys.argv[3]), "wb")
_own_output = open(
    int(sys.argv[4]), "rb"
)  # the other end of our standard output: readable while the bench has not read it
_record = bytearray(SIZE)
_arrived = bytearray(SIZE)
_waiting = uselect.poll()
_waiting.register(_from_bench, uselect.POLLIN)
_unread = uselect.poll()
_unread.register(_own_output, uselect.POLLIN)

_audited = False
_allocated = 0
_now = 0
_until = 0  # the machine may let time pass by itself up to here
_started = 0


def begin(clock_is_real, now, audited):
    """Start the clock at `now` microseconds of the bench. `audited`: tell what is allocated between waits."""
    global real_time, _now, _until, _started, _audited
    _audited = audited
    real_time = clock_is_real
    _now = _until = now
    _started = utime.ticks_us() - now


def now():
    """Microseconds of the bench's clock."""
    if real_time:
        return utime.ticks_us() - _started
    return _now


def spend(microseconds):
    """Something took so long. In real time it takes what it takes."""
    global _now
    if not real_time:
        _now += microseconds
        if _now >= _until + PATIENCE_US:
            _yield(_now, False)


def wait(deadline, poller):
    """Let time pass until `deadline` (`None`: for ever), or, with a `poller`, until it finds something.

    Before it begins, and when it ends, changes of the circuit are taken over.
    """
    global _allocated
    if _audited:
        more = gc.mem_alloc() - _allocated
        if more > 0:
            tell(ALLOCATES, 0, 0, more)
    if real_time:
        _wait_really(deadline, poller)
    else:
        _wait_in_step(deadline, poller)
    if _audited:
        _allocated = gc.mem_alloc()


def _wait_in_step(deadline, poller):
    global _now
    if deadline is not None and deadline <= _until and not _has_written():
        if deadline > _now:
            _now = deadline
        return
    _yield(deadline, poller is not None)


def look():
    """Take over what has changed outside, without waiting; in lock step also let the bench go on."""
    if real_time:
        for _ in _waiting.ipoll(0):
            _take_over()
    elif _now >= _until:
        _yield(_now, False)


def tell(op, kind, index, value):
    """Send a record to the bench."""
    moment = now()
    _record[0] = op
    _record[1] = kind
    _record[2] = index & 0xFF
    _record[3] = index >> 8 & 0xFF
    for place in range(4):
        _record[4 + place] = value >> 8 * place & 0xFF
    for place in range(8):
        _record[8 + place] = moment >> 8 * place & 0xFF
    _to_bench.write(_record)


def tell_bytes(op, index, data):
    """Send a record and bytes behind it."""
    tell(op, 0, index, len(data))
    _to_bench.write(data)


def fall_silent():
    """Wait to be switched off by the bench."""
    while True:
        if not _from_bench.readinto(_arrived):
            _end()


def _has_written():
    for _ in _unread.ipoll(0):
        return True
    return False


def _yield(deadline, wakes_on_input):
    global _now
    span = FOREVER if deadline is None else min(FOREVER, max(0, deadline - _now))
    tell(WAIT, 1 if wakes_on_input else 0, 0, span)
    while not _take_over():
        pass


def _wait_really(deadline, poller):
    both = poller or _waiting
    while True:
        left = -1
        if deadline is not None:
            left = max(0, (deadline - now() + 999) // 1000)
        found = False
        for one in both.ipoll(left):
            if one[0] is _from_bench:
                _take_over()
            else:
                found = True
        if found or (deadline is not None and now() >= deadline):
            return


def watch(poller):
    """Let a real poller also see what the bench says."""
    poller.register(_from_bench, uselect.POLLIN)


def _take_over():
    """One record of the bench; whether it was GO."""
    global _now, _until
    if _from_bench.readinto(_arrived) != SIZE:
        _end()
    value = _arrived[4] | _arrived[5] << 8 | _arrived[6] << 16 | _arrived[7] << 24
    if not real_time:
        moment = 0
        for place in range(8):
            moment |= _arrived[8 + place] << 8 * place
        if moment > _now:
            _now = moment
        if _arrived[0] == GO:
            _until = moment + value
            return True
    kind = _arrived[1]
    index = _arrived[2] | _arrived[3] << 8
    listener = listeners[kind]
    if listener is None:
        nodes[kind][index] = value
    else:
        listener(index, value)
    return False


def _end():
    """The bench is gone; an exception could be caught by what runs here."""
    uos.system("kill -9 $PPID")
    sys.exit(1)
