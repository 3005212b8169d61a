"""Leaving a live table and coming back, giving up, deals that come to nothing, and going on with other partners."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.sites import Site

from .at_table import facts, prefer, wait_for, wait_for_bid
from .live_tables import LiveTable, open_live_site, open_live_table

CAROL, DAVE, ALICE, BOB = range(4)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own, with live tables."""
    with open_live_site(tmp_path_factory.mktemp("live-site")) as site:
        yield site


def _sit(page: Page, table: LiveTable, seat: int) -> Page:
    prefer(page)
    table.sit(page, seat)
    return page


def _get_ready(*pages: Page) -> None:
    for page in pages:
        page.get_by_role("button", name="I am ready").click()
    for page in pages:
        wait_for(page, "d.phase === 'bidding'")


def _leave(page: Page) -> None:
    page.keyboard.press("m")
    page.locator("[data-leave]").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()


def test_whoever_leaves_before_the_first_card_is_led_to_the_lobby_and_the_others_to_the_free_seat(
    new_page: Callable[..., Page], server: Site
) -> None:
    table = open_live_table(server, seed=9101, bots=[CAROL, DAVE])
    alice, bob = _sit(new_page(), table, ALICE), _sit(new_page(), table, BOB)
    expect(bob.get_by_role("button", name="I am ready")).to_be_visible()
    alice.get_by_role("button", name="Leave the table").first.click()
    expect(alice.get_by_role("dialog")).to_contain_text("your seat is free for somebody else then")
    alice.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    alice.wait_for_url("**/lobby/")
    bob.wait_for_url(f"**/lobby/{table.code}/")


def test_whoever_leaves_in_the_game_may_take_the_seat_back_and_has_it_at_the_next_turn(
    new_page: Callable[..., Page], server: Site
) -> None:
    table = open_live_table(server, seed=9102, bots=[CAROL, DAVE])
    alice, bob = _sit(new_page(), table, ALICE), _sit(new_page(), table, BOB)
    _get_ready(alice, bob)
    _leave(alice)
    expect(alice.locator(".live-line")).to_contain_text("You have left the table. A bot plays for you.")
    expect(bob.locator(".seat--right .seat-kind")).to_have_text("novice bot for Alice")
    expect(bob.locator(".seat--right .seat-note")).to_have_text("has left")
    alice.get_by_role("button", name="Take my seat back").click()
    expect(bob.locator("[data-announcer] p", has_text="Alice is back")).to_have_count(1)
    returned = alice.locator("[data-announcer] p", has_text="You have your seat back from the bot")
    while not returned.count():
        seen = facts(bob)
        if seen["turn"] == str(BOB):  # who would else keep everybody waiting
            bob.locator('[data-bid="3"]:visible, .fan [data-state="legal"]').first.click()
        wait_for(bob, f"Number(d.seq) > {seen['seq']}")
    expect(alice.locator(".live-line")).to_be_hidden()
    assert "return" in [event["type"] for event in table.log()]


def test_a_side_of_one_person_gives_up_alone(page: Page, server: Site) -> None:
    table = open_live_table(server, seed=9103, bots=[CAROL, DAVE, BOB])
    _get_ready(_sit(page, table, ALICE))
    page.keyboard.press("m")
    page.get_by_role("button", name="Give the game up").click()
    expect(page.get_by_role("dialog")).to_contain_text("Your side loses at once.")
    page.get_by_role("button", name="Give up", exact=True).click()
    wait_for(page, "d.phase === 'match_over'")
    expect(page.locator(".result-outcome")).to_contain_text("one side gave up")
    expect(page.get_by_role("link", name="To the lobby")).to_be_visible()


def test_a_game_that_everybody_has_left_is_over(page: Page, server: Site) -> None:
    table = open_live_table(server, seed=9104, bots=[CAROL, DAVE, BOB])
    _get_ready(_sit(page, table, ALICE))
    _leave(page)
    wait_for(page, "d.phase === 'match_over'")
    expect(page.get_by_role("heading", name="Ended without a winner")).to_be_visible()


def test_a_deal_that_came_to_nothing_is_made_anew_without_another_press(
    new_page: Callable[..., Page], server: Site
) -> None:
    held: list[str] = []

    def hold_contributions(socket: WebSocketRoute) -> None:
        behind = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            if not held and json.loads(text)["type"] == "contribute":
                held.append(str(text))
            else:
                behind.send(text)

        socket.on_message(pass_on)

    table = open_live_table(server, seed=9105, bots=[CAROL, DAVE])
    alice, bob = new_page(), new_page()
    bob.route_web_socket("**/ws/tables/**", hold_contributions)
    _sit(alice, table, ALICE)
    _sit(bob, table, BOB)
    wait_for(alice, "d.phase === 'ready'")
    first = facts(alice)["match"]
    for page in (alice, bob):
        page.get_by_role("button", name="I am ready").click()
    told = "A browser did not add its number in time, so the deal is made anew. You are ready again by yourself."
    alice.evaluate(
        """text => new MutationObserver(() => {
          if (document.querySelector('.ready-why').textContent === text) document.body.dataset.told = 'yes';
        }).observe(document.querySelector('.ready-panel'), {subtree: true, childList: true, characterData: true})""",
        told,
    )
    expect(alice.get_by_role("heading", name="The cards are being dealt")).to_be_visible()
    table.time_out()
    for page in (alice, bob):
        wait_for(page, f"d.phase === 'bidding' && d.match !== '{first}'")
    expect(alice.locator("body")).to_have_attribute("data-told", "yes")
    assert held


def test_with_other_partners_one_goes_on_at_a_table_of_its_own(page: Page, server: Site) -> None:
    table = open_live_table(server, seed=9106, bots=[CAROL, DAVE, BOB])
    _get_ready(_sit(page, table, ALICE))
    page.keyboard.press("m")
    page.get_by_role("button", name="Give the game up").click()
    page.get_by_role("button", name="Give up", exact=True).click()
    page.get_by_role("button", name="Change partners").click()
    page.wait_for_url(re.compile(rf"/tables/(?!{table.code})[^/]+/$"))
    page.get_by_role("button", name="I am ready").click()
    wait_for_bid(page)
