"""The commands an operator meets first: serve says where it is, and what is wrong with a port."""

import socket
import urllib.request
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.sites import open_site


def test_the_site_answers_where_it_says_it_is_and_stops_when_asked(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        with urllib.request.urlopen(site.url) as response:
            assert response.status == 200
        with urllib.request.urlopen(f"{site.url}/static/css/tokens.css") as response:
            assert response.headers["Content-Type"].startswith("text/css")
    assert "Traceback" not in site.web.output


def test_a_taken_port_is_said_in_words() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} cannot be listened on"):
            call_command("serve", port=str(port))


@pytest.mark.parametrize("port", ["", "x", "0", "65536", "-1", "٣"])
def test_a_port_that_is_none_is_said_in_words(port: str) -> None:
    with pytest.raises(CommandError, match="is no port: it must be a number"):
        call_command("serve", port=port)
