"""The documents: what they show and link to is there, and every setting is explained."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_a_document_shows_or_links_to_is_there(document: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text())
    assert not [target for target in targets if not (document.parent / target).exists()]


def test_every_variable_that_the_settings_read_is_explained() -> None:
    read = re.findall(r"(?:env\.\w+\(|_secrets\[)\"([A-Z_]+)\"", (ROOT / "config" / "settings.py").read_text())
    explained = (ROOT / "docs" / "architecture.md").read_text()
    assert not [name for name in read if f"`{name}`" not in explained and not name.startswith("TEST_")]


def test_every_library_asked_for_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = {
        re.split(r"[^a-z0-9-]", text)[0] for text in project["dependencies"] + project["optional-dependencies"]["dev"]
    }
    explained = (ROOT / "docs" / "architecture.md").read_text().split("## Libraries")[1]
    in_brackets = {"pytest-asyncio", "pytest-django", "pytest-xdist"}
    assert not [name for name in asked - in_brackets if name not in explained]
