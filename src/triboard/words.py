"""Every sentence a person reads, by stable code, in one catalogue a language."""

from collections.abc import Mapping
from typing import Final

ENGLISH: Final[Mapping[str, str]] = {}
