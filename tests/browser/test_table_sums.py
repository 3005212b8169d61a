"""The sum of a hand says how each part came about, and an unfinished game is not called a draw."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from games.engine.actions import BidValue
from games.engine.rules import PLLAY
from games.engine.scoring import score_side
from tests.sites import Site

from .at_table import bid, play_hand, prefer, wait_for, wait_for_bid
from .tables import close_table, start_table

Hand = tuple[list[BidValue], list[int], list[str], list[str]]
"""Bids and tricks by seat, and the lines expected for North–South and for East–West."""

HANDS: list[Hand] = [
    (
        [3, 2, 4, 3],
        [4, 2, 5, 2],
        ["4 + 3 = 7 bid, 9 won: made, 7 × 10 = 70", "2 bags: +2"],
        ["3 + 2 = 5 bid, 4 won: set, −5 × 10 = −50"],
    ),
    (
        [0, 4, "blind_nil", 2],
        [0, 6, 2, 5],
        ["your blind nil failed: −200", "Ada’s nil made: +100", "2 tricks won by a nil bidder: +2"],
        ["2 + 4 = 6 bid, 11 won: made, 6 × 10 = 60", "5 bags: +5"],
    ),
    (
        [0, 3, 5, 2],
        [1, 2, 10, 0],
        [
            "5 bid, 10 won: made, 5 × 10 = 50",
            "Ada’s nil failed: −100",
            "5 over the contract, 1 won by a nil bidder: +6",
            "10 bags on the sheet, 10 reached: −100",
        ],
        ["2 + 3 = 5 bid, 2 won: set, −5 × 10 = −50"],
    ),
]


def _results() -> list[dict[str, Any]]:
    """The hands as the engine scores them, in the shape of a view."""
    bags, score, results = [0, 0], [0, 0], []
    for number, (bids, won, _ours, _theirs) in enumerate(HANDS):
        sides = [score_side(PLLAY, bids[side::2], won[side::2], bags[side]) for side in (0, 1)]
        bags = [side.bags for side in sides]
        delta = [side.points for side in sides]
        score = [total + points for total, points in zip(score, delta, strict=True)]
        parts = [side.parts for side in sides]
        hand = {"hand": number, "dealer": number, "bids": bids, "won": won, "parts": parts}
        results.append({**hand, "delta": delta, "bags": bags, "score": score})
    return results


def _rewrite_results(page: Page) -> None:
    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "view":
                message["view"]["results"] = _results()
            socket.send(json.dumps(message))

        server.on_message(pass_on)

    page.route_web_socket("**/ws/tables/**", route)


def test_the_sheet_says_how_contract_nils_bags_and_penalty_came_about(page: Page) -> None:
    _rewrite_results(page)
    prefer(page)
    start_table(page)
    wait_for_bid(page)
    rows = page.locator(".sheet tbody tr")
    for number, (_bids, _won, ours, theirs) in enumerate(HANDS):
        cells = rows.nth(number).locator("td")
        expect(cells.nth(0).locator(".sum li")).to_have_text(ours)
        expect(cells.nth(1).locator(".sum li")).to_have_text(theirs)


def _last_number(text: str) -> int:
    return int(re.findall(r"[-+]?\d+", text.replace("−", "-"))[-1])


def test_the_lines_of_a_played_hand_add_up_and_stand_in_the_result_too(page: Page) -> None:
    prefer(page)
    start_table(page)
    bid(page)
    play_hand(page)
    for side in (0, 1):
        cell = page.locator(".sheet tbody td").nth(side)
        lines = cell.locator(".sum li").all_inner_texts()
        assert lines
        assert sum(map(_last_number, lines)) == _last_number(cell.locator(".sheet-delta").inner_text())
        expect(page.locator(".result-side").nth(side).locator(".sum li")).to_have_text(lines)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("abandoned", "The game was closed before its end, at 0 to 0."),
        ("left", "Everybody had left the game at 0 to 0."),
    ],
)
def test_a_game_that_was_not_finished_is_not_called_a_draw(
    page: Page, server: Site, reason: str, sentence: str
) -> None:
    prefer(page)
    start_table(page)
    bid(page)
    close_table(page, server, reason)
    wait_for(page, "d.phase === 'match_over' && d.waiting === '0'")
    expect(page.locator(".result h2")).to_have_text("Ended without a winner")
    expect(page.locator(".result-outcome")).to_have_text(sentence)
