"""The rules pages say what the engine does: every example, every verdict, every option, and no number of their own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from games.engine.cards import parse_card
from games.engine.errors import BadRules
from games.engine.hand import legal_cards, trick_winner
from games.engine.rules import HOUSE, OPTIONS, RuleSet
from games.engine.scoring import match_end, score_side
from games.rulebook import context_for
from games.rulebook.ends import SCORES, find_ends
from games.rulebook.scoring import Example, score_examples, write_signed
from games.rulebook.tricks import HOLDINGS, TRICKS
from tests.engine.playing import vectors

TEMPLATES = Path(settings.BASE_DIR) / "templates" / "games" / "rules"
VERSIONS = [pytest.param(rules, id=name) for name, rules in HOUSE.items()]
CARD_NUMBERS = {"0", "1", "2", "3", "4", "10", "13", "52"}
"""What a text may say without asking the engine: players, cards, tricks, the least and highest bid, an empty count."""


def examples(rules: RuleSet) -> Iterator[Example]:
    for section in score_examples(rules).values():
        yield from section


@pytest.mark.parametrize("rules", VERSIONS)
def test_the_sum_of_an_example_is_the_score_of_the_engine(rules: RuleSet) -> None:
    for example in examples(rules):
        case = example.case
        assert example.score == score_side(rules, case.bids, case.won, case.bags_before)
        assert example.total == write_signed(example.score.points)
        assert sum(_read(line.points) for line in example.lines) == example.score.points
        assert {line.part: _read(line.points) for line in example.lines}.items() <= example.score.parts.items()


def _read(points: str) -> int:
    return int(points.replace("−", "-"))


@pytest.mark.parametrize("rules", VERSIONS)
def test_an_example_that_is_in_the_vectors_has_their_numbers(rules: RuleSet) -> None:
    wanted = {
        (tuple(case["bids"]), tuple(case["tricks"]), case["bags_before"]): (case["points"], case["bags_after"])
        for case in vectors("scoring_vectors.json")["scoring"]
        if case["rules"] == rules.name
    }
    found = {(e.case.bids, e.case.won, e.case.bags_before): (e.score.points, e.score.bags) for e in examples(rules)}
    shared = wanted.keys() & found.keys()
    assert len(shared) >= 2
    assert {key: found[key] for key in shared} == {key: wanted[key] for key in shared}


@pytest.mark.parametrize("rules", VERSIONS)
def test_the_words_of_an_example_fit_its_numbers(rules: RuleSet) -> None:
    for example in examples(rules):
        words = {line.part: line.why for line in example.lines}
        parts = example.score.parts
        if "contract" in words:
            assert words["contract"].endswith("made." if parts["contract"] > 0 else "set.")
        if parts.get("nil", 0) != 0 and len(set(example.case.bids)) == 2:
            assert words["nil"].endswith("made." if parts["nil"] > 0 else "failed.")
        assert ("bag_penalty" in words) == (parts["bag_penalty"] < 0)
        assert example.bags == f"Bags on the sheet: {example.case.bags_before} before, {example.score.bags} after."


@pytest.mark.parametrize("rules", VERSIONS)
def test_a_title_counts_tricks_as_the_case_does(rules: RuleSet) -> None:
    counted = 0
    for example in examples(rules):
        bidders = [
            (bid, won) for bid, won in zip(example.case.bids, example.case.won, strict=True) if bid in range(1, 14)
        ]
        over = sum(won for _, won in bidders) - sum(int(bid) for bid, _ in bidders)
        for number, word in re.findall(r"(\d+)(?: tricks?)? (over|short)", str(example.case.title)):
            assert over == int(number) * (1 if word == "over" else -1)
            counted += 1
    assert counted == 3


def test_the_sum_of_a_failed_nil_reads_line_by_line() -> None:
    example = next(e for e in examples(HOUSE["pllay"]) if (e.case.bids, e.case.won) == ((0, 5), (1, 4)))
    assert [(line.label, line.why, line.points) for line in example.lines] == [
        ("Nil", "1 trick taken: failed.", "−100"),
        ("Contract", "5 bid, 4 won: set.", "−50"),
        ("Bags", "1 trick won by a nil bidder.", "+1"),
    ]
    assert example.total == "−149"


def test_the_two_versions_treat_the_same_bags_differently() -> None:
    bags = {name: [e.score.bags for e in score_examples(rules)["bags"]] for name, rules in HOUSE.items()}
    assert bags["pllay"] != bags["classic500"]
    penalties = score_examples(HOUSE["classic500"])["bags"][-1].lines[-1]
    assert penalties.why == "21 bags on the sheet, 10 reached again: 2 penalties."


def test_blind_nil_has_examples_only_where_it_can_be_bid() -> None:
    assert {name: "blind_nil" in score_examples(rules) for name, rules in HOUSE.items()} == {
        name: rules.blind_nil != "off" for name, rules in HOUSE.items()
    }


@pytest.mark.parametrize("rules", VERSIONS)
def test_the_verdicts_on_the_end_are_those_of_the_engine(rules: RuleSet) -> None:
    for (ours, theirs, hands), end in zip(SCORES[rules.name], find_ends(rules), strict=True):
        outcome = match_end(rules, (ours, theirs), hands)
        assert end.outcome == outcome
        winner = {0: "You win:", 1: "They win:", None: "A draw:"}
        start = winner[outcome.winner] if outcome else "Level:" if ours == theirs else "The game goes on."
        assert end.verdict.startswith(start)


@pytest.mark.parametrize("rules", VERSIONS)
def test_every_reason_a_version_can_end_for_has_an_example(rules: RuleSet) -> None:
    reasons = {end.outcome.reason for end in find_ends(rules) if end.outcome}
    possible = {name for name in ("target", "floor", "hand_limit") if rules.options()[name] is not None}
    assert reasons == possible


@pytest.mark.parametrize("rules", VERSIONS)
def test_ends_that_are_in_the_vectors_have_their_outcome(rules: RuleSet) -> None:
    wanted = {
        (*case["scores"], case["hands_played"]): case["end"]
        for case in vectors("scoring_vectors.json")["match_end"]
        if case["rules"] == rules.name
    }
    shared = [at for at in SCORES[rules.name] if at in wanted]
    assert len(shared) >= 8
    for end, at in zip(find_ends(rules), SCORES[rules.name], strict=True):
        if at in wanted:
            outcome = end.outcome and {"winner": end.outcome.winner, "reason": end.outcome.reason}
            assert outcome == wanted[at]


def test_tricks_and_legal_cards_are_those_of_the_engine() -> None:
    assert [trick.winner for trick in TRICKS] == [(trick.cards[trick_winner(trick.cards)],) for trick in TRICKS]
    assert [example.legal for example in HOLDINGS] == [
        legal_cards(example.holding, example.led, example.broken) for example in HOLDINGS
    ]
    assert TRICKS[1].winner == (parse_card("2S"),)


@pytest.mark.parametrize("rules", VERSIONS)
def test_every_option_is_in_the_table(rules: RuleSet) -> None:
    rows = context_for(rules.name)["options"]
    assert [row.option for row in rows] == list(OPTIONS[1:])
    values = {row.option: row.values for row in rows}
    assert values["target"] == [str(rules.target)]
    assert values["floor"] == ["none" if rules.floor is None else "−200"]


def test_the_options_that_differ_between_the_versions_are_seen_to_differ() -> None:
    first, second = (rules.options() for rules in HOUSE.values())
    for row in context_for("index")["options"]:
        assert (row.values[0] != row.values[1]) == (first[row.option] != second[row.option])


def test_a_page_there_is_not_is_named() -> None:
    with pytest.raises(BadRules, match="bridge"):
        context_for("bridge")


@pytest.mark.parametrize("template", sorted(TEMPLATES.glob("*.html")), ids=lambda path: path.stem)
def test_a_text_types_no_score_itself(template: Path) -> None:
    words = re.sub(r"\{\{.*?\}\}|\{% (?!translate).*?%\}|<.*?>", " ", template.read_text())
    assert set(re.findall(r"\d+", words)) <= CARD_NUMBERS
