"""Standard streams, whatever their state: closed, full, or in an encoding of few characters."""

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
    """Standard output that remembers why it could not be written."""

    failure: OSError | None = None

    def write(self, data: Any) -> int:
        """Write what can be written."""
        try:
            return super().write(data) or 0
        except OSError as error:
            self.failure = error
            raise


def prepare() -> None:
    """Make the standard streams usable.

    A descriptor that is closed is opened on the null device: the next file would otherwise become
    standard output. What standard output cannot encode is escaped as in JSON.
    """
    for number, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
    # A test or a notebook has put something else there.
    if sys.stdout is not sys.__stdout__:
        return
    codecs.register_error(_ESCAPING, _escaped)
    encoding, terminal = "utf-8", False
    if sys.stdout is not None:
        sys.stdout.flush()
        encoding, terminal = sys.stdout.encoding, sys.stdout.isatty()
    # A closed standard output is the null device, open for reading: writing to it fails.
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(_Output(1, "w", closefd=False)),
        encoding=encoding,
        errors=_ESCAPING,
        line_buffering=terminal,
    )


def failure() -> OSError | None:
    """Why standard output could not be written, if it could not."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return raw.failure if isinstance(raw, _Output) else None


def finish(code: int) -> int:
    """Give the exit code of a command once everything is on standard output."""
    with suppress(OSError):
        sys.stdout.flush()
    error = failure()
    if error is None:
        return code
    # What is still buffered would raise again at exit.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)
    if error.errno == errno.EPIPE:
        # The reader has gone, as in `tertium score ... | head`: nothing to say, and nobody to say
        # it to.
        return 141
    say(f"error: Standard output cannot be written: {error.strerror}.")
    return code or 1


def say(text: str) -> None:
    """Tell something on standard error; where nothing can be told, the exit code remains.

    Names, of files and in files, cannot steer the terminal.
    """
    with suppress(OSError):
        click.echo(visible(text, keep="\n\t"), err=True)


def show_text(text: str) -> None:
    """Print a text to standard output; tables are printed by `report/table.py`."""
    click.echo(visible(text, keep="\n\t"), file=sys.stdout)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Write characters that an encoding lacks as \\uXXXX, which JSON reads as what they were."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = zip(units[::2], units[1::2], strict=True)
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in pairs), error.end
