"""How a transcript's deals were made: the players' contributions, the server's commitment, and the seed it opens."""

from collections.abc import Mapping
from typing import Any

from .cards import SEATS, Seat
from .findings import SEAT_NAMES, Code, Finding
from .rules import RuleSet
from .shuffle import Shuffle, client_commit, daily_match, league_match, league_seed, tagged_hash
from .state import Event
from .transcript import Transcript


def check_client(transcript: Transcript) -> Finding | None:
    """That each commitment of a player's browser is opened by the contribution it was made of, once."""
    header = transcript.header
    given: set[Seat] = set()
    for seat, kind in enumerate(seat["kind"] for seat in header["seats"]):
        if header["client_commits"][seat] and (kind == "bot" or "deal" in header):
            return Finding(Code.CLIENT, 0, f"{SEAT_NAMES[seat]} has no say in this deal, yet committed to one.")
    for line, event in enumerate(transcript.events, 1):
        if event["type"] == "entropy":
            text = _judge_contribution(header, event, given)
            if text is not None:
                return Finding(Code.CLIENT, line, text)
            given.add(event["seat"])
    return _find_missing(transcript, [seat for seat in SEATS if header["client_commits"][seat] and seat not in given])


def _judge_contribution(header: Mapping[str, Any], event: Event, given: set[Seat]) -> str | None:
    """What is wrong with a seat's contribution, or None."""
    seat, name = event["seat"], SEAT_NAMES[event["seat"]]
    if seat in given:
        return f"{name} contributes to the shuffle a second time."
    commit = client_commit(bytes.fromhex(header["match"]), seat, bytes.fromhex(event["e"]))
    if commit.hex() != header["client_commits"][seat]:
        return f"{name}'s contribution is not the one {name}'s browser had committed to."
    return None


def _find_missing(transcript: Transcript, seats: list[Seat]) -> Finding | None:
    """A contribution that no line has; before the first deal it may still come."""
    kinds = [event["type"] for event in transcript.events]
    if not seats or "hand_start" not in kinds:
        return None
    text = f"The first hand is dealt, yet {SEAT_NAMES[seats[0]]}'s contribution is nowhere."
    return Finding(Code.CLIENT, kinds.index("hand_start") + 1, text)


def check_commit(transcript: Transcript, kept: bytes | None) -> Finding | None:
    """That the match is of the deal it names, and that its seed is the one committed to before the first card."""
    header = transcript.header
    if kept is not None and header["commit"] != kept.hex():
        return Finding(Code.COMMIT, 0, "The commitment is not the one your browser was given before the first card.")
    if not _is_of_its_deal(header):
        return Finding(Code.COMMIT, 0, "The match's id is not that of the shared deal it names.")
    line, seed = _find_seed(transcript)
    if seed is None:
        return None
    if _league_seed(header) not in (None, seed):
        return Finding(Code.COMMIT, line, "The seed is not that of the league's deal.")
    if _commitment(header, seed) != header["commit"]:
        return Finding(Code.COMMIT, line, "The seed is not the one the server had committed to before the first card.")
    return None


def shuffle_of(transcript: Transcript, rules: RuleSet) -> Shuffle | None:
    """The shuffle of a transcript whose contributions and commitment hold; None while its seed is not known."""
    _, seed = _find_seed(transcript)
    if seed is None:
        return None
    given = {event["seat"]: bytes.fromhex(event["e"]) for event in transcript.events if event["type"] == "entropy"}
    entropy = tuple(given.get(seat, b"") for seat in SEATS)
    match_id, commits = bytes.fromhex(transcript.header["match"]), _client_commits(transcript.header)
    return Shuffle(match_id, rules, seed, commits, entropy)


def _find_seed(transcript: Transcript) -> tuple[int, bytes | None]:
    """The seed and the line that tells it: the first reveal, else, for a league's deal, the header."""
    for line, event in enumerate(transcript.events, 1):
        if event["type"] == "reveal":
            return line, bytes.fromhex(event["seed"])
    return 0, _league_seed(transcript.header)


def _league_seed(header: Mapping[str, Any]) -> bytes | None:
    deal = header.get("deal", {"kind": None})
    return league_seed(deal["league"], deal["deal"]) if deal["kind"] == "league" else None


def _is_of_its_deal(header: Mapping[str, Any]) -> bool:
    deal = header.get("deal")
    if deal is None:
        return True
    named = daily_match(deal["day"]) if deal["kind"] == "daily" else league_match(deal["league"], deal["deal"])
    return bool(header["match"] == named.hex())


def _client_commits(header: Mapping[str, Any]) -> tuple[bytes, ...]:
    return tuple(bytes.fromhex(part) for part in header["client_commits"])


def _commitment(header: Mapping[str, Any], seed: bytes) -> str:
    """C over the rules hash as the header has it, which another stage compares with the rules."""
    match_id, rules_hash = bytes.fromhex(header["match"]), bytes.fromhex(header["rules_hash"])
    return tagged_hash("commit", match_id, rules_hash, *_client_commits(header), seed).hex()
