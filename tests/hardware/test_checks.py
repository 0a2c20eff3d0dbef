"""`triboard hardware check`: what is wrong with a board file is found, named, and all of it at once."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.hardware.files import changed
from tests.unit.rules.commands import triboard

from triboard.board.build import LightFrom
from triboard.board.definition import Segment
from triboard.board.load import load_board, shipped_boards
from triboard.hardware.checks import check_hardware
from triboard.hardware.power import plan_power
from triboard.protocol.parts import ColourSensors, ShiftChain
from triboard.units import Pixel

VARIANTS = ("ttt3d-presence+starter", "ttt3d-presence+hall")

PLANTED = (
    # board, what is changed, the place and the words of the mistake
    ("ttt3d-presence", ("load = 5", "load = 4"), "inputs[0].load", "GP 4 is taken by"),
    ("ttt3d-presence", ("sck = 2", "sck = 3"), "inputs[0].sck", "GP 3 is not SPI0 SCK"),
    ("ttt3d-presence", ("count = 27, spi", "count = 26, spi"), "inputs", "leave channel 26 without a part"),
    ("ttt3d", ("[0x70, 0x71,", "[0x70, 0x70,"), "muxes", "an address twice"),
    ("ttt3d", ("sda = 20", "sda = 21"), "sda", "GP 21 is not I2C0 SDA"),
    ("ttt3d", ("edges_per_detent = 16", "edges_per_detent = 64"), "rims", "2304 edges a second"),
    ("ttt3d", ("period_ms = 25", "period_ms = 9"), "scan.period_ms", "one scan takes 8.51 ms"),
    ("ttt3d", ('"OK", pin = 5', '"OK", pin = 3'), "buttons.OK", "GPIO 3 belongs to I2C1"),
    ("ttt3d", ('"OK", pin = 5', '"OK", pin = 17'), "buttons and rims", "pin 17 is named 2 times"),
    ("troika", ("count = 117, used = 13", "count = 117, used = 7"), "count", "8 select lines reach 112"),
    ("troika", ("adc = 27", "adc = 22"), "adc", "GP 22 is not an analogue input"),
    ("trioker", ("supply_a = 6.0", "supply_a = 4.0"), "build.supply_a", "5 V needs 4.33 A"),
    ("trioker", ("fuse_a = 3.15", "fuse_a = 2.0"), "build.fuse_a", "the LEDs may take 2500 mA"),
    ("trioker", ("wire_mm2 = 0.75", "wire_mm2 = 0.25"), "build.wire_mm2", "less than the fuse"),
    ("trioker", ("feeds = 3", "feeds = 1"), "build.feeds", "V are left at the worst LED"),
    ("trioker", ("[build]\n", '[build]\nlight = "controler"\n'), "build.light", "is 'controler'"),
)


@pytest.mark.parametrize("name", [*shipped_boards(), *VARIANTS])
def test_every_shipped_board_can_be_built(name: str) -> None:
    """Law: no shipped board, and no variant of one, has a mistake in pins, power or times."""
    assert check_hardware(load_board(name)) == []


@pytest.mark.parametrize("size", [7, 13, 19])
def test_every_size_of_trike_can_be_built(size: int) -> None:
    """Law: the board file's supply, wires and chips suffice for the largest board, too."""
    assert check_hardware(load_board("trike", size)) == []


@pytest.mark.parametrize(("name", "change", "place", "words"), PLANTED)
def test_a_planted_mistake_is_named(
    tmp_path: Path, name: str, change: tuple[str, str], place: str, words: str
) -> None:
    """Law: one clear mistake with its place in the file and a remedy, as JSON too; exit code 2."""
    answer = triboard("hardware", "check", "--no-rules", changed(tmp_path, name, change))
    assert answer.code == 2
    found = [line for line in answer.err.splitlines() if words in line]
    assert found, answer.err
    assert place in found[0].split(words)[0]
    assert '"ok": false' in answer.out
    assert words.split("'")[0] in answer.out


def test_all_mistakes_come_at_once(tmp_path: Path) -> None:
    """Law: mistakes of loading, of power and of times do not hide one another, and each comes once."""
    path = changed(
        tmp_path,
        "ttt3d",
        ("[0x70, 0x71,", "[0x70, 0x70,"),
        ('"OK", pin = 5', '"OK", pin = 8'),
        ("fuse_a = 2.0", "fuse_a = 1.0"),
        ("period_ms = 25", "period_ms = 9"),
        ("supply_a = 4.0", "supply_a = 1.0"),
    )
    answer = triboard("hardware", "check", "--no-rules", path)
    assert answer.code == 2
    said = answer.err.splitlines()
    assert len(said) == len(set(said)) == 5, answer.err
    assert all(line.startswith("triboard: ") for line in said)
    for place in ("muxes", "buttons and rims", "build.fuse_a", "scan.period_ms", "build.supply_a"):
        assert place in answer.err


def test_a_strip_on_the_second_bus_owns_its_pins() -> None:
    """Law: SPI1 takes GPIO 16 to 21 from buttons and rims."""
    board = load_board("ttt3d")
    halves = (Segment(Pixel(0), 16, "GRB"), Segment(Pixel(16), 16, "GRB", bus=1))
    places = {one.place for one in check_hardware(replace(board, segments=halves)) if "SPI1" in one.problem}
    assert places == {"buttons.ONE", "rims.A.track_a", "rims.C.track_a", "rims.C.track_b", "rims.C.index"}


def test_what_is_too_much_for_a_bus_is_found() -> None:
    """Law: long chains of chips, many I2C multiplexers and very many LEDs are held against the edges and
    frames that physics leaves."""
    trike = load_board("trike-presence", 19)
    fast = replace(
        trike,
        parts=tuple(replace(p, baud=5_000_000) if isinstance(p, ShiftChain) else p for p in trike.parts),
    )
    assert any("an edge takes" in one.problem for one in check_hardware(fast))
    ttt3d = load_board("ttt3d")
    many = replace(
        ttt3d,
        parts=tuple(
            replace(p, muxes=tuple(range(0x70, 0x78))) if isinstance(p, ColourSensors) else p
            for p in ttt3d.parts
        ),
    )
    assert any("8 TCA9548A" in one.problem for one in check_hardware(many))
    lamps = replace(ttt3d, pixels=ttt3d.pixels * 42)
    assert any("ms a frame" in one.problem for one in check_hardware(lamps))


def test_a_board_without_pins_cannot_have_buttons() -> None:
    """Law: whoever builds for any computer is told of what hangs on a Pi."""
    board = load_board("ttt3d-presence+starter")
    with_buttons = replace(board, buttons=load_board("ttt3d-presence").buttons)
    assert [one.place for one in check_hardware(with_buttons)] == ["build.computer"]
    on_pi = replace(board, build=replace(board.build, light=LightFrom.PI))
    assert [one.place for one in check_hardware(on_pi)] == ["build.light"]


def test_options_of_the_command_are_those_of_the_file(tmp_path: Path) -> None:
    """Law: `--set` lays its values over [build], with the same checks."""
    said = triboard("hardware", "check", "trioker", "--no-rules", "--set", "supply_a=2", "--set", "colour=3")
    assert said.code == 2
    assert "trioker: build.supply_a: is 2 A" in said.err
    assert "trioker: build.colour: is not known" in said.err
    good = triboard("hardware", "check", "trike", "--no-rules", "--size", "19").json
    assert (good["ok"], good["erc"], good["power"]["pixels"]) == (True, None, 192)


def test_sensors_that_take_more_than_a_pico_gives_get_a_regulator() -> None:
    """Law: what the Pico's 3.3 V cannot give comes from regulators, each used to four fifths at most."""
    few, many = plan_power(load_board("troika")), plan_power(load_board("trioker"))
    assert few.regulators == ()
    assert few.pico.most <= 0.8 * 300
    assert many.regulators == ("regulator-5",)
    assert many.sensors.most <= 0.8 * 5000
    assert many.five_volts > many.budget + many.sensors.most * 3.3 / 5
