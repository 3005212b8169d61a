"""From a stranger's first look to a card table: one click, one's own challenge, the back button, an account."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_a_stranger_sits_at_a_table_after_one_click(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    expect(page.locator("[data-table]")).to_be_visible()


def test_going_back_and_pressing_again_starts_another_table(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    first = page.url
    page.go_back()
    page.get_by_role("button", name="Play now").or_(page.get_by_role("button", name="Start another game")).click()
    page.wait_for_url(lambda url: "/tables/" in url and url != first)
    expect(page.locator("[data-table]")).to_be_visible()


def test_ones_own_challenge_is_told_in_words_as_one_chooses(page: Page) -> None:
    page.goto("/tables/new/")
    expect(page.get_by_label("Target", exact=True)).to_be_hidden()
    expect(page.locator("[data-sentences]")).to_have_text("Nothing is changed.")
    page.get_by_label("My own challenge").check()
    page.get_by_label("Target", exact=True).select_option("300")
    expect(page.locator("[data-sentences]")).to_have_text("First to 300, instead of 500.")
    page.get_by_label("Nil", exact=True).select_option("no")
    expect(page.locator("[data-errors=blind_nil]")).to_have_text(
        "There is no blind nil without nil: switch it off, or allow nil."
    )
    expect(page.get_by_label("Blind nil", exact=True)).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Blind nil", exact=True).select_option("off")
    expect(page.locator("[data-errors=blind_nil]")).to_be_empty()
    shown = page.locator("[data-shown-id] code").inner_text()
    page.get_by_role("button", name="Start this game").click()
    page.wait_for_url("**/tables/*/")
    page.goto("/tables/")
    expect(page.get_by_text(shown)).to_be_visible()


def test_a_refused_form_keeps_its_reason_on_the_page(page: Page, complaints: object) -> None:
    complaints.allow("400")  # type: ignore[attr-defined]  # the fixture's own class is private to the bench
    page.goto("/tables/new/")
    page.locator("input[name=rules][value=own]").check()
    expect(page.locator("[data-sentences]")).to_be_visible()
    expect(page.locator("[data-rules-id]")).to_have_value(re.compile("@"))  # the preview has come
    page.locator("[data-rules-id]").evaluate("(field) => { field.value = 'pllay@000000000000'; }")
    page.get_by_role("button", name="Start this game").click()
    expect(page.locator("#rules-errors")).to_contain_text("The page showed the rules pllay@000000000000")
    expect(page.locator("[data-sentences]")).to_be_visible()
    expect(page.locator("#rules-errors")).to_contain_text("The page showed the rules pllay@000000000000")


def test_a_guest_signs_up_and_finds_the_table_on_another_device(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    table = page.url
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill("Alice")
    page.get_by_label("E-mail").fill("alice@example.com")
    page.get_by_label("Password").fill("a quiet evening")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/tables/")
    expect(page.get_by_role("link", name="Alice")).to_be_visible()

    other = new_page()
    other.goto("/accounts/login/")
    other.get_by_label("Name or e-mail").fill("Alice")
    other.get_by_label("Password").fill("a quiet evening")
    other.get_by_role("button", name="Log in").click()
    other.wait_for_url("**/tables/")
    other.get_by_role("link", name="Continue").click()
    other.wait_for_url(table)
