"""Owns the checks of the whole repository's shape that no linter makes."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.db.models import ForeignObject

ROOT = Path(__file__).resolve().parent.parent
TOP_LEVEL = {
    *("manage.py", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "Makefile"),
    *(
        "requirements.txt",
        "requirements-dev.txt",
        ".ci",
        ".gitignore",
        ".gitattributes",
        ".editorconfig",
        ".dockerignore",
    ),
    *("config", "moderation", "leagues", "academy", "ratings", "games"),
    *("templates", "static", "tests", "docs"),
}
HEIGHTS = {"games": 0, "ratings": 1, "leagues": 2, "academy": 2, "moderation": 3}
SITE = {"config", *HEIGHTS}
ENGINE = ROOT / "games" / "engine"


def tracked_files(*patterns: str) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Every module a file imports, with how many dots stand before its name."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""


def test_the_top_level_is_the_agreed_layout() -> None:
    names = {path.relative_to(ROOT).parts[0] for path in tracked_files()}
    assert names <= TOP_LEVEL


def test_foreign_keys_point_down() -> None:
    keys = [
        (model._meta.app_label, field.name, field.remote_field.model._meta.app_label)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if isinstance(field, ForeignObject)
    ]
    own = [(source, name, target) for source, name, target in keys if {source, target} <= HEIGHTS.keys()]
    assert own
    assert [key for key in own if key[0] != key[2] and HEIGHTS[key[0]] <= HEIGHTS[key[2]]] == []


def test_migrations_import_no_site_code() -> None:
    wrong = [
        (path.name, module)
        for path in tracked_files("*/migrations/*.py")
        for level, module in imports_of(path)
        if level or module.partition(".")[0] in SITE
    ]
    assert wrong == []


def test_the_engine_imports_itself_relatively_and_else_the_standard_library_alone() -> None:
    wrong = [
        (path.name, "." * level + module)
        for path in ENGINE.glob("*.py")
        for level, module in imports_of(path)
        if level > 1 or (level == 0 and module.partition(".")[0] not in sys.stdlib_module_names)
    ]
    assert wrong == []


def test_the_engine_works_copied_out_of_the_project(tmp_path: Path) -> None:
    package = tmp_path / "spades"
    package.mkdir()
    for path in ENGINE.glob("*.py"):
        (package / path.name).write_bytes(path.read_bytes())
    modules = [f"spades.{path.stem}" for path in ENGINE.glob("*.py") if path.stem != "__main__"]
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, '.'); import {', '.join(modules)}"]
    subprocess.run(command, cwd=tmp_path, check=True)


def test_lock_files_name_no_address() -> None:
    options = re.compile(r"https?://|file:/|--(extra-)?index-url|--find-links|--trusted-host|(^|\s)/\w")
    wrong = [
        line
        for name in ("requirements.txt", "requirements-dev.txt")
        for line in (ROOT / name).read_text().splitlines()
        if options.search(line)
    ]
    assert wrong == []


def test_every_requirement_is_locked_with_its_hash() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        blocks = re.split(r"\n(?=[a-z0-9])", (ROOT / name).read_text())
        assert [block.splitlines()[0] for block in blocks[1:] if "--hash=sha256:" not in block] == []


def test_no_test_is_left_out_and_none_sleeps() -> None:
    names = {"skip", "skipif", "skipUnless", "skipIf", "skipTest", "xfail", "importorskip", "sleep"}
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.attr}"
        for path in tracked_files("tests/*.py")
        if ROOT / "tests/load" not in path.parents  # no tests: a load at a rate has to wait
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in names
    ]
    assert wrong == []


def test_every_file_says_in_its_first_line_what_it_owns() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in tracked_files("*.py")
        if "migrations" not in path.parts and path.read_text().strip()
        if not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert silent == []


def test_every_file_of_tests_is_named_so_that_pytest_collects_it() -> None:
    unseen = [path for path in tracked_files("tests/*.py") if re.search(r"(^|_)tests?\.py$", path.name)]
    assert unseen == []


def test_no_page_asks_anybody_else_for_anything() -> None:
    addresses = re.compile(r"""(?:src|href|from|import|fetch|url)\s*[=(]?\s*["']?(?:https?:)?//""")
    wrong = [
        f"{path.relative_to(ROOT)}: {line.strip()[:80]}"
        for path in tracked_files("static/*.js", "static/*.css", "templates/*.html")
        for line in path.read_text().splitlines()
        if addresses.search(line)
    ]
    assert wrong == []
