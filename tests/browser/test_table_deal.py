"""How a deal was made: promised before the first card, checked by the browser when the seed is public."""

import json

from playwright.sync_api import Page, WebSocketRoute, expect

from .at_table import bid, play_hand, prefer, wait_for_bid
from .tables import start_table


def _fact(page: Page, name: str) -> str:
    return page.locator(f".deal-facts dt:text-is('{name}') + dd").inner_text()


def test_the_commitment_stands_before_the_first_card_and_fits_the_seed_at_the_end(page: Page) -> None:
    prefer(page)
    start_table(page, hand_limit="1")
    wait_for_bid(page)
    promised = _fact(page, "Commitment")
    assert len(promised) == 64
    assert _fact(page, "Seed") == "shown when the game is over"
    expect(page.locator(".deal-checked")).to_have_text("Your browser checked the log: it fits its head.")

    bid(page)
    play_hand(page)
    expect(page.locator(".deal-checked")).to_contain_text("Your browser checked the seed: it fits the commitment.")
    assert _fact(page, "Commitment") == promised
    assert len(_fact(page, "Seed")) == 64


def test_the_page_says_what_the_promise_does_not_prove(page: Page) -> None:
    prefer(page)
    start_table(page)
    wait_for_bid(page)
    deal = page.locator("[data-section=deal]")
    expect(deal).to_contain_text("The server drew the seed alone")
    expect(deal).to_contain_text("It does not prove that nobody looked")


def test_a_log_that_does_not_fit_its_head_is_found(page: Page) -> None:
    def forge(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "view":
                message["head"] = message["head"][::-1]
            socket.send(json.dumps(message))

        server.on_message(pass_on)

    page.route_web_socket("**/ws/tables/**", forge)
    prefer(page)
    start_table(page)
    wait_for_bid(page)
    expect(page.locator(".deal-checked")).to_contain_text("The log does not fit its head.")
