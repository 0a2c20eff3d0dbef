"""Electrical rules: circuits have no errors, and a planted short or conflict is caught by the user's own
command."""

import re
from pathlib import Path

import pytest
from tests.hardware.files import BUILDS, HARDWARE
from tests.unit.rules.commands import triboard

from triboard.board.load import load_board, shipped_boards
from triboard.hardware.circuit import UNUSED, Circuit, Node
from triboard.hardware.design import design
from triboard.hardware.erc import examine, installed
from triboard.hardware.netlist import as_wired, parse_netlist

needs_skidl = pytest.mark.skipif(not installed(), reason="SKiDL is not installed")

STARTER = "ttt3d-presence+starter"


def netlist() -> str:
    """The starter build's own."""
    return (HARDWARE / "starter" / "netlist.net").read_text()


def joined(text: str, one: str, other: str) -> str:
    """A netlist in which somebody has soldered two nets together."""
    lines = text.splitlines()
    [mine] = [line for line in lines if f'(name "{one}")' in line]
    [theirs] = [line for line in lines if f'(name "{other}")' in line]
    nodes = re.findall(r"\(node .*?\)\)", theirs)
    merged = mine.replace('(class "Default")', '(class "Default") ' + " ".join(nodes), 1)
    return "\n".join(merged if line is mine else line for line in lines if line is not theirs) + "\n"


@needs_skidl
def test_the_starter_has_no_errors_and_no_warnings() -> None:
    """Law: SKiDL's electrical rules find nothing to say, and its netlist is the circuit's, net by net."""
    circuit = design(load_board(STARTER))
    verdict = examine(circuit, "starter")
    assert (verdict.errors, verdict.warnings) == ((), ())
    nets = parse_netlist(verdict.netlist, "netlist")
    wanted = {name: frozenset(nodes) for name, nodes in circuit.nets.items() if name != UNUSED}
    assert {name: frozenset(nodes) for name, nodes in nets.items()} == wanted


@needs_skidl
@pytest.mark.long
@pytest.mark.parametrize("name", [*shipped_boards(), "ttt3d-presence+hall"])
def test_no_board_has_an_error(name: str) -> None:
    """Law: zero errors and zero warnings for every shipped board."""
    verdict = examine(design(load_board(name)), name)
    assert (verdict.errors, verdict.warnings) == ((), ())


@needs_skidl
def test_a_short_is_caught_by_the_command(tmp_path: Path) -> None:
    """Law: 5 V on ground is told by the comparison with the plan and by SKiDL's rules; exit code 2."""
    path = tmp_path / "mine.net"
    path.write_text(joined(netlist(), "GND", "5V"))
    answer = triboard("hardware", "check", STARTER, "--netlist", str(path))
    assert answer.code == 2
    assert "net GND: joins 5V, GND. Part them" in answer.err
    assert "Pin conflict on net GND" in answer.err
    assert "POWER-OUT connected to POWER-OUT" in answer.err


@needs_skidl
def test_two_outputs_on_one_wire_are_an_error() -> None:
    """Law: the rules themselves see a pin conflict: QH of two 74HC165 on one line."""
    circuit = design(load_board(STARTER))
    nets = dict(circuit.nets)
    nets["SPI0 RX"] = (*nets["SPI0 RX"], *nets.pop("SPI0 chain 1"))
    verdict = examine(Circuit(circuit.components, nets), "planted")
    assert any("OUTPUT connected to OUTPUT" in error for error in verdict.errors)


def test_a_netlist_is_compared_pin_by_pin(tmp_path: Path) -> None:
    """Law: a wire on a wrong pin and one that is missing are named by part, pin and net."""
    path = tmp_path / "mine.net"
    path.write_text(netlist().replace('(ref "U3") (pin "9")', '(ref "U3") (pin "7")'))
    answer = triboard("hardware", "check", STARTER, "--no-rules", "--netlist", str(path))
    assert answer.code == 2
    assert "SPI0 RX: does not reach U3 QH (9)" in answer.err
    assert "SPI0 RX: reaches U3 /QH (7)" in answer.err
    assert (
        triboard(
            "hardware", "check", STARTER, "--no-rules", "--netlist", str(HARDWARE / "starter/netlist.net")
        ).code
        == 0
    )


@pytest.mark.parametrize("text", ["", "(", ")", "(export)", "(export (nets))", '(a "b', "hello", "(a) (b)"])
def test_what_is_no_netlist_is_refused(text: str, tmp_path: Path) -> None:
    """Law: one clear mistake that names the file."""
    path = tmp_path / "bad.net"
    path.write_text(text)
    answer = triboard("hardware", "check", STARTER, "--no-rules", "--netlist", str(path))
    assert (answer.code, answer.out) == (2, "")
    assert str(path) in answer.err
    assert "Export a netlist in KiCad's format." in answer.err


@pytest.mark.parametrize("name", [*BUILDS.values(), "troika-tags", "trike-presence", "trioker-racks"])
def test_every_pin_is_on_one_net(name: str) -> None:
    """Law: a pin is on exactly one net or left free on purpose; no net of one pin; each output has its net
    for itself; every supply pin of every part is fed."""
    circuit = design(load_board(name))
    nodes = [node for nodes in circuit.nets.values() for node in nodes]
    assert len(nodes) == len(set(nodes))
    assert set(nodes) == {
        Node(one.name, pin.number) for one in circuit.components.values() for pin in one.symbol.pins
    }
    for net, members in circuit.nets.items():
        uses = [circuit.components[node.component].pin(node.number).use.value for node in members]
        if net == UNUSED:
            assert "PWRIN" not in uses
            continue
        assert len(members) > 1, net
        assert uses.count("OUTPUT") <= 1, net
        assert uses.count("PWROUT") <= 1, net
        assert "PWRIN" not in uses or "PWROUT" in uses, net


def test_a_right_netlist_has_no_differences() -> None:
    """Law: the circuit compared with itself differs nowhere, whatever its nets are called."""
    circuit = design(load_board("ttt3d"))
    nets = {
        f"N{number}": nodes for number, (name, nodes) in enumerate(circuit.nets.items()) if name != UNUSED
    }
    again, mistakes = as_wired(circuit, nets, "mine")
    assert mistakes == []
    assert set(again.components) == set(circuit.components)
