"""What the settings change at the table: the order of the cards, the colours, the tempo, the last card."""

from playwright.sync_api import Page

from tests.sites import Site

from .at_table import bid, facts, own_cards, play, prefer, wait_for
from .tables import deal_table, start_table


def _stand_in_order(page: Page, order: str) -> bool:
    """Do the suits one holds stand in this order?"""
    cards: list[str] = own_cards(page).evaluate_all("cards => cards.map((card) => card.dataset.card)")
    suits = [order.index(card[1]) for card in cards]
    return suits == sorted(suits)


def test_spades_stand_last_or_first(page: Page) -> None:
    prefer(page)
    start_table(page)
    bid(page)
    assert _stand_in_order(page, "DCHS")
    page.get_by_role("button", name="Settings").click()
    page.locator("#settings input[name=sort][value=spades-first]").check(force=True)
    page.keyboard.press("Escape")
    assert _stand_in_order(page, "SHCD")


def test_the_deck_of_four_colours_has_four(page: Page) -> None:
    prefer(page, deck="four")
    start_table(page)
    bid(page)
    colours = page.evaluate(
        """() => ['c', 'd', 'h', 's'].map((suit) => {
          const style = getComputedStyle(document.documentElement);
          return style.getPropertyValue(`--suit-${suit}`).trim();
        })"""
    )
    assert len(set(colours)) == 4


def test_cards_come_one_at_a_time_and_a_click_skips_the_wait(page: Page, server: Site) -> None:
    prefer(page, pace=1000)
    deal_table(page, server, seed=5010)  # South leads, and three cards follow
    bid(page)
    before = int(facts(page)["seq"])
    own_cards(page, "legal").first.click()
    wait_for(page, f"Number(d.received) >= {before + 4}")  # nothing more is on its way, which a click would not skip
    page.locator(".felt-area").click(position={"x": 5, "y": 5})
    wait_for(page, "d.received === d.seq && d.waiting === '0'", timeout=2500)


def test_the_last_card_plays_itself_where_that_is_wished(page: Page) -> None:
    prefer(page, forced=True)
    start_table(page, hand_limit="1")
    bid(page)
    for _ in range(12):
        play(page)
    wait_for(page, "d.phase === 'match_over'")
