"""The installation on a computer in a folder: complete, repeatable, interrupted anywhere, never in a game."""

import os
from pathlib import Path

import pytest
from tests.unit.app.install.fake_pi import FakePi, PowerCutError, wheel

from triboard.app.install import files, running, versions
from triboard.app.install.installer import Installer, alone, uninstall
from triboard.app.install.judging import hold_trial, last_trial, roll_back
from triboard.app.install.package import Wheel
from triboard.app.install.settings import Page
from triboard.app.install.trial import PATIENCE, SERVED_FOR, Verdict
from triboard.errors import ConfigurationError, MachineError


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def install(pi: FakePi, one: Wheel, page: Page | None = None) -> list[str]:
    """All steps that are needed, as the command does them; what was done."""
    with alone(pi):
        installer = Installer(pi, one, wheels=one.path.parent, page=page, question=pi.status)
        installer.refuse_in_game()
        return carry_out(installer)


def carry_out(installer: Installer) -> list[str]:
    """Every step that is needed, in order; what was done."""
    done = []
    for step in installer.steps():
        if (what := step.needed()) is not None:
            done.append(what)
            step.do()
    return done


def judged(pi: FakePi) -> tuple[str | None, float]:
    """What the judge says, and how long it took."""
    clock = Clock()
    judgement = hold_trial(pi, question=pi.status, clock=clock, sleep=clock.sleep)
    return None if judgement is None else judgement.verdict.value, clock.now


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    (tmp_path / "pi").mkdir()
    return FakePi(tmp_path / "pi")


def test_a_fresh_computer_gets_everything_and_a_second_run_does_nothing(pi: FakePi, tmp_path: Path) -> None:
    """Law: units, user, rules, settings, state folder, version and links; then nothing but looking."""
    one = wheel(tmp_path / "w", "1.0")
    assert len(install(pi, one, Page.SOCKET)) == 6
    tree = pi.tree()
    for path in files.FILES.values():
        assert path.lstrip("/") in tree
    assert tree["opt/triboard/current"] == f"versions/{one.name}"
    assert tree["usr/local/bin/triboard"] == "/opt/triboard/current/bin/triboard"
    assert pi.running == {"triboard-socket.service": one.name}
    assert [line for line in pi.commands if "require-hashes" in line]  # a lock for this Pi exists
    before = len(pi.commands)
    assert install(pi, one) == []
    assert pi.tree() == tree
    assert all("is-active" in line or "show" in line for line in pi.commands[before:])


def test_the_first_page_is_for_this_computer_only(pi: FakePi, tmp_path: Path) -> None:
    """Law: the network is one explicit choice, and it is kept by later runs."""
    one = wheel(tmp_path / "w", "1.0")
    install(pi, one)
    assert 'host = "127.0.0.1"' in pi.tree()["etc/triboard/triboard.toml"]
    assert list(pi.running) == ["triboard.service"]
    before = pi.process
    install(pi, one, Page.LAN)
    assert pi.process == before + 1  # it takes a start to come into force
    assert running.enabled_page(pi) is Page.LAN
    assert 'host = "0.0.0.0"' in pi.tree()["etc/triboard/triboard.toml"]
    assert install(pi, one) == []
    install(pi, one, Page.SOCKET)
    assert list(pi.running) == ["triboard-socket.service"]
    assert running.enabled_page(pi) is Page.SOCKET


def test_the_plug_may_be_pulled_before_any_command(tmp_path: Path) -> None:
    """Law: whatever the installation had come to, running it again leads to the same computer, and a version
    that runs is at no moment missing."""
    (tmp_path / "whole").mkdir()
    whole = FakePi(tmp_path / "whole")
    old, new = wheel(tmp_path / "old", "1.0"), wheel(tmp_path / "new", "2.0", "new\n")
    install(whole, old, Page.SOCKET)
    first = len(whole.commands)
    install(whole, new)
    judged(whole)
    wanted = {name: text for name, text in whole.tree().items() if not name.startswith("proc")}
    for cut in range(1, first + 12):
        root = tmp_path / f"cut{cut}"
        root.mkdir()
        pi = FakePi(root)
        pi.pull_plug_at = cut if cut < first else None
        try:
            install(pi, old, Page.SOCKET)
        except PowerCutError:
            pi.switch_on()
            install(pi, old, Page.SOCKET)
        pi.pull_plug_at = len(pi.commands) + cut - first if cut >= first else None
        try:
            install(pi, new)
        except PowerCutError:
            assert versions.complete(pi, versions.current(pi) or "")
            pi.switch_on()
            judged(pi)  # at the start of the computer
            install(pi, new)
        pi.pull_plug_at = None
        judged(pi)
        found = {name: text for name, text in pi.tree().items() if not name.startswith("proc")}
        assert found == wanted, cut


def test_nobody_is_disturbed_in_a_game(pi: FakePi, tmp_path: Path) -> None:
    """Law: while a game is under way nothing is changed, by install, update or a change of the page."""
    install(pi, wheel(tmp_path / "w", "1.0"))
    pi.playing = True
    before = pi.tree()
    with pytest.raises(ConfigurationError, match="ttt3d at ply 3 is under way"):
        install(pi, wheel(tmp_path / "v", "2.0"))
    assert pi.tree() == before


def test_a_game_that_begins_while_the_new_version_is_built_is_not_disturbed(
    pi: FakePi, tmp_path: Path
) -> None:
    """Law: building takes minutes, so it is asked again before anything is switched."""
    install(pi, wheel(tmp_path / "w", "1.0"))
    now = versions.current(pi)
    new = wheel(tmp_path / "v", "2.0", "new\n")
    installer = Installer(pi, new, wheels=new.path.parent, page=None, question=pi.status)
    installer.refuse_in_game()
    pi.playing = True
    with pytest.raises(ConfigurationError, match="under way"):
        carry_out(installer)
    assert versions.current(pi) == now
    assert versions.complete(pi, new.name)  # and the next run has less to do


def test_a_good_update_stays(pi: FakePi, tmp_path: Path) -> None:
    """Law: served for a minute and the board seen: the trial is over, the version before is kept."""
    old, new = wheel(tmp_path / "w", "1.0"), wheel(tmp_path / "v", "2.0", "new\n")
    install(pi, old)
    install(pi, new)
    verdict, seconds = judged(pi)
    assert (verdict, versions.current(pi), versions.previous(pi)) == ("good", new.name, old.name)
    assert SERVED_FOR <= seconds < PATIENCE
    assert judged(pi)[0] is None
    assert last_trial(pi)["verdict"] == Verdict.GOOD.value


def test_an_update_that_does_not_serve_is_taken_back(pi: FakePi, tmp_path: Path) -> None:
    """Law: the version before runs again, by itself."""
    old, new = wheel(tmp_path / "w", "1.0"), wheel(tmp_path / "v", "2.0", "new\n")
    install(pi, old)
    pi.broken.add(new.name)
    install(pi, new)
    assert pi.running == {"triboard.service": new.name}
    assert judged(pi)[0] == "bad"
    assert versions.current(pi) == old.name
    assert pi.running == {"triboard.service": old.name}


@pytest.mark.parametrize(("before", "verdict"), [("attached", "bad"), ("absent", "good")])
def test_an_update_must_see_the_board_that_was_there(
    before: str, verdict: str, pi: FakePi, tmp_path: Path
) -> None:
    """Law: a board attached before and never scanned since is a failure; one that was not there is none."""
    install(pi, wheel(tmp_path / "w", "1.0"))
    pi.board = before == "attached"
    install(pi, wheel(tmp_path / "v", "2.0", "new\n"))
    pi.board = False
    assert judged(pi)[0] == verdict


def test_an_update_that_takes_the_computer_down_is_taken_back(pi: FakePi, tmp_path: Path) -> None:
    """Law: a trial that was begun three times and never judged is lost."""
    old, new = wheel(tmp_path / "w", "1.0"), wheel(tmp_path / "v", "2.0", "new\n")
    install(pi, old)
    install(pi, new)

    def power_cut(seconds: float) -> None:
        raise PowerCutError

    for _ in range(3):
        with pytest.raises(PowerCutError):
            hold_trial(pi, question=pi.status, clock=Clock(), sleep=power_cut)
        pi.switch_on()
    assert judged(pi)[0] == "bad"
    assert versions.current(pi) == old.name


def test_what_runs_is_judged_and_not_what_should(pi: FakePi, tmp_path: Path) -> None:
    """Law (field report 57): an old process that still answers proves nothing for the new version."""
    install(pi, wheel(tmp_path / "w", "1.0"))
    new = wheel(tmp_path / "v", "2.0", "new\n")
    install(pi, new)
    still = next(name for name in (versions.previous(pi),) if name)
    files.point(pi.root / "opt/triboard/current", f"versions/{still}")
    pi.run("systemctl", "restart", "triboard.service")  # as if the restart had been forgotten
    files.point(pi.root / "opt/triboard/current", f"versions/{new.name}")
    assert judged(pi)[0] == "bad"
    assert "answered instead" in last_trial(pi)["reason"]


def test_a_damaged_version_is_built_anew_beside_itself(pi: FakePi, tmp_path: Path) -> None:
    """Law (field report 58): a file that a bad card changed is found by running install again."""
    one = wheel(tmp_path / "w", "1.0")
    install(pi, one)
    code = next((pi.root / "opt/triboard/versions").glob("*/lib/*/site-packages/triboard/__init__.py"))
    code.write_text("x")
    install(pi, one)
    assert versions.current(pi) == f"{one.name}.1"
    assert judged(pi)[0] == "good"


def test_back_to_the_version_before_on_request(pi: FakePi, tmp_path: Path) -> None:
    """Law: one command, no network; and there must be a version to go back to."""
    old, new = wheel(tmp_path / "w", "1.0"), wheel(tmp_path / "v", "2.0", "new\n")
    install(pi, old)
    with pytest.raises(ConfigurationError, match="no version to go back to"):
        roll_back(pi)
    install(pi, new)
    judged(pi)
    assert roll_back(pi) == old.name
    assert pi.running == {"triboard.service": old.name}
    assert roll_back(pi) == new.name


def test_old_versions_go_but_the_two_that_count(pi: FakePi, tmp_path: Path) -> None:
    """Law: the card does not fill up with versions."""
    for number in range(4):
        install(pi, wheel(tmp_path / str(number), f"{number}.0", f"{number}\n"))
        judged(pi)
        versions.prune(pi)
    left = sorted(path.name.split("-")[0] for path in (pi.root / "opt/triboard/versions").iterdir())
    assert left == ["2.0", "3.0"]


def test_uninstalling_leaves_games_and_settings(pi: FakePi, tmp_path: Path) -> None:
    """Law: all of ours goes, nothing of theirs; a second run has nothing to do; dry only says."""
    install(pi, wheel(tmp_path / "w", "1.0"))
    (pi.root / "var/lib/triboard/game").write_text("kept")
    before = pi.tree()
    said: list[str] = []
    uninstall(pi, said.append, dry=True)
    assert pi.tree() == before
    assert uninstall(pi, said.append, dry=False)
    assert pi.running == {}
    assert {name for name in pi.tree() if not name.startswith("proc")} == {
        "var/lib/triboard/game", "etc/triboard/triboard.toml",
    }  # fmt: skip
    assert uninstall(pi, said.append, dry=False) == []


def test_a_trial_that_was_never_switched_to_disturbs_nobody(pi: FakePi, tmp_path: Path) -> None:
    """Law: a power cut between writing the trial and the switch leaves nothing to judge, and no restart."""
    old, new = wheel(tmp_path / "w", "1.0"), wheel(tmp_path / "v", "2.0", "new\n")
    install(pi, old)
    install(pi, new)
    files.point(pi.root / "opt/triboard/current", f"versions/{old.name}")
    before = len(pi.commands)
    assert judged(pi) == (None, 0.0)
    assert pi.commands[before:] == []


def test_two_installers_do_not_meet(pi: FakePi) -> None:
    """Law: the second says so at once."""
    with alone(pi), pytest.raises(ConfigurationError, match="is running already"), alone(pi):
        pass


def test_an_image_gets_everything_but_nothing_is_started(tmp_path: Path) -> None:
    """Law: a root folder that does not run is complete, and judged at its first start if it was an update."""
    (tmp_path / "pi").mkdir()
    pi = FakePi(tmp_path / "pi", live=False)
    install(pi, wheel(tmp_path / "w", "1.0"), Page.SOCKET)
    assert not any(word in line for line in pi.commands for word in ("restart", "daemon-reload", "modprobe"))
    assert install(pi, wheel(tmp_path / "w", "1.0")) == []


def test_python_313_takes_the_pin_library_from_debian(tmp_path: Path) -> None:
    """Law: no lgpio from the index there: the environment sees Debian's packages, and the lock has none."""
    (tmp_path / "pi").mkdir()
    pi = FakePi(tmp_path / "pi", python="3 13 aarch64")
    install(pi, wheel(tmp_path / "w", "1.0"))
    assert any("venv --system-site-packages" in line for line in pi.commands)
    assert "lgpio==" not in (versions.lock_of((3, 13), "aarch64") or "lgpio==")
    assert versions.lock_of((3, 11), "riscv64") is None


def test_a_missing_package_is_named_with_its_remedy(pi: FakePi, tmp_path: Path) -> None:
    """Law: where python3 -m venv fails, the message says which package of Debian brings it; nothing half is
    left that would be taken for whole."""
    one = wheel(tmp_path / "w", "1.0")
    real = pi.run

    def run(*command: str, check: bool = True) -> str:
        if "venv" in command:
            raise MachineError("No module named ensurepip")
        return real(*command, check=check)

    pi.run = run  # type: ignore[method-assign]  # this computer lacks a package
    with pytest.raises(MachineError, match="sudo apt install python3-venv"):
        install(pi, one)
    assert versions.current(pi) is None


def test_settings_are_for_root_and_the_service_and_stay_as_closed_as_somebody_made_them(
    pi: FakePi, tmp_path: Path
) -> None:
    """Law: the first settings, which may get secrets, are readable for the group of the service and for
    nobody else; a later choice of the page changes neither their owner nor who may read them."""
    (pi.root / "etc").mkdir()
    (pi.root / "etc/group").write_text(f"root:x:0:\ntriboard:x:{os.getegid()}:\n")
    one = wheel(tmp_path / "w", "1.0")
    install(pi, one, Page.LOCAL)
    settings = pi.root / "etc/triboard/triboard.toml"
    assert settings.stat().st_mode & 0o777 == 0o640
    assert settings.stat().st_gid == os.getegid()
    settings.chmod(0o600)
    install(pi, one, Page.LAN)
    assert 'host = "0.0.0.0"' in settings.read_text()
    assert settings.stat().st_mode & 0o777 == 0o600
