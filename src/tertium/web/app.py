"""The application that serves campaigns."""

import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from tertium.api.open_campaign import Campaign
from tertium.core.errors import StorageError, TertiumError
from tertium.core.version import VERSION
from tertium.web.addresses import Addresses
from tertium.web.errors import RequestError, not_found
from tertium.web.middleware import Gate, add_headers
from tertium.web.pages import (
    annotate,
    annotators,
    campaign,
    dashboard,
    enter,
    events,
    export,
    form,
    join,
    leaving,
    media,
    overview,
    prolific,
    tutorial,
    work,
)
from tertium.web.rendering import page
from tertium.web.site import Site

_PAGES = (
    enter,
    overview,
    campaign,
    join,
    prolific,
    form,
    tutorial,
    annotate,
    work,
    media,
    leaving,
    dashboard,
    annotators,
    events,
    export,
)

_MALFORMED = "The request is malformed."

# Seconds after which a page tries again when the database does not answer.
_STORAGE_SECONDS = 2.0

# Threads that read from the database; more of them would only wait for each other.
_THREADS = 4


def make_app(campaigns: Sequence[Campaign], addresses: Addresses | None = None) -> FastAPI:
    """Make the application for campaigns.

    Args:
        campaigns: Opened campaigns, at least one.
        addresses: The addresses of the server.
    """
    site = Site(campaigns, addresses or Addresses())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = _THREADS
        yield
        site.stopping = True

    app = FastAPI(
        title="tertium",
        version=VERSION,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.state.site = site
    app.add_middleware(Gate, addresses=site.addresses)
    app.add_exception_handler(RequestError, _show_refusal)
    app.add_exception_handler(TertiumError, _show_error)
    app.add_exception_handler(HTTPException, _show_http_error)
    app.add_exception_handler(RequestValidationError, _show_malformed)
    app.add_exception_handler(Exception, _show_defect)
    for module in _PAGES:
        app.router.routes.extend(module.router.routes)
    app.mount("/static", StaticFiles(directory=str(files("tertium.web") / "static")))
    return app


def _answer(request: Request, error: RequestError) -> Response:
    """Make a page for people or JSON for scripts."""
    wants_page = "text/html" in request.headers.get("accept", "") and request.method == "GET"
    response: Response
    if wants_page:
        usual = error.status in (401, 403, 404, 429)
        sentence = "" if usual else error.message
        response = page(
            request,
            "error.html",
            status_code=error.status,
            status=error.status,
            sentence=sentence,
        )
    else:
        body = {"error": error.message, "code": error.code}
        response = JSONResponse(body, status_code=error.status)
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(math.ceil(error.retry_after))
    return response


def _show_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return _answer(request, error)


def _show_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, TertiumError)
    if isinstance(error, StorageError):
        sentence = "The database does not answer. Nothing was saved; try again."
        return _answer(
            request, RequestError(503, "storage", sentence, retry_after=_STORAGE_SECONDS)
        )
    return _answer(request, RequestError(422, "refused", error.message))


def _show_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code in (404, 405):
        return _answer(request, not_found())
    return _answer(request, RequestError(error.status_code, "bad-request", _MALFORMED))


def _show_malformed(request: Request, error: Exception) -> Response:
    return _answer(request, RequestError(422, "bad-request", _MALFORMED))


def _show_defect(request: Request, error: Exception) -> Response:
    sentence = "The server failed. The error is in its log."
    response = _answer(request, RequestError(500, "defect", sentence))
    # This answer does not pass the gate.
    add_headers(response.headers, request.url.path, secure=request.app.state.site.addresses.secure)
    return response
