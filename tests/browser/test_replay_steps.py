"""A replay gone through: by keyboard, buttons, slider and link, hand after hand, as its player and as a stranger."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.at_table import prefer
from tests.browser.conftest import Complaints
from tests.browser.replaying import REPLAY, log_in, open_replay, play_match, position, told
from tests.sites import Site

JSON = {"Accept": "application/json"}


@pytest.fixture(scope="module")
def played(server: Site) -> dict[str, str]:
    """A game of two hands that is over."""
    return play_match(server, seed=7301, hands=2)


def steps_of(page: Page, ident: str, hand: int) -> list[dict[str, Any]]:
    """The steps of a hand as the site gives them."""
    found: list[dict[str, Any]] = page.request.get(f"/matches/{ident}/replay/?hand={hand}", headers=JSON).json()[
        "steps"
    ]
    return found


def held(page: Page) -> set[str]:
    return {str(each.get_attribute("data-card")) for each in page.locator(".replay-slot").all()}


def test_a_whole_hand_is_gone_through_with_the_right_arrow(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"])
    steps = steps_of(page, played["ident"], 1)
    assert len(held(page)) == 52
    gone: set[str] = set()
    for at, step in enumerate(steps):
        expect(page.locator(REPLAY)).to_have_attribute("data-step", str(at))
        if step["event"]["type"] == "play":
            card = step["event"]["card"]
            gone.add(card)
            expect(page.locator(f'.trick-card[data-card="{card}"]')).to_have_count(1)
            assert held(page).isdisjoint(gone)
        page.keyboard.press("ArrowRight")
    assert len(gone) == 52
    expect(page.locator(REPLAY)).to_have_attribute("data-hand", "2")
    assert position(page) == (2, 0), "the next hand follows"


def test_home_end_and_the_left_arrow_lead_back(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"], "?hand=2&step=9")
    page.keyboard.press("ArrowLeft")
    assert position(page) == (2, 8)
    page.keyboard.press("Home")
    assert position(page) == (2, 0)
    expect(page.get_by_role("button", name="To the deal")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(REPLAY)).to_have_attribute("data-hand", "1")
    expect(page.get_by_role("heading", name="Hand 1 is over")).to_be_visible()
    page.keyboard.press("Home")
    assert position(page) == (1, 0)
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Hand 1 is over")).to_be_visible()


def test_the_page_keys_go_trick_by_trick(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"])
    page.keyboard.press("PageDown")
    expect(page.locator(".trick[data-complete] .trick-card")).to_have_count(4)
    assert position(page) == (1, 8), "four bids, four cards"
    page.keyboard.press("PageDown")
    assert position(page) == (1, 12)
    page.keyboard.press("PageUp")
    assert position(page) == (1, 8)


def test_the_buttons_do_what_they_say(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"])
    page.get_by_role("button", name="One step on").click()
    page.get_by_role("button", name="One step on").click()
    page.get_by_role("button", name="One step back").click()
    assert position(page) == (1, 1)
    page.get_by_role("button", name="To the end of the hand").click()
    last = len(steps_of(page, played["ident"], 1)) - 1
    assert position(page) == (1, last)
    page.get_by_role("button", name="The next hand").click()
    expect(page.locator(REPLAY)).to_have_attribute("data-hand", "2")
    page.get_by_role("button", name="The hand before").click()
    expect(page.locator(REPLAY)).to_have_attribute("data-step", str(last))
    page.get_by_role("button", name="To the deal").click()
    assert position(page) == (1, 0)


def test_the_slider_leads_to_any_step(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"])
    slider = page.get_by_role("slider", name="Step")
    slider.fill("30")
    assert position(page) == (1, 30)
    slider.press("ArrowRight")
    assert position(page) == (1, 31)
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Step 31 of 5"))
    slider.press("End")
    expect(page.get_by_role("heading", name="Hand 1 is over")).to_be_visible()


def test_the_chooser_opens_another_hand(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"])
    chooser = page.get_by_label("Hand", exact=True)
    chooser.focus()
    chooser.select_option(label="Hand 2 / 2")
    expect(page.locator(REPLAY)).to_have_attribute("data-hand", "2")
    assert position(page) == (2, 0)
    page.keyboard.press("End")
    assert position(page) == (2, 0), "the chooser has the focus, and keeps its keys"


def test_a_link_to_a_position_opens_there_and_the_address_follows(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"], "?hand=2&step=17")
    assert position(page) == (2, 17)
    seen = page.locator(".trick-card").evaluate_all("cards => cards.map(({dataset}) => dataset.card)")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?hand=2&step=18$"))
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"\?hand=2&step=17$"))
    page.reload()
    expect(page.locator(REPLAY)).to_have_attribute("data-step", "17")
    assert page.locator(".trick-card").evaluate_all("cards => cards.map(({dataset}) => dataset.card)") == seen


def test_the_link_is_copied(new_page: Callable[..., Page], played: dict[str, str]) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    prefer(page)
    open_replay(page, played["ident"], "?hand=1&step=5")
    page.get_by_role("button", name="Copy a link to this step").click()
    expect(page.locator(".replay-status")).to_have_text("The link to this step is copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/matches/{played['ident']}/replay/?hand=1&step=5")


def test_where_nothing_may_be_copied_the_address_is_pointed_to(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error());")
    open_replay(page, played["ident"])
    page.get_by_role("button", name="Copy a link to this step").click()
    expect(page.locator(".replay-status")).to_contain_text("Take it from the address line")


def test_a_trick_in_the_list_leads_back_to_it(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    open_replay(page, played["ident"], "?hand=1&step=30")
    page.get_by_role("button", name=re.compile("^Trick 3:")).click()
    assert position(page) == (1, 16)
    expect(page.locator(".replay-tricks > li")).to_have_count(3)


def test_the_score_runs_and_the_sum_is_worked_at_the_end_of_each_hand(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"])
    final = page.request.get(f"/api/v1/matches/{played['ident']}/").json()["view"]
    scores = page.locator(".score-total b")
    expect(scores).to_have_text(["0", "0"])
    page.keyboard.press("End")
    first = [str(score).replace("-", "−") for score in final["results"][0]["score"]]
    expect(scores).to_have_text(first)
    expect(page.locator(".result .sum").first).to_contain_text("bid")
    page.get_by_label("Hand", exact=True).select_option("1")
    expect(page.locator(REPLAY)).to_have_attribute("data-hand", "2")
    expect(scores).to_have_text(first)
    page.get_by_role("button", name="To the end of the hand").click()
    expect(scores).to_have_text([str(score).replace("-", "−") for score in final["score"]])
    expect(page.get_by_role("heading", name="the game")).to_be_visible()
    expect(page.get_by_role("button", name="Next hand", exact=True)).to_have_count(0)


def test_each_step_is_told_in_words_once(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"])
    assert re.fullmatch(r"Hand 1\. \w+ deals", told(page)[-1])
    for at in range(1, 9):
        page.keyboard.press("ArrowRight")
        expect(page.locator(REPLAY)).to_have_attribute("data-step", str(at))
    said = told(page)
    assert [bool(re.fullmatch(r"\w+ bids \w+", text)) for text in said[1:5]] == [True] * 4
    assert [bool(re.fullmatch(r"\w+ plays \w+ of \w+", text)) for text in said[5:9]] == [True] * 4
    assert re.fullmatch(r"\w+ wins the trick with the \w+\. 1 of \d+", said[9])
    assert len(said) == 10
    expect(page.locator(".replay-status")).to_have_text(". ".join(said[8:]))


def test_a_key_says_the_whole_position_with_all_four_holdings(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"], "?step=4")
    page.keyboard.press("r")
    assert len([text for text in told(page) if " holds " in text]) == 4
    holdings = page.locator(".replay-holding")
    labels = [str(each.get_attribute("aria-label")) for each in holdings.all()]
    assert [label.count(" of ") for label in labels] == [13] * 4


def test_its_player_sees_it_from_the_own_seat(page: Page, server: Site, played: dict[str, str]) -> None:
    prefer(page)
    log_in(page, server, played["session"])
    open_replay(page, played["ident"], "?step=4")
    expect(page.get_by_role("group", name="You", exact=True)).to_be_visible()
    expect(page.locator(".seat button")).to_have_count(0)
    expect(page.locator(".replay-holding--bottom")).to_have_attribute("aria-label", re.compile("^You hold "))
    page.keyboard.press("End")
    page.get_by_role("button", name="Next hand", exact=True).click()
    expect(page.locator(REPLAY)).to_have_attribute("data-hand", "2")


def test_the_keys_are_listed(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"])
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys of the replay")).to_be_visible()
    page.keyboard.press("ArrowRight")
    assert position(page) == (1, 0), "behind a dialog nothing moves"


def test_a_hand_cut_short_shows_backs_for_what_nobody_saw(page: Page, server: Site) -> None:
    cut = play_match(server, seed=7302, hands=1, cards=6, end="abandoned")
    prefer(page)
    open_replay(page, cut["ident"], "?hand=2")
    backs = page.locator(".replay-holding .card--back")
    expect(backs.first).to_be_visible()
    assert 52 - 6 - 4 <= backs.count() <= 52 - 6, "6 cards were played, and what bots added to them"
    expect(page.locator(".replay-holding--top")).to_have_attribute(
        "aria-label", re.compile("1[0-2] cards nobody has seen")
    )
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Ended without a winner")).to_be_visible()
    expect(page.locator(".result-side")).to_have_count(0)


def test_of_a_running_game_the_finished_hand_is_reached_from_the_list(page: Page, server: Site) -> None:
    running = play_match(server, seed=7303, hands=1, cards=6)
    prefer(page)
    log_in(page, server, running["session"])
    page.goto("/tables/")
    page.get_by_role("link", name="Replay finished hands").click()
    page.locator(f"{REPLAY}[data-steps]").wait_for()
    expect(page.get_by_label("Hand", exact=True).locator("option")).to_have_text(["Hand 1 / 1"])
    page.keyboard.press("End")
    end = position(page)
    page.keyboard.press("ArrowRight")
    assert position(page) == end, "the hand being played is not there"


def test_acts_of_the_clock_and_of_bots_and_a_concession_are_told(page: Page, played: dict[str, str]) -> None:
    def rewrite(route: Route) -> None:
        body = route.fetch().json()
        kinds: list[dict[str, Any]] = [{"by": "clock"}, {"type": "takeover"}, {"by": "bot"}, {"type": "return"}]
        for step, changes in zip(body["steps"][1:], [*kinds, {"type": "concede"}], strict=False):
            step["event"] |= changes | {"seat": 1}
        route.fulfill(json=body)

    page.route(lambda address: "/replay/?hand=" in address, rewrite)
    prefer(page)
    open_replay(page, played["ident"])
    for text in ("The clock acted for", "A bot takes the seat of", "A bot acted for", "back from the bot", "gives up"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay-status")).to_contain_text(text)


def test_a_hand_that_does_not_come_is_said_and_asked_for_again(
    page: Page, played: dict[str, str], complaints: Complaints
) -> None:
    complaints.allow("ERR_FAILED")
    prefer(page)
    open_replay(page, played["ident"])
    page.route(re.compile("hand=2"), lambda route: route.abort())
    page.get_by_label("Hand", exact=True).select_option("1")
    expect(page.locator(".replay-status")).to_contain_text("The hand could not be fetched.")
    expect(page.get_by_label("Hand", exact=True)).to_have_value("0")
    page.unroute_all()
    page.get_by_label("Hand", exact=True).select_option("1")
    expect(page.locator(REPLAY)).to_have_attribute("data-hand", "2")


def test_a_refusal_is_told_in_the_sites_words(page: Page, played: dict[str, str], complaints: Complaints) -> None:
    complaints.allow("403")
    prefer(page)
    text = "This game is still being played by others."
    page.route(
        lambda address: "/replay/?hand=" in address,
        lambda route: route.fulfill(status=403, body=json.dumps({"text": text})),
    )
    page.goto(f"/matches/{played['ident']}/replay/")
    expect(page.locator(".replay-status")).to_have_text(text)
