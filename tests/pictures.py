"""Owns the pictures of docs/img: the page as it is, taken of a running site (`make pictures`)."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.at_table import bid, play, play_hand, prefer, wait_for, wait_for_bid
from tests.browser.tables import deal_table
from tests.prepare import find_chromium
from tests.sites import Site, open_site

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "img"
SEED = 1929


@dataclass(frozen=True)
class Look:
    """A size of the window and a colour scheme."""

    width: int
    height: int
    scheme: str

    @property
    def suffix(self) -> str:
        return f"{self.width}-{self.scheme}"


LOOKS = [
    Look(width, height, scheme)
    for width, height in ((360, 640), (768, 1024), (1440, 900))
    for scheme in ("light", "dark")
]


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, open_site(Path(folder)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=["--no-sandbox"])
        for number, look in enumerate(LOOKS):
            take_all(browser, site, look, SEED + number)
        browser.close()


def take_all(browser: Browser, site: Site, look: Look, seed: int) -> None:
    """Takes every picture in one look."""
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": look.width, "height": look.height},
        color_scheme="dark" if look.scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    prefer(page)
    for name, address in (("home", "/"), ("rules", "/rules/pllay/"), ("new-table", "/tables/new/")):
        page.goto(address)
        take(page, name, look)
    deal_table(page, site, seed=seed)
    take_table(page, look)
    context.close()


def take_table(page: Page, look: Look) -> None:
    """Takes a table while one bids, in the middle of a hand, and when the hand is over."""
    wait_for_bid(page)
    take(page, "bidding", look)
    bid(page)
    for _ in range(4):
        play(page)
    wait_for(page, "d.phase === 'playing' && 'myTurn' in d && d.waiting === '0'")
    take(page, "table", look)
    play_hand(page)
    take(page, "hand-over", look)


def take(page: Page, name: str, look: Look) -> None:
    page.screenshot(path=FOLDER / f"{name}-{look.suffix}.jpg", type="jpeg", quality=85)


if __name__ == "__main__":
    main()
