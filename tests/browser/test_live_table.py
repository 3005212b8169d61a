"""A whole live match in four browsers: ready, a time-out, chat and mute, a reload, a drop, a take-over, and the end."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.sites import Site

from .at_table import OVER, TURN, facts, own_cards, prefer, wait_for, what_is_seen
from .live_tables import NAMES, LiveTable, open_live_site, open_live_table

CAROL, DAVE, ALICE, BOB = range(4)
SETTLED = "d.connection === 'open' && d.waiting === '0' && d.busy === 'false'"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own, with live tables."""
    with open_live_site(tmp_path_factory.mktemp("live-site")) as site:
        yield site


def _sit(table: LiveTable, new_page: Callable[..., Page], seat: int) -> Page:
    page = new_page()
    prefer(page)
    table.sit(page, seat)
    return page


def _get_ready(pages: list[Page]) -> None:
    for page in pages:
        expect(page.get_by_role("heading", name="Everybody is here. Ready?")).to_be_visible()
        page.get_by_role("button", name="I am ready").click()
    for page in pages:
        wait_for(page, f"d.phase === 'bidding' && {SETTLED}")


def _plate(page: Page, name: str) -> Locator:
    return page.locator(".seat", has=page.locator(".seat-who", has_text=name))


def _told(page: Page, text: str) -> Locator:
    return page.locator("[data-announcer] p", has_text=text)


def _seq(page: Page) -> int:
    return int(facts(page)["seq"])


def _await_all(pages: list[Page], condition: str) -> None:
    for page in pages:
        wait_for(page, condition)


def _act(pages: list[Page]) -> bool:
    """Whoever is on turn acts, or the clock or a bot is faster; false when the hand is over."""
    seen = facts(pages[ALICE])
    if seen["phase"] not in ("bidding", "playing"):
        return False
    page = pages[int(seen["turn"])]
    wait_for(page, f"Number(d.seq) > {seen['seq']} || ({TURN}) || {OVER}")
    if _seq(page) == int(seen["seq"]):
        choice = page.locator('[data-bid="3"]') if seen["phase"] == "bidding" else own_cards(page, "legal").first
        choice.click()
    _await_all(pages, f"Number(d.seq) > {seen['seq']} && {SETTLED}")
    return True


def _act_until(pages: list[Page], condition: Callable[[dict[str, str]], bool]) -> None:
    while not condition(facts(pages[ALICE])):
        assert _act(pages), "the hand is over before"


def _is_playing(seen: dict[str, str]) -> bool:
    return seen["phase"] == "playing"


def _open_talk(page: Page) -> None:
    page.keyboard.press("m")
    page.locator(".chat-buttons").first.wait_for()


def test_four_people_play_a_match_with_all_that_can_happen_at_a_live_table(
    new_page: Callable[..., Page], server: Site
) -> None:
    table = open_live_table(server, seed=9001)
    pages = [_sit(table, new_page, seat) for seat in range(4)]
    alice, bob, carol, dave = pages[ALICE], pages[BOB], pages[CAROL], pages[DAVE]
    _get_ready(pages)

    # Nothing is said during the bidding, and the clock bids for whoever lets it run out.
    expect(alice.locator(".chat-reason")).to_have_text("Not during the bidding: it could be a signal.")
    expect(alice.locator("[data-say=thanks]")).to_have_attribute("aria-disabled", "true")
    seen = facts(alice)
    late = NAMES[int(seen["turn"])]
    expect(_plate(alice, "You" if late == "Alice" else late).locator(".seat-clock")).to_be_visible()
    table.time_out()
    _await_all(pages, f"Number(d.seq) > {seen['seq']}")
    for seat, page in enumerate(pages):
        by_whom = "you" if NAMES[seat] == late else late
        expect(_told(page, f"The clock bid 1 for {by_whom}")).to_have_count(1)
        expect(page.locator(".seat-bubble", has_text="The clock bid 1")).to_have_count(1)
    _act_until(pages, _is_playing)

    # Eve watches, a trick behind, and her browser checks the log so far.
    eve = new_page()
    prefer(eve)
    eve.goto(table.path)
    expect(eve.locator(".live-line")).to_contain_text("You are watching, one trick behind. 1 person watches.")
    expect(eve.locator(".fan")).to_be_hidden()
    expect(alice.locator(".score-watchers")).to_have_attribute("title", "1 person watches.")
    expect(eve.locator(".deal-checked")).to_contain_text("it fits its head")

    # A message to one's partner, which all four see; whoever has muted it does not.
    _act_until(pages, lambda seen: seen["turn"] == str(ALICE))
    bob.reload()
    wait_for(bob, f"d.seq === '{_seq(alice)}' && {SETTLED}")
    before = what_is_seen(bob)
    expect(alice.locator("[data-say=nice_play]")).not_to_have_attribute("aria-disabled", "true")
    alice.locator("[data-say=nice_play]").click()
    for page in (bob, carol, dave):
        expect(_plate(page, "Alice").locator(".seat-bubble")).to_have_text("Nice play")
        expect(_told(page, "Alice: “Nice play”")).to_have_count(1)
    expect(alice.locator(".chat-list li")).to_have_text(["You: “Nice play”"])
    carol.get_by_label("Mute Alice, my partner").check()
    expect(carol.locator(".chat-list li")).to_have_count(0)

    # A reload leads to the same seat and the same cards, and shows what was said.
    bob.reload()
    wait_for(bob, f"d.phase === 'playing' && {SETTLED}")
    assert what_is_seen(bob)["own"] == before["own"]
    expect(bob.locator(".chat-list li")).to_have_text(["Alice: “Nice play”"])
    expect(_told(bob, "Nice play")).to_have_count(0)
    carol.reload()
    expect(carol.get_by_label("Mute Alice, my partner")).to_be_checked()
    expect(carol.locator(".chat-list li")).to_have_count(0)

    # Dave's line drops: the others see how long a bot waits, then it stands in for him.
    _act_until(pages, lambda seen: seen["turn"] != str(DAVE))
    dave.goto("/")
    table.pass_absence(DAVE, 6)
    rest = [alice, bob, carol]
    for page in rest:
        expect(_plate(page, "Dave").locator(".seat-note")).to_contain_text("away, a bot takes over in 0:")
        expect(_told(page, "Dave is away")).to_have_count(1)
    table.pass_absence(DAVE, 60)
    for page in rest:
        expect(_plate(page, "Dave").locator(".seat-kind")).to_have_text("novice bot for Dave")
        expect(_told(page, "A bot takes the seat of Dave")).to_have_count(1)

    # Back again he gets the seat at his next turn.
    table.sit(dave, DAVE)
    for page in rest:
        expect(_told(page, "Dave is back")).to_have_count(1)
    _act_until(pages, lambda _: _told(alice, "Dave takes the seat back from the bot").count() == 1)
    expect(_plate(alice, "Dave").locator(".seat-kind")).to_have_text("player")

    while _act(pages):
        pass
    for page in [*pages, eve]:
        expect(page.locator(".deal-checked")).to_contain_text("it fits the commitment")
        expect(page.locator(".line-warning")).to_have_count(0)
    for page in pages:
        wait_for(page, "d.phase === 'match_over'")
        expect(page.get_by_role("button", name="Play again")).to_be_visible()
        expect(page.get_by_role("button", name="Change partners")).to_be_visible()
    events = table.log()
    assert {"chat", "away", "takeover", "back", "return"} <= {event["type"] for event in events}
    assert [event["type"] for event in events if event["type"] in ("takeover", "return")] == ["takeover", "return"]
    assert [event for event in events if event.get("by") == "clock"]

    # Whoever asks for another game is ready for it, the others are asked.
    bob.get_by_role("button", name="Play again").click()
    expect(bob.get_by_role("heading", name="Waiting for the others")).to_be_visible()
    for page in (alice, carol, dave):
        page.get_by_role("button", name="I am ready").click()
    _await_all(pages, f"d.hand === '0' && d.phase === 'bidding' && {SETTLED}")
