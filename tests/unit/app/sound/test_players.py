"""Programs that make sounds, played by stand-ins: what they are given, and what happens when they fail."""

import io
import time
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from triboard.app.sound import players
from triboard.app.sound.players import MOST_WAITING, Player, Sound
from triboard.app.sound.tones import MELODIES, RATE, wav_of
from triboard.session.cues import Cue

PATIENCE = 20.0


class Programs:
    """A folder with stand-ins for programs; what they were given lies in `heard`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.heard = folder / "heard"
        self.heard.mkdir()

    def install(self, name: str, script: str) -> None:
        """A program; `$HEARD` is the folder of what was heard, the last argument is `$last`."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\nHEARD={self.heard}\nfor last; do :; done\n{script}\n")
        path.chmod(0o700)

    def which(self, name: str) -> str | None:
        path = self.folder / name
        return str(path) if path.exists() else None

    def wait_for(self, count: int) -> list[bytes]:
        """What was played, in order."""
        wait(lambda: len(list(self.heard.glob("[0-9]"))) >= count)
        return [one.read_bytes() for one in sorted(self.heard.glob("[0-9]"))]


def wait(until: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


KEEP = 'n=$(ls $HEARD | wc -l); cat "$last" > $HEARD/.new; mv $HEARD/.new $HEARD/$n'
SPEAK = 'echo "$*" > $HEARD/../said; cat'


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    return Programs(tmp_path)


def test_each_cue_is_a_short_sound_of_its_own() -> None:
    """Law: 16 bit mono, under a second, none alike, as loud as the volume says and never beyond half."""
    peaks = {}
    for cue in Cue:
        with wave.open(io.BytesIO(wav_of(cue, 1.0))) as file:
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
            assert file.getnframes() < RATE
            data = file.readframes(file.getnframes())
        peaks[cue] = max(abs(one) for one in memoryview(data).cast("h"))
    assert all(15_000 < peak <= 16_384 for peak in peaks.values())
    assert len(set(MELODIES.values())) == len(Cue)
    assert set(wav_of(Cue.OVER, 0.0)[44:]) == {0}


def test_sounds_and_words_reach_the_program_in_order(programs: Programs) -> None:
    """Law: the whole WAV file; words through espeak-ng with language and loudness; no file on the disk."""
    programs.install("aplay", KEEP)
    programs.install("espeak-ng", SPEAK)
    player = Player("auto", speak=True, which=programs.which)
    player.play(Sound(lambda: b"RIFF one"))
    player.play(Sound(words="Red to play.", language="ko", volume=0.5))
    assert programs.wait_for(2) == [b"RIFF one", b"Red to play."]
    assert (programs.folder / "said").read_text() == "--stdout -v ko -a 100\n"
    player.close()
    assert player.trouble is None


def test_a_program_that_is_missing_is_said_and_nothing_is_played(programs: Programs) -> None:
    """Law: silence, with the reason and no thread; off is no trouble."""
    player = Player("aplay", which=programs.which)
    player.play(Sound(lambda: pytest.fail("made for nobody")))
    assert player.silent
    assert player.trouble == "No sound is heard: aplay is not installed."
    assert Player("off", which=programs.which).trouble is None
    programs.install("aplay", KEEP)
    assert "espeak-ng is not installed" in str(Player("auto", speak=True, which=programs.which).trouble)


def test_a_program_that_fails_is_said_until_it_plays_again(programs: Programs) -> None:
    """Law: the last line it wrote is the reason."""
    programs.install("aplay", 'echo "aplay: no soundcards found" >&2; exit 1')
    player = Player("aplay", which=programs.which)
    player.play(Sound(lambda: b"one"))
    wait(lambda: player.trouble is not None)
    assert player.trouble == "No sound is heard: aplay failed (aplay: no soundcards found)."
    programs.install("aplay", KEEP)
    player.play(Sound(lambda: b"two"))
    assert programs.wait_for(1) == [b"two"]
    wait(lambda: player.trouble is None)
    player.close()


def test_a_program_that_hangs_delays_nobody(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: `play` returns at once however many wait; what is too late is dropped; the hanging one is
    killed."""
    programs.install("aplay", f"echo $$ > {programs.folder}/pid; exec sleep 1000")
    player = Player("aplay", which=programs.which)
    for number in range(50):
        player.play(Sound(str(number).encode))
    assert player._queue.qsize() <= MOST_WAITING
    wait(lambda: bool((programs.folder / "pid").exists() and (programs.folder / "pid").read_text().strip()))
    pid = int((programs.folder / "pid").read_text())
    player.close()
    wait(lambda: not Path(f"/proc/{pid}").exists())
    monkeypatch.setattr(players, "PATIENCE", 0.05)
    impatient = Player("aplay", which=programs.which)
    impatient.play(Sound(lambda: b"one"))
    wait(lambda: impatient.trouble is not None)
    assert "did not end" in str(impatient.trouble)
    impatient.close()
