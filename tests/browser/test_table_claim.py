"""Claiming the rest of a hand: the offer, the button and the key, on every screen and in every look."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from games.engine.rules import make_challenge
from tests.sites import Site

from .at_table import TURN, bid, facts, own_cards, prefer, resize, wait_for
from .replaying import open_replay, told
from .tables import deal_table, decide_table

ONE_HAND = make_challenge("pllay", hand_limit=1, blind_nil="off")
SIZES = [(320, 568), (360, 640), (568, 320), (640, 360), (768, 1024), (1280, 720), (1440, 900)]
LOOKS = [(7124, "light", "normal"), (7125, "dark", "normal"), (7131, "light", "high"), (7132, "dark", "high")]


def claim_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Claim the rest")


@pytest.fixture
def decided(page: Page, server: Site) -> Callable[..., Page]:
    """Opens a table at which the rest may be claimed: `decided(seed)`, with preferences if need be."""

    def open_at(seed: int, **preferences: object) -> Page:
        prefer(page, **preferences)
        decide_table(page, server, seed=seed, rules=ONE_HAND)
        wait_for(page, f"d.phase === 'playing' && {TURN}")
        return page

    return open_at


def test_a_click_ends_the_hand_and_every_card_is_in_the_log(decided: Callable[..., Page]) -> None:
    page = decided(7109)
    assert own_cards(page).count() == 3
    before = facts(page)
    claim_button(page).click()
    wait_for(page, "d.phase === 'match_over' && d.waiting === '0'")
    expect(claim_button(page)).to_have_count(0)
    response = page.request.get(f"/matches/{before['match']}/transcript.jsonl")
    assert response.ok
    lines = response.text().splitlines()
    assert sum('"by":"claim"' in line for line in lines) == 9
    expect(page.locator(".result")).to_be_visible()
    open_replay(page, before["match"], "?hand=1&step=56")
    assert any("The rest of the hand was claimed" in text for text in told(page))


def test_its_key_ends_the_hand_at_once_however_slowly_cards_are_shown(decided: Callable[..., Page]) -> None:
    page = decided(7111, pace=1000)
    page.keyboard.press("e")
    wait_for(page, "d.phase === 'match_over'", timeout=7000)  # the nine cards one by one would take longer
    expect(page.locator("[data-onward]")).to_be_visible()


def test_it_is_said_to_a_screen_reader_and_reached_with_the_tab_key(decided: Callable[..., Page]) -> None:
    page = decided(7149)
    expect(page.locator("[aria-live]").filter(has_text="you may claim the rest")).to_have_count(1)
    for _ in range(60):
        page.keyboard.press("Tab")
        if claim_button(page).evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    wait_for(page, "d.phase === 'match_over' && d.waiting === '0'")
    expect(page.locator("[data-onward]")).to_be_focused()


def test_a_card_may_be_played_instead(decided: Callable[..., Page]) -> None:
    page = decided(7155)
    own_cards(page, "legal").first.click()
    wait_for(page, "d.phase === 'match_over' || (d.phase === 'playing' && 'myTurn' in d)")


def test_where_the_hand_is_open_nothing_is_offered_and_the_key_does_nothing(page: Page, server: Site) -> None:
    prefer(page)
    deal_table(page, server, seed=9701, rules=ONE_HAND)
    bid(page)
    before = facts(page)["seq"]
    expect(claim_button(page)).to_have_count(0)
    page.keyboard.press("e")
    expect(page.locator("section.table")).to_have_attribute("data-busy", "false")
    assert facts(page)["seq"] == before


def test_the_offer_fits_every_screen_and_covers_no_card_of_the_hand(decided: Callable[..., Page]) -> None:
    page = decided(7159)
    for width, height in SIZES:
        resize(page, (width, height))
        box, fan = claim_button(page).bounding_box(), own_cards(page).first.bounding_box()
        assert box is not None
        assert fan is not None
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= fan["y"] + 1, (width, height)


@pytest.mark.parametrize(("seed", "theme", "contrast"), LOOKS)
def test_the_offer_is_accessible_in_every_look(
    decided: Callable[..., Page], seed: int, theme: str, contrast: str
) -> None:
    page = decided(seed, theme=theme, contrast=contrast)
    expect(claim_button(page)).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
