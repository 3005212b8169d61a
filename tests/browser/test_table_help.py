"""The help at a practice table: hints, what bots tell, and the coach, by mouse, touch, keyboard and in words."""

import re
from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from games.engine.rules import RuleSet, make_challenge
from tests.sites import Site

from .at_table import OVER, TURN, bid, facts, own_cards, play, play_hand, prefer, resize, wait_for, wait_for_bid
from .conftest import Complaints
from .replaying import told
from .tables import deal_table

ONE_HAND = make_challenge("pllay", blind_nil="off", hand_limit=1)
TWO_HANDS = make_challenge("pllay", blind_nil="off", hand_limit=2)
FIRST_SEARCH_MS = 120_000  # where nothing is compiled yet, the first search waits for it
SIZES = [(320, 568), (360, 640), (740, 360), (768, 1024), (1440, 900)]
MARKED = ".fan button.card[data-hinted]"


def open_dealt(page: Page, server: Site, seed: int, rules: RuleSet = ONE_HAND) -> None:
    prefer(page)
    deal_table(page, server, seed=seed, rules=rules)
    wait_for_bid(page)


def ask_for_hint(page: Page) -> str:
    """Presses the key and gives the sentence, once it is there."""
    page.keyboard.press("h")
    page.locator("[data-hinted]").first.wait_for(timeout=FIRST_SEARCH_MS)
    return page.locator(".status").inner_text()


def check(page: Page) -> None:
    """Axe finds nothing, whatever the theme."""
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_a_hint_marks_a_bid_and_a_card_and_says_why_until_they_are_made(page: Page, server: Site) -> None:
    open_dealt(page, server, 6150)
    assert ask_for_hint(page).startswith("Bid ")
    hinted = page.locator(".bid[data-hinted]")
    expect(hinted).to_have_attribute("aria-label", re.compile(r"^Bid (nil|\d+), the hint$"))
    expect(hinted.locator(".hint-mark")).to_be_visible()
    check(page)
    hinted.click()
    wait_for(page, f"d.phase === 'playing' && {TURN}")
    expect(page.locator("[data-hinted]")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    marked = page.locator(MARKED)
    expect(marked).to_have_attribute("aria-label", re.compile(r" of \w+, the hint$"))
    expect(marked).to_have_attribute("data-state", "legal")
    expect(marked.locator(".hint-mark")).to_be_visible()
    assert told(page)[-1] == page.locator(".status").inner_text()
    check(page)
    marked.click()
    wait_for(page, f"({TURN}) || {OVER}")
    expect(page.locator("[data-hinted]")).to_have_count(0)


def test_a_hint_moves_no_card_and_everything_stays_in_view(page: Page, server: Site) -> None:
    open_dealt(page, server, 6151)
    bid(page, 3)
    tops = "() => [...document.querySelectorAll('.fan button.card')].map((each) => each.offsetTop)"
    before = {}
    for width, height in SIZES:
        resize(page, (width, height))
        before[width] = page.evaluate(tops)
    ask_for_hint(page)
    for width, height in SIZES:
        resize(page, (width, height))
        assert page.evaluate(tops) == before[width]
        expect(page.locator(".status")).to_be_in_viewport(ratio=0.99)
        for part in (*own_cards(page).all(), *page.locator(".seat").all(), page.locator(".hint-area")):
            expect(part).to_be_in_viewport(ratio=0.9)


def test_a_bots_bid_and_card_are_told_when_they_are_pointed_at_or_focused(page: Page, server: Site) -> None:
    open_dealt(page, server, 6152)
    bid(page, 3)
    page.mouse.move(2, 2)
    plate, status = page.locator(".seat--left .seat-why"), page.locator(".status")
    asked = turn_words(page)
    plate.hover()
    expect(status).to_have_attribute("data-kind", "told")
    expect(status).to_contain_text(re.compile(r"^\w+: (Expects|Promised)"))
    page.mouse.move(2, 2)
    expect(status).to_have_text(asked)
    plate.focus()
    expect(status).to_contain_text(re.compile(r"^\w+: (Expects|Promised)"))
    assert told(page)[-1] == status.inner_text()
    expect(plate).to_have_accessible_name(re.compile("What the bid and the card of .+ tell"))
    own_cards(page, "legal").first.focus()
    expect(status).to_have_text(asked)
    while page.locator(".trick-card").count() == 0:
        own_cards(page, "legal").first.click()
        wait_for(page, TURN)
    card = page.locator(".trick-card .card").first
    card.hover()
    name = card.get_attribute("aria-label") or ""
    expect(status).to_contain_text(name.replace(":", ",") + ":")


def test_a_hint_is_said_whatever_is_pointed_at(page: Page, server: Site) -> None:
    open_dealt(page, server, 6156)
    bid(page, 3)
    while own_cards(page, "locked").count() == 0:
        assert play(page)
        wait_for(page, TURN)
    status, plate, locked = page.locator(".status"), page.locator(".seat--left .seat-why"), own_cards(page, "locked")
    for point, kind in ((plate.hover, "told"), (plate.focus, "told"), (locked.first.focus, "locked")):
        page.mouse.move(2, 2)
        point()
        expect(status).to_have_attribute("data-kind", kind)
        page.keyboard.press("h")
        expect(status).to_have_attribute("data-kind", "mine", timeout=FIRST_SEARCH_MS)
        assert status.inner_text() == told(page)[-1]
    locked.last.hover()
    expect(status).to_have_attribute("data-kind", "locked")
    locked.last.click(force=True)
    page.mouse.move(2, 2)
    expect(status).to_have_attribute("data-kind", "refused")
    page.keyboard.press("h")
    expect(status).to_have_attribute("data-kind", "mine")


def test_a_hint_moves_no_seat_and_no_bid_where_there_is_room(page: Page, server: Site) -> None:
    open_dealt(page, server, 6157)
    tops = """() => [...document.querySelectorAll('.seat, .bid, .hint-area')]
        .map((each) => Math.round(each.getBoundingClientRect().top))"""
    sizes = [(768, 1024), (1280, 800), (1440, 900), (1920, 1080)]
    before = []
    for width, height in sizes:
        resize(page, (width, height))
        before.append(page.evaluate(tops))
    ask_for_hint(page)
    for (width, height), there in zip(sizes, before, strict=True):
        resize(page, (width, height))
        assert page.evaluate(tops) == there


def turn_words(page: Page) -> str:
    """What the status line says with nothing pointed at."""
    expect(page.locator(".status")).to_have_attribute("data-kind", "mine")
    return page.locator(".status").inner_text()


def test_a_tap_tells_too(new_page: Callable[..., Page], server: Site) -> None:
    phone = new_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    open_dealt(phone, server, 6153)
    bid(phone, 3)
    phone.locator(".seat--top .seat-why").tap()
    expect(phone.locator(".status")).to_contain_text(re.compile(r": (Expects|Promised)"))
    expect(phone.locator(".seat--bottom .seat-why")).to_be_hidden()


def test_the_coach_looks_at_a_hand_and_leads_to_its_steps_in_the_replay(
    page: Page, new_page: Callable[..., Page], server: Site
) -> None:
    open_dealt(page, server, 6154)
    bid(page, 6)
    play_hand(page)
    page.get_by_role("button", name="Ask the coach").click()
    coach = page.locator(".coach[data-state=done]")
    coach.wait_for(timeout=FIRST_SEARCH_MS)
    assert "What else happened was how the cards lay" in coach.inner_text()
    worst = coach.get_by_role("list", name="What cost most").get_by_role("listitem")
    assert 1 <= worst.count() <= 3
    expect(worst.first).to_contain_text("cost about")
    expect(worst.first).to_contain_text("Better:")
    check(page)
    coach.get_by_text("All your acts").click()
    expect(coach.get_by_role("list", name="All your acts").get_by_role("listitem")).to_have_count(14)
    worst.first.get_by_role("link").click()
    status = page.locator(".replay-status")
    expect(status).to_contain_text(re.compile("The coach: cost about .+ Better: "))
    check(page)
    coach.get_by_text("All your acts").click()
    coach.get_by_role("list", name="All your acts").get_by_role("button").last.click()
    expect(status).to_contain_text("The coach: no choice")
    stranger = new_page()
    stranger.goto(page.url)
    expect(stranger.locator(".replay-status")).to_contain_text(re.compile("plays|bids"))
    expect(stranger.locator(".replay-status")).not_to_contain_text("coach")
    expect(stranger.locator("[data-section=coach]")).to_have_count(0)


def test_the_coach_shows_how_far_it_is_and_asks_for_patience_or_another_try(
    page: Page, server: Site, complaints: Complaints
) -> None:
    complaints.allow("coach")
    open_dealt(page, server, 6155, TWO_HANDS)
    bid(page, 6)
    play_hand(page)
    expect(page.get_by_role("button", name="Hint")).to_be_hidden()
    page.route("**/coach/**", lambda route: route.abort())
    page.keyboard.press("k")
    expect(page.locator("[data-section=coach] h2")).to_be_focused()
    coach = page.locator(".coach")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(coach.get_by_role("button", name="Ask the coach")).to_be_focused()
    page.keyboard.press("Enter")
    expect(coach).to_contain_text("The coach could not be reached")
    page.unroute("**/coach/**")
    page.route("**/coach/**", _half_way)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(coach).to_contain_text("The coach is at it: 5 of 14 acts")
    expect(coach.get_by_role("progressbar")).to_have_attribute("value", "5")
    page.unroute("**/coach/**")
    page.locator(".coach[data-state=none], .coach[data-state=done]").wait_for()
    page.locator("[data-coach]").click()
    page.locator(".coach[data-state=done]").wait_for(timeout=FIRST_SEARCH_MS)
    assert any("What else happened" in sentence for sentence in told(page))
    page.locator("[data-onward]").click()
    wait_for(page, "d.hand === '1' && d.phase === 'bidding'")
    expect(coach).to_have_text("When a hand is over the coach can look at it with you.")
    assert facts(page)["phase"] == "bidding"


def _half_way(route: Route) -> None:
    route.fulfill(json={"state": "working", "done": 5, "total": 14, "acts": [], "worst": [], "summary": ""})
