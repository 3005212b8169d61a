"""What a visitor sets is applied at once, on every page, and kept: text size, light, contrast, deck, pace."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

STORED = "JSON.parse(localStorage.getItem('pllay.preferences') || '{}')"


def _root_size(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).fontSize"))


def _colour(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def _open_settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


def test_the_text_grows_by_the_button_in_the_header_and_stays_so(page: Page) -> None:
    page.goto("/")
    assert _root_size(page) == "18px"
    larger = page.get_by_role("button", name="Larger text")
    larger.click()
    expect(page.locator("html")).to_have_attribute("data-text", "21")
    assert _root_size(page) == "21px"
    expect(page.locator("[data-text-name]")).to_have_text("Large text")
    page.goto("/rules/")
    assert _root_size(page) == "21px"
    page.reload()
    assert _root_size(page) == "21px"


def test_the_text_has_four_steps_and_the_last_goes_no_further(page: Page) -> None:
    page.goto("/")
    larger, smaller = page.get_by_role("button", name="Larger text"), page.get_by_role("button", name="Smaller text")
    for size in ("21", "25", "25"):
        larger.click(force=True)
        expect(page.locator("html")).to_have_attribute("data-text", size)
    expect(larger).to_have_attribute("aria-disabled", "true")
    for size in ("21", "18", "16", "16"):
        smaller.click(force=True)
        expect(page.locator("html")).to_have_attribute("data-text", size)
    expect(smaller).to_have_attribute("aria-disabled", "true")
    expect(larger).to_have_attribute("aria-disabled", "false")


def test_a_choice_counts_at_once_and_before_the_first_paint_of_the_next_page(page: Page) -> None:
    page.goto("/")
    light = _colour(page)
    _open_settings(page)
    page.get_by_role("group", name="Theme", exact=True).get_by_label("Dark").check(force=True)
    assert _colour(page) != light
    page.get_by_role("group", name="Contrast").get_by_label("High").check(force=True)
    page.get_by_role("group", name="Deck").get_by_label("4 colours").check(force=True)
    page.goto("/tables/new/", wait_until="commit")
    page.wait_for_function("document.body !== null")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-contrast", "high")
    expect(root).to_have_attribute("data-deck", "four")


def test_every_setting_is_kept_with_its_kind(page: Page) -> None:
    page.goto("/")
    _open_settings(page)
    page.get_by_role("group", name="Pace of the cards").get_by_label("At once").check(force=True)
    page.get_by_role("group", name="Spades in your cards").get_by_label("On the left").check(force=True)
    for name in ("Sound", "Choose a card first, then confirm it", "Play my last card for me"):
        page.get_by_label(name).check()
    page.get_by_label("Single-key shortcuts at the table").uncheck()
    wanted = {
        "pace": 0,
        "sort": "spades-first",
        "sound": True,
        "confirm": True,
        "forced": True,
        "keys": False,
    }
    assert page.evaluate(STORED) == wanted
    expect(page.locator("html")).to_have_attribute("data-motion", "none")
    page.reload()
    _open_settings(page)
    expect(page.get_by_label("Sound")).to_be_checked()
    expect(page.get_by_label("Single-key shortcuts at the table")).not_to_be_checked()


def test_the_settings_work_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    opener = page.get_by_role("button", name="Settings")
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-text", "21")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Settings")).to_be_hidden()
    expect(opener).to_be_focused()


def test_another_tab_follows(new_context: Callable[..., BrowserContext]) -> None:
    context = new_context()
    one, other = context.new_page(), context.new_page()
    one.goto("/")
    other.goto("/rules/")
    one.get_by_role("button", name="Larger text").click()
    expect(other.locator("html")).to_have_attribute("data-text", "21")


def test_the_site_works_where_nothing_can_be_stored(new_context: Callable[..., BrowserContext]) -> None:
    context = new_context()
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Larger text").click()
    expect(page.locator("html")).to_have_attribute("data-text", "21")


@pytest.mark.parametrize("stored", ["nonsense", "null", '"x"', '{"text": 900, "theme": "<b>", "pace": null}', "[]"])
def test_whatever_is_found_in_the_storage_the_page_stands(page: Page, stored: str) -> None:
    page.add_init_script(f"localStorage.setItem('pllay.preferences', {stored!r});")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-text", "18")
    expect(page.locator("html")).to_have_attribute("data-theme", "auto")
    _open_settings(page)
    expect(page.get_by_role("group", name="Text size").get_by_label("Normal")).to_be_checked()


def test_less_motion_asked_of_the_device_is_heeded(new_page: Callable[..., Page]) -> None:
    page = new_page(reduced_motion="reduce")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-motion", "none")
    _open_settings(page)
    expect(page.get_by_text("Your device asks for less motion")).to_be_visible()


def test_more_contrast_asked_of_the_device_is_heeded_until_one_chooses(new_page: Callable[..., Page]) -> None:
    page = new_page(contrast="more")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-contrast", "high")
    _open_settings(page)
    contrast = page.get_by_role("group", name="Contrast")
    expect(contrast.get_by_label("High")).to_be_checked()
    contrast.get_by_label("Normal").check(force=True)
    expect(page.locator("html")).to_have_attribute("data-contrast", "normal")


def test_without_scripts_one_still_reads_and_starts(new_page: Callable[..., Page]) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/")
    expect(page.get_by_role("button", name="Larger text")).to_be_hidden()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    expect(page.get_by_role("region", name="The table")).to_be_attached()
