"""What the checks are about: a board, its settings, and the process that runs it."""

from dataclasses import dataclass

from triboard.board.definition import Board
from triboard.doctor.system import System
from triboard.drivers.pi_model import Machine
from triboard.drivers.routes import Route
from triboard.errors import Mistake

WRITE, READ_WRITE = 2, 6


@dataclass(frozen=True, slots=True)
class Subject:
    """`process` is the number of the running daemon, `self` where none runs. `route` is what `auto` means.

    `settings` is the file they come from, empty for none; `mistakes` and `notes` are what was wrong in them.
    `tells`: the settings that ask for others to be told, by key.
    """

    board: Board
    route: Route
    dma: int
    serial: str
    state_dir: str
    process: str = "self"
    settings: str = ""
    mistakes: tuple[Mistake, ...] = ()
    notes: tuple[str, ...] = ()
    tells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Credentials:
    """Whose process it is, as the kernel says it now, not as /etc/group would have it after a new start."""

    uid: int
    groups: frozenset[int]

    @property
    def root(self) -> bool:
        """Whether it may do anything."""
        return self.uid == 0


def credentials(system: System, process: str) -> Credentials | None:
    """Of a running process; `None` where it has ended."""
    found: dict[str, list[str]] = {}
    for line in (system.text(f"/proc/{process}/status") or "").splitlines():
        key, _, rest = line.partition(":")
        found[key] = rest.split()
    if len(found.get("Uid", [])) < 2 or len(found.get("Gid", [])) < 2:
        return None
    groups = {int(found["Gid"][1]), *map(int, found.get("Groups", []))}
    return Credentials(int(found["Uid"][1]), frozenset(groups))


def may(system: System, path: str, who: Credentials, bits: int = READ_WRITE) -> bool:
    """Whether a process may use a file in all of these ways (4 read, 2 write), as the kernel decides it."""
    node = system.node(path)
    if node is None:
        return False
    if who.root:
        return True
    if node.uid == who.uid:
        return (node.mode >> 6) & bits == bits
    if who.uid in node.users:
        return node.users[who.uid] & bits == bits
    grants = [access for group, access in node.groups.items() if group in who.groups]
    if node.gid in who.groups:
        grants.append((node.mode >> 3) & 7)
    if grants:
        return any(access & bits == bits for access in grants)
    return node.mode & bits == bits


def user_name(system: System, uid: int) -> str:
    """By /etc/passwd, else the number."""
    return _named(system, "/etc/passwd", uid)


def group_name(system: System, gid: int) -> str:
    """By /etc/group, else the number."""
    return _named(system, "/etc/group", gid)


def members(system: System, group: str) -> frozenset[str]:
    """Users that /etc/group puts into a group from their next start on."""
    for line in (system.text("/etc/group") or "").splitlines():
        fields = line.split(":")
        if len(fields) == 4 and fields[0] == group:
            return frozenset(filter(None, fields[3].split(",")))
    return frozenset()


def described(system: System, path: str) -> str:
    """Owner, group, access bits and access list of a file, for a sentence."""
    node = system.node(path)
    if node is None:
        return f"{path} is not there"
    text = f"{path} is {user_name(system, node.uid)}:{group_name(system, node.gid)} {node.mode & 0o777:04o}"
    added = [f"user {user_name(system, uid)}" for uid in node.users]
    added += [f"group {group_name(system, gid)}" for gid in node.groups]
    return f"{text}, and an access list adds {', '.join(added)}" if added else text


def machine(system: System) -> Machine:
    """The model of the computer, as the routes to the LEDs know it."""
    model = (system.text("/proc/device-tree/model") or "").rstrip("\0\n ")
    lines = (system.text("/proc/modules") or "").splitlines()
    who = credentials(system, "self")
    modules = frozenset(line.split(maxsplit=1)[0] for line in lines if line.strip())
    return Machine(model, who is not None and who.root, modules)


def _named(system: System, file: str, number: int) -> str:
    for line in (system.text(file) or "").splitlines():
        fields = line.split(":")
        if len(fields) >= 3 and fields[2] == str(number):
            return fields[0]
    return str(number)
