"""`manage.py simulate`: whole matches through the services, sealed transcripts, the same for the same seed."""

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.management import CommandError, call_command

from games import vault
from games.engine import match as engine
from games.engine import transcript
from games.engine.rules import HOUSE, RuleSet
from games.engine.shuffle import Shuffle
from games.models import Match

pytestmark = pytest.mark.django_db


def simulate(out: Path, *words: str) -> list[Path]:
    call_command("simulate", "--seed", "7", "--out", str(out), *words)
    return sorted(out.iterdir())


@pytest.mark.parametrize("name", sorted(HOUSE))
def test_every_transcript_is_sealed_and_follows_from_its_revealed_seed(tmp_path: Path, name: str) -> None:
    [path] = simulate(tmp_path, "--rules", name)
    assert not Match.objects.exists(), "the database is as before"
    read = transcript.read(path.read_bytes())
    rules = RuleSet.from_options(read.header["rules"])
    seed = bytes.fromhex(read.events[-1]["seed"])
    shuffle = Shuffle(bytes.fromhex(read.header["match"]), rules, seed)
    assert (rules, shuffle.commitment().hex()) == (HOUSE[name], read.header["commit"])
    match = engine.new_match(rules, [seat["kind"] for seat in read.header["seats"]])
    for event in read.events[:-1]:
        match = engine.advance(match, event, shuffle.deal)
    assert match.outcome is not None
    assert {e["dealer"] for e in read.events if e["type"] == "hand_start" and e["hand"] == 0} == {shuffle.dealer(0)}
    head = transcript.head_of(read.header_line, read.event_lines)
    assert read.seal is not None
    assert (read.seal["n"], read.seal["head"]) == (len(read.events), head.hex())
    signed = transcript.signing_bytes(read.seal["key_id"], shuffle.match_id, len(read.events), head)
    Ed25519PublicKey.from_public_bytes(vault.public_key()).verify(bytes.fromhex(read.seal["sig"]), signed)


def test_the_same_seed_plays_the_same_matches_again(tmp_path: Path) -> None:
    def play(folder: str) -> list[dict[str, object]]:
        [path] = simulate(tmp_path / folder)
        events = map(json.loads, path.read_text().splitlines()[1:-1])
        return [event for event in events if event.pop("t")]

    assert play("one") == play("two")


@pytest.mark.parametrize("bots", ["novice", "novice,novice,novice,grandmaster", "", "a,b,c,d,e"])
def test_bots_that_make_no_table_are_refused_in_words(bots: str) -> None:
    with pytest.raises(CommandError, match=r"four levels|There is no bot"):
        call_command("simulate", "--bots", bots)


def test_a_folder_that_cannot_be_made_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="--out"):
        call_command("simulate", "--out", str(tmp_path / "file"))
