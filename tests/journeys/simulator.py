"""`triboard simulate` in a process of its own, for tests that stop and start it."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


class Simulator:
    """The command on a free port; `kill` it and `start` it again on the same state folder and port."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        log: Path | None = None,
    ) -> None:
        """`environment` is added to ours; `log` gets standard error."""
        self.folder = folder
        self._environment = {**os.environ, **(environment or {})}
        self._log = log
        self._arguments = arguments
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        self.said = ""
        """Standard output after the line with the address."""
        self.port = 0

    def start(self) -> "Simulator":
        """Start it and learn its address."""
        command = [sys.executable, "-m", "triboard", "simulate", "--no-browser"]
        command += ["--port", str(self.port), "--state-dir", str(self.folder), *self._arguments]
        errors = (
            subprocess.DEVNULL
            if self._log is None
            else os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        )
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=self._environment
        )
        if self._log is not None:
            os.close(errors)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line, line
        self.url = line.split()[-1]
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])
        return self

    @property
    def pid(self) -> int | None:
        """Its process, while it runs."""
        return None if self._process is None else self._process.pid

    def kill(self) -> None:
        """SIGKILL, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate(timeout=10)

    def stop(self) -> int:
        """SIGTERM; its exit code."""
        assert self._process is not None
        self._process.terminate()
        self.said += self._process.communicate(timeout=10)[0]
        return int(self._process.returncode)
