"""The server: ports, addresses, workers, and its end."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress

import httpx
import pytest
from tests.command import run
from tests.web._browser import answer_to
from tests.web._server import client, running
from tests.web.conftest import outputs

import tertium
from tertium.core.errors import DataWarning, TertiumError
from tertium.web.access import csrf_token
from tertium.web.addresses import Addresses
from tertium.web.server import listening, serve

pytestmark = pytest.mark.slow


@contextmanager
def serving(folder, *options):
    """Run `tertium campaign serve` on a free port; yields the process and all links."""
    command = [
        sys.executable,
        "-m",
        "tertium",
        "campaign",
        "serve",
        folder,
        "--port",
        "0",
        *options,
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        links = {}
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.match(r"(\S+) +(http://\S+)/enter#(\S+)$", line):
                links[found[1]] = found[2], found[3]
            if line.startswith("Serving"):
                break
        yield process, links
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def answer_one(opened, name="news24"):
    """Answer the next item of an annotator."""
    item = opened.get(f"/c/{name}/work").json()["items"][0]
    headers = {"X-CSRF-Token": csrf_token(next(iter(opened.cookies.jar)).value)}
    return opened.post(f"/c/{name}/answers", json=answer_to(item), headers=headers)


@pytest.mark.usefixtures("hears_interruptions")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_server_and_its_live_connections(campaign, number):
    campaign.close()
    with (
        serving(campaign.folder) as (process, links),
        client(*links["(organiser)"]) as organiser,
        organiser.stream("GET", "/c/news24/events", timeout=20) as stream,
    ):
        lines = stream.iter_lines()
        while not next(lines).startswith("data"):
            pass
        process.send_signal(number)
        out, errors = process.communicate(timeout=20)  # a second, on an idle machine
        assert process.returncode == 0
        assert errors == ""
        assert "Traceback" not in out
        with suppress(httpx.HTTPError):
            assert all(line is not None for line in lines)  # the stream ends


def test_what_was_acknowledged_is_there_after_a_kill(campaign):
    campaign.close()
    with (
        serving(campaign.folder) as (process, links),
        client(*links["ann"]) as annotator,
    ):
        for _ in range(5):
            assert answer_one(annotator).json() == {"saved": True, "version": 1}
        process.kill()
        process.communicate()
    with tertium.open_campaign(campaign.folder) as again:
        assert len(again.ratings()) == 5


def test_nothing_secret_is_logged(campaign):
    campaign.close()
    with serving(campaign.folder) as (process, links), client(*links["ann"]) as annotator:
        base, token = links["ann"]
        annotator.get("/c/news24/work")
        annotator.get("/unknown")
        httpx.post(f"{base}/enter", json={"token": "x" * 43})
        with socket.create_connection(("127.0.0.1", httpx.URL(base).port)) as raw:
            raw.sendall(f"GARBAGE {token}\r\n\r\n".encode())
            raw.recv(1000)
        process.send_signal(signal.SIGTERM)
        out, errors = process.communicate(timeout=20)
    assert token not in out + errors
    assert next(iter(annotator.cookies.jar)).value not in out + errors


@pytest.mark.parametrize("public_url", [None, "https://example.org"])
def test_a_proxy_tells_clients_apart(campaign, public_url):
    """Wrong tokens of one client do not slow down others, if a proxy stands in front."""
    with running(campaign, public_url=public_url) as (server, _):
        port = server.servers[0].sockets[0].getsockname()[1]
        last = {}
        for client_address in ("192.0.2.1", "192.0.2.2"):
            headers = {"X-Forwarded-For": client_address, "Host": "localhost"}
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers) as visitor:
                for _ in range(15):
                    last[client_address] = visitor.post("/enter", json={"token": "x"}).status_code
    assert last == {"192.0.2.1": 404, "192.0.2.2": 404 if public_url else 429}


def test_a_port_that_is_taken(campaign):
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        result = run("campaign", "serve", str(campaign.folder), "--port", str(port))
    assert result.code == 1
    assert f"error: Port {port} of 127.0.0.1 is already in use." in result.stderr
    assert f"--port {port + 1}" in result.stderr
    assert "enter#" not in result.stdout


@pytest.mark.parametrize(
    ("host", "message"),
    [("no such host", "is unknown"), ("192.0.2.1", "does not have the address 192.0.2.1")],
)
def test_an_address_that_cannot_be_used(campaign, host, message):
    with pytest.raises(TertiumError, match=message):
        serve([campaign], host=host, port=0)


def test_two_campaigns_of_one_name(make_campaign):
    campaign = make_campaign()
    with pytest.raises(TertiumError, match="Two campaigns are named 'news24'"):
        serve([campaign, campaign])


def test_sqlite_has_one_process(campaign):
    result = run("campaign", "serve", str(campaign.folder), "--workers", "2")
    assert result.code == 2
    assert "one process" in result.stderr


def test_a_wrong_public_address_is_refused_before_the_port_is_taken(campaign):
    result = run("campaign", "serve", str(campaign.folder), "--public-url", "example.org")
    assert result.code == 2
    assert "--public-url must be" in result.stderr


@pytest.mark.parametrize(
    ("public_url", "message"),
    [(None, "nothing is encrypted.*nginx, Caddy, public_url"), ("https://x.org", "past the proxy")],
)
def test_another_address_is_warned_of(campaign, public_url, message):
    class Enough(Exception):
        pass

    def stop(addresses):
        raise Enough

    with pytest.warns(DataWarning, match=message), pytest.raises(Enough):
        serve([campaign], host="0.0.0.0", port=0, public_url=public_url, started=stop)


def test_loopback_is_not_warned_of(campaign):
    found = []

    def stop(addresses):
        found.append(addresses)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        serve([campaign], port=0, started=stop)
    assert isinstance(found[0], Addresses)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", found[0].base)


def in_postgres(tmp_path, server):
    """Make a campaign in PostgreSQL; return its folder."""
    folder = tmp_path / "news24"
    tertium.new_campaign(
        outputs("alpha", "beta"),
        folder,
        annotators=["ann", "bob"],
        judgments=28,
        hit_size=20,
        database=server.new_url(),
    ).close()
    return folder


@pytest.mark.slow
def test_several_processes_on_postgresql(tmp_path, postgres_server):
    folder = in_postgres(tmp_path, postgres_server)
    with serving(folder, "--workers", "2") as (process, links):
        saved: list[int] = []

        def work(name):
            with client(*links[name]) as annotator:
                saved.extend(answer_one(annotator).status_code for _ in range(10))

        threads = [threading.Thread(target=work, args=(name,)) for name in ("ann", "bob")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert saved == [200] * 20
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
        assert process.returncode == 0
        assert errors == ""
    with tertium.open_campaign(folder) as again:
        assert len(again.ratings()) == 20


@pytest.mark.slow
def test_workers_end_with_their_parent(tmp_path, postgres_server):
    folder = in_postgres(tmp_path, postgres_server)
    with serving(folder, "--workers", "2") as (process, links):
        with client(*links["ann"]) as annotator:
            assert answer_one(annotator).status_code == 200
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=30)  # the workers hold its pipes until they end
