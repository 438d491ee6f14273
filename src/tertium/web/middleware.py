"""What holds for every request: the Host header, the size of the body, and security headers."""

import asyncio
import json
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tertium.web import limits
from tertium.web.addresses import Addresses

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "media-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex",
}

# Seconds for which a browser uses a static file without asking again; ETags answer after that.
_STATIC_SECONDS = 60


def add_headers(headers: MutableHeaders, path: str, *, secure: bool) -> None:
    """Add the security headers to those of an answer."""
    for name, value in HEADERS.items():
        headers[name] = value
    if secure:
        headers["Strict-Transport-Security"] = "max-age=31536000"
    if path.startswith("/static/"):
        headers["Cache-Control"] = f"max-age={_STATIC_SECONDS}"
    else:
        headers.setdefault("Cache-Control", "no-store")


class Gate:
    """Checks the Host header, limits the body, and adds security headers to every answer.

    Args:
        app: The application behind the gate.
        addresses: The addresses of the server.
    """

    def __init__(self, app: ASGIApp, addresses: Addresses) -> None:
        self.app = app
        self.addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                add_headers(headers, scope["path"], secure=self.addresses.secure)
            await send(message)

        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or not self.addresses.allows(hosts[0].decode("latin-1")):
            sentence = "This server does not have that name."
            await _refuse(send_with_headers, 421, "wrong-host", sentence)
            return
        if scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send_with_headers)
            return
        try:
            async with asyncio.timeout(limits.BODY_SECONDS):
                messages = await _read_body(scope, receive)
        except TimeoutError:
            await _refuse(send_with_headers, 408, "too-slow", "The request took too long.")
            return
        if messages is None:
            sentence = f"The request is larger than {limits.BODY // 1024} KiB."
            await _refuse(send_with_headers, 413, "too-large", sentence)
            return

        async def replay() -> Message:
            return messages.pop(0) if messages else await receive()

        await self.app(scope, replay, send_with_headers)


async def _read_body(scope: Scope, receive: Receive) -> list[Message] | None:
    """Read the body, which arrives in parts; None if it is too large."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and int(value[:20]) > limits.BODY:
            return None
    messages: list[Message] = []
    size = 0
    while True:
        message = await receive()
        messages.append(message)
        if message["type"] != "http.request":
            return messages
        size += len(message.get("body", b""))
        if size > limits.BODY:
            return None
        if not message.get("more_body", False):
            return messages


async def _refuse(send: Send, status: int, code: str, sentence: str) -> None:
    body = json.dumps({"error": sentence, "code": code}).encode()
    headers: list[tuple[bytes, Any]] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # what is left of the body is not read
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
