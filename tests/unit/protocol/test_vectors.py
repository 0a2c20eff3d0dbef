"""The byte vectors that this package and the firmware share. They never change within a major version."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from triboard.protocol import messages as m
from triboard.protocol.codec import KINDS, decode, encode
from triboard.protocol.config import ControllerConfig
from triboard.protocol.connection import Connection, NeedData, Role
from triboard.protocol.framing import Damaged, Packet, seal, unseal
from triboard.protocol.values import pack, state_crc, unpack

VECTORS: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "protocol.json").read_text(encoding="utf-8")
)


def message_of(vector: dict[str, Any]) -> m.Message:
    kind: type[Any] = getattr(m, vector["message"])
    fields = dict(vector["fields"])
    for name in ("data", "rgb"):
        if name in fields:
            fields[name] = bytes.fromhex(fields[name])
    for name in ("values", "toggles", "margins"):
        if fields.get(name) is not None:
            fields[name] = tuple(fields[name])
    if "unread" in fields:
        fields["unread"] = tuple((first, count) for first, count in fields["unread"])
    if "reset" in fields:
        fields["reset"] = m.ResetReason[fields["reset"]]
    message: m.Message = kind(**fields)
    return message


@pytest.mark.parametrize("vector", VECTORS["packets"], ids=lambda v: f"{v['message']}-{v['sequence']}")
def test_a_message_has_exactly_these_bytes(vector: dict[str, Any]) -> None:
    """encode(message) == vector and decode(vector) == message."""
    message = message_of(vector)
    kind = KINDS[type(message)]
    assert seal(Packet(vector["sequence"], kind, encode(message))).hex() == vector["packet"]
    packet = unseal(bytes.fromhex(vector["packet"])[:-1])
    assert packet == Packet(vector["sequence"], kind, encode(message))
    assert decode(kind, encode(message)) == message


def test_every_message_has_a_vector() -> None:
    """No message can be added without its bytes being written down."""
    assert {vector["message"] for vector in VECTORS["packets"]} == {kind.__name__ for kind in KINDS}


@pytest.mark.parametrize("vector", VECTORS["damaged"], ids=lambda v: v["damage"])
def test_a_damaged_stretch_is_named(vector: dict[str, Any]) -> None:
    """Each kind of damage is one value that says what it is."""
    connection = Connection(Role.CONTROLLER)
    connection.receive_data(bytes.fromhex(vector["stream"]))
    event = connection.next_event()
    assert isinstance(event, Damaged)
    assert event.damage.value == vector["damage"]
    assert connection.next_event() == NeedData()


@pytest.mark.parametrize("vector", VECTORS["configurations"], ids=lambda v: v["fields"]["board"])
def test_a_configuration_has_exactly_these_bytes_and_crc(vector: dict[str, Any]) -> None:
    """Both ends compute the same CRC, or the host would configure at each hello."""
    config = ControllerConfig(**vector["fields"])
    assert (config.encode().hex(), config.crc) == (vector["bytes"], vector["crc"])
    assert ControllerConfig.decode(config.encode()) == config


@pytest.mark.parametrize("vector", VECTORS["values"], ids=lambda v: v["packed"])
def test_values_are_packed_least_significant_bit_first(vector: dict[str, Any]) -> None:
    """pack and unpack are inverse and have these bytes and this CRC."""
    values = tuple(vector["values"])
    assert pack(values, vector["bits"]).hex() == vector["packed"]
    assert unpack(bytes.fromhex(vector["packed"]), len(values), vector["bits"]) == values
    assert state_crc(values, vector["bits"]) == vector["crc"]
