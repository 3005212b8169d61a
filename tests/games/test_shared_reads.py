"""Reading once for many: nobody gets what was read before they asked, and nobody spoils it for the others."""

import asyncio
import threading

from games.shared_reads import SharedRead

LATE = 30.0


class Source:
    """Something to read, which tells how often it was, and waits where it is told to."""

    def __init__(self) -> None:
        self.reads = 0
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.go_on.set()

    def read(self) -> int:
        self.reads += 1
        number = self.reads
        self.begun.set()
        assert self.go_on.wait(LATE)
        if number == 13:
            raise RuntimeError("on purpose")
        return number


async def test_all_who_ask_at_once_share_one_read() -> None:
    source = Source()
    shared = SharedRead(source.read)
    assert await asyncio.gather(*[shared.get() for _ in range(50)]) == [1] * 50
    assert await shared.get() == 2


async def test_who_asks_while_it_is_read_gets_what_is_read_afterwards() -> None:
    source = Source()
    source.go_on.clear()
    shared = SharedRead(source.read)
    first = asyncio.ensure_future(shared.get())
    await asyncio.to_thread(source.begun.wait, LATE)
    later = [asyncio.ensure_future(shared.get()) for _ in range(3)]
    source.go_on.set()
    assert await first == 1
    assert await asyncio.gather(*later) == [2, 2, 2]


async def test_who_goes_away_takes_it_from_nobody_else() -> None:
    source = Source()
    source.go_on.clear()
    shared = SharedRead(source.read)
    gone, here = asyncio.ensure_future(shared.get()), asyncio.ensure_future(shared.get())
    await asyncio.to_thread(source.begun.wait, LATE)
    gone.cancel()
    source.go_on.set()
    assert await here == 1


async def test_a_read_that_fails_fails_for_all_who_share_it_and_the_next_does_not() -> None:
    source = Source()
    source.reads = 12
    shared = SharedRead(source.read)
    results = await asyncio.gather(*[shared.get() for _ in range(2)], return_exceptions=True)
    assert [type(result) for result in results] == [RuntimeError] * 2
    assert await shared.get() == 14
