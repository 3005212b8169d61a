"""A view shows what docs/protocol.md says and nothing a viewer may not know (faults 28 and 29)."""

import json
import random
from dataclasses import replace
from itertools import chain

import pytest

from games.engine import match as engine
from games.engine.actions import BLIND_NIL, Bid, Look, Play, action_json
from games.engine.cards import SEATS, Deal, card_text, parse_card
from games.engine.errors import EngineError
from games.engine.match import Match
from games.engine.rules import CLASSIC500, PLLAY, RuleSet, make_challenge
from games.engine.visibility import seat_view
from tests.engine.playing import KINDS, SUITS, RandomMatch, bid_all, play_all, positions, start, start_behind

ALWAYS = make_challenge("pllay", blind_nil="always")
VIEWERS = (*SEATS, None)
FIELDS = {
    "rules",
    "rules_id",
    "seat",
    "phase",
    "turn",
    "hand",
    "dealer",
    "bids",
    "offers",
    "contracts",
    "won",
    "broken",
    "trick",
    "tricks",
    "counts",
    "holding",
    "legal",
    "locked",
    "score",
    "bags",
    "results",
    "outcome",
}


def _bytes(match: Match, viewer: int | None) -> bytes:
    return json.dumps(seat_view(match, viewer)).encode()


def _hidden_seats(match: Match, viewer: int | None) -> list[int]:
    assert match.hand is not None
    own_is_open = viewer is not None and not match.hand.offers[viewer]
    return [seat for seat in SEATS if seat != viewer or not own_is_open]


def _permuted(match: Match, viewer: int | None, chance: random.Random) -> Match:
    """The match with the cards that the viewer cannot see dealt among the same seats anew."""
    assert match.hand is not None
    hidden = _hidden_seats(match, viewer)
    holdings = match.hand.holdings
    cards = list(chain(*(holdings[seat] for seat in hidden)))
    chance.shuffle(cards)
    deal = {seat: tuple(sorted(cards.pop() for _ in holdings[seat])) for seat in hidden}
    return _with_holdings(match, tuple(deal.get(seat, holdings[seat]) for seat in SEATS))


def _with_holdings(match: Match, holdings: Deal) -> Match:
    assert match.hand is not None
    return replace(match, hand=replace(match.hand, holdings=holdings))


@pytest.mark.parametrize("rules", [PLLAY, ALWAYS, CLASSIC500], ids=["pllay", "always blind", "classic500"])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_permuting_the_cards_a_viewer_cannot_see_changes_no_byte(rules: RuleSet, viewer: int | None) -> None:
    chance = random.Random(28)
    for match, _ in zip(positions(rules, chance), range(1000), strict=False):
        assert _bytes(_permuted(match, viewer, chance), viewer) == _bytes(match, viewer)


def test_exchanging_a_card_a_viewer_sees_changes_the_bytes() -> None:
    match = bid_all(start(CLASSIC500), 3)
    exchanged = _with_holdings(match, (SUITS[1], SUITS[0], *SUITS[2:]))
    assert [_bytes(match, viewer) != _bytes(exchanged, viewer) for viewer in VIEWERS] == [
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_card_of_another_holding_is_in_no_part_of_a_view(viewer: int | None) -> None:
    for match, _ in zip(positions(ALWAYS, random.Random(5)), range(500), strict=False):
        assert match.hand is not None
        text = _bytes(match, viewer).decode()
        for seat in _hidden_seats(match, viewer):
            assert all(f'"{card_text(card)}"' not in text for card in match.hand.holdings[seat])


def test_no_card_is_shown_to_a_player_before_the_look_and_all_are_after_it() -> None:
    match = start_behind(PLLAY)
    view = seat_view(match, 0)
    assert (view["holding"], view["locked"]) == (None, {})
    assert view["legal"] == [{"type": "look"}, {"type": "bid", "bid": "blind_nil"}]
    assert view["offers"] == [True, False, True, False]
    match, _ = engine.apply(match, 0, Look())
    view = seat_view(match, 0)
    assert view["holding"] == [card_text(card) for card in SUITS[0]]
    assert view["legal"] == [{"type": "bid", "bid": bid} for bid in range(14)]
    assert view["offers"] == [False, False, True, False]


def test_an_offer_stays_closed_to_its_player_while_others_bid_and_after_a_load() -> None:
    match = bid_all(engine.apply(start_behind(PLLAY), 0, Look())[0], 3, 3)
    assert seat_view(match, 2)["holding"] is None
    assert seat_view(engine.load(engine.dump(match), lambda _: SUITS), 2)["holding"] is None


def test_a_blind_nil_shows_the_cards_and_is_public_as_such() -> None:
    match, _ = engine.apply(start_behind(PLLAY), 0, Bid(BLIND_NIL))
    assert seat_view(match, 0)["holding"] == [card_text(card) for card in SUITS[0]]
    assert seat_view(match, None)["bids"] == ["blind_nil", None, None, None]


def test_a_view_has_the_fields_of_the_protocol_in_every_phase() -> None:
    play = RandomMatch(make_challenge("pllay", hand_limit=2), random.Random(3))
    phases = [_check_fields(play.match), *(_check_fields(play.match) for _ in play.steps())]
    assert list(dict.fromkeys(phases)) == ["ready", "bidding", "playing", "hand_over", "match_over"]


def _check_fields(match: Match) -> object:
    for viewer in VIEWERS:
        view = seat_view(match, viewer)
        assert view.keys() == FIELDS
        assert json.loads(json.dumps(view)) == view
        assert view["seat"] == viewer
        assert bool(view["legal"]) == (view["turn"] == viewer is not None)
    return view["phase"]


def test_before_the_first_hand_a_view_is_empty() -> None:
    view = seat_view(engine.new_match(PLLAY, KINDS), 0)
    assert (view["hand"], view["dealer"], view["turn"], view["holding"]) == (None, None, None, [])
    assert view["trick"] == {"leader": None, "cards": []}
    assert view["bids"] == [None] * 4


def test_a_view_shows_the_hand_as_it_is_played() -> None:
    match = play_all(bid_all(start(CLASSIC500), 0, 4, 6, 2), "2D AH")
    view = seat_view(match, 2)
    assert (view["phase"], view["turn"], view["hand"], view["dealer"]) == ("playing", 2, 0, 3)
    assert (view["bids"], view["contracts"], view["broken"]) == ([0, 4, 6, 2], [6, 6], False)
    assert view["trick"] == {"leader": 0, "cards": ["2D", "AH"]}
    assert view["legal"] == [action_json(Play(card)) for card in SUITS[2]]
    view = seat_view(play_all(match, "2S 2C"), 2)
    assert view["tricks"] == [{"leader": 0, "cards": ["2D", "AH", "2S", "2C"], "winner": 2}]
    assert (view["trick"], view["won"], view["broken"]) == ({"leader": 2, "cards": []}, [0, 0, 1, 0], True)
    assert view["counts"] == [12, 12, 12, 12]


def test_locked_are_the_cards_that_may_not_be_played_and_only_on_ones_own_turn() -> None:
    for match, _ in zip(positions(CLASSIC500, random.Random(6)), range(300), strict=False):
        turn = engine.turn(match)
        for seat in SEATS:
            view = seat_view(match, seat)
            if seat != turn or view["phase"] != "playing":
                assert view["locked"] == {}
                continue
            legal = {action["card"] for action in view["legal"]}
            assert legal | view["locked"].keys() == set(view["holding"])
            for text, reason in view["locked"].items():
                assert engine.refusal(match, seat, Play(parse_card(text))) == reason


def test_a_finished_hand_is_listed_with_its_parts_and_stays_on_view() -> None:
    match = bid_all(start(CLASSIC500), 1, 1, 10, 0)
    while engine.turn(match) is not None:
        match, _ = engine.apply(match, engine.turn(match), engine.default_action(match))
    view = seat_view(match, None)
    parts = [{"contract": 110, "bags": 2, "bag_penalty": 0}, {"nil": 100, "contract": -10, "bags": 0, "bag_penalty": 0}]
    assert view["results"][0]["parts"] == parts
    assert view["results"][0]["delta"] == view["score"] == [112, 90]
    assert (view["phase"], len(view["tricks"]), view["won"]) == ("hand_over", 13, [0, 0, 13, 0])
    assert (view["trick"], view["counts"]) == ({"leader": None, "cards": []}, [0] * 4)


def test_the_end_is_on_view() -> None:
    match, _ = engine.close(start(PLLAY), "left")
    view = seat_view(match, 1)
    assert view["outcome"] == {"reason": "left", "winner": None, "score": [0, 0]}
    assert (view["phase"], view["turn"], view["legal"]) == ("match_over", None, [])


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_does_not_exist_has_no_view(seat: int) -> None:
    with pytest.raises(EngineError):
        seat_view(start(PLLAY), seat)


def test_changing_a_view_changes_no_state() -> None:
    match = bid_all(start(CLASSIC500), 1, 1, 10, 0)
    while engine.turn(match) is not None:
        match, _ = engine.apply(match, engine.turn(match), engine.default_action(match))
    before = _bytes(match, 0)
    view = seat_view(match, 0)
    view["results"][0]["parts"][0]["bags"] = 99
    view["rules"]["target"] = 1
    assert _bytes(match, 0) == before
