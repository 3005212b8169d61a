"""How a deal was made: promised before the first card, checked by the browser when the seed is public."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from games.engine.rules import make_challenge
from tests.sites import Site

from .at_table import bid, play, play_hand, prefer, wait_for, wait_for_bid
from .tables import deal_table, start_table


def _fact(page: Page, name: str) -> str:
    return page.locator(f".deal-facts dt:text-is('{name}') + dd").inner_text()


def test_the_commitment_stands_before_the_first_card_and_fits_the_seed_at_the_end(page: Page) -> None:
    prefer(page)
    start_table(page, hand_limit="1")
    wait_for_bid(page)
    promised = _fact(page, "Commitment")
    assert len(promised) == 64
    assert _fact(page, "Seed") == "shown when the game is over"
    expect(page.locator(".deal-checked")).to_have_text("Your browser checked the log: it fits its head.")

    bid(page)
    play_hand(page)
    expect(page.locator(".deal-checked")).to_contain_text("Your browser checked the seed: it fits the commitment.")
    assert _fact(page, "Commitment") == promised
    assert len(_fact(page, "Seed")) == 64


def test_the_page_says_what_the_promise_does_not_prove(page: Page) -> None:
    prefer(page)
    start_table(page)
    wait_for_bid(page)
    deal = page.locator("[data-section=deal]")
    expect(deal).to_contain_text("neither the server nor a player chose the deal")
    expect(deal).to_contain_text("It does not prove that nobody looked")


def test_each_step_of_the_deal_has_its_tick_and_the_last_comes_with_the_seed(page: Page) -> None:
    prefer(page)
    start_table(page, hand_limit="1")
    wait_for_bid(page)
    steps = page.locator(".deal-steps li")
    expect(steps.locator("[role=img]")).to_have_text(["✓", "✓", "✓", "…"])
    bid(page)
    play_hand(page)
    expect(steps.locator("[role=img]")).to_have_text(["✓"] * 4)


def test_what_the_browser_gave_is_in_the_log(page: Page) -> None:
    views: list[dict[str, Any]] = []

    def note(message: dict[str, Any]) -> bool:
        views.append(message)
        return True

    _change_views(page, note)
    prefer(page)
    start_table(page)
    wait_for_bid(page)
    kept = json.loads(page.evaluate("localStorage.getItem('pllay.contributions')"))
    given = kept[views[-1]["match"]]
    lines = [line for view in views for line in view["events"]]
    assert any(f'"e":"{given}"' in line for line in lines)
    assert len(given) == 64


def test_a_list_without_ones_own_commitment_is_found_and_nothing_is_given(page: Page) -> None:
    def forge(message: dict[str, Any]) -> bool:
        if message["commit"]:
            message["client_commits"][2] = "00" * 32
        return True

    _change_views(page, forge)
    prefer(page)
    start_table(page)
    expect(page.locator(".line-warning")).to_contain_text("does not hold what your browser committed to")
    expect(page.locator(".fan button.card")).to_have_count(0)


def test_a_deal_that_is_given_up_begins_anew_by_itself(page: Page) -> None:
    given: list[str] = []

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "contribute" and not given:
                given.append(message["match"])  # lost on its way
            else:
                server.send(text)

        socket.on_message(pass_on)

    page.route_web_socket("**/ws/tables/**", route)
    prefer(page)
    start_table(page)
    wait_for(page, "d.phase === 'bidding'", timeout=60_000)
    assert page.locator("section.table").get_attribute("data-match") != given[0]


Change = Callable[[dict[str, Any]], bool]
"""Changes a view on its way, and says whether it goes on to the page."""


def _change_views(page: Page, change: Change) -> None:
    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] != "view" or change(message):
                socket.send(json.dumps(message))

        server.on_message(pass_on)

    page.route_web_socket("**/ws/tables/**", route)


def _expect_alarm(page: Page, text: str) -> None:
    """It stands in the panel, as a line at the table, and is said once."""
    expect(page.locator(".deal-checked[data-kind=bad]")).to_contain_text(text)
    expect(page.locator(".line-warning")).to_contain_text(text)
    expect(page.locator("[data-announcer] p", has_text=text)).to_have_count(1)


def test_a_log_that_does_not_fit_its_head_is_found(page: Page) -> None:
    def forge(message: dict[str, Any]) -> bool:
        message["head"] = message["head"][::-1]
        return True

    _change_views(page, forge)
    prefer(page)
    start_table(page)
    wait_for_bid(page)
    _expect_alarm(page, "The log does not fit its head.")


def test_a_line_that_was_rewritten_is_found_and_the_alarm_stays_while_the_game_goes_on(page: Page) -> None:
    rewritten: list[int] = []

    def rewrite(message: dict[str, Any]) -> bool:
        bids = [at for at, line in enumerate(message["events"]) if '"bid"' in line]
        if bids and not rewritten:
            rewritten.append(message["first"] + bids[-1])
            message["events"][bids[-1]] = message["events"][bids[-1]].replace('"bid"', '"bid" ')
        return True

    _change_views(page, rewrite)
    prefer(page)
    start_table(page)
    wait_for_bid(page)
    bid(page)
    assert rewritten
    _expect_alarm(page, "The log does not fit its head.")
    play(page)
    wait_for(page, "'myTurn' in d && d.waiting === '0'")
    _expect_alarm(page, "The log does not fit its head.")


def test_the_log_is_checked_again_when_missing_lines_arrive(page: Page, server: Site) -> None:
    held_back: list[int] = []
    asked_again: list[int] = []

    def hold_back(message: dict[str, Any]) -> bool:
        if message["view"]["phase"] != "playing":
            return True
        if not held_back:  # the view that opens the play is lost: the next one leaves a gap
            held_back.append(message["seq"])
            return False
        if message["first"] < held_back[0]:
            asked_again.append(message["seq"])
        return True

    _change_views(page, hold_back)
    prefer(page)
    deal_table(page, server, seed=5003, rules=make_challenge("pllay", hand_limit=1))  # East leads: a view follows
    wait_for_bid(page)
    page.locator('[data-bid="3"]').click()
    wait_for(page, "d.phase === 'playing' && 'myTurn' in d && d.waiting === '0'")
    play_hand(page)
    expect(page.locator(".deal-checked[data-kind=good]")).to_contain_text("it fits the commitment.")
    expect(page.locator(".line-warning")).to_have_count(0)
    assert asked_again


def test_a_view_that_was_lost_comes_with_the_next_ping(page: Page, server: Site) -> None:
    lost: list[int] = []

    def lose(message: dict[str, Any]) -> bool:
        if message["view"]["phase"] != "playing" or lost:
            return True
        lost.append(message["seq"])
        return False

    _change_views(page, lose)
    prefer(page)
    deal_table(page, server, seed=5004, rules=make_challenge("pllay", hand_limit=1))  # South leads: nothing follows
    wait_for_bid(page)
    page.locator('[data-bid="3"]').click()
    wait_for(page, "d.phase === 'playing' && 'myTurn' in d && d.waiting === '0'")
    assert lost


def test_a_seed_that_does_not_fit_the_commitment_is_found(page: Page) -> None:
    def forge(message: dict[str, Any]) -> bool:
        message["seed"] = message["seed"] and message["seed"][::-1]
        return True

    _change_views(page, forge)
    prefer(page)
    start_table(page, hand_limit="1")
    bid(page)
    play_hand(page)
    _expect_alarm(page, "The seed does not fit the commitment.")


def test_a_promise_that_is_made_anew_during_the_game_is_found(page: Page) -> None:
    def forge(message: dict[str, Any]) -> bool:
        if message["view"]["phase"] == "playing":
            message["commit"] = message["commit"][::-1]
        return True

    _change_views(page, forge)
    prefer(page)
    start_table(page)
    bid(page)
    _expect_alarm(page, "The commitment was changed during the game.")
