"""Owns opening a table at a running site at which the player may claim the rest; prints how to get there."""

import json
import sys
from typing import Any

import django

from tests.dealing import open_dealt_table


def open_decided_table(options: dict[str, Any], seed: int) -> dict[str, str]:
    """Opens a table with the deals of a seed and plays the lowest cards for the guest until the rest may be claimed.

    The bots have to move in this very process (`BOTS_RUN_IN=caller`), so that guest and bots wait for each other.
    """
    from django.utils import timezone

    from games import selectors
    from games.models import Table
    from games.services.tables import PERSON_SEAT
    from tests.games.playing import match_of, play_until

    opened = open_dealt_table(options, seed)
    table = Table.objects.get(code=opened["code"])
    play_until(table, lambda state: selectors.may_claim(match_of(table), state, PERSON_SEAT), timezone.now())
    return opened


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(open_decided_table(**json.loads(sys.argv[1]))))
