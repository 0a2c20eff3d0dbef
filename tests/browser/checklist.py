"""What is checked of every page as code: the list of `checklist.js`, and the rules of axe-core."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

HERE = Path(__file__).parent
CHECKLIST = (HERE / "checklist.js").read_text("utf-8").partition("\n\n")[2]
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
"""From `npm ci` in this folder, as `tests/run` does."""

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def look_over(page: Page) -> list[str]:
    """What is cut off, covered, too small or too faint, in words."""
    page.wait_for_timeout(300)  # pieces fall, and the frame after them places what lies over the picture
    return list(page.evaluate(CHECKLIST))


def axe(page: Page) -> list[str]:
    """What axe-core finds, in words; nothing is left out for being slight."""
    page.evaluate(f"() => {{ {AXE.read_text('utf-8')}; }}")
    found: dict[str, Any] = page.evaluate(
        "tags => axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })",
        TAGS,
    )
    return [
        f"{one['impact']} {one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:4]}"
        f" {one['nodes'][0].get('failureSummary', '')[:240]}"
        for one in found["violations"]
    ]
