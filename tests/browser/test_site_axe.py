"""Every page around the table, in each theme and at the edges of sizes: axe finds nothing, nothing sticks out."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

PAGES = [
    "/",
    "/tables/",
    "/tables/new/",
    "/tables/new/?rules=own",
    "/rules/",
    "/rules/pllay/",
    "/rules/classic500/",
    "/rules/glossary/",
    "/rules/differences/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/fair-play/",
    "/fair-play/statistics/",
    "/api/",
]
LOOKS = [("light", "normal"), ("dark", "normal"), ("light", "high"), ("dark", "high")]
WIDTHS = [320, 768, 1440, 3840]


def _check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def _choose(page: Page, **preferences: object) -> None:
    page.add_init_script(f"localStorage.setItem('pllay.preferences', JSON.stringify({_js(preferences)}));")


def _js(preferences: dict[str, object]) -> str:
    return "{" + ", ".join(f"{key}: {value!r}" for key, value in preferences.items()) + "}"


@pytest.mark.parametrize(("theme", "contrast"), LOOKS)
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(page: Page, path: str, theme: str, contrast: str) -> None:
    _choose(page, theme=theme, contrast=contrast)
    page.goto(path)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    _check(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_open_settings_and_the_open_menu(new_page: Callable[..., Page], theme: str) -> None:
    page = new_page(viewport={"width": 360, "height": 740})
    _choose(page, theme=theme)
    page.goto("/")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="My tables")).to_be_visible()
    _check(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    _check(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_where_something_went_wrong(
    new_page: Callable[..., Page], complaints: object, theme: str
) -> None:
    page = new_page()
    complaints.allow("404|403|400")  # type: ignore[attr-defined]  # the fixture's own class is private to the bench
    _choose(page, theme=theme)
    for path in ("/nothing/", "/tables/nothing/", _table_of_another(new_page)):
        page.goto(path)
        _check(page)
    page.goto("/tables/new/")
    page.context.clear_cookies()
    page.get_by_role("button", name="Start this game").click()
    expect(page.get_by_role("heading", name="Please send it again")).to_be_visible()
    _check(page)


def _table_of_another(new_page: Callable[..., Page]) -> str:
    other = new_page()
    other.goto("/")
    other.get_by_role("button", name="Play now").click()
    other.wait_for_url("**/tables/*/")
    return other.url


def _sign_up(page: Page, name: str, email: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill("a quiet evening")
    page.get_by_role("button", name="Sign up").click()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_pages_of_an_account_and_in_a_sign_up_with_errors(
    new_page: Callable[..., Page], theme: str
) -> None:
    page = new_page()
    _choose(page, theme=theme)
    _sign_up(page, f"Axe-{theme}", f"axe-{theme}@example.com")
    page.wait_for_url("**/tables/")
    for path in ("/accounts/email/", "/accounts/password/change/", "/accounts/logout/"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        _check(page)

    other = new_page()
    _choose(other, theme=theme)
    _sign_up(other, f"Axe-{theme}", f"axe-{theme}-2@example.com")
    expect(other.locator(".errorlist").first).to_be_visible()
    _check(other)


@pytest.mark.parametrize(("theme", "contrast"), LOOKS)
def test_axe_finds_nothing_in_the_rules_with_a_table_laid_beside_them(page: Page, theme: str, contrast: str) -> None:
    _choose(page, theme=theme, contrast=contrast)
    page.goto("/rules/pllay/")
    page.get_by_role("button", name="Deal me a hand").click()
    expect(page.locator("[data-try-table] [data-my-turn]")).to_be_visible()
    _check(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_a_list_with_a_table(page: Page, theme: str) -> None:
    _choose(page, theme=theme)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    for path in ("/tables/", "/"):
        page.goto(path)
        expect(page.get_by_role("link", name="Continue").first).to_be_visible()
        _check(page)


@pytest.mark.parametrize("text", [18, 25])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_at_the_side(new_page: Callable[..., Page], width: int, text: int) -> None:
    page = new_page(viewport={"width": width, "height": 800})
    _choose(page, text=text)
    for path in PAGES:
        page.goto(path)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, path


@pytest.mark.parametrize("path", PAGES)
def test_the_first_tab_leads_past_the_header(page: Page, path: str) -> None:
    page.goto(path)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()


def test_every_control_of_the_header_shows_where_the_focus_is(page: Page) -> None:
    page.goto("/tables/new/")
    count = page.locator("header :is(a, button):visible").count()
    for _ in range(count + 1):
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
        assert outline == "3px"
