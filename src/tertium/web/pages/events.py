"""Live changes of a dashboard, as server-sent events that carry the HTML of panels."""

import asyncio
import json
import time
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from tertium.core.errors import TertiumError
from tertium.web.access import Visitor, Watcher, still_valid
from tertium.web.errors import too_fast
from tertium.web.panels import panels_for
from tertium.web.site import site_of

router = APIRouter(prefix="/c/{campaign}")

# Seconds between two looks at the panels in memory, between two signs of life, and between two
# checks whether the session still has access.
_LOOK = 0.2
_SIGN = 15.0
_CHECK = 5.0

_RETRY = 10.0


@router.get("/events", response_class=StreamingResponse)
async def events(request: Request, visitor: Watcher) -> StreamingResponse:
    """Send every panel once, and again when it changes."""
    if site_of(request).limits.streams.full(visitor.session):
        raise too_fast(_RETRY)
    # nginx would otherwise wait until it has some kilobytes.
    headers = {"X-Accel-Buffering": "no"}
    return StreamingResponse(
        _stream(request, visitor), media_type="text/event-stream", headers=headers
    )


async def _stream(request: Request, visitor: Visitor) -> AsyncIterator[str]:
    site = site_of(request)
    monitor = site.monitors[visitor.campaign.name]
    sent: dict[str, str] = {}
    spoken = checked = time.monotonic()
    with site.limits.streams.one(visitor.session), monitor.watch():
        yield "retry: 2000\n\n"
        while not site.stopping:
            for name, html in panels_for(visitor.role, monitor.panels).items():
                if sent.get(name) != html:
                    sent[name] = html
                    yield f"event: panel\ndata: {json.dumps({'panel': name, 'html': html})}\n\n"
                    spoken = time.monotonic()
            if time.monotonic() - spoken > _SIGN:
                yield ": here\n\n"
                spoken = time.monotonic()
            if time.monotonic() - checked > _CHECK:
                if not await run_in_threadpool(_allowed, request, visitor):
                    yield "event: ended\ndata: {}\n\n"
                    return
                checked = time.monotonic()
            await asyncio.sleep(_LOOK)


def _allowed(request: Request, visitor: Visitor) -> bool:
    try:
        return still_valid(request, visitor)
    except TertiumError:
        return True  # The database does not answer; the panels say so.
