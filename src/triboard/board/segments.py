"""Parts of an LED chain in a board file: `[[segments]]`, each with its own colour order and outlet."""

from triboard.board.definition import COLOUR_ORDERS, Board, Segment
from triboard.fields import Fields
from triboard.units import Pixel

LAST_PIN = 27  # BCM numbers on the header of every Pi
LAST_BUS = 1  # SPI buses that every 40-pin header has: 0 on GPIO 10, 1 on GPIO 20


def read_segments(fields: Fields, colour_order: str) -> tuple[Segment, ...]:
    """The segments of a board file, which may have none.

    ```toml
    [[segments]]
    first = 0          # pixel
    count = 27
    order = "GRBW"     # left out: colour_order of [light]
    bus = 1            # SPI route; left out: 0
    pin = 12           # PWM and PIO routes; left out: 18
    ```
    """
    return tuple(_segment(entry, colour_order) for entry in fields.tables("segments", required=False))


def _segment(fields: Fields, colour_order: str) -> Segment:
    segment = Segment(
        first=Pixel(fields.whole("first", 0, 4095)),
        count=fields.whole("count", 1, 4096),
        order=fields.choice("order", COLOUR_ORDERS, colour_order),
        bus=fields.whole("bus", 0, LAST_BUS, 0),
        pin=fields.whole("pin", 0, LAST_PIN, 18),
    )
    fields.close()
    return segment


def check_segments(fields: Fields, board: Board) -> None:
    """Every pixel lies in exactly one segment, and each chain has LEDs of one kind."""
    if not board.segments:
        return
    end = 0
    for segment in sorted(board.segments, key=lambda one: one.first):
        if segment.first != end:
            problem = "lies in two segments" if segment.first < end else "lies in no segment"
            pixel = min(end, segment.first)
            fields.note("segments", f"pixel {pixel} {problem}", "Let each begin where the one before ends.")
        end = max(end, segment.first + segment.count)
    if end != len(board.pixels):
        problem = f"end at pixel {end - 1}, the board's last one is {len(board.pixels) - 1}"
        fields.note("segments", problem, "Let their counts add up to the number of pixels.")
    for bus in sorted({segment.bus for segment in board.segments}):
        if len({segment.white for segment in board.segments if segment.bus == bus}) > 1:
            fields.note(
                "segments",
                f"bus {bus} has LEDs with and without white in one chain",
                "Put one kind on the other bus.",
            )
