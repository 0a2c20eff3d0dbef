"""Records as commands read them: JSON or text, one game or several."""

import re

from triboard.commands.files import origin_of, read_text
from triboard.errors import ConfigurationError, Mistake
from triboard.rules.record import Record
from triboard.rules.record_json import parse_json
from triboard.rules.record_text import parse_records


def is_json(text: str) -> bool:
    """JSON begins with an object; a record with a tag or a comment."""
    return re.match(r"""\s*(\{\s*["}]|[^\[{;])""", text) is not None or not text.strip()


def records_in(text: str, file: str) -> tuple[Record, ...]:
    """The games of a text in either form."""
    return (parse_json if is_json(text) else parse_records)(text, origin_of(file))


def one_record(file: str) -> Record:
    """The one game of a file; raises `ConfigurationError`."""
    records = records_in(read_text(file), file)
    if len(records) != 1:
        remedy = "Give one game; `triboard rules convert` writes a line for each."
        raise ConfigurationError(Mistake(origin_of(file), f"it holds {len(records)} games", remedy))
    return records[0]
