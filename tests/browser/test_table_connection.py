"""The line to the server: when it breaks the page says so, opens it again, and loses nothing."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .at_table import bid, own_cards, prefer, wait_for, wait_for_bid
from .tables import start_table


class Gate:
    """Stands between the page and the server, and can be shut."""

    def __init__(self, page: Page) -> None:
        self.is_open = True
        self.code = 4408
        self._socket: WebSocketRoute | None = None
        page.route_web_socket("**/ws/tables/**", self._pass)

    def _pass(self, socket: WebSocketRoute) -> None:
        if not self.is_open:
            socket.close(code=self.code)
            return
        self._socket = socket
        socket.connect_to_server()

    def shut(self, code: int = 4408) -> None:
        self.is_open, self.code = False, code
        assert self._socket is not None
        self._socket.close(code=code)


def test_a_broken_line_is_said_and_mended_and_the_card_played_meanwhile_counts(page: Page) -> None:
    gate = Gate(page)
    prefer(page)
    start_table(page)
    bid(page)
    gate.shut()
    expect(page.locator(".line")).to_have_text("Reconnecting…")
    own_cards(page, "legal").first.click()
    expect(own_cards(page)).to_have_count(12)
    wait_for(page, "d.busy === 'true'")
    gate.is_open = True
    wait_for(page, "d.connection === 'open' && d.phase === 'playing' && 'myTurn' in d && d.waiting === '0'")
    expect(page.locator(".line")).to_be_hidden()
    expect(own_cards(page)).to_have_count(12)
    assert page.locator("[data-announcer] p", has_text="Connected again").count() == 1


def test_a_table_that_is_not_yours_says_so_and_is_not_asked_for_again(page: Page) -> None:
    gate = Gate(page)
    prefer(page)
    start_table(page)
    bid(page)
    gate.shut(4403)
    expect(page.locator(".line")).to_contain_text("This table is not yours to see.")
    wait_for(page, "d.connection === 'closed'")


Answer = Callable[[WebSocketRoute, dict[str, Any]], None]


class Cards:
    """Stands between the page and the server, and answers each card in the server's place while `answer` is set."""

    def __init__(self, page: Page, answer: Answer) -> None:
        self.answer: Answer | None = answer
        self.ids: list[str] = []
        self.opened_at: list[float] = []
        page.route_web_socket("**/ws/tables/**", self._pass)

    def _pass(self, socket: WebSocketRoute) -> None:
        self.opened_at.append(time.monotonic())
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if self.answer is None or message.get("action", {}).get("type") != "play":
                server.send(text)
                return
            self.ids.append(message["id"])
            self.answer(socket, message)

        socket.on_message(pass_on)


def test_a_message_that_breaks_the_line_is_given_up_after_3_times_and_each_wait_is_longer(page: Page) -> None:
    cards = Cards(page, lambda socket, _message: socket.close(code=1011))
    prefer(page)
    start_table(page)
    bid(page)
    cards.opened_at.clear()
    own_cards(page, "legal").first.click()
    expect(page.locator(".status")).to_contain_text("The table did not answer.")
    wait_for(page, "d.busy === 'false' && d.connection === 'open'")
    assert len(cards.ids) == 3
    assert len(set(cards.ids)) == 1
    assert cards.opened_at[2] - cards.opened_at[1] > 0.9  # the third wait is 1 to 2 s, the first at most 0.5

    cards.answer = None
    expect(own_cards(page)).to_have_count(13)
    own_cards(page, "legal").first.click()
    expect(own_cards(page)).to_have_count(12)
    wait_for(page, "d.busy === 'false'")


@pytest.mark.parametrize("has_id", [True, False])
def test_a_fault_of_the_site_is_told_in_its_words_and_the_card_can_be_played_again(page: Page, has_id: bool) -> None:
    text = "The site could not do that now."

    def fail(socket: WebSocketRoute, message: dict[str, Any]) -> None:
        about = {"error": "failed", "id": message["id"]} if has_id else {"error": "bad_field"}
        socket.send(json.dumps({"type": "error", "text": text, **about}))

    cards = Cards(page, fail)
    prefer(page)
    start_table(page)
    bid(page)
    own_cards(page, "legal").first.click()
    expect(page.locator(".status")).to_have_text(text)
    wait_for(page, "d.busy === 'false'")
    expect(own_cards(page)).to_have_count(13)

    cards.answer = None
    own_cards(page, "legal").first.click()
    wait_for(page, "d.busy === 'false'")
    expect(own_cards(page)).to_have_count(12)


def test_a_ping_of_the_server_is_answered_at_once(page: Page) -> None:
    sockets: list[WebSocketRoute] = []
    pings: list[float] = []

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def pass_on(text: str | bytes) -> None:
            if json.loads(text)["type"] == "ping":
                pings.append(time.monotonic())
            server.send(text)

        socket.on_message(pass_on)

    page.route_web_socket("**/ws/tables/**", route)
    prefer(page)
    start_table(page)
    wait_for_bid(page)
    before = len(pings)
    for _ in range(3):
        sockets[0].send(json.dumps({"type": "ping"}))
    own_cards(page).first.hover()  # a round trip to the page: what was sent has been heard
    page.wait_for_function("new Promise((done) => setTimeout(() => done(true), 0))")
    assert len(pings) - before >= 3


def test_a_line_that_does_not_come_up_is_said_after_2_seconds_and_tried_again_after_10(page: Page) -> None:
    page.add_init_script(
        """const Real = WebSocket;
        window.WebSocket = class extends EventTarget {
          static OPEN = 1;
          constructor() { super(); this.readyState = 0; window.WebSocket = Real; }
          close() {}
        };"""
    )
    page.clock.install()
    prefer(page)
    start_table(page)
    expect(page.locator(".line")).to_be_hidden()
    page.clock.run_for(2_500)
    expect(page.locator(".line")).to_have_text("Connecting…")
    page.clock.run_for(10_000)
    wait_for_bid(page)
    expect(page.locator(".line")).to_be_hidden()
