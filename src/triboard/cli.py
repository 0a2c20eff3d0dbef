"""The command line. Commands are imported when somebody asks for them, so that none pays for another."""

import os
import sys
from importlib import import_module
from typing import Final

import click

from triboard import __version__
from triboard.app.crash_memory import memory_of, patient
from triboard.errors import BAD_INPUT, FAILED, ConfigurationError, TriboardError, exit_code

COMMANDS: Final = {
    "simulate": "play",
    "run": "play",
    "rules": "rules",
    "opponents": "opponents",
    "doctor": "doctor",
    "light": "light",
    "selftest": "selftest",
    "install": "install",
    "firmware": "firmware",
    "hardware": "hardware",
    "calibrate": "calibrate",
    "trace": "trace",
    "config": "config",
    "records": "records",
    "statistics": "statistics",
    "support-bundle": "bundle",
    "code": "code",
    "lessons": "lessons",
}
"""Each command and its module in `triboard.commands`."""


SERVED: Final = frozenset({"run", "simulate"})
"""Commands that a service manager starts again whenever they fail."""


SEARCHING: Final = frozenset({"opponents"})
"""Commands that use compiled engines where there are any."""


class _Commands(click.Group):
    """Commands that are imported by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (click's)
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"triboard.commands.{COMMANDS[cmd_name]}"), cmd_name.replace("-", "_"))
        assert isinstance(found, click.Command)
        return found


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="triboard")
def cli() -> None:
    """The controller for physical electronic game boards."""


def main() -> None:
    """Entry point: our errors become one clear message and an exit code."""
    if not SEARCHING.isdisjoint(sys.argv[1:2]):
        from triboard.app import compiled  # other commands do not pay for it

        compiled.use()
    try:
        if SERVED.isdisjoint(sys.argv[1:2]):
            cli.main(standalone_mode=False)
        else:
            with patient(memory_of(os.environ), _code):
                cli.main(standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(BAD_INPUT)
    except click.ClickException as error:
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "triboard"
        print(f"{command}: {error.format_message()} Try --help.", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except TriboardError as error:
        print(f"triboard: {_line(error)}", file=sys.stderr)
        sys.exit(exit_code(error))
    except BrokenPipeError:
        # Whoever read our output has enough, for example `head`; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAILED)


def _line(error: TriboardError) -> str:
    """An error as one line, whatever it tells: a program that reads ours finds all of it behind its name."""
    mistakes = map(str, error.mistakes) if isinstance(error, ConfigurationError) else [str(error)]
    return " ".join(" Also: ".join(mistakes).splitlines())


def _code(error: BaseException) -> int:
    return BAD_INPUT if isinstance(error, click.ClickException) else exit_code(error)
