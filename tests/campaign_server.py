"""A server of campaigns in a process of its own, and annotators who answer over HTTP."""

import html
import os
import re
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

# Seconds until a server that does not start, or does not answer, is a failure.
LIMIT = 60.0


class Server:
    """A server of campaigns, which can be killed and started again at the same port."""

    def __init__(
        self,
        *folders: Path,
        port: int = 0,
        workers: int = 1,
        python: Path | None = None,
    ) -> None:
        self._folders = [str(folder) for folder in folders]
        self._workers = workers
        self._python = str(python or sys.executable)
        self.port = port
        self.printed = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def base(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        command = ["-m", "tertium", "campaign", "serve", *self._folders, "--port", str(self.port)]
        if self._workers > 1:
            command += ["--workers", str(self._workers)]
        self._process = subprocess.Popen(
            [self._python, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # A group of its own, so that workers are killed, too.
            start_new_session=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        self.printed = ""
        for line in self._process.stdout:
            self.printed += line
            found = re.search(r"http://127\.0\.0\.1:(\d+)/enter", line)
            if found:
                self.port = int(found[1])
            if line.startswith("Serving"):
                break
        else:
            raise AssertionError(f"The server ended: {self.printed}")
        until = time.monotonic() + LIMIT
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.base}/enter", timeout=5)
                return
            except httpx.TransportError:
                time.sleep(0.02)
        raise AssertionError("The server does not answer.")

    def stop(self, number: int = signal.SIGTERM) -> None:
        """End the server by a signal, and wait for its end."""
        if self._process is None:
            return
        # Workers end with their parent, except if all of them are killed at once.
        os.killpg(self._process.pid, number) if number == signal.SIGKILL else os.kill(
            self._process.pid, number
        )
        self._process.communicate(timeout=LIMIT)
        self._process = None


@contextmanager
def serving(*folders: Path, workers: int = 1, python: Path | None = None) -> Iterator[Server]:
    """Serve campaigns for the time of a block, with this or another Python."""
    server = Server(*folders, workers=workers, python=python)
    try:
        server.start()
        yield server
    finally:
        server.stop()


class Annotator:
    """Somebody who opens a link and answers, as the page does."""

    def __init__(self, base: str, token: str) -> None:
        self._http = httpx.Client(base_url=base, timeout=30, follow_redirects=True)
        self._headers: dict[str, str] = {}
        self.token = token
        self.place = ""

    def enter(self) -> None:
        """Exchange the link for a session."""
        answer = self._http.post("/enter", json={"token": self.token})
        assert answer.status_code == 200, answer.text
        self.place = answer.json()["location"].rstrip("/")
        page = self._http.get(f"{self.place}/")
        assert page.status_code == 200, page.text
        found = re.findall(r'name="csrf" content="([^"]*)"', page.text)
        self._headers = {"X-CSRF-Token": html.unescape(found[0])}

    def work(self) -> dict[str, Any]:
        """The next items; wait if the server asks for it."""
        until = time.monotonic() + LIMIT
        while (answer := self._http.get(f"{self.place}/work")).status_code == 429:
            assert time.monotonic() < until
            time.sleep(float(answer.headers["retry-after"]))
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def send(self, body: dict[str, Any]) -> httpx.Response:
        """Send an answer."""
        return self._http.post(f"{self.place}/answers", json=body, headers=self._headers)

    def answer(self, body: dict[str, Any]) -> None:
        """Send an answer until it is saved; wait if the server asks for it, as the page does."""
        until = time.monotonic() + LIMIT
        while (found := self.send(body)).status_code == 429 and time.monotonic() < until:
            time.sleep(float(found.headers["retry-after"]))
        assert found.status_code == 200, found.text

    def close(self) -> None:
        """Close all connections."""
        self._http.close()


def answer_to(item: dict[str, Any], value: object, seconds: float = 10.0) -> dict[str, Any]:
    """The answer to an item, as the page sends it."""
    now = time.time()
    return {
        "id": str(uuid.uuid4()),
        "item": item["id"],
        "digest": item["digest"],
        "answer": {"outputs": [{"value": value}]},
        "shown": now - seconds,
        "touched": now - seconds / 2,
        "submitted": now,
        "sent": now,
        "active": seconds,
    }
