"""A reload in every phase shows the table as it was."""

from playwright.sync_api import Page

from .at_table import bid, own_cards, play, play_hand, prefer, wait_for, wait_for_bid, what_is_seen
from .tables import start_table


def _reload_changes_nothing(page: Page) -> None:
    before = what_is_seen(page)
    page.reload()
    wait_for(page, f"d.seq === '{before['seq']}' && d.waiting === '0'")
    assert what_is_seen(page) == before


def test_a_reload_while_the_blind_nil_offer_is_open_shows_13_backs_again(page: Page) -> None:
    prefer(page)
    start_table(page, hand_limit="2", blind_nil="always")
    wait_for_bid(page)
    assert what_is_seen(page)["backs"] == 13
    assert own_cards(page).count() == 0
    _reload_changes_nothing(page)


def test_a_reload_in_each_later_phase_changes_nothing(page: Page) -> None:
    prefer(page)
    start_table(page, hand_limit="2")
    wait_for_bid(page)
    _reload_changes_nothing(page)
    bid(page)
    _reload_changes_nothing(page)
    for _ in range(3):
        play(page)
    wait_for(page, "'myTurn' in d && d.waiting === '0'")
    _reload_changes_nothing(page)
    play_hand(page)
    _reload_changes_nothing(page)
    page.locator("[data-onward]").click()
    bid(page)
    play_hand(page)
    wait_for(page, "d.phase === 'match_over'")
    _reload_changes_nothing(page)
