"""Draws the boards for docs/games from the geometry of the rules: `python -m tests.tools.board_pictures`."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.tools import pictures_trike, pictures_trioker, pictures_troika, pictures_ttt3d
from tests.tools.svg import Picture

FOLDER: Final = Path(__file__).parents[2] / "docs" / "games" / "pictures"

PICTURES: Final[Mapping[str, Callable[[], Picture]]] = {
    **pictures_ttt3d.PICTURES,
    **pictures_troika.PICTURES,
    **pictures_trike.PICTURES,
    **pictures_trioker.PICTURES,
}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(str(draw()), encoding="utf-8")
        print(FOLDER / f"{name}.svg")


if __name__ == "__main__":
    main()
