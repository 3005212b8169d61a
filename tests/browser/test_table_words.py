"""What happens at the table is told in words, each thing once and in order."""

import json
from collections import Counter
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from .at_table import bid, play, play_hand, prefer, wait_for
from .tables import start_table

NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
RANKS = dict(zip("23456789TJQKA", [*NUMBERS, "jack", "queen", "king", "ace"], strict=True))
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def _listen(page: Page) -> list[dict[str, Any]]:
    """Collects the sentences of the live region, and gives the views the page is sent."""
    views: list[dict[str, Any]] = []

    def hear(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "view":
            views.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    page.add_init_script(
        """window.heard = [];
        addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => changes.forEach((change) =>
          change.target.closest?.('[data-announcer]') &&
            change.addedNodes.forEach((node) => heard.push(node.textContent))))
          .observe(document.body, {subtree: true, childList: true}));"""
    )
    return views


def _heard(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.heard")
    return found


def _name(card: str) -> str:
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def _expected_plays(view: dict[str, Any]) -> list[str]:
    names = [seat["name"] for seat in view["seats"]]
    told = []
    for trick in view["view"]["tricks"]:
        for step, card in enumerate(trick["cards"]):
            seat = (trick["leader"] + step) % 4
            told.append(f"You play {_name(card)}" if seat == 2 else f"{names[seat]} plays {_name(card)}")
    return told


def _plays(heard: list[str]) -> list[str]:
    return [text for text in heard if " play " in text or " plays " in text]


def test_every_card_of_a_hand_is_told_once_and_in_order(page: Page) -> None:
    views = _listen(page)
    prefer(page)
    start_table(page, hand_limit="1")
    bid(page)
    play_hand(page)
    heard = _heard(page)
    assert _plays(heard) == _expected_plays(views[-1])
    won = Counter(text.split(" ")[0] for text in heard if "win the trick" in text or "wins the trick" in text)
    assert sum(won.values()) == 13
    assert won["You"] == views[-1]["view"]["won"][2]
    assert heard.count("Spades are broken") == int(views[-1]["view"]["broken"])
    assert any(text.startswith("Hand 1: You and Ada") for text in heard)


def _pass_only_own_turns(page: Page) -> None:
    """Lets the page hear only of its own turns and of ends: all that happens in between comes in one view."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] != "view" or message["view"]["turn"] in (None, message["view"]["seat"]):
                socket.send(text)

        server.on_message(pass_on)

    page.route_web_socket("**/ws/tables/**", route)


def test_nothing_is_passed_over_when_views_are_missed(page: Page) -> None:
    _pass_only_own_turns(page)
    views = _listen(page)
    prefer(page)
    start_table(page, hand_limit="2", blind_nil="off")
    bid(page)
    play_hand(page)
    assert _plays(_heard(page)) == _expected_plays(views[-1])
    page.locator("[data-onward]").click()
    wait_for(page, "d.hand === '1' && d.phase === 'bidding' && 'myTurn' in d")
    heard = _heard(page)
    dealt = next(at for at, text in enumerate(heard) if text.startswith("Hand 2. "))
    bids = [text for text in heard[dealt:] if " bids " in text]
    assert len(bids) == sum(made is not None for made in views[-1]["view"]["bids"])


def test_a_reload_tells_nothing_again_but_whose_turn_it_is(page: Page) -> None:
    _listen(page)
    prefer(page)
    start_table(page)
    bid(page)
    play(page)
    wait_for(page, "'myTurn' in d && d.waiting === '0'")
    page.reload()
    wait_for(page, "'myTurn' in d")
    assert len(_heard(page)) == 1
    assert _heard(page)[0].startswith("Your turn: ")


def test_a_key_says_the_state_of_the_table(page: Page) -> None:
    _listen(page)
    prefer(page)
    start_table(page)
    bid(page)
    before = len(_heard(page))
    page.keyboard.press("r")
    expect(page.locator("[data-announcer] p").last).to_contain_text("You hold")
    told = _heard(page)[before:]
    assert told[0].startswith("Your turn: ")
    assert "You and Ada have 0" in told[1]
    assert sum(": bid " in text for text in told) == 4
