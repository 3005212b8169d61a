"""Owns ending a table's game unfinished at a running site, in whose environment it runs."""

import sys

import django


def close_table(code: str, reason: str) -> None:
    """Ends the game of a table as the site does: `abandoned` or `left`."""
    from django.utils import timezone

    from games import selectors
    from games.services import play

    table = selectors.find_table(code)
    assert table is not None
    play.close(selectors.current_match(table.pk).pk, reason, timezone.now())


if __name__ == "__main__":
    django.setup()
    close_table(*sys.argv[1:])
