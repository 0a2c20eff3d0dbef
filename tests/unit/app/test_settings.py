"""Settings from defaults, file, page and environment: one schema, all mistakes at once."""

import json
import tomllib
from pathlib import Path

import pytest
from tests.unit.rules.commands import triboard

from triboard.app.config import Config
from triboard.app.config_text import commented_file, shown, table_of_docs
from triboard.app.schema import BY_KEY, SCHEMA, value_in
from triboard.app.settings import (
    PAGE_FILE,
    Settings,
    Source,
    check_page,
    read_page,
    read_settings,
    write_page,
)
from triboard.errors import ConfigurationError
from triboard.light.palette import PALETTES
from triboard.store.atomic import previous
from triboard.units import SECOND

DOCS = Path(__file__).parents[3] / "docs" / "config.md"


def written(folder: Path, text: str) -> Path:
    path = folder / "triboard.toml"
    path.write_text(text)
    return path


def read(folder: Path, text: str = "", **environ: str) -> Settings:
    return read_settings(written(folder, text), environ=environ, state_dir=folder)


def mistakes(folder: Path, text: str, **environ: str) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        read(folder, text, **environ)
    return [str(mistake).removeprefix(f"{folder}/triboard.toml: ") for mistake in caught.value.mistakes]


def test_without_a_word_everything_is_at_its_default(tmp_path: Path) -> None:
    """Law: the schema's defaults are those of `Config`, and each says so."""
    found = read(tmp_path)
    for setting in SCHEMA:
        assert value_in(found.config, setting) == setting.default
        assert found.source(setting.key) is Source.DEFAULT
    assert found.config.light == Config().light


def test_the_commented_file_says_the_defaults_and_nothing_else(tmp_path: Path) -> None:
    """Law: as it is written, it changes nothing; with every # of a setting taken away it is without mistakes
    and means the same."""
    text = commented_file()
    assert read(tmp_path, text) == read(tmp_path, "")
    bare = "\n".join(
        line.removeprefix("# ") if " = " in line and ": " not in line.split(" = ")[0] else line
        for line in text.splitlines()
    )
    tables = tomllib.loads(bare)
    assert tables["web"]["port"] == 8765
    found = read(tmp_path, bare)
    for setting in SCHEMA:
        if setting.key != "state_dir":
            assert value_in(found.config, setting) == setting.default, setting.key
        assert found.source(setting.key) is Source.FILE, setting.key


def test_all_mistakes_come_together_with_their_places_and_the_nearest_key(tmp_path: Path) -> None:
    """Law: unknown keys and tables, wrong kinds, bounds and units, options of the game and variables."""
    text = """
gmae = "trike"
[wbe]
[web]
port = "x"
prot = 1
allowed_hosts = ["a b"]
[light]
palette = "nigth"
brightness = "300 %"
dma = 5
[heartbeat]
every = "5"
url = "ftp://x"
[mqtt]
name = "a//b"
[options]
playrs = 4
"""
    found = mistakes(tmp_path, text, TRIBOARD_WEB_PORT="99999", TRIBOARD_WEB_PROT="1", TRIBOARD_LIGTH_DMA="8")
    for said in (
        "gmae: is not known. Did you mean 'game'?",
        "wbe: is not known. Did you mean 'web'?",
        "web.port: is 'x'. Write it like this: port = 0.",
        "web.prot: is not known. Did you mean 'port'?",
        "web.allowed_hosts: 'a b' is no host name. Write names like \"board.local\".",
        "light.palette: is 'nigth'. Did you mean 'night'?",
        "light.brightness: is '300 %'. Write a number from 0.02 to 1.0, or a text like \"40 %\".",
        "light.dma: is 5, which destroys data on the SD card of some models. Choose one of 8, 9, 10.",
        "heartbeat.every: is '5'. Write a number and ms, s, min or h: \"1 min\".",
        'heartbeat.url: this is no address. Write it like "https://hub.example/ping".',
        "mqtt.name: 'a//b' is no topic. Write it like \"museum/triboard\".",
        "options.playrs: is no option of ttt3d. Did you mean 'players'?",
        "TRIBOARD_WEB_PORT: is 99999. Choose a value from 0 to 65535.",
        "TRIBOARD_WEB_PROT: is not known. Did you mean 'TRIBOARD_WEB_PORT'?",
        "TRIBOARD_LIGTH_DMA: is not known. Did you mean 'TRIBOARD_LIGHT_DMA'?",
    ):
        assert said in found
    assert len(found) == 15


@pytest.mark.parametrize(
    ("options", "said"),
    [("players = 9", "options.players: is 9"), ('calling = "strikt"', "options.calling: is 'strikt'")],
)
def test_options_of_the_game_are_checked_with_their_values(options: str, said: str, tmp_path: Path) -> None:
    """Law: before anything starts, and with the place in the file."""
    [found] = mistakes(tmp_path, f"[options]\n{options}\n")
    assert found.split(".", 1)[0] == "options"
    assert options.split(" ")[0] in found
    assert said.split(" ")[0] in found


@pytest.mark.parametrize(
    ("text", "microseconds"),
    [("5 s", 5 * SECOND), ("5000 ms", 5 * SECOND), ("1.5 min", 90 * SECOND), ("24h", 86_400 * SECOND)],
)
def test_spans_have_units(text: str, microseconds: int, tmp_path: Path) -> None:
    """Law: ms, s, min and h; inside they are microseconds."""
    found = read(tmp_path, f'[heartbeat]\nevery = "{text}"\n')
    assert found.config.heartbeat.every == microseconds
    [row] = [row for row in shown(found) if row["key"] == "heartbeat.every"]
    assert read(tmp_path, f'[heartbeat]\nevery = "{row["value"]}"\n').config.heartbeat.every == microseconds


def test_later_sources_go_before_earlier_ones_and_each_value_says_its_own(tmp_path: Path) -> None:
    """Law: default, then file, then page, then environment."""
    write_page(tmp_path, {"light.palette": "night", "light.brightness": 0.3})
    text = '[light]\npalette = "high-contrast"\nbrightness = "50 %"\ndma = 8\n[options]\nplayers = 2\n'
    found = read(tmp_path, text, TRIBOARD_LIGHT_BRIGHTNESS="70 %", TRIBOARD_OPTIONS_RIMS="true")
    light = found.config.light
    assert (light.palette, light.brightness, light.dma) == ("night", 0.7, 8)
    assert found.config.options == {"players": 2, "rims": True}
    sources = {row["key"]: row["from"] for row in shown(found)}
    assert sources["light.palette"] == "page"
    assert sources["light.brightness"] == "environment"
    assert sources["light.dma"] == "file"
    assert sources["light.route"] == "default"
    assert sources["options.players"] == "file"
    assert sources["options.rims"] == "environment"


def test_variables_of_others_are_none_of_our_business(tmp_path: Path) -> None:
    """Law: only what looks like a slip of the pen is a mistake."""
    assert read(tmp_path, TRIBOARD_POWER_CUTS="200", TRIBOARD_CONFIG="x", PATH="/bin").sources == {}


def test_no_secret_is_ever_shown(tmp_path: Path) -> None:
    """Law: neither by `config show` nor in a mistake."""
    secret = 's3cret-"word'.replace('"', "")
    text = f'[mqtt]\npassword = "{secret}"\nuser = "ann"\n[web]\npin = "402817"\n[heartbeat]\nurl = "https://h.example/{secret}"\n'
    told = json.dumps(shown(read(tmp_path, text)))
    for word in (secret, "ann", "402817", "h.example"):
        assert word not in told
    assert told.count("(hidden)") == 4
    for wrong in ("[web]\npin = 402817\n", '[web]\npin = "40281x7"\n', f'[heartbeat]\nurl = "{secret}"\n'):
        [mistake] = mistakes(tmp_path, wrong)
        assert secret not in mistake
        assert "40281" not in mistake.replace('"402817"', "")  # the example in the remedy


@pytest.mark.parametrize("garbage", [b"", b"\x00\xff" * 50, b"{}", b'{"crc32": "0", "content": {}}'])
def test_damaged_page_settings_give_the_ones_before_and_then_the_defaults(
    garbage: bytes, tmp_path: Path
) -> None:
    """Law: previous, else defaults, said plainly; nothing is ever asked of the public (exhibit 55)."""
    write_page(tmp_path, {"light.palette": "night"})
    write_page(tmp_path, {"light.palette": "high-contrast"})
    (tmp_path / PAGE_FILE).write_bytes(garbage)
    found = read(tmp_path)
    assert found.config.light.palette == "night"
    assert "those before the last change are used" in found.notes[-1]
    previous(tmp_path / PAGE_FILE).write_bytes(garbage)
    found = read(tmp_path)
    assert found.config.light.palette == "default"
    assert "none can be read; file and defaults hold" in found.notes[-1]
    write_page(tmp_path, {"light.palette": "night"})
    assert read(tmp_path).config.light.palette == "night"
    assert read(tmp_path).notes == ()


def test_page_settings_of_another_version_are_left_out_and_told(tmp_path: Path) -> None:
    """Law: what no longer fits is no reason not to start."""
    from triboard.store.atomic import write_checked

    write_checked(
        tmp_path / PAGE_FILE, {"light.palette": "mauve", "web.host": "0.0.0.0", "light.brightness": 0.5}
    )
    values, notes = read_page(tmp_path)
    assert values == {"light.brightness": 0.5}
    assert len(notes) == 2
    assert read(tmp_path).config.host == "127.0.0.1"


def test_the_page_can_change_only_what_is_meant_for_it() -> None:
    """Law: light, hours, sound, language and an exhibit's manner, checked by the same schema; nothing of
    network, secrets, permissions or programs that are started."""
    assert check_page({"light.palette": "night", "light.brightness": 0.5})
    for wrong in (
        {"web.host": "0.0.0.0"},
        {"light.palette": 3},
        {"light.brightness": 9},
        {"light.dma": 8},
        {"": 1},
    ):
        with pytest.raises(ConfigurationError):
            check_page(wrong)
    changeable = {setting.key for setting in SCHEMA if setting.page}
    assert {key.partition(".")[0] for key in changeable} == {
        "light",
        "schedule",
        "sound",
        "language",
        "exhibit",
    }
    assert not changeable & {"light.route", "light.dma", "sound.machine", "exhibit.enabled"}


def test_every_setting_has_a_variable_of_its_own_and_a_meaning() -> None:
    """Law: keys map to variables one to one."""
    assert len({setting.variable for setting in SCHEMA}) == len(SCHEMA) == len(BY_KEY)
    assert all(setting.about and not setting.about.endswith(".") for setting in SCHEMA)
    assert BY_KEY["light.palette"].kind.words == ", ".join(PALETTES)


def test_the_document_is_fresh() -> None:
    """Law: docs/config.md holds the table that the schema makes; `triboard.app.config_text.table_of_docs`."""
    assert table_of_docs() in DOCS.read_text()


def test_a_check_lists_the_mistakes_of_a_file_a_line_each(tmp_path: Path) -> None:
    """Law (docs/config.md): all mistakes at once, a line each, and every line says whose it is."""
    path = tmp_path / "triboard.toml"
    path.write_text('clock = "soon"\nopponents = ["1=9"]\n', encoding="utf-8")
    done = triboard("config", "check", str(path))
    assert done.code == 2
    lines = done.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("triboard: ") for line in lines)
    assert ["clock" in line for line in lines].count(True) == 1
