"""A systemd of our own, without a hypervisor or a container engine: namespaces, a cgroup and an overlay.

The whole root file system is there, read from the real one, written to memory. Units run as they would on a
Pi, with their users, their device policy and their seccomp filters. Needs root and cgroup v2.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from triboard.app.install.files import FILES

ROOT: Final = Path(__file__).parents[2]
UNITS: Final = ROOT / "systemd"
SYSTEMD: Final = Path("/lib/systemd/systemd")
PATIENCE: Final = 60.0
TARGET: Final = "triboard-test.target"
SPACES: Final = "-C -m -n -i -u -p -f"
ENTER: Final = ("-m", "-p", "-n", "-C", "-u", "-i", "-r", "-w", "--")

SETUP: Final = r"""
set -eu
base=$1; lower=$2; shift 2
mount -t tmpfs tmpfs "$base"
mkdir "$base/upper" "$base/work" "$base/root"
mount -t overlay overlay -o "lowerdir=$lower,upperdir=$base/upper,workdir=$base/work" "$base/root"
root=$base/root
mkdir -p "$root/proc" "$root/sys" "$root/run" "$root/tmp" "$root/dev" "$root/old"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for node in null:1:3 zero:1:5 full:1:7 random:1:8 urandom:1:9 tty:5:0; do
    IFS=: read -r name major minor <<EOT
$node
EOT
    mknod -m 666 "$root/dev/$name" c "$major" "$minor"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mkdir -p "$root/sys/fs/cgroup" 2>/dev/null || true
mount -t tmpfs tmpfs "$root/sys/fs/cgroup" 2>/dev/null || true
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
while [ $# -gt 0 ]; do mkdir -p "$root$2"; mount --bind "$1" "$root$2"; shift 2; done
cp -a "$base.files/." "$root/"
[ "$lower" != / ] || rm -rf "$root/etc/systemd/system/"*.wants
rm -f "$root/etc/machine-id"
echo 0123456789abcdef0123456789abcdef > "$root/etc/machine-id"
cd "$root"
pivot_root . old
umount -l /old
exec env -i container=triboard-test PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    /lib/systemd/systemd --system --unit=triboard-test.target --log-target=console --show-status=no
"""


def why_not() -> str | None:
    """Why there can be no private systemd here."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "a private systemd needs root"
    for tool in ("unshare", "nsenter", "mount", "pivot_root"):
        if shutil.which(tool, path="/usr/sbin:/usr/bin:/sbin:/bin") is None:
            return f"a private systemd needs {tool}"
    if not SYSTEMD.exists():
        return "a private systemd needs Debian's package systemd"
    return None if _cgroup2() else "a private systemd needs cgroup v2"


def needs_private_systemd() -> None:
    """Skip by name where it cannot be had; fail where CI=true."""
    unavailable(why_not())


def unavailable(why: str | None) -> None:
    """Skip for a reason, if there is one; where CI=true a missing tool is a failure."""
    if why is None:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"missing in CI: {why}")
    pytest.skip(why)


def _cgroup2() -> Path | None:
    for line in Path("/proc/mounts").read_text().splitlines():
        fields = line.split()
        if fields[2] == "cgroup2" and os.access(fields[1], os.W_OK):
            return Path(fields[1])
    return None


class PrivateSystemd:
    """One that runs; `run` a command inside, `files` are put on top of the root file system."""

    def __init__(
        self,
        folder: Path,
        files: Mapping[str, str],
        *,
        lower: Path = Path("/"),
        binds: Sequence[tuple[str, str]] | None = None,
    ) -> None:
        self._folder = folder
        base = folder / "base"
        base.mkdir(parents=True)
        on_top = folder / "base.files"
        for name, text in {**STANDARD, **files}.items():
            path = on_top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755 if text.startswith("#!") else 0o644)
        for path in [on_top, *on_top.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
        (folder / "setup").write_text(SETUP)
        mounted = _cgroup2()
        assert mounted is not None
        self._cgroup = mounted / f"triboard-test-{os.getpid()}-{time.monotonic_ns()}"
        self._cgroup.mkdir()
        self._log = (folder / "console").open("w+")
        pairs = _program_binds() if binds is None else binds
        words = [word for pair in pairs for word in pair]
        enter = f"echo 0 > {self._cgroup}/cgroup.procs && exec unshare {SPACES} --propagation private "
        self._process = subprocess.Popen(
            [
                "sh",
                "-c",
                enter + '--kill-child sh "$@"',
                "-",
                str(folder / "setup"),
                str(base),
                str(lower),
                *words,
            ],
            stdout=self._log,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
        self._init = self._find_init()

    def run(self, *command: str, timeout: float = PATIENCE, check: bool = True) -> str:
        """Output of a command inside."""
        done = subprocess.run(
            ["nsenter", "-t", str(self._init), *ENTER, *command],
            capture_output=True,
            text=True,
            timeout=timeout,
        )  # fmt: skip
        if check and done.returncode:
            raise AssertionError(f"{command}: {done.stdout}{done.stderr}\n{self.console[-3000:]}")
        return done.stdout

    def show(self, unit: str, *names: str) -> dict[str, str]:
        """Properties of a unit."""
        text = self.run("systemctl", "show", unit, *(f"--property={name}" for name in names))
        return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)

    def until(self, wanted: Callable[[], bool], *, what: str, patience: float = PATIENCE) -> None:
        """Wait for something that systemd does in its own time."""
        deadline = time.monotonic() + patience
        while not wanted():
            assert time.monotonic() < deadline, f"{what}\n{self.console[-4000:]}"
            time.sleep(0.1)

    @property
    def console(self) -> str:
        """What systemd said."""
        return (self._folder / "console").read_text(errors="replace")

    @property
    def said(self) -> str:
        """What the services said."""
        return self.run("cat", "/run/said", check=False)

    def close(self) -> None:
        """End everything inside at once."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._init, signal.SIGKILL)
        self._process.kill()
        self._process.wait(timeout=PATIENCE)
        self._log.close()
        deadline = time.monotonic() + PATIENCE
        for path in sorted(self._cgroup.rglob("*"), reverse=True):
            if path.is_dir():
                _remove_group(path, deadline)
        _remove_group(self._cgroup, deadline)

    def _find_init(self) -> int:
        """The first process of the new process namespace, once it answers."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self._process.poll() is None, self.console
            children = (
                Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
            )
            if children and _name(int(children[0])) == "systemd":
                self._init = int(children[0])
                done = self.run("systemctl", "is-active", TARGET, check=False)
                if done.strip() == "active":
                    return self._init
            time.sleep(0.05)
        raise AssertionError(f"the private systemd did not start:\n{self.console}")


STANDARD: Final = {
    "etc/systemd/system/triboard-test.target": (
        "[Unit]\nDescription=Test\nDefaultDependencies=no\nAllowIsolate=yes\nRequires=dbus.socket\nAfter=dbus.socket\n"
    ),
    "etc/systemd/system/service.d/log.conf": (
        "[Service]\nStandardOutput=append:/run/said\nStandardError=append:/run/said\n"
    ),
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def _remove_group(path: Path, deadline: float) -> None:
    while path.exists():
        try:
            path.rmdir()
        except OSError:
            assert time.monotonic() < deadline, f"{path} is still in use"
            time.sleep(0.05)


def _program_binds() -> list[tuple[str, str]]:
    """The project, its libraries and its interpreter where a service without /home and /root sees them."""
    pairs = [
        (str(ROOT / "src"), "/opt/triboard/src"),
        (str(ROOT / "tests"), "/opt/triboard/tests"),
        (sysconfig.get_path("purelib"), "/opt/triboard/site"),
    ]
    if not sys.base_prefix.startswith("/usr"):
        pairs.append((sys.base_prefix, "/opt/triboard/python"))
    return pairs


def program() -> dict[str, str]:
    """The command where the units look for it: a version folder, and the links to it."""
    prefix = sys.base_prefix if sys.base_prefix.startswith("/usr") else "/opt/triboard/python"
    python = f"{prefix}/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    command = (
        f"#!/bin/sh\nexport LD_LIBRARY_PATH={prefix}/lib\n"
        "export PYTHONPATH=/opt/triboard/src:/opt/triboard/site:/opt/triboard\n"
        f'exec {python} -m triboard "$@"\n'
    )
    return {
        "opt/triboard/current/bin/triboard": command,
        "opt/triboard/current/bin/python": command.replace(" -m triboard", ""),
    }


def system_files() -> dict[str, str]:
    """Every file of ours where the installer puts it."""
    return {path.lstrip("/"): (UNITS / name).read_text() for name, path in FILES.items()}


def simulated(arguments: str = "", extra: str = "") -> dict[str, str]:
    """The simulated board in place of the real one, in both services; every other directive stays."""
    command = "/opt/triboard/current/bin/triboard simulate --no-browser --state-dir /var/lib/triboard"
    text = f"[Service]\nExecStart=\nExecStart={command} {arguments}\n{extra}"
    return {
        f"etc/systemd/system/{name}.service.d/test.conf": text for name in ("triboard", "triboard-socket")
    }


@contextlib.contextmanager
def private_systemd(
    folder: Path,
    files: Mapping[str, str],
    *,
    lower: Path = Path("/"),
    binds: Sequence[tuple[str, str]] | None = None,
) -> Iterator[PrivateSystemd]:
    """One for the length of a block; `binds` are folders to show inside, by default the program's."""
    inside = PrivateSystemd(folder, files, lower=lower, binds=binds)
    try:
        yield inside
    finally:
        inside.close()
