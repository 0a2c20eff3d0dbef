"""The page's legend is the one that the palette and its rhythms make."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.journeys.simulator import Simulator

from triboard.light.legend import legend
from triboard.light.palette import DEFAULT

pytestmark = [pytest.mark.browser, pytest.mark.timeout(60)]


def test_the_legend_says_what_the_palette_says(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: every light that scenes show stands in the legend with its meaning, cue and colour."""
    page = open_page(simulate().url)
    page.click("#legend summary")
    for entry in legend(DEFAULT):
        if entry.role in ("attract", "opponent"):
            continue
        row = page.locator(f"#legend [data-role='{entry.role}']")
        assert row.text_content() == f"{entry.meaning}: {entry.cue}"
        assert row.locator("i").get_attribute("style") == f"--on: {entry.as_json()['colour']};"
