"""Owns the browser's verifier for tests: its reports on many files at once, beside those of the other verifier."""

import json
import threading
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from playwright.sync_api import Page, sync_playwright

from games.engine.verifier import Report, verify
from tests.prepare import find_chromium

Judgement: TypeAlias = tuple[str, str, list[tuple[str, int]]]
"""Status, signature, and code and line of each finding: what two verifiers have to agree on."""

ROOT = Path(__file__).resolve().parents[2]
FILES_A_CALL = 50
MODULE_TYPE = {".js": "text/javascript"}
JUDGE = """async ({files, keys, kept}) => {
  const { verify } = await import("/static/js/verify/verifier.js");
  const options = { ...kept, keys: keys && new Map(Object.entries(keys)) };
  const reports = [];
  for (const file of files) {
    const { status, signature, findings } = await verify(Uint8Array.from(atob(file), (c) => c.charCodeAt(0)), options);
    reports.push([status, signature, findings.map(({ code, line }) => [code, line])]);
  }
  return reports;
}"""


def judge_in_browser(
    page: Page, files: Sequence[bytes], keys: Mapping[str, bytes] | None, **kept: bytes
) -> list[Judgement]:
    """What the verifier of a page's site says of each file; `kept`: a commitment, a head."""
    asked = {
        "files": [b64encode(data).decode() for data in files],
        "keys": None if keys is None else {key_id: key.hex() for key_id, key in keys.items()},
        "kept": {name: value.hex() for name, value in kept.items()},
    }
    return [
        (status, signature, [tuple(one) for one in found]) for status, signature, found in page.evaluate(JUDGE, asked)
    ]


def judge_here(data: bytes, keys: Mapping[str, bytes] | None, **kept: bytes) -> Judgement:
    """What the verifier of the engine says of a file."""
    return shorten(verify(data, keys, **kept))


def shorten(report: Report) -> Judgement:
    """What of a report has to be the same everywhere."""
    found = [(finding.code.value, finding.line) for finding in report.findings]
    return report.status.value, report.signature.value, found


def find_differences(page: Page, files: Iterable[bytes], keys: Mapping[str, bytes]) -> list[str]:
    """A line for each file on which the two verifiers differ, with its number."""
    numbered, differences = enumerate(files), []
    while batch := list(islice(numbered, FILES_A_CALL)):
        theirs = judge_in_browser(page, [data for _, data in batch], keys)
        for (number, data), there in zip(batch, theirs, strict=True):
            here = judge_here(data, keys)
            if here != there:
                differences.append(json.dumps({"file": number, "engine": here, "browser": there}))
    return differences


@contextmanager
def open_verifier() -> Iterator[Page]:
    """A page that can import the verifier's modules, without the site: they need none."""
    with _serve_files() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{url}/static/js/verify/verifier.js")
        yield page
        browser.close()


class _Files(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | MODULE_TYPE

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@contextmanager
def _serve_files() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
