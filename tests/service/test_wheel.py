"""The wheel carries what `install` needs, and an installation can be packed again."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.service.private_systemd import ROOT, UNITS

from triboard.app.install import package
from triboard.app.install.package import damaged, own_wheel, wheel_in
from triboard.errors import ConfigurationError


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's wheel, built from a copy of what git has, so that the checkout stays clean."""
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheels")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    names = [name for name in listed.stdout.split("\0") if name and not name.startswith("tests/")]
    for name in names:
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_symlink():
            target.symlink_to((ROOT / name).readlink())
        elif (ROOT / name).is_file():
            target.write_bytes((ROOT / name).read_bytes())
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(source)], timeout=300, check=True)
    return folder


def test_the_wheel_carries_every_file_of_the_system(wheels: Path) -> None:
    """Law: units, rules and locks as they stand in systemd/, byte for byte; every module (those of the
    virtual MicroPython too), board, file of the page and of the controller's firmware."""
    wheel = wheel_in(wheels)
    with zipfile.ZipFile(wheel.path) as archive:
        names = set(archive.namelist())
        for path in UNITS.rglob("*"):
            if path.is_file():
                inside = f"triboard/systemd_files/{path.relative_to(UNITS)}"
                assert archive.read(inside) == path.read_bytes()
        wanted = [*(ROOT / "src/triboard/boards").glob("*.toml"), *(ROOT / "src/triboard").rglob("*.py")]
        wanted += [path for path in (ROOT / "src/triboard/web/static").rglob("*") if path.is_file()]
        stand_in = {"triboard/firmware_files/__init__.py"}  # its place is taken by firmware/
        assert {str(path.relative_to(ROOT / "src")) for path in wanted} - stand_in <= names
        firmware = {f"triboard/firmware_files/{path.name}" for path in (ROOT / "firmware").glob("*.py")}
        assert firmware <= names
        assert "triboard/firmware_files/main.py" in firmware


def test_the_commands_of_an_installed_wheel_work_away_from_any_checkout(wheels: Path, tmp_path: Path) -> None:
    """Law: settings are written and checked, pins of a board printed, a script of hands played, and `install`
    says what it would do, by the console command's own entry point in an empty folder."""
    site = tmp_path / "site"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*command, "--target", str(site), str(wheel_in(wheels).path)], timeout=300, check=True)
    start = (
        f"import sys; sys.path.insert(0, {str(site)!r}); from triboard.cli import main, __file__ as file; "
    )
    start += f"assert file.startswith({str(site)!r}); main()"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def triboard(*words: str, given: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-c", start, *words],
            capture_output=True, text=True, timeout=120, cwd=elsewhere, input=given,
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    triboard("config", "init")
    assert triboard("config", "check", "triboard.toml").strip() == '{"mistakes": [], "notes": []}'
    assert "I2C0" in triboard("firmware", "pins", "ttt3d")
    script = (ROOT / "docs/examples/first-balls.txt").read_text()
    played = triboard("simulate", "--set", "rims=true", "--script", "-", given=script)
    assert json.loads(played)["moves"]
    told = json.loads(triboard("install", "--dry-run", "--root", str(tmp_path), "--wheels", str(wheels)))
    assert "write /etc/triboard/triboard.toml" in told["done"]


def test_an_installation_packs_itself_into_the_same_version(wheels: Path, tmp_path: Path) -> None:
    """Law: `triboard install` without a folder of wheels installs exactly the code that runs it: the
    version's name, made of its content, is that of the wheel it came from."""
    site = tmp_path / "site"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*command, "--target", str(site), str(wheel_in(wheels).path)], timeout=300, check=True)
    assert damaged(site) == []
    look = (
        f"import sys; sys.path.insert(0, {str(site)!r})\n"
        "from pathlib import Path; from triboard.app.install.package import own_wheel\n"
        f"print(own_wheel(Path({str(tmp_path)!r})).name)"
    )
    done = subprocess.run(
        [sys.executable, "-c", look],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        env={"PATH": ""},
    )
    assert done.stdout.strip() == wheel_in(wheels).name == wheel_in(tmp_path).name, done.stderr
    (site / "triboard/cli.py").write_text("changed")
    (site / "triboard/errors.py").unlink()
    assert damaged(site) == ["triboard/cli.py", "triboard/errors.py"]


def test_the_newest_wheel_of_a_folder_is_taken(wheels: Path, tmp_path: Path) -> None:
    """Law: by the order of versions, not of letters; other files are passed over; none is an error."""
    with pytest.raises(ConfigurationError, match="holds no wheel of triboard"):
        wheel_in(tmp_path)
    data = wheel_in(wheels).path.read_bytes()
    for version in ("0.9.0", "0.10.0", "0.2"):
        (tmp_path / f"triboard-{version}-py3-none-any.whl").write_bytes(data)
    (tmp_path / "triboard-notes.whl").write_text("x")
    assert wheel_in(tmp_path).version == "0.10.0"
    (tmp_path / "triboard-1.0-py3-none-any.whl").write_text("x")
    with pytest.raises(ConfigurationError, match="is no wheel"):
        wheel_in(tmp_path)


def test_a_linked_checkout_is_no_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: `pip install -e` cannot be packed; the message says what to do instead."""

    class Linked:
        version = "1"
        files = ()

        def read_text(self, name: str) -> str:
            return '{"dir_info": {"editable": true}}'

    monkeypatch.setattr(package, "distribution", lambda _: Linked())
    with pytest.raises(ConfigurationError, match="without -e"):
        own_wheel(tmp_path)
