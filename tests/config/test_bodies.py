"""Bodies of requests: 200 MB sent to any address are refused in words and never held in memory."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.sites import Site, open_site

MEGABYTE = b"\0" * 1_000_000
SENT, MOST_MEMORY = 200, 300  # megabytes


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("site")) as running:
        yield running


def send(site: Site, path: str, megabytes: int, *, chunked: bool, kind: str) -> tuple[int, bytes]:
    length = {} if chunked else {"Content-Length": str(megabytes * len(MEGABYTE))}
    body = (MEGABYTE for _ in range(megabytes))
    with closing(http.client.HTTPConnection(urlsplit(site.url).netloc)) as connection:
        connection.request("POST", path, body, {"Content-Type": kind, **length}, encode_chunked=chunked)
        answer = connection.getresponse()
        return answer.status, answer.read()


def most_memory(site: Site) -> int:
    """Megabytes that the web process has held at most."""
    status = Path(f"/proc/{site.web.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1000


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(
    "kind", ["application/jsonl", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]
)
def test_200_megabytes_to_be_checked_are_refused_in_words_and_not_held(site: Site, kind: str, chunked: bool) -> None:
    status, body = send(site, "/api/v1/verify/", SENT, chunked=chunked, kind=kind)
    assert (status, json.loads(body)["error"]) == (413, "too_large")
    assert most_memory(site) < MOST_MEMORY


def test_200_megabytes_to_a_page_are_refused_and_not_held(site: Site) -> None:
    status, _ = send(site, "/tables/start/", SENT, chunked=False, kind="application/x-www-form-urlencoded")
    assert status in (400, 403, 413)
    assert most_memory(site) < MOST_MEMORY


def test_what_is_large_but_not_too_large_is_read_whole(site: Site) -> None:
    status, body = send(site, "/api/v1/verify/", 9, chunked=True, kind="application/jsonl")
    assert (status, json.loads(body)["findings"][0]["code"]) == (200, "E_FORMAT")
