"""The panel beside the table shows what is asked of it, and the newest hand whole."""

from playwright.sync_api import Page, expect

from .at_table import bid, play, play_hand, prefer, wait_for
from .tables import start_table


def _gap_below_head(page: Page) -> float:
    """CSS pixels between the head of the score sheet and the row of the newest hand."""
    gap: float = page.locator(".sheet").evaluate(
        """sheet => sheet.querySelector('tbody tr:last-child').getBoundingClientRect().top
          - sheet.querySelector('thead th').getBoundingClientRect().bottom"""
    )
    return gap


def test_the_newest_hand_is_seen_whole_and_the_deal_comes_into_view_when_asked_for(page: Page) -> None:
    prefer(page)
    start_table(page, hand_limit="2", blind_nil="off")
    bid(page)
    play_hand(page)
    sheet = page.locator("[data-section=sheet] .panel-body")
    assert sheet.evaluate("body => body.scrollTop") == 0
    page.locator("[data-onward]").click()
    bid(page)
    play_hand(page)
    assert _gap_below_head(page) >= -1
    expect(sheet.locator("tbody tr").last).to_be_in_viewport()
    page.get_by_role("button", name="How this deal was made").click()
    heading = page.locator("[data-section=deal] h2")
    expect(heading).to_be_focused()
    assert heading.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"


def test_the_winner_of_a_trick_is_marked_when_the_last_card_has_landed(page: Page) -> None:
    prefer(page, pace=300)
    page.add_init_script(
        """window.inFlight = [];
        addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => changes.forEach(({target}) => {
          if (target.matches('.trick[data-complete]')) inFlight.push([...target.querySelectorAll('.trick-card')]
            .flatMap((card) => card.getAnimations()).filter((each) => each.playState === 'running').length);
        })).observe(document.body, {subtree: true, attributes: true, attributeFilter: ['data-complete']}));"""
    )
    start_table(page, blind_nil="off")
    bid(page)
    play(page)
    play(page)
    wait_for(page, "'myTurn' in d && d.waiting === '0'")
    seen: list[int] = page.evaluate("window.inFlight")
    assert seen
    assert not any(seen)


def test_the_changes_to_the_house_rules_are_told_only_of_ones_own_challenge(page: Page) -> None:
    page.goto("/tables/new/")
    told = page.get_by_role("heading", name="Compared with the house version")
    expect(told).to_be_hidden()
    page.locator("input[name=rules][value=own]").check()
    expect(told).to_be_visible()
    page.get_by_label("Classic 500").check()
    expect(told).to_be_hidden()
