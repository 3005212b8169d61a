"""Owns the floor M0 that live tables are measured against: a bare consumer that reads, claims, appends and tells four.

Run it as `daphne tests.load.floor:application`, in the environment of a site: its rows are of that site's tables.
"""

import json
import os
from typing import Any
from urllib.parse import parse_qs

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter  # noqa: E402
from django.db import transaction  # noqa: E402

from games.models import Event, Match  # noqa: E402

VIEW_BYTES = 4000  # about what a view of a table weighs
PADDING = "." * VIEW_BYTES


class FloorConsumer(AsyncWebsocketConsumer):
    """One of four sockets of a row."""

    async def connect(self) -> None:
        self.match_pk = int(parse_qs(self.scope["query_string"].decode())["match"][0])
        self.group = f"floor.{self.match_pk}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        message = json.loads(text_data or "{}")
        acts = await database_sync_to_async(write)(self.match_pk, message["id"])
        text = json.dumps({"type": "view", "acts": acts, "padding": PADDING})
        await self.channel_layer.group_send(self.group, {"type": "floor.view", "text": text})

    async def floor_view(self, event: dict[str, Any]) -> None:
        await self.send(event["text"])


@transaction.atomic
def write(match_pk: int, action_id: str) -> int:
    """One SELECT, one conditional UPDATE, one INSERT; gives how many there are now."""
    match = Match.objects.get(pk=match_pk)
    if not Match.objects.filter(pk=match.pk, seq=match.seq).update(seq=match.seq + 1):
        raise RuntimeError("two acted at once on a row of the floor")
    Event.objects.create(match=match, i=match.seq, line="{}", action_id=action_id)
    return match.seq + 1


application = ProtocolTypeRouter({"websocket": FloorConsumer.as_asgi()})
