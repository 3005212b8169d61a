"""Owns how much of a request's body the web process takes: more is thrown away as it comes, whatever the address."""

import daphne.http_protocol

MOST_BYTES = 12_000_000  # the largest file that is checked, and a form around it


class BoundedRequest(daphne.http_protocol.WebRequest):  # type: ignore[misc]  # Daphne has no types
    """A request whose too large body is counted and dropped; the view sees its length, and nothing of it.

    The server below would hold several copies of a body in memory before the site is asked.
    """

    received = 0

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 (Twisted's name)
        self.received += len(data)
        if self.received <= MOST_BYTES:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:  # noqa: N802 (Twisted's name)
        if self.received > MOST_BYTES:
            self.content.seek(0)
            self.content.truncate()
            self.requestHeaders.setRawHeaders(b"content-length", [str(self.received).encode()])
        super().requestReceived(command, path, version)


def install() -> None:
    """Has Daphne make such requests, however it is started."""
    daphne.http_protocol.WebRequest = BoundedRequest
