"""The table on a phone: a hand by touch, with and without the second tap, and by dragging."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .at_table import OVER, TURN, bid, facts, own_cards, prefer, wait_for, wait_for_bid
from .tables import start_table


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    return new_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)


def _tap_through_a_hand(phone: Page) -> None:
    wait_for_bid(phone)
    phone.locator('[data-bid="3"]').tap()
    while True:
        wait_for(phone, f"({OVER} && d.waiting === '0') || (d.phase === 'playing' && {TURN})")
        if facts(phone)["phase"] != "playing":
            return
        before = facts(phone)["seq"]
        own_cards(phone, "legal").first.tap()
        wait_for(phone, f"Number(d.seq) > {before}")


def test_a_whole_game_is_played_by_touch(phone: Page) -> None:
    prefer(phone)
    start_table(phone, hand_limit="2", blind_nil="off")
    _tap_through_a_hand(phone)
    assert facts(phone)["phase"] == "hand_over"
    phone.get_by_role("button", name="Next hand").tap()
    wait_for(phone, "d.hand === '1'")
    _tap_through_a_hand(phone)
    assert facts(phone)["phase"] == "match_over"
    first = facts(phone)["match"]
    phone.get_by_role("button", name="Play again").tap()
    wait_for(phone, f"d.phase === 'bidding' && d.match !== '{first}'")


def test_with_confirm_on_the_first_tap_raises_and_the_second_plays(phone: Page) -> None:
    prefer(phone, confirm=True)
    start_table(phone)
    bid(phone)
    card = own_cards(phone, "legal").first
    name = card.get_attribute("data-card")
    card.tap()
    expect(phone.locator(f'.fan [data-card="{name}"][data-raised]')).to_have_count(1)
    expect(phone.locator(".status")).to_contain_text("once more to play it")
    card.tap()
    expect(phone.locator(f'.fan [data-card="{name}"]')).to_have_count(0)


def test_a_card_dragged_to_the_middle_is_played_and_one_dropped_elsewhere_stays(page: Page) -> None:
    prefer(page)
    start_table(page)
    bid(page)
    name = own_cards(page, "legal").first.get_attribute("data-card")
    card = page.locator(f'.fan [data-card="{name}"]')
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 4, box["y"] + box["height"] / 2

    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 10, steps=4)
    page.mouse.up()
    expect(own_cards(page)).to_have_count(13)

    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 300, steps=6)
    page.mouse.up()
    expect(card).to_have_count(0)
