"""The right values of the specification hold, and their copies are what was specified."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from games.engine.cards import card_text, parse_card
from games.engine.hand import legal_cards, lowest_card, trick_winner
from games.engine.rules import HOUSE
from games.engine.scoring import match_end, score_side
from tests.engine.playing import TESTS, vectors

SCORING = vectors("scoring_vectors.json")
PLAY = vectors("play_vectors.json")
SPEC = TESTS.parents[1] / "shared" / "spec"


def _named(cases: list[dict[str, Any]]) -> list[object]:
    return [pytest.param(case, id=f"{case.get('rules', '')} {case['why']}".strip()) for case in cases]


@pytest.mark.parametrize("sums", ["vectors/SHA256SUMS", "transcripts/shared/SHA256SUMS"])
def test_the_copies_of_the_specified_files_are_never_edited(sums: str) -> None:
    lines = (TESTS / sums).read_text().splitlines()
    assert lines
    for line in lines:
        digest, name = line.split()
        assert hashlib.sha256((TESTS / sums).with_name(name).read_bytes()).hexdigest() == digest, name


def _copies() -> list[tuple[Path, Path]]:
    """Each copy beside the specified file, where the specification lies next to the checkout."""
    folders = [(TESTS / "vectors", SPEC), (TESTS / "transcripts" / "shared", SPEC / "transcripts")]
    return [
        (copy / original.name, original)
        for copy, folder in folders
        for original in folder.glob("*.json*")
        if (copy / original.name).exists()
    ]


def test_the_copies_equal_the_specification_where_it_is_at_hand() -> None:
    assert [copy.name for copy, original in _copies() if copy.read_bytes() != original.read_bytes()] == []


@pytest.mark.parametrize("name", ["pllay", "classic500"])
def test_the_house_versions_are_those_of_the_vectors(name: str) -> None:
    assert HOUSE[name].options() == SCORING["rule_sets"][name]


@pytest.mark.parametrize("case", _named(SCORING["scoring"]))
def test_a_hand_scores_as_specified(case: dict[str, Any]) -> None:
    score = score_side(HOUSE[case["rules"]], case["bids"], case["tricks"], case["bags_before"])
    assert (score.points, score.bags, score.parts) == (case["points"], case["bags_after"], case["parts"])


@pytest.mark.parametrize("case", _named(SCORING["match_end"]))
def test_a_match_ends_as_specified(case: dict[str, Any]) -> None:
    end = match_end(HOUSE[case["rules"]], case["scores"], case["hands_played"])
    assert (end and {"winner": end.winner, "reason": end.reason}) == case["end"]


@pytest.mark.parametrize("case", _named(PLAY["legal"]))
def test_the_cards_that_may_be_played_are_those_specified(case: dict[str, Any]) -> None:
    holding, trick = ([parse_card(text) for text in case[field]] for field in ("holding", "trick"))
    legal = legal_cards(holding, trick, case["broken"])
    assert [card_text(card) for card in legal] == case["legal"]
    assert card_text(lowest_card(legal)) == case["clock_plays"]


@pytest.mark.parametrize("case", _named(PLAY["trick_winner"]))
def test_a_trick_is_won_as_specified(case: dict[str, Any]) -> None:
    assert trick_winner([parse_card(text) for text in case["trick"]]) == case["winner"]
