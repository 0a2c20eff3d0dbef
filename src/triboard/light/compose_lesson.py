"""The light of a task: what may be lifted, what was answered, and the reply that shows why it fails."""

from triboard.lessons.task import Rung
from triboard.lessons.verdict import Worth
from triboard.light.scene import Glow, Role, Run, Target
from triboard.session.lesson import Lesson, Told
from triboard.session.state import SessionState
from triboard.session.tutor import brings, seat_of
from triboard.units import Site

Glows = dict[Target, Glow]


def to_lift(state: SessionState) -> Glows:
    """On the rung `see` every piece may be lifted to point at it; elsewhere nothing of the kind."""
    standing = state.manners.game.position(state.game).pieces
    return {Target(site): Glow(Role.SOURCE, stack[-1]) for site, stack in standing.items()}


def verdict_of(state: SessionState, lesson: Lesson, told: Told) -> tuple[Glows, tuple[Run, ...]]:
    """A right answer shines as won, its line runs. A wrong one blinks as missed; where the other side has a
    reply, that is shown as its move. A piece that was wrongly pointed at is asked back."""
    verdict = told.verdict
    if verdict.right:
        return _right(state, lesson, told)
    if lesson.rung is Rung.SEE:
        standing = state.manners.game.position(state.game).pieces
        return {Target(site): Glow(Role.WANTED, standing[site][-1]) for site in told.sites}, ()
    glows = {Target(site): Glow(Role.MISSED) for site in told.sites}
    if verdict.worth is Worth.LOSES and verdict.reply is not None:
        after = state.states[state.floor + 1]
        site, piece = brings(state, after, verdict.reply)
        glows[Target(site)] = Glow(Role.OPPONENT, piece)
    return glows, ()


def _right(state: SessionState, lesson: Lesson, told: Told) -> tuple[Glows, tuple[Run, ...]]:
    assert lesson.task is not None, "a verdict is on a task"
    if lesson.rung is Rung.SEE:
        line = tuple(map(Site, lesson.task.solution))
        return {Target(site): Glow(Role.WINNER) for site in line}, (Run(tuple(map(Target, line))),)
    before = state.first
    after = state.states[state.floor + 1]
    lines = state.manners.lines(after, before)
    runs = tuple(Run(tuple(map(Target, line.sites)), line.piece) for line in lines if not line.missed)
    lit = [site for line in lines for site in line.sites] or told.sites
    return {Target(site): Glow(Role.WINNER) for site in lit}, runs


def raised(state: SessionState) -> Glows:
    """An answer that led one rung up shines over the whole board, the answer's line running through it."""
    lesson = state.lesson
    if lesson is None or not lesson.up or state.correction is not None:
        return {}
    return {Target(site.site): Glow(Role.WINNER) for site in state.board.sites}


def seat_of_task(state: SessionState, lesson: Lesson) -> Glows:
    """Who looks: the seat of the side that the task is for."""
    assert lesson.task is not None, "a task is for a side"
    seat = seat_of(state, lesson.task)
    piece = state.manners.seat_pieces(state.first, seat)[0]
    return {Target(f"seat:{seat}"): Glow(Role.TURN, piece)}
