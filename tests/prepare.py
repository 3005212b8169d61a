"""Owns finding or starting what the tests need on this machine: Chromium, PostgreSQL and Redis."""

import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from playwright.sync_api import Playwright

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# How many of Redis's numbered databases each worker has: the first for itself, the others for sites that it runs.
REDIS_DATABASES = 8
MOST_WORKERS = 8
LOCAL_POSTGRESQL = "postgres://postgres@127.0.0.1:5432"


class MissingService(Exception):
    """Something the tests need is neither here nor can be started; the sentence says what to do."""


def find_chromium(playwright: Playwright) -> str:
    """The browser named by CHROMIUM, else Playwright's own, else the system's, else Debian's, installed now."""
    own = playwright.chromium.executable_path
    found = os.environ.get("CHROMIUM") or (own if Path(own).exists() else None) or _first_program(CHROMIUM_NAMES)
    found = found or (_first_program(CHROMIUM_NAMES) if _install("chromium") else None)
    if not found:
        raise MissingService("Chromium is not here: install it, or name it with CHROMIUM=/path/to/chromium.")
    return found


@contextmanager
def open_postgresql() -> Iterator[str]:
    """Gives the URL of a database name that nobody uses, on the server named by DATABASE_URL or the first one found."""
    named = os.environ.get("DATABASE_URL", "")
    name = f"pllay_{secrets.token_hex(4)}"
    if named.startswith("postgres"):
        yield f"{named.rsplit('/', 1)[0]}/{name}"
    elif _answers(LOCAL_POSTGRESQL):
        yield f"{LOCAL_POSTGRESQL}/{name}"
    else:
        with _own_postgresql(_postgresql_programs()) as server:
            yield f"{server}/{name}"


@contextmanager
def open_redis() -> Iterator[str]:
    """Gives the URL of the Redis named by REDIS_URL, else of one of our own: tests empty the databases they use."""
    if named := os.environ.get("REDIS_URL"):
        yield named
        return
    program = shutil.which("redis-server") or (_install("redis-server") and shutil.which("redis-server"))
    if not program:
        raise MissingService("Redis is not here: install redis-server, or name a Redis for tests with REDIS_URL.")
    with _own_redis(program) as url:
        yield url


def number_redis(url: str, number: int) -> str:
    """Returns the URL of another of a Redis's numbered databases."""
    return urlsplit(url)._replace(path=f"/{number}").geturl()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _first_program(names: tuple[str, ...]) -> str | None:
    return next(filter(None, map(shutil.which, names)), None)


def _install(package: str) -> bool:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(f"Installing Debian's {package}", flush=True)
    subprocess.run(["apt-get", "-q", "update"], check=False, stdout=subprocess.DEVNULL)
    command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qy", "install", package]
    return subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode == 0


def _answers(server: str) -> bool:
    try:
        with psycopg.connect(f"{server}/postgres", connect_timeout=3) as connection:
            row = connection.execute("SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user").fetchone()
    except psycopg.OperationalError:
        return False
    return bool(row and row[0])


def _postgresql_programs() -> Path:
    programs = _newest_postgresql() or (_newest_postgresql() if _install("postgresql") else None)
    if not programs:
        raise MissingService("PostgreSQL is not here: install postgresql, or name a server with DATABASE_URL.")
    return programs


def _newest_postgresql() -> Path | None:
    if on_path := shutil.which("initdb"):
        return Path(on_path).parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parent.parent.name))
    return found[-1].parent if found else None


@contextmanager
def _own_postgresql(programs: Path) -> Iterator[str]:
    user = _unprivileged_user() if os.geteuid() == 0 else None
    port = free_port()
    with _folder_of(user) as folder:
        data = folder / "data"
        _run_as(user, programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        fast = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 {fast}"
        _run_as(user, programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgres://postgres@127.0.0.1:{port}"
        finally:
            _run_as(user, programs / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")


def _unprivileged_user() -> str:
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextmanager
def _folder_of(user: str | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pllay-") as folder:
        if user:
            shutil.chown(folder, user)
        yield Path(folder)


def _run_as(user: str | None, *command: str | Path) -> None:
    words = [str(word) for word in command]
    if user:
        words = ["runuser", "-u", user, "--", *words]
    # The server inherits these pipes, so they must not be ours to wait on.
    done = subprocess.run(words, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
    if done.returncode:
        raise MissingService(f"PostgreSQL did not start: {' '.join(words)} ended with {done.returncode}.")


@contextmanager
def _own_redis(program: str) -> Iterator[str]:
    port = free_port()
    with _folder_of(None) as folder:
        count = str(REDIS_DATABASES * MOST_WORKERS)
        where = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
        command = [program, *where, "--databases", count, "--save", ""]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                _await_line(server, "Ready to accept connections")
                yield f"redis://127.0.0.1:{port}"
            finally:
                server.terminate()


def _await_line(server: subprocess.Popen[str], text: str) -> None:
    assert server.stdout is not None
    if not any(text in line for line in server.stdout):
        raise MissingService("Redis did not start.")
