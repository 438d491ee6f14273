"""Standard streams that may be closed, full, or in an encoding that lacks characters."""

import codecs
import errno
import io
import os
import sys
from contextlib import suppress
from typing import Any

import click

from tertium.core.formatting import visible

_ESCAPING = "tertium-escape"


class _Output(io.FileIO):
    """Standard output that keeps the error if writing fails."""

    failure: OSError | None = None

    def write(self, data: Any) -> int:
        """Write data, and keep the error if that fails."""
        try:
            return super().write(data) or 0
        except OSError as error:
            self.failure = error
            raise


def prepare() -> None:
    """Make the standard streams usable.

    Closed descriptors are opened on the null device, because the next file that is opened would
    otherwise become standard output. Characters that standard output cannot encode are escaped as
    in JSON.
    """
    for number, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
    # A test or a notebook has replaced standard output.
    if sys.stdout is not sys.__stdout__:
        return
    codecs.register_error(_ESCAPING, _escaped)
    encoding, terminal = "utf-8", False
    if sys.stdout is not None:
        sys.stdout.flush()
        encoding, terminal = sys.stdout.encoding, sys.stdout.isatty()
    # A closed standard output is the null device, opened for reading only: writing to it fails.
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(_Output(1, "w", closefd=False)),
        encoding=encoding,
        errors=_ESCAPING,
        line_buffering=terminal,
    )


def failure() -> OSError | None:
    """Return the error of writing standard output, if there was one."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return raw.failure if isinstance(raw, _Output) else None


def finish(code: int) -> int:
    """Flush standard output, and return the exit code of the command."""
    with suppress(OSError):
        sys.stdout.flush()
    error = failure()
    if error is None:
        return code
    # Python would flush the rest of the buffer at exit, and fail again.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)
    if error.errno == errno.EPIPE:
        # The reader has closed the pipe, as in `tertium score ... | head`: that is no error.
        return 141
    say(f"error: Standard output cannot be written: {error.strerror}.")
    return code or 1


def say(text: str) -> None:
    """Print a text to standard error; if that fails, only the exit code shows the error.

    Control characters, as in names of files, are escaped.
    """
    with suppress(OSError):
        click.echo(visible(text, keep="\n\t"), err=True)


def show_text(text: str) -> None:
    """Print a text to standard output; tables are printed by `report/table.py`."""
    click.echo(visible(text, keep="\n\t"), file=sys.stdout)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Escape characters that an encoding lacks as \\uXXXX, which JSON readers decode."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = zip(units[::2], units[1::2], strict=True)
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in pairs), error.end
