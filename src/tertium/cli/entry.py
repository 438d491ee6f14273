"""Entry point of the installed command: it handles signals before anything else is loaded."""

import atexit
import gc
import os
import sys
from contextlib import suppress

from tertium.cli import _interruption

# Modules that run a command and show their results when it has ended.
_OBSERVERS = ("cProfile", "profile", "trace", "pdb")


def main() -> None:
    """Run the command line as a separate process."""
    _interruption.listen()
    try:
        from tertium.cli.main import main as run

        run()
    except BaseException as error:
        _interruption.end_if_interrupted(error)
        if isinstance(error, SystemExit) and isinstance(error.code, int) and _nothing_remains():
            _end(error.code)
        raise
    finally:
        _interruption.stop_listening()
        # The process is about to end: searching its objects for cycles would take 10 ms or more.
        gc.freeze()


def _nothing_remains() -> bool:
    """Whether nothing is left to do at exit: no threads, no exit functions, no observer."""
    threading = sys.modules.get("threading")
    alone = threading is None or threading.active_count() == 1
    return alone and not atexit._ncallbacks() and not any(map(sys.modules.get, _OBSERVERS))


def _end(code: int) -> None:
    """End the process; to free all objects first would take another millisecond."""
    _interruption.stop_listening()
    with suppress(OSError):
        sys.stderr.flush()  # `_streams.finish` has flushed standard output
    os._exit(code)
