"""One player in two tabs sees one table (fault 19)."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page

from .at_table import bid, play, prefer, wait_for, wait_for_bid, what_is_seen
from .tables import start_table

PING_MS = 5000  # by then a tab would find out by asking; it has to be told before


def _tabs(new_context: Callable[..., BrowserContext]) -> tuple[Page, Page]:
    context = new_context()
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        prefer(page)
    start_table(first, hand_limit="2")
    second.goto(first.url)
    wait_for_bid(first)
    wait_for_bid(second)
    return first, second


def _shows_the_same(first: Page, second: Page) -> None:
    wait_for(first, "'myTurn' in d && d.waiting === '0'")
    seen = what_is_seen(first)
    wait_for(second, f"d.seq === '{seen['seq']}' && d.waiting === '0'", timeout=PING_MS - 500)
    assert what_is_seen(second) == seen


def test_two_tabs_show_the_same_before_either_asks(new_context: Callable[..., BrowserContext]) -> None:
    first, second = _tabs(new_context)
    _shows_the_same(first, second)
    bid(first)
    _shows_the_same(first, second)
    play(first)
    _shows_the_same(first, second)
    play(second)
    _shows_the_same(second, first)


def test_closing_one_tab_leaves_the_other_at_the_table(new_context: Callable[..., BrowserContext]) -> None:
    first, second = _tabs(new_context)
    first.close()
    bid(second)
    play(second)
    wait_for(second, "d.connection === 'open' && d.phase === 'playing' && 'myTurn' in d")
