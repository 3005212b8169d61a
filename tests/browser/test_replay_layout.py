"""A replay on every screen: cards, plates, controls in view with nothing to scroll, and axe finds nothing."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.at_table import prefer, resize
from tests.browser.replaying import open_replay, play_match
from tests.sites import Site

SIZES = [
    *((320, 568), (360, 640), (390, 844), (568, 320), (640, 360), (844, 390)),
    *((768, 1024), (1024, 600), (1280, 720), (1440, 900), (2560, 1440), (3840, 2160)),
]
LOOKS = [("light", "normal"), ("dark", "normal"), ("light", "high"), ("dark", "high")]
NARROWEST = 11  # pixels of a card beside the next one: its rank can be read
STEPS = {"the deal": 0, "a card played": 5, "a whole trick": 12}


@pytest.fixture(scope="module")
def played(server: Site) -> dict[str, str]:
    """A game of two hands that is over."""
    return play_match(server, seed=7311, hands=2)


def _faults(page: Page) -> list[str]:
    """What is out of view, what covers a control, and whether anything scrolls."""
    found: list[str] = page.evaluate(
        """() => {
          const boxOf = (each) => each.getBoundingClientRect();
          const isSeen = (each) => each.checkVisibility({visibilityProperty: true}) && boxOf(each).width > 0;
          const isIn = ({left, top, right, bottom}) =>
            left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
          const shown = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
          const board = boxOf(document.querySelector('.replay-felt'));
          const cards = shown('.replay-slot .card, .replay-board .seat, .trick-card .card');
          const things = [...cards, ...shown('.replay-controls :is(button, input, select, span), .replay-status')];
          const names = (each) => each.className.baseVal ?? each.className;
          const reached = (each) => {
            const {x, y, width, height} = boxOf(each);
            return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.replay-controls');
          };
          const root = document.scrollingElement;
          return [
            ...things.filter((each) => !isIn(boxOf(each))).map((each) => `outside: ${names(each)}`),
            ...cards.filter((each) => boxOf(each).bottom > board.bottom + 1)
              .map((each) => `below the felt: ${names(each)}`),
            ...shown('.replay-controls :is(button, input, select)').filter((each) => !reached(each))
              .map((each) => `covered: ${names(each)}`),
            ...(root.scrollHeight > innerHeight || root.scrollWidth > innerWidth ? ['scrolls'] : []),
          ];
        }"""
    )
    return found


def _sliver(page: Page) -> float:
    """The least width or height by which a held card shows beside the next one."""
    found: float = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll('.replay-row')].flatMap((row) => {
          const boxes = [...row.querySelectorAll('.card')].map((card) => card.getBoundingClientRect());
          return boxes.slice(1).map((box, at) => Math.max(box.left - boxes[at].left, box.top - boxes[at].top));
        }))"""
    )
    return found


@pytest.mark.parametrize("text", [18, 25])
@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS.keys())
def test_the_board_and_the_controls_are_in_view_on_every_screen(
    page: Page, played: dict[str, str], text: int, step: int
) -> None:
    prefer(page, text=text)
    open_replay(page, played["ident"], f"?hand=1&step={step}")
    for size in SIZES:
        resize(page, size)
        assert _faults(page) == [], size
        assert _sliver(page) >= NARROWEST, size


def _crossings(page: Page) -> list[str]:
    """The marks of whose turn it is that lie on words of a plate or on cards, and a status line on the controls."""
    found: list[str] = page.evaluate(
        """() => {
          const boxes = (selector) => [...document.querySelectorAll(selector)]
            .map((each) => each.getBoundingClientRect()).filter(({width}) => width > 0);
          const words = [...document.querySelectorAll('.seat-count, .seat-who')].flatMap((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return [...range.getClientRects()];
          });
          const status = document.createRange();
          status.selectNodeContents(document.querySelector('.replay-status'));
          const cross = (one, other) => one.left < other.right - 1 && one.right > other.left + 1 &&
            one.top < other.bottom - 3 && one.bottom > other.top + 3;
          const turns = boxes('.seat:not(.seat--bottom) .seat-turn'); // one's own lies on the feet of cards
          const [controls] = boxes('.replay-controls');
          return [
            ...turns.flatMap((turn) => words.filter((each) => cross(turn, each)).map(() => 'turn on words')),
            ...turns.flatMap((turn) => boxes('.replay-slot .card').filter((each) => cross(turn, each))
              .map(() => 'turn on a card')),
            ...[...status.getClientRects()].filter(({bottom}) => bottom > controls.top - 2)
              .map(() => 'status at the controls'),
          ];
        }"""
    )
    return found


@pytest.mark.parametrize("text", [18, 25])
def test_the_turn_and_a_long_sentence_keep_their_distance(page: Page, played: dict[str, str], text: int) -> None:
    prefer(page, text=text)
    open_replay(page, played["ident"], "?hand=1&step=5")
    for size in [(360, 640), (390, 844), (768, 1024), (1440, 900)]:
        resize(page, size)
        page.locator(".replay-status").evaluate(
            "line => { line.textContent = 'The coach says it once more. '.repeat(5); }"
        )
        for _ in range(4):
            assert _crossings(page) == [], size
            page.keyboard.press("ArrowRight")


@pytest.mark.parametrize(("size", "is_seen"), [((360, 640), False), ((768, 1024), True), ((1440, 900), True)])
def test_playing_on_is_named_where_there_is_room(
    page: Page, played: dict[str, str], size: tuple[int, int], is_seen: bool
) -> None:
    prefer(page)
    resize(page, size)
    open_replay(page, played["ident"])
    words = page.locator(".replay-play-on-text")
    expect(words).to_be_visible(visible=is_seen)
    if is_seen:
        expect(words).to_be_in_viewport(ratio=1)


def test_the_result_is_in_view_on_every_screen(page: Page, played: dict[str, str]) -> None:
    prefer(page)
    open_replay(page, played["ident"])
    page.keyboard.press("End")
    for size in SIZES:
        resize(page, size)
        assert _faults(page) == [], size
        expect(page.locator(".result-delta").first).to_be_in_viewport()


@pytest.mark.parametrize(("theme", "contrast"), LOOKS)
@pytest.mark.parametrize("size", [(320, 568), (1440, 900)])
def test_axe_finds_nothing(
    page: Page, played: dict[str, str], theme: str, contrast: str, size: tuple[int, int]
) -> None:
    prefer(page, theme=theme, contrast=contrast)
    resize(page, size)
    for query in ("", "?hand=1&step=3", "?hand=1&step=14", "?hand=2&step=57"):
        open_replay(page, played["ident"], query)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_axe_finds_nothing_in_the_drawer_the_keys_and_where_there_is_nothing(
    page: Page, played: dict[str, str], complaints: object
) -> None:
    complaints.allow("404")  # type: ignore[attr-defined]  # the fixture's own class is private to the bench
    prefer(page)
    resize(page, (360, 640))
    open_replay(page, played["ident"], "?step=20")
    for key in ("s", "t", "?"):
        page.keyboard.press(key)
        page.locator("dialog[open]").wait_for()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        page.keyboard.press("Escape")
    page.goto(f"/matches/{played['ident']}/replay/?hand=99")
    expect(page.get_by_role("link", name="Replay from the start")).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
