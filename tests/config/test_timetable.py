"""The timetable: the same tasks on Celery beat and on the embedded default."""

import threading
from collections.abc import Callable

import pytest
from django.utils.module_loading import import_string

from config import celery_app, embedded
from config.timetable import TIMETABLE, Entry


@pytest.mark.parametrize("entry", TIMETABLE, ids=lambda entry: entry.task)
def test_every_entry_is_a_task_that_beat_runs_as_often(entry: Entry) -> None:
    assert import_string(entry.task).name == entry.task
    assert celery_app.conf.beat_schedule[entry.task] == {"task": entry.task, "schedule": entry.seconds}


class Recorder:
    """Stands for the two entries of a small timetable and ends the clock after enough runs."""

    def __init__(self, enough: int) -> None:
        self.runs: list[str] = []
        self.stop = threading.Event()
        self._enough = enough

    def make_task(self, name: str, fails: bool) -> Callable[[], None]:
        def task() -> None:
            self.runs.append(name)
            if len(self.runs) >= self._enough:
                self.stop.set()
            if fails:
                raise RuntimeError("on purpose")

        return task


@pytest.mark.django_db
def test_the_embedded_clock_goes_on_after_a_task_that_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    recorder = Recorder(enough=6)
    tasks = {"often": recorder.make_task("often", True), "seldom": recorder.make_task("seldom", False)}
    monkeypatch.setattr(embedded, "TIMETABLE", (Entry("often", 1), Entry("seldom", 3)))
    monkeypatch.setattr(embedded, "import_string", tasks.__getitem__)
    monkeypatch.setattr(embedded, "close_old_connections", lambda: None)  # this thread's belongs to the test
    ticks = iter(range(1000))
    embedded.run(recorder.stop, clock=lambda: float(next(ticks)))
    assert set(recorder.runs) == {"often", "seldom"}
    assert "often failed; it runs again in 1 s" in caplog.text
