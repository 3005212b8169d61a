"""The figures of an arena in words: what was played, and a table of both players."""

from __future__ import annotations

from typing import Any

from .play import NAMES, Plan
from .runner import Sides

SHOWN_FORFEITS = 10


def about(sides: Sides, plan: Plan) -> dict[str, Any]:
    """What was played, as JSON."""
    return {
        "a": _named(sides.a, sides.bids_a),
        "b": _named(sides.b, sides.bids_b),
        "rules": plan.rules.id,
        "by": "match" if plan.whole else "hand",
        "seed": plan.seed,
    }


def _named(side: str, bids: str | None) -> str:
    return side if bids is None else f"{side} with the bids of {bids}"


def write(figures: dict[str, Any]) -> str:
    """The figures for people."""
    head = "A: {a}\nB: {b}\n{deals} deals, each both ways, {hands} hands by the {by}, rules {rules}, seed {seed}\n"
    points = _points("points a hand, A less B", figures["points"])
    priced = figures["points_bags_priced"]
    prices = [] if priced is None else [_points("with each bag's price", priced)]
    total = f"{'bid a hand, the table':<26}{_cell(figures['bid_per_hand'], '.2f')}\n"
    parts = [head.format(**figures), points, *prices, _matches(figures), total, _table(figures)]
    return "\n".join([*parts, *_forfeits(figures["forfeits"])])


def _points(label: str, points: dict[str, float | None]) -> str:
    text = f"{label:<26}{{mean:+.2f}}"
    if points["error"] is not None:
        text += ", standard error {error:.2f}, 95 % from {low:+.2f} to {high:+.2f}"
    return text.format(**points)


def _matches(figures: dict[str, Any]) -> str:
    kind = "" if figures["by"] == "match" else ", the hands strung together"
    share = "–" if figures["matches"]["share"] is None else "{share:.1%}, 95 % from {low:.1%} to {high:.1%}"
    text = f"matches won by A          {share} ({{a}} won, {{drawn}} drawn, {{b}} lost{kind})"
    return text.format(**figures["matches"])


def _table(figures: dict[str, Any]) -> str:
    lines = [f"{'':<26}{'A':>10}{'B':>10}"]
    for label, place, key, form in ROWS:
        a, b = (_cell(figures[place][name][key], form) for name in NAMES)
        lines.append(f"{label:<26}{a:>10}{b:>10}")
    return "\n".join(lines)


def _cell(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)


ROWS = (
    ("nils bid", "players", "nils", "d"),
    ("nils made", "players", "nils_made_share", ".1%"),
    ("contracts failed", "players", "contracts_failed_share", ".2%"),
    ("bags a hand", "players", "bags_per_hand", ".2f"),
    ("bid a hand, the side", "players", "bid_per_hand", ".2f"),
    ("a decision, median, ms", "times", "p50_ms", ".2f"),
    ("a decision, p95, ms", "times", "p95_ms", ".2f"),
)


def _forfeits(forfeits: list[dict[str, Any]]) -> list[str]:
    """Each forfeited pair by name, the first few; how many there are."""
    if not forfeits:
        return []
    lines = [f"  pair {one['pair']}: {one['player'].upper()} {one['why']}" for one in forfeits[:SHOWN_FORFEITS]]
    more = [f"  and {len(forfeits) - SHOWN_FORFEITS} more"] if len(forfeits) > SHOWN_FORFEITS else []
    return [f"\n{len(forfeits)} pairs forfeited", *lines, *more]
