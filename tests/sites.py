"""Owns running the whole site for tests: a database of its own, its processes as an operator starts them, their end."""

import itertools
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import redis

from tests.prepare import REDIS_DATABASES, free_port, number_redis

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120  # a busy machine is slow; a process that dies is noticed at once
STOP_SECONDS = 20
_started = itertools.count()


class Process:
    """One process of the site, with all it has said."""

    def __init__(self, command: list[str], environment: Mapping[str, str], ready: str) -> None:
        self.command = command
        self.lines: list[str] = []
        self._ready_text = ready
        self._ready = threading.Event()
        self._popen = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._popen.stdout is not None
        for line in self._popen.stdout:
            self.lines.append(line)
            if self._ready_text in line:
                self._ready.set()
        self._ready.set()  # it has ended: whoever waits must know

    def await_ready(self) -> "Process":
        """Waits until the process has said that it is ready; raises RuntimeError with its output if it never does."""
        if not self._ready.wait(START_SECONDS) or not any(self._ready_text in line for line in self.lines):
            self.stop()
            raise RuntimeError(f"{' '.join(self.command)} did not become ready:\n{self.output}")
        return self

    @property
    def output(self) -> str:
        return "".join(self.lines)

    @property
    def pid(self) -> int:
        return self._popen.pid

    def kill(self) -> None:
        """Ends the process as a power cut would."""
        self._popen.kill()
        self._end()

    def stop(self) -> None:
        """Ends the process as an operator would, and after a while as a power cut would."""
        self._popen.terminate()
        self._end()

    def _end(self) -> None:
        try:
            self._popen.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        self._reader.join(STOP_SECONDS)
        if self._popen.stdout is not None:
            self._popen.stdout.close()


@dataclass(frozen=True)
class Site:
    """A running site: where its first web process answers, and how to run more of it."""

    url: str
    environment: Mapping[str, str]
    folder: Path
    web: Process
    worker: Process | None
    beat: Process | None


@contextmanager
def open_site(folder: Path) -> Iterator[Site]:
    """Runs a site in the set-up of this test run, from an empty database, until the block ends."""
    with ExitStack() as stack:
        environment = database_environment(stack.enter_context(open_database(folder)))
        run_command(environment, "prepare")
        url, web = start_web(environment)
        stack.callback(web.stop)
        worker = beat = None
        if environment["REDIS_URL"]:
            worker, beat = start_worker(environment), start_beat(environment, folder)
            stack.callback(worker.stop)
            stack.callback(beat.stop)
        for process in filter(None, (web, worker, beat)):
            process.await_ready()
        yield Site(url, environment, folder, web, worker, beat)


@contextmanager
def open_database(folder: Path) -> Iterator[str]:
    """Gives the URL of an empty database of the kind this test run uses; deletes it afterwards."""
    url = os.environ.get("DATABASE_URL", "")
    name = f"pllay_site_{secrets.token_hex(6)}"
    if not url.startswith("postgres"):
        yield f"sqlite:///{folder / name}.sqlite3"
        return
    server = urlsplit(url)
    _on_server(server._replace(path="/postgres").geturl(), f"CREATE DATABASE {name}")
    try:
        yield server._replace(path=f"/{name}").geturl()
    finally:
        _on_server(server._replace(path="/postgres").geturl(), f"DROP DATABASE {name} WITH (FORCE)")


def _on_server(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def database_environment(database: str) -> dict[str, str]:
    """The environment of a site of its own: that of this run, with its database and a Redis database kept for it."""
    environment = {name: value for name, value in os.environ.items() if name != "BOTS_RUN_IN"}
    return environment | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database,
        "REDIS_URL": _next_redis(os.environ.get("REDIS_URL", "")),
        "DEBUG": "0",
        "TABLES_RATE": "10000/min",  # tests open many from one address
        "PYTHONUNBUFFERED": "1",
    }


def _next_redis(url: str) -> str:
    """Two sites that share Redis would do each other's tasks, so each gets a database, emptied of what was there."""
    if not url:
        return ""
    own = int(urlsplit(url).path.strip("/"))
    numbered = number_redis(url, own + 1 + next(_started) % (REDIS_DATABASES - 1))
    with redis.Redis.from_url(numbered) as client:
        client.flushdb()
    return numbered


def run_command(environment: Mapping[str, str], *words: str) -> str:
    """Runs one command of manage.py to its end and gives its output; raises RuntimeError if it fails."""
    return run([sys.executable, "manage.py", *words], environment)


def run(command: list[str], environment: Mapping[str, str]) -> str:
    """Runs one command in the project's folder and gives its output; raises RuntimeError if it fails."""
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def start_web(environment: Mapping[str, str]) -> tuple[str, Process]:
    """Starts a web process on a free port; gives its address too."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    return f"http://127.0.0.1:{port}", Process(command, environment, ready="PLLAY Spades is at")


def start_worker(environment: Mapping[str, str]) -> Process:
    """Starts a Celery worker."""
    words = ["worker", "--concurrency", "1", "--loglevel", "INFO", "--hostname", f"test-{secrets.token_hex(4)}"]
    return Process([sys.executable, "-m", "celery", "-A", "config", *words], environment, ready=" ready.")


def start_beat(environment: Mapping[str, str], folder: Path) -> Process:
    """Starts the one Celery beat."""
    words = ["beat", "--loglevel", "INFO", "--schedule", str(folder / "beat"), "--pidfile", ""]
    return Process([sys.executable, "-m", "celery", "-A", "config", *words], environment, ready="beat: Starting")
