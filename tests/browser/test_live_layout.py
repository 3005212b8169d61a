"""A live table on every screen: cards, plates with their notes, the ring and the panel before the cards are in view."""

import pytest
from playwright.sync_api import Page, expect

from .at_table import TURN, bid, play_hand, prefer, resize, wait_for, wait_for_bid
from .live_views import LiveViews
from .measuring import LARGE_TEXT_SIZES, SIZES, enlarge_text, fits
from .tables import start_table

SCREENS = [(100, SIZES), (200, LARGE_TEXT_SIZES)]
BUSY = {
    "clock": 9,
    "away": [40, None, None, None],
    "stand_ins": [None, "expert", None, "expert"],
    "left": [False, True, False, False],
    "watching": 12,
}


def _open(page: Page, **live: object) -> LiveViews:
    views = LiveViews(page, **live)
    prefer(page)
    start_table(page, hand_limit="1", blind_nil="off")
    page.locator(".ready-panel").wait_for()
    return views


def _get_ready(page: Page) -> None:
    page.get_by_role("button", name="I am ready").click()
    wait_for_bid(page)


@pytest.mark.parametrize(("percent", "sizes"), SCREENS)
def test_all_cards_bids_and_plates_with_their_notes_are_in_view(
    page: Page, percent: int, sizes: list[tuple[int, int]]
) -> None:
    views = _open(page)
    _get_ready(page)
    enlarge_text(page, percent)
    views.show(**BUSY)
    for size in sizes:
        fits(page, size, cards=13, bids=14)


@pytest.mark.parametrize(("percent", "sizes"), SCREENS)
def test_the_cards_stay_in_view_below_the_line_that_says_one_has_left(
    page: Page, percent: int, sizes: list[tuple[int, int]]
) -> None:
    views = _open(page)
    _get_ready(page)
    bid(page)
    wait_for(page, TURN)
    enlarge_text(page, percent)
    views.show(left=[False, False, True, False], stand_ins=[None, None, "club", None])
    for size in sizes:
        fits(page, size, cards=13)
        expect(page.get_by_role("button", name="Take my seat back")).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize(("percent", "sizes"), SCREENS)
def test_getting_ready_needs_no_scrolling(page: Page, percent: int, sizes: list[tuple[int, int]]) -> None:
    _open(page, ready_until=50)
    enlarge_text(page, percent)
    for size in sizes:
        resize(page, size)
        for name in ("I am ready", "Leave the table"):
            expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=0.99)
        expect(page.locator(".ready-list li").last).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize(("percent", "sizes"), SCREENS)
def test_the_result_and_every_way_on_are_in_view(page: Page, percent: int, sizes: list[tuple[int, int]]) -> None:
    _open(page)
    _get_ready(page)
    bid(page)
    play_hand(page)
    enlarge_text(page, percent)
    for size in sizes:
        fits(page, size, cards=0, bids=0, result=4)
        expect(page.get_by_role("link", name="To the lobby")).to_be_in_viewport(ratio=0.99)
