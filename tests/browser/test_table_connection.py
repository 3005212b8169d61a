"""The line to the server: when it breaks the page says so, opens it again, and loses nothing."""

from playwright.sync_api import Page, WebSocketRoute, expect

from .at_table import bid, own_cards, prefer, wait_for
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
