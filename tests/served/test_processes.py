"""Several processes: what one of them writes all of them know, and the end of any of them loses nothing."""

from playwright.sync_api import Page

from tests.browser.tables import start_table
from tests.served.conftest import Tab
from tests.sites import Site, start_web, start_worker


def test_a_card_played_at_one_web_process_is_seen_at_another(visitor: Page, site: Site) -> None:
    other_url, other = start_web(site.environment)
    try:
        other.await_ready()
        code = start_table(visitor, blind_nil="off")
        here = Tab(visitor, site.url, code)
        there = Tab(visitor.context.new_page(), other_url, code)
        mine = here.await_turn()
        there.await_acts(mine["acts"])
        here.act(mine)
        told = here.await_turn(mine["acts"] + 1)  # the bots have acted: nothing more happens
        seen = there.await_acts(told["acts"])
        assert seen["events"]
        assert (seen["head"], seen["view"]) == (told["head"], told["view"])
    finally:
        other.stop()


def test_a_match_whose_worker_died_goes_on_with_the_next_worker(visitor: Page, site: Site) -> None:
    assert site.worker is not None
    code = start_table(visitor, blind_nil="off")
    tab = Tab(visitor, site.url, code)
    mine = tab.await_turn()
    site.worker.kill()
    tab.act(mine)
    tab.await_acts(mine["acts"] + 1)
    worker = start_worker(site.environment)
    try:
        assert tab.await_turn(mine["acts"] + 4)["view"]["legal"]
    finally:
        worker.stop()


def test_no_action_is_lost_when_the_web_process_dies(visitor: Page, site: Site) -> None:
    code = start_table(visitor, blind_nil="off")
    tab = Tab(visitor, site.url, code)
    mine = tab.await_turn()
    tab.act(mine)
    told = tab.await_turn(mine["acts"] + 4)
    site.web.kill()
    tab.await_close()
    url, web = start_web(site.environment)
    try:
        web.await_ready()
        again = Tab(visitor, url, code).await_turn(told["acts"])
        assert (again["head"], again["view"]) == (told["head"], told["view"])
    finally:
        web.stop()
