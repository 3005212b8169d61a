"""The bench itself: it hears what a browser complains of, and gets a page to the table that was asked for."""

import json
import random
import re

from playwright.sync_api import Page, expect

from games.engine.cards import card_text
from games.engine.rules import make_challenge
from games.engine.shuffle import Shuffle
from tests.browser.conftest import Complaints
from tests.browser.tables import deal_table, start_table
from tests.sites import Site


def test_a_page_that_is_not_there_is_complained_of(page: Page, complaints: Complaints) -> None:
    complaints.allow("404")
    page.goto("/nothing/")
    assert [text for text in complaints.found if "404" in text]
    assert complaints.unexpected == []


def test_a_request_to_somebody_else_is_complained_of(page: Page, complaints: Complaints) -> None:
    page.goto("/")
    page.evaluate("fetch('http://127.0.0.2:9/').catch(() => null)")
    complaints.allow("127.0.0.2")
    assert [text for text in complaints.found if text.startswith("third party")]


def test_the_form_starts_the_table_that_was_chosen(page: Page) -> None:
    code = start_table(page, hand_limit="2")
    answer = page.request.get(f"/api/v1/tables/{code}/").json()
    assert answer["view"]["rules"]["hand_limit"] == 2


def test_a_seed_fixes_the_deals_of_a_table(page: Page, server: Site) -> None:
    rules = make_challenge("pllay", blind_nil="off")
    code = deal_table(page, server, seed=7, rules=rules)
    expect(page).to_have_url(re.compile(code))
    draw = random.Random(7).randbytes
    dealt = Shuffle(draw(16), rules, draw(32)).deal(0)[2]
    answer = page.request.get(f"/api/v1/tables/{code}/").json()
    played = {json.loads(line).get("card") for line in answer["events"] if json.loads(line).get("seat") == 2}
    assert {card_text(card) for card in dealt} == {*answer["view"]["holding"], *played} - {None}
