"""Owns serving the site from this machine: one Daphne process on one port, and the timetable where no beat runs it."""

import socket
from argparse import ArgumentParser
from typing import Any

from channels.routing import get_default_application
from daphne.server import Server
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.module_loading import import_string

MESSAGE_BYTES = 2 * 1024 * 1024  # more than the table consumer takes, so that it is the one to refuse, in words


class Command(BaseCommand):
    help = "Serves the site on this machine, until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", default="8000", help="the port to listen on (8000)")

    def handle(self, *args: Any, host: str, port: str, **options: Any) -> None:
        number = _read_port(port)
        _refuse_taken_port(host, number)
        if not settings.REDIS_URL:
            import_string("config.embedded.start")()  # by name: config is above every app
        server = Server(
            application=get_default_application(),
            endpoints=[f"tcp:port={number}:interface={host}"],
            websocket_max_message_size=MESSAGE_BYTES,
            websocket_max_frame_size=MESSAGE_BYTES,
            application_close_timeout=3,
            ready_callable=lambda: self._say_ready(host, number),
        )
        server.run()
        if not server.listening_addresses:  # taken between the look and the listening
            raise CommandError(_taken(number))

    def _say_ready(self, host: str, port: int) -> None:
        self.stdout.write(f"PLLAY Spades is at http://{host}:{port}  (Ctrl-C stops it)")
        self.stdout.flush()


def _read_port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise CommandError(f"{text!r} is no port: it must be a number from 1 to 65535.")
    return int(text)


def _refuse_taken_port(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(f"{_taken(port)} ({error.strerror})") from None


def _taken(port: int) -> str:
    return (
        f"Port {port} cannot be listened on: another program may be using it. Choose another: make run PORT={port + 1}"
    )
