"""Programs that make sounds on this computer, fed beside the loop: a sound can never delay a light.

`aplay` (alsa-utils), `pw-play` (PipeWire) and `paplay` (PulseAudio) read a WAV file; `espeak-ng` turns words
into one. They are programs and no libraries, so nothing has to be compiled and one that hangs can be killed.
"""

import os
import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

PROGRAMS: Final = ("pw-play", "paplay", "aplay")
"""In the order in which `auto` looks for them: where a sound server runs, it holds the device."""

OFF: Final = "off"
AUTO: Final = "auto"
MACHINES: Final = (OFF, AUTO, *PROGRAMS)

SPEAKER: Final = "espeak-ng"

MOST_WAITING: Final = 3
"""Sounds that wait; a later one is dropped, for what is heard late misleads."""

PATIENCE: Final = 10.0
"""Seconds for one sound; then its program is killed."""

LOUDEST: Final = 200
"""The greatest amplitude that espeak-ng takes."""

_ARGUMENTS: Final = {"aplay": ("-q",), "pw-play": (), "paplay": ()}


@dataclass(frozen=True, slots=True)
class Sound:
    """A WAV file to play, which is made beside the loop, too; or words to speak (in `language`, `volume` 0 to
    1)."""

    wav: Callable[[], bytes] = bytes
    words: str = ""
    language: str = "en"
    volume: float = 1.0


Which = Callable[[str], str | None]
"""Where a program is installed."""


class Player:
    """Plays sounds one after the other in a thread of its own. `trouble` says in words why none is heard."""

    def __init__(self, machine: str, *, speak: bool = False, which: Which = shutil.which) -> None:
        """`machine`: one of `MACHINES`."""
        wanted = PROGRAMS if machine == AUTO else () if machine == OFF else (machine,)
        self._program = next((path for name in wanted if (path := which(name)) is not None), None)
        self._speaker = which(SPEAKER) if speak else None
        self.trouble: str | None = None
        if wanted and self._program is None:
            self.trouble = f"No sound is heard: {' or '.join(wanted)} is not installed."
        elif wanted and speak and self._speaker is None:
            self.trouble = f"Sounds are heard, and no words: {SPEAKER} is not installed."
        self._missing = self.trouble
        self._queue: queue.Queue[Sound | None] = queue.Queue(MOST_WAITING)
        self._running: subprocess.Popen[bytes] | None = None
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def silent(self) -> bool:
        """Whether nothing can be played."""
        return self._program is None

    def play(self, sound: Sound) -> None:
        """Play it when those before it have ended; never waits."""
        if self._program is None or self._closed.is_set() or (sound.words and self._speaker is None):
            return
        if self._thread is None:
            # A daemon: a sound card that never answers must not keep the process from ending.
            self._thread = threading.Thread(target=self._work, name="sound", daemon=True)
            self._thread.start()
        try:
            self._queue.put_nowait(sound)
        except queue.Full:
            return

    def close(self) -> None:
        """End the sound that is heard; never waits long."""
        self._closed.set()
        if self._running is not None:
            self._running.kill()
        if self._thread is not None:
            with suppress(queue.Full):  # it looks at `_closed` after each sound
                self._queue.put_nowait(None)
            self._thread.join(1.0)

    def _work(self) -> None:
        while not self._closed.is_set():
            sound = self._queue.get()
            if sound is None:
                return
            self._make(sound)

    def _make(self, sound: Sound) -> None:
        assert self._program is not None
        wav = sound.wav()
        if sound.words:
            amplitude = str(round(LOUDEST * sound.volume))
            speak = (str(self._speaker), "--stdout", "-v", sound.language, "-a", amplitude)
            wav = self._run(speak, sound.words.encode())
        if not wav:
            return
        memory = os.memfd_create("sound")  # a file that no card sees; not every player reads a pipe
        try:
            with open(memory, "wb", closefd=False) as file:
                file.write(wav)
            name = self._program.rpartition("/")[2]
            self._run((self._program, *_ARGUMENTS.get(name, ()), f"/proc/self/fd/{memory}"), keep=(memory,))
        finally:
            os.close(memory)

    def _run(self, command: Sequence[str], given: bytes = b"", *, keep: Sequence[int] = ()) -> bytes:
        """What a program wrote; nothing, and `trouble`, where it failed. It inherits the files of `keep`."""
        name = command[0].rpartition("/")[2]
        try:
            self._running = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=tuple(keep),
            )
            with self._running as running:
                if self._closed.is_set():
                    running.kill()
                try:
                    out, err = running.communicate(given, timeout=PATIENCE)
                except subprocess.TimeoutExpired:
                    running.kill()
                    running.communicate()
                    self.trouble = f"No sound is heard: {name} did not end within {PATIENCE:g} s."
                    return b""
        except OSError as error:
            self.trouble = f"No sound is heard: {name} cannot be started ({error.strerror})."
            return b""
        finally:
            self._running = None
        if running.returncode and not self._closed.is_set():
            why = err.decode(errors="replace").strip().splitlines()
            self.trouble = (
                f"No sound is heard: {name} failed ({why[-1][:120] if why else running.returncode})."
            )
            return b""
        self.trouble = self._missing
        return out
