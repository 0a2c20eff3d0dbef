"""Power-on: builds the circuit, then runs boot.py and main.py of the working directory as a Pico does."""

import sys

import _bench
import json

with open(sys.argv[1]) as file:
    _found = json.load(file)

import _circuit
import _system

_circuit.build(_found)
_bench.begin(_found["real_time"], _found["now"], _found["audited"])
sys.modules["sys"] = _system

_failed = 0
for _name in ("boot.py", "main.py"):
    try:
        with open(_name) as file:
            _text = file.read()
    except OSError:
        continue
    try:
        exec(compile(_text, _name, "exec"), {"__name__": "__main__"})
    except SystemExit:
        pass
    except BaseException as error:  # a Pico prints it and shows its REPL
        sys.print_exception(error)
        sys.print_exception(error, sys.stderr)
        _failed = 1
_bench.tell(_bench.ENDED, _failed, 0, 0)
_bench.fall_silent()
