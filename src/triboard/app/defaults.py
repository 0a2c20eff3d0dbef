"""Where the page is unless somebody says otherwise; known also to programs that touch no hardware."""

from typing import Final

DEFAULT_PORT: Final = 8765
DEFAULT_HOST: Final = "127.0.0.1"
