"""A player that is somebody's program: it speaks the bot protocol of docs/bots.md through its input and output."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn, TypeAlias

from games.engine.actions import Action, parse_action
from games.engine.errors import BadAction
from games.engine.match import Match
from games.engine.visibility import seat_view

Timed: TypeAlias = tuple[Action, float]
"""An act, and the seconds it took."""
MOST_BYTES = 65_536
"""The longest answer that is read; an act has about forty."""
FIRST_ANSWER = 60.0
"""Seconds the very first answer may take: some programs load or compile much before it."""
GOODBYE = 1.0
"""Seconds a program has to end by itself when its input ends."""


class Failed(Exception):
    """A program that did not answer with an act; the text says what it did instead."""


class CannotStart(ValueError):
    """A program that cannot even be started."""


class Program:
    """Runs a command and asks it for each act, timed by the clock; one that failed is ended and started anew."""

    def __init__(self, words: Sequence[str], limit: float) -> None:
        self.words, self.limit = list(words), limit
        self.patience = max(limit, FIRST_ANSWER)
        self.process = self._start()
        self.printed = b""

    def act(self, match: Match, seat: int, seed: bytes) -> Timed:
        view = seat_view(match, seat) | {"bot_seed": seed.hex()}
        start = time.perf_counter()
        answer = self._ask(json.dumps(view, separators=(",", ":")).encode() + b"\n")
        try:
            return _read_act(answer), time.perf_counter() - start
        except Failed as failed:
            self._fail(str(failed))

    def close(self) -> None:
        """End its input, and the program if it does not follow."""
        assert self.process.stdin
        self.process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(GOODBYE)
        self._kill()

    def _start(self) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(self.words, stdin=pipe, stdout=pipe, bufsize=0, start_new_session=True)
        except OSError as error:
            raise CannotStart(f"The program {self.words[0]!r} cannot be started: {error.strerror}.") from None
        assert process.stdin
        os.set_blocking(process.stdin.fileno(), False)
        return process

    def _ask(self, question: bytes) -> bytes:
        """The line answered to this one, within the time there is."""
        if self.printed:
            self._fail("printed more than one line for one view")
        deadline = time.monotonic() + self.patience
        while b"\n" not in self.printed:
            question = self._exchange(question, deadline)
        self.patience = self.limit
        answer, _, self.printed = self.printed.partition(b"\n")
        return answer

    def _exchange(self, question: bytes, deadline: float) -> bytes:
        """Write what it takes, read what it gives; what is left of the question."""
        assert self.process.stdin
        assert self.process.stdout
        left = deadline - time.monotonic()
        given, taking = [self.process.stdout], [self.process.stdin] if question else []
        readable, writable, _ = select.select(given, taking, [], max(left, 0))
        if not readable and not writable:
            self._fail(f"gave no answer within {self.patience:g} s")
        if readable:
            self._read()
        return self._write(question) if writable else question

    def _read(self) -> None:
        assert self.process.stdout
        data = os.read(self.process.stdout.fileno(), MOST_BYTES)
        self.printed += data
        if not data:
            self._fail("ended without an answer")
        if len(self.printed) > MOST_BYTES:
            self._fail(f"printed more than {MOST_BYTES} bytes for one view")

    def _write(self, question: bytes) -> bytes:
        assert self.process.stdin
        try:
            return question[os.write(self.process.stdin.fileno(), question) :]
        except BrokenPipeError:
            return b""  # it has ended or closed its input; what it printed before may yet be an answer

    def _fail(self, text: str) -> NoReturn:
        """Name what it did, and have it begin anew."""
        self._kill()
        self.process, self.printed, self.patience = self._start(), b"", self.limit
        raise Failed(text)

    def _kill(self) -> None:
        """End the program, if it still runs, and whatever it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with self.process:
            pass  # leaving it closes the pipes and waits


def _read_act(answer: bytes) -> Action:
    """The act of a line of JSON; Failed says what the line was instead."""
    try:
        data = json.loads(answer)
    except (ValueError, RecursionError):
        raise Failed(f"answered {_shown(answer)}, which is not JSON") from None
    if isinstance(data, dict) and "error" in data:
        raise Failed(f"answered with the error {str(data['error'])[:100]!a}")
    try:
        return parse_action(data)
    except BadAction as error:
        raise Failed(f"answered {_shown(answer)}, which is no act: {error}") from None


def _shown(answer: bytes) -> str:
    text = ascii(answer[:60].decode(errors="replace"))
    return text if len(answer) <= 60 else f"{text}…"
