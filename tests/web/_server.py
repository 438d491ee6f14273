"""A real server in a thread."""

import threading
import time
from contextlib import contextmanager

import httpx

from tertium.web.addresses import Addresses
from tertium.web.server import listening, make_server


@contextmanager
def running(*campaigns, public_url=None):
    """Serve campaigns on a free port; yields the server and its address."""
    with listening("127.0.0.1", 0) as listener:
        addresses = Addresses("127.0.0.1", listener.getsockname()[1], public_url)
        server = make_server(campaigns, addresses)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        try:
            yield server, addresses.base
        finally:
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive()


@contextmanager
def client(base, token):
    """A client that has opened a link."""
    with httpx.Client(base_url=base) as made:
        made.post("/enter", json={"token": token}).raise_for_status()
        yield made
