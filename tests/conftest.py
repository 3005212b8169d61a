"""Owns what all tests share: the cast, the time, and tables made through the services."""

import random
import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from channels.layers import channel_layers
from django.conf import settings
from django.core.cache import cache
from django.db import close_old_connections
from django.test import Client

from games.engine.rules import PLLAY, RuleSet
from games.models import Player, Table
from games.services.tables import PERSON_SEAT
from tests.games.playing import open_dealt

# What crosses processes is there in the served set-up alone; `make test` runs both.
collect_ignore = [] if settings.REDIS_URL else ["served"]
NOVICES = {0: "novice", 1: "novice", 3: "novice"}

TableOpener = Callable[..., Table]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A run in which a test was left out has not passed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if (
        exitstatus == pytest.ExitCode.OK
        and reporter
        and any(map(reporter.stats.get, ("skipped", "xfailed", "xpassed")))
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True, scope="session")
def _connections_closed_as_in_a_server() -> Iterator[None]:
    """Channels' test client keeps the connection of every thread it meets, until the pool is dry: not here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("channels.testing.application.no_op", close_old_connections)
        yield


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _new_channel_layer() -> Iterator[None]:
    """A layer belongs to the event loop of one test: what a socket left waiting there must not meet another's."""
    yield
    channel_layers.backends.clear()


@pytest.fixture
def now() -> datetime:
    """The time at which a test happens."""
    return datetime(2026, 1, 2, 20, 0, tzinfo=UTC)


def _make_player(name: str) -> Player:
    return Player.objects.create_user(name.lower(), f"{name.lower()}@example.com", display_name=name)


@pytest.fixture
def alice(db: None) -> Player:
    """Sits North, with Carol, against Bob and Dave; at a practice table she sits South among bots."""
    return _make_player("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return _make_player("Bob")


@pytest.fixture
def carol(db: None) -> Player:
    return _make_player("Carol")


@pytest.fixture
def dave(db: None) -> Player:
    return _make_player("Dave")


@pytest.fixture
def eve(db: None) -> Player:
    """Watches, and has no seat."""
    return _make_player("Eve")


@pytest.fixture
def open_table(now: datetime) -> TableOpener:
    """Opens a practice table of one player among novices.

    `open_table(alice, rules=PLLAY, levels=NOVICES, seed=None)`; the same seed is the same deals.
    """

    def open_one(
        player: Player, rules: RuleSet = PLLAY, levels: dict[int, str] = NOVICES, seed: int | None = None
    ) -> Table:
        draw = secrets.token_bytes if seed is None else random.Random(seed).randbytes
        return open_dealt(rules, {PERSON_SEAT: player}, levels, now, draw)

    return open_one


@pytest.fixture
def client_of() -> Callable[[Player], Client]:
    """Makes a browser in which a player is logged in."""

    def log_in(player: Player) -> Client:
        client = Client()
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return log_in
