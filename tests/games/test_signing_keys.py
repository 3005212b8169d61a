"""The public keys at their fixed address, and going over to a new key: signed by the old one, old seals still hold."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from config.secrets import replace
from games import selectors, vault
from games.engine.hashing import lp
from games.engine.keys import is_endorsed, parse_keys
from games.engine.rules import make_challenge
from games.engine.verifier import Signature, Status, verify
from games.models import Player, SigningKey, Table
from games.services import keys
from tests.games.playing import is_match_over, match_of, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
SHORT = make_challenge("pllay", hand_limit=1)


@pytest.fixture
def _listed(now: datetime) -> None:
    keys.keep_key(now)


@pytest.fixture
def machine(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A development machine whose secrets are in a folder."""
    monkeypatch.delenv("SIGNING_KEY")
    settings.SECRETS_FOLDER = tmp_path
    (tmp_path / "SIGNING_KEY").write_text(settings.SIGNING_KEY)
    return tmp_path


def rotate() -> str:
    said = StringIO()
    call_command("rotate_signing_key", stdout=said)
    return said.getvalue()


def listed(client: Client) -> list[dict[str, Any]]:
    answer = client.get("/keys.json")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    entries: list[dict[str, Any]] = answer.json()["keys"]
    return entries


def seal_one(open_table: OpenTable, player: Player, now: datetime) -> bytes:
    table = open_table(player, rules=SHORT)
    play_until(table, is_match_over, now)
    return selectors.transcript_of(match_of(table)).encode()


@pytest.mark.usefixtures("_listed")
def test_the_key_of_the_environment_is_listed_with_its_date_and_without_its_secret(client: Client) -> None:
    public = vault.public_key().hex()
    first = {"id": vault.key_id(), "public_key": public, "from": "2026-01-02T20:00:00Z", "until": None}
    assert listed(client) == [{**first, "signed_by": None, "signature": None}]
    assert client.get("/keys.json")["Access-Control-Allow-Origin"] == "*"
    assert client.post("/keys.json").status_code == 405


def test_loading_the_content_lists_the_key_once(client: Client) -> None:
    for _ in range(2):
        call_command("load_content", stdout=StringIO())
    assert [entry["id"] for entry in listed(client)] == [vault.key_id()]


@pytest.mark.usefixtures("_listed")
def test_a_new_key_is_printed_for_the_environment_and_signed_by_the_old_one(client: Client, settings: Settings) -> None:
    old_id, old_public = vault.key_id(), vault.public_key()
    said = rotate()
    settings.SIGNING_KEY = said.split("SIGNING_KEY=")[1].split()[0]
    old, new = listed(client)
    assert (old["id"], new["id"], new["signed_by"]) == (old_id, vault.key_id(), old_id)
    assert (old["until"], new["until"]) == (new["from"], None)
    assert new["public_key"] == vault.public_key().hex()
    assert is_endorsed(new["id"], vault.public_key(), old_public, bytes.fromhex(new["signature"]))
    assert settings.SIGNING_KEY not in json.dumps(listed(client))


@pytest.mark.usefixtures("_listed")
def test_what_the_old_key_signs_are_the_bytes_that_are_documented() -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    old = vault.public_key()
    rotate()
    new = SigningKey.objects.get(signed_by=vault.key_id())
    signed = lp(b"spades-fair/1/key") + lp(new.pk.encode()) + lp(bytes.fromhex(new.public_key))
    Ed25519PublicKey.from_public_bytes(old).verify(bytes.fromhex(new.signature), signed)


@pytest.mark.usefixtures("_listed")
def test_transcripts_of_both_keys_hold_after_a_rotation(
    client: Client, open_table: OpenTable, alice: Player, now: datetime, settings: Settings
) -> None:
    before = seal_one(open_table, alice, now)
    settings.SIGNING_KEY = rotate().split("SIGNING_KEY=")[1].split()[0]
    after = seal_one(open_table, alice, now)
    assert before.splitlines()[-1].split(b'"key_id":')[1] != after.splitlines()[-1].split(b'"key_id":')[1]
    given = parse_keys(client.get("/keys.json").content)
    for data in (before, after):
        report = verify(data, given)
        assert (report.status, report.signature) == (Status.GOOD, Signature.OK)


def test_a_development_machine_keeps_its_new_key_in_its_folder(machine: Path, settings: Settings) -> None:
    said = rotate()
    settings.SIGNING_KEY = (machine / "SIGNING_KEY").read_text()
    assert "SIGNING_KEY=" not in said
    assert settings.SIGNING_KEY not in said
    assert SigningKey.objects.get(until=None).pk == vault.key_id()
    assert (machine / "SIGNING_KEY").stat().st_mode & 0o777 == 0o600


def test_a_key_that_cannot_be_written_changes_nothing(machine: Path, settings: Settings, now: datetime) -> None:
    keys.keep_key(now)
    settings.SECRETS_FOLDER = machine / "missing"
    before = list(SigningKey.objects.values())
    with pytest.raises(CommandError, match="nothing was changed"):
        rotate()
    assert list(SigningKey.objects.values()) == before


def test_a_secret_is_replaced_even_where_a_try_before_was_cut_short(tmp_path: Path) -> None:
    (tmp_path / "SIGNING_KEY.new").write_text("half")
    replace("SIGNING_KEY", "whole", tmp_path)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("SIGNING_KEY", "whole")]


@pytest.mark.usefixtures("_listed")
def test_a_key_that_was_replaced_signs_no_other() -> None:
    rotate()
    with pytest.raises(CommandError, match="has been replaced: set the newest SIGNING_KEY first"):
        rotate()
    assert SigningKey.objects.count() == 2


@pytest.mark.usefixtures("_listed")
def test_a_key_that_came_without_a_rotation_stands_unsigned_and_ends_the_last(
    settings: Settings, now: datetime
) -> None:
    first = vault.key_id()
    settings.SIGNING_KEY = "07" * 32
    key = keys.keep_key(now + timedelta(days=1))
    assert (key.signed_by, key.signature, key.until) == (None, "", None)
    assert SigningKey.objects.get(pk=first).until == now + timedelta(days=1)


@pytest.mark.usefixtures("_listed")
def test_the_list_of_keys_is_one_question_to_the_database(client: Client, django_assert_num_queries: Any) -> None:
    rotate()
    with django_assert_num_queries(1):
        listed(client)
