"""Where the daemon of this computer keeps its games and serves its page, for commands that look after it."""

from pathlib import Path

from triboard.app.config import DEFAULT_HOST, Config, default_state_dir
from triboard.app.install.running import PORT_OF_SOCKET
from triboard.app.install.settings import SETTINGS
from triboard.app.settings import read_settings
from triboard.doctor.configuration import SOCKET_UNIT, WANTS
from triboard.errors import ConfigurationError


def settings_file(file: Path | None) -> Path | None:
    """The file that is named, else that of the installed service, if there is one."""
    return Path(SETTINGS) if file is None and Path(SETTINGS).exists() else file


def config_of(file: Path | None = None) -> Config:
    """What the daemon was told, as far as this user can read it; else the defaults."""
    try:
        return read_settings(settings_file(file), page=False).config
    except ConfigurationError:
        return Config(state_dir=default_state_dir())


def folder_of(state_dir: Path | None) -> Path:
    """The folder that is named, else that of the installed service, else this user's own."""
    return state_dir or config_of().state_dir


def page_of(url: str | None, config: Config | None = None) -> str:
    """The page that is named, else that of this computer: on port 80 by the service of the socket."""
    if url is not None:
        return url
    by_socket = (Path(WANTS) / SOCKET_UNIT).is_symlink()
    return f"http://{DEFAULT_HOST}:{PORT_OF_SOCKET if by_socket else (config or config_of()).port}/"
