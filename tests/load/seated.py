"""Owns what the load plays at, in the environment it runs in: live tables of guests, or rows of the floor.

Prints a JSON list: of each table its code and the four sessions by seat, of each row its key.
"""

import json
import secrets
import sys
from typing import Any

import django


def seat_tables(count: int) -> list[dict[str, Any]]:
    """Opens `count` live tables at which four new guests sit, who have not said ready yet."""
    from django.utils import timezone

    from games.engine.rules import PLLAY
    from games.people.guests import make_guest
    from games.services import seating
    from tests.dealing import session_of

    found = []
    for _ in range(count):
        people, now = [make_guest() for _ in range(4)], timezone.now()
        table = seating.offer(people[0], PLLAY, seat=0, now=now)
        for seat in (1, 2, 3):
            seating.sit(table, people[seat], seat, now)
        found.append({"code": table.code, "sessions": [session_of(guest) for guest in people]})
    return found


def lay_rows(count: int) -> list[int]:
    """Makes `count` rows of matches without a card, which nothing else on the site looks at."""
    from django.utils import timezone

    from games.engine import match as engine
    from games.engine.rules import PLLAY
    from games.models import Match, Table
    from games.services import tables

    now, kept, kinds = timezone.now(), tables.keep_rules(PLLAY), ["bot"] * 4
    rows = []
    for _ in range(count):
        table = tables.lay_table(Table.Kind.BOTS, kept, {}, dict.fromkeys(range(4), "novice"), now)
        state = engine.dump(engine.new_match(PLLAY, kinds))
        row = {"ident": secrets.token_hex(16), "client_commits": [""] * 4, "entropies": [""] * 4, "state": state}
        rows.append(Match.objects.create(table=table, ordinal=0, rules=kept, started_at=now, touched_at=now, **row).pk)
    return rows


if __name__ == "__main__":
    django.setup()
    lay = {"tables": seat_tables, "rows": lay_rows}[sys.argv[1]]
    sys.stdout.write(json.dumps(lay(int(sys.argv[2]))))
