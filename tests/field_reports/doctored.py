"""What `doctor` says of a made-up Raspberry Pi."""

from triboard.board.load import load_board
from triboard.doctor.ailments import AILMENTS
from triboard.doctor.checks import CHECKS
from triboard.doctor.findings import Finding
from triboard.doctor.specimens import HEALTHY, MockSystem, subject_of
from triboard.doctor.subject import Subject

SUBJECT = subject_of(load_board("ttt3d"))


def examined(check: str, system: MockSystem = HEALTHY, subject: Subject = SUBJECT) -> Finding:
    """The one finding of a check."""
    [finding] = CHECKS[check](system, subject)
    return finding


def suffering(name: str) -> Finding:
    """The one finding of a check on the Pi with an ailment."""
    [ailment] = [one for one in AILMENTS if one.name == name]
    return examined(ailment.check, ailment.sicken(HEALTHY), ailment.change(SUBJECT))
