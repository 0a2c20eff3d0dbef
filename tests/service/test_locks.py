"""The locks for the Pi: whole, hashed, and what pyproject.toml asks for."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from tests.tools.locks import ROOT, TARGETS, lock_file, without_wheels


def locked(path: Path) -> dict[str, tuple[Version, list[str]]]:
    """Name, version and hashes of each library."""
    text = re.sub(r"#.*", "", path.read_text()).replace("\\\n", " ")
    found: dict[str, tuple[Version, list[str]]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        requirement, *hashes = line.split()
        name, version = requirement.split("==")
        found[canonicalize_name(name)] = (Version(version), hashes)
    return found


@pytest.mark.parametrize("python", sorted(TARGETS))
def test_a_lock_holds_everything_that_the_project_asks_for(python: str) -> None:
    """Law: each requirement of the service that applies on such a Pi is locked to a version that fits.
    (Mend with `python -m tests.tools.locks`.)"""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *extras["pi"], *extras["watch"]]
    pi = {
        "python_version": python, "python_full_version": f"{python}.0", "platform_machine": "aarch64",
        "sys_platform": "linux", "platform_system": "Linux", "os_name": "posix",
    }  # fmt: skip
    found = locked(lock_file(python))
    for requirement in map(Requirement, lines):
        if requirement.marker is not None and not requirement.marker.evaluate(dict(pi)):
            assert canonicalize_name(requirement.name) not in found
            continue
        version, _ = found[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), requirement


@pytest.mark.parametrize("python", sorted(TARGETS))
def test_each_library_is_pinned_with_hashes_and_no_index_is_named(python: str) -> None:
    """Law: pip installs these files and no others, from wherever they come."""
    for name, (_, hashes) in locked(lock_file(python)).items():
        assert hashes, name
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", one) for one in hashes), name
    lines = lock_file(python).read_text().splitlines()
    assert not any(line.startswith("-") or "://" in line for line in lines)


def test_the_placeholder_of_the_pin_library_is_refused() -> None:
    """Law: Python 3.11 gets the real lgpio, 3.13 none from the index: there it is Debian's python3-lgpio."""
    assert locked(lock_file("3.11"))["lgpio"][0] >= Version("0.2.2")
    assert "lgpio" not in locked(lock_file("3.13"))


@pytest.mark.long
@pytest.mark.parametrize("python", sorted(TARGETS))
def test_every_locked_version_has_a_wheel_for_the_pi(python: str) -> None:
    """Law: on the index, with the locked hash, for 64 bit and this Python; nothing is compiled on a Pi."""
    assert without_wheels(python) == ""
