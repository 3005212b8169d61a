"""A whole game played with the keyboard alone."""

import pytest
from playwright.sync_api import Page, expect

from .at_table import OVER, TURN, facts, own_cards, prefer, wait_for, wait_for_bid
from .tables import start_table

TABS_AT_MOST = 40
FIRST_SEARCH_MS = 120_000  # where nothing is compiled yet, the first search waits for it


def _focus_by_tab(page: Page, selector: str) -> None:
    """Presses Tab until something that matches has the focus."""
    for _ in range(TABS_AT_MOST):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{TABS_AT_MOST} Tabs do not lead to {selector}")


def _bid_four(page: Page) -> None:
    """Looks at the cards where blind nil is offered, types the bid and makes it."""
    wait_for_bid(page)
    if "offer" in facts(page):
        page.keyboard.press("v")
        page.keyboard.press("Enter")
        wait_for(page, "!('offer' in d) && d.busy === 'false'")
    page.keyboard.press("4")
    expect(page.locator('[data-bid="4"]')).to_be_focused()
    page.keyboard.press("Enter")


def _play_hand(page: Page) -> None:
    """Plays every card with arrows and Enter, never touching the mouse."""
    while True:
        wait_for(page, f"({OVER} && d.waiting === '0') || (d.phase === 'playing' && {TURN})")
        if facts(page)["phase"] != "playing":
            return
        before = facts(page)["seq"]
        _focus_by_tab(page, ".fan button.card")
        page.keyboard.press("Home")
        while page.evaluate("document.activeElement.dataset.state") != "legal":
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        wait_for(page, f"Number(d.seq) > {before}")


def test_a_whole_game_is_played_with_the_keyboard_alone(page: Page) -> None:
    prefer(page)
    start_table(page, hand_limit="2")
    for hand in ("0", "1"):
        wait_for(page, f"d.hand === '{hand}'")
        _bid_four(page)
        _play_hand(page)
        _focus_by_tab(page, "[data-onward]")
        if hand == "0":
            page.keyboard.press("Enter")
    wait_for(page, "d.phase === 'match_over'")
    page.keyboard.press("Enter")
    wait_for(page, "d.phase === 'bidding' && d.hand === '0'")


def test_after_the_last_card_the_focus_is_on_the_way_on(page: Page) -> None:
    prefer(page)
    start_table(page, hand_limit="2")
    wait_for_bid(page)
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(page.locator('[data-bid="12"]')).to_be_focused()
    page.keyboard.press("Enter")
    _play_hand(page)
    expect(page.locator("[data-onward]")).to_be_focused()


def test_single_keys_can_be_switched_off_and_the_arrows_still_work(page: Page) -> None:
    prefer(page, keys=False)
    start_table(page)
    wait_for_bid(page)
    for key in ("4", "?", "s", "l", "r"):
        page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("[data-bid]:focus")).to_have_count(0)
    _focus_by_tab(page, ".fan button.card")
    page.keyboard.press("End")
    expect(own_cards(page).last).to_be_focused()


@pytest.mark.parametrize("keys", [True, False])
def test_an_arrow_enters_the_bids_and_then_the_cards(page: Page, keys: bool) -> None:
    prefer(page, keys=keys)
    start_table(page, blind_nil="off")
    wait_for_bid(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-bid="1"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    wait_for(page, f"d.phase === 'playing' && {TURN}")
    page.reload()
    wait_for(page, f"d.phase === 'playing' && {TURN}")
    page.get_by_role("button", name="Hint").focus()
    page.keyboard.press("ArrowLeft")
    expect(own_cards(page, "legal").first).to_be_focused()
    page.reload()
    wait_for(page, f"d.phase === 'playing' && {TURN}")
    page.keyboard.press("End")
    expect(own_cards(page).last).to_be_focused()


def test_an_arrow_enters_the_bids_after_a_hint(page: Page) -> None:
    prefer(page)
    start_table(page, blind_nil="off")
    wait_for_bid(page)
    page.keyboard.press("h")
    page.locator("[data-hinted]").wait_for(timeout=FIRST_SEARCH_MS)
    page.keyboard.press("End")
    expect(page.locator('[data-bid="0"]')).to_be_focused()


def test_the_question_mark_shows_all_keys_and_escape_gives_the_focus_back(page: Page) -> None:
    prefer(page)
    start_table(page)
    wait_for_bid(page)
    page.keyboard.press("c")
    expect(page.locator(".fan button.card:focus")).to_have_count(1)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys at the table")
    expect(dialog.get_by_role("row", name="Tab Go to a bot")).to_contain_text("what its bid and card tell")
    page.keyboard.press("Escape")
    expect(page.locator(".fan button.card:focus")).to_have_count(1)
