"""The process in which engines think: questions come in a line each, answers go out a line each.

Started as `python -m triboard.app.engine_worker` by `app.engines`. It ends when its input ends, in the middle
of a thought as well, so that it never outlives the daemon; it knows no board, no disk and no network.
"""

import os
import queue
import signal
import sys
import threading

from triboard.app import compiled


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the daemon, which then closes our input
    compiled.use()
    from triboard.app.engine_forms import answer_line  # now that it is settled which engines these are

    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        sys.stdout.write(answer_line(questions.get()))
        sys.stdout.flush()


def _listen(questions: "queue.SimpleQueue[str]") -> None:
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)  # the main thread may be deep in a search


if __name__ == "__main__":
    main()
