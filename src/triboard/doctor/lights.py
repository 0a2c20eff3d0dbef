"""Checks of the way to the LEDs: buffer, clock, audio, DMA, current, pins."""

from collections.abc import Iterator
from typing import Final

from triboard.doctor import overlays
from triboard.doctor.findings import Finding, failure, note, ok, skipped, warning
from triboard.doctor.subject import Subject, machine
from triboard.doctor.system import System
from triboard.drivers.pixels import KERNEL_BUFFER, LIBRARY_BUFFER
from triboard.drivers.routes import Route
from triboard.drivers.strip_pixels import AUDIO_MODULE, PWM_PINS, check_dma
from triboard.light.spi_wire import DEFAULT_BUFFER, frame_bytes

CORE_CLOCKS: Final = {3: "core_freq=250", 4: "core_freq=500"}
"""The SPI clock is cut from the core clock, which moves with the load unless it is nailed down."""

HEADER_LIMIT: Final = 500.0
"""Milliamperes for LEDs that the 5 V pins of a header can spare beside a Pi; more wants its own supply."""

SPI_PINS: Final = {0: (10, 11), 1: (20, 21)}
"""Data and clock of each bus; LEDs do not use the clock, but the bus drives it."""


def spi_buffer(system: System, subject: Subject) -> Iterator[Finding]:
    """A frame must go out in one transfer; a longer one starts again at pixel 0."""
    if subject.route is not Route.SPI:
        yield skipped("spi-buffer", f"The route {subject.route.value} has no such buffer.")
        return
    kernel = _number(system.text(str(KERNEL_BUFFER)))
    library = _number(system.environ().get(LIBRARY_BUFFER))
    room = min(kernel, library)
    for bus in sorted({segment.bus for segment in subject.board.strips}):
        parts = [segment for segment in subject.board.strips if segment.bus == bus]
        pixels, channels = sum(part.count for part in parts), len(parts[0].order)
        need = frame_bytes(pixels, channels)
        if need > room:
            size = 1 << (need - 1).bit_length()
            yield failure(
                "spi-buffer",
                f"A frame of {pixels} pixels on SPI {bus} takes {need} bytes, and {room} go out at once.",
                f"Add ` spidev.bufsiz={size}` to the end of the one line in /boot/firmware/cmdline.txt (a "
                "space before "
                f"it, no comma), set Environment={LIBRARY_BUFFER}={size} in the service, and restart the Pi.",
            )
        else:
            yield ok("spi-buffer", f"A frame of {pixels} pixels on SPI {bus} takes {need} of {room} bytes.")


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.strip().isdecimal() else DEFAULT_BUFFER


def core_clock(system: System, subject: Subject) -> Iterator[Finding]:
    """On a Pi 3 and 4 colours flicker when the core clock moves under the bus."""
    generation = machine(system).generation
    wanted = CORE_CLOCKS.get(generation or 0)
    if subject.route is not Route.SPI or wanted is None:
        yield skipped("core-clock", "It matters to SPI on a Pi 3 or 4 only.")
        return
    lines = [line for line in overlays.settings(system) if line.startswith(("core_freq=", "core_freq_min="))]
    fixed = "core_freq=" + wanted.split("=")[1]
    if fixed in lines or (generation == 4 and "core_freq_min=500" in lines):
        yield ok("core-clock", f"The core clock is fixed ({', '.join(lines)}).")
    elif lines:
        yield warning(
            "core-clock",
            f"config.txt says {', '.join(lines)}; LEDs on SPI want {wanted}.",
            f"Write {wanted}.",
        )
    else:
        extra = " and core_freq_min=500" if generation == 4 else ""
        yield note(
            "core-clock",
            "The core clock moves with the load, and SPI with it; some strips flicker then.",
            f"If colours flicker: {wanted}{extra} in /boot/firmware/config.txt.",
        )


def audio(system: System, subject: Subject) -> Iterator[Finding]:
    """Analogue audio and PWM LEDs share hardware: random colours until the next start."""
    if subject.route is not Route.PWM:
        yield ok("audio", f"The route {subject.route.value} does not meet the audio hardware.")
        return
    pins = sorted({segment.pin for segment in subject.board.strips} & set(PWM_PINS))
    if pins and AUDIO_MODULE in machine(system).modules:
        yield failure(
            "audio",
            f"GPIO {pins[0]} is driven by PWM while the sound module {AUDIO_MODULE} is loaded: colours "
            "will be random.",
            'Set route = "spi" in [light] and move the data wire to GPIO 10; or dtparam=audio=off in '
            "config.txt.",
        )
    else:
        yield warning(
            "audio",
            "The route pwm flickers on some Pis that start without a monitor, and needs root.",
            'Set route = "spi" in [light] and move the data wire to GPIO 10.',
        )


def dma(_: System, subject: Subject) -> Iterator[Finding]:
    """Channel 5 serves the SD card of some models and destroys its data."""
    if subject.route is not Route.PWM:
        yield skipped("dma", f"The route {subject.route.value} chooses no DMA channel.")
        return
    mistakes = check_dma(subject.dma)
    for mistake in mistakes:
        yield failure("dma", f"The DMA channel {mistake.problem}.", mistake.remedy)
    if not mistakes:
        yield ok("dma", f"DMA channel {subject.dma} is free.")


def power_budget(_: System, subject: Subject) -> Iterator[Finding]:
    """Whether the budget is enough for the LEDs to be lit at all, and what feeds them. An estimate."""
    power, count = subject.board.power, len(subject.board.pixels)
    idle = power.idle * count
    most = idle + count * (power.red + power.green + power.blue)
    if idle >= power.budget:
        yield failure(
            "power-budget",
            f"{count} dark pixels take about {idle:.0f} mA already, and the budget is {power.budget:.0f} mA.",
            "Raise budget_ma in the board file if the supply can, or use fewer pixels.",
        )
        return
    told = (
        f"{count} pixels take {idle:.0f} mA dark, {most:.0f} mA all white; the budget is {power.budget:.0f} "
        "mA"
    )
    if power.budget > HEADER_LIMIT:
        yield note(
            "power-budget",
            f"{told} (estimates). That is more than the 5 V pins of the header can spare.",
            "Feed the strip from a supply of its own, grounds joined.",
        )
    else:
        yield ok("power-budget", f"{told} (estimates).")


def pin_conflicts(system: System, subject: Subject) -> Iterator[Finding]:
    """Pins of the board that an active overlay has taken."""
    if machine(system).generation is None:
        yield skipped("pin-conflicts", "Overlays are those of a Raspberry Pi.")
        return
    if not overlays.settings(system):
        yield skipped("pin-conflicts", "config.txt is empty or cannot be read.")
        return
    ours = dict(_pins(subject))
    well = True
    for pin, owner in sorted(overlays.taken(system).items()):
        if pin in ours and not (
            owner.startswith(("spi=on", "dtoverlay=spi1-")) and ours[pin].startswith("LEDs on")
        ):
            well = False
            yield failure(
                "pin-conflicts",
                f"GPIO {pin} is {ours[pin]}, and {owner} in config.txt takes it.",
                f"Take {owner} out of /boot/firmware/config.txt, or move the wire and its pin in the "
                "board file.",
                where=f"GPIO {pin}",
            )
    if well:
        yield ok("pin-conflicts", f"None of the {len(ours)} pins of the board is taken by an overlay.")


def _pins(subject: Subject) -> Iterator[tuple[int, str]]:
    """BCM numbers and what hangs on them."""
    for button in subject.board.buttons:
        yield button.pin, f"the button {button.button}"
    for rim in subject.board.rims:
        yield from ((pin, f"a track of rim {rim.rim}") for pin in (rim.track_a, rim.track_b))
        yield rim.index, f"the index of rim {rim.rim}"
    for segment in subject.board.strips:
        if subject.route in (Route.PWM, Route.PIO):
            yield segment.pin, "LEDs by one pin"
        elif subject.route is Route.SPI:
            yield from ((pin, f"LEDs on SPI {segment.bus}") for pin in SPI_PINS[segment.bus])
