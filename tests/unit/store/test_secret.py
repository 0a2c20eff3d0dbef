"""The token of whoever looks after the board."""

from pathlib import Path

import pytest
from tests.unit.store.disk import Disk

from triboard.errors import StorageError
from triboard.store.secret import TOKEN_BYTES, TOKEN_FILE, read_token, token_of


def test_a_token_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    """Law: at least 128 bit, mode 0600, the same at every later start."""
    folder = tmp_path / "new" / "state"
    token = token_of(folder)
    assert TOKEN_BYTES * 8 >= 128
    assert len(token) * 6 >= TOKEN_BYTES * 8
    assert (folder / TOKEN_FILE).stat().st_mode & 0o777 == 0o600
    assert token_of(folder) == token == read_token(folder)
    assert token_of(tmp_path / "other") != token


@pytest.mark.parametrize(
    "content", [b"", b"short\n", b"\xff\xfe", b"with blanks in it, long enough", b"x" * 5000]
)
def test_a_token_that_is_damaged_or_too_short_is_made_anew(content: bytes, tmp_path: Path) -> None:
    """Law: whoever empties the file lets nobody in by an empty token."""
    (tmp_path / TOKEN_FILE).write_bytes(content)
    assert read_token(tmp_path) is None
    assert len(token_of(tmp_path)) >= 43


def test_a_folder_that_takes_nothing_has_no_token() -> None:
    """Law: a clear error; nobody gets in, and nobody's game stops."""
    disk = Disk()
    disk.fail_writing(30)
    with pytest.raises(StorageError):
        token_of(Path("/state"), files=disk)
