"""Checks of what the service was told: settings, the token, and whether others can be told of the board."""

from collections.abc import Iterator
from typing import Final

from triboard.doctor.findings import Finding, failure, note, ok, skipped, warning
from triboard.doctor.subject import Subject, credentials, user_name
from triboard.doctor.system import System
from triboard.store.secret import TOKEN_FILE

LIBRARIES: Final = {"web.metrics": "prometheus-client", "mqtt.host": "paho-mqtt"}
"""What a setting needs besides Python."""

OUTWARD: Final = ("heartbeat.url", "mqtt.host")
"""Settings that need connections of the service's own."""

WANTS: Final = "/etc/systemd/system/multi-user.target.wants"
SOCKET_UNIT: Final = "triboard-socket.service"


def settings(_: System, subject: Subject) -> Iterator[Finding]:
    """Every mistake in file and environment; what of the page's settings could not be used."""
    for mistake in subject.mistakes:
        what = f"{mistake.place}: {mistake.problem}."
        yield failure("settings-file", what, mistake.remedy or "Mend it.")
    for told in subject.notes:
        yield warning("settings-file", told, "Set it again at /care.")
    if not subject.mistakes and not subject.notes:
        where = subject.settings or "There is no file of settings; the defaults"
        yield ok("settings-file", f"{where} can be used." if subject.settings else f"{where} are used.")


def admin_token(system: System, subject: Subject) -> Iterator[Finding]:
    """Whoever can read the token can look after the board."""
    path = f"{subject.state_dir}/{TOKEN_FILE}"
    node, who = system.node(path), credentials(system, subject.process)
    if node is None:
        yield skipped("admin-token", f"{path} is not there, or not for this user: the first start makes it.")
    elif node.mode & 0o077:
        yield failure(
            "admin-token",
            f"{path} can be read by others ({node.mode & 0o777:04o}): they can look after the board.",
            f"Delete it and restart the service, which makes another: rm {path}",
        )
    elif subject.process != "self" and who is not None and not who.root and node.uid != who.uid:
        yield failure(
            "admin-token",
            f"{path} belongs to {user_name(system, node.uid)}, and the daemon runs as "
            f"{user_name(system, who.uid)}: nobody can look after the board.",
            f"chown {user_name(system, who.uid)} {path}",
        )
    else:
        yield ok("admin-token", f"{path} is for its owner alone.")


def telling(system: System, subject: Subject) -> Iterator[Finding]:
    """Whether the service can tell those whom the settings name."""
    if not subject.tells:
        yield note("telling", "No setting asks for anybody to be told (heartbeat, mqtt, web.metrics).")
        return
    bad = False
    for key in subject.tells:
        library = LIBRARIES.get(key)
        if library is not None and system.version(library) is None:
            bad = True
            yield failure(
                "telling",
                f"{key} needs the library {library}, which is not installed: the daemon does not start.",
                "pip install 'triboard[watch]', or leave the setting out.",
                key,
            )
        if key in OUTWARD and SOCKET_UNIT in system.names(WANTS):
            bad = True
            yield warning(
                "telling",
                f"{key} is set, and {SOCKET_UNIT} has no network of its own: nobody is told.",
                "Choose the service that has one: sudo triboard install --page lan.",
                key,
            )
    if not bad:
        yield ok("telling", f"What these need is there: {', '.join(subject.tells)}.")
