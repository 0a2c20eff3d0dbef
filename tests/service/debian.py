"""Root folders of Debian, and wheels for them: what `install` meets on a fresh image."""

import base64
import csv
import hashlib
import io
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.service.private_systemd import ROOT, unavailable
from tests.tools.locks import lock_file

PACKAGES: Final = ("python3", "python3-venv", "systemd", "systemd-sysv", "udev", "dbus", "kmod")
PYTHON: Final = {"bookworm": "3.11", "trixie": "3.13"}
LONGEST: Final = 1500.0


def debian(folder: Path, suite: str) -> Path:
    """A fresh root folder, with what Raspberry Pi OS has before anything of ours."""
    if shutil.which("debootstrap") is None or os.geteuid() != 0:
        unavailable("debootstrap and root are needed (Debian: apt install debootstrap)")
    root = folder / suite
    include = f"--include={','.join(PACKAGES)}"
    done = subprocess.run(
        ["debootstrap", "--variant=minbase", include, suite, str(root)],
        capture_output=True, text=True, timeout=LONGEST,
    )  # fmt: skip
    if done.returncode:
        unavailable(f"debootstrap {suite} failed: {done.stderr[-300:]}")
    return root


def wheel_folder(folder: Path, suite: str) -> Path:
    """Our wheel and every locked library for a computer of this kind with the suite's Python."""
    folder.mkdir()
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    kind = platform.machine()
    tags = [f"manylinux_2_{minor}_{kind}" for minor in range(5, 40)] + [f"manylinux2014_{kind}"]
    platforms = [word for tag in tags for word in ("--platform", tag)]
    subprocess.run(
        [
            *(
                *pip,
                "download",
                "--require-hashes",
                "--no-deps",
                "--only-binary",
                ":all:",
                "--dest",
                str(folder),
            ),
            *("--implementation", "cp", "--python-version", PYTHON[suite], *platforms),
            *("--requirement", str(lock_file(PYTHON[suite]))),
        ],
        timeout=LONGEST,
        check=True,
    )
    source = folder.parent / f"{folder.name}-source"
    shutil.copytree(
        ROOT, source, symlinks=True, ignore=shutil.ignore_patterns(".*", "tests", "build", "*.egg-info")
    )
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(source)], timeout=LONGEST, check=True
    )
    return folder


def changed_wheel(folder: Path, target: Path, changes: Mapping[str, str]) -> Path:
    """The same folder of wheels with another version of ours: lines put in front of files."""
    shutil.copytree(folder, target)
    wheel = next(target.glob("triboard-*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    for name, line in changes.items():
        content[name] += line.encode()
    record = next(name for name in content if name.endswith("RECORD"))
    rows = io.StringIO()
    for name, data in content.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        csv.writer(rows).writerow((name, "" if name == record else f"sha256={digest}", len(data)))
    content[record] = rows.getvalue().encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return target
