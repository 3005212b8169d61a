"""A refused card goes back into the holding with the reason, and play goes on without a reload (fault 23)."""

import json

from playwright.sync_api import Page, WebSocketRoute, expect

from .at_table import bid, own_cards, prefer, wait_for
from .tables import start_table

DECK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


def _swap_first_card(page: Page, held: list[str]) -> None:
    """Lets the first card that is played reach the server as another one, which is not among those held."""
    swapped = False

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            nonlocal swapped
            message = json.loads(text)
            if message.get("action", {}).get("type") == "play" and not swapped:
                swapped = True
                message["action"]["card"] = next(card for card in DECK if card not in held)
            server.send(json.dumps(message))

        socket.on_message(pass_on)

    page.route_web_socket("**/ws/tables/**", route)


def test_a_refused_card_stays_in_the_holding_with_the_reason_and_the_next_click_plays_it(page: Page) -> None:
    held: list[str] = []
    _swap_first_card(page, held)
    prefer(page)
    start_table(page)
    bid(page)
    held += own_cards(page).evaluate_all("cards => cards.map((card) => card.dataset.card)")
    name = own_cards(page, "legal").first.get_attribute("data-card")
    card = page.locator(f'.fan [data-card="{name}"]')

    card.click()
    expect(page.locator(".status")).to_contain_text("stays in your hand")
    expect(page.locator(".status")).to_contain_text("You do not hold that card")
    expect(card).to_have_attribute("data-state", "legal")
    expect(own_cards(page)).to_have_count(13)

    card.click()
    expect(card).to_have_count(0)
    wait_for(page, "d.busy === 'false'")
    expect(own_cards(page)).to_have_count(12)


def test_a_locked_card_says_why_on_focus_hover_and_click_and_is_not_played(page: Page) -> None:
    prefer(page)
    start_table(page)
    bid(page)
    while not own_cards(page, "locked").count():
        own_cards(page, "legal").first.click()
        wait_for(page, "d.phase === 'playing' && 'myTurn' in d && d.waiting === '0'")
    count = own_cards(page).count()
    card = own_cards(page, "locked").first
    why = card.evaluate("card => document.getElementById(card.getAttribute('aria-describedby')).textContent")
    assert why
    status = page.locator(".status")
    card.hover()
    expect(status).to_have_text(why)
    page.mouse.move(5, 5)
    expect(status).to_contain_text("Your turn")
    page.locator(".score").first.focus()
    card.focus()
    expect(status).to_have_text(why)
    card.click(force=True)  # Playwright waits for what is disabled to become enabled
    expect(page.locator("[data-announcer] p").last).to_have_text(why)
    expect(own_cards(page)).to_have_count(count)
