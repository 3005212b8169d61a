"""Owns the bench of the served set-up: a site whose processes tests may kill, and bare sockets to its tables."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import browser
from tests.sites import Site, open_site

__all__ = ["browser"]

OPEN = """url => {
  window.views = [];
  window.ended = false;
  const socket = window.socket = new WebSocket(url);
  socket.onmessage = event => {
    const message = JSON.parse(event.data);
    if (message.type === "view") window.views.push(message);
  };
  socket.onclose = () => { window.ended = true; };
}"""
IS_MINE = "window.views.length > 0 && window.views.at(-1).view.legal.length > 0 && window.views.at(-1).acts >= acts"


class Tab:
    """One person's socket at a table, in a browser but without the site's scripts."""

    def __init__(self, page: Page, site_url: str, code: str) -> None:
        self.page = page
        if page.url == "about:blank":  # which has no origin that a server could let in
            page.goto(f"{site_url}/api/")
        page.evaluate(OPEN, f"{site_url.replace('http', 'ws', 1)}/ws/tables/{code}/?have=0")

    def await_turn(self, acts: int = 0) -> dict[str, Any]:
        """Waits until at least so many actions have been made and it is this seat's turn; gives the view."""
        self.page.wait_for_function(f"acts => {IS_MINE}", arg=acts)
        return self.last()

    def await_acts(self, acts: int) -> dict[str, Any]:
        """Waits until this socket has been told of at least so many actions; gives the view."""
        self.page.wait_for_function("acts => window.views.length > 0 && window.views.at(-1).acts >= acts", arg=acts)
        return self.last()

    def await_deal(self) -> None:
        """Waits until the first hand is dealt."""
        self.page.wait_for_function("window.views.some(({ waiting }) => waiting === null)")

    def say_ready(self) -> None:
        """Gets ready without a contribution."""
        self.page.wait_for_function("window.views.length > 0")
        message = {"type": "ready", "id": "ready", "match": self.last()["match"], "commit": ""}
        self.page.evaluate("message => window.socket.send(JSON.stringify(message))", message)

    def lines(self) -> list[str]:
        """Every line of the log that this socket has been sent, in order."""
        lines: list[str] = self.page.evaluate("window.views.flatMap(({ events }) => events)")
        return lines

    def last(self) -> dict[str, Any]:
        view: dict[str, Any] = self.page.evaluate("window.views.at(-1)")
        return view

    def act(self, message: dict[str, Any]) -> None:
        """Does the first thing that is legal in a view."""
        action = {
            "type": "act",
            "id": f"t-{message['acts']}",
            "seen": message["acts"],
            "action": message["view"]["legal"][0],
        }
        self.page.evaluate("message => window.socket.send(JSON.stringify(message))", action)

    def await_close(self) -> None:
        self.page.wait_for_function("window.ended")


@pytest.fixture
def site(tmp_path: Any) -> Iterator[Site]:
    """A site of this test's own, whose processes it may kill."""
    with open_site(tmp_path) as site:
        yield site


@pytest.fixture
def visitor(browser: Browser, site: Site) -> Iterator[Page]:
    """A page of a new visitor."""
    context = browser.new_context(base_url=site.url)
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()
