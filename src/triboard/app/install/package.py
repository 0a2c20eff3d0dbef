"""The program as a wheel: found in a folder, or packed again from the installation that runs.

A version is named by its number and by its content (`0.1.0-1a2b3c4d`): the same number with other code is
another version, and a switch back is a switch to exactly what ran before.
"""

import base64
import csv
import hashlib
import io
import json
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from packaging.version import InvalidVersion, Version

from triboard.errors import ConfigurationError, Mistake

NAME: Final = "triboard"
INSTALLED_ONLY: Final = ("INSTALLER", "REQUESTED", "direct_url.json", "RECORD")


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel of ours on disk."""

    path: Path
    version: str
    name: str
    """Of its folder among the versions."""


def wheel_in(folder: Path) -> Wheel:
    """The newest wheel of ours in a folder; raises `ConfigurationError` where there is none."""
    found = []
    for path in folder.glob(f"{NAME}-*.whl"):
        try:
            found.append((Version(path.name.split("-")[1]), path))
        except (InvalidVersion, IndexError):
            continue
    if not found:
        remedy = "Fill it with: pip wheel --wheel-dir FOLDER '.[pi,watch]' in a checkout."
        raise ConfigurationError(Mistake(str(folder), f"holds no wheel of {NAME}", remedy))
    version, path = max(found)
    return Wheel(path, str(version), f"{version}-{_digest(_record_of(path))}")


def own_wheel(folder: Path) -> Wheel:
    """The installation that runs, packed as a wheel into `folder`; raises `ConfigurationError` for a checkout
    that is only linked."""
    try:
        ours = distribution(NAME)
    except PackageNotFoundError as error:
        raise _only_linked() from error
    files = [file for file in ours.files or () if not str(file).startswith("..") and file.suffix != ".pyc"]
    if _linked(ours) or not any(str(file) == f"{NAME}/__init__.py" for file in files):
        raise _only_linked()
    content = {
        str(file): Path(str(file.locate())).read_bytes() for file in files if file.name not in INSTALLED_ONLY
    }
    info = next(name.split("/")[0] for name in content if name.endswith(".dist-info/METADATA"))
    rows = [(name, _hash(data), str(len(data))) for name, data in sorted(content.items())]
    record = io.StringIO()
    csv.writer(record, lineterminator="\n").writerows([*rows, (f"{info}/RECORD", "", "")])
    path = folder / f"{NAME}-{ours.version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(content.items()):
            archive.writestr(name, data)
        archive.writestr(f"{info}/RECORD", record.getvalue())
    return Wheel(path, ours.version, f"{ours.version}-{_digest(rows)}")


def damaged(site: Path) -> list[str]:
    """Files of installed packages whose content is not what their RECORD says (a bad card, a power cut)."""
    wrong = []
    for record in sorted(site.glob("*.dist-info/RECORD")):
        for row in csv.reader(record.read_text(encoding="utf-8").splitlines()):
            name, wanted = row[0], row[1]
            if not wanted or name.startswith(("..", "/")):
                continue
            try:
                sound = _hash((site / name).read_bytes()) == wanted
            except OSError:
                sound = False
            if not sound:
                wrong.append(name)
    return wrong


def _record_of(path: Path) -> list[tuple[str, str]]:
    try:
        with zipfile.ZipFile(path) as archive:
            name = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
            rows = csv.reader(archive.read(name).decode("utf-8").splitlines())
            return [(row[0], row[1]) for row in rows]
    except (OSError, zipfile.BadZipFile, StopIteration, UnicodeDecodeError, IndexError) as error:
        raise ConfigurationError(Mistake(str(path), "is no wheel", "Copy or make it again.")) from error


def _digest(rows: Iterable[tuple[str, ...]]) -> str:
    """Eight hex digits of the code; what an installation writes beside it does not count."""
    lines = sorted(f"{row[0]} {row[1]}" for row in rows if row[0].startswith(f"{NAME}/") and row[1])
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8]


def _hash(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _linked(ours: Distribution) -> bool:
    origin = ours.read_text("direct_url.json")
    return bool(origin and json.loads(origin).get("dir_info", {}).get("editable"))


def _only_linked() -> ConfigurationError:
    return ConfigurationError(
        Mistake(
            "this installation",
            "is a link to a checkout, and a service needs copies",
            "Install it with `pip install .` (without -e), or give a folder of wheels with --wheels.",
        )
    )
