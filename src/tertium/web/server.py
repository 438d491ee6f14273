"""Runs the server of campaigns: one process, or several on PostgreSQL."""

import errno
import os
import signal
import socket
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import SpawnProcess
from types import FrameType

import uvicorn

from tertium.api.open_campaign import Campaign, open_campaign
from tertium.core import wording
from tertium.core.errors import DataWarning, TertiumError, UsageError
from tertium.web.addresses import Addresses
from tertium.web.app import make_app

_SIGNALS = (signal.SIGINT, signal.SIGTERM)

# Seconds that running requests have to end, and that worker processes have.
_GRACE = 1
_WORKER_GRACE = 3.0

# A worker that ends within these seconds of its start will not get better.
_STILLBORN = 5.0

_BACKLOG = 2048


class ServerError(TertiumError):
    """The server cannot start."""


def serve(
    campaigns: Sequence[Campaign],
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    public_url: str | None = None,
    workers: int = 1,
    started: Callable[[Addresses], None] = lambda addresses: None,
) -> None:
    """Serve campaigns until SIGINT or SIGTERM.

    Args:
        campaigns: Opened campaigns, at least one.
        host: Address to listen on; by default only this machine can connect.
        port: Port to listen on; 0 for any free port.
        public_url: The address that annotators use, if a proxy stands in front of the server.
        workers: Number of processes; several need PostgreSQL.
        started: Called with the addresses once connections are accepted, to print links.
    """
    _check_campaigns(campaigns, workers)
    Addresses(host, port, public_url)  # refuses a wrong address before the port is taken
    with listening(host, port) as listener:
        addresses = Addresses(host, listener.getsockname()[1], public_url)
        if not addresses.loopback:
            warnings.warn(_exposure(addresses), DataWarning, stacklevel=2)
        started(addresses)
        if workers == 1:
            _run(campaigns, listener, addresses)
        else:
            _supervise([os.fspath(one.folder) for one in campaigns], listener, addresses, workers)


def _check_campaigns(campaigns: Sequence[Campaign], workers: int) -> None:
    names = [campaign.name for campaign in campaigns]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"Two campaigns are named {name!r}, and share an address.")
    if workers > 1:
        for campaign in campaigns:
            if campaign.database.kind != "postgresql":
                raise UsageError(
                    f"The campaign {campaign.name!r} is in SQLite, which one process serves.",
                    hint=f"Leave out {wording.option('workers')}, or make the campaign in"
                    f" PostgreSQL: `{wording.call('new_campaign', database='postgresql://...')}`.",
                )


def _exposure(addresses: Addresses) -> str:
    advice = "See 'Serving to the internet' in docs/campaigns.md (nginx, Caddy"
    if addresses.secure:
        return (
            f"Other machines can connect to {addresses.host}:{addresses.port} without encryption,"
            f" past the proxy of {addresses.public}. {advice})."
        )
    return (
        f"Other machines can connect to {addresses.host}:{addresses.port}, and nothing is"
        f" encrypted. {advice}, {wording.option('public_url')})."
    )


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """Listen on a port, or say why that is impossible."""
    try:
        found = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError) as error:
        raise ServerError(
            f"The address {host!r} is unknown.",
            hint=f"Use {wording.option('host', '127.0.0.1')} for this machine.",
        ) from error
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
            listener.listen(_BACKLOG)
        except OSError as error:
            raise _refusal(error, host, port) from error
        yield listener
    finally:
        listener.close()


def _refusal(error: OSError, host: str, port: int) -> ServerError:
    if error.errno == errno.EADDRINUSE:
        return ServerError(
            f"Port {port} of {host} is already in use.",
            hint=f"Another server may be running. Choose another port with"
            f" {wording.option('port', port + 1 if port < 65535 else 8000)}.",
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return ServerError(
            f"Port {port} needs the rights of an administrator.",
            hint=f"Choose a port above 1023, such as {wording.option('port', 8000)}.",
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return ServerError(f"This machine does not have the address {host}.")
    return ServerError(f"The server cannot listen on {host}, port {port}: {error.strerror}.")


class _Server(uvicorn.Server):
    """Ends live connections when it stops, and leaves signals to its caller."""

    stop: Callable[[], None]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End live connections, then all others."""
        self.stop()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals inside the block, and do not raise them again after it."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        with _signals_handled(self.handle_exit):
            yield


def make_server(campaigns: Sequence[Campaign], addresses: Addresses) -> uvicorn.Server:
    """Make a server for campaigns; `run` it with sockets that listen."""
    app = make_app(campaigns, addresses)
    config = uvicorn.Config(
        app,
        access_log=False,  # it would keep addresses of annotators
        log_config=None,
        log_level="warning",
        server_header=False,
        ws="none",
        http="auto",
        loop="auto",
        lifespan="on",
        proxy_headers=addresses.public is not None,
        forwarded_allow_ips="127.0.0.1,::1",
        timeout_graceful_shutdown=_GRACE,
        timeout_keep_alive=30,
        limit_concurrency=2000,
    )
    server = _Server(config)

    def stop() -> None:
        app.state.site.stopping = True

    server.stop = stop
    return server


def _run(campaigns: Sequence[Campaign], listener: socket.socket, addresses: Addresses) -> None:
    make_server(campaigns, addresses).run(sockets=[listener])


def _work(folders: Sequence[str], listener: socket.socket, addresses: Addresses) -> None:
    """Run a worker process; it ends with its parent."""
    opened = [open_campaign(folder) for folder in folders]
    server = make_server(opened, addresses)

    def end_with_parent() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
        server.should_exit = True

    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        server.run(sockets=[listener])
    finally:
        for campaign in opened:
            campaign.close()


def _supervise(
    folders: Sequence[str], listener: socket.socket, addresses: Addresses, workers: int
) -> None:
    """Start worker processes, and start another one whenever one ends."""
    context = get_context("spawn")

    def start() -> tuple[SpawnProcess, float]:
        process = context.Process(target=_work, args=(folders, listener, addresses))
        # A terminal sends SIGINT to all processes; workers leave it to this one, which ends them.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        return process, time.monotonic()

    stopping = threading.Event()
    with _signals_handled(lambda number, frame: stopping.set()):
        running = [start() for _ in range(workers)]
        try:
            while not stopping.is_set():
                connection.wait([process.sentinel for process, _ in running], timeout=0.2)
                for place, (process, since) in enumerate(running):
                    if process.is_alive() or stopping.is_set():
                        continue
                    if time.monotonic() - since < _STILLBORN:
                        raise ServerError("A worker process ended as soon as it had started.")
                    running[place] = start()
        finally:
            _end([process for process, _ in running])


@contextmanager
def _signals_handled(handle: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Let a function handle the signals that end a program."""
    numbers = [*_SIGNALS]
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        numbers.append(signal.SIGHUP)  # the terminal was closed, and nohup was not asked for
    before = {number: signal.signal(number, handle) for number in numbers}
    # The command line ends a process that is still there soon after a signal. A server has its own
    # limit, and first ends its connections and workers.
    watcher = signal.set_wakeup_fd(-1)
    try:
        yield
    finally:
        signal.set_wakeup_fd(watcher)
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(processes: Sequence[SpawnProcess]) -> None:
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + _WORKER_GRACE
    for process in processes:
        process.join(max(0.0, deadline - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()
