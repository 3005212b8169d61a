"""axe finds nothing at the table, in each phase and each look."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.sites import Site

from .at_table import bid, facts, play, play_hand, prefer, wait_for, wait_for_bid
from .tables import close_table, start_table

LOOKS = [("light", "normal", "two"), ("dark", "normal", "four"), ("light", "high", "four"), ("dark", "high", "two")]


def _check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(("theme", "contrast", "deck"), LOOKS)
def test_axe_finds_nothing_from_the_offer_to_the_end(page: Page, theme: str, contrast: str, deck: str) -> None:
    prefer(page, theme=theme, contrast=contrast, deck=deck)
    start_table(page, hand_limit="2", blind_nil="always")
    wait_for_bid(page)
    _check(page)
    page.locator("[data-look]").click()
    wait_for(page, "!('offer' in d) && d.busy === 'false'")
    _check(page)
    bid(page)
    play(page)
    wait_for(page, "'myTurn' in d && d.waiting === '0'")
    _check(page)
    play_hand(page)
    assert facts(page)["phase"] == "hand_over"
    _check(page)
    page.get_by_role("button", name="Next hand").click()
    wait_for(page, "d.hand === '1'")
    bid(page)
    play_hand(page)
    assert facts(page)["phase"] == "match_over"
    _check(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_an_unfinished_game_that_was_closed(page: Page, server: Site, theme: str) -> None:
    prefer(page, theme=theme)
    start_table(page)
    bid(page)
    close_table(page, server, "abandoned")
    expect(page.get_by_role("heading", name="Ended without a winner")).to_be_visible()
    _check(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_where_a_broken_promise_is_told(page: Page, theme: str) -> None:
    def forge(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(re.sub('"head":"[^"]*"', '"head":"0"', str(text))))

    page.route_web_socket("**/ws/tables/**", forge)
    prefer(page, theme=theme)
    start_table(page)
    expect(page.locator(".line-warning")).to_be_visible()
    _check(page)


def test_axe_finds_nothing_in_the_drawer_and_the_keys_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    prefer(page)
    start_table(page)
    bid(page)
    play(page)
    wait_for(page, "'myTurn' in d && d.waiting === '0'")
    for key in ("s", "l", "d", "?"):
        page.keyboard.press(key)
        page.locator("dialog[open]").wait_for()
        _check(page)
        page.keyboard.press("Escape")
