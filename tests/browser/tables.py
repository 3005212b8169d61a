"""Owns getting a browser page to a table: through the site's own form, or to deals that a seed fixes."""

import json
import re
import sys

from playwright.sync_api import Page

from games.engine.rules import PLLAY, RuleSet
from tests.sites import Site, run


def start_table(page: Page, *, levels: dict[int, str] | None = None, **options: str) -> str:
    """Fills in the new table's form as a visitor does and starts it; gives the table's code.

    `options` are those of the form as it holds them: `start_table(page, hand_limit="2", blind_nil="always")`.
    """
    page.goto("/tables/new/")
    for seat, level in (levels or {}).items():
        page.locator(f"select[name=level_{seat}]").select_option(level)
    if options:
        page.locator("input[name=rules][value=own]").check()
    for name, value in options.items():
        page.locator(f"select[name={name}]").select_option(value)
    page.get_by_role("button", name="Start this game").click()
    page.wait_for_url(re.compile(r"/tables/(?!new/)[^/]+/$"))
    return page.url.rstrip("/").rsplit("/", 1)[1]


def close_table(page: Page, server: Site, reason: str) -> None:
    """Ends the game of the page's table unfinished, `abandoned` or `left`, and opens the page again."""
    code = page.url.rstrip("/").rsplit("/", 1)[1]
    run([sys.executable, "-m", "tests.closing", code, reason], server.environment)
    page.reload()


def deal_table(page: Page, server: Site, *, seed: int, rules: RuleSet = PLLAY) -> str:
    """Opens a table whose deals a seed fixes, and goes there as the guest who sits South; gives the table's code.

    The seed fixes the match id too, so each test has seeds of its own.
    """
    return _go_to(page, server, "tests.dealing", seed, rules, {})


def decide_table(page: Page, server: Site, *, seed: int, rules: RuleSet) -> str:
    """The same, at the moment at which the guest, having played low cards, may claim the rest; gives the table's code.

    The seed must be one with such a moment.
    """
    return _go_to(page, server, "tests.claiming", seed, rules, {"BOTS_RUN_IN": "caller"})


def _go_to(page: Page, server: Site, opener: str, seed: int, rules: RuleSet, environment: dict[str, str]) -> str:
    asked = json.dumps({"seed": seed, "options": rules.options()})
    dealt = json.loads(run([sys.executable, "-m", opener, asked], {**server.environment, **environment}))
    page.context.add_cookies([{"name": "sessionid", "value": dealt["session"], "url": server.url}])
    page.goto(f"/tables/{dealt['code']}/")
    return str(dealt["code"])
