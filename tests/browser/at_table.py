"""Owns what the tests of the table do on its page: wait for a state, bid, play, go on."""

import json
from typing import Any

from playwright.sync_api import Locator, Page

TABLE = "section.table"
TURN = "'myTurn' in d && d.waiting === '0'"
OVER = "['hand_over', 'match_over'].includes(d.phase)"


def prefer(page: Page, **preferences: object) -> None:
    """Keeps preferences on this device before any page of it is opened; nothing moves unless `pace` says so."""
    text = json.dumps({"pace": 0, **preferences})
    page.add_init_script(f"localStorage.setItem('pllay.preferences', {json.dumps(text)});")


def resize(page: Page, size: tuple[int, int]) -> None:
    """Gives the page another size, and waits until it is laid out for it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def wait_for(page: Page, condition: str, timeout: float | None = None) -> None:
    """Waits until `condition` holds of `d`, the data attributes of the table."""
    script = f"() => {{ const d = document.querySelector('{TABLE}')?.dataset; return d && ({condition}); }}"
    page.wait_for_function(script, timeout=timeout)


def facts(page: Page) -> dict[str, str]:
    """The data attributes of the table: phase, seq, hand, turn …"""
    found: dict[str, str] = page.locator(TABLE).evaluate("element => ({...element.dataset})")
    return found


def own_cards(page: Page, state: str = "") -> Locator:
    """One's own cards, those of one state if it is given: legal, locked or idle."""
    return page.locator(f".fan button.card{f'[data-state={state}]' if state else ''}")


def wait_for_bid(page: Page) -> None:
    """Waits until it is the player's turn to bid."""
    wait_for(page, f"d.phase === 'bidding' && {TURN}")


def bid(page: Page, number: int = 3) -> None:
    """Looks at the cards if that has to be said, bids, and waits until the first card can be played."""
    wait_for_bid(page)
    look = page.locator("[data-look]")
    if look.is_visible():
        look.click()
        wait_for(page, "!('offer' in d) && d.busy === 'false'")
    page.locator(f'[data-bid="{number}"]').click()
    wait_for(page, f"d.phase === 'playing' && {TURN}")


def play(page: Page) -> bool:
    """Plays the first legal card at one's turn; false when the hand is over instead."""
    wait_for(page, f"({OVER} && d.waiting === '0') || (d.phase === 'playing' && {TURN})")
    if facts(page)["phase"] != "playing":
        return False
    before = facts(page)["seq"]
    own_cards(page, "legal").first.click()
    wait_for(page, f"Number(d.seq) > {before}")
    return True


def play_hand(page: Page) -> None:
    """Plays until the hand is over."""
    while play(page):
        pass


def what_is_seen(page: Page) -> dict[str, Any]:
    """Everything the page shows of the game, to compare two pages or two moments."""
    page.mouse.move(0, 0)  # a locked card under the pointer would tell its reason
    found: dict[str, Any] = page.locator(TABLE).evaluate(
        """element => {
          const texts = (selector) => [...element.querySelectorAll(selector)].map((each) => each.innerText);
          const cards = (selector) => [...element.querySelectorAll(selector)].map((each) => each.dataset.card);
          const {phase, seq, match, hand, turn} = element.dataset;
          return {phase, seq, match, hand, turn, seats: texts('.seat'), scores: texts('.score'),
            own: cards('.fan button.card'), legal: cards('.fan [data-state=legal]'),
            locked: cards('.fan [data-state=locked]'), trick: cards('.trick-card'),
            backs: element.querySelectorAll('.fan .card--back').length, status: texts('.status'),
            bids: texts('.bids:not([hidden]) button'), result: texts('.result:not([hidden])')};
        }"""
    )
    return found
