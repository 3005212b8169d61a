"""Owns live tables in the browser: opened at the site with given deals, clocks moved, logs read."""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import django
from playwright.sync_api import Page

from tests.dealing import session_of
from tests.sites import Site, open_site, run, run_command

NAMES = ("Carol", "Dave", "Alice", "Bob")  # North, East, South, West: Alice and Carol against Bob and Dave
PATIENCE_SECONDS = 60  # for what the site is about to do, on a busy machine


@dataclass(frozen=True)
class LiveTable:
    """A live table at a running site: its code, and the session of whoever sits where."""

    server: Site
    code: str
    sessions: list[str]

    @property
    def path(self) -> str:
        return f"/tables/{self.code}/"

    def sit(self, page: Page, seat: int) -> None:
        """Makes the page the browser of whoever sits there, and opens the table."""
        page.context.add_cookies([{"name": "sessionid", "value": self.sessions[seat], "url": self.server.url}])
        page.goto(self.path)

    def time_out(self) -> None:
        """Lets the time of whoever is waited for be over."""
        _do(self.server, "time_out", code=self.code)

    def pass_absence(self, seat: int, seconds: int) -> None:
        """Lets the absence from a seat have begun so many seconds earlier, once the site has noticed it."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not _do(self.server, "pass_absence", code=self.code, seat=seat, seconds=seconds):
            if time.monotonic() > end:
                raise TimeoutError("The site has not noticed that somebody is gone.")

    def log(self) -> list[dict[str, Any]]:
        """The events of the match that is played, or was played last."""
        found: list[dict[str, Any]] = _do(self.server, "read_log", code=self.code)
        return found


@contextmanager
def open_live_site(folder: Path) -> Iterator[Site]:
    """A site of its own, where live tables are switched on before it is first asked for a page."""
    with open_site(folder) as site:
        for switch in ("live_tables", "quick_chat"):
            run_command(site.environment, "waffle_switch", switch, "on")
        yield site


def open_live_table(server: Site, seed: int, **asked: Any) -> LiveTable:
    """Opens a live table of one hand for the four: everybody is to get ready. `asked`: `bots`, seats that bots have."""
    opened = _do(server, "open_table", seed=seed, **asked)
    return LiveTable(server, opened["code"], opened["sessions"])


def _do(server: Site, name: str, **asked: Any) -> Any:
    return json.loads(
        run([sys.executable, "-m", "tests.browser.live_tables", json.dumps([name, asked])], server.environment)
    )


def _open_table(seed: int, hands: int = 1, bots: tuple[int, ...] = ()) -> dict[str, Any]:
    from django.utils import timezone

    from games.engine.rules import make_challenge
    from tests.games.live import open_live

    people = {seat: _make_player(name) for seat, name in enumerate(NAMES) if seat not in bots}
    rules = make_challenge("pllay", hand_limit=hands, blind_nil="off")
    table = open_live(people, rules, timezone.now(), draw=random.Random(seed).randbytes)
    return {"code": table.code, "sessions": [session_of(people[seat]) if seat in people else "" for seat in range(4)]}


def _make_player(name: str) -> Any:
    from games.people.guests import make_guest

    player = make_guest()
    player.display_name = name
    player.save()
    return player


def _time_out(code: str) -> None:
    from django.utils import timezone

    from games.models import Match

    over = timezone.now() - timedelta(seconds=6)  # every process has given a sign of life since
    Match.objects.filter(table__code=code, deadline_at__isnull=False).update(deadline_at=over)


def _pass_absence(code: str, seat: int, seconds: int) -> bool:
    from django.db.models import F
    from django.utils import timezone

    from games.models import Seat

    absent = Seat.objects.filter(table__code=code, seat=seat, absent_since__isnull=False)
    return bool(absent.update(absent_since=F("absent_since") - timedelta(seconds=seconds), due_at=timezone.now()))


def _read_log(code: str) -> list[dict[str, Any]]:
    from games import selectors

    table = selectors.find_table(code)
    assert table is not None
    return selectors.events_of(selectors.current_match(table.pk))


_DEEDS: dict[str, Callable[..., Any]] = {
    "open_table": _open_table,
    "time_out": _time_out,
    "pass_absence": _pass_absence,
    "read_log": _read_log,
}


if __name__ == "__main__":
    django.setup()
    deed, given = json.loads(sys.argv[1])
    sys.stdout.write(json.dumps(_DEEDS[deed](**given)))
