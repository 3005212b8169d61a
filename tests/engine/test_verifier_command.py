"""`python -m … verify`: its exit codes, its words, its JSON; in the project and copied out of it."""

import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from games.engine.__main__ import main
from games.engine.transcript import head_of, read
from games.engine.verifier import MOST_BYTES
from tests.engine.playing import TESTS
from tests.engine.sealing import FOLDER

GOOD, BAD, KEYS = (str(FOLDER / name) for name in ("pllay-draw.jsonl", "bad-01.jsonl", "index.json"))
Captured = pytest.CaptureFixture[str]


def run(*words: str) -> int:
    """The exit code; a command line that makes no sense ends like a program's."""
    try:
        return main(["verify", *words])
    except SystemExit as end:
        return int(end.code or 0)


def test_good_files_end_with_0(capsys: Captured) -> None:
    assert run(GOOD, str(FOLDER / "classic500.jsonl"), "--keys", KEYS) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[2] for line in lines] == ["good: every line holds; signature ok"] * 2


def test_a_bad_file_ends_with_1_and_names_line_and_code(capsys: Captured) -> None:
    assert run(GOOD, BAD) == 1
    out = capsys.readouterr().out
    assert "bad; signature not checked" in out
    assert "  line 59: E_SCORE: score of the hand is [46, -50] by the rules" in out


def test_an_incomplete_file_is_not_good(tmp_path: Path, capsys: Captured) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(Path(GOOD).read_bytes().splitlines(keepends=True)[:30]))
    assert run(str(cut), "--keys", KEYS) == 1
    assert "incomplete: what is here holds, but it ends without its seal" in capsys.readouterr().out


def test_json_has_one_line_for_each_file(capsys: Captured) -> None:
    assert run(GOOD, BAD, "/no/such/file", "--json", "--keys", KEYS) == 2
    good, bad, missing = map(json.loads, capsys.readouterr().out.splitlines())
    assert good == {"file": GOOD, "status": "good", "signature": "ok", "findings": []}
    [finding] = bad["findings"]
    assert (bad["status"], finding["code"], finding["line"], set(finding)) == (
        *("bad", "E_SCORE", 59),
        {"code", "line", "text"},
    )
    assert (missing["status"], missing["error"]) == (
        "unreadable",
        "The file cannot be read: No such file or directory.",
    )


def _zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(GOOD)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (_zip, "packed archive"),
        (lambda path: path.mkdir(), "cannot be read"),
        (lambda path: path.write_bytes(b"{" * (MOST_BYTES + 1)), "larger than 10 MB"),
        (lambda path: path.write_bytes(Path(GOOD).read_bytes().replace(b"fair/1", b"fair/9", 1)), "spades-fair/9"),
        (lambda path: path.write_bytes(bytes(1000)), "not a text file"),
    ],
    ids=["zip", "folder", "size", "version", "binary"],
)
def test_what_cannot_be_read_ends_with_2_and_is_said_in_words(
    tmp_path: Path, capsys: Captured, make: object, words: str
) -> None:
    assert callable(make)
    make(tmp_path / "file")
    assert run(GOOD, BAD, str(tmp_path / "file")) == 2
    assert words in capsys.readouterr().err


def test_one_extra_blank_is_bad_and_said_in_words(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "file").write_bytes(Path(GOOD).read_bytes().replace(b'"hand":', b'"hand": ', 1))
    assert run(str(tmp_path / "file")) == 1
    assert (
        "line 1: E_FORMAT: The JSON is not canonical: keys sorted and once each, no blanks" in capsys.readouterr().out
    )


def test_what_the_browser_kept_is_compared() -> None:
    transcript = read(Path(GOOD).read_bytes())
    head = head_of(transcript.header_line, transcript.event_lines).hex()
    kept = ("--commit", transcript.header["commit"], "--head", head)
    assert run(GOOD, *kept) == 0
    assert run(GOOD, "--commit", "00" * 32) == 1
    assert run(GOOD, "--head", "00" * 32) == 1


@pytest.mark.parametrize(
    "words", [(), (GOOD, "--head", "AB" * 32), (GOOD, "--commit", "12"), (GOOD, BAD, "--head", "00" * 32)]
)
def test_a_command_line_without_sense_ends_with_2(words: tuple[str, ...], capsys: Captured) -> None:
    assert run(*words) == 2
    assert "usage: python -m games.engine verify" in capsys.readouterr().err


SITE_KEYS = {"keys": [{"id": "golden-1", "public_key": json.loads(Path(KEYS).read_text())["public_keys"]["golden-1"]}]}


def test_keys_are_read_in_each_form(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    for listed in (SITE_KEYS, json.loads(Path(KEYS).read_text())["public_keys"]):
        file.write_text(json.dumps(listed))
        assert run(GOOD, "--keys", str(file)) == 0
    file.write_text("{}")
    assert run(GOOD, "--keys", str(file)) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[]", "an object"),
        ('{"golden-1": "AB"}', "'golden-1' is not a public key"),
        ('{"golden-1": null}', "'golden-1' is not a public key"),
        ('{"keys": [5]}', "object with an id"),
        ('{"keys": [{"id": "a"}]}', "'a' is not a public key"),
        (json.dumps({"keys": SITE_KEYS["keys"] * 2}), "same id"),
    ],
)
def test_keys_that_cannot_be_read_end_with_2(tmp_path: Path, capsys: Captured, text: str, words: str) -> None:
    (tmp_path / "keys.json").write_text(text)
    assert run(GOOD, "--keys", str(tmp_path / "keys.json")) == 2
    assert words in capsys.readouterr().err


def test_a_missing_file_of_keys_ends_with_2(capsys: Captured) -> None:
    assert run(GOOD, "--keys", "/no/such/file") == 2
    assert "--keys: /no/such/file: No such file or directory" in capsys.readouterr().err


def test_a_dash_is_the_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(GOOD).read_bytes())))
    assert run("-", "--keys", KEYS, "--json") == 0
    assert json.loads(capsys.readouterr().out)["file"] == "-"


def test_the_engine_copied_out_verifies_with_python_alone(tmp_path: Path) -> None:
    shutil.copytree(
        TESTS.parent / "games" / "engine", tmp_path / "spades", ignore=shutil.ignore_patterns("__pycache__")
    )
    program = (
        "import runpy, sys; sys.path.insert(0, '.'); runpy.run_module('spades', run_name='__main__', alter_sys=True)"
    )
    command = [sys.executable, "-I", "-S", "-W", "error", "-c", program, "verify", "--keys", KEYS]
    for files, code in (([GOOD], 0), ([GOOD, BAD], 1), ([BAD, "/no/such/file"], 2)):
        done = subprocess.run([*command, *files], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, "Traceback" in done.stderr) == (code, False)


def test_the_module_is_run_by_its_name() -> None:
    command = [sys.executable, "-m", "games.engine", "verify", "-", "--keys", KEYS]
    done = subprocess.run(command, cwd=TESTS.parent, input=Path(BAD).read_bytes(), capture_output=True, check=False)
    assert (done.returncode, b"E_SCORE" in done.stdout) == (1, True)
