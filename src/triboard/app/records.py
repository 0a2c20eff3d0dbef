"""The games in a state folder: finished ones and the one being played, read without disturbing a daemon."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from triboard.errors import ConfigurationError, Mistake, StorageError, TriboardError
from triboard.rules.record import Record, format_result, record_of
from triboard.rules.registry import game_named
from triboard.rules.replay import replay
from triboard.store.archive import game_numbers, segment_name
from triboard.store.journal import read_segment


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One game of a state folder: its number, whether it is over and archived, its file."""

    number: int
    archived: bool
    path: Path

    def read(self) -> tuple[Record, str]:
        """The game, and what of its file could not be read, in words. Raises `StorageError`."""
        segment = read_segment(self.path)
        later = self.path.parent.parent / "archive" / self.path.name
        if not segment.entries and not self.archived and later.exists():
            segment = read_segment(later)  # it ended while we looked
        damage = "" if segment.damage is None else str(segment.damage)
        if not segment.entries:
            raise StorageError(f"Game {self.number} cannot be read. {damage}")
        try:
            return record_from(segment.entries), damage
        except (KeyError, TypeError, ValueError, TriboardError) as error:
            raise StorageError(f"Game {self.number} does not fit the rules: {error}") from error


def record_from(entries: Sequence[Mapping[str, Any]]) -> Record:
    """The game that journal entries tell, take-backs carried out. Raises `ConfigurationError`, `KeyError`."""
    texts: list[str] = []
    for entry in entries:
        match entry["event"]:
            case "move":
                texts.append(entry["text"])
            case "takeback":
                del texts[entry["ply"] :]
            case _:
                pass  # the start, and rims that were turned before they count
    return record_of(replay(game_named(entries[0]["game"]), entries[0]["options"], texts))


def kept_games(folder: Path) -> list[KeptGame]:
    """All games, the oldest first. Raises `ConfigurationError` where there is no state folder to read."""
    if not folder.is_dir():
        raise ConfigurationError(
            Mistake(
                str(folder),
                "is no folder",
                "Name the daemon's folder with --state-dir, for example /var/lib/triboard.",
            )
        )
    found: dict[int, KeptGame] = {}
    for part, archived in (("journal", False), ("archive", True)):
        place = folder / part
        for number in game_numbers(_names(place)):
            found[number] = KeptGame(number, archived, place / segment_name(number))
    return [found[number] for number in sorted(found)]


def kept_game(folder: Path, number: int) -> KeptGame:
    """One game by its number; raises `ConfigurationError` naming those that there are."""
    games = kept_games(folder)
    for game in games:
        if game.number == number:
            return game
    known = f"There are {games[0].number} to {games[-1].number}." if games else "There is none yet."
    raise ConfigurationError(Mistake(str(number), f"no game of this number is kept in {folder}", known))


def summary(game: KeptGame) -> dict[str, Any]:
    """A line of the list; a game that cannot be read says so in `problem`."""
    row: dict[str, Any] = {"number": game.number, "finished": game.archived}
    try:
        record, damage = game.read()
    except StorageError as error:
        return {**row, "problem": str(error)}
    played = record.played
    row |= {"game": played.game.name, "plies": len(played.moves), "result": format_result(played)}
    return {**row, "problem": damage} if damage else row


def readable(games: Sequence[KeptGame]) -> Iterator[Record]:
    """The games that can be read."""
    for game in games:
        try:
            yield game.read()[0]
        except StorageError:
            continue


def _names(place: Path) -> list[str]:
    try:
        return [entry.name for entry in place.iterdir()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ConfigurationError(
            Mistake(
                str(place),
                f"cannot be read ({error.strerror})",
                "Run this as the user of the daemon, or with sudo.",
            )
        ) from error
