"""Owns what the tests of sockets share: tabs that are closed when a test ends."""

from collections.abc import AsyncIterator

import pytest

from tests.games.tabs import Tab


@pytest.fixture
async def opened() -> AsyncIterator[list[Tab]]:
    """Tabs that the test opens and this closes."""
    tabs: list[Tab] = []
    yield tabs
    for tab in tabs:
        await tab.close()
