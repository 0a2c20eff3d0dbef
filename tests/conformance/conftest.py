"""Each test of this folder runs against every controller that there is."""

from collections.abc import Callable, Iterator

import pytest
from tests.conformance.probe import Probe
from tests.conformance.subject import SUBJECTS, Subject, make_subject

MakeSubject = Callable[..., Subject]
MakeProbe = Callable[..., Probe]


@pytest.fixture(params=sorted(SUBJECTS))
def subject_of(request: pytest.FixtureRequest) -> Iterator[MakeSubject]:
    """Makes subjects of one kind and closes them."""
    made: list[Subject] = []

    def make(board: str = "trike-presence", **identity: object) -> Subject:
        made.append(make_subject(request.param, board, **identity))  # type: ignore[arg-type]  # unit, version
        return made[-1]

    yield make
    for subject in made:
        subject.close()


@pytest.fixture
def probe_of(subject_of: MakeSubject) -> MakeProbe:
    """Makes a subject and a probe on it."""
    return lambda board="trike-presence", **identity: Probe(subject_of(board, **identity))


@pytest.fixture
def probe(probe_of: MakeProbe) -> Probe:
    """A probe on a controller that was never configured."""
    return probe_of()


@pytest.fixture
def up(probe: Probe) -> Probe:
    """A probe on a controller that runs its board's configuration."""
    probe.bring_up()
    return probe
