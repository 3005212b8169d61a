"""Owns the browser bench: a running site for each worker, Chromium, and pages that note every complaint."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.prepare import find_chromium
from tests.sites import Site, open_site

TIMEOUT_MS = 60_000  # a busy machine is slow; what never comes is only found later


class Complaints:
    """What the browser complained of in one test; whatever was not allowed fails it."""

    def __init__(self, url: str) -> None:
        self._host = urlsplit(url).netloc
        self.found: list[str] = []  # all of it, in order
        self._allowed: list[re.Pattern[str]] = []

    def allow(self, pattern: str) -> None:
        """Says that this test provokes complaints in which `pattern` (a regular expression) is found."""
        self._allowed.append(re.compile(pattern))

    def hear(self, context: BrowserContext) -> None:
        """Listens to every page of a context: errors, failed requests, and any request to somebody else."""
        context.on("console", self._hear_console)
        context.on("weberror", lambda error: self.found.append(f"uncaught: {error.error}"))
        context.on("request", self._hear_request)
        context.on("requestfailed", self._hear_failure)

    @property
    def unexpected(self) -> list[str]:
        return [text for text in self.found if not any(pattern.search(text) for pattern in self._allowed)]

    def _hear_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.found.append(f"console: {message.text} ({message.location.get('url')})")

    def _hear_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc != self._host:
            self.found.append(f"third party: {request.url}")

    def _hear_failure(self, request: Request) -> None:
        # A page that is left gives up what it was still loading: nothing has gone wrong then.
        if request.failure != "net::ERR_ABORTED":
            self.found.append(f"failed: {request.url}: {request.failure}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The running site of this worker: `server.url`."""
    with open_site(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one file: while it runs this thread has an event loop, which other tests could not bear."""
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def complaints(server: Site) -> Iterator[Complaints]:
    """What the browser complains of; the test fails if it was not allowed by `complaints.allow`."""
    complaints = Complaints(server.url)
    yield complaints
    assert not complaints.unexpected


@pytest.fixture
def new_context(browser: Browser, server: Site, complaints: Complaints) -> Iterator[Callable[..., BrowserContext]]:
    """Makes another visitor's browser, with Playwright's options: `new_context(viewport=..., has_touch=True)`."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(**{"base_url": server.url, "viewport": {"width": 1280, "height": 800}, **options})
        context.set_default_timeout(TIMEOUT_MS)
        complaints.hear(context)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def new_page(new_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Makes a page of another visitor, with Playwright's options."""
    return lambda **options: new_context(**options).new_page()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page of a new visitor at 1280 by 800; addresses are relative: `page.goto("/")`."""
    return new_page()
