"""The table beside the rules: it is dealt there, of the rules of that page, and without scripts on its own page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine.rules import HOUSE


@pytest.mark.parametrize("name", list(HOUSE))
def test_a_hand_is_dealt_beside_the_text_by_the_rules_of_the_page(page: Page, name: str) -> None:
    page.goto(f"/rules/{name}/")
    page.get_by_role("button", name="Deal me a hand").click()
    expect(page.locator("[data-try-table] [data-table]")).to_be_focused()
    assert page.url.endswith(f"/rules/{name}/")
    page.get_by_role("link", name="Open this table on its own page").click()
    page.wait_for_url("**/tables/*/")
    page.goto("/tables/")
    expect(page.locator(".table-line")).to_contain_text(HOUSE[name].id)


def test_a_site_that_cannot_be_reached_is_said_so_and_the_button_stays(page: Page, complaints: object) -> None:
    complaints.allow("ERR_FAILED")  # type: ignore[attr-defined]  # the fixture's own class is private to the bench
    page.goto("/rules/pllay/")
    page.route("**/tables/start/", lambda route: route.abort())
    button = page.get_by_role("button", name="Deal me a hand")
    button.click()
    expect(page.get_by_text("Nothing was started")).to_be_visible()
    page.unroute("**/tables/start/")
    button.click()
    expect(page.locator("[data-try-table] [data-table]")).to_be_visible()


def test_a_page_that_is_too_old_says_so_instead_of_blaming_the_line(page: Page, complaints: object) -> None:
    complaints.allow("403")  # type: ignore[attr-defined]  # the fixture's own class is private to the bench
    page.goto("/rules/pllay/")
    page.context.clear_cookies()
    page.get_by_role("button", name="Deal me a hand").click()
    expect(page.get_by_text("This page was open for too long. Nothing was started.")).to_be_visible()


@pytest.mark.parametrize(
    ("status", "text"), [(429, "That was too often in a short time."), (502, "The site could not set the table.")]
)
def test_a_refusal_of_a_server_in_front_is_told_in_words(
    page: Page, complaints: object, status: int, text: str
) -> None:
    complaints.allow(str(status))  # type: ignore[attr-defined]  # the fixture's own class is private to the bench
    page.goto("/rules/pllay/")
    page.route("**/tables/start/", lambda route: route.fulfill(status=status, content_type="text/html", body="<p>no"))
    page.get_by_role("button", name="Deal me a hand").click()
    expect(page.get_by_text(text)).to_be_visible()


def test_without_scripts_the_button_leads_to_the_table(new_page: Callable[..., Page]) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/rules/pllay/")
    page.get_by_role("button", name="Deal me a hand").click()
    page.wait_for_url("**/tables/*/")
