"""Owns the site's secrets: where they come from, and making those of a development machine once."""

import base64
import os
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / ".dev"


class MissingSecret(Exception):
    """A secret that production needs is not in the environment."""


def _fernet_key() -> str:
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()


MAKERS: Mapping[str, Callable[[], str]] = {
    "SECRET_KEY": lambda: secrets.token_urlsafe(50),
    "SEED_KEY": _fernet_key,  # encrypts the seeds of running matches at rest
    "SIGNING_KEY": lambda: secrets.token_hex(32),  # the Ed25519 key that seals finished matches
}


def make(folder: Path = FOLDER) -> list[str]:
    """Writes the secrets that are not there yet, readable by their owner alone; says which it wrote."""
    folder.mkdir(mode=0o700, exist_ok=True)
    missing = [name for name in MAKERS if not (folder / name).exists()]
    for name in missing:
        _write(folder / name, MAKERS[name]())
    return missing


def replace(name: str, text: str, folder: Path = FOLDER) -> None:
    """Puts another secret in the place of one of a development machine: wholly, or not at all."""
    fresh = folder / f"{name}.new"
    fresh.unlink(missing_ok=True)
    _write(fresh, text)
    fresh.replace(folder / name)


def _write(path: Path, text: str) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)


@dataclass(frozen=True)
class Secrets:
    """Reads secrets from the environment first and, in development only, from the folder `make setup` made."""

    production: bool
    folder: Path = FOLDER

    def __getitem__(self, name: str) -> str:
        value = os.environ.get(name) or self._from_folder(name)
        if not value:
            raise MissingSecret(f"{name} is not set. {self._advice()}")
        return value

    def _from_folder(self, name: str) -> str:
        path = self.folder / name
        return path.read_text().strip() if not self.production and path.exists() else ""

    def _advice(self) -> str:
        if self.production:
            return "In production every secret must be in the environment (docs/architecture.md lists them)."
        return "Run `make setup` once: it makes the secrets of a development machine."


if __name__ == "__main__":
    for made in make():
        sys.stdout.write(f"made {made}\n")
