"""All 13 cards, the bids and the seats are in view on every screen, with nothing to scroll."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from games.engine.rules import PLLAY, make_challenge
from games.engine.scoring import score_side
from tests.sites import Site

from .at_table import TURN, bid, own_cards, play, play_hand, prefer, resize, wait_for, wait_for_bid
from .conftest import Complaints
from .measuring import LARGE_TEXT_SIZES, SIZES, enlarge_text, fits
from .tables import deal_table, start_table


@pytest.mark.parametrize("text", [16, 18, 21, 25])
def test_all_cards_and_all_bids_are_in_view_on_every_screen(page: Page, text: int) -> None:
    prefer(page, text=text)
    start_table(page)
    wait_for_bid(page)
    for size in SIZES:
        fits(page, size, cards=13, bids=14)


def test_the_trick_and_all_seats_are_in_view_during_play(page: Page) -> None:
    prefer(page)
    start_table(page)
    bid(page)
    play(page)
    wait_for(page, "d.phase === 'playing' && 'myTurn' in d && d.waiting === '0'")
    for size in SIZES:
        fits(page, size, cards=12, bids=0)


def test_with_text_of_200_per_cent_everything_is_in_view_from_640_pixels_on(page: Page) -> None:
    prefer(page)
    start_table(page)
    wait_for_bid(page)
    enlarge_text(page, 200)
    for size in LARGE_TEXT_SIZES:
        fits(page, size, cards=13, bids=14)


@pytest.mark.parametrize(("percent", "sizes"), [(100, SIZES), (200, LARGE_TEXT_SIZES)])
def test_the_blind_nil_offer_is_in_view_on_every_screen(page: Page, percent: int, sizes: list[tuple[int, int]]) -> None:
    prefer(page)
    start_table(page, blind_nil="always")
    wait_for_bid(page)
    enlarge_text(page, percent)
    for size in sizes:
        fits(page, size, cards=0, backs=13, bids=2)


@pytest.mark.parametrize(("percent", "sizes"), [(100, SIZES), (200, LARGE_TEXT_SIZES)])
def test_the_result_and_its_buttons_are_in_view_on_every_screen(
    page: Page, percent: int, sizes: list[tuple[int, int]]
) -> None:
    prefer(page)
    start_table(page, hand_limit="1")
    bid(page)
    play_hand(page)
    enlarge_text(page, percent)
    for size in sizes:
        fits(page, size, cards=0, bids=0, result=4)


def _lengthen_sums(page: Page) -> None:
    """Both sides of the hand that is over get a sum of four lines: a contract, a nil, bags and their penalty."""
    bids, won, bags = [0, 5, 5, 0], [1, 5, 6, 1], 9
    sides = [score_side(PLLAY, bids[side::2], won[side::2], bags) for side in (0, 1)]
    result = {"bids": bids, "won": won, "parts": [side.parts for side in sides], "bags": [side.bags for side in sides]}
    points = [side.points for side in sides]
    hands = [
        {**result, "hand": 0, "dealer": 0, "bags": [bags, bags], "delta": points, "score": points},
        {**result, "hand": 1, "dealer": 1, "delta": points, "score": points},
    ]

    def lengthen(text: str | bytes, send: Callable[[str], None]) -> None:
        message = json.loads(text)
        if message.get("view", {}).get("phase") == "match_over":
            message["view"].update(hand=1, results=hands)
        send(json.dumps(message))

    def route(socket: WebSocketRoute) -> None:
        socket.connect_to_server().on_message(lambda text: lengthen(text, socket.send))

    page.route_web_socket("**/ws/tables/**", route)


def _crossings(page: Page, these: str, those: str) -> list[str]:
    """Which of `these` and of the words of `those` share a part of the screen."""
    found: list[str] = page.evaluate(
        """([these, those]) => {
          const shown = (selector) => [...document.querySelectorAll(selector)]
            .filter((each) => each.checkVisibility({visibilityProperty: true}));
          const cross = (one, other) => one.left < other.right - 1 && one.right > other.left + 1 &&
            one.top < other.bottom - 1 && one.bottom > other.top + 1;
          return shown(these).flatMap((one) => shown(those)
            .filter((other) => cross(one.getBoundingClientRect(), other.getBoundingClientRect()))
            .map((other) => `${one.className} on ${other.className}`));
        }""",
        [these, those],
    )
    return found


@pytest.mark.parametrize("text", [18, 25])
def test_the_result_of_a_game_with_long_sums_lies_on_no_plate(page: Page, text: int, complaints: Complaints) -> None:
    complaints.allow("coach")  # which knows nothing of such a hand
    _lengthen_sums(page)
    prefer(page, text=text)
    start_table(page, hand_limit="1")
    bid(page)
    play_hand(page)
    wait_for(page, "d.phase === 'match_over' && d.waiting === '0'")
    for side in (0, 1):
        expect(page.locator(".result-side").nth(side).locator(".sum li")).to_have_count(4)
    for size in [*SIZES, (1366, 768), (1536, 864), (1920, 800), (1920, 1080)]:
        resize(page, size)
        assert _crossings(page, ".result", ".seat, .undo-area") == [], size


def _take_a_trick(page: Page) -> None:
    """Plays the highest cards until a full trick lies there, won by oneself."""
    for _ in range(13):
        wait_for(page, f"d.phase === 'playing' && {TURN}")
        if page.locator(".trick-card").count() == 4:
            return
        before = page.locator("section.table").get_attribute("data-seq")
        own_cards(page, "legal").last.click()
        wait_for(page, f"Number(d.seq) > {before}")
    raise AssertionError("no trick was won")


def _covered(page: Page, cards: str) -> list[str]:
    """The cards of whose rank or suit in the corner a part lies under something else."""
    found: list[str] = page.evaluate(
        """cards => [...document.querySelectorAll(cards)].filter((card) =>
          [...card.querySelectorAll('.card-corner path')].some((path) => {
            const {left, right, top, bottom} = path.getBoundingClientRect();
            return [[left + 1, top + 1], [right - 1, top + 1], [left + 1, bottom - 1], [right - 1, bottom - 1]]
              .some(([x, y]) => document.elementFromPoint(x, y)?.closest(cards) !== card);
          })).map((card) => card.closest('[data-card]').dataset.card)""",
        cards,
    )
    return found


@pytest.mark.parametrize("text", [18, 25])
def test_rank_and_suit_of_every_card_of_a_full_trick_can_be_read(page: Page, server: Site, text: int) -> None:
    prefer(page, text=text)
    deal_table(page, server, seed=5000 + text, rules=make_challenge("pllay", blind_nil="off"))
    bid(page)
    _take_a_trick(page)
    for size in SIZES:
        resize(page, size)
        assert _covered(page, ".trick-card .card") == [], size
        assert _crossings(page, ".trick-card .card", ".seat-who, .seat-count, .seat-turn") == [], size


def test_a_focused_card_leaves_its_right_neighbour_readable(page: Page) -> None:
    prefer(page)
    start_table(page)
    bid(page)
    page.keyboard.press("c")
    page.keyboard.press("Home")
    for _ in range(own_cards(page).count()):
        assert _covered(page, ".fan .card") == []
        page.keyboard.press("ArrowRight")


def test_larger_text_makes_larger_cards(page: Page) -> None:
    widths = []
    prefer(page)
    start_table(page)
    wait_for_bid(page)
    resize(page, (2560, 900))
    for text in ("16", "25"):
        page.evaluate("text => document.documentElement.dataset.text = text", text)
        resize(page, (2560, 900))
        widths.append(page.locator(".fan button.card").first.evaluate("card => card.offsetWidth"))
    assert widths[1] > widths[0]
