"""The page Verify a game: a file is checked on the visitor's own device, and what came of it is said in words."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from games.engine.rules import make_challenge
from tests.engine.sealing import FOLDER
from tests.sites import Site

from .at_table import bid, play_hand, prefer
from .tables import deal_table

SHARED_KEYS = (FOLDER / "index.json").read_text()
DRAW = (FOLDER / "pllay-draw.jsonl").read_bytes()
ONE_HAND = make_challenge("pllay", hand_limit=1, blind_nil="off")
GOOD = "Nothing is wrong with this game."
UNSIGNED = "Nothing wrong was found, but the signature was not checked."
ONE_WRONG = "1 thing is wrong with this file."


def open_page(page: Page) -> None:
    """Opens the page and waits until it needs the network no more."""
    page.goto("/verify/")
    expect(page.locator("[data-verify]")).to_have_attribute("data-state", "ready")


def enter_shared_keys(page: Page) -> None:
    page.get_by_text("Compare with what you kept").click()
    page.get_by_label("Public keys, if not this site's").fill(SHARED_KEYS)


def give(page: Page, data: bytes, name: str = "game.jsonl") -> None:
    page.get_by_label("Drop a transcript here").set_input_files({"name": name, "mimeType": "", "buffer": data})


def verdict(page: Page) -> str:
    heading = page.get_by_role("region", name="Result").get_by_role("heading", level=2)
    expect(heading).to_be_visible()
    return heading.inner_text()


def finding(page: Page) -> str:
    return page.locator(".verify-findings li").first.inner_text()


def test_a_game_just_finished_is_checked_without_the_network_and_an_edited_card_is_found(
    page: Page, server: Site, tmp_path: Path
) -> None:
    prefer(page)
    deal_table(page, server, seed=7401, rules=ONE_HAND)
    bid(page)
    play_hand(page)
    page.goto("/tables/")
    page.get_by_role("link", name="Score sheet and transcript").first.click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the transcript").click()
    download.value.save_as(tmp_path / "game.jsonl")
    data = (tmp_path / "game.jsonl").read_bytes()

    open_page(page)
    page.context.set_offline(True)
    give(page, data)
    assert verdict(page) == GOOD
    expect(page.locator(".verify-steps")).to_contain_text("Holds: The seal is signed with the server's key")

    give(page, edit_a_card(data))
    assert verdict(page) == ONE_WRONG
    assert "their chain ends in another head" in finding(page)
    expect(page.locator(".verify-steps .is-bad")).to_have_count(1)


def edit_a_card(data: bytes) -> bytes:
    played = re.search(rb'"card":"(..)"', data)
    assert played is not None
    other = b"2C" if played[1] != b"2C" else b"3C"
    return data[: played.start(1)] + other + data[played.end(1) :]


def test_no_request_is_made_when_a_file_is_checked(page: Page) -> None:
    open_page(page)
    enter_shared_keys(page)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    give(page, DRAW)
    assert verdict(page) == GOOD
    assert requests == []


def test_a_finding_names_its_line_and_says_what_is_wrong(page: Page) -> None:
    open_page(page)
    enter_shared_keys(page)
    give(page, (FOLDER / "bad-00.jsonl").read_bytes())
    assert verdict(page) == ONE_WRONG
    assert "Line 7" in finding(page)
    assert "North plays 2H, a card North does not hold." in finding(page)
    expect(page.locator(".verify-steps .is-open")).to_contain_text("Right up to line 7")


def test_a_file_of_another_site_is_not_signed_by_this_one(page: Page) -> None:
    open_page(page)
    give(page, DRAW)
    assert verdict(page) == ONE_WRONG
    assert "“golden-1”, which is not among the keys" in finding(page)


def test_all_bad_shared_files_are_said_in_sentences(page: Page) -> None:
    open_page(page)
    enter_shared_keys(page)
    for path in sorted(FOLDER.glob("bad-*.jsonl")):
        give(page, path.read_bytes(), path.name)
        expect(page.locator(".verify-file")).to_have_text(path.name)
        assert re.search(r"[A-Z].*\.\n", finding(page)), path.name
        assert "%(" not in page.locator(".verify-result").inner_text()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04" + bytes(40), "This is a packed archive: take the transcript, a .jsonl file, out of it first."),
        (bytes(range(256)) * 3, "This is not a text file, and a transcript is one."),
        (DRAW.replace(b"fair/1", b"fair/2", 1), "The transcript is of version “spades-fair/2”"),
        (DRAW.replace(b",", b", ", 1), "a blank too many"),
        (DRAW.replace(b"\n", b"\n\n", 1), "The line is blank"),
        (DRAW.replace(b"\n", b"\r\n"), "The line ends in a carriage return"),
        (b"\xef\xbb\xbf" + DRAW, "The file starts with a byte order mark"),
        (DRAW[:-1], "its end has been cut off"),
        (b" " * 10_000_001, "The file is larger than 10 MB"),
    ],
    ids=["zip", "binary", "version", "blank", "blank line", "crlf", "bom", "cut", "size"],
)
def test_what_is_no_transcript_is_said_in_words(page: Page, data: bytes, words: str) -> None:
    open_page(page)
    give(page, data)
    assert verdict(page) == ONE_WRONG
    assert words in finding(page)


def test_a_file_of_200_mb_is_refused_without_being_read(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    open_page(page)
    page.evaluate("() => { File.prototype.arrayBuffer = () => Promise.reject(new Error('read')); }")
    page.get_by_label("Drop a transcript here").set_input_files(path)
    assert verdict(page) == ONE_WRONG
    assert "larger than 10 MB" in finding(page)


def test_the_page_answers_while_it_checks_a_file_as_large_as_there_may_be(page: Page) -> None:
    open_page(page)
    header, *_ = DRAW.splitlines(keepends=True)
    lines = (b'{"i":%d,"msg":"hello","seat":0,"t":0,"type":"chat"}\n' % number for number in range(170_000))
    give(page, header + b"".join(lines))
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_text("Compare with what you kept").click()
    expect(page.get_by_label("Head your browser saw last")).to_be_visible()
    give(page, DRAW[:-1], "short.jsonl")
    expect(page.locator(".verify-file")).to_have_text("short.jsonl")


def test_a_dropped_file_is_checked_wherever_it_lands(page: Page) -> None:
    open_page(page)
    enter_shared_keys(page)
    drop = """text => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "dropped.jsonl"));
      const drop = new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true});
      document.querySelector("h1").dispatchEvent(drop);
    }"""
    page.evaluate(drop, DRAW.decode())
    assert verdict(page) == GOOD
    expect(page.locator(".verify-file")).to_have_text("dropped.jsonl")


def test_what_was_kept_is_compared_and_nonsense_is_refused(page: Page) -> None:
    header = json.loads(DRAW.splitlines()[0])
    open_page(page)
    enter_shared_keys(page)
    commitment = page.get_by_label("Commitment you were given")
    commitment.fill(f" {header['commit'].upper()} ")
    give(page, DRAW)
    assert verdict(page) == GOOD
    expect(page.locator(".verify-result")).to_contain_text("The commitment is the one your browser was given")
    commitment.fill("00" * 32)
    page.get_by_role("button", name="Check again").click()
    assert verdict(page) == ONE_WRONG
    commitment.fill("yes")
    page.get_by_role("button", name="Check again").click()
    expect(commitment).to_be_focused()
    expect(commitment).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#commitment-error")).to_contain_text("64 digits")
    expect(page.locator(".verify-result")).to_be_hidden()


def test_a_file_without_seal_is_good_so_far(page: Page) -> None:
    open_page(page)
    give(page, b"".join(DRAW.splitlines(keepends=True)[:30]))
    assert verdict(page) == "Nothing is wrong so far, but the game has no seal yet."
    expect(page.locator(".verify-steps")).to_contain_text("The seed is not revealed yet.")


def test_without_the_sites_keys_the_page_says_that_the_signature_was_not_checked(
    page: Page, complaints: object
) -> None:
    complaints.allow("keys.json")  # type: ignore[attr-defined]  # the fixture's own class is private to the bench
    page.route("**/keys.json", lambda route: _fail(route))
    open_page(page)
    expect(page.locator("[data-keys-here]")).to_contain_text("could not be fetched")
    give(page, DRAW)
    assert verdict(page) == UNSIGNED
    expect(page.locator(".verify-steps .is-open").first).to_contain_text("not checked against this site's keys")


def _fail(route: Route) -> None:
    route.fulfill(status=503)


def test_without_ed25519_the_page_says_that_the_signature_was_not_checked(page: Page) -> None:
    page.add_init_script(
        "const own = SubtleCrypto.prototype.importKey;"
        "SubtleCrypto.prototype.importKey = function (form, key, kind, ...rest) {"
        "  if (kind.name === 'Ed25519') return Promise.reject(new Error('no'));"
        "  return own.call(this, form, key, kind, ...rest); };"
    )
    open_page(page)
    expect(page.locator("[data-keys-here]")).to_contain_text("has no Ed25519")
    enter_shared_keys(page)
    give(page, DRAW)
    assert verdict(page) == UNSIGNED
    expect(page.locator(".verify-steps .is-open").first).to_contain_text("this browser has no Ed25519")
    expect(page.locator(".verify-result")).to_contain_text("Who wrote this file")


def test_where_the_browser_cannot_hash_nothing_is_checked_and_the_page_says_so(page: Page) -> None:
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', {value: undefined});")
    page.goto("/verify/")
    expect(page.get_by_role("alert")).to_contain_text("Nothing can be checked here")
    expect(page.locator("[data-verify]")).to_be_hidden()


def test_without_workers_the_check_runs_in_the_page(page: Page) -> None:
    page.add_init_script("delete globalThis.Worker;")
    open_page(page)
    enter_shared_keys(page)
    give(page, DRAW)
    assert verdict(page) == GOOD


def test_the_field_for_the_file_is_reached_and_opened_by_keys(page: Page) -> None:
    page.on("filechooser", lambda _: None)  # from the start: keys and this request reach the page by different ways
    open_page(page)
    page.get_by_role("link", name="Skip to the content").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Drop a transcript here")).to_be_focused()
    with page.expect_file_chooser():
        page.keyboard.press("Enter")


@pytest.mark.parametrize(("theme", "width"), [("light", 320), ("dark", 1280), ("dark", 3840)])
@pytest.mark.parametrize("file", ["pllay-draw.jsonl", "bad-08.jsonl"])
def test_the_page_and_its_result_have_no_barrier_and_do_not_stick_out(
    new_page: Callable[..., Page], theme: str, width: int, file: str
) -> None:
    page = new_page(viewport={"width": width, "height": 800}, color_scheme=theme)
    open_page(page)
    enter_shared_keys(page)
    give(page, (FOLDER / file).read_bytes(), file)
    verdict(page)
    page.get_by_text("What the file says of itself").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
