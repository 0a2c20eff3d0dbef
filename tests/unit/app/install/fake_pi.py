"""A computer to install on, in a folder: its commands leave the traces that the real ones leave."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from triboard.app.install.package import Wheel, wheel_in
from triboard.app.install.settings import Page
from triboard.errors import MachineError

WANTS = "etc/systemd/system/multi-user.target.wants"


class PowerCutError(BaseException):
    """The plug was pulled; nothing after it happens."""


class FakePi:
    """A Pi with systemd, Python and pip; `live` while it is switched on.

    `pull_plug_at` ends the power before the command of that number. `broken`: versions that do not serve.
    """

    def __init__(self, root: Path, *, live: bool = True, python: str = "3 11 aarch64") -> None:
        self.root = root
        self.live = live
        self.commands: list[str] = []
        self.running: dict[str, str] = {}
        self.broken: set[str] = set()
        self.board = True
        self.playing = False
        self.process = 100
        self.pull_plug_at: int | None = None
        self.missing: set[str] = set()
        self._python = python

    def run(self, *command: str, check: bool = True) -> str:
        """As the real ones, as far as files and services go."""
        if self.pull_plug_at is not None and len(self.commands) >= self.pull_plug_at:
            raise PowerCutError
        self.commands.append(" ".join(command))
        if command[0] in self.missing:
            if check:
                raise MachineError(f"{command[0]} is missing")
            return ""
        match command:
            case ("systemctl", verb, *rest):
                return self._systemctl(verb, [word for word in rest if not word.startswith("--")])
            case (_, "-c", code) if "version_info" in code:
                return self._python
            case (_, "-m", "venv", *_, path):
                self._make(f"{path}/bin/python")
            case (python, "-m", "pip", *words):
                self._pip(python, words)
            case ("systemd-tmpfiles", *_):
                (self.root / "var/lib/triboard").mkdir(parents=True, exist_ok=True)
        return ""

    def status(self, address: str) -> Mapping[str, Any] | None:
        """What the page answers."""
        current = next(iter(self.running.values()), None)
        if current is None or current in self.broken or not address.endswith("/status"):
            return None
        phase, ply = ("play", 3) if self.playing else ("setup", 0)
        return {
            "version": "0", "game": "ttt3d", "phase": phase, "ply": ply,
            "link": {"state": "up" if self.board else "lost"},
        }  # fmt: skip

    def switch_on(self) -> None:
        """Power again: what is enabled runs, from the version that the link names."""
        self.pull_plug_at = None
        self.running = {}
        for page in Page:
            if (self.root / WANTS / page.unit).is_symlink():
                self._start(page.unit)

    def tree(self) -> dict[str, str]:
        """Every file and link."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if path.is_symlink():
                found[name] = os.readlink(path)
            elif path.is_file() and not name.startswith("proc/"):
                found[name] = path.read_text(errors="replace")
        return found

    def _start(self, unit: str) -> None:
        link = self.root / "opt/triboard/current"
        if not link.is_symlink():
            return
        name = Path(os.readlink(link)).name
        self.running = {unit: name}
        self.process += 1
        folder = self.root / f"proc/{self.process}"
        folder.mkdir(parents=True)
        (folder / "cmdline").write_text(f"/opt/triboard/versions/{name}/bin/python\0run")

    def _systemctl(self, verb: str, units: list[str]) -> str:
        wants = self.root / WANTS
        match verb:
            case "enable":
                wants.mkdir(parents=True, exist_ok=True)
                for unit in units:
                    (wants / unit).unlink(missing_ok=True)
                    (wants / unit).symlink_to(f"/etc/systemd/system/{unit}")
            case "disable":
                for unit in units:
                    (wants / unit).unlink(missing_ok=True)
            case "stop":
                for unit in units:
                    self.running.pop(unit, None)
            case "restart" | "start":
                for unit in units:
                    self._start(unit)
            case "is-active":
                return "active\n" if units[0] in self.running else "inactive\n"
            case "show":
                return f"{self.process}\n" if units[0] in self.running else "0\n"
        return ""

    def _pip(self, python: str, words: list[str]) -> None:
        site = self.root / python.lstrip("/").replace("bin/python", "lib/python3.11/site-packages")
        site.mkdir(parents=True, exist_ok=True)
        for word in words:
            wheel = self.root / word.removesuffix("[pi,watch]").lstrip("/")
            if wheel.suffix == ".whl":
                with ZipFile(wheel) as archive:
                    archive.extractall(site)
                self._make(python.replace("bin/python", "bin/triboard"))

    def _make(self, path: str) -> None:
        where = self.root / path.lstrip("/")
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_text("#!")


def wheel(folder: Path, version: str, code: str = "pass\n") -> Wheel:
    """A wheel of ours with almost nothing in it, alone in its folder."""
    import base64
    import hashlib

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    digest = base64.urlsafe_b64encode(hashlib.sha256(code.encode()).digest()).rstrip(b"=").decode()
    info = f"triboard-{version}.dist-info"
    with ZipFile(folder / f"triboard-{version}-py3-none-any.whl", "w") as archive:
        archive.writestr("triboard/__init__.py", code)
        archive.writestr(f"{info}/METADATA", f"Name: triboard\nVersion: {version}\n")
        archive.writestr(
            f"{info}/RECORD",
            f"triboard/__init__.py,sha256={digest},{len(code)}\n{info}/METADATA,,\n{info}/RECORD,,\n",
        )
    return wheel_in(folder)
