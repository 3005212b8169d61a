"""Playing on from a replay, and taking bids and cards back: at once, at the same table, said to be a study."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from games.engine.rules import RuleSet, make_challenge
from tests.sites import Site

from .at_table import TURN, bid, facts, own_cards, play, play_hand, prefer, resize, wait_for, wait_for_bid, what_is_seen
from .replaying import REPLAY, log_in, open_replay, play_match, told
from .tables import deal_table, start_table

PLAIN = make_challenge("pllay", hand_limit=2, blind_nil="off")
BLIND = make_challenge("pllay", hand_limit=2, blind_nil="always")
SIZES = [(320, 568), (360, 640), (568, 320), (640, 360), (768, 1024), (1280, 720), (1440, 900)]
LOOKS = [("light", "normal"), ("dark", "normal"), ("light", "high"), ("dark", "high")]


def take_back_button(page: Page) -> Locator:
    return page.locator(".undo-area button")


def wait_for_turn(page: Page) -> None:
    wait_for(page, TURN)


def take_back(page: Page, *, is_first: bool = False) -> None:
    """Takes back by the button, answers the question if it is asked, and waits for the study."""
    before = facts(page)["match"]
    take_back_button(page).click()
    if is_first:
        page.get_by_role("dialog", name="Take it back?").get_by_role("button", name="Take back").click()
    wait_for(page, f"d.match !== '{before}' && {TURN}")


def seen(page: Page) -> dict[str, object]:
    """What the page shows, without what says only how it came about."""
    found = what_is_seen(page)
    return {field: value for field, value in found.items() if field not in ("match", "seq")}


@pytest.fixture(scope="module")
def played(server: Site) -> dict[str, str]:
    """A game of two hands that is over."""
    return play_match(server, seed=9501, hands=2)


@pytest.fixture
def at_table(page: Page, server: Site) -> Callable[..., Page]:
    """Opens a table with the deals of a seed at which one is to bid: `at_table(seed, rules=PLAIN, pace=0)`."""

    def open_at(seed: int, rules: RuleSet = PLAIN, **preferences: object) -> Page:
        prefer(page, **preferences)
        deal_table(page, server, seed=seed, rules=rules)
        wait_for_bid(page)
        return page

    return open_at


def test_a_stranger_plays_on_from_a_step_in_another_seat_to_the_end_of_the_hand(
    page: Page, played: dict[str, str]
) -> None:
    prefer(page)
    open_replay(page, played["ident"], "?hand=1&step=24")
    east = page.locator('.replay-holding[data-seat="1"] .replay-slot')
    held = {str(card.get_attribute("data-card")) for card in east.all()}
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    expect(dialog.get_by_role("radio", name=re.compile("South"))).to_be_checked()
    dialog.get_by_role("radio", name=re.compile("East")).check()
    dialog.get_by_role("button", name="Play on").click()
    page.wait_for_url(re.compile(r"/tables/[^/]+/$"))
    wait_for_turn(page)
    own = {str(card.get_attribute("data-card")) for card in own_cards(page).all()}
    assert own <= held
    assert len(own) >= len(held) - 1, "bots play until it is one's turn"
    expect(page.locator(".study-line")).to_contain_text(
        "Begun from hand 1 of a game. It counts nowhere and has no transcript."
    )
    play_hand(page)
    expect(page.get_by_role("heading", name="Hand 1 is over")).to_be_visible()
    page.get_by_role("button", name="Next hand").click()
    wait_for(page, "d.hand === '1' && d.phase === 'bidding'")
    page.get_by_role("link", name="Replay that game").click()
    expect(page.locator(f"{REPLAY}[data-steps]")).to_have_attribute("data-hand", "1")
    assert played["ident"] in page.url


def test_a_player_plays_on_by_keys_alone_from_their_own_seat(page: Page, server: Site, played: dict[str, str]) -> None:
    prefer(page)
    page.goto("/")
    log_in(page, server, played["session"])
    open_replay(page, played["ident"], "?hand=2&step=3")
    page.keyboard.press("p")
    expect(page.get_by_role("radio", name=re.compile("South"))).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("p")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/tables/[^/]+/$"))
    wait_for_turn(page)
    assert facts(page)["hand"] == "1"
    expect(page.locator(".study-line")).to_contain_text("Begun from hand 2 of a game")


def test_after_the_last_card_of_a_game_there_is_nothing_to_play_on(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"], "?hand=2")
    page.keyboard.press("End")
    button = page.get_by_role("button", name="Play on from here")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.press("Enter")
    expect(page.locator(".replay-status")).to_have_text("The game ends with this hand: go back a step to play on")
    page.get_by_role("button", name="To the deal").click()
    expect(button).to_have_attribute("aria-disabled", "false")


def test_a_card_taken_back_is_in_the_hand_again_as_if_it_had_not_been_played(at_table: Callable[..., Page]) -> None:
    page = at_table(9502)
    bid(page)
    play(page)
    wait_for_turn(page)
    address, before = page.url, seen(page)
    expect(page.locator(".study-line")).to_be_hidden()
    play(page)
    wait_for_turn(page)
    take_back(page, is_first=True)
    assert (seen(page), page.url) == (before, address)
    expect(page.locator(".study-line")).to_contain_text("Begun from hand 1 of a game")
    assert "Taken back" in told(page)
    assert not [text for text in told(page) if "without a winner" in text]
    play_hand(page)
    expect(page.get_by_role("heading", name="Hand 1 is over")).to_be_visible()


def test_cards_and_the_bid_are_taken_back_one_after_the_other_without_another_question(
    at_table: Callable[..., Page],
) -> None:
    page = at_table(9503)
    before = seen(page)
    bid(page)
    moments = [seen(page)]
    for _ in range(2):
        play(page)
        wait_for_turn(page)
        moments.append(seen(page))
    take_back(page, is_first=True)
    for moment in (moments[1], moments[0]):
        assert seen(page) == moment
        take_back(page)
    assert seen(page) == before
    expect(take_back_button(page)).to_have_attribute("aria-disabled", "true")
    bid(page, 5)
    assert "bid 5" in page.locator(".seat--bottom").inner_text()


def test_whoever_leaves_it_goes_on_with_the_game(at_table: Callable[..., Page]) -> None:
    page = at_table(9504)
    bid(page)
    before = what_is_seen(page)
    ways: list[Callable[[], None]] = [
        page.get_by_role("button", name="Leave it").click,
        lambda: page.keyboard.press("Escape"),
    ]
    for leave in ways:
        take_back_button(page).click()
        expect(page.get_by_text("This game then counts nowhere: it goes on as a study")).to_be_visible()
        leave()
        expect(page.get_by_role("dialog")).to_be_hidden()
        assert what_is_seen(page) == before
    play(page)
    assert facts(page)["match"] == before["match"]


def test_taking_back_works_by_keys_alone_and_the_focus_is_where_the_game_goes_on(
    at_table: Callable[..., Page],
) -> None:
    page = at_table(9505)
    bid(page)
    first = facts(page)["match"]
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="Leave it")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    wait_for(page, f"d.match !== '{first}' && d.phase === 'bidding' && {TURN}")
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    wait_for(page, f"d.phase === 'playing' && {TURN}")
    second = facts(page)["match"]
    page.keyboard.press("u")
    wait_for(page, f"d.match !== '{second}' && d.phase === 'bidding' && {TURN}")


def test_single_keys_switched_off_take_nothing_back(at_table: Callable[..., Page]) -> None:
    page = at_table(9506, keys=False)
    bid(page)
    page.keyboard.press("u")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_button_says_in_words_why_nothing_can_be_taken_back(at_table: Callable[..., Page]) -> None:
    page = at_table(9507, BLIND)
    button, status = take_back_button(page), page.locator(".status")
    button.focus()
    expect(status).to_have_text("You have not bid or played in this hand yet")
    expect(button).to_have_accessible_description("You have not bid or played in this hand yet")
    page.locator("[data-look]").click()
    wait_for(page, "!('offer' in d) && d.busy === 'false'")
    button.hover()
    expect(status).to_have_text("A look at the cards cannot be taken back")
    button.press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert "A look at the cards cannot be taken back" in told(page)
    bid(page)
    expect(button).not_to_have_attribute("aria-disabled", "true")
    play_hand(page)
    expect(button).to_have_accessible_description("The hand is over: its acts stay")


def test_a_blind_nil_stays(at_table: Callable[..., Page]) -> None:
    page = at_table(9508, BLIND)
    page.locator('[data-bid="blind_nil"]').click()
    wait_for(page, f"d.phase === 'playing' && {TURN}")
    expect(take_back_button(page)).to_have_accessible_description("A blind nil cannot be taken back")
    play(page)
    wait_for_turn(page)
    take_back(page, is_first=True)
    expect(take_back_button(page)).to_have_accessible_description("A blind nil cannot be taken back")


def test_what_the_bots_did_meanwhile_is_not_shown_any_more(at_table: Callable[..., Page]) -> None:
    page = at_table(9509, pace=400)
    bid(page)
    take_back(page, is_first=True)
    bid(page)
    before = facts(page)["match"]
    own_cards(page, "legal").first.click()
    wait_for(page, "d.busy === 'false' && !('myTurn' in d)")
    take_back_button(page).click()
    wait_for(page, f"d.match !== '{before}' && {TURN}")
    own = own_cards(page)
    expect(own).to_have_count(13)
    assert facts(page)["waiting"] == "0"


def test_another_tab_of_the_table_follows(at_table: Callable[..., Page]) -> None:
    page = at_table(9510)
    bid(page)
    other = page.context.new_page()
    prefer(other)
    other.goto(page.url)
    wait_for_turn(other)
    take_back(page, is_first=True)
    wait_for(other, f"d.match === '{facts(page)['match']}' && {TURN}")
    assert what_is_seen(other) == what_is_seen(page)
    other.reload()
    wait_for_turn(other)
    assert what_is_seen(other) == what_is_seen(page)


def test_a_study_promises_nothing_and_the_game_after_it_does(at_table: Callable[..., Page]) -> None:
    page = at_table(9511, make_challenge("pllay", hand_limit=1, blind_nil="off"))
    bid(page)
    take_back(page, is_first=True)
    page.keyboard.press("d")
    section = page.locator('[data-section="deal"]')
    expect(section).to_contain_text("nothing was promised for it")
    expect(section).not_to_contain_text("Commitment")
    expect(section.locator(".deal-checked")).to_have_text("")
    expect(section.locator(".deal-steps li")).to_have_count(0)
    page.keyboard.press("Escape")
    bid(page)
    play_hand(page)
    page.get_by_role("button", name="Play again").click()
    wait_for_bid(page)
    expect(page.locator(".study-line")).to_be_hidden()
    expect(section).to_contain_text("Your browser gave its number")


@pytest.mark.parametrize("text", [18, 25])
def test_button_and_line_are_in_view_and_cover_nothing_on_every_screen(
    at_table: Callable[..., Page], text: int
) -> None:
    page = at_table(9512 + text, text=text)
    bid(page)
    play(page)
    wait_for_turn(page)
    take_back(page, is_first=True)
    for size in SIZES:
        resize(page, size)
        assert _faults(page) == [], size


def _faults(page: Page) -> list[str]:
    """Where the button or the line is out of view, too small or lies on something else."""
    found: list[str] = page.evaluate(
        """() => {
          const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
          const isIn = ({left, top, right, bottom}) =>
            left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
          const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1
            && b.top < a.bottom - 1;
          const undo = boxOf('.undo-area button'), line = boxOf('.study-line');
          const others = [...document.querySelectorAll('.seat, .status, .fan .card, .trick-card .card')];
          return [
            ...(isIn(undo) ? [] : ['button outside']),
            ...(isIn(line) ? [] : ['line outside']),
            ...(undo.width < 43 || undo.height < 24 ? ['button too small'] : []),
            ...others.filter((each) => cross(undo, each.getBoundingClientRect()))
              .map((each) => `button on ${each.className}`),
            ...others.filter((each) => cross(line, each.getBoundingClientRect()))
              .map((each) => `line on ${each.className}`),
          ];
        }"""
    )
    return found


@pytest.mark.parametrize(("theme", "contrast"), LOOKS)
def test_axe_finds_nothing_at_a_study_nor_where_one_is_asked(
    page: Page, played: dict[str, str], theme: str, contrast: str
) -> None:
    prefer(page, theme=theme, contrast=contrast)
    start_table(page, hand_limit="2", blind_nil="off")
    bid(page)
    _check(page)
    take_back_button(page).click()
    _check(page)
    page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    wait_for(page, f"d.phase === 'bidding' && {TURN}")
    _check(page)
    open_replay(page, played["ident"])
    page.keyboard.press("p")
    page.get_by_role("dialog").wait_for()
    _check(page)


def _check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
