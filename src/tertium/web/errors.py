"""Errors of requests: a sentence for people, a code for scripts, and a status of HTTP."""

from tertium.core.errors import TertiumError


class RequestError(TertiumError):
    """A request that is refused.

    Attributes:
        status: Status of HTTP.
        code: One word, by which scripts know the error.
        retry_after: Seconds after which the request may succeed; None if it never will.
    """

    def __init__(
        self, status: int, code: str, message: str, *, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after


def not_found() -> RequestError:
    """Make the error of everything that does not exist or that this browser may not know of."""
    return RequestError(404, "not-found", "This page does not exist.")


def not_signed_in() -> RequestError:
    """Make the error of requests without a valid session."""
    return RequestError(401, "no-session", "Open your personal link to continue.")


def too_fast(seconds: float) -> RequestError:
    """Make the error of requests that exceed a rate."""
    return RequestError(
        429, "too-fast", "There were too many requests. Wait a moment.", retry_after=seconds
    )
