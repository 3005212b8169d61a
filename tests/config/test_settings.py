"""Settings: production starts only with its secrets, and says which one is missing."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from config.secrets import MAKERS, MissingSecret, Secrets, make

ROOT = Path(__file__).parents[2]
SECRETS = {name: make_one() for name, make_one in MAKERS.items()}


def check(environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Starts the site's settings as an operator would and gives what was said."""
    bare = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "ERROR"]
    return subprocess.run(command, cwd=ROOT, env={**bare, **environment}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("missing", sorted(MAKERS))
def test_production_names_the_secret_it_misses(missing: str) -> None:
    done = check({"ENVIRONMENT": "production"} | {name: text for name, text in SECRETS.items() if name != missing})
    assert done.returncode != 0
    assert f"{missing} is not set" in done.stderr
    assert not any(text in done.stderr for text in SECRETS.values())


def test_production_starts_with_its_secrets() -> None:
    done = check({"ENVIRONMENT": "production", "DATABASE_URL": "sqlite:///:memory:", **SECRETS})
    assert done.returncode == 0, done.stderr


def test_development_secrets_are_made_once_for_their_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in MAKERS:
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "secrets"
    assert make(folder) == list(MAKERS)
    read = {name: Secrets(production=False, folder=folder)[name] for name in MAKERS}
    assert make(folder) == []
    assert {name: (folder / name).read_text() for name in MAKERS} == read
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def test_production_never_reads_the_secrets_of_a_development_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SEED_KEY", raising=False)
    make(tmp_path / "secrets")
    with pytest.raises(MissingSecret, match="SEED_KEY"):
        Secrets(production=True, folder=tmp_path / "secrets")["SEED_KEY"]
