"""Small files with a checksum: damaged, then the previous, then none, and always told."""

import errno
import json
from pathlib import Path

import pytest
from tests.unit.store.disk import Disk

from triboard.errors import InternalError, StorageError
from triboard.store.atomic import Checked, previous, read_checked, write_atomically, write_checked


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """Law: `read_checked` is the inverse of `write_checked`; a person can read the file as JSON."""
    path = tmp_path / "settings.json"
    assert read_checked(path) == Checked(None)
    write_checked(path, {"brightness": 0.5, "name": "Zoë"})
    assert read_checked(path) == Checked({"brightness": 0.5, "name": "Zoë"})
    assert json.loads(path.read_text())["content"]["name"] == "Zoë"
    assert path.stat().st_mode & 0o777 == 0o600


def test_every_changed_byte_is_noticed_or_harmless(tmp_path: Path) -> None:
    """Law: whatever byte of the file changes, the content read is this one or, reported, the previous."""
    path = tmp_path / "settings.json"
    for value in (1, 2):
        write_checked(path, {"grade": value, "seats": [True, None]})
    whole = path.read_bytes()
    for index in range(len(whole)):
        path.write_bytes(whole[:index] + bytes([whole[index] ^ 1]) + whole[index + 1 :])
        found = read_checked(path)
        assert found.content is not None
        assert found.content["grade"] == (1 if found.damage else 2)


@pytest.mark.parametrize("junk", [b"", b"\0" * 40, b"[]", b"{}", b'{"crc32": 1, "content": 2}', b"[" * 9000])
def test_a_damaged_file_gives_the_previous_one_and_then_none(tmp_path: Path, junk: bytes) -> None:
    """Law: damaged -> previous -> none, each reported by name."""
    path = tmp_path / "settings.json"
    for value in (1, 2):
        write_checked(path, {"grade": value})
    path.write_bytes(junk)
    found = read_checked(path)
    assert found.content == {"grade": 1}
    assert [str(damage) for damage in found.damage] == [f"{path}: does not match its checksum."]
    previous(path).write_bytes(junk)
    found = read_checked(path)
    assert found.content is None
    assert [damage.file for damage in found.damage] == [path, previous(path)]


def test_a_damaged_file_never_replaces_a_good_previous_one(tmp_path: Path) -> None:
    """Law: writing over a damaged file keeps the previous content and the damaged bytes."""
    path = tmp_path / "settings.json"
    for value in (1, 2):
        write_checked(path, {"grade": value})
    for junk in (b"junk", b"more junk"):
        path.write_bytes(junk)
        write_checked(path, {"grade": 3})
        assert read_checked(path) == Checked({"grade": 3})
        assert read_checked(previous(path)).content == {"grade": 1}
        assert path.with_name("settings.json.damaged").read_bytes() == junk


def test_a_missing_file_with_a_previous_one_is_told(tmp_path: Path) -> None:
    """Law: settings never change silently; whoever wants none removes both files."""
    path = tmp_path / "settings.json"
    for value in (1, 2):
        write_checked(path, {"grade": value})
    path.unlink()
    found = read_checked(path)
    assert found.content == {"grade": 1}
    assert [str(damage) for damage in found.damage] == [
        f"{path}: is missing; settings.json.previous is used."
    ]


def test_an_unreadable_file_is_told(tmp_path: Path) -> None:
    """Law: not being able to read is damage, not absence."""
    (tmp_path / "settings.json").mkdir()
    found = read_checked(tmp_path / "settings.json")
    assert found.content is None
    assert "cannot be read" in str(found.damage[0])


def test_the_same_content_is_not_written_again() -> None:
    """Law: nothing changed, nothing written (exhibit 9)."""
    disk = Disk()
    disk.make_folder(Path("/s"))
    write_checked(Path("/s/a"), {"x": 1}, files=disk)
    before = disk.written
    write_checked(Path("/s/a"), {"x": 1}, files=disk)
    assert disk.written == before


@pytest.mark.parametrize("operation", ["create", "write", "sync", "rename", "sync_folder"])
def test_a_refused_write_leaves_the_old_file_or_the_new_one(operation: str) -> None:
    """Law: each failing operation ends in `StorageError` with the place, and in a whole file."""
    disk = Disk()
    path = Path("/s/a")
    disk.put(path, b"old")
    disk.fail(operation, errno.ENOSPC)
    with pytest.raises(StorageError, match="/s/a: no space is left"):
        write_atomically(path, b"new", files=disk)
    assert disk.get(path) == (b"new" if operation == "sync_folder" else b"old")
    assert disk.files() == ["/s/a"] or operation == "rename"


def test_content_without_json_form_is_our_mistake(tmp_path: Path) -> None:
    """Law: `InternalError`, and the file is untouched."""
    write_checked(tmp_path / "a", {"x": 1})
    with pytest.raises(InternalError):
        write_checked(tmp_path / "a", {"x": float("inf")})
    assert read_checked(tmp_path / "a") == Checked({"x": 1})
