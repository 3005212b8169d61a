"""Owns measuring a table's page: on which screens it is looked at, and whether everything is in view there."""

from typing import Any

from playwright.sync_api import Page

from .at_table import resize

PHONES = [(320, 568), (360, 640), (390, 844), (568, 320), (640, 360), (844, 390)]
SIZES = [*PHONES, (768, 1024), (1024, 600), (1280, 720), (1440, 900), (2560, 1440), (3840, 2160)]
LARGE_TEXT_LOW_SIZES = [(640, 360), (640, 480), (844, 390), (1024, 600)]
LARGE_TEXT_SIZES = [(640, 1136), *LARGE_TEXT_LOW_SIZES, (768, 1024), (1280, 720), (1440, 900), (3840, 2160)]
NARROWEST = 43.5  # 44 CSS pixels, less rounding


def measure(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(
        """() => {
          const boxOf = (each) => each.getBoundingClientRect();
          const boxes = (selector) => [...document.querySelectorAll(selector)].map(boxOf);
          const isIn = ({left, top, right, bottom}) =>
            left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
          const root = document.scrollingElement;
          const cards = boxes('.fan button.card');
          const steps = cards.slice(1).map((box, at) => box.left - cards[at].left).filter((step) => step > 0);
          const textBoxes = (each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return [...range.getClientRects()];
          };
          const notes = [...document.querySelectorAll('.bids:not([hidden]) p')].flatMap(textBoxes);
          const bids = boxes('.bids:not([hidden]) button');
          const backs = boxes('.fan .card--back');
          const result = boxes('.result:not([hidden]), .result:not([hidden]) button');
          const others = boxes('.seat, .trick-card .card, .status');
          return {cards: cards.length, backs: backs.length, result: result.length, bids: bids.length,
            narrowest: Math.min(...steps),
            outside: [...cards, ...backs, ...bids, ...notes, ...result, ...others]
              .filter((box) => !isIn(box)).length,
            covered: [...bids, ...notes, ...result].filter((box) => !document
              .elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('.bids, .result')).length,
            onPlates: [...bids, ...notes].filter((bid) => boxes('.seat').some((seat) => bid.left < seat.right - 1 &&
              bid.right > seat.left + 1 && bid.top < seat.bottom - 1 && bid.bottom > seat.top + 1)).length,
            scrolls: root.scrollHeight > innerHeight || root.scrollWidth > innerWidth};
        }"""
    )
    return found


def fits(page: Page, size: tuple[int, int], **there: int) -> None:
    """What should be there is there, in view, and none of it on another."""
    resize(page, size)
    found = measure(page)
    assert {name: found[name] for name in there} == there, size
    assert (found["outside"], found["covered"], found["onPlates"], found["scrolls"]) == (0, 0, 0, False), size
    assert found["narrowest"] >= NARROWEST, size  # infinite where no own cards are seen


def enlarge_text(page: Page, percent: int) -> None:
    """Sets the text to so much of the normal step, which is 112.5 % of the browser's own size."""
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{percent * 1.125}%")
