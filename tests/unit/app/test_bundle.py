"""The support bundle and its scrubber: useful, and nothing personal."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from tests.journeys.table import Table

from triboard.app.bundle import Findings, make_bundle
from triboard.app.caretaker import pack
from triboard.app.health import parts_of
from triboard.app.logbook import Line
from triboard.app.schema import SCHEMA
from triboard.app.scrub import Scrubber
from triboard.app.settings import read_settings
from triboard.app.status import Surroundings, status_of
from triboard.units import Instant

PERSONAL = (
    "ann", "anns-laptop", "192.168.7.31", "fd12:3456::9", "aa:bb:cc:dd:ee:ff", "ann@example.org", "402817",
    "hunter22", "broker.lan", "kiosk.local", "/home/ann", "hub.example",
)  # fmt: skip
LOG = (
    "Nothing will be saved: /home/ann/.local/state/triboard: the folder is missing.",
    "Ann's phone 192.168.7.31 (fd12:3456::9, aa:bb:cc:dd:ee:ff) on anns-laptop asked at 12:30:45.",
    "Mail ann@example.org, see http://kiosk.local/ and broker.lan, password hunter22.",
)
CONFIG = """
[web]
host = "192.168.7.31"
allowed_hosts = ["kiosk.local", "fd12.home"]
pin = "402817"
[heartbeat]
url = "https://hub.example/ping?key=hunter22"
[mqtt]
host = "broker.lan"
user = "ann"
password = "hunter22"
name = "ann/board"
"""


def findings(folder: Path) -> Findings:
    """What a running daemon would put in, with everything personal that can be put anywhere."""
    config = folder / "c.toml"
    config.write_text(CONFIG)
    table = Table(folder / "state", {"players": 3})
    around = Surroundings(damage=("/home/ann/x: damaged",), settings=lambda: ["for ann@example.org"])
    status = status_of(table.daemon, table.link, table.run.now, around)
    table.close()
    return Findings(
        read_settings(config, environ={}, page=False),
        board={"name": "ttt3d"},
        health=[part.as_json() for part in parts_of(status)],
        status=status,
        log=[Line(Instant(number), text) for number, text in enumerate(LOG)],
        now=Instant(9_000_000),
        records=[{"game": "ttt3d", "options": {}, "moves": ["w@Aa1"]}],
    )


def unpacked(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_a_bundle_holds_what_a_helper_needs(tmp_path: Path) -> None:
    """Law: versions, board, every setting with its source, health, status, log with ages, games."""
    files = unpacked(make_bundle(findings(tmp_path), names=lambda: ["ann", "anns-laptop"]))
    assert json.loads(files["about.json"])["triboard"]
    assert json.loads(files["board.json"]) == {"name": "ttt3d"}
    rows = {row["key"]: row for row in json.loads(files["settings.json"])["settings"]}
    assert rows.keys() == {setting.key for setting in SCHEMA}
    assert rows["mqtt.host"] == {"key": "mqtt.host", "value": "(set)", "from": "file"}
    assert {part["part"] for part in json.loads(files["health.json"])} >= {
        "Board",
        "Sensors",
        "Lights",
        "Saving",
    }
    assert json.loads(files["status.json"])["game"] == "ttt3d"
    assert files["log.txt"].splitlines()[0].startswith("-9.0 s  Nothing will be saved: <home>")
    assert json.loads(files["records.jsonl"])["moves"] == ["w@Aa1"]


def test_nothing_personal_is_in_a_bundle(tmp_path: Path) -> None:
    """Law: no address, host name, user name, mail, path in a home or secret, wherever it stood."""
    files = unpacked(make_bundle(findings(tmp_path), names=lambda: ["ann", "anns-laptop"]))
    for name, text in files.items():
        for word in PERSONAL:
            assert word.lower() not in text.lower().replace("planned", ""), (name, word)


def test_a_bundle_has_no_date_and_is_the_same_twice(tmp_path: Path) -> None:
    """Law: a clock that may be wrong leaves no trace."""
    found = findings(tmp_path)
    assert make_bundle(found) == make_bundle(found)


def test_games_are_left_out_unless_they_are_wanted(tmp_path: Path) -> None:
    """Law: and a state folder that cannot be read is a note, no failure."""
    settings = read_settings(None, environ={"TRIBOARD_STATE_DIR": str(tmp_path / "nowhere")}, page=False)
    assert "records.jsonl" not in unpacked(pack(Findings(settings), records=False))
    files = unpacked(pack(Findings(settings), records=True))
    assert "records.jsonl" not in files
    assert "No games" in json.loads(files["about.json"])["note"]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("/home/ann/a b", "<home> b"),
        ("x /Users/bob/y: z", "x <home>: z"),
        ("/root", "<home>"),
        ("10.0.0.1 and 10.0.0.1:80 but 1.2.3", "<address> and <address>:80 but 1.2.3"),
        ("::1, fe80::1%eth0. 12:30:45 w@Aa1", "<address>, <address>. 12:30:45 w@Aa1"),
        ("pi4.local board.fritz.box localhost", "<host> <host> localhost"),
        ("Ann, annex, ANN", "<name>, annex, <name>"),
        ("triboard root", "triboard root"),
    ],
)
def test_the_scrubber_takes_out_names_and_addresses_and_nothing_else(text: str, clean: str) -> None:
    """Law: moves, times and versions stay."""
    assert Scrubber(["ann", "triboard", "root", ""]).text(text) == clean
