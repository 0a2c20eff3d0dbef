"""The installer's one choice in the settings, and every other byte left as it was."""

import tomllib
from pathlib import Path

import pytest

from triboard.app.config_text import commented_file
from triboard.app.install.settings import Page, first_settings, with_host
from triboard.app.settings import read_config
from triboard.errors import ConfigurationError


@pytest.mark.parametrize("page", list(Page))
def test_the_first_settings_are_read_by_the_daemon(page: Page, tmp_path: Path) -> None:
    """Law: what the installer writes is what `triboard run --config` understands."""
    file = tmp_path / "triboard.toml"
    file.write_text(first_settings(page))
    config = read_config(file)
    assert config.host == ("0.0.0.0" if page is Page.LAN else "127.0.0.1")
    assert str(config.state_dir) == "/var/lib/triboard"


def test_the_first_settings_are_those_of_config_init() -> None:
    """Law: every setting stands in them with its comment; only folder and address are not commented out."""
    fresh, ours = commented_file().splitlines(), first_settings(Page.LAN).splitlines()
    assert len(fresh) == len(ours)
    changed = {new: old for old, new in zip(fresh, ours, strict=True) if old != new}
    assert changed == {
        'state_dir = "/var/lib/triboard"': '# state_dir = "/var/lib/triboard"',
        'host = "0.0.0.0"': '# host = "127.0.0.1"',
    }


def test_the_address_of_the_first_settings_can_be_changed() -> None:
    """Law: `--page lan` after `--page local` finds the line, and not that of another table."""
    assert with_host(first_settings(Page.LOCAL), Page.LAN) == first_settings(Page.LAN)


def test_an_address_that_is_commented_out_is_written_below_its_table() -> None:
    """Law: the file of `config init` itself is understood as well."""
    changed = with_host(commented_file(), Page.LAN)
    assert tomllib.loads(changed)["web"] == {"host": "0.0.0.0"}
    assert len(changed.splitlines()) == len(commented_file().splitlines()) + 1


@pytest.mark.parametrize(
    ("text", "page", "changed"),
    [
        ('game = "trike"\n', Page.LAN, 'game = "trike"\n\n[web]\nhost = "0.0.0.0"\n'),
        (
            '[web]\n  host = "127.0.0.1" # mine\nport = 80\n',
            Page.LAN,
            '[web]\n  host = "0.0.0.0" # mine\nport = 80\n',
        ),
        ('[web]\nhost = "0.0.0.0"\n', Page.LOCAL, '[web]\nhost = "127.0.0.1"\n'),
        ('[web]\nhost = "192.168.1.7"\n', Page.LAN, '[web]\nhost = "192.168.1.7"\n'),
        ('[web]\nhost = "0.0.0.0"\n', Page.SOCKET, '[web]\nhost = "0.0.0.0"\n'),
        ("", Page.LOCAL, ""),
    ],
)
def test_only_the_address_is_changed(text: str, page: Page, changed: str) -> None:
    """Law: comments, order and everything else stay; a network address of the person's own is kept."""
    assert with_host(text, page) == changed


@pytest.mark.parametrize(
    "text", ['web = {host = "127.0.0.1"}\n', '[other]\nhost = "a"\n[web]\nhost = "127.0.0.1"\n']
)
def test_settings_that_are_written_in_another_way_are_left_to_their_writer(text: str) -> None:
    """Law: rather no change than a wrong one; the message says the line to write."""
    assert tomllib.loads(text)
    with pytest.raises(ConfigurationError, match=r'host = "0.0.0.0" under \[web\]'):
        with_host(text, Page.LAN)


def test_settings_that_are_no_toml_are_named() -> None:
    """Law: one clear error, with the line."""
    with pytest.raises(ConfigurationError, match="line 1"):
        with_host("host 1", Page.LAN)
