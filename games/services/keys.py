"""Owns the list of the server's public keys: putting the key of the environment in it, and going over to a new one."""

import secrets
from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from .. import vault
from ..engine.keys import endorsement_bytes
from ..models import SigningKey
from .errors import ServiceError


class KeyReplaced(ServiceError):
    """The key in the environment is not the one in use: a rotation would sign with a key that has had its time."""


def load_content() -> None:
    """Lists the key of the environment; may run any number of times."""
    keep_key(timezone.now())


@transaction.atomic
def keep_key(now: datetime) -> SigningKey:
    """Returns the row of the key in the environment; one that was not rotated to stands unsigned, and ends the last."""
    key = SigningKey.objects.filter(pk=vault.key_id()).first()
    if key is not None:
        return key
    SigningKey.objects.filter(until=None).update(until=now)
    defaults = {"public_key": vault.public_key().hex(), "since": now}
    return SigningKey.objects.get_or_create(pk=vault.key_id(), defaults=defaults)[0]


@transaction.atomic
def rotate(now: datetime, keep: Callable[[str], None], draw: Callable[[int], str] = secrets.token_hex) -> SigningKey:
    """Makes a new key, signs its public part by the one in use and ends that; raises KeyReplaced.

    `keep` is given the new SIGNING_KEY and must put it where the environment comes from: if it fails, nothing changed.
    """
    old = keep_key(now)
    if not SigningKey.objects.filter(pk=old.pk, until=None).update(until=now):
        raise KeyReplaced(_("The key %(key)s has been replaced: set the newest SIGNING_KEY first.") % {"key": old.pk})
    text = draw(32)
    public = vault.public_part(text)
    key_id = vault.name_key(public)
    signature = vault.sign(endorsement_bytes(key_id, public)).hex()
    new = SigningKey.objects.create(pk=key_id, public_key=public.hex(), since=now, signed_by=old, signature=signature)
    keep(text)
    return new
