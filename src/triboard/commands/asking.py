"""Asking a running daemon for what only its caretaker may see, with the token of its state folder."""

import urllib.error
import urllib.request
from typing import Final

from triboard.errors import ControllerError

PATIENCE: Final = 30.0  # seconds for a daemon to pack many games
LARGEST: Final = 64 << 20  # bytes of an answer


def ask_daemon(url: str, path: str, token: str | None) -> bytes:
    """What the daemon at `url` answers to a GET of `path`; raises `ControllerError` with the reason."""
    if token is None:
        raise ControllerError("no token can be read in the state folder; run this as the user of the daemon")
    headers = {"Authorization": f"Bearer {token}"}  # never in the address, which servers write down
    request = urllib.request.Request(url.rstrip("/") + "/" + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            found: bytes = answer.read(LARGEST)
            return found
    except urllib.error.HTTPError as error:
        with error:
            reason = f"the daemon answers {error.code}; has it another state folder?"
            raise ControllerError(reason) from error
    except (OSError, ValueError) as error:
        raise ControllerError(f"no daemon answers ({getattr(error, 'reason', error)})") from error
