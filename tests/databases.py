"""Databases for tests: files of SQLite, and a real PostgreSQL server that runs for the session.

The server runs as the user postgres, because PostgreSQL refuses to run as root, and listens on a
socket in its temporary folder. It ends with the process of the tests, even if that is killed.
"""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

# The server is no process that a test leaves behind (`processes.children`): its folder's name.
SERVER_FOLDER = "tertium-postgres-"

_USER = "postgres"
_SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "autovacuum": "off",
    "logging_collector": "off",
    "max_wal_size": "2GB",
}


def installed_server() -> Path | None:
    """Folder of the newest installed server."""
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(found, key=lambda path: float(path.parts[-3]), default=None)
    if newest is not None:
        return newest.parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


class PostgresServer:
    """A server with its own folder; it can be stopped, killed and started again."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._as_user: list[str] = []
        self.folder = Path(tempfile.mkdtemp(prefix=SERVER_FOLDER))
        if os.geteuid() == 0:
            shutil.chown(self.folder, _USER, _USER)
            self._as_user = [f"--reuid={_USER}", f"--regid={_USER}", "--clear-groups"]
        data = self.folder / "data"
        initdb = [str(programs / "initdb"), f"--pgdata={data}", f"--username={_USER}"]
        # Text sorts by code point, as in SQLite.
        options = ["--no-sync", "--encoding=UTF8", "--locale=C", "--auth=trust"]
        subprocess.run(
            ["setpriv", *self._as_user, *initdb, *options],
            check=True,
            capture_output=True,
            cwd=self.folder,
        )
        with (data / "postgresql.conf").open("a") as stream:
            stream.write(f"unix_socket_directories = '{self.folder}'\n")
            stream.writelines(f"{name} = '{value}'\n" for name, value in _SETTINGS.items())

    def start(self) -> None:
        """Start the server and wait until it answers.

        The server ends with the thread that starts it, so this must be the main thread.
        """
        log = (self.folder / "log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [
                    "setpriv",
                    *self._as_user,
                    "--pdeathsig=QUIT",  # shut down at once if the process of the tests is killed
                    self._programs / "postgres",
                    "-D",
                    self.folder / "data",
                ],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,  # it does not get the interruption of a terminal
            )
        ready = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder), "-t", "20"]
        while subprocess.run(ready, check=False).returncode:
            if self._process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server, which ends its connections: fast, or like a crash with SIGQUIT."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(60)
            self._process = None

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server and start it again."""
        self.stop(how)
        self.start()

    def remove(self) -> None:
        """Stop the server and remove its folder."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def url(self, database: str = "postgres") -> str:
        """URL of a database on this server."""
        return f"postgresql://{_USER}@/{database}?host={self.folder}"

    def new_url(self) -> str:
        """URL of a new, empty namespace: it is as good as a database, and made much faster."""
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {name}")
        return f"{self.url()}&options=-csearch_path%3D{name}"

    def execute(self, statement: str) -> None:
        """Run one statement as the owner of the server."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement.encode())


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A running server, shared by all tests of this process; tests may restart it."""
    programs = installed_server()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (tools/system_packages.sh test)")
    server = PostgresServer(programs)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a database that is empty, or does not exist yet: both kinds in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'campaign.db'}"
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.new_url()
