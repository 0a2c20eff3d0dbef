"""Start-up time and memory of `triboard simulate`, from process start to the first healthy answer."""

import os
import re
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

MOST_SECONDS = 30


def report(*, rounds: int) -> None:
    """Print medians; bare Python in the same run gives the ratio."""
    bare, starts, memories = [], [], []
    for _ in range(min(rounds, 10)):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import asyncio"], check=True, timeout=MOST_SECONDS)
        bare.append(time.perf_counter() - begun)
        seconds, kilobytes = _start()
        starts.append(seconds)
        memories.append(kilobytes)
    ready, python = statistics.median(starts), statistics.median(bare)
    print(
        f"start: page and board ready in {ready:.2f} s, {ready / python:.1f} times bare Python with asyncio"
    )
    print(f"       {statistics.median(memories) / 1024:.0f} MB resident")


def _start() -> tuple[float, float]:
    """Seconds to the first healthy answer, resident kilobytes then."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "triboard", "simulate", "--no-browser"]
        command += ["--port", str(port), "--state-dir", folder]
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not _healthy(port):
                if time.perf_counter() - begun > MOST_SECONDS:
                    raise TimeoutError("the simulator did not start")
                time.sleep(0.01)
            seconds = time.perf_counter() - begun
            status = Path(f"/proc/{process.pid}/status")
            found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if os.path.exists(status) else None
            return seconds, float(found[1]) if found else 0.0
        finally:
            process.terminate()
            process.wait(MOST_SECONDS)


def _healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False
