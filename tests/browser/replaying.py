"""Owns getting a browser page to a replay: matches that a seed fixes, played by default actions; runs at the site."""

import json
import sys

import django
from playwright.sync_api import Page

from tests.sites import Site, run

REPLAY = "section.replay"


def play_match(server: Site, **asked: object) -> dict[str, str]:
    """Has a match played at the site: `seed`, `hands` to be finished, `end`, the reason to close it, or empty."""
    # Bots move within each act, not beside it: nothing but what is asked for has then been played.
    environment = {**server.environment, "BOTS_RUN_IN": "caller"}
    out = run([sys.executable, "-m", "tests.browser.replaying", json.dumps(asked)], environment)
    played: dict[str, str] = json.loads(out)
    return played


def open_replay(page: Page, ident: str, query: str = "") -> None:
    """Opens a replay and waits until a step is drawn."""
    page.goto(f"/matches/{ident}/replay/{query}")
    page.locator(f"{REPLAY}[data-steps]").wait_for()


def log_in(page: Page, server: Site, session: str) -> None:
    """Makes the page the browser of whoever sits at the table."""
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server.url}])


def position(page: Page) -> tuple[int, int]:
    """The hand and the step that are drawn."""
    found = page.locator(REPLAY).evaluate("({dataset}) => [dataset.hand, dataset.step]")
    return int(found[0]), int(found[1])


def told(page: Page) -> list[str]:
    """What the live region has said so far."""
    return page.locator("[data-announcer] p").all_inner_texts()


def _play(seed: int, hands: int, limit: int = 2, end: str = "", cards: int = 0) -> dict[str, str]:
    """Plays `hands` hands of a game of `limit` hands, then at least `cards` cards of the next."""
    from django.utils import timezone

    from games import selectors
    from games.engine import match as engine
    from games.engine.rules import make_challenge
    from games.services import play
    from tests.dealing import open_dealt_table
    from tests.games.playing import match_of, play_until

    rules = make_challenge("pllay", hand_limit=limit, blind_nil="off")
    dealt = open_dealt_table(rules.options(), seed)
    table = selectors.find_table(dealt["code"])
    assert table is not None

    def is_there(state: engine.Match) -> bool:
        played = 0 if state.hand is None else 52 - sum(map(len, state.hand.holdings))
        return state.outcome is not None or (len(state.results) == hands and (cards == 0 or played % 52 >= cards))

    play_until(table, is_there, timezone.now())
    if end:
        play.close(match_of(table).pk, end, timezone.now())
    return dealt | {"ident": match_of(table).ident}


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(_play(**json.loads(sys.argv[1]))))
