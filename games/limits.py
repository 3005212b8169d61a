"""Owns how often something may happen on one connection."""


class Limit:
    """Says when something has happened `most` times in a stretch of so many seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._count, self._since = 0, 0.0

    def is_hit(self, now: float) -> bool:
        """Counts once more."""
        if now - self._since > self._seconds:
            self._count, self._since = 0, now
        self._count += 1
        return self._count >= self._most
