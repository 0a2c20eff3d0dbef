"""The schema written out: the commented file, the effective values, the tables of docs/config.md."""

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from triboard.app.games import MANNERS
from triboard.app.schema import OPTIONS, SCHEMA, Setting, value_in
from triboard.app.settings import Settings

HEAD: Final = """\
# Settings of Triboard. Every line that is commented out shows the default.
# Take the # away to change one; `triboard config check FILE` finds every mistake.
# A variable of the environment goes before this file: TRIBOARD_WEB_PORT for web.port.
"""
HIDDEN: Final = "(hidden)"
STATE_DIR: Final = "/var/lib/triboard"
"""Example in the commented file; the default depends on who starts the daemon."""

_SECTIONS: Final = {
    "web": "The page",
    "controller": "The controller of the board",
    "light": "The LEDs",
    "schedule": "Opening hours; they hold while the clock is right",
    "site": "What staff may ask of this computer",
    "sound": "Announcements",
    "heartbeat": "A sign of life for somebody's hub",
    "mqtt": "Telling the state to an MQTT broker, for example that of Home Assistant",
    "exhibit": "A board in public that nobody looks after",
}


def commented_file(given: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The file of `config init`: everything at its default, with a comment each, but for what is `given`."""
    return HEAD + "\n".join(_lines(given)) + "\n"


def _lines(given: Mapping[str, Any]) -> Iterator[str]:
    section = ""
    for setting in SCHEMA:
        if setting.section != section:
            if not section:
                yield from _option_lines()
            section = setting.section
            yield from ("", f"[{section}]  # {_SECTIONS[section]}")
        yield ""
        yield f"# {setting.about} ({setting.kind.words})."
        if setting.key in given:
            yield f"{setting.name} = {_toml(given[setting.key])}"
        else:
            yield f"# {setting.name} = {_toml(_shown_default(setting))}"


def _option_lines() -> Iterator[str]:
    yield from ("", f"[{OPTIONS}]  # Of the game; `triboard rules list` shows all with their meanings")
    for name, manners in MANNERS.items():
        options = manners.game.options
        simple = {
            key: one.default for key, one in options.items() if isinstance(one.default, bool | int | str)
        }
        yield f"# {name}: {', '.join(f'{key} = {_toml(value)}' for key, value in simple.items())}"


def _shown_default(setting: Setting) -> Any:
    return STATE_DIR if setting.key == "state_dir" else setting.kind.spell(setting.default)


def _toml(value: Any) -> str:
    """Texts, numbers, flags and lists of texts are written alike in JSON and TOML."""
    return json.dumps(value, ensure_ascii=False)


def shown(settings: Settings) -> list[dict[str, Any]]:
    """Every effective value and where it comes from; secrets only say whether there is one."""
    rows = []
    for setting in SCHEMA:
        value = setting.kind.spell(value_in(settings.config, setting))
        if setting.secret and value:
            value = HIDDEN
        rows.append({"key": setting.key, "value": value, "from": settings.source(setting.key).value})
    for name, value in settings.config.options.items():
        key = f"{OPTIONS}.{name}"
        rows.append({"key": key, "value": value, "from": settings.source(key).value})
    return rows


def table_of_docs() -> str:
    """The table of docs/config.md."""
    rows = ["| key | default | what may be written | meaning |", "|---|---|---|---|"]
    for setting in SCHEMA:
        default = _toml(_shown_default(setting)) if setting.key != "state_dir" else "see below"
        marks = " *On the page too.*" if setting.page or setting.anew else ""
        marks += " *Secret.*" if setting.secret else ""
        rows.append(f"| `{setting.key}` | `{default}` | {setting.kind.words} | {setting.about}.{marks} |")
    return "\n".join(rows) + "\n"
