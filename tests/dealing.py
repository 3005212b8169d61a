"""Owns opening a table with given deals at a running site, in whose environment it runs; prints how to get there."""

import json
import random
import sys
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from games.models import Player


def open_dealt_table(options: dict[str, Any], seed: int) -> dict[str, str]:
    """Opens a practice table of a new guest, with the deals of a seed; gives its code and the guest's session."""
    from django.utils import timezone

    from games.engine.rules import RuleSet
    from games.people.guests import make_guest
    from games.services.tables import PERSON_SEAT
    from tests.games.playing import open_dealt

    guest = make_guest()
    levels = {seat: "novice" for seat in range(4) if seat != PERSON_SEAT}
    rules, draw = RuleSet.from_options(options), random.Random(seed).randbytes
    table = open_dealt(rules, {PERSON_SEAT: guest}, levels, timezone.now(), draw)
    return {"code": table.code, "session": session_of(guest)}


def session_of(player: "Player") -> str:
    """Logs a player in, and gives the key of the session."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.save()
    return str(session.session_key)


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(open_dealt_table(**json.loads(sys.argv[1]))))
