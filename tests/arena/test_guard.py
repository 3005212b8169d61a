"""A short arena against a broken bot: the club player beats the rules of thumb. The long ones are in docs/bots.md."""

from tests.arena.running import arena


def test_the_club_player_beats_the_rules_of_thumb_in_forty_deals() -> None:
    figures = arena("--a", "club", "--b", "rule", "--deals", "40")
    club = figures["players"]["a"]
    assert figures["forfeits"] == []
    assert figures["points_bags_priced"]["mean"] > 0
    assert club["nils_made_share"] > 0.5
    assert club["contracts_failed_share"] < 0.15
    assert club["bags_per_hand"] < 1.5
