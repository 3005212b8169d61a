"""The lobby in the browser: what one does there is seen at once by all, and everybody is led to the game."""

import json
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints
from tests.sites import Site, open_site, run_command

NewPage = Callable[..., Page]
LOOKS = [("light", "normal"), ("dark", "normal"), ("light", "high"), ("dark", "high")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own: one where live tables are switched on before it is first asked for a page."""
    with open_site(tmp_path_factory.mktemp("site")) as site:
        for switch in ("live_tables", "community_tables", "quick_chat"):
            run_command(site.environment, "waffle_switch", switch, "on")
        yield site


@pytest.fixture
def sign_up(new_page: NewPage, request: pytest.FixtureRequest) -> Callable[..., Page]:
    """Makes the browser of somebody with an account: `sign_up("Alice")` is called Alice and the test's number."""
    suffix = abs(hash(request.node.nodeid)) % 10**8

    def make(name: str, **options: object) -> Page:
        page = new_page(**options)
        page.goto("/accounts/signup/")
        page.get_by_label("Name").fill(f"{name}{suffix}")
        page.get_by_label("E-mail").fill(f"{name}{suffix}@example.com")
        page.get_by_label("Password").fill("a quiet evening")
        page.get_by_role("button", name="Sign up").click()
        page.wait_for_url("**/tables/")
        return page

    return make


def name_of(page: Page) -> str:
    return page.locator(".account-name bdi").inner_text()


def offer(page: Page, partner: str = "", private: bool = False, target: str = "", may_fill: bool = True) -> str:
    """Offers a table by the form, and gives the code of the page it leads to."""
    page.goto("/lobby/new/")
    if target:
        page.locator("input[name=rules][value=own]").check()
        page.get_by_label("Target", exact=True).select_option(target)
        expect(page.locator("[data-shown-id]")).to_be_visible()
    if private:
        page.get_by_role("radio", name="Private").check()
    page.get_by_label("Your partner").fill(partner)
    page.get_by_label("Bots may fill").set_checked(may_fill)
    page.get_by_label("Level of bots").select_option("novice")
    page.get_by_role("button", name="Offer this table").click()
    expect(page.get_by_role("heading", name="A table waits for players")).to_be_visible()
    return page.url.rstrip("/").rsplit("/", 1)[1]


def expect_at(page: Page, seat: str, text: str) -> None:
    expect(page.get_by_role("group", name=seat, exact=True)).to_contain_text(text)


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0


def test_four_people_meet_in_the_lobby_and_all_land_at_one_table(
    sign_up: Callable[..., Page], new_page: NewPage
) -> None:
    alice, bob, carol, dave = sign_up("Alice"), sign_up("Bob"), new_page(), new_page()
    for page in (bob, carol):
        page.goto("/lobby/")
    code = offer(alice, target="300", may_fill=False)
    waiting = bob.locator("[data-part=challenges] li", has=bob.locator(f"a[href='/lobby/{code}/']"))
    expect(waiting).to_contain_text(f"{name_of(alice)}’s table")
    expect(waiting).to_contain_text("First to 300, instead of 500.")
    waiting.get_by_role("button", name="Sit down").click()
    bob.wait_for_url(f"**/lobby/{code}/")
    expect_at(bob, "North", "you")
    expect_at(alice, "North", name_of(bob))
    expect(alice.locator("[data-told]")).to_have_text(f"{name_of(bob)} sits North.")
    expect(alice.locator("[data-standing]")).to_contain_text("2 seats are free")

    carol.goto(f"/lobby/{code}/")
    carol.get_by_role("button", name="Sit here: West").click()
    expect_at(carol, "West", "you")
    expect_at(alice, "West", "Guest")
    dave.goto(f"/lobby/{code}/")
    dave.get_by_role("button", name="Sit here: East").click()
    for page in (alice, bob, carol, dave):
        page.wait_for_url(f"**/tables/{code}/")
        expect(page.get_by_role("heading", name=f"Table {code}", include_hidden=True)).to_be_attached()


def test_the_maker_moves_people_fills_with_bots_and_the_game_begins(
    sign_up: Callable[..., Page], new_page: NewPage
) -> None:
    alice, bob, eve = sign_up("Alice"), new_page(), new_page()
    code = offer(alice)
    for page in (bob, eve):
        page.goto(f"/lobby/{code}/")
    bob.get_by_role("button", name="Sit here: West").click()
    expect_at(alice, "West", "Guest")
    alice.get_by_role("button", name="Move Guest").click()
    alice.get_by_role("button", name="Move Guest to here: North").click()
    expect_at(bob, "North", "you")
    alice.get_by_role("button", name="Move here: East").click()
    expect_at(bob, "East", name_of(alice))
    alice.get_by_role("button", name="Fill 2 seats with bots").click()
    for page in (alice, bob):
        page.wait_for_url(f"**/tables/{code}/")
    expect(eve.locator("[data-says]")).to_contain_text("The game at this table has begun.")
    eve.get_by_role("link", name="Watch it").click()
    eve.wait_for_url(f"**/tables/{code}/")


def test_an_invited_partner_is_told_and_finds_the_seat_held(sign_up: Callable[..., Page], new_page: NewPage) -> None:
    alice, bob, carol = sign_up("Alice"), sign_up("Bob"), new_page()
    bob.goto("/lobby/")
    code = offer(alice, partner=name_of(bob), private=True)
    expect(bob.get_by_role("heading", name="You are invited")).to_be_visible()
    expect(bob.locator("[data-part=challenges]")).not_to_contain_text(name_of(alice))
    carol.goto(f"/lobby/{code}/")
    expect_at(carol, "North", f"held for {name_of(bob)}")
    expect(carol.get_by_role("button", name="Sit here: North")).to_have_count(0)
    bob.get_by_role("button", name="Decline").click()
    expect(bob.get_by_role("heading", name="You are invited")).to_be_hidden()
    expect(carol.get_by_role("button", name="Sit here: North")).to_be_visible()
    alice.get_by_label("Name of an account").fill("nobody-at-all")
    alice.get_by_role("button", name="Invite", exact=True).click()
    expect(alice.locator("[data-says]")).to_contain_text("Nobody here is called “nobody-at-all”")
    alice.get_by_label("Name of an account").fill(name_of(bob))
    alice.get_by_role("button", name="Invite", exact=True).click()
    expect_at(alice, "North", f"held for {name_of(bob)}")
    expect(alice.locator("[data-invite]")).to_be_hidden()
    bob.get_by_role("button", name="Sit down").click()
    expect_at(bob, "North", "you")


def test_one_who_sits_somewhere_is_led_back_and_may_leave(sign_up: Callable[..., Page], new_page: NewPage) -> None:
    alice, eve = sign_up("Alice"), new_page()
    code = offer(alice)
    eve.goto(f"/lobby/{code}/")
    alice.goto("/lobby/")
    expect(alice.get_by_role("link", name="Offer a table")).to_be_hidden()
    alice.get_by_role("link", name="Back to your table").click()
    alice.get_by_role("button", name="Leave the table").click()
    expect(eve.locator("[data-says]")).to_contain_text("This table is no longer there")
    alice.goto("/lobby/")
    expect(alice.get_by_role("link", name="Offer a table")).to_be_visible()
    eve.get_by_role("link", name="To the lobby").click()
    expect(eve.locator(f"a[href='/lobby/{code}/']")).to_have_count(0)


def test_the_keyboard_does_it_all_and_the_focus_is_never_lost(sign_up: Callable[..., Page], new_page: NewPage) -> None:
    alice, bob = sign_up("Alice"), new_page()
    code = offer(alice)
    move = alice.get_by_role("button", name="Move here: North")
    move.focus()
    bob.goto(f"/lobby/{code}/")
    bob.get_by_role("button", name="Sit here: East").click()
    expect_at(alice, "East", "Guest")
    expect(move).to_be_focused()
    alice.keyboard.press("Enter")
    expect_at(alice, "North", "you")
    expect(alice.locator("[data-top]")).to_be_focused()
    bob.get_by_role("button", name="Move here: South").focus()
    bob.keyboard.press("Enter")
    expect_at(alice, "South", "Guest")


def test_the_link_can_be_copied_or_is_marked_to_be(sign_up: Callable[..., Page]) -> None:
    alice = sign_up("Alice", permissions=["clipboard-read", "clipboard-write"])
    code = offer(alice)
    alice.get_by_role("button", name="Copy the link").click()
    expect(alice.locator("[data-says]")).to_have_text("The link is copied.")
    assert alice.evaluate("navigator.clipboard.readText()").endswith(f"/lobby/{code}/")
    alice.context.clear_permissions()
    alice.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    alice.get_by_role("button", name="Copy the link").click()
    expect(alice.locator("[data-says]")).to_contain_text("The link is marked")
    assert alice.evaluate("document.getSelection().toString()").endswith(f"/lobby/{code}/")


def test_a_line_that_breaks_is_mended_and_what_was_missed_is_shown(
    sign_up: Callable[..., Page], new_page: NewPage, complaints: Complaints
) -> None:
    complaints.allow("WebSocket|ERR_INTERNET_DISCONNECTED")
    alice, bob = sign_up("Alice"), new_page()
    alice.add_init_script(
        """const Real = WebSocket; window.sockets = [];
        window.WebSocket = class extends Real { constructor(...all) { super(...all); sockets.push(this); } };"""
    )
    code = offer(alice)
    alice.wait_for_function("sockets.at(-1)?.readyState === 1")
    alice.context.set_offline(True)
    alice.evaluate("sockets.at(-1).close()")
    bob.goto(f"/lobby/{code}/")
    bob.get_by_role("button", name="Sit here: East").click()
    expect_at(bob, "East", "you")
    alice.context.set_offline(False)
    expect_at(alice, "East", "Guest")


def test_a_name_is_text_in_the_lobby(sign_up: Callable[..., Page], page: Page, server: Site) -> None:
    alice = sign_up("Alice")
    name = name_of(alice)
    wicked = "<img src=x onerror=alert(1)>"
    script = (
        f"from games.models import Player; Player.objects.filter(username={name!r}).update(display_name={wicked!r})"
    )
    run_command(server.environment, "shell", "-c", script)
    code = offer(alice)
    page.goto("/lobby/")
    expect(page.locator("[data-part=challenges]")).to_contain_text(wicked)
    page.goto(f"/lobby/{code}/")
    expect_at(page, "South", wicked)
    assert page.locator("main img").count() == 0


@pytest.mark.parametrize(("theme", "contrast"), LOOKS)
def test_axe_finds_nothing_and_nothing_sticks_out(
    sign_up: Callable[..., Page], new_page: NewPage, theme: str, contrast: str
) -> None:
    alice, eve = sign_up("Alice"), new_page()
    code = offer(alice, partner="", target="300")
    preferences = json.dumps({"theme": theme, "contrast": contrast, "text": 25})
    for page in (alice, eve):
        page.add_init_script(f"localStorage.setItem('pllay.preferences', {json.dumps(preferences)});")
    for width in (320, 1440):
        for page, path in (
            (alice, f"/lobby/{code}/"),
            (eve, f"/lobby/{code}/"),
            (eve, "/lobby/"),
            (eve, "/lobby/new/"),
        ):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(path)
            expect(page.locator(".place, .lobby-line, .new-table").first).to_be_visible()
            check(page)


def test_without_scripts_the_page_says_what_it_needs(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/lobby/")
    expect(page.get_by_text("needs JavaScript")).to_be_visible()
