"""Checking a transcript by the API: the verifier's own findings, the site's keys, and every bad upload in words."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from games import selectors
from games.engine.findings import Code, Finding, Report, Signature, Status
from games.engine.rules import make_challenge
from games.engine.verifier import MOST_BYTES, verify
from games.models import Match, Player, Table
from games.services import keys
from tests.games.playing import is_match_over, match_of, play_until
from tests.load.mutate import FOLDER, count_accepted, draw_edits, public_keys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_as_often_as_one_likes")]
OpenTable = Callable[..., Table]
ADDRESS = "/api/v1/verify/"
GIVEN = json.dumps({key: public.hex() for key, public in public_keys().items()})
SHARED = sorted(path.name for path in FOLDER.glob("*.jsonl"))
GOOD = (FOLDER / "classic500.jsonl").read_bytes()


@pytest.fixture
def _as_often_as_one_likes(settings: Settings) -> None:
    rates = {"anon": None, "user": None, "tables": None, "verify": None}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}


def send(client: Client, data: bytes, **fields: str) -> Any:
    return client.generic("POST", ADDRESS, data, "application/jsonl", query_params=fields)


def judge(client: Client, data: bytes, **fields: str) -> dict[str, Any]:
    answer = send(client, data, **fields)
    assert answer.status_code == 200
    read: dict[str, Any] = answer.json()
    return read


def read_report(answer: dict[str, Any]) -> Report:
    found = tuple(Finding(Code(one["code"]), one["line"], one["text"]) for one in answer["findings"])
    return Report(Status(answer["status"]), Signature(answer["signature"]), found)


@pytest.fixture
def ended(open_table: OpenTable, alice: Player, now: datetime) -> Match:
    keys.keep_key(now)
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1))
    play_until(table, is_match_over, now)
    return match_of(table)


@pytest.mark.parametrize("name", SHARED)
def test_every_shared_transcript_gets_the_findings_of_the_verifier(client: Client, name: str) -> None:
    data = (FOLDER / name).read_bytes()
    assert judge(client, data, keys=GIVEN) == verify(data, public_keys()).json()


def test_of_300_random_edits_each_gets_the_findings_of_the_verifier_and_none_is_accepted(client: Client) -> None:
    def check(data: bytes) -> Report:
        answer = judge(client, data, keys=GIVEN)
        assert answer == verify(data, public_keys()).json()
        return read_report(answer)

    count = count_accepted(draw_edits(300, seed=31), check)
    assert (count.kinds.total(), count.accepted) == (300, [])


def test_a_match_of_this_site_is_good_by_its_own_keys(client: Client, ended: Match) -> None:
    data = selectors.transcript_of(ended).encode()
    kept = {"commit": ended.commit, "head": ended.head}
    assert judge(client, data, **kept) == {"status": "good", "signature": "ok", "findings": []}


def test_keys_that_are_given_never_stand_for_the_sites_own(client: Client, ended: Match) -> None:
    key_id = selectors.key_id_of(ended)
    forged = json.dumps({key_id: "00" * 32})
    assert judge(client, selectors.transcript_of(ended).encode(), keys=forged)["signature"] == "ok"


def test_a_transcript_of_a_key_that_is_not_known_is_not_signed(client: Client) -> None:
    answer = judge(client, GOOD)
    assert (answer["signature"], [one["code"] for one in answer["findings"]]) == ("bad", ["E_SIG"])


def test_another_commitment_and_head_than_the_browser_kept_are_found(client: Client, ended: Match) -> None:
    data = selectors.transcript_of(ended).encode()
    for field, code in (("commit", "E_COMMIT"), ("head", "E_CHAIN")):
        assert [one["code"] for one in judge(client, data, **{field: "0" * 64})["findings"]] == [code]


def test_a_form_with_a_file_is_read_too(client: Client, ended: Match) -> None:
    file = SimpleUploadedFile("match.jsonl", selectors.transcript_of(ended).encode())
    good = client.post(ADDRESS, {"file": file, "commit": ended.commit, "head": ended.head})
    assert (good.status_code, good.json()["status"]) == (200, "good")
    other = client.post(ADDRESS, {"file": SimpleUploadedFile("x.jsonl", GOOD), "keys": GIVEN})
    assert (other.status_code, other.json()["status"]) == (200, "good")


def test_a_browser_that_is_logged_in_needs_no_token(alice: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert judge(client, GOOD, keys=GIVEN)["status"] == "good"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The file is empty"),
        (b"PK\x03\x04" + b"x" * 1000, "packed archive"),
        (b"\x1f\x8b" + b"x" * 1000, "packed archive"),
        (bytes(range(128, 256)) * 50, "not a text file"),
        (GOOD.replace(b"spades-fair/1", b"spades-fair/9", 1), "version"),
        (GOOD.replace(b'"seat":', b'"seat": ', 1), ""),
        (b"[" * 100_000, ""),
        (b'{"a":' * 100_000, ""),
        (b"\n" * 100_000, ""),
    ],
    ids=["empty", "zip", "gzip", "bytes", "version", "blank", "deep list", "deep object", "lines"],
)
def test_what_is_no_transcript_is_said_in_words(client: Client, data: bytes, words: str) -> None:
    answer = judge(client, data, keys=GIVEN)
    assert (answer["status"], answer["findings"][0]["code"]) == ("bad", "E_FORMAT")
    assert words in answer["findings"][0]["text"]


def test_200_megabytes_are_refused_by_their_length_and_not_read(client: Client) -> None:
    answer = client.generic("POST", ADDRESS, b"", "application/jsonl", CONTENT_LENGTH=str(200 * 1024 * 1024))
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
    assert "10 MB" in answer.json()["text"]


@pytest.mark.parametrize("more", [0, 1])
def test_the_largest_body_that_is_read_has_10_megabytes(client: Client, more: int) -> None:
    answer = send(client, b"x" * (MOST_BYTES + more))
    assert answer.status_code == (413 if more else 200)


def test_a_file_in_a_form_may_be_no_larger(client: Client) -> None:
    answer = client.post(ADDRESS, {"file": SimpleUploadedFile("x.jsonl", b"x" * (MOST_BYTES + 1))})
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


@pytest.mark.parametrize("field", ["commit", "head", "keys"])
@pytest.mark.parametrize("text", ["x", "A" * 64, "0" * 63, "0" * 65, "[]", '{"a":1}', "\N{SNOWMAN}", "[" * 2000])
def test_what_is_no_hex_and_no_list_of_keys_is_refused_by_its_name(client: Client, field: str, text: str) -> None:
    answer = send(client, GOOD, **{field: text})
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_field")
    assert answer.json()["text"].startswith(f"{field}: ")


@pytest.mark.parametrize(
    "body",
    [
        b"nothing",
        b"--b\r\n",
        b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nno file\r\n--b--\r\n',
        b'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n' * 1500 + b"--b--\r\n",
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n'
        b"Content-Transfer-Encoding: base64\r\n\r\n=\r\n--b--",
    ],
    ids=["text", "cut", "no file", "too many fields", "base64"],
)
@pytest.mark.parametrize("boundary", ["; boundary=b", "", "; boundary=\N{SNOWMAN}"])
def test_a_broken_form_is_refused_in_words(client: Client, body: bytes, boundary: str) -> None:
    answer = client.generic("POST", ADDRESS, body, f"multipart/form-data{boundary}")
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_field")


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options"])
def test_there_is_nothing_to_read_there(client: Client, method: str) -> None:
    answer = getattr(client, method)(ADDRESS)
    assert (answer.status_code, answer.json()["error"]) == (405, "only_post")


def test_who_sends_too_many_is_told_when_to_come_back(client: Client, settings: Settings) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": {"verify": "2/min"}}
    assert [send(client, GOOD).status_code for _ in range(3)] == [200, 200, 429]
    assert send(client, GOOD).json()["error"] == "too_often"


def test_a_check_asks_the_database_for_the_keys_alone(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        judge(client, GOOD)
