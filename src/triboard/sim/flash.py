"""The flash of a virtual Pico: a folder with the files of the firmware and what the firmware keeps there."""

import shutil
from binascii import crc32
from dataclasses import replace
from pathlib import Path
from typing import Final

from triboard.protocol.config import ControllerConfig

_CRC_BYTES: Final = 4


class Flash:
    """`firmware`: the folder whose files are copied, byte by byte, as onto a Pico."""

    def __init__(self, folder: Path, firmware: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        for file in sorted(firmware.glob("*.py")):
            shutil.copyfile(file, folder / file.name)

    @property
    def config(self) -> ControllerConfig | None:
        """What `config.bin` holds; `None` where that is nothing whole."""
        try:
            data = (self.folder / "config.bin").read_bytes()
        except FileNotFoundError:
            return None
        body, crc = data[:-_CRC_BYTES], data[-_CRC_BYTES:]
        return ControllerConfig.decode(body) if crc32(body) == int.from_bytes(crc, "little") else None

    @config.setter
    def config(self, config: ControllerConfig) -> None:
        body = config.encode()
        (self.folder / "config.bin").write_bytes(body + crc32(body).to_bytes(_CRC_BYTES, "little"))

    def damage_config(self) -> None:
        """It holds another configuration than the host's, but a whole one."""
        if (config := self.config) is not None:
            self.config = replace(config, stable_scans=config.stable_scans % 255 + 1)

    def name(self, unit: str | None) -> None:
        """Give it a unit id, or leave it its number."""
        file = self.folder / "unit.txt"
        if unit is None:
            file.unlink(missing_ok=True)
        else:
            file.write_text(unit, encoding="utf-8")
