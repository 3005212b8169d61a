"""A live table on several processes: the end of any of them loses no act, and the table goes on."""

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.served.conftest import Tab
from tests.sites import Process, Site, run, start_web

SEATS = range(4)


class Player:
    """One of four people, who may go over to another web process."""

    def __init__(self, context: BrowserContext, code: str, session: str) -> None:
        self._context, self._code, self._session = context, code, session

    def join(self, url: str) -> Tab:
        """Opens a socket at the table by this web process."""
        self._context.add_cookies([{"name": "sessionid", "value": self._session, "url": url}])
        return Tab(self._context.new_page(), url, self._code)


@pytest.fixture
def players(browser: Browser, site: Site) -> Iterator[list[Player]]:
    """Four people who have sat down at a live table."""
    out = run([sys.executable, "-m", "tests.load.seated", "tables", "1"], site.environment)
    table: dict[str, Any] = json.loads(out)[0]
    contexts = [browser.new_context() for _ in SEATS]
    for context in contexts:
        context.set_default_timeout(60_000)
    yield [
        Player(context, table["code"], session) for context, session in zip(contexts, table["sessions"], strict=True)
    ]
    for context in contexts:
        context.close()


@pytest.fixture
def other(site: Site) -> Iterator[tuple[str, Process]]:
    """A second web process of the site, and where it answers."""
    url, process = start_web(site.environment)
    process.await_ready()
    yield url, process
    process.stop()


def act_in_turn(tabs: list[Tab], acts: int) -> int:
    """Makes so many acts, each by whoever is on turn; gives how many the match has then."""
    for _ in range(acts):
        view = tabs[0].last()["view"]
        tab = tabs[view["turn"]]
        message = tab.await_turn(tabs[0].last()["acts"])
        tab.act(message)
        for each in tabs:
            each.await_acts(message["acts"] + 1)
    return int(tabs[0].last()["acts"])


def acts_of(tab: Tab) -> list[tuple[Any, ...]]:
    """Every act that this socket's lines tell, with who made it."""
    events = [json.loads(line) for line in tab.lines()]
    return [
        (event["i"], event["seat"], event.get("bid"), event.get("card"), event.get("by"))
        for event in events
        if event["type"] in ("look", "bid", "play")
    ]


def test_a_live_match_goes_on_when_one_of_two_web_processes_dies(
    players: list[Player], site: Site, other: tuple[str, Process]
) -> None:
    other_url, _ = other
    tabs = [player.join(site.url if seat < 2 else other_url) for seat, player in enumerate(players)]
    for tab in tabs:
        tab.say_ready()
    for tab in tabs:
        tab.await_deal()
    acts = act_in_turn(tabs, 6)
    before = acts_of(tabs[2])
    site.web.kill()
    for tab in tabs[:2]:
        tab.await_close()
    tabs[:2] = [player.join(other_url) for player in players[:2]]
    for tab in tabs:
        tab.await_acts(acts)
    assert act_in_turn(tabs, 6) == acts + 6
    told = [acts_of(tab) for tab in tabs]
    assert told[0] == told[1] == told[2] == told[3]
    assert told[0][:acts] == before
    assert [by for *_, by in told[0]] == [None] * (acts + 6), "no clock and no bot had to act for anybody"
