"""Random edits of good transcripts: none is accepted."""

import json

import pytest

from games.engine.verifier import Report, Signature, Status
from tests.load.mutate import KINDS, count_accepted, draw_edits, good_files, main


def test_no_random_edit_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--edits", "300", "--seed", "1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["edits"], result["accepted"], result["kinds"].keys()) == (300, 0, KINDS.keys())


def test_every_edit_changes_the_file_and_is_the_same_for_the_same_seed() -> None:
    files, edits = good_files(), list(draw_edits(60, 2))
    assert all(edit.data != files[edit.file] for edit in edits)
    assert edits == list(draw_edits(60, 2)) != list(draw_edits(60, 3))


def test_what_a_verifier_accepts_is_counted() -> None:
    count = count_accepted(draw_edits(5, 1), lambda data: Report(Status.GOOD, Signature.OK))
    assert count.json(1)["accepted"] == 5
