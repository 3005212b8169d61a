"""Owns having the searching bots ready before a person waits for one."""

import logging

from ..bots.registry import MissingNumba
from ..bots.warming import warm

logger = logging.getLogger(__name__)


def warm_bots() -> None:
    """Reads the compiled kernels, or compiles them, once for each process that plays bots."""
    try:
        warm()
    except MissingNumba as error:
        logger.warning("%s", error)
