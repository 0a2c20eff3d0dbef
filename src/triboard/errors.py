"""The one exception tree: the class says who is at fault.

Expected outcomes (a verdict, a finished game) are values, never exceptions.
"""

from dataclasses import dataclass
from typing import Final

from triboard.phrases import Said, Words

BAD_INPUT: Final = 2
FAILED: Final = 1
"""Exit codes of commands; 0 is success."""


class TriboardError(Exception):
    """Root of everything this project raises on purpose."""

    @property
    def words(self) -> Said:
        """The message for a page, in whatever language is wanted; `str` is English."""
        message = self.args[0] if self.args else ""
        return message if isinstance(message, Words) else str(self)


class PlayerError(TriboardError):
    """A person asked for something that the rules or the session do not allow."""


class IllegalMoveError(PlayerError):
    """A move breaks a rule.

    `code` is stable and fit for translation; `rule` cites the rules paragraph (`ttt3d §7`);
    the message is words (`phrases`) that a child understands; as text they are English.
    """

    def __init__(self, code: str, rule: str, message: Said) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule

    @property
    def words(self) -> Said:
        """The sentence without the paragraph."""
        message: Said = self.args[0]
        return message

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.rule})"


class NotationError(PlayerError):
    """A text is no move, site or record of this game; the message shows the text and an example."""


class ControllerError(TriboardError):
    """The controller or the link to it misbehaves."""


class LinkLostError(ControllerError):
    """The link to the controller broke; it is retried for ever."""


class BoardNotFoundError(LinkLostError):
    """Ports are there, but which of them is the board's cannot be told (yet); the message says why."""


class ProtocolVersionError(ControllerError):
    """Controller and host speak versions that do not fit; the message says both and the fix."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in a file that a person wrote: where it is, what is wrong, how to mend it."""

    place: str
    problem: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}. {self.remedy}"


class ConfigurationError(TriboardError):
    """A file or an option is wrong; all mistakes found are reported together."""

    def __init__(self, *mistakes: Mistake) -> None:
        super().__init__("\n".join(str(mistake) for mistake in mistakes))
        self.mistakes = mistakes


class StorageError(TriboardError):
    """The journal or another file of ours could not be written or read."""


class MachineError(TriboardError):
    """The computer around us lacks something, or refuses a step of an installation."""


class InternalError(TriboardError):
    """We broke our own contract; please report it with the journal."""


def exit_code(error: BaseException) -> int:
    """Exit code of a command that ends with an error."""
    return BAD_INPUT if isinstance(error, ConfigurationError) else FAILED
