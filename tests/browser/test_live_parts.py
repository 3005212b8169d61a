"""What a live table has beside the cards: its clock, notes at the plates, talk, leaving and the way on."""

import re
import time
from datetime import UTC, datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from .at_table import TURN, bid, play_hand, prefer, resize, wait_for, wait_for_bid
from .conftest import Complaints
from .live_views import LiveViews, Message
from .tables import start_table


def _get_ready(page: Page) -> None:
    page.get_by_role("button", name="I am ready").click()
    wait_for_bid(page)


def _own_clock(page: Page) -> Locator:
    return page.locator(".seat--bottom .seat-clock")


def _talk(page: Page) -> None:
    page.keyboard.press("m")
    expect(page.get_by_role("heading", name="At this table")).to_be_focused()


@pytest.fixture
def views(page: Page) -> LiveViews:
    """A live table at its first bid, whose `live` the test sets."""
    views = LiveViews(page)
    prefer(page)
    start_table(page, hand_limit="1", blind_nil="off")
    _get_ready(page)
    return views


def test_nobody_is_ready_but_by_the_button_which_enter_presses(page: Page) -> None:
    LiveViews(page, ready_until=55)
    prefer(page)
    start_table(page, hand_limit="1", blind_nil="off")
    expect(page.get_by_role("heading", name="Everybody is here. Ready?")).to_be_visible()
    expect(page.locator(".ready-note")).to_have_text(re.compile(r"given up in 0:5\d\."))
    expect(page.locator(".ready-list li", has_text="You")).to_contain_text("not ready yet")
    expect(page.get_by_role("button", name="I am ready")).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_bid(page)
    expect(page.locator(".ready-panel")).to_be_hidden()


@pytest.mark.parametrize("off_by", [timedelta(seconds=46), timedelta(hours=-1)])
def test_the_clock_goes_by_the_servers_time_whatever_the_browsers_clock_says(page: Page, off_by: timedelta) -> None:
    page.clock.install(time=datetime.now(UTC) + off_by)
    views = LiveViews(page)
    prefer(page)
    start_table(page, hand_limit="1", blind_nil="off")
    _get_ready(page)
    sent_at = time.monotonic()
    views.show(clock=25)
    expect(_own_clock(page)).to_be_visible()
    left = int(_own_clock(page).get_attribute("data-seconds") or 0)
    assert 25 - (time.monotonic() - sent_at) - 1 <= left <= 26


def test_the_ring_shrinks_and_its_last_seconds_are_figures_and_said_once(page: Page, views: LiveViews) -> None:
    page.evaluate("document.documentElement.dataset.motion = 'full'")
    views.show(clock=12)
    expect(_own_clock(page).locator(".seat-seconds")).to_have_text("10")
    offset = _own_clock(page).locator(".seat-ring-left").evaluate("ring => parseFloat(ring.style.strokeDashoffset)")
    assert 60 < offset < 80  # of 100, after 20 of 30 seconds
    said = page.locator("[data-announcer] p", has_text="seconds left")
    expect(said).to_have_count(1)
    expect(_own_clock(page).locator(".seat-seconds")).to_have_text("8")
    expect(said).to_have_count(1)


def test_without_motion_the_ring_stands_and_figures_count(page: Page, views: LiveViews) -> None:
    page.evaluate("document.documentElement.dataset.motion = 'none'")
    views.show(clock=28)
    expect(_own_clock(page).locator(".seat-seconds")).to_have_text("27")
    assert _own_clock(page).locator(".seat-ring-left").evaluate("ring => ring.style.strokeDashoffset") == "0"


def test_a_countdown_that_reaches_zero_asks_the_server(page: Page, views: LiveViews) -> None:
    views.answer = {"clock": 30}
    views.show(clock=0.1)
    expect(_own_clock(page)).to_have_attribute("data-seconds", re.compile("30|29|28"))


def test_help_undo_and_claim_are_not_there_though_all_others_are_bots(page: Page) -> None:
    def seat_bots(message: Message) -> None:
        for seat in message["seats"]:
            seat.update(kind="human" if seat["you"] else "bot", level=None if seat["you"] else "club")

    views = LiveViews(page)
    views.change = seat_bots
    prefer(page)
    start_table(page, hand_limit="1", blind_nil="off")
    _get_ready(page)
    bid(page)
    for name in ("Hint", "Take back", "Claim the rest"):
        expect(page.get_by_role("button", name=name)).to_be_hidden()
    expect(page.locator(".seat-why:visible")).to_have_count(0)


def test_the_plates_say_who_is_away_who_stands_in_who_has_left_and_who_gives_up(page: Page, views: LiveViews) -> None:
    views.show(
        away=[42, None, None, None],
        stand_ins=[None, "club", None, None],
        left=[False, True, False, False],
        conceded=[False, False, False, True],
    )
    expect(page.locator(".seat--top .seat-note")).to_have_text(re.compile(r"away, a bot takes over in 0:(42|41|40)"))
    expect(page.locator(".seat--right .seat-kind")).to_have_text("club bot for Dave")
    expect(page.locator(".seat--right .seat-note")).to_have_text("has left")
    expect(page.locator(".seat--left .seat-note")).to_have_text("gives up")


def test_whoever_has_left_can_take_the_seat_back_and_hears_when_it_is_theirs(page: Page, views: LiveViews) -> None:
    _talk(page)
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("dialog", name="Leave the table?")).to_contain_text("A bot takes your seat at once")
    page.get_by_role("button", name="Stay").click()
    assert views.asked == []
    page.locator("[data-leave]").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    views.show(left=[False, False, True, False], stand_ins=[None, None, "club", None])
    expect(page.locator(".live-line")).to_contain_text("You have left the table. A bot plays for you.")
    expect(page.locator(".live-line").get_by_role("link", name="To the lobby")).to_have_attribute("href", "/lobby/")
    expect(page.locator(".leaving")).to_be_hidden()
    page.get_by_role("button", name="Take my seat back").click()
    views.show(left=[False] * 4)
    expect(page.locator(".live-line")).to_have_text(re.compile("You are back. The bot plays on until your next turn."))
    expect(page.get_by_role("button", name="Take my seat back")).to_be_hidden()
    assert [message["type"] for message in views.asked] == ["leave", "take_back"]


def test_giving_up_asks_first_and_says_what_the_partner_has_to_do(page: Page, views: LiveViews) -> None:
    _talk(page)
    page.get_by_role("button", name="Give the game up").click()
    expect(page.get_by_role("dialog")).to_contain_text("Your side loses as soon as Carol gives up, too.")
    page.get_by_role("button", name="Give up", exact=True).click()
    views.show(conceded=[False, False, True, False])
    expect(page.locator(".leaving")).to_contain_text("The game ends when Carol does so, too.")
    expect(page.get_by_role("button", name="Give the game up")).to_be_hidden()
    assert [message["type"] for message in views.asked] == ["concede"]


def test_why_nothing_may_be_said_stands_in_words_above_the_messages(page: Page, views: LiveViews) -> None:
    reason, thanks = page.locator(".chat-reason"), page.get_by_role("button", name="Thanks")
    expect(reason).to_have_text("Not during the bidding: it could be a signal.")
    expect(thanks).to_have_accessible_description("Not during the bidding: it could be a signal.")
    bid(page)
    expect(reason).to_have_text("20 messages left in this game.")
    views.show(chat={"left": 12, "from": 4, "muted": False})
    expect(reason).to_contain_text("One message in 5 seconds: the next in 0:0")
    expect(thanks).to_have_attribute("aria-disabled", "true")
    expect(reason).to_have_text("12 messages left in this game.")
    thanks.click()
    expect(page.get_by_label("Mute Carol, my partner")).not_to_be_checked()
    page.get_by_label("Mute Carol, my partner").click()
    views.show(chat={"left": 0, "from": None, "muted": True})
    expect(reason).to_have_text("You have said all you can in this game.")
    expect(page.get_by_label("Mute Carol, my partner")).to_be_checked()
    assert [(each["type"], each.get("msg"), each.get("on")) for each in views.asked] == [
        ("chat", "thanks", None),
        ("mute", None, True),
    ]


def test_the_next_hand_is_counted_down_beside_its_button(page: Page) -> None:
    LiveViews(page, next_at=10)
    prefer(page)
    start_table(page, hand_limit="2", blind_nil="off")
    _get_ready(page)
    bid(page)
    play_hand(page)
    expect(page.locator(".result-note").first).to_have_text(re.compile(r"The next hand starts in 0:(10|0\d)\."))
    expect(page.get_by_role("button", name="Next hand")).to_be_visible()
    expect(page.get_by_role("button", name="Ask the coach")).to_have_count(0)


def test_after_the_game_one_plays_again_or_goes_on_elsewhere_with_other_partners(page: Page, views: LiveViews) -> None:
    bid(page)
    play_hand(page)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    views.show(rematch="abcdefghjkmn")
    link = page.get_by_role("link", name="Go on at the next table")
    expect(link).to_have_attribute("href", "/tables/abcdefghjkmn/")
    views.show(rematch=None)
    page.get_by_role("button", name="Change partners").click()
    wait_for(page, "d.phase === 'match_over'")
    code = page.url.rstrip("/").rsplit("/", 1)[1]
    with page.expect_navigation():  # whoever asked is led there at once
        views.show(rematch=code)
    assert [message["type"] for message in views.asked] == ["rematch"]


def test_a_table_that_waits_for_its_players_leads_to_its_place_in_the_lobby(page: Page, complaints: Complaints) -> None:
    complaints.allow("404")  # the lobby is switched off at this site, or knows nothing of this table
    prefer(page)
    start_table(page)
    code = page.url.rstrip("/").rsplit("/", 1)[1]
    page.route_web_socket("**/ws/tables/**", lambda socket: socket.close(code=4409))
    page.reload()
    page.wait_for_url(f"**/lobby/{code}/")


def _watch(message: Message) -> None:
    message["view"].update(seat=None, holding=None, legal=[], locked={})
    message["live"].update(chat=None)
    for seat in message["seats"]:
        seat["you"] = False


def test_whoever_watches_sees_no_cards_and_no_buttons_and_how_many_others_watch(page: Page) -> None:
    views = LiveViews(page, watching=3)
    prefer(page)
    start_table(page, hand_limit="1", blind_nil="off")
    _get_ready(page)
    views.change = _watch
    page.reload()
    expect(page.locator(".live-line")).to_contain_text("You are watching, one trick behind. 3 people watch.")
    expect(page.locator(".fan")).to_be_hidden()
    expect(page.locator(".bids")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator(".chat-buttons:visible")).to_have_count(0)


LOOKS = [("light", "normal"), ("dark", "normal"), ("light", "high"), ("dark", "high")]


@pytest.mark.parametrize(("theme", "contrast"), LOOKS)
def test_axe_finds_nothing_at_a_live_table(page: Page, theme: str, contrast: str) -> None:
    def check() -> None:
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()

    views = LiveViews(page, ready_until=50, watching=2)
    prefer(page, theme=theme, contrast=contrast)
    start_table(page, hand_limit="1", blind_nil="off")
    expect(page.locator(".ready-panel")).to_be_visible()
    check()
    _get_ready(page)
    bid(page)
    wait_for(page, TURN)
    views.show(clock=9, away=[40, None, None, None], conceded=[False, True, False, False])
    check()
    views.show(left=[False, False, True, False], stand_ins=[None, "club", "club", None])
    check()
    resize(page, (360, 640))
    _talk(page)
    check()
    views.show(left=[False] * 4)
    page.locator("[data-leave]").click()
    check()
