"""The API's page in a browser: reachable, readable at every width, without a barrier."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect


@pytest.mark.parametrize("width", [320, 1280])
def test_the_api_page_has_no_barrier_and_no_sideways_scrolling(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/api/")
    expect(page.get_by_role("heading", level=1)).to_have_text("API")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_a_shape_is_one_click_away_from_where_it_is_named(page: Page) -> None:
    page.goto("/api/")
    page.get_by_role("link", name="TableView", exact=True).click()
    expect(page.get_by_role("heading", name="TableView", exact=True)).to_be_in_viewport()
