"""Settings from defaults, file, page and environment, each later one over those before.

All mistakes of file and environment are reported together; what the page once wrote is never a mistake of
whoever starts the daemon: what no longer fits there is left out and told.
"""

import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from triboard.app.config import Config
from triboard.app.games import MANNERS
from triboard.app.schema import BY_KEY, BY_VARIABLE, ENVIRONMENT, OPTIONS, SCHEMA, Setting, apply
from triboard.app.staff.choice import UNIT, Choice, read_choice
from triboard.errors import ConfigurationError, Mistake
from triboard.fields import Fields, nearest
from triboard.store.atomic import REAL_FILES, FileOps, read_checked, write_checked

PAGE_FILE: Final = "settings.json"
"""In the state folder: what was changed on the page."""

CHOICE: Final = "choice"
"""Key in that file of the game that was chosen there."""

_OPTION_VARIABLE: Final = ENVIRONMENT + OPTIONS.upper() + "_"
_LIKELY: Final = 0.75  # alike enough to be a slip of the pen


class Source(StrEnum):
    """Where a value comes from."""

    DEFAULT = "default"
    FILE = "file"
    PAGE = "page"
    ENVIRONMENT = "environment"


@dataclass(frozen=True, slots=True)
class Settings:
    """The effective configuration, and for each key that is not at its default where it comes from."""

    config: Config
    sources: Mapping[str, Source] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """What was found wrong in what the page had written, in words."""

    def source(self, key: str) -> Source:
        """Where a key's value comes from."""
        return self.sources.get(key, Source.DEFAULT)


def read_config(path: Path) -> Config:
    """A file alone; raises `ConfigurationError` with all its mistakes."""
    return read_settings(path, environ={}, page=False).config


def read_settings(
    path: Path | None,
    *,
    environ: Mapping[str, str] = os.environ,
    state_dir: Path | None = None,
    page: bool = True,
    choice: bool = True,
    files: FileOps = REAL_FILES,
) -> Settings:
    """Everything together. `state_dir` of the command line decides where the page's settings are looked for.

    A game that was chosen on the page, with its board and options, goes before the file's, unless the
    environment names any of it or the command line does (`choice` false).

    Raises `ConfigurationError` with every mistake of file and environment.
    """
    mistakes: list[Mistake] = []
    found: dict[Source, dict[str, Any]] = {}
    found[Source.FILE], options = _file(path, mistakes) if path is not None else ({}, {})
    found[Source.ENVIRONMENT], more = _environment(environ, mistakes)
    config = Config(state_dir=BY_KEY["state_dir"].default)
    for source in (Source.FILE, Source.ENVIRONMENT):
        config = apply(config, found[source])
    where = "" if path is None else f"{path}: "
    options = {**options, **more}
    if not any(mistake.place == f"{where}game" for mistake in mistakes):
        mistakes += _option_mistakes(config.game, options, where)
    if mistakes:
        raise ConfigurationError(*mistakes)
    notes: tuple[str, ...] = ()
    found[Source.PAGE] = {}
    if page:
        found[Source.PAGE], notes = read_page(state_dir or config.state_dir, files=files)
    chosen = found[Source.PAGE].pop(CHOICE, None)
    if chosen is not None and choice and not more and not fixed_choice(found[Source.ENVIRONMENT]):
        options = dict(chosen.options)
    else:
        chosen = None
    config = Config(state_dir=BY_KEY["state_dir"].default)
    sources: dict[str, Source] = {}
    for source in (Source.FILE, Source.PAGE, Source.ENVIRONMENT):
        config = apply(config, found[source])
        sources |= dict.fromkeys(found[source], source)
    if chosen is not None:
        config = chosen.over(config)
        sources |= dict.fromkeys(UNIT, Source.PAGE)
    for name in options:
        source = Source.PAGE if chosen is not None else Source.FILE
        sources[f"{OPTIONS}.{name}"] = Source.ENVIRONMENT if name in more else source
    return Settings(replace(config, options=options), sources, notes)


def _file(path: Path, mistakes: list[Mistake]) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        remedy = "Use sudo." if isinstance(error, PermissionError) else "Check the path."
        raise ConfigurationError(Mistake(str(path), f"cannot be read ({error.strerror})", remedy)) from error
    except UnicodeDecodeError as error:
        problem = f"is no text in UTF-8 (byte {error.start})"
        raise ConfigurationError(Mistake(str(path), problem, "Name a file of settings.")) from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(
            Mistake(str(path), f"is not TOML: {error}", "Mend the line named.")
        ) from error
    root = Fields(table, f"{path}: ", mistakes)
    sections = {"": root}
    for name in dict.fromkeys(setting.section for setting in SCHEMA if setting.section):
        sections[name] = root.table(name) if root.has(name) else Fields({}, "", mistakes)
    values = {}
    for setting in SCHEMA:
        place = sections[setting.section]
        if place.has(setting.name):
            values[setting.key] = _read(setting, place, setting.name)
    options = table.get(OPTIONS, {})
    if root.has(OPTIONS) and not isinstance(options, dict):
        root.note(OPTIONS, f"is {options!r}", "Write a table: [options].")
        options = {}
    for place in sections.values():
        place.close()
    return values, options


def _read(setting: Setting, fields: Fields, key: str) -> Any:
    """A value; what is wrong with a secret is told without it."""
    before = len(fields.mistakes)
    value = setting.kind.read(fields, key, setting.default)
    if setting.secret:
        for number, mistake in enumerate(fields.mistakes[before:], start=before):
            if mistake.problem.startswith("is "):  # the value follows
                fields.mistakes[number] = replace(mistake, problem=f"is not {setting.kind.words}")
    return value


def _environment(
    environ: Mapping[str, str], mistakes: list[Mistake]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Variables of ours. One whose name is nearly that of a setting is a slip; others belong to others."""
    values: dict[str, Any] = {}
    options: dict[str, Any] = {}
    for variable, text in sorted(environ.items()):
        if not variable.startswith(ENVIRONMENT):
            continue
        if variable.startswith(_OPTION_VARIABLE):
            name = variable.removeprefix(_OPTION_VARIABLE).lower()
            try:
                options[name] = json.loads(text)
            except ValueError:
                options[name] = text
        elif variable in BY_VARIABLE:
            setting = BY_VARIABLE[variable]
            fields = Fields({variable: setting.kind.parse(text)}, "", mistakes)
            values[setting.key] = _read(setting, fields, variable)
        else:
            short = {name.removeprefix(ENVIRONMENT): name for name in BY_VARIABLE}
            close = get_close_matches(variable.removeprefix(ENVIRONMENT), short, n=1, cutoff=_LIKELY)
            if close:
                mistakes.append(Mistake(variable, "is not known", f"Did you mean '{short[close[0]]}'?"))
    return values, options


def _option_mistakes(game: str, options: Mapping[str, Any], where: str) -> list[Mistake]:
    """Options that this game does not have, or not with these values."""
    manners = MANNERS[game]
    known = manners.game.options
    unknown = [name for name in options if name not in known]
    if unknown:
        return [
            Mistake(f"{where}{OPTIONS}.{name}", f"is no option of {game}", nearest(name, known))
            for name in unknown
        ]
    try:
        manners.game.start(manners.merged({}, options))
    except ConfigurationError as error:
        return [Mistake(f"{where}{OPTIONS}.{one.place}", one.problem, one.remedy) for one in error.mistakes]
    return []


def fixed_choice(keys: Iterable[str]) -> tuple[str, ...]:
    """Which of these keys are part of a choice of game."""
    return tuple(key for key in keys if key in UNIT)


def read_page(state_dir: Path, *, files: FileOps = REAL_FILES) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What was changed on the page, and in words what of it could not be used.

    A damaged file gives the content before it; is that damaged too, nothing: the defaults hold.
    """
    checked = read_checked(state_dir / PAGE_FILE, files=files)
    notes = [f"Settings of the page: {damage}" for damage in checked.damage]
    if checked.damage and checked.content is None:
        notes.append("Settings of the page: none can be read; file and defaults hold.")
    elif checked.damage:
        notes.append("Settings of the page: those before the last change are used.")
    mistakes: list[Mistake] = []
    values: dict[str, Any] = {}
    content = dict(checked.content or {})
    if CHOICE in content:
        try:
            values[CHOICE] = read_choice(_table(content.pop(CHOICE)), boards=None)
        except ConfigurationError as error:
            mistakes += error.mistakes
    for key, value in content.items():
        setting = BY_KEY.get(key)
        if setting is None or not setting.page:
            mistakes.append(Mistake(key, "is no setting of the page", "It is left out."))
            continue
        before = len(mistakes)
        read = setting.kind.read(Fields({key: value}, "", mistakes), key, setting.default)
        if len(mistakes) == before:
            values[key] = read
    return values, (*notes, *(f"Settings of the page: {mistake}" for mistake in mistakes))


def check_page(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Values from the page by key; raises `ConfigurationError` with every mistake."""
    mistakes: list[Mistake] = []
    values: dict[str, Any] = {}
    allowed = [setting.key for setting in SCHEMA if setting.page]
    for key, value in wanted.items():
        if key not in allowed:
            mistakes.append(
                Mistake(str(key)[:64], "cannot be changed on the page", nearest(str(key), allowed))
            )
            continue
        setting = BY_KEY[key]
        values[key] = setting.kind.read(Fields({key: value}, "", mistakes), key, setting.default)
    if mistakes:
        raise ConfigurationError(*mistakes)
    return values


def write_page(state_dir: Path, values: Mapping[str, Any], *, files: FileOps = REAL_FILES) -> None:
    """Keep what was changed on the page, over what was kept before; a game that was chosen is a `Choice` at
    `CHOICE`. Waits. Raises `StorageError`."""
    kept, _ = read_page(state_dir, files=files)
    merged = {**kept, **values}
    spelled = {
        key: value.as_json() if isinstance(value, Choice) else BY_KEY[key].kind.spell(value)
        for key, value in sorted(merged.items())
    }
    write_checked(state_dir / PAGE_FILE, spelled, files=files)


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
