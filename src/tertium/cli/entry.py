"""Entry point of the installed command: it handles signals before anything else is loaded."""

import gc

from tertium.cli import _interruption


def main() -> None:
    """Run the command line as a separate process."""
    _interruption.listen()
    try:
        from tertium.cli.main import main as run

        run()
    except BaseException as error:
        _interruption.end_if_interrupted(error)
        raise
    finally:
        _interruption.stop_listening()
        # The process is about to end: searching its objects for cycles would take 10 ms or more.
        gc.freeze()
