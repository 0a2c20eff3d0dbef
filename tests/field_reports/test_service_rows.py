"""Field reports that the service answers. The units and rules themselves are carried out in tests/service."""

import re

from triboard.app.install.files import shipped


def _directives(name: str) -> set[str]:
    return {line for line in shipped(name).splitlines() if "=" in line and not line.startswith("#")}


def test_36_nonroot() -> None:
    """T-nonroot. Complaint: LEDs need root; people split off a root helper.
    Law: both services run as a user without any capability, who reaches the SPI bus by its group."""
    for unit in ("triboard.service", "triboard-socket.service"):
        found = _directives(unit)
        assert {
            "User=triboard",
            "CapabilityBoundingSet=",
            "AmbientCapabilities=",
            "NoNewPrivileges=yes",
        } <= found
        assert "DeviceAllow=char-spi rw" in found
        [groups] = [line for line in found if line.startswith("SupplementaryGroups=")]
        assert "spi" in groups.partition("=")[2].split()


def test_58_port_group() -> None:
    """Complaint: Debian 13 gives ttyACM to another group, and a unit that names a missing group never starts.
    Law: our rule gives the controller's port to a group of the service, and each group that the unit names is
    made by our own sysusers file."""
    [given] = re.findall(r'GROUP="(\w+)".*SYMLINK\+="triboard"', shipped("70-triboard.rules"))
    [line] = [line for line in _directives("triboard.service") if line.startswith("SupplementaryGroups=")]
    named = line.partition("=")[2].split()
    assert given in named
    made = re.findall(r"^(?:g (\w+)|m triboard (\w+))", shipped("sysusers.conf"), re.MULTILINE)
    assert set(named) <= {name for pair in made for name in pair if name}
