"""Gate 12: what strangers type and whence they come is nowhere in what the daemon writes."""

import json
import socket
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.simulator import Simulator
from tests.journeys.test_kill_real import PATIENCE, Watcher
from websockets import Origin
from websockets.sync.client import connect

NAMES = (
    "Ann-Katrin", "ann.katrin@school.example", "Year5Maple", "203.0.113.77", "2001:db8::77", "AnnsPhone/17",
    "402817-my-pin", "s3cret-token-of-nobody", "evil-site.example", "Zz9ann", "AnnBoard", "annpath",
)  # fmt: skip
"""Everything that this test types, sends or pretends to be."""


def send(url: str, path: str, body: Any = None, **headers: str) -> None:
    """One request; whatever the answer is."""
    data = None if body is None else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url + path, data=data, headers=named)
    try:
        urllib.request.urlopen(request, timeout=PATIENCE).close()
    except urllib.error.HTTPError as error:
        error.close()


def pester(simulator: Simulator) -> None:
    """Everything that a day of strangers can send, most of it wrong."""
    url = simulator.url
    me = {
        "User_Agent": "AnnsPhone/17",
        "X_Forwarded_For": "203.0.113.77",
        "Forwarded": "for=2001:db8::77",
        "Referer": "http://evil-site.example/Ann-Katrin",
        "Cookie": "triboard=s3cret-token-of-nobody; name=Ann-Katrin",
        "From": "ann.katrin@school.example",
    }
    own = {"Origin": url.rstrip("/"), "Content_Type": "application/json", "X_Triboard": "1"}
    for path in (
        "annpath",
        "static/annpath",
        "?q=Ann-Katrin",
        "care",
        "health",
        "status",
        "care/state?who=Year5Maple",
    ):
        send(url, path, **me)
    send(url, "", Host="evil-site.example", **me)
    send(url, "", Origin="http://evil-site.example", **me)
    send(url, "care/login", {"pin": "402817-my-pin"}, **me, **own)
    send(url, "care/login", {"token": "s3cret-token-of-nobody", "name": "Ann-Katrin"}, **me, **own)
    send(url, "care/settings", {"Ann-Katrin": "Year5Maple"}, **me, **own)
    send(url, "care/note", {"text": "Ann-Katrin of Year5Maple was here"}, **me, **own)
    with socket.create_connection(("127.0.0.1", simulator.port)) as line:
        line.sendall(b"GET /Ann-Katrin HTTP/1.1\r\nHost: Year5Maple\x00\r\n\r\n")
        line.settimeout(PATIENCE)
        line.recv(100)


def talk(simulator: Simulator, socket: Any) -> None:
    """Messages of a page, most of them wrong, and two moves."""
    for message in (
        {"type": "join", "code": "Ann-Katrin"},
        {"type": "hand", "verb": "drop", "site": "Zz9ann", "piece": "Ann-Katrin"},
        {"type": "enter", "site": "Zz9ann", "pieces": ["Year5Maple"]},
        {"type": "press", "button": "AnnBoard"},
        {"type": "new", "options": {"Ann-Katrin": "Year5Maple"}},
        {"type": "fault", "fault": "Ann-Katrin", "arguments": ["Year5Maple"]},
        {"type": "Ann-Katrin", "id": "Year5Maple"},
    ):
        socket.send(json.dumps(message))
    socket.send("Ann-Katrin is no JSON")
    watcher = Watcher(socket)
    watcher.until_playable()
    for number, (hole, piece) in enumerate((("Ab2", "white"), ("Ac1", "black")), start=1):
        watcher.drop(hole, piece)
        deadline = time.monotonic() + PATIENCE
        while len(watcher.view["moves"]) < number:
            assert time.monotonic() < deadline, watcher.view["message"]
            watcher.watch(time.monotonic() + 0.05)


def look_after(simulator: Simulator, token: str) -> None:
    """Whoever looks after the board mistypes names into everything, and calls it out of order and in
    again."""
    own = {"Authorization": f"Bearer {token}", "Content_Type": "application/json", "X_Triboard": "1"}
    for path, body in (
        ("bypass", {"site": "Zz9ann", "on": True}),
        ("game", {"game": "Ann-Katrin", "board": "/home/annpath", "options": {"Year5Maple": 1}}),
        ("machine", {"command": "Ann-Katrin"}),
        ("settings", {"schedule.hours": ["Ann-Katrin 09:00-10:00"], "sound.quiet": ["Year5Maple"]}),
        ("pause", {"on": "Ann-Katrin"}),
        ("note", {"words": "Ann-Katrin"}),
        ("pause", {"on": True}),
        ("pause", {"on": False}),
        ("bypass", {"site": "Cc3", "on": True}),
    ):
        send(simulator.url, f"care/{path}", body, **own)


def downloads(simulator: Simulator, token: str) -> dict[Path, bytes]:
    """All that whoever looks after the board can take home."""
    found = {}
    for path in (
        "bundle?records=yes",
        "statistics.csv",
        "statistics.csv?by=site",
        "maintenance.csv",
        "statistics",
        "staff",
    ):
        request = urllib.request.Request(
            f"{simulator.url}care/{path}", headers={"Authorization": f"Bearer {token}"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            found[Path(path)] = answer.read()
    return found


@pytest.mark.timeout(90)
def test_nothing_that_strangers_type_and_no_address_is_ever_written(tmp_path: Path) -> None:
    """Law (E-no-pii): state folder with statistics and maintenance log, log, output, downloads and support
    bundle hold no string that was typed in, no
    address of a visitor, no cookie and no token; the daemon's own address stands in its first line only."""
    folder, log = tmp_path / "state", tmp_path / "log"
    simulator = Simulator(folder, "--players", "3", log=log).start()
    origin = Origin(simulator.url.rstrip("/"))
    headers = {"User-Agent": "AnnsPhone/17", "X-Real-IP": "203.0.113.77"}
    pester(simulator)
    with connect(
        simulator.url.replace("http", "ws") + "ws", origin=origin, additional_headers=headers
    ) as page:
        page.send(json.dumps({"type": "join", "code": "Ann-Katrin"}))
    with connect(simulator.url.replace("http", "ws") + "ws", origin=origin) as page:
        talk(simulator, page)
    token = (folder / "admin-token").read_text().strip()
    look_after(simulator, token)
    told = downloads(simulator, token)
    (tmp_path / "bundle.zip").write_bytes(told.pop(Path("bundle?records=yes")))
    assert simulator.stop() == 0
    written = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    written |= {log: log.read_bytes(), tmp_path / "said": simulator.said.encode()}
    written |= unpacked(tmp_path / "bundle.zip") | told
    assert {"statistics.sqlite", "maintenance.json", "staff.json"} <= {path.name for path in written}
    assert any("move" in data.decode(errors="replace") for data in written.values())
    for path, data in written.items():
        text = data.decode(errors="replace")
        for name in (*NAMES, "127.0.0.1", socket.gethostname()):
            assert name not in text, (path, name)
        if path.name != "admin-token":
            assert token not in text, path


def unpacked(bundle: Path) -> dict[Path, bytes]:
    """The files of a bundle."""
    import zipfile

    with zipfile.ZipFile(bundle) as archive:
        return {bundle / name: archive.read(name) for name in archive.namelist()}
